/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A button that says which entry of the catalog the plan has, and a searchable list to take another. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

typedef enum { TOK_PICKER_DEVICE, TOK_PICKER_HOST, TOK_PICKER_MODEL } TokPickerKind;

#define TOK_TYPE_PICKER_KIND (tok_picker_kind_get_type ())
GType tok_picker_kind_get_type (void);

#define TOK_TYPE_PICKER (tok_picker_get_type ())
G_DECLARE_FINAL_TYPE (TokPicker, tok_picker, TOK, PICKER, TokSessionView)

/* Property: "kind". */

/* The identifiers of the entries the list shows now, in order. */
GListModel *tok_picker_get_entries (TokPicker  *picker);
/* Shows only what has all of @words. */
void        tok_picker_search      (TokPicker  *picker,
                                    const char *words);
/* Takes entry @position of the list and closes it. */
void        tok_picker_pick        (TokPicker  *picker,
                                    guint       position);

G_END_DECLS
