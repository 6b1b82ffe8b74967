/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process with windows: a broken catalog of the person's own, plans to open, and the desktop's preference for dark. */

#include "formats/catalog.h"
#include "shell/appearance.h"
#include "shell/window.h"
#include "stage.h"

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define WAIT_SECONDS 5

static TokApplication *application;

static TokWindow *
active_window (void)
{
  return TOK_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
}

static guint
n_windows (void)
{
  return g_list_length (gtk_application_get_windows (GTK_APPLICATION (application)));
}

static void
act (const char *action)
{
  g_action_group_activate_action (G_ACTION_GROUP (application), action, NULL);
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
}

static void
test_a_broken_catalog_is_told_and_the_built_in_one_is_used (void)
{
  act ("new-window");
  g_assert_cmpuint (n_windows (), ==, 1);
  g_assert_nonnull (tok_application_get_catalog_error (application));
  g_assert_nonnull (strstr (tok_window_get_notice (active_window ()), "catalog.json"));
  g_assert_cmpuint (tok_catalog_n_models (tok_application_get_catalog (application)), >, 100);
  act ("quit");
}

static void
wait_until_read (void)
{
  while (tok_window_is_reading (active_window ()))
    g_main_context_iteration (NULL, TRUE);
}

static void
test_plans_open_in_windows_of_their_own (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "tokplan-test-application.tokplan", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GFile *files[] = { file, file };
  g_autoptr (TokSession) session = stage_session_new ();

  tok_session_set_param (session, TOK_PARAM_CONTEXT, 5000);
  g_assert_true (tok_session_save (session, file, NULL));
  g_application_open (G_APPLICATION (application), files, G_N_ELEMENTS (files), "");
  wait_until_read ();
  g_assert_cmpuint (n_windows (), ==, 2);
  g_assert_cmpfloat (tok_session_get_value (tok_window_get_session (active_window ()), TOK_PARAM_CONTEXT), ==, 5000);
  act ("quit");
  g_file_delete (file, NULL, NULL);
}

static double
context_tokens (void)
{
  return tok_session_get_value (tok_window_get_session (active_window ()), TOK_PARAM_CONTEXT);
}

static void
test_changes_of_a_closed_window_come_back (void)
{
  act ("new-window");
  tok_session_set_param (tok_window_get_session (active_window ()), TOK_PARAM_CONTEXT, 5000);
  gtk_window_close (GTK_WINDOW (active_window ()));
  act ("new-window");
  tok_session_set_param (tok_window_get_session (active_window ()), TOK_PARAM_CONTEXT, 6000);
  act ("quit");

  g_application_activate (G_APPLICATION (application));
  g_assert_cmpuint (n_windows (), ==, 2);
  g_assert_cmpfloat (context_tokens (), ==, 6000);
  gtk_window_close (GTK_WINDOW (active_window ()));
  g_assert_cmpfloat (context_tokens (), ==, 5000);
  g_assert_nonnull (tok_window_get_notice (active_window ()));
  act ("quit");
}

static void
test_what_was_saved_does_not_come_back (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "tokplan-test-unsaved.tokplan", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_application_activate (G_APPLICATION (application));
  g_assert_cmpuint (n_windows (), ==, 2);
  while (n_windows () > 0)
    {
      g_assert_true (tok_window_save_file (active_window (), file));
      gtk_window_close (GTK_WINDOW (active_window ()));
    }
  g_application_activate (G_APPLICATION (application));
  g_assert_cmpuint (n_windows (), ==, 1);
  g_assert_cmpfloat (context_tokens (), ==, 16384);
  act ("quit");
  g_file_delete (file, NULL, NULL);
}

static void
test_quit_closes_every_window (void)
{
  act ("new-window");
  act ("new-window");
  g_assert_cmpuint (n_windows (), ==, 2);
  act ("quit");
  g_assert_cmpuint (n_windows (), ==, 0);
}

/* The portal of the desktop, played by the test: version 1 wraps the number twice. */
static void
on_portal_call (GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *method,
                GVariant *parameters, GDBusMethodInvocation *invocation, gpointer color_scheme)
{
  GVariant *number = g_variant_new_uint32 (GPOINTER_TO_UINT (color_scheme));

  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(v)", g_variant_new_variant (number)));
}

static gboolean
prefers_dark (void)
{
  gboolean dark;

  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", &dark, NULL);
  return dark;
}

static gboolean
waited_for (gboolean dark)
{
  gint64 end = g_get_monotonic_time () + WAIT_SECONDS * G_USEC_PER_SEC;

  while (prefers_dark () != dark && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
  return prefers_dark () == dark;
}

static void
test_dark_follows_the_desktop (void)
{
  const char *xml = "<node><interface name='org.freedesktop.portal.Settings'><method name='Read'>"
                    "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='v' direction='out'/>"
                    "</method></interface></node>";
  const GDBusInterfaceVTable vtable = { .method_call = on_portal_call };
  GDBusConnection *connection = g_application_get_dbus_connection (G_APPLICATION (application));
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (xml, NULL);
  guint name;

  if (connection == NULL)
    {
      g_test_skip ("no session bus");
      return;
    }
  g_dbus_connection_register_object (connection, PORTAL_PATH, node->interfaces[0], &vtable, GUINT_TO_POINTER (1), NULL, NULL);
  name = g_bus_own_name_on_connection (connection, PORTAL_NAME, G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL, NULL);
  tok_appearance_follow_desktop (connection);
  g_assert_true (waited_for (TRUE));
  g_dbus_connection_emit_signal (connection, NULL, PORTAL_PATH, "org.freedesktop.portal.Settings", "SettingChanged",
                                 g_variant_new ("(ssv)", "org.freedesktop.appearance", "color-scheme", g_variant_new_uint32 (0)),
                                 NULL);
  g_assert_true (waited_for (FALSE));
  g_bus_unown_name (name);
}

static void
write_broken_catalog (void)
{
  g_autoptr (GFile) file = tok_catalog_own_file ();
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *path = g_file_get_path (file);

  g_file_make_directory_with_parents (folder, NULL, NULL);
  g_assert_true (g_file_set_contents (path, "{\n  \"devices\": [\n", -1, NULL));
}

int
main (int argc, char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("tokplan-test-XXXXXX", NULL);
  int status;

  g_setenv ("XDG_CONFIG_HOME", home, TRUE);
  g_setenv ("XDG_STATE_HOME", home, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  write_broken_catalog ();
  application = tok_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));

  g_test_add_func ("/application/a-broken-catalog-is-told-and-the-built-in-one-is-used",
                   test_a_broken_catalog_is_told_and_the_built_in_one_is_used);
  g_test_add_func ("/application/plans-open-in-windows-of-their-own", test_plans_open_in_windows_of_their_own);
  g_test_add_func ("/application/changes-of-a-closed-window-come-back", test_changes_of_a_closed_window_come_back);
  g_test_add_func ("/application/what-was-saved-does-not-come-back", test_what_was_saved_does_not_come_back);
  g_test_add_func ("/application/quit-closes-every-window", test_quit_closes_every_window);
  g_test_add_func ("/appearance/dark-follows-the-desktop", test_dark_follows_the_desktop);
  status = g_test_run ();

  g_object_unref (application);
  return status;
}
