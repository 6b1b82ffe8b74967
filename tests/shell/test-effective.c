/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What automatic values come to, and which parameters have a say. */

#include "shell/effective.h"
#include "stage.h"

static TokSession *session;

static double
value (TokParam param)
{
  return tok_effective_value (tok_session_get_plan (session), tok_session_get_estimate (session), param);
}

static gboolean
applies (TokParam param)
{
  return tok_effective_applies (tok_session_get_plan (session), param);
}

static void
pick_device (const char *id)
{
  tok_session_set_device (session, &tok_catalog_find_device (tok_session_get_catalog (session), id)->device);
}

static void
test_automatic_values_are_those_of_the_estimate (void)
{
  session = stage_session_new ();
  g_assert_cmpfloat (value (TOK_PARAM_LAYERS), ==, 32);
  g_assert_cmpfloat (value (TOK_PARAM_DEPTH), ==, 16384);
  g_assert_cmpfloat (value (TOK_PARAM_GPU_LAYERS), ==, 32);
  g_assert_cmpfloat (value (TOK_PARAM_ENGINE), ==, TOK_ENGINE_LLAMA_CUDA);
  g_assert_cmpfloat (value (TOK_PARAM_OS), ==, TOK_OS_LINUX);
  g_assert_cmpfloat (value (TOK_PARAM_FILE_BYTES), ==, tok_session_get_plan (session)->model->file_bytes);
  g_object_unref (session);
}

static void
test_no_automatic_value_is_negative (void)
{
  session = stage_session_new ();
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    g_assert_cmpfloat (value (param), >=, 0);
  g_object_unref (session);
}

static void
test_a_value_that_was_set_is_itself (void)
{
  session = stage_session_new ();
  tok_session_set_param (session, TOK_PARAM_GPU_LAYERS, 7);
  tok_session_set_param (session, TOK_PARAM_RESERVE, 2.5);
  g_assert_cmpfloat (value (TOK_PARAM_GPU_LAYERS), ==, 7);
  g_assert_cmpfloat (value (TOK_PARAM_RESERVE), ==, 2.5);
  g_object_unref (session);
}

static void
test_one_memory_has_no_host_of_its_own (void)
{
  session = stage_session_new ();
  g_assert_true (applies (TOK_PARAM_HOST_MEMORY));
  pick_device ("cpu-dual-ddr5-6000");
  g_assert_false (applies (TOK_PARAM_HOST_MEMORY));
  g_assert_false (applies (TOK_PARAM_LINK));
  g_assert_false (applies (TOK_PARAM_KV_ON_CPU));
  g_object_unref (session);
}

static void
test_experts_and_windows_are_asked_of_models_that_have_them (void)
{
  session = stage_session_new ();
  g_assert_false (applies (TOK_PARAM_ACTIVE_PARAMETERS));
  g_assert_false (applies (TOK_PARAM_EXPERT_LAYERS_CPU));
  g_assert_false (applies (TOK_PARAM_FULL_WINDOW));
  tok_session_set_model (session, tok_catalog_find_model (tok_session_get_catalog (session), "qwen3-30b-a3b")->architecture);
  g_assert_true (applies (TOK_PARAM_ACTIVE_PARAMETERS));
  g_assert_true (applies (TOK_PARAM_EXPERT_LAYERS_CPU));
  g_object_unref (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/effective/automatic-values-are-those-of-the-estimate", test_automatic_values_are_those_of_the_estimate);
  g_test_add_func ("/effective/no-automatic-value-is-negative", test_no_automatic_value_is_negative);
  g_test_add_func ("/effective/a-value-that-was-set-is-itself", test_a_value_that_was_set_is_itself);
  g_test_add_func ("/effective/one-memory-has-no-host-of-its-own", test_one_memory_has_no_host_of_its_own);
  g_test_add_func ("/effective/experts-and-windows-are-asked-of-models-that-have-them",
                   test_experts_and_windows_are_asked_of_models_that_have_them);
  return g_test_run ();
}
