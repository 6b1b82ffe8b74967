/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads catalog, settings and style once, and knows every shortcut of the program. */

#include "shell/application.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#include "app-resources.h"
#include "formats/catalog.h"
#include "shell/appearance.h"
#include "shell/unsaved.h"
#include "shell/window.h"

struct _TokApplication
{
  GtkApplication parent_instance;
  TokCatalog    *catalog;
  GError        *catalog_error;
  GSettings     *settings;
};

typedef struct { const char *action; const char *accels[3]; } Shortcut;

static const Shortcut shortcuts[] = {
  { "app.new-window", { "<Control>n" } },
  { "app.quit", { "<Control>q" } },
  { "win.open", { "<Control>o" } },
  { "win.save", { "<Control>s" } },
  { "win.save-as", { "<Shift><Control>s" } },
  { "win.undo", { "<Control>z" } },
  { "win.redo", { "<Shift><Control>z", "<Control>y" } },
  { "win.compare", { "<Control>b" } },
  { "win.copy-summary", { "<Shift><Control>c" } },
  { "win.toggle-panel", { "F9" } },
  { "win.page::overview", { "<Alt>1" } },
  { "win.page::accuracy", { "<Alt>2" } },
  { "win.page::measure", { "<Alt>3" } },
  { "window.close", { "<Control>w" } },
};

G_DEFINE_FINAL_TYPE (TokApplication, tok_application, GTK_TYPE_APPLICATION)

static GSettings *
load_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = source != NULL ? g_settings_schema_source_lookup (source, TOK_APPLICATION_ID, TRUE) : NULL;

  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

static TokWindow *
add_window (TokApplication *self)
{
  TokWindow *window = tok_window_new (self);

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
on_new_window (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  add_window (TOK_APPLICATION (user_data));
}

static void
on_quit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWindow *window;

  while ((window = gtk_application_get_active_window (GTK_APPLICATION (user_data))) != NULL)
    {
      if (TOK_IS_WINDOW (window))
        tok_unsaved_keep (tok_window_get_session (TOK_WINDOW (window)));
      gtk_window_destroy (window);
    }
}

static void
on_about (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_show_about_dialog (gtk_application_get_active_window (GTK_APPLICATION (user_data)),
                         "program-name", _("Tokplan"),
                         "logo-icon-name", TOK_APPLICATION_ID,
                         "version", TOK_VERSION,
                         "comments", _("How fast will a language model run on this machine, does it fit, and what limits it?"),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         NULL);
}

static void
add_actions (TokApplication *self)
{
  static const GActionEntry entries[] = {
    { .name = "new-window", .activate = on_new_window },
    { .name = "about", .activate = on_about },
    { .name = "quit", .activate = on_quit },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), shortcuts[i].action, shortcuts[i].accels);
}

/* GTK itself would leave with a warning of its own. */
static void
check_display (void)
{
  if (gtk_init_check ())
    return;
  g_printerr ("%s\n", _("tokplan: The display cannot be opened; check DISPLAY, or see “tokplan --help” for what works without one."));
  exit (EXIT_FAILURE);
}

static void
tok_application_startup (GApplication *application)
{
  TokApplication *self = TOK_APPLICATION (application);

  check_display ();
  /* A reference to the getter keeps the linker from dropping the resources of a static library. */
  g_resources_register (tok_app_get_resource ());
  G_APPLICATION_CLASS (tok_application_parent_class)->startup (application);

  self->catalog = tok_catalog_load (&self->catalog_error);
  self->settings = load_settings ();
  gtk_window_set_default_icon_name (TOK_APPLICATION_ID);
  tok_appearance_load_style (gdk_display_get_default ());
  tok_appearance_follow_desktop (g_application_get_dbus_connection (application));
  add_actions (self);
}

static void
restore_window (TokApplication *self, GFile *file)
{
  TokWindow *window = tok_window_new (self);

  if (!tok_unsaved_restore (tok_window_get_session (window), file))
    {
      gtk_window_destroy (GTK_WINDOW (window));
      return;
    }
  if (tok_window_get_notice (window) == NULL)
    tok_window_tell (window, _("This plan was not saved when its window was closed."));
  gtk_window_present (GTK_WINDOW (window));
}

static void
tok_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));
  g_autoptr (GPtrArray) unsaved = window == NULL ? tok_unsaved_list () : NULL;

  for (guint i = 0; unsaved != NULL && i < unsaved->len; i++)
    restore_window (TOK_APPLICATION (application), g_ptr_array_index (unsaved, i));
  window = gtk_application_get_active_window (GTK_APPLICATION (application));
  if (window != NULL)
    gtk_window_present (window);
  else
    add_window (TOK_APPLICATION (application));
}

/* All of them in one window, where they belong together; only plans have windows of their own. */
static void
tok_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  tok_window_open_files (add_window (TOK_APPLICATION (application)), files, (guint) n_files);
}

static void
tok_application_finalize (GObject *object)
{
  TokApplication *self = TOK_APPLICATION (object);

  g_clear_pointer (&self->catalog, tok_catalog_free);
  g_clear_error (&self->catalog_error);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (tok_application_parent_class)->finalize (object);
}

static void
tok_application_class_init (TokApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tok_application_finalize;
  application_class->startup = tok_application_startup;
  application_class->activate = tok_application_activate;
  application_class->open = tok_application_open;
}

static void
tok_application_init (TokApplication *self)
{
}

TokApplication *
tok_application_new (void)
{
  return g_object_new (TOK_TYPE_APPLICATION, "application-id", TOK_APPLICATION_ID, "flags", G_APPLICATION_HANDLES_OPEN, NULL);
}

int
tok_application_start (int argc, char **argv)
{
  g_autoptr (TokApplication) application = tok_application_new ();

  return g_application_run (G_APPLICATION (application), argc, argv);
}

TokCatalog *
tok_application_get_catalog (TokApplication *application)
{
  return application->catalog;
}

GSettings *
tok_application_get_settings (TokApplication *application)
{
  return application->settings;
}

const char *
tok_application_get_catalog_error (TokApplication *application)
{
  return application->catalog_error != NULL ? application->catalog_error->message : NULL;
}
