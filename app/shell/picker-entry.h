/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a picker says of an entry of the catalog. */

#pragma once

#include "shell/picker.h"

G_BEGIN_DECLS

/* Whether entry @index belongs into a list of @kind and has all of @words. */
gboolean    tok_picker_entry_matches (const TokCatalog *catalog,
                                      TokPickerKind     kind,
                                      guint             index,
                                      const char       *words);
guint       tok_picker_entry_count   (const TokCatalog *catalog,
                                      TokPickerKind     kind);
const char *tok_picker_entry_id      (const TokCatalog *catalog,
                                      TokPickerKind     kind,
                                      guint             index);
const char *tok_picker_entry_name    (const TokCatalog *catalog,
                                      TokPickerKind     kind,
                                      const char       *id);
/* "24 GiB · 1008 GB/s" or "8.03 B"; a new string. */
char       *tok_picker_entry_facts   (const TokCatalog *catalog,
                                      TokPickerKind     kind,
                                      const char       *id);

G_END_DECLS
