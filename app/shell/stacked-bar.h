/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stacked bar with its legend: parts of a whole, told apart by color and texture and named with their values below. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How a part looks; what means the same looks the same in every bar. */
typedef enum
{
  TOK_LOOK_WEIGHTS,
  TOK_LOOK_CACHE,
  TOK_LOOK_STATE,
  TOK_LOOK_COMPUTE,
  TOK_LOOK_CPU,
  TOK_LOOK_LINK,
  TOK_LOOK_REST,
  TOK_LOOK_FREE,      /* no ink: what is left */
  TOK_N_LOOKS,
} TokBarLook;

typedef struct
{
  TokBarLook  look;
  double      amount;   /* in any unit; what is not a number above zero is left out */
  const char *label;    /* "KV cache" */
  const char *value;    /* "2.0 GiB" */
} TokBarPart;

#define TOK_TYPE_STACKED_BAR (tok_stacked_bar_get_type ())
G_DECLARE_FINAL_TYPE (TokStackedBar, tok_stacked_bar, TOK, STACKED_BAR, GtkWidget)

GtkWidget *tok_stacked_bar_new       (void);
/* @title names the bar to assistive technology.  @limit: the whole, in the unit of the amounts; parts that add up to more are
 * drawn beyond a mark at the limit; 0 = the sum of the parts. */
void       tok_stacked_bar_set_parts (TokStackedBar    *bar,
                                      const char       *title,
                                      const TokBarPart *parts,
                                      guint             n_parts,
                                      double            limit);

G_END_DECLS
