/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GTK 4.8 does not know the desktop's color preference; it is asked from the desktop portal.  Newer versions of GTK do it
 * themselves and say so by a property of their settings. */

#include "shell/appearance.h"

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_INTERFACE "org.freedesktop.portal.Settings"
#define APPEARANCE "org.freedesktop.appearance"
#define COLOR_SCHEME "color-scheme"
#define PREFERS_DARK 1

static gboolean
gtk_follows_desktop (GtkSettings *settings)
{
  return g_object_class_find_property (G_OBJECT_GET_CLASS (settings), "gtk-interface-color-scheme") != NULL;
}

/* The portal's first version wraps the number twice. */
static void
apply_color_scheme (GVariant *value)
{
  g_autoptr (GVariant) number = g_variant_ref (value);

  while (g_variant_is_of_type (number, G_VARIANT_TYPE_VARIANT))
    {
      GVariant *inner = g_variant_get_variant (number);

      g_variant_unref (number);
      number = inner;
    }
  if (g_variant_is_of_type (number, G_VARIANT_TYPE_UINT32))
    g_object_set (gtk_settings_get_default (),
                  "gtk-application-prefer-dark-theme", g_variant_get_uint32 (number) == PREFERS_DARK,
                  NULL);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  g_autoptr (GVariant) value = NULL;

  if (reply == NULL)
    {
      g_debug ("No color preference: %s", error->message);
      return;
    }
  value = g_variant_get_child_value (reply, 0);
  apply_color_scheme (value);
}

static void
on_setting_changed (GDBusConnection *connection, const char *sender, const char *path, const char *interface, const char *signal,
                    GVariant *parameters, gpointer unused)
{
  const char *name;
  g_autoptr (GVariant) value = NULL;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ssv)")))
    return;
  g_variant_get (parameters, "(&s&sv)", NULL, &name, &value);
  if (g_str_equal (name, COLOR_SCHEME))
    apply_color_scheme (value);
}

void
tok_appearance_load_style (GdkDisplay *display)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, "/io/github/tokplan/Tokplan/style.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

void
tok_appearance_follow_desktop (GDBusConnection *connection)
{
  if (connection == NULL || gtk_follows_desktop (gtk_settings_get_default ()))
    return;

  g_dbus_connection_signal_subscribe (connection, PORTAL_NAME, PORTAL_INTERFACE, "SettingChanged", PORTAL_PATH, APPEARANCE,
                                      G_DBUS_SIGNAL_FLAGS_NONE, on_setting_changed, NULL, NULL);
  g_dbus_connection_call (connection, PORTAL_NAME, PORTAL_PATH, PORTAL_INTERFACE, "Read",
                          g_variant_new ("(ss)", APPEARANCE, COLOR_SCHEME), G_VARIANT_TYPE ("(v)"),
                          G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_read, NULL);
}
