/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page lists what the plan has, says what it means, and lets go of it again. */

#include "imported.h"
#include "present/bench-command.h"
#include "present/measurements.h"
#include "shell/logged-row.h"
#include "shell/measure-page.h"
#include "shell/measurement-row.h"
#include "stage.h"

static TokSession *session;
static GtkWidget *window;

static void
open_page (int width)
{
  session = stage_session_new ();
  window = stage_open_page (TOK_TYPE_MEASURE_PAGE, session, width, 900);
}

static void
close_page (void)
{
  stage_close (window);
  g_assert_finalize_object (session);
}

static void
bring (const char *text)
{
  g_autoptr (TokImport) import = imported_new (session, text);

  tok_session_import (session, import);
  stage_settle (window);
}

static guint
n_shown (GType type)
{
  GtkWidget *row;
  guint n = 0;

  for (guint i = 0; (row = stage_find (window, type, i)) != NULL; i++)
    n += gtk_widget_get_mapped (row);
  return n;
}

static void
test_without_measurements_it_says_how_to_bring_some (void)
{
  g_autofree char *command = NULL;

  open_page (900);
  command = tok_bench_command (tok_session_get_plan (session), tok_session_get_estimate (session));
  g_assert_true (stage_reads (window, command));
  g_assert_cmpuint (n_shown (TOK_TYPE_MEASUREMENT_ROW), ==, 0);
  tok_session_set_param (session, TOK_PARAM_ENGINE, TOK_ENGINE_MLX);
  stage_settle (window);
  g_assert_false (stage_reads (window, command));
  close_page ();
}

static void
test_every_measurement_stands_beside_the_estimate (void)
{
  const TokPlan *plan;

  open_page (900);
  plan = tok_session_get_plan (session);
  bring (imported_table);
  g_assert_cmpuint (n_shown (TOK_TYPE_MEASUREMENT_ROW), ==, IMPORTED_ROWS);
  for (guint i = 0; i < IMPORTED_ROWS; i++)
    {
      const TokMeasurement *row = &g_array_index (plan->measurements->rows, TokMeasurement, i);
      TokComparison comparison;
      g_autofree char *sentence = NULL;
      g_autofree char *residual = NULL;

      tok_comparison_make (plan, tok_session_get_catalog (session), row, &comparison);
      sentence = tok_measurement_describe (row, &comparison, plan, tok_session_get_catalog (session));
      residual = tok_measurement_format_residual (&comparison);
      gtk_test_accessible_assert_property (GTK_ACCESSIBLE (stage_find (window, TOK_TYPE_MEASUREMENT_ROW, i)),
                                           GTK_ACCESSIBLE_PROPERTY_LABEL, sentence);
      g_assert_true (stage_reads (stage_find (window, TOK_TYPE_MEASUREMENT_ROW, i), residual));
    }
  close_page ();
}

static void
test_a_slider_changes_what_is_said_and_keeps_the_rows (void)
{
  GtkWidget *row;

  open_page (900);
  bring (imported_table);
  row = stage_find (window, TOK_TYPE_MEASUREMENT_ROW, 1);
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 504);
  stage_settle (window);
  g_assert_true (stage_find (window, TOK_TYPE_MEASUREMENT_ROW, 1) == row);
  close_page ();
}

static void
test_a_row_can_be_removed_by_button_and_key (void)
{
  GtkWidget *row;

  open_page (900);
  bring (imported_table);
  row = stage_find (window, TOK_TYPE_MEASUREMENT_ROW, 0);
  g_signal_emit_by_name (stage_find (row, GTK_TYPE_BUTTON, 0), "clicked");
  stage_settle (window);
  g_assert_cmpuint (n_shown (TOK_TYPE_MEASUREMENT_ROW), ==, IMPORTED_ROWS - 1);
  g_assert_true (stage_press (stage_find (window, TOK_TYPE_MEASUREMENT_ROW, 0), "Delete"));
  stage_settle (window);
  g_assert_cmpuint (n_shown (TOK_TYPE_MEASUREMENT_ROW), ==, IMPORTED_ROWS - 2);
  tok_session_undo (session);
  stage_settle (window);
  g_assert_cmpuint (n_shown (TOK_TYPE_MEASUREMENT_ROW), ==, IMPORTED_ROWS - 1);
  /* The button goes with its row while it is being clicked. */
  for (guint n = IMPORTED_ROWS - 1; n > 0; n--)
    {
      row = stage_find (window, TOK_TYPE_MEASUREMENT_ROW, n - 1);
      g_signal_emit_by_name (stage_find (row, GTK_TYPE_BUTTON, 0), "clicked");
      stage_settle (window);
    }
  g_assert_null (tok_session_get_plan (session)->measurements);
  close_page ();
}

/* Also from the last row, whose widget goes. */
static void
test_the_focus_stays_in_the_list_while_rows_are_removed (void)
{
  open_page (900);
  bring (imported_table);
  for (guint n = IMPORTED_ROWS; n > 1; n--)
    {
      GtkWidget *row = stage_find (window, TOK_TYPE_MEASUREMENT_ROW, n - 1);

      g_assert_true (gtk_widget_grab_focus (row));
      g_assert_true (stage_press (row, "Delete"));
      stage_settle (window);
      g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == stage_find (window, TOK_TYPE_MEASUREMENT_ROW, n - 2));
    }
  close_page ();
}

