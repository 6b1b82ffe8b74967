/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the side panel: field, slider and Auto say the same and change the same. */

#include <math.h>

#include "present/numbers.h"
#include "shell/param-row.h"
#include "stage.h"

static TokSession *session;
static GtkWidget *window;

static void
open_row (const char *param_name, double slider_minimum, double slider_maximum)
{
  session = stage_session_new ();
  window = stage_open (g_object_new (TOK_TYPE_PARAM_ROW,
                                     "param-name", param_name,
                                     "slider-minimum", slider_minimum,
                                     "slider-maximum", slider_maximum,
                                     "session", session,
                                     NULL),
                       380, 80);
}

static void
close_row (void)
{
  stage_close (window);
  g_assert_finalize_object (session);
}

static GtkEditable *
field (void)
{
  return GTK_EDITABLE (stage_find (window, GTK_TYPE_ENTRY, 0));
}

static GtkAdjustment *
slider (void)
{
  return gtk_range_get_adjustment (GTK_RANGE (stage_find (window, GTK_TYPE_SCALE, 0)));
}

static double
get (TokParam param)
{
  return tok_plan_get (tok_session_get_plan (session), param);
}

static void
type (const char *text)
{
  gtk_editable_set_text (field (), text);
  g_signal_emit_by_name (field (), "activate");
}

static void
assert_field_shows (TokParam param, double value)
{
  g_autofree char *text = tok_format_param (param, value);

  g_assert_cmpstr (gtk_editable_get_text (field ()), ==, text);
}

static void
test_shows_the_plan (void)
{
  open_row ("bandwidth", 10, 8000);
  assert_field_shows (TOK_PARAM_BANDWIDTH, 1008);
  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (slider ()), log2 (1008), 1e-9);
  close_row ();
}

static void
test_a_typed_number_is_taken_as_it_is (void)
{
  open_row ("context", 256, 131072);
  type ("20k");
  g_assert_cmpfloat (get (TOK_PARAM_CONTEXT), ==, 20480);
  assert_field_shows (TOK_PARAM_CONTEXT, 20480);
  close_row ();
}

static void
test_leaving_the_field_takes_what_was_typed (void)
{
  open_row ("bandwidth", 10, 8000);
  gtk_editable_set_text (field (), "777");
  g_signal_emit_by_name (stage_controller (GTK_WIDGET (field ()), GTK_TYPE_EVENT_CONTROLLER_FOCUS), "leave");
  g_assert_cmpfloat (get (TOK_PARAM_BANDWIDTH), ==, 777);
  close_row ();
}

static void
test_nonsense_stays_marked_to_be_corrected_and_changes_nothing (void)
{
  open_row ("bandwidth", 10, 8000);
  type ("fast");
  g_assert_cmpfloat (get (TOK_PARAM_BANDWIDTH), ==, 1008);
  g_assert_cmpstr (gtk_editable_get_text (field ()), ==, "fast");
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (field ()), "error"));
  g_signal_emit_by_name (stage_controller (GTK_WIDGET (field ()), GTK_TYPE_EVENT_CONTROLLER_FOCUS), "leave");
  assert_field_shows (TOK_PARAM_BANDWIDTH, 1008);
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (field ()), "error"));
  type ("fast");
  type ("900");
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (field ()), "error"));
  close_row ();
}

static void
test_a_number_out_of_range_is_limited_and_shown_as_it_is_taken (void)
{
  open_row ("bandwidth", 10, 8000);
  type ("1000000");
  assert_field_shows (TOK_PARAM_BANDWIDTH, tok_plan_param_info (TOK_PARAM_BANDWIDTH)->maximum);
  close_row ();
}

static void
test_an_untouched_field_keeps_the_digits_it_does_not_show (void)
{
  double exact;

  open_row ("parameters", 0.1, 1000);
  exact = get (TOK_PARAM_PARAMETERS);
  g_signal_emit_by_name (field (), "activate");
  g_assert_cmpfloat (get (TOK_PARAM_PARAMETERS), ==, exact);
  g_assert_null (tok_session_get_undo_label (session));
  close_row ();
}

static void
test_the_slider_offers_round_values (void)
{
  open_row ("context", 256, 131072);
  gtk_adjustment_set_value (slider (), log2 (16384) + 1.02);
  g_assert_cmpfloat (get (TOK_PARAM_CONTEXT), ==, 32768);
  g_assert_cmpfloat (gtk_adjustment_get_value (slider ()), ==, 15);
  assert_field_shows (TOK_PARAM_CONTEXT, 32768);
  close_row ();
}

static void
test_the_slider_of_a_value_beyond_it_stays_quiet (void)
{
  open_row ("context", 256, 131072);
  tok_session_set_param (session, TOK_PARAM_CONTEXT, 500000);
  g_assert_cmpfloat (gtk_adjustment_get_value (slider ()), ==, 17);
  g_assert_cmpfloat (get (TOK_PARAM_CONTEXT), ==, 500000);
  close_row ();
}

