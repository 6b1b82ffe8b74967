/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The session: one plan, its estimate, its history, and adjustments in step with it. */

#include "shell/session.h"
#include "stage.h"

static TokSession *session;
static guint n_changes;

static void
on_changed (TokSession *changed, gpointer unused)
{
  n_changes++;
}

static void
set_up (void)
{
  session = stage_session_new ();
  n_changes = 0;
  g_signal_connect (session, "changed", G_CALLBACK (on_changed), NULL);
}

static void
tear_down (void)
{
  g_assert_finalize_object (session);
}

static double
get (TokParam param)
{
  return tok_plan_get (tok_session_get_plan (session), param);
}

static gboolean
flag (const char *property)
{
  gboolean value;

  g_object_get (session, property, &value, NULL);
  return value;
}

static double
speed (void)
{
  return tok_session_get_estimate (session)->decode.tok_s.likely;
}

static void
test_starts_with_a_well_known_plan (void)
{
  set_up ();
  g_assert_cmpstr (tok_session_get_plan (session)->devices[0].device.id, ==, "geforce-rtx-4090");
  g_assert_cmpstr (tok_session_get_plan (session)->base->id, ==, "llama-3.1-8b");
  g_assert_false (flag ("modified"));
  g_assert_false (flag ("can-undo"));
  g_assert_null (tok_session_get_file (session));
  tear_down ();
}

static void
test_a_change_is_told_once_and_changes_the_estimate (void)
{
  double before;

  set_up ();
  before = speed ();
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 504);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpfloat (speed (), <, 0.7 * before);
  g_assert_true (flag ("modified"));
  tear_down ();
}

static void
test_the_same_value_is_no_change (void)
{
  set_up ();
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, get (TOK_PARAM_BANDWIDTH));
  g_assert_cmpuint (n_changes, ==, 0);
  g_assert_false (flag ("can-undo"));
  tear_down ();
}

static void
test_undo_and_redo_bring_back_plan_and_flags (void)
{
  double before;

  set_up ();
  before = get (TOK_PARAM_BANDWIDTH);
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 504);
  g_assert_nonnull (tok_session_get_undo_label (session));
  tok_session_undo (session);
  g_assert_cmpfloat (get (TOK_PARAM_BANDWIDTH), ==, before);
  g_assert_false (flag ("modified"));
  g_assert_false (flag ("can-undo"));
  g_assert_true (flag ("can-redo"));
  tok_session_redo (session);
  g_assert_cmpfloat (get (TOK_PARAM_BANDWIDTH), ==, 504);
  g_assert_false (flag ("can-redo"));
  tear_down ();
}

static void
test_a_drag_is_undone_at_once (void)
{
  double before;

  set_up ();
  before = get (TOK_PARAM_CONTEXT);
  for (int i = 1; i <= 20; i++)
    tok_session_set_param (session, TOK_PARAM_CONTEXT, 1000 * i);
  g_assert_cmpuint (n_changes, ==, 20);
  tok_session_undo (session);
  g_assert_cmpfloat (get (TOK_PARAM_CONTEXT), ==, before);
  tear_down ();
}

static void
test_adjustment_and_plan_follow_each_other (void)
{
  GtkAdjustment *adjustment;

  set_up ();
  adjustment = tok_session_get_adjustment (session, TOK_PARAM_BANDWIDTH);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, get (TOK_PARAM_BANDWIDTH));
  gtk_adjustment_set_value (adjustment, 640);
  g_assert_cmpfloat (get (TOK_PARAM_BANDWIDTH), ==, 640);
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 320);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 320);
  g_assert_cmpuint (n_changes, ==, 2);
  tok_session_undo (session);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, get (TOK_PARAM_BANDWIDTH));
  tear_down ();
}

static void
test_an_automatic_value_shows_what_it_comes_to_and_stays_automatic (void)
{
  GtkAdjustment *depth;

  set_up ();
  depth = tok_session_get_adjustment (session, TOK_PARAM_DEPTH);
  tok_session_set_param (session, TOK_PARAM_CONTEXT, 4096);
  g_assert_cmpfloat (gtk_adjustment_get_value (depth), ==, 4096);
  g_assert_cmpfloat (gtk_adjustment_get_upper (depth), ==, 4096);
  g_assert_cmpfloat (get (TOK_PARAM_DEPTH), ==, TOK_AUTO);
  g_assert_cmpuint (n_changes, ==, 1);
  gtk_adjustment_set_value (depth, 1024);
  g_assert_cmpfloat (get (TOK_PARAM_DEPTH), ==, 1024);
  tear_down ();
}

static void
test_automatic_layers_are_the_most_that_fit (void)
{
  set_up ();
  g_assert_cmpfloat (tok_session_get_value (session, TOK_PARAM_GPU_LAYERS), ==, 32);   /* Llama 3.1 8B has 32, all fit 24 GiB */
  tok_session_set_param (session, TOK_PARAM_DEVICE_MEMORY, 4);
  g_assert_cmpfloat (tok_session_get_value (session, TOK_PARAM_GPU_LAYERS), ==,
                     tok_session_get_estimate (session)->split.max_gpu_layers);
  g_assert_cmpfloat (tok_session_get_value (session, TOK_PARAM_GPU_LAYERS), <, 32);
  tear_down ();
}

static void
test_a_baseline_stays_while_the_plan_moves (void)
{
  double before;

  set_up ();
  before = get (TOK_PARAM_BANDWIDTH);
  g_object_set (session, "has-baseline", TRUE, NULL);
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 504);
  g_assert_cmpfloat (tok_plan_get (tok_session_get_baseline (session), TOK_PARAM_BANDWIDTH), ==, before);
  g_object_set (session, "has-baseline", FALSE, NULL);
  g_assert_null (tok_session_get_baseline (session));
  g_assert_cmpuint (n_changes, ==, 3);
  tear_down ();
}

