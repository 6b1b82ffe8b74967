/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The headline shows the figures of the session's estimate and follows its changes. */

#include <gtk/gtk.h>

#include "present/labels.h"
#include "present/numbers.h"
#include "present/sentences.h"
#include "shell/formula-button.h"
#include "shell/headline.h"
#include "shell/memory-card.h"
#include "shell/stacked-bar.h"

#include "stage.h"

static TokSession *session;

static GtkWidget *
headline_open (int width, int height)
{
  session = stage_session_new ();
  return stage_open (g_object_new (TOK_TYPE_HEADLINE, "session", session, NULL), width, height);
}

static void
headline_close (GtkWidget *window)
{
  stage_close (window);
  g_assert_finalize_object (session);
}

static void
assert_reads (GtkWidget *root, char *text)
{
  g_autofree char *owned = text;

  if (!stage_reads (root, owned))
    g_error ("no label reads “%s”", owned);
}

static void
assert_reads_figures (GtkWidget *root)
{
  const TokPlan *plan = tok_session_get_plan (session);
  const TokEstimate *estimate = tok_session_get_estimate (session);

  assert_reads (root, tok_format_speed (estimate->decode.tok_s.likely));
  assert_reads (root, tok_format_speed (estimate->decode_empty.tok_s.likely));
  assert_reads (root, tok_sentence_band (estimate));
  assert_reads (root, g_strdup (tok_label_basis (estimate->basis)));
  assert_reads (root, tok_sentence_ceiling (estimate));
  assert_reads (root, tok_format_seconds (estimate->ttft_seconds.likely));
  assert_reads (root, tok_sentence_memory (plan, estimate, 0));
  assert_reads (root, tok_sentence_verdict (plan, estimate));
  assert_reads (root, g_strdup (tok_label_fit (estimate->memory.fit)));
}

static void
test_reads_the_estimate (void)
{
  GtkWidget *window = headline_open (900, 400);

  assert_reads_figures (window);
  headline_close (window);
}

static void
test_follows_every_parameter_of_the_sliders (void)
{
  const struct { TokParam param; double value; } changes[] = {
    { TOK_PARAM_BANDWIDTH, 500.0 },    { TOK_PARAM_PARAMETERS, 4.0 },  { TOK_PARAM_FILE_TYPE, 20.0 },
    { TOK_PARAM_CONTEXT, 65536.0 },    { TOK_PARAM_GPU_LAYERS, 10.0 }, { TOK_PARAM_PROMPT, 4000.0 },
    { TOK_PARAM_DEVICE_MEMORY, 2.0 },
  };
  GtkWidget *window = headline_open (900, 400);

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      tok_session_set_param (session, changes[i].param, changes[i].value);
      assert_reads_figures (window);
    }
  headline_close (window);
}

static void
test_hidden_headline_catches_up_when_shown (void)
{
  GtkWidget *window = headline_open (900, 400);
  GtkWidget *headline = gtk_window_get_child (GTK_WINDOW (window));

  gtk_widget_set_visible (headline, FALSE);
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 300.0);
  gtk_widget_set_visible (headline, TRUE);
  stage_settle (window);
  assert_reads_figures (window);
  headline_close (window);
}

static void
test_difference_is_shown_against_a_baseline_only (void)
{
  GtkWidget *window = headline_open (900, 400);
  double before = tok_session_get_estimate (session)->decode.tok_s.likely, after;
  g_autofree char *difference = NULL;
  g_autofree char *text = NULL;

  g_assert_false (stage_reads (window, "0"));
  tok_session_set_baseline (session, TRUE);
  assert_reads (window, tok_format_speed (0.0));

  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 300.0);
  after = tok_session_get_estimate (session)->decode.tok_s.likely;
  difference = tok_format_speed (before - after);
  text = g_strconcat ("\u2212", difference, NULL);
  g_assert_true (stage_reads (window, text));

  tok_session_set_baseline (session, FALSE);
  g_assert_false (stage_reads (window, text));
  headline_close (window);
}