static void
test_keys_go_to_the_next_round_value (void)
{
  gboolean handled;

  open_row ("context", 256, 131072);
  g_signal_emit_by_name (stage_find (window, GTK_TYPE_SCALE, 0), "change-value", GTK_SCROLL_STEP_RIGHT, 14.1, &handled);
  g_assert_true (handled);
  g_assert_cmpfloat (get (TOK_PARAM_CONTEXT), ==, 32768);
  close_row ();
}

static void
test_the_wheel_does_not_reach_the_slider (void)
{
  GtkEventController *wheel;

  open_row ("bandwidth", 10, 8000);
  wheel = stage_controller (stage_find (window, GTK_TYPE_SCALE, 0), GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  g_assert_nonnull (wheel);
  g_assert_cmpint (gtk_event_controller_get_propagation_phase (wheel), ==, GTK_PHASE_NONE);
  close_row ();
}

static void
test_auto_can_be_left_and_taken_again (void)
{
  GtkToggleButton *automatic;

  open_row ("depth", 64, 0);
  automatic = GTK_TOGGLE_BUTTON (stage_find (window, GTK_TYPE_TOGGLE_BUTTON, 0));
  g_assert_true (gtk_toggle_button_get_active (automatic));
  gtk_toggle_button_set_active (automatic, FALSE);
  g_assert_cmpfloat (get (TOK_PARAM_DEPTH), ==, 16384);
  type ("1000");
  g_assert_cmpfloat (get (TOK_PARAM_DEPTH), ==, 1000);
  gtk_toggle_button_set_active (automatic, TRUE);
  g_assert_cmpfloat (get (TOK_PARAM_DEPTH), ==, TOK_AUTO);
  assert_field_shows (TOK_PARAM_DEPTH, 16384);
  close_row ();
}

static void
test_a_parameter_without_auto_has_no_auto_button (void)
{
  open_row ("bandwidth", 10, 8000);
  g_assert_false (gtk_widget_get_mapped (stage_find (window, GTK_TYPE_TOGGLE_BUTTON, 0)));
  close_row ();
}

static void
test_field_and_slider_are_named_by_the_label (void)
{
  open_row ("bandwidth", 10, 8000);
  gtk_test_accessible_assert_role (stage_find (window, GTK_TYPE_SCALE, 0), GTK_ACCESSIBLE_ROLE_SLIDER);
  g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (stage_find (window, GTK_TYPE_SCALE, 0)),
                                                   GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (field ()), GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (stage_find (window, GTK_TYPE_SCALE, 0)),
                                                   GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT));
  close_row ();
}

static void
test_a_file_type_is_typed_by_name (void)
{
  open_row ("quant", 0, 0);
  type ("q8_0");
  g_assert_cmpfloat (get (TOK_PARAM_FILE_TYPE), ==, TOK_FILE_Q8_0);
  gtk_adjustment_set_value (slider (), TOK_FILE_Q6_K + 0.4);
  g_assert_cmpfloat (get (TOK_PARAM_FILE_TYPE), ==, TOK_FILE_Q6_K);
  close_row ();
}

static void
test_a_row_without_a_say_is_not_there (void)
{
  open_row ("active_parameters", 0, 0);
  g_assert_false (gtk_widget_get_visible (gtk_window_get_child (GTK_WINDOW (window))));
  close_row ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/param-row/shows-the-plan", test_shows_the_plan);
  g_test_add_func ("/param-row/a-typed-number-is-taken-as-it-is", test_a_typed_number_is_taken_as_it_is);
  g_test_add_func ("/param-row/leaving-the-field-takes-what-was-typed", test_leaving_the_field_takes_what_was_typed);
  g_test_add_func ("/param-row/nonsense-stays-marked-to-be-corrected-and-changes-nothing",
                   test_nonsense_stays_marked_to_be_corrected_and_changes_nothing);
  g_test_add_func ("/param-row/a-number-out-of-range-is-limited-and-shown-as-it-is-taken",
                   test_a_number_out_of_range_is_limited_and_shown_as_it_is_taken);
  g_test_add_func ("/param-row/an-untouched-field-keeps-the-digits-it-does-not-show",
                   test_an_untouched_field_keeps_the_digits_it_does_not_show);
  g_test_add_func ("/param-row/the-slider-offers-round-values", test_the_slider_offers_round_values);
  g_test_add_func ("/param-row/the-slider-of-a-value-beyond-it-stays-quiet", test_the_slider_of_a_value_beyond_it_stays_quiet);
  g_test_add_func ("/param-row/keys-go-to-the-next-round-value", test_keys_go_to_the_next_round_value);
  g_test_add_func ("/param-row/the-wheel-does-not-reach-the-slider", test_the_wheel_does_not_reach_the_slider);
  g_test_add_func ("/param-row/auto-can-be-left-and-taken-again", test_auto_can_be_left_and_taken_again);
  g_test_add_func ("/param-row/a-parameter-without-auto-has-no-auto-button", test_a_parameter_without_auto_has_no_auto_button);
  g_test_add_func ("/param-row/field-and-slider-are-named-by-the-label", test_field_and_slider_are_named_by_the_label);
  g_test_add_func ("/param-row/a-file-type-is-typed-by-name", test_a_file_type_is_typed_by_name);
  g_test_add_func ("/param-row/a-row-without-a-say-is-not-there", test_a_row_without_a_say_is_not_there);
  return g_test_run ();
}
