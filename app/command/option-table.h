/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that are no parameters of the plan. */

#pragma once

#include "command/options.h"

G_BEGIN_DECLS

typedef struct
{
  const char  *name;
  char         letter;            /* short form, 0 = none */
  TokOptionSet set;               /* the commands' sets that know it; 0 = all */
  const char  *takes;             /* N_(), what stands behind it; NULL: a flag */
  const char  *help;              /* N_() */
  gsize        place;             /* in TokOptions: a gboolean for flags, else a const char *; unused with … */
  gboolean   (*take) (TokOptions *options, const char *value, GError **error);
} TokOptionRow;

const TokOptionRow *tok_option_rows     (guint       *n);
/* TRUE when a command with @set knows @row. */
gboolean            tok_option_row_is_in (const TokOptionRow *row,
                                          TokOptionSet        set);
gboolean            tok_option_row_take (const TokOptionRow *row,
                                         TokOptions         *options,
                                         const char         *value,
                                         GError            **error);
/* Sets @error to TOK_COMMAND_ERROR_WORDS; FALSE. */
gboolean            tok_option_refuse   (GError            **error,
                                         const char         *format,
                                         ...) G_GNUC_PRINTF (2, 3);
/* As the window's fields read it, and numbers with an exponent and words for switches as programs write them.  FALSE when it is
 * none; not checked for its range, but TOK_AUTO only for "auto". */
gboolean            tok_option_parse    (TokParam            param,
                                         const char         *value,
                                         double             *number);
/* Reads @value for @param into @number, or says why it is none. */
gboolean            tok_option_read     (TokParam            param,
                                         const char         *name,
                                         const char         *value,
                                         double             *number,
                                         GError            **error);
/* @number as an option takes it: with "." in every locale. */
char               *tok_option_number   (double              number);
/* A parameter's name as an option, without dashes: "kv-k". */
char               *tok_option_name     (TokParam            param);

G_END_DECLS
