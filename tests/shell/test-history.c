/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history of plans: steps, drags and what an undo forgets. */

#include "shell/history.h"
#include "stage.h"

static TokPlan plan;

static TokHistory *
history_new (void)
{
  TokSession *session = stage_session_new ();

  tok_plan_copy (tok_session_get_plan (session), &plan);
  g_object_unref (session);
  return tok_history_new (&plan);
}

static void
history_free (TokHistory *history)
{
  tok_history_free (history);
  tok_plan_clear (&plan);
}

static void
change (TokHistory *history, TokParam param, double value, double seconds)
{
  g_assert_true (tok_plan_set (&plan, param, value));
  tok_history_add (history, &plan, tok_plan_param_info (param)->name, param, seconds);
}

static double
bandwidth_of (const TokPlan *state)
{
  g_assert_nonnull (state);
  return tok_plan_get (state, TOK_PARAM_BANDWIDTH);
}

static void
test_a_new_history_has_nothing_to_undo (void)
{
  TokHistory *history = history_new ();

  g_assert_null (tok_history_undo_label (history));
  g_assert_null (tok_history_redo_label (history));
  g_assert_null (tok_history_undo (history));
  g_assert_null (tok_history_redo (history));
  history_free (history);
}

static void
test_undo_and_redo_go_through_every_state (void)
{
  TokHistory *history = history_new ();
  double first = tok_plan_get (&plan, TOK_PARAM_BANDWIDTH);

  change (history, TOK_PARAM_BANDWIDTH, 500, 0);
  change (history, TOK_PARAM_CONTEXT, 4096, 10);
  g_assert_cmpstr (tok_history_undo_label (history), ==, "context");
  g_assert_cmpfloat (bandwidth_of (tok_history_undo (history)), ==, 500);
  g_assert_cmpstr (tok_history_undo_label (history), ==, "bandwidth");
  g_assert_cmpstr (tok_history_redo_label (history), ==, "context");
  g_assert_cmpfloat (bandwidth_of (tok_history_undo (history)), ==, first);
  g_assert_null (tok_history_undo (history));
  g_assert_cmpfloat (bandwidth_of (tok_history_redo (history)), ==, 500);
  g_assert_cmpfloat (tok_plan_get (tok_history_redo (history), TOK_PARAM_CONTEXT), ==, 4096);
  g_assert_null (tok_history_redo (history));
  history_free (history);
}

static void
test_a_drag_is_one_step (void)
{
  TokHistory *history = history_new ();
  double first = tok_plan_get (&plan, TOK_PARAM_BANDWIDTH);

  /* Longer than the limit as a whole, but without a pause. */
  for (int i = 0; i < 40; i++)
    change (history, TOK_PARAM_BANDWIDTH, 500 + i, 0.1 * i);
  g_assert_cmpfloat (bandwidth_of (tok_history_undo (history)), ==, first);
  g_assert_cmpfloat (bandwidth_of (tok_history_redo (history)), ==, 539);
  history_free (history);
}

static void
test_a_pause_or_another_parameter_ends_a_drag (void)
{
  TokHistory *history = history_new ();

  change (history, TOK_PARAM_BANDWIDTH, 500, 0);
  change (history, TOK_PARAM_BANDWIDTH, 600, TOK_HISTORY_MERGE_SECONDS);
  change (history, TOK_PARAM_CONTEXT, 4096, 1.1);
  change (history, TOK_PARAM_BANDWIDTH, 700, 1.2);
  g_assert_cmpfloat (bandwidth_of (tok_history_undo (history)), ==, 600);
  g_assert_cmpfloat (bandwidth_of (tok_history_undo (history)), ==, 600);
  g_assert_cmpfloat (bandwidth_of (tok_history_undo (history)), ==, 500);
  history_free (history);
}

static void
test_a_change_after_undo_forgets_what_was_undone (void)
{
  TokHistory *history = history_new ();
  const TokPlan *state;

  change (history, TOK_PARAM_BANDWIDTH, 500, 0);
  change (history, TOK_PARAM_BANDWIDTH, 600, 10);
  state = tok_history_undo (history);
  tok_plan_clear (&plan);
  tok_plan_copy (state, &plan);
  /* At once: it must not become a part of the step that was reached. */
  change (history, TOK_PARAM_BANDWIDTH, 700, 0.1);
  g_assert_null (tok_history_redo_label (history));
  g_assert_cmpfloat (bandwidth_of (tok_history_undo (history)), ==, 500);
  history_free (history);
}

static void
test_changes_without_subject_never_merge (void)
{
  TokHistory *history = history_new ();

  tok_plan_set (&plan, TOK_PARAM_BANDWIDTH, 500);
  tok_history_add (history, &plan, "one", TOK_HISTORY_NO_SUBJECT, 0);
  tok_plan_set (&plan, TOK_PARAM_BANDWIDTH, 600);
  tok_history_add (history, &plan, "two", TOK_HISTORY_NO_SUBJECT, 0);
  tok_history_undo (history);
  g_assert_cmpstr (tok_history_undo_label (history), ==, "one");
  history_free (history);
}

/* As when the device is picked again that the plan has. */
static void
test_what_changes_nothing_is_no_step (void)
{
  TokHistory *history = history_new ();

  change (history, TOK_PARAM_BANDWIDTH, 500, 0);
  tok_history_undo (history);
  tok_plan_set (&plan, TOK_PARAM_BANDWIDTH, 1008);
  tok_history_add (history, &plan, "same", TOK_HISTORY_NO_SUBJECT, 10);
  g_assert_null (tok_history_undo_label (history));
  g_assert_cmpstr (tok_history_redo_label (history), ==, "bandwidth");
  history_free (history);
}

static void
test_the_oldest_step_goes_first (void)
{
  TokHistory *history = history_new ();
  guint n_steps = 0;
  double oldest = 0;
  const TokPlan *state;

  for (int i = 1; i <= TOK_HISTORY_LIMIT + 10; i++)
    change (history, TOK_PARAM_BANDWIDTH, 100 + i, 10.0 * i);
  while ((state = tok_history_undo (history)) != NULL)
    {
      n_steps++;
      oldest = bandwidth_of (state);
    }
  g_assert_cmpuint (n_steps, ==, TOK_HISTORY_LIMIT);
  g_assert_cmpfloat (oldest, ==, 110);
  history_free (history);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/history/a-new-history-has-nothing-to-undo", test_a_new_history_has_nothing_to_undo);
  g_test_add_func ("/history/undo-and-redo-go-through-every-state", test_undo_and_redo_go_through_every_state);
  g_test_add_func ("/history/a-drag-is-one-step", test_a_drag_is_one_step);
  g_test_add_func ("/history/a-pause-or-another-parameter-ends-a-drag", test_a_pause_or_another_parameter_ends_a_drag);
  g_test_add_func ("/history/a-change-after-undo-forgets-what-was-undone", test_a_change_after_undo_forgets_what_was_undone);
  g_test_add_func ("/history/changes-without-subject-never-merge", test_changes_without_subject_never_merge);
  g_test_add_func ("/history/what-changes-nothing-is-no-step", test_what_changes_nothing_is_no_step);
  g_test_add_func ("/history/the-oldest-step-goes-first", test_the_oldest_step_goes_first);
  return g_test_run ();
}
