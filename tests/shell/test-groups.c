/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The groups of the side panel: every template builds, ways back work, and only what has a say is there. */

#include "shell/context-group.h"
#include "shell/engine-group.h"
#include "shell/machine-group.h"
#include "shell/model-group.h"
#include "shell/param-row.h"
#include "shell/split-group.h"
#include "stage.h"

static TokSession *session;
static GtkWidget *window;

static void
open_group (GType type)
{
  GtkWidget *expander;

  session = stage_session_new ();
  window = stage_open (g_object_new (type, "session", session, NULL), 420, 800);
  for (guint i = 0; (expander = stage_find (window, GTK_TYPE_EXPANDER, i)) != NULL; i++)
    gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  stage_settle (window);
}

static void
close_group (void)
{
  stage_close (window);
  g_assert_finalize_object (session);
}

static TokRow *
row_of (TokParam param)
{
  GtkWidget *row;

  for (guint i = 0; (row = stage_find (window, TOK_TYPE_ROW, i)) != NULL; i++)
    if (tok_row_get_param (TOK_ROW (row)) == param)
      return TOK_ROW (row);
  g_assert_not_reached ();
}

static gboolean
is_there (TokParam param)
{
  stage_settle (window);
  return gtk_widget_get_mapped (GTK_WIDGET (row_of (param)));
}

static void
pick_model (const char *id)
{
  tok_session_set_model (session, tok_catalog_find_model (tok_session_get_catalog (session), id)->architecture);
}

static void
pick_device (const char *id)
{
  tok_session_set_device (session, &tok_catalog_find_device (tok_session_get_catalog (session), id)->device);
}

static GtkWidget *
reset_button (void)
{
  GtkWidget *button;

  for (guint i = 0; (button = stage_find (window, GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (button)), "edit-undo-symbolic") == 0)
      return button;
  g_assert_not_reached ();
}

static void
test_every_group_builds_and_goes (void)
{
  const GType types[] = { TOK_TYPE_MACHINE_GROUP, TOK_TYPE_MODEL_GROUP, TOK_TYPE_CONTEXT_GROUP, TOK_TYPE_SPLIT_GROUP,
                          TOK_TYPE_ENGINE_GROUP };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      open_group (types[i]);
      g_assert_nonnull (stage_find (window, TOK_TYPE_ROW, 0));
      close_group ();
    }
}

static void
test_an_edited_device_can_be_reset (void)
{
  open_group (TOK_TYPE_MACHINE_GROUP);
  g_assert_false (gtk_widget_get_visible (reset_button ()));
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 500);
  g_assert_true (gtk_widget_get_visible (reset_button ()));
  g_signal_emit_by_name (reset_button (), "clicked");
  g_assert_cmpfloat (tok_session_get_value (session, TOK_PARAM_BANDWIDTH), ==, 1008);
  g_assert_false (gtk_widget_get_visible (reset_button ()));
  close_group ();
}

static void
test_a_custom_model_can_be_reset (void)
{
  double before;

  open_group (TOK_TYPE_MODEL_GROUP);
  before = tok_session_get_value (session, TOK_PARAM_PARAMETERS);
  tok_session_set_param (session, TOK_PARAM_PARAMETERS, 12);
  g_assert_true (gtk_widget_get_visible (reset_button ()));
  g_signal_emit_by_name (reset_button (), "clicked");
  g_assert_cmpfloat (tok_session_get_value (session, TOK_PARAM_PARAMETERS), ==, before);
  close_group ();
}

static void
test_experts_are_there_for_models_that_have_them (void)
{
  open_group (TOK_TYPE_MODEL_GROUP);
  g_assert_false (is_there (TOK_PARAM_ACTIVE_PARAMETERS));
  pick_model ("qwen3-30b-a3b");
  g_assert_true (is_there (TOK_PARAM_ACTIVE_PARAMETERS));
  close_group ();

  open_group (TOK_TYPE_SPLIT_GROUP);
  g_assert_false (is_there (TOK_PARAM_EXPERT_LAYERS_CPU));
  pick_model ("qwen3-30b-a3b");
  g_assert_true (is_there (TOK_PARAM_EXPERT_LAYERS_CPU));
  close_group ();
}

static void
test_a_processor_alone_has_no_host_and_nothing_to_split (void)
{
  open_group (TOK_TYPE_MACHINE_GROUP);
  g_assert_true (is_there (TOK_PARAM_HOST_BANDWIDTH));
  pick_device ("cpu-dual-ddr5-6000");
  g_assert_false (is_there (TOK_PARAM_HOST_BANDWIDTH));
  close_group ();

  open_group (TOK_TYPE_SPLIT_GROUP);
  pick_device ("cpu-dual-ddr5-6000");
  g_assert_false (gtk_widget_is_sensitive (GTK_WIDGET (row_of (TOK_PARAM_GPU_LAYERS))));
  close_group ();
}

static void
test_the_context_slider_ends_with_the_model (void)
{
  double maximum;

  open_group (TOK_TYPE_CONTEXT_GROUP);
  g_object_get (row_of (TOK_PARAM_CONTEXT), "slider-maximum", &maximum, NULL);
  g_assert_cmpfloat (maximum, ==, 131072);   /* Llama 3.1 */
  pick_model ("llama-2-7b");
  stage_settle (window);
  g_object_get (row_of (TOK_PARAM_CONTEXT), "slider-maximum", &maximum, NULL);
  g_assert_cmpfloat (maximum, ==, 4096);
  close_group ();
}

static void
test_the_file_type_slider_stays_with_its_engine (void)
{
  double maximum, minimum;

  open_group (TOK_TYPE_MODEL_GROUP);
  g_object_get (row_of (TOK_PARAM_FILE_TYPE), "slider-maximum", &maximum, NULL);
  g_assert_cmpfloat (maximum, ==, TOK_FILE_F32);
  tok_session_set_param (session, TOK_PARAM_FILE_TYPE, TOK_FILE_AWQ);
  g_object_get (row_of (TOK_PARAM_FILE_TYPE), "slider-minimum", &minimum, NULL);
  g_assert_cmpfloat (minimum, ==, TOK_FILE_F32 + 1);
  close_group ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/groups/every-group-builds-and-goes", test_every_group_builds_and_goes);
  g_test_add_func ("/groups/an-edited-device-can-be-reset", test_an_edited_device_can_be_reset);
  g_test_add_func ("/groups/a-custom-model-can-be-reset", test_a_custom_model_can_be_reset);
  g_test_add_func ("/groups/experts-are-there-for-models-that-have-them", test_experts_are_there_for_models_that_have_them);
  g_test_add_func ("/groups/a-processor-alone-has-no-host-and-nothing-to-split",
                   test_a_processor_alone_has_no_host_and_nothing_to_split);
  g_test_add_func ("/groups/the-context-slider-ends-with-the-model", test_the_context_slider_ends_with_the_model);
  g_test_add_func ("/groups/the-file-type-slider-stays-with-its-engine", test_the_file_type_slider_stays_with_its_engine);
  return g_test_run ();
}