static void
test_an_edited_device_has_a_way_back (void)
{
  double before;

  set_up ();
  before = get (TOK_PARAM_DEVICE_MEMORY);
  tok_session_set_param (session, TOK_PARAM_DEVICE_MEMORY, 48);
  g_assert_true (tok_plan_device_is_edited (tok_session_get_plan (session), 0));
  tok_session_reset_device (session);
  g_assert_cmpfloat (get (TOK_PARAM_DEVICE_MEMORY), ==, before);
  tok_session_undo (session);
  g_assert_cmpfloat (get (TOK_PARAM_DEVICE_MEMORY), ==, 48);
  tear_down ();
}

static void
test_charts_are_kept_until_something_changes (void)
{
  const TokChartSpec *chart;
  double first;

  set_up ();
  chart = tok_session_get_chart (session, "context");
  g_assert_nonnull (chart);
  g_assert_true (tok_session_get_chart (session, "context") == chart);
  first = chart->mark_y;
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 504);
  g_assert_cmpfloat (tok_session_get_chart (session, "context")->mark_y, <, first);
  tear_down ();
}

static GFile *
temporary_file (const char *name, const char *contents)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);

  if (contents != NULL)
    g_assert_true (g_file_set_contents (path, contents, -1, NULL));
  return g_file_new_for_path (path);
}

static void
test_a_plan_comes_back_from_its_file (void)
{
  g_autoptr (GFile) file = temporary_file ("tokplan-test-session.tokplan", NULL);
  g_autoptr (TokSession) other = stage_session_new ();
  g_autofree char *name = NULL;

  set_up ();
  tok_session_set_param (session, TOK_PARAM_CONTEXT, 5000);
  g_assert_true (tok_session_save (session, file, NULL));
  g_assert_false (flag ("modified"));
  g_assert_true (tok_session_open (other, file, NULL));
  g_assert_true (tok_plan_equal (tok_session_get_plan (session), tok_session_get_plan (other)));
  g_object_get (other, "name", &name, NULL);
  g_assert_cmpstr (name, ==, "tokplan-test-session");
  g_assert_null (tok_session_get_undo_label (other));
  g_file_delete (file, NULL, NULL);
  tear_down ();
}

static void
test_opening_a_plan_can_be_undone (void)
{
  g_autoptr (GFile) file = temporary_file ("tokplan-test-undo.tokplan", NULL);

  set_up ();
  g_assert_true (tok_session_save (session, file, NULL));
  tok_session_set_param (session, TOK_PARAM_CONTEXT, 5000);
  g_assert_true (tok_session_open (session, file, NULL));
  g_assert_cmpfloat (get (TOK_PARAM_CONTEXT), ==, 16384);
  g_assert_false (flag ("modified"));
  tok_session_undo (session);
  g_assert_cmpfloat (get (TOK_PARAM_CONTEXT), ==, 5000);
  g_assert_true (flag ("modified"));
  /* Saving now must not replace the file that was opened. */
  g_assert_null (tok_session_get_file (session));
  g_file_delete (file, NULL, NULL);
  tear_down ();
}

static void
test_a_broken_file_changes_nothing (void)
{
  g_autoptr (GFile) file = temporary_file ("tokplan-test-broken.tokplan", "{\"format\": ");
  g_autoptr (GError) error = NULL;

  set_up ();
  tok_session_set_param (session, TOK_PARAM_CONTEXT, 5000);
  g_assert_false (tok_session_open (session, file, &error));
  g_assert_nonnull (error);
  g_assert_cmpfloat (get (TOK_PARAM_CONTEXT), ==, 5000);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_true (flag ("can-undo"));
  g_assert_null (tok_session_get_file (session));
  g_file_delete (file, NULL, NULL);
  tear_down ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/starts-with-a-well-known-plan", test_starts_with_a_well_known_plan);
  g_test_add_func ("/session/a-change-is-told-once-and-changes-the-estimate", test_a_change_is_told_once_and_changes_the_estimate);
  g_test_add_func ("/session/the-same-value-is-no-change", test_the_same_value_is_no_change);
  g_test_add_func ("/session/undo-and-redo-bring-back-plan-and-flags", test_undo_and_redo_bring_back_plan_and_flags);
  g_test_add_func ("/session/a-drag-is-undone-at-once", test_a_drag_is_undone_at_once);
  g_test_add_func ("/session/adjustment-and-plan-follow-each-other", test_adjustment_and_plan_follow_each_other);
  g_test_add_func ("/session/an-automatic-value-shows-what-it-comes-to-and-stays-automatic",
                   test_an_automatic_value_shows_what_it_comes_to_and_stays_automatic);
  g_test_add_func ("/session/automatic-layers-are-the-most-that-fit", test_automatic_layers_are_the_most_that_fit);
  g_test_add_func ("/session/a-baseline-stays-while-the-plan-moves", test_a_baseline_stays_while_the_plan_moves);
  g_test_add_func ("/session/an-edited-device-has-a-way-back", test_an_edited_device_has_a_way_back);
  g_test_add_func ("/session/charts-are-kept-until-something-changes", test_charts_are_kept_until_something_changes);
  g_test_add_func ("/session/a-plan-comes-back-from-its-file", test_a_plan_comes_back_from_its_file);
  g_test_add_func ("/session/opening-a-plan-can-be-undone", test_opening_a_plan_can_be_undone);
  g_test_add_func ("/session/a-broken-file-changes-nothing", test_a_broken_file_changes_nothing);
  return g_test_run ();
}
