/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page shows every kind that was measured, marks the plan's own, and follows the session. */

#include "present/accuracy.h"
#include "shell/accuracy-page.h"
#include "shell/accuracy-row.h"
#include "stage.h"

static TokSession *session;

static GtkWidget *
page_open (int width, int height)
{
  session = stage_session_new ();
  return stage_open_page (TOK_TYPE_ACCURACY_PAGE, session, width, height);
}

static void
page_close (GtkWidget *window)
{
  stage_close (window);
  g_assert_finalize_object (session);
}

static const TokAccuracy *
published (void)
{
  return &tok_session_get_catalog (session)->accuracy;
}

static void
assert_reads (GtkWidget *window, char *text)
{
  g_autofree char *owned = text;

  if (!stage_reads (window, owned))
    g_error ("no label reads “%s”", owned);
}

static void
assert_tells_the_estimate (GtkWidget *window)
{
  const TokEstimate *estimate = tok_session_get_estimate (session);

  assert_reads (window, tok_accuracy_describe_basis (tok_session_get_plan (session), estimate));
  assert_reads (window, tok_accuracy_describe_band (published (), estimate));
  assert_reads (window, tok_accuracy_describe_error (published (), estimate));
  assert_reads (window, g_strdup (tok_accuracy_advise (tok_session_get_plan (session), estimate)));
}

static TokAccuracyRow *
row_at (GtkWidget *window, guint index)
{
  return (TokAccuracyRow *) stage_find (window, TOK_TYPE_ACCURACY_ROW, index);
}

/* The kind of the only row that is marked. */
static TokAccuracyKind
marked_kind (GtkWidget *window)
{
  TokAccuracyKind kind = TOK_N_ACCURACY_KINDS;
  TokAccuracyRow *row;

  for (guint i = 0; (row = row_at (window, i)) != NULL; i++)
    if (gtk_widget_has_css_class (GTK_WIDGET (row), "current"))
      {
        g_assert_cmpint (kind, ==, TOK_N_ACCURACY_KINDS);
        kind = tok_accuracy_row_get_kind (row);
      }
  return kind;
}

static void
test_every_measured_kind_has_a_row_with_its_figures (void)
{
  GtkWidget *window = page_open (900, 900);
  TokAccuracyRow *row;
  guint n = 0;

  for (; (row = row_at (window, n)) != NULL; n++)
    {
      TokAccuracyKind kind = tok_accuracy_row_get_kind (row);
      const TokAccuracyFigures *figures = &published ()->known[kind];
      g_autofree char *sentence = tok_accuracy_describe_kind (published (), kind);

      assert_reads (GTK_WIDGET (row), tok_accuracy_format_share (figures, figures->median_error));
      assert_reads (GTK_WIDGET (row), tok_accuracy_format_share (figures, figures->inside_band));
      gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_LABEL, sentence);
    }
  for (guint kind = 0; kind < TOK_N_ACCURACY_KINDS; kind++)
    n -= published ()->known[kind].rows > 0 || published ()->unseen[kind].rows > 0;
  g_assert_cmpuint (n, ==, 0);
  page_close (window);
}

static void
test_tells_the_present_estimate_and_follows (void)
{
  GtkWidget *window = page_open (900, 900);

  assert_tells_the_estimate (window);
  tok_session_set_param (session, TOK_PARAM_DEPTH, 0.0);
  stage_settle (window);
  assert_tells_the_estimate (window);
  g_assert_cmpint (marked_kind (window), ==, TOK_ACCURACY_DENSE);
  tok_session_set_param (session, TOK_PARAM_GPU_LAYERS, 10.0);
  stage_settle (window);
  assert_tells_the_estimate (window);
  g_assert_cmpint (marked_kind (window), ==, TOK_ACCURACY_OFFLOAD);
  page_close (window);
}

static void
test_columns_stand_below_each_other (void)
{
  GtkWidget *window = page_open (900, 900);

  for (guint i = 0; i < 5; i++)
    {
      graphene_rect_t first, second;

      g_assert_true (gtk_widget_compute_bounds (stage_find (GTK_WIDGET (row_at (window, 0)), GTK_TYPE_LABEL, i + 1), window, &first));
      g_assert_true (gtk_widget_compute_bounds (stage_find (GTK_WIDGET (row_at (window, 2)), GTK_TYPE_LABEL, i + 1), window, &second));
      g_assert_cmpfloat (first.origin.x, ==, second.origin.x);
      g_assert_cmpfloat (first.size.width, ==, second.size.width);
    }
  page_close (window);
}

/* Beside the panel of a window that is just wide enough for both there are about 600 pixels. */
static void
test_needs_no_more_than_a_narrow_window_has (void)
{
  GtkWidget *window = page_open (600, 900);
  int minimum;

  gtk_widget_measure (stage_find (window, TOK_TYPE_ACCURACY_PAGE, 0), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 600);
  page_close (window);
}

static void
test_arrow_keys_go_through_the_rows (void)
{
  GtkWidget *window = page_open (900, 900);
  GtkWidget *table = stage_find (window, GTK_TYPE_LIST_BOX, 0);

  gtk_widget_grab_focus (GTK_WIDGET (row_at (window, 0)));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == GTK_WIDGET (row_at (window, 0)));
  g_assert_true (stage_press (table, "Down"));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == GTK_WIDGET (row_at (window, 1)));
  page_close (window);
}

int
main (int argc, char **argv)
{
  stage_init (&argc, &argv);

  g_test_add_func ("/accuracy-page/every-measured-kind-has-a-row-with-its-figures", test_every_measured_kind_has_a_row_with_its_figures);
  g_test_add_func ("/accuracy-page/tells-the-present-estimate-and-follows", test_tells_the_present_estimate_and_follows);
  g_test_add_func ("/accuracy-page/columns-stand-below-each-other", test_columns_stand_below_each_other);
  g_test_add_func ("/accuracy-page/needs-no-more-than-a-narrow-window-has", test_needs_no_more_than_a_narrow_window_has);
  g_test_add_func ("/accuracy-page/arrow-keys-go-through-the-rows", test_arrow_keys_go_through_the_rows);
  return g_test_run ();
}
