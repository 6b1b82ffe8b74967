/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the names of a table of measurements are called in the catalog. */

#pragma once

#include "csv.h"

G_BEGIN_DECLS

typedef enum { TOK_ALIAS_HARDWARE, TOK_ALIAS_MODEL, TOK_ALIAS_QUANT } TokAliasKind;

typedef struct
{
  const char *id;     /* "" for a name the catalog has nothing for */
  const char *note;   /* same, variant, assumed, nearest, format, host-missing or none, with words after a colon */
} TokAlias;

typedef struct _TokAliases TokAliases;

TokAliases     *tok_aliases_load (GFile            *file,
                                  GError          **error);
void            tok_aliases_free (TokAliases       *aliases);
/* NULL for a name that is not in the table. */
const TokAlias *tok_aliases_find (const TokAliases *aliases,
                                  TokAliasKind      kind,
                                  const char       *name);
/* TRUE when the note begins with @word. */
gboolean        tok_alias_is     (const TokAlias   *alias,
                                  const char       *word);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokAliases, tok_aliases_free)

G_END_DECLS
