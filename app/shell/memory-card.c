/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row, title and stacked bar, per place of memory, and one for the time of a token. */

#include "shell/memory-card.h"

#include <glib/gi18n.h>

#include "present/labels.h"
#include "present/numbers.h"
#include "present/sentences.h"
#include "shell/formula-button.h"
#include "shell/stacked-bar.h"

#define MAX_PLACES (TOK_MAX_DEVICES + 1)
#define N_MEMORY_PARTS 6

struct _TokMemoryCard
{
  TokSessionView    parent_instance;
  GtkLabel         *titles[MAX_PLACES];   /* the first stands in the template, beside the badge */
  TokStackedBar    *bars[MAX_PLACES];
  guint             n_rows;
  GtkBox           *places;
  GtkLabel         *first_title, *badge, *time_title;
  TokStackedBar    *first_bar, *time_bar;
  TokFormulaButton *formula;
};

G_DEFINE_FINAL_TYPE (TokMemoryCard, tok_memory_card, TOK_TYPE_SESSION_VIEW)

static const char *const fit_classes[] = {
  [TOK_FIT_FITS] = "fits", [TOK_FIT_TIGHT] = "tight", [TOK_FIT_SPILLS] = "spills", [TOK_FIT_NO] = "no-fit",
};

static const TokBarLook term_looks[TOK_N_TERMS] = {
  [TOK_TERM_WEIGHTS] = TOK_LOOK_WEIGHTS, [TOK_TERM_KV] = TOK_LOOK_CACHE, [TOK_TERM_ATTENTION] = TOK_LOOK_STATE,
  [TOK_TERM_LAUNCHES] = TOK_LOOK_COMPUTE, [TOK_TERM_CPU] = TOK_LOOK_CPU, [TOK_TERM_LINK] = TOK_LOOK_LINK,
  [TOK_TERM_OTHER] = TOK_LOOK_REST,
};

static void
add_row (TokMemoryCard *self)
{
  GtkWidget *title = gtk_label_new (NULL);
  GtkWidget *bar = tok_stacked_bar_new ();

  gtk_label_set_xalign (GTK_LABEL (title), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_widget_set_margin_top (title, 4);
  gtk_widget_add_css_class (title, "note");
  gtk_box_append (self->places, title);
  gtk_box_append (self->places, bar);
  self->titles[self->n_rows] = GTK_LABEL (title);
  self->bars[self->n_rows] = TOK_STACKED_BAR (bar);
  self->n_rows++;
}

static void
remove_row (TokMemoryCard *self)
{
  self->n_rows--;
  gtk_box_remove (self->places, GTK_WIDGET (self->titles[self->n_rows]));
  gtk_box_remove (self->places, GTK_WIDGET (self->bars[self->n_rows]));
}

static void
set_n_rows (TokMemoryCard *self, guint n_rows)
{
  while (self->n_rows < n_rows)
    add_row (self);
  while (self->n_rows > n_rows)
    remove_row (self);
}

static void
show_place (TokMemoryCard *self, guint row, const char *title, const TokMemoryPlace *place)
{
  TokBarPart parts[N_MEMORY_PARTS] = {
    { TOK_LOOK_WEIGHTS, place->weights, C_("memory", "weights"), NULL },
    { TOK_LOOK_CACHE, place->cache, C_("memory", "KV cache"), NULL },
    { TOK_LOOK_STATE, place->state, C_("memory", "recurrent state"), NULL },
    { TOK_LOOK_COMPUTE, place->compute, C_("memory", "buffers"), NULL },
    { TOK_LOOK_REST, place->reserve, C_("memory", "reserve"), NULL },
    { TOK_LOOK_FREE, place->free, C_("memory", "free"), NULL },
  };
  char *values[N_MEMORY_PARTS];

  for (guint i = 0; i < N_MEMORY_PARTS; i++)
    parts[i].value = values[i] = tok_format_gib (parts[i].amount);
  gtk_label_set_text (self->titles[row], title);
  tok_stacked_bar_set_parts (self->bars[row], title, parts, N_MEMORY_PARTS, place->total);
  for (guint i = 0; i < N_MEMORY_PARTS; i++)
    g_free (values[i]);
}

static void
show_memory (TokMemoryCard *self, const TokPlan *plan, const TokEstimate *estimate)
{
  const TokMemory *memory = &estimate->memory;

  set_n_rows (self, memory->n_devices + (memory->host.total > 0.0 ? 1 : 0));
  for (guint i = 0; i < self->n_rows; i++)
    {
      g_autofree char *title = tok_sentence_memory (plan, estimate, i);

      show_place (self, i, title, i < memory->n_devices ? &memory->devices[i] : &memory->host);
    }
}

static void
show_fit (TokMemoryCard *self, TokFit fit)
{
  const char *classes[] = { "badge", fit_classes[fit], NULL };

  gtk_label_set_text (self->badge, tok_label_fit (fit));
  gtk_widget_set_css_classes (GTK_WIDGET (self->badge), classes);
}

static void
show_time (TokMemoryCard *self, const TokTokenTime *time)
{
  g_autofree char *total = tok_format_seconds (time->total);
  g_autofree char *title = g_strdup_printf (_("One token takes %s"), total);
  TokBarPart parts[TOK_N_TERMS];
  char *values[TOK_N_TERMS];

  for (guint i = 0; i < TOK_N_TERMS; i++)
    {
      values[i] = tok_format_seconds (time->seconds[i]);
      parts[i] = (TokBarPart) { term_looks[i], time->seconds[i], tok_label_term (i), values[i] };
    }
  gtk_label_set_text (self->time_title, title);
  tok_stacked_bar_set_parts (self->time_bar, title, parts, TOK_N_TERMS, time->total);
  for (guint i = 0; i < TOK_N_TERMS; i++)
    g_free (values[i]);
}

static void
tok_memory_card_update (TokSessionView *view, TokSession *session)
{
  TokMemoryCard *self = TOK_MEMORY_CARD (view);
  const TokEstimate *estimate = tok_session_get_estimate (session);

  show_memory (self, tok_session_get_plan (session), estimate);
  show_fit (self, estimate->memory.fit);
  show_time (self, &estimate->decode.time);
}

static void
tok_memory_card_class_init (TokMemoryCardClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (TOK_TYPE_FORMULA_BUTTON);
  g_type_ensure (TOK_TYPE_STACKED_BAR);
  TOK_SESSION_VIEW_CLASS (class)->update = tok_memory_card_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/memory-card.ui");
  gtk_widget_class_bind_template_child (widget_class, TokMemoryCard, places);
  gtk_widget_class_bind_template_child (widget_class, TokMemoryCard, first_title);
  gtk_widget_class_bind_template_child (widget_class, TokMemoryCard, first_bar);
  gtk_widget_class_bind_template_child (widget_class, TokMemoryCard, badge);
  gtk_widget_class_bind_template_child (widget_class, TokMemoryCard, time_title);
  gtk_widget_class_bind_template_child (widget_class, TokMemoryCard, time_bar);
  gtk_widget_class_bind_template_child (widget_class, TokMemoryCard, formula);
}

static void
tok_memory_card_init (TokMemoryCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->titles[0] = self->first_title;
  self->bars[0] = self->first_bar;
  self->n_rows = 1;
  tok_formula_button_set_formula (self->formula, tok_sentence_memory_formula);
}
