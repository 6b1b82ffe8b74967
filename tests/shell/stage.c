/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stage for tests of widgets. */

#include "stage.h"

#include "formats/catalog.h"
#include "shell/app-resources.h"

void
stage_init (int *argc, char ***argv)
{
  g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();

  g_test_init (argc, argv, NULL);
  gtk_init ();
  g_resources_register (tok_app_get_resource ());
  gtk_css_provider_load_from_resource (style, "/io/github/tokplan/Tokplan/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

TokSession *
stage_session_new (void)
{
  static TokCatalog *catalog;

  if (catalog == NULL)
    catalog = tok_catalog_load_builtin ();
  return tok_session_new (catalog);
}

static void
painted_cb (GdkFrameClock *clock, gboolean *is_painted)
{
  *is_painted = TRUE;
}

void
stage_settle (GtkWidget *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);
  gboolean is_painted = FALSE;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (painted_cb), &is_painted);

  gtk_widget_queue_draw (window);
  while (!is_painted)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, handler);
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
}

GtkWidget *
stage_open (GtkWidget *widget, int width, int height)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  stage_settle (window);
  stage_settle (window);
  return window;
}

GtkWidget *
stage_open_page (GType       page_type,
                 TokSession *session,
                 int         width,
                 int         height)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), g_object_new (page_type, "session", session, NULL));
  return stage_open (scroller, width, height);
}

void
stage_close (GtkWidget *window)
{
  GtkWidget *widget = gtk_window_get_child (GTK_WINDOW (window));

  g_object_add_weak_pointer (G_OBJECT (widget), (gpointer *) &widget);
  gtk_window_destroy (GTK_WINDOW (window));
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (widget);
}

static GtkWidget *
find_below (GtkWidget *root, GType type, guint *index)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found;

      if (g_type_is_a (G_OBJECT_TYPE (child), type) && (*index)-- == 0)
        return child;
      found = find_below (child, type, index);
      if (found != NULL)
        return found;
    }
  return NULL;
}

GtkWidget *
stage_find (GtkWidget *root, GType type, guint index)
{
  return find_below (root, type, &index);
}

gboolean
stage_reads (GtkWidget *root, const char *text)
{
  GtkWidget *label;

  for (guint i = 0; (label = stage_find (root, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (gtk_widget_get_mapped (label) && g_str_equal (gtk_label_get_text (GTK_LABEL (label)), text))
      return TRUE;
  return FALSE;
}

guint32
stage_pixel (GtkWidget *widget, int x, int y)
{
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autofree guint32 *pixels = g_new0 (guint32, (gsize) width * height);

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (gtk_widget_get_native (widget)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  gdk_texture_download (texture, (guchar *) pixels, (gsize) width * 4);
  return pixels[(gsize) y * width + x] & 0xffffff;
}

gpointer
stage_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (g_type_is_a (G_OBJECT_TYPE (controller), type))
        return controller;   /* the widget keeps it */
    }
  return NULL;
}

static gboolean
press_if (GtkShortcut *shortcut, GtkWidget *widget, const char *key)
{
  g_autofree char *trigger = gtk_shortcut_trigger_to_string (gtk_shortcut_get_trigger (shortcut));

  return g_str_equal (trigger, key) &&
         gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget, gtk_shortcut_get_arguments (shortcut));
}

gboolean
stage_press (GtkWidget *widget, const char *key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (controller)); j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);

          if (press_if (shortcut, widget, key))
            return TRUE;
        }
    }
  return FALSE;
}

gboolean
stage_click (GtkWidget *root, const char *name)
{
  GtkWidget *button;

  for (guint i = 0; (button = stage_find (root, GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (gtk_widget_get_mapped (button) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), name) == 0)
      {
        g_signal_emit_by_name (button, "clicked");
        return TRUE;
      }
  return FALSE;
}