static void
test_calibration_is_used_and_removed_by_buttons (void)
{
  open_page (900);
  bring (imported_table);
  g_assert_true (stage_click (window, "Use for This Machine"));
  g_assert_nonnull (tok_plan_calibration (tok_session_get_plan (session)));
  stage_settle (window);
  g_assert_true (stage_click (window, "Remove Calibration"));
  g_assert_null (tok_plan_calibration (tok_session_get_plan (session)));
  close_page ();
}

/* What was measured elsewhere is listed with the reason, and offers no calibration. */
static void
test_another_device_calibrates_nothing (void)
{
  g_autofree char *text = g_strconcat ("  Device 0: NVIDIA GeForce RTX 3090, compute capability 8.6, VMM: yes\n", imported_table, NULL);

  open_page (900);
  bring (text);
  g_assert_cmpuint (n_shown (TOK_TYPE_MEASUREMENT_ROW), ==, IMPORTED_ROWS);
  g_assert_true (stage_reads (window, "not compared: measured on another device"));
  g_assert_false (stage_click (window, "Use for This Machine"));
  close_page ();
}

static void
test_logged_buffers_have_a_table (void)
{
  open_page (900);
  g_assert_cmpuint (n_shown (TOK_TYPE_LOGGED_ROW), ==, 0);
  bring ("load_tensors: offloaded 33/33 layers to GPU\n"
         "load_tensors:        CUDA0 model buffer size =  4403.49 MiB\n"
         "load_tensors:   CPU_Mapped model buffer size =   281.81 MiB\n"
         "llama_kv_cache:      CUDA0 KV buffer size =  2048.00 MiB\n");
  g_assert_cmpuint (n_shown (TOK_TYPE_LOGGED_ROW), >=, 3);
  g_assert_true (stage_click (window, "Remove"));
  stage_settle (window);
  g_assert_cmpuint (n_shown (TOK_TYPE_LOGGED_ROW), ==, 0);
  g_assert_null (tok_session_get_plan (session)->measurements);
  close_page ();
}

/* Of the label of that text, on the page. */
static graphene_rect_t
place_of (const char *text)
{
  graphene_rect_t place = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  GtkWidget *label;

  for (guint i = 0; (label = stage_find (window, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (gtk_widget_get_mapped (label) && strcmp (gtk_label_get_text (GTK_LABEL (label)), text) == 0)
      {
        g_assert_true (gtk_widget_compute_bounds (label, window, &place));
        return place;
      }
  g_assert_not_reached ();
}

static float
right_of (const char *text)
{
  graphene_rect_t place = place_of (text);

  return place.origin.x + place.size.width;
}

/* Whether a wide figure comes or goes: all rows and the head give it its room. */
static void
test_columns_are_as_wide_as_their_widest_cell (void)
{
  float narrow;

  open_page (900);
  bring (imported_table);
  g_assert_cmpfloat (right_of ("Measured"), ==, right_of ("140 ± 1" "\302\240" "%"));
  g_assert_cmpfloat (right_of ("Measured"), ==, right_of ("7000 ± 1" "\302\240" "%"));
  narrow = place_of ("Measured").size.width;
  bring ("| model                  |     size | params | backend | ngl | fa |   test |              t/s |\n"
         "| ---------------------- | -------: | -----: | ------- | --: | -: | -----: | ---------------: |\n"
         "| llama 8B Q4_K - Medium | 4.58 GiB | 8.03 B | CUDA    |  99 |  1 | pp4096 | 12345.00 ± 12.00 |\n");
  g_assert_cmpfloat (place_of ("Measured").size.width, >, narrow);
  g_assert_cmpfloat (right_of ("Measured"), ==, right_of ("140 ± 1" "\302\240" "%"));
  close_page ();
}

static void
test_a_narrow_page_is_not_cut_off (void)
{
  int minimum;

  open_page (620);
  bring (imported_table);
  gtk_widget_measure (stage_find (window, TOK_TYPE_MEASURE_PAGE, 0), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 620);
  close_page ();
}

int
main (int argc, char **argv)
{
  stage_init (&argc, &argv);

  g_test_add_func ("/measure-page/without-measurements-it-says-how-to-bring-some",
                   test_without_measurements_it_says_how_to_bring_some);
  g_test_add_func ("/measure-page/every-measurement-stands-beside-the-estimate", test_every_measurement_stands_beside_the_estimate);
  g_test_add_func ("/measure-page/a-slider-changes-what-is-said-and-keeps-the-rows",
                   test_a_slider_changes_what_is_said_and_keeps_the_rows);
  g_test_add_func ("/measure-page/a-row-can-be-removed-by-button-and-key", test_a_row_can_be_removed_by_button_and_key);
  g_test_add_func ("/measure-page/the-focus-stays-in-the-list-while-rows-are-removed",
                   test_the_focus_stays_in_the_list_while_rows_are_removed);
  g_test_add_func ("/measure-page/calibration-is-used-and-removed-by-buttons", test_calibration_is_used_and_removed_by_buttons);
  g_test_add_func ("/measure-page/another-device-calibrates-nothing", test_another_device_calibrates_nothing);
  g_test_add_func ("/measure-page/logged-buffers-have-a-table", test_logged_buffers_have_a_table);
  g_test_add_func ("/measure-page/columns-are-as-wide-as-their-widest-cell", test_columns_are_as_wide_as_their_widest_cell);
  g_test_add_func ("/measure-page/a-narrow-page-is-not-cut-off", test_a_narrow_page_is_not_cut_off);
  return g_test_run ();
}
