/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The card around a chart.  Charts are saved with a fixed size, so that pictures for a text look alike whatever the window. */

#include "shell/chart-card.h"

#include <glib/gi18n.h>

#include "shell/chart-view.h"
#include "shell/figures-table.h"
#include "shell/widget-palette.h"
#include "shell/window.h"

#define SAVED_WIDTH 960
#define SAVED_HEIGHT 540
#define SAVED_SCALE 2.0

struct _TokChartCard
{
  TokSessionView       parent_instance;
  const TokChartKind  *kind;
  GtkLabel            *title;
  GtkStack            *pages;
  TokChartView        *view;
  TokFiguresTable     *table;
  GtkFileChooserNative *chooser;     /* while it is open */
};

enum { PROP_0, PROP_KIND, PROP_SHOW_TABLE, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TokChartCard, tok_chart_card, TOK_TYPE_SESSION_VIEW)

static gboolean
get_show_table (TokChartCard *self)
{
  return gtk_stack_get_visible_child (self->pages) == GTK_WIDGET (self->table);
}

static void
set_show_table (TokChartCard *self, gboolean show_table)
{
  if (get_show_table (self) == show_table)
    return;
  gtk_stack_set_visible_child (self->pages, show_table ? GTK_WIDGET (self->table) : GTK_WIDGET (self->view));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_TABLE]);
}

static void
set_kind (TokChartCard *self, const char *id)
{
  self->kind = tok_chart_kind_find (id);
  tok_chart_view_set_kind (self->view, self->kind);
  tok_figures_table_set_kind (self->table, self->kind);
  tok_session_view_refresh (TOK_SESSION_VIEW (self));
}

static const TokChartSpec *
get_spec (TokChartCard *self)
{
  return tok_session_get_chart (tok_session_view_get_session (TOK_SESSION_VIEW (self)), self->kind->id);
}

static void
tok_chart_card_update (TokSessionView *view, TokSession *session)
{
  TokChartCard *self = TOK_CHART_CARD (view);
  g_autofree char *title = NULL;
  const TokChartSpec *spec;

  if (self->kind == NULL)
    return;
  spec = get_spec (self);
  title = g_markup_printf_escaped ("<b>%s</b>  <span size='small' alpha='75%%'>%s</span>", spec->title,
                                   spec->subtitle != NULL ? spec->subtitle : "");
  gtk_label_set_markup (self->title, title);
}

static void
report (TokChartCard *self, const char *message)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (TOK_IS_WINDOW (root))
    tok_window_tell (TOK_WINDOW (root), message);
}

static void
save_response_cb (TokChartCard *self, int response)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  g_autoptr (GError) error = NULL;

  if (file != NULL && !tok_chart_card_save (self, file, &error))
    report (self, error->message);
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *ending)
{
  TokChartCard *self = TOK_CHART_CARD (widget);
  g_autofree char *suggestion = g_strdup_printf ("%s.%s", self->kind->id, g_variant_get_string (ending, NULL));
  GtkRoot *root = gtk_widget_get_root (widget);

  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_("Save Chart"), GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), _("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), suggestion);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (save_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = tok_chart_to_text (get_spec (TOK_CHART_CARD (widget)), "\t", TRUE);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
tok_chart_card_dispose (GObject *object)
{
  g_clear_object (&TOK_CHART_CARD (object)->chooser);
  G_OBJECT_CLASS (tok_chart_card_parent_class)->dispose (object);
}

static void
tok_chart_card_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TokChartCard *self = TOK_CHART_CARD (object);

  switch (id)
    {
    case PROP_KIND:
      g_value_set_string (value, tok_chart_card_get_kind (self));
      break;
    case PROP_SHOW_TABLE:
      g_value_set_boolean (value, get_show_table (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_chart_card_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TokChartCard *self = TOK_CHART_CARD (object);

  switch (id)
    {
    case PROP_KIND:
      set_kind (self, g_value_get_string (value));
      break;
    case PROP_SHOW_TABLE:
      set_show_table (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  object_class->get_property = tok_chart_card_get_property;
  object_class->set_property = tok_chart_card_set_property;
  properties[PROP_KIND] = g_param_spec_string ("kind", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SHOW_TABLE] = g_param_spec_boolean ("show-table", NULL, NULL, FALSE,
                                                      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
tok_chart_card_class_init (TokChartCardClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tok_chart_card_dispose;
  TOK_SESSION_VIEW_CLASS (class)->update = tok_chart_card_update;
  install_properties (G_OBJECT_CLASS (class));
  gtk_widget_class_install_action (widget_class, "chart.save", "s", save_action);
  gtk_widget_class_install_action (widget_class, "chart.copy", NULL, copy_action);
  gtk_widget_class_install_property_action (widget_class, "chart.show-table", "show-table");

  g_type_ensure (TOK_TYPE_CHART_VIEW);
  g_type_ensure (TOK_TYPE_FIGURES_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/chart-card.ui");
  gtk_widget_class_bind_template_child (widget_class, TokChartCard, title);
  gtk_widget_class_bind_template_child (widget_class, TokChartCard, pages);
  gtk_widget_class_bind_template_child (widget_class, TokChartCard, view);
  gtk_widget_class_bind_template_child (widget_class, TokChartCard, table);
}

static void
tok_chart_card_init (TokChartCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

const char *
tok_chart_card_get_kind (TokChartCard *self)
{
  return self->kind != NULL ? self->kind->id : NULL;
}

gboolean
tok_chart_card_save (TokChartCard *self, GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GBytes) bytes = NULL;
  TokExportOptions options = {
    .width = SAVED_WIDTH, .height = SAVED_HEIGHT, .scale = SAVED_SCALE, .theme = tok_widget_chart_theme (GTK_WIDGET (self)),
  };

  if (!tok_export_format_from_name (name, &options.format))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                   _("“%s” does not say which format it is: let the name end in .png, .svg, .pdf or .csv."), name);
      return FALSE;
    }
  bytes = tok_chart_export (get_spec (self), &options, error);
  if (bytes == NULL)
    return FALSE;
  return g_file_replace_contents (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, FALSE,
                                  G_FILE_CREATE_NONE, NULL, NULL, error);
}
