/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window as a whole: actions by name, files, sizes, names for everything that can be used, and nothing left when it closes. */

#include <glib/gstdio.h>

#include "present/sentences.h"
#include "shell/accuracy-page.h"
#include "shell/measure-page.h"
#include "shell/overview-page.h"
#include "shell/param-row.h"
#include "shell/side-view.h"
#include "shell/speed-card.h"
#include "shell/window-private.h"
#include "imported.h"
#include "stage.h"

static TokApplication *application;
static TokWindow *window;
static TokSession *session;

static void
open_window (int width, int height)
{
  window = tok_window_new (application);
  session = tok_window_get_session (window);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_present (GTK_WINDOW (window));
  stage_settle (GTK_WIDGET (window));
  stage_settle (GTK_WIDGET (window));
}

static void
close_window (void)
{
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  g_object_add_weak_pointer (G_OBJECT (session), (gpointer *) &session);
  gtk_window_destroy (GTK_WINDOW (window));
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (window);
  g_assert_null (session);
}

static void
act (const char *action)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), action, NULL);
}

static gboolean
is_enabled (const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), action);
}

static gboolean
is_on (const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (window), action);

  return g_variant_get_boolean (state);
}

static gboolean
reads_summary (void)
{
  g_autofree char *summary = tok_sentence_summary (tok_session_get_plan (session));

  stage_settle (GTK_WIDGET (window));
  return stage_reads (gtk_window_get_titlebar (GTK_WINDOW (window)), summary);
}

static void
test_a_slider_moves_the_figures (void)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  open_window (1280, 800);
  before = tok_sentence_band (tok_session_get_estimate (session));
  g_assert_true (stage_reads (GTK_WIDGET (window), before));
  gtk_adjustment_set_value (tok_session_get_adjustment (session, TOK_PARAM_BANDWIDTH), 504);
  stage_settle (GTK_WIDGET (window));
  after = tok_sentence_band (tok_session_get_estimate (session));
  g_assert_cmpstr (before, !=, after);
  g_assert_true (stage_reads (GTK_WIDGET (window), after));
  close_window ();
}

static void
test_the_header_says_what_the_plan_is (void)
{
  open_window (1280, 800);
  g_assert_true (reads_summary ());
  tok_session_set_param (session, TOK_PARAM_FILE_TYPE, TOK_FILE_Q8_0);
  g_assert_true (reads_summary ());
  close_window ();
}

static void
test_undo_and_redo_are_actions_with_a_state (void)
{
  open_window (1280, 800);
  g_assert_false (is_enabled ("undo"));
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 504);
  g_assert_true (is_enabled ("undo"));
  act ("undo");
  g_assert_cmpfloat (tok_session_get_value (session, TOK_PARAM_BANDWIDTH), ==, 1008);
  g_assert_true (is_enabled ("redo"));
  act ("redo");
  g_assert_cmpfloat (tok_session_get_value (session, TOK_PARAM_BANDWIDTH), ==, 504);
  g_assert_false (is_enabled ("redo"));
  close_window ();
}

static void
test_compare_pins_and_releases_the_baseline (void)
{
  open_window (1280, 800);
  act ("compare");
  g_assert_true (is_on ("compare"));
  g_assert_nonnull (tok_session_get_baseline (session));
  act ("compare");
  g_assert_null (tok_session_get_baseline (session));
  close_window ();
}

static void
test_the_side_panel_can_be_put_away (void)
{
  open_window (1280, 800);
  g_assert_true (is_on ("toggle-panel"));
  act ("toggle-panel");
  stage_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_mapped (stage_find (GTK_WIDGET (window), TOK_TYPE_PARAM_ROW, 0)));
  act ("toggle-panel");
  stage_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (stage_find (GTK_WIDGET (window), TOK_TYPE_PARAM_ROW, 0)));
  close_window ();
}

static void
test_a_hidden_panel_shows_the_plan_when_it_comes_back (void)
{
  GtkWidget *entry;

  open_window (1280, 800);
  act ("toggle-panel");
  stage_settle (GTK_WIDGET (window));
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 504);
  act ("toggle-panel");
  stage_settle (GTK_WIDGET (window));
  entry = stage_find (stage_find (GTK_WIDGET (window), TOK_TYPE_PARAM_ROW, 0), GTK_TYPE_ENTRY, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "504");
  close_window ();
}

static gboolean
shows (GType page)
{
  stage_settle (GTK_WIDGET (window));
  return gtk_widget_get_mapped (stage_find (GTK_WIDGET (window), page, 0));
}

