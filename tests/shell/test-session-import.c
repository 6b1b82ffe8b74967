/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes from outside is a step of the history, and a calibration follows the measurements it rests on. */

#include "imported.h"
#include "stage.h"

static TokSession *session;

static void
set_up (void)
{
  session = stage_session_new ();
}

static void
tear_down (void)
{
  g_assert_finalize_object (session);
}

static void
bring (const char *text)
{
  g_autoptr (TokImport) import = imported_new (session, text);

  tok_session_import (session, import);
}

static guint
n_rows (void)
{
  const TokMeasurements *measurements = tok_session_get_plan (session)->measurements;

  return measurements != NULL ? measurements->rows->len : 0;
}

static TokBasis
basis (void)
{
  return tok_session_get_estimate (session)->basis;
}

static void
test_a_model_becomes_the_plans_and_can_be_undone (void)
{
  const TokPlan *plan;

  set_up ();
  plan = tok_session_get_plan (session);
  bring (imported_config);
  g_assert_cmpuint (plan->model->architecture->n_layers, ==, 4);
  g_assert_cmpstr (plan->base->id, ==, "");
  g_assert_nonnull (strstr (tok_session_get_undo_label (session), plan->base->name));
  tok_session_undo (session);
  g_assert_cmpstr (plan->base->id, ==, "llama-3.1-8b");
  tok_session_redo (session);
  g_assert_cmpuint (plan->model->architecture->n_layers, ==, 4);
  tear_down ();
}

static void
test_a_changed_model_goes_back_to_that_of_its_file (void)
{
  const TokPlan *plan;
  double billions;

  set_up ();
  plan = tok_session_get_plan (session);
  bring (imported_config);
  billions = tok_plan_get (plan, TOK_PARAM_PARAMETERS);
  tok_session_set_param (session, TOK_PARAM_PARAMETERS, 2 * billions);
  g_assert_true (tok_plan_model_is_custom (plan));
  tok_session_reset_model (session);
  g_assert_false (tok_plan_model_is_custom (plan));
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_PARAMETERS), ==, billions);
  g_assert_cmpstr (plan->base->id, ==, "");
  tear_down ();
}

static void
test_measurements_are_added_once_and_can_be_undone (void)
{
  set_up ();
  bring (imported_table);
  g_assert_cmpuint (n_rows (), ==, IMPORTED_ROWS);
  bring (imported_table);
  g_assert_cmpuint (n_rows (), ==, IMPORTED_ROWS);
  tok_session_undo (session);
  g_assert_cmpuint (n_rows (), ==, 0);
  g_assert_null (tok_session_get_undo_label (session));
  tear_down ();
}

static void
test_measurements_alone_change_no_estimate (void)
{
  double before;

  set_up ();
  before = tok_session_get_estimate (session)->decode.tok_s.likely;
  bring (imported_table);
  g_assert_cmpfloat (tok_session_get_estimate (session)->decode.tok_s.likely, ==, before);
  g_assert_cmpint (basis (), !=, TOK_BASIS_MEASUREMENT);
  tear_down ();
}

static void
test_a_calibration_is_the_basis_until_it_is_removed (void)
{
  TokBasis before;

  set_up ();
  before = basis ();
  bring (imported_table);
  tok_session_set_calibrated (session, TRUE);
  g_assert_cmpint (basis (), ==, TOK_BASIS_MEASUREMENT);
  tok_session_set_calibrated (session, FALSE);
  g_assert_cmpint (basis (), ==, before);
  g_assert_cmpuint (n_rows (), ==, IMPORTED_ROWS);
  tok_session_undo (session);
  g_assert_cmpint (basis (), ==, TOK_BASIS_MEASUREMENT);
  tok_session_undo (session);
  g_assert_cmpint (basis (), ==, before);
  tear_down ();
}

static void
test_a_calibration_follows_its_measurements (void)
{
  const TokPlan *plan;

  set_up ();
  plan = tok_session_get_plan (session);
  bring (imported_table);
  tok_session_set_calibrated (session, TRUE);
  g_assert_cmpuint (plan->calibration.decode.n_rows, ==, 2);
  g_assert_cmpuint (plan->calibration.prefill.n_rows, ==, 1);
  tok_session_remove_measurement (session, 1);
  g_assert_cmpuint (n_rows (), ==, 2);
  g_assert_cmpuint (plan->calibration.decode.n_rows, ==, 1);
  tok_session_remove_measurements (session);
  g_assert_null (plan->measurements);
  g_assert_cmpint (basis (), !=, TOK_BASIS_MEASUREMENT);
  tok_session_undo (session);
  g_assert_cmpuint (plan->calibration.decode.n_rows, ==, 1);
  tear_down ();
}

static void
test_all_of_it_comes_back_from_the_plans_file (void)
{
  g_autoptr (GFile) file = imported_file ("measured.tokplan", "");
  g_autoptr (TokSession) other = stage_session_new ();

  set_up ();
  bring (imported_config);
  bring (imported_table);
  tok_session_set_calibrated (session, TRUE);
  g_assert_true (tok_session_save (session, file, NULL));
  g_assert_true (tok_session_open (other, file, NULL));
  g_assert_true (tok_measurements_equal (tok_session_get_plan (other)->measurements, tok_session_get_plan (session)->measurements));
  g_assert_true (tok_calibration_equal (&tok_session_get_plan (other)->calibration, &tok_session_get_plan (session)->calibration));
  g_assert_cmpfloat (tok_session_get_estimate (other)->decode.tok_s.likely, ==,
                     tok_session_get_estimate (session)->decode.tok_s.likely);
  imported_delete (file);
  tear_down ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session-import/a-model-becomes-the-plans-and-can-be-undone", test_a_model_becomes_the_plans_and_can_be_undone);
  g_test_add_func ("/session-import/a-changed-model-goes-back-to-that-of-its-file",
                   test_a_changed_model_goes_back_to_that_of_its_file);
  g_test_add_func ("/session-import/measurements-are-added-once-and-can-be-undone",
                   test_measurements_are_added_once_and_can_be_undone);
  g_test_add_func ("/session-import/measurements-alone-change-no-estimate", test_measurements_alone_change_no_estimate);
  g_test_add_func ("/session-import/a-calibration-is-the-basis-until-it-is-removed",
                   test_a_calibration_is_the_basis_until_it_is_removed);
  g_test_add_func ("/session-import/a-calibration-follows-its-measurements", test_a_calibration_follows_its_measurements);
  g_test_add_func ("/session-import/all-of-it-comes-back-from-the-plans-file", test_all_of_it_comes_back_from_the_plans_file);
  return g_test_run ();
}