static void
test_bars_name_every_part_in_words (void)
{
  GtkWidget *window = headline_open (900, 400);
  const TokEstimate *estimate = tok_session_get_estimate (session);
  g_autofree char *title = tok_sentence_memory (tok_session_get_plan (session), estimate, 0);
  GtkWidget *bar = stage_find (window, TOK_TYPE_STACKED_BAR, 0);

  gtk_test_accessible_assert_role (bar, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (bar, GTK_ACCESSIBLE_PROPERTY_LABEL, title);
  headline_close (window);
}

static void
test_host_memory_has_a_bar_where_it_is_its_own (void)
{
  GtkWidget *window = headline_open (900, 500);
  GtkWidget *card = stage_find (window, TOK_TYPE_MEMORY_CARD, 0);
  guint n_places = tok_session_get_estimate (session)->memory.host.total > 0.0 ? 2 : 1;

  /* one bar per place and one for the time */
  g_assert_nonnull (stage_find (card, TOK_TYPE_STACKED_BAR, n_places));
  g_assert_null (stage_find (card, TOK_TYPE_STACKED_BAR, n_places + 1));
  headline_close (window);
}

static void
test_formula_opens_with_the_values_and_follows (void)
{
  GtkWidget *window = headline_open (900, 400);
  GtkWidget *button = stage_find (window, TOK_TYPE_FORMULA_BUTTON, 0);
  GtkWidget *menu_button = stage_find (button, GTK_TYPE_MENU_BUTTON, 0);

  gtk_menu_button_popup (GTK_MENU_BUTTON (menu_button));
  stage_settle (window);
  assert_reads (button, tok_sentence_decode_formula (tok_session_get_plan (session), tok_session_get_estimate (session)));
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 300.0);
  assert_reads (button, tok_sentence_decode_formula (tok_session_get_plan (session), tok_session_get_estimate (session)));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (menu_button));
  headline_close (window);
}

static void
test_narrow_headline_stacks_its_cards (void)
{
  GtkWidget *window = headline_open (420, 600);
  GtkWidget *headline = gtk_window_get_child (GTK_WINDOW (window));
  int minimum, wide, narrow;

  gtk_widget_measure (headline, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 420);
  gtk_widget_measure (headline, GTK_ORIENTATION_VERTICAL, 1200, &wide, NULL, NULL, NULL);
  gtk_widget_measure (headline, GTK_ORIENTATION_VERTICAL, minimum, &narrow, NULL, NULL, NULL);
  g_assert_cmpint (narrow, >, wide * 3 / 2);
  headline_close (window);
}

static void
test_width_does_not_depend_on_the_figures (void)
{
  GtkWidget *window = headline_open (900, 400);
  GtkWidget *headline = gtk_window_get_child (GTK_WINDOW (window));
  GtkWidget *card = stage_find (headline, TOK_TYPE_MEMORY_CARD, 0);
  graphene_rect_t before, after;

  g_assert_true (gtk_widget_compute_bounds (card, headline, &before));
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 90.0);
  stage_settle (window);
  g_assert_true (gtk_widget_compute_bounds (card, headline, &after));
  g_assert_cmpfloat (before.origin.x, ==, after.origin.x);
  g_assert_cmpfloat (before.size.width, ==, after.size.width);
  headline_close (window);
}

int
main (int argc, char **argv)
{
  stage_init (&argc, &argv);

  g_test_add_func ("/headline/reads-the-estimate", test_reads_the_estimate);
  g_test_add_func ("/headline/follows-every-parameter-of-the-sliders", test_follows_every_parameter_of_the_sliders);
  g_test_add_func ("/headline/hidden-headline-catches-up-when-shown", test_hidden_headline_catches_up_when_shown);
  g_test_add_func ("/headline/difference-is-shown-against-a-baseline-only", test_difference_is_shown_against_a_baseline_only);
  g_test_add_func ("/headline/bars-name-every-part-in-words", test_bars_name_every_part_in_words);
  g_test_add_func ("/headline/host-memory-has-a-bar-where-it-is-its-own", test_host_memory_has_a_bar_where_it_is_its_own);
  g_test_add_func ("/headline/formula-opens-with-the-values-and-follows", test_formula_opens_with_the_values_and_follows);
  g_test_add_func ("/headline/narrow-headline-stacks-its-cards", test_narrow_headline_stacks_its_cards);
  g_test_add_func ("/headline/width-does-not-depend-on-the-figures", test_width_does_not_depend_on_the_figures);
  return g_test_run ();
}
