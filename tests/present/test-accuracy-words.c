/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How good the numbers are, in words: every figure is one of the catalog or the estimate, the right one for kind and basis. */

#include "present/accuracy.h"
#include "present/sentences.h"

#include "constants.h"
#include "words.h"

/* Every figure is another one. */
static const TokAccuracy published = {
  .rows = 12345, .chips = 94, .sources = 120, .decode_noise = 0.04, .prefill_noise = 0.06,
  .known = { [TOK_ACCURACY_DENSE] = { 359, 0.05, 0.21, 0.01, 0.82 }, [TOK_ACCURACY_DEEP] = { 114, 0.08, 0.24, -0.01, 0.79 } },
  .unseen = { [TOK_ACCURACY_DENSE] = { 341, 0.07, 0.33, 0.02, 0.77 }, [TOK_ACCURACY_OFFLOAD] = { 1, 0.25, 0.25, 0.25, 0.0 } },
};

static TokEstimate
estimate_of (TokBandKind band,
             TokBasis    basis)
{
  return (TokEstimate) { .decode.tok_s = { 121.0, 103.0, 139.0 }, .band = band, .basis = basis };
}

static void
test_every_kind_and_basis_has_words_of_its_own (TokPlanFixture *fixture,
                                                gconstpointer   data)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint kind = 0; kind < TOK_N_ACCURACY_KINDS; kind++)
    g_assert_true (g_hash_table_add (seen, g_strdup (tok_accuracy_label_kind ((TokAccuracyKind) kind))));
  for (guint basis = 0; basis < TOK_N_BASES; basis++)
    {
      TokEstimate estimate = estimate_of (TOK_BAND_GPU, (TokBasis) basis);

      g_assert_true (g_hash_table_add (seen, tok_accuracy_describe_basis (&fixture->plan, &estimate)));
    }
}

/* The names are those of the file and of the accuracy runner. */
static void
test_every_band_is_judged_by_its_kind (void)
{
  static const char *const names[TOK_N_BANDS] = {
    [TOK_BAND_GPU] = "decode-dense",   [TOK_BAND_GPU_DEEP] = "decode-deep", [TOK_BAND_GPU_MOE] = "moe",
    [TOK_BAND_GPU_MOE_DEEP] = "moe",   [TOK_BAND_HBM] = "hbm",              [TOK_BAND_APPLE] = "apple",
    [TOK_BAND_APPLE_DEEP] = "apple",   [TOK_BAND_CPU] = "cpu",              [TOK_BAND_OFFLOAD] = "offload",
    [TOK_BAND_SEVERAL_GPUS] = "multi-gpu", [TOK_BAND_BATCH] = "batch",      [TOK_BAND_SPECULATION] = "speculative",
    [TOK_BAND_PREFILL] = "prefill",
  };

  for (guint band = 0; band < TOK_N_BANDS; band++)
    g_assert_cmpstr (tok_accuracy_kind_name (tok_accuracy_kind_of_band ((TokBandKind) band)), ==, names[band]);
}

static void
test_basis_says_whether_the_chip_was_measured (TokPlanFixture *fixture,
                                               gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  TokEstimate measured = estimate_of (TOK_BAND_GPU, TOK_BASIS_CLASS), alike = estimate_of (TOK_BAND_GPU, TOK_BASIS_FAMILY);
  TokEstimate split = estimate_of (TOK_BAND_OFFLOAD, TOK_BASIS_SPECIFICATION);

  tok_assert_text (tok_accuracy_describe_basis (plan, &measured), "calibrated class: this chip was measured with this engine");
  tok_assert_text (tok_accuracy_describe_basis (plan, &alike),
                   "same family: not this chip and engine, but others like them were measured");
  tok_assert_text (tok_accuracy_describe_basis (plan, &split), "specification only: nothing like it was measured");
  plan->host_known = FALSE;
  tok_assert_text (tok_accuracy_describe_basis (plan, &split), "specification only: the host is assumed");
  tok_assert_text (tok_accuracy_describe_basis (plan, &measured), "calibrated class: this chip was measured with this engine");
}

