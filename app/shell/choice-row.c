/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list has the choices in the table's order; where there is an automatic one it comes first and says what it comes to. */

#include "shell/choice-row.h"

#include <glib/gi18n.h>

#include "present/labels.h"

struct _TokChoiceRow
{
  TokRow         parent_instance;
  GtkWidget     *label;
  GtkDropDown   *drop_down;
  GtkStringList *names;
  gboolean       is_updating;
};

G_DEFINE_FINAL_TYPE (TokChoiceRow, tok_choice_row, TOK_TYPE_ROW)

static const TokParamInfo *
get_info (TokChoiceRow *self)
{
  return tok_plan_param_info (tok_row_get_param (TOK_ROW (self)));
}

static void
fill_names (TokChoiceRow *self)
{
  TokParam param = tok_row_get_param (TOK_ROW (self));

  if (get_info (self)->has_auto)
    gtk_string_list_append (self->names, "");
  for (guint value = 0; value <= (guint) get_info (self)->maximum; value++)
    gtk_string_list_append (self->names, tok_label_choice (param, value));
}

static void
name_automatic_choice (TokChoiceRow *self, const char *comes_to)
{
  /* Translators: %s is what the automatic choice comes to, such as "Linux". */
  g_autofree char *name = comes_to != NULL ? g_strdup_printf (_("Auto (%s)"), comes_to) : g_strdup (_("Auto"));
  const char *const names[] = { name, NULL };

  if (g_strcmp0 (gtk_string_list_get_string (self->names, 0), name) != 0)
    gtk_string_list_splice (self->names, 0, 1, names);
}

static void
tok_choice_row_update (TokSessionView *view, TokSession *session)
{
  TokChoiceRow *self = TOK_CHOICE_ROW (view);
  TokParam param = tok_row_get_param (TOK_ROW (self));
  double chosen = tok_plan_get (tok_session_get_plan (session), param);
  gboolean has_auto = get_info (self)->has_auto;

  self->is_updating = TRUE;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->names)) == 0)
    fill_names (self);
  if (has_auto)
    name_automatic_choice (self, chosen < 0.0 ? tok_label_choice (param, tok_session_get_value (session, param)) : NULL);
  gtk_drop_down_set_selected (self->drop_down, has_auto ? chosen + 1.0 : chosen);
  self->is_updating = FALSE;
}

static void
on_selected (TokChoiceRow *self)
{
  TokSession *session = tok_session_view_get_session (TOK_SESSION_VIEW (self));
  double selected = gtk_drop_down_get_selected (self->drop_down);

  if (self->is_updating || session == NULL)
    return;
  tok_session_set_param (session, tok_row_get_param (TOK_ROW (self)), get_info (self)->has_auto ? selected - 1.0 : selected);
}

static void
tok_choice_row_class_init (TokChoiceRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TOK_SESSION_VIEW_CLASS (klass)->update = tok_choice_row_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/choice-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TokChoiceRow, label);
  gtk_widget_class_bind_template_child (widget_class, TokChoiceRow, drop_down);
  gtk_widget_class_bind_template_child (widget_class, TokChoiceRow, names);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
}

static void
tok_choice_row_init (TokChoiceRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* The button inside is what gets the focus; GTK does not name it. */
  gtk_accessible_update_relation (GTK_ACCESSIBLE (gtk_widget_get_first_child (GTK_WIDGET (self->drop_down))),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, self->label, NULL, -1);
}