static void
test_pages_are_an_action_with_a_state (void)
{
  open_window (1280, 800);
  g_assert_true (shows (TOK_TYPE_OVERVIEW_PAGE));
  g_assert_false (shows (TOK_TYPE_ACCURACY_PAGE));
  g_action_group_activate_action (G_ACTION_GROUP (window), "page", g_variant_new_string ("accuracy"));
  g_assert_true (shows (TOK_TYPE_ACCURACY_PAGE));
  g_assert_false (shows (TOK_TYPE_OVERVIEW_PAGE));
  g_action_group_activate_action (G_ACTION_GROUP (window), "page", g_variant_new_string ("overview"));
  g_assert_true (shows (TOK_TYPE_OVERVIEW_PAGE));
  close_window ();
}

/* No page asks for so much that the panel has to go. */
static void
test_every_page_leaves_room_for_the_panel (void)
{
  open_window (1020, 700);
  g_assert_true (is_on ("toggle-panel"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "page", g_variant_new_string ("accuracy"));
  g_assert_true (shows (TOK_TYPE_ACCURACY_PAGE));
  g_assert_true (is_on ("toggle-panel"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "page", g_variant_new_string ("measure"));
  g_assert_true (shows (TOK_TYPE_MEASURE_PAGE));
  g_assert_true (is_on ("toggle-panel"));
  close_window ();
}

static void
click_basis (void)
{
  GtkWidget *card = stage_find (GTK_WIDGET (window), TOK_TYPE_SPEED_CARD, 0);
  GtkWidget *button;

  for (guint i = 0; (button = stage_find (card, GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), "win.page") == 0)
      g_signal_emit_by_name (button, "clicked");
}

static void
test_the_basis_leads_to_how_good_the_numbers_are (void)
{
  open_window (900, 600);
  click_basis ();
  g_assert_true (shows (TOK_TYPE_ACCURACY_PAGE));
  close_window ();
}

static void
test_ones_own_measurement_leads_to_where_it_can_be_removed (void)
{
  g_autoptr (TokImport) import = NULL;

  open_window (900, 600);
  import = imported_new (session, imported_table);
  tok_session_import (session, import);
  tok_session_set_calibrated (session, TRUE);
  stage_settle (GTK_WIDGET (window));
  click_basis ();
  g_assert_true (shows (TOK_TYPE_MEASURE_PAGE));
  tok_session_set_calibrated (session, FALSE);
  stage_settle (GTK_WIDGET (window));
  click_basis ();
  g_assert_true (shows (TOK_TYPE_ACCURACY_PAGE));
  close_window ();
}

static void
test_a_broken_file_is_told_in_one_sentence (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "tokplan-test-window.tokplan", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  open_window (1280, 800);
  g_assert_null (tok_window_get_notice (window));
  g_assert_true (g_file_set_contents (path, "not a plan", -1, NULL));
  g_assert_false (tok_window_open_file (window, file));
  g_assert_nonnull (tok_window_get_notice (window));
  g_assert_nonnull (strstr (tok_window_get_notice (window), "tokplan-test-window.tokplan"));
  g_assert_true (tok_window_save_file (window, file));
  g_assert_null (tok_window_get_notice (window));
  g_assert_true (tok_window_open_file (window, file));
  g_file_delete (file, NULL, NULL);
  close_window ();
}

static void
test_saving_where_nobody_may_is_told (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/plan.tokplan");

  open_window (1280, 800);
  g_assert_false (tok_window_save_file (window, file));
  g_assert_nonnull (tok_window_get_notice (window));
  g_assert_null (tok_session_get_file (session));
  close_window ();
}

static void
test_a_name_without_suffix_replaces_no_other_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tokplan-test-XXXXXX", NULL);
  g_autoptr (GFile) typed = g_file_new_build_filename (folder, "plan", NULL);
  g_autoptr (GFile) file = g_file_new_build_filename (folder, "plan.tokplan", NULL);

  open_window (1280, 800);
  g_assert_true (_tok_window_save_chosen (window, typed));
  g_assert_true (g_file_equal (tok_session_get_file (session), file));
  g_assert_false (_tok_window_save_chosen (window, typed));
  g_assert_nonnull (strstr (tok_window_get_notice (window), "plan.tokplan"));
  g_assert_true (_tok_window_save_chosen (window, file));
  g_assert_null (tok_window_get_notice (window));
  g_file_delete (file, NULL, NULL);
  g_rmdir (folder);
  close_window ();
}

static int
minimum_width (void)
{
  int minimum;

  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

static void
test_fits_into_880_pixels (void)
{
  open_window (900, 600);
  g_assert_cmpint (minimum_width (), <=, 880);
  g_assert_false (is_on ("toggle-panel"));
  close_window ();
}

/* Text half as large again still fits a screen of 1280 pixels. */
static void
test_large_text_fits (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", (dpi > 0 ? dpi : 96 * PANGO_SCALE) * 3 / 2, NULL);
  open_window (1280, 800);
  g_assert_cmpint (minimum_width (), <=, 1280);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  close_window ();
}

static gboolean
has_words (GtkWidget *widget)
{
  GtkWidget *label;

  for (guint i = 0; (label = stage_find (widget, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (gtk_label_get_text (GTK_LABEL (label))[0] != '\0')
      return TRUE;
  return FALSE;
}

static gboolean
is_named (GtkWidget *widget)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL)
         || gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
         || gtk_widget_get_tooltip_text (widget) != NULL
         || has_words (widget);
}

/* GTK announces a widget nobody named by the name of its class. */
static void
test_everything_that_can_be_used_has_a_name (void)
{
  const GType types[] = { GTK_TYPE_BUTTON, GTK_TYPE_MENU_BUTTON, GTK_TYPE_ENTRY, GTK_TYPE_SCALE, GTK_TYPE_SWITCH,
                          GTK_TYPE_DROP_DOWN, GTK_TYPE_SEARCH_ENTRY };

  open_window (1280, 800);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkWidget *widget;

      for (guint j = 0; (widget = stage_find (GTK_WIDGET (window), types[i], j)) != NULL; j++)
        if (!is_named (widget) && !is_named (gtk_widget_get_parent (widget)))
          g_error ("%s in %s has no name", G_OBJECT_TYPE_NAME (widget), G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
    }
  close_window ();
}

static void
test_every_shortcut_belongs_to_an_action (void)
{
  g_auto (GStrv) described = NULL;

  open_window (1280, 800);
  described = gtk_application_list_action_descriptions (GTK_APPLICATION (application));
  for (guint i = 0; described[i] != NULL; i++)
    {
      g_autofree char *action = NULL;
      g_autoptr (GVariant) target = NULL;

      g_assert_true (g_action_parse_detailed_name (described[i], &action, &target, NULL));
      if (g_str_has_prefix (action, "win."))
        g_assert_true (g_action_group_has_action (G_ACTION_GROUP (window), action + strlen ("win.")));
      else if (g_str_has_prefix (action, "app."))
        g_assert_true (g_action_group_has_action (G_ACTION_GROUP (application), action + strlen ("app.")));
    }
  close_window ();
}

static void
test_right_to_left_and_dark_draw_without_complaint (void)
{
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", TRUE, NULL);
  open_window (1280, 800);
  close_window ();
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", FALSE, NULL);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

int
main (int argc, char **argv)
{
  int status;

  gtk_test_init (&argc, &argv, NULL);
  application = tok_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));

  g_test_add_func ("/window/a-slider-moves-the-figures", test_a_slider_moves_the_figures);
  g_test_add_func ("/window/the-header-says-what-the-plan-is", test_the_header_says_what_the_plan_is);
  g_test_add_func ("/window/undo-and-redo-are-actions-with-a-state", test_undo_and_redo_are_actions_with_a_state);
  g_test_add_func ("/window/compare-pins-and-releases-the-baseline", test_compare_pins_and_releases_the_baseline);
  g_test_add_func ("/window/the-side-panel-can-be-put-away", test_the_side_panel_can_be_put_away);
  g_test_add_func ("/window/a-hidden-panel-shows-the-plan-when-it-comes-back",
                   test_a_hidden_panel_shows_the_plan_when_it_comes_back);
  g_test_add_func ("/window/pages-are-an-action-with-a-state", test_pages_are_an_action_with_a_state);
  g_test_add_func ("/window/every-page-leaves-room-for-the-panel", test_every_page_leaves_room_for_the_panel);
  g_test_add_func ("/window/the-basis-leads-to-how-good-the-numbers-are", test_the_basis_leads_to_how_good_the_numbers_are);
  g_test_add_func ("/window/ones-own-measurement-leads-to-where-it-can-be-removed",
                   test_ones_own_measurement_leads_to_where_it_can_be_removed);
  g_test_add_func ("/window/a-broken-file-is-told-in-one-sentence", test_a_broken_file_is_told_in_one_sentence);
  g_test_add_func ("/window/saving-where-nobody-may-is-told", test_saving_where_nobody_may_is_told);
  g_test_add_func ("/window/a-name-without-suffix-replaces-no-other-file", test_a_name_without_suffix_replaces_no_other_file);
  g_test_add_func ("/window/fits-into-880-pixels", test_fits_into_880_pixels);
  g_test_add_func ("/window/large-text-fits", test_large_text_fits);
  g_test_add_func ("/window/everything-that-can-be-used-has-a-name", test_everything_that_can_be_used_has_a_name);
  g_test_add_func ("/window/every-shortcut-belongs-to-an-action", test_every_shortcut_belongs_to_an_action);
  g_test_add_func ("/window/right-to-left-and-dark-draw-without-complaint", test_right_to_left_and_dark_draw_without_complaint);
  status = g_test_run ();

  g_object_unref (application);
  return status;
}