static void
test_figures_follow_kind_and_basis (void)
{
  TokEstimate measured = estimate_of (TOK_BAND_GPU, TOK_BASIS_CLASS), deep = estimate_of (TOK_BAND_GPU_DEEP, TOK_BASIS_CLASS);
  TokEstimate alike = estimate_of (TOK_BAND_GPU, TOK_BASIS_FAMILY), unknown = estimate_of (TOK_BAND_GPU, TOK_BASIS_SPECIFICATION);

  tok_assert_text (tok_accuracy_describe_error (&published, &measured),
                   "Of 359 measurements of this kind, half were within 5" NBSP "% of what was estimated without them, nine in ten within "
                   "21" NBSP "%.");
  tok_assert_text (tok_accuracy_describe_error (&published, &alike),
                   "Of 341 measurements of this kind, half were within 7" NBSP "% of what was estimated without their chip, nine in ten "
                   "within 33" NBSP "%.");
  tok_assert_text (tok_accuracy_describe_band (&published, &measured),
                   "103 – 139 in four of five; 82" NBSP "% of those measurements lay in their band");
  tok_assert_text (tok_accuracy_describe_band (&published, &deep),
                   "103 – 139 in four of five; 79" NBSP "% of those measurements lay in their band");
  tok_assert_text (tok_accuracy_describe_band (&published, &unknown),
                   "103 – 139 in four of five; 77" NBSP "% of those measurements lay in their band");
}

static void
test_what_was_never_measured_has_no_figures (void)
{
  TokEstimate estimate = estimate_of (TOK_BAND_CPU, TOK_BASIS_CLASS);
  const TokAccuracyFigures *figures = &published.known[TOK_ACCURACY_CPU];

  tok_assert_text (tok_accuracy_describe_error (&published, &estimate), "Nothing of this kind was measured.");
  tok_assert_text (tok_accuracy_describe_band (&published, &estimate), "103 – 139 in four of five");
  tok_assert_text (tok_accuracy_format_share (figures, figures->median_error), "–");
}

static void
test_a_row_is_told_in_a_sentence (void)
{
  tok_assert_text (tok_accuracy_describe_kind (&published, TOK_ACCURACY_DENSE),
                   "Dense model, one GPU, empty context. Chip measured: 359 measurements, error 5" NBSP "%, 82" NBSP "% in the band. "
                   "Chip not measured: 341 measurements, error 7" NBSP "%, 77" NBSP "% in the band.");
  tok_assert_text (tok_accuracy_describe_kind (&published, TOK_ACCURACY_OFFLOAD),
                   "Partly on the CPU. Chip measured: never measured. Chip not measured: 1 measurement, error 25" NBSP "%, 0" NBSP "% in the "
                   "band.");
}

static void
test_totals_and_noise_are_those_of_the_catalog (void)
{
  g_autofree char *rows = tok_accuracy_describe_rows (&published);
  g_autofree char *noise = tok_accuracy_describe_noise (&published);

  tok_assert_says (rows, "12\u202f345 published measurements of 94 chips from 120 sources");
  tok_assert_says (noise, "4" NBSP "%");
  tok_assert_says (noise, "6" NBSP "%");
}

static void
test_advice_asks_for_what_is_missing (TokPlanFixture *fixture,
                                      gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  TokEstimate estimate = estimate_of (TOK_BAND_OFFLOAD, TOK_BASIS_SPECIFICATION);

  plan->host_known = FALSE;
  tok_assert_says (tok_accuracy_advise (plan, &estimate), "Choose your host");
  plan->host_known = TRUE;
  tok_assert_says (tok_accuracy_advise (plan, &estimate), "data sheet");
  estimate = estimate_of (TOK_BAND_GPU, TOK_BASIS_FAMILY);
  tok_assert_says (tok_accuracy_advise (plan, &estimate), "A measurement of this chip");
  estimate = estimate_of (TOK_BAND_GPU, TOK_BASIS_CLASS);
  tok_assert_says (tok_accuracy_advise (plan, &estimate), "your own machine");
  estimate = estimate_of (TOK_BAND_GPU, TOK_BASIS_MEASUREMENT);
  tok_assert_says (tok_accuracy_advise (plan, &estimate), "another size");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/accuracy-words/every-kind-and-basis-has-words-of-its-own", "Llama-3.1-8B", test_every_kind_and_basis_has_words_of_its_own);
  g_test_add_func ("/accuracy-words/every-band-is-judged-by-its-kind", test_every_band_is_judged_by_its_kind);
  tok_add_plan_test ("/accuracy-words/basis-says-whether-the-chip-was-measured", "Llama-3.1-8B", test_basis_says_whether_the_chip_was_measured);
  g_test_add_func ("/accuracy-words/figures-follow-kind-and-basis", test_figures_follow_kind_and_basis);
  g_test_add_func ("/accuracy-words/what-was-never-measured-has-no-figures", test_what_was_never_measured_has_no_figures);
  g_test_add_func ("/accuracy-words/a-row-is-told-in-a-sentence", test_a_row_is_told_in_a_sentence);
  g_test_add_func ("/accuracy-words/totals-and-noise-are-those-of-the-catalog", test_totals_and_noise_are_those_of_the_catalog);
  tok_add_plan_test ("/accuracy-words/advice-asks-for-what-is-missing", "Llama-3.1-8B", test_advice_asks_for_what_is_missing);
  return g_test_run ();
}
