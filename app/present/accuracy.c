/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words around published errors; every figure comes from the catalog or the estimate. */

#include "present/accuracy.h"

#include <glib/gi18n.h>

#include "present/labels.h"
#include "present/numbers.h"
#include "present/sentences.h"

static const char *const kind_labels[TOK_N_ACCURACY_KINDS] = {
  [TOK_ACCURACY_DECODE] = N_("Every kind of decode, one request"),
  [TOK_ACCURACY_DENSE] = N_("Dense model, one GPU, empty context"),
  [TOK_ACCURACY_DEEP] = N_("One GPU, filled context"),
  [TOK_ACCURACY_MOE] = N_("Mixture of experts, one GPU"),
  [TOK_ACCURACY_HBM] = N_("Data center GPU with HBM"),
  [TOK_ACCURACY_APPLE] = N_("Apple chip"),
  [TOK_ACCURACY_CPU] = N_("CPU only"),
  [TOK_ACCURACY_OFFLOAD] = N_("Partly on the CPU"),
  [TOK_ACCURACY_SEVERAL_GPUS] = N_("Several GPUs"),
  [TOK_ACCURACY_BATCH] = N_("Concurrent requests"),
  [TOK_ACCURACY_SPECULATION] = N_("Speculative decoding"),
  [TOK_ACCURACY_PREFILL] = N_("Reading the prompt (prefill)"),
};

static const char *const basis_meanings[TOK_N_BASES] = {
  [TOK_BASIS_MEASUREMENT] = N_("you measured this machine"),
  [TOK_BASIS_CLASS] = N_("this chip was measured with this engine"),
  [TOK_BASIS_FAMILY] = N_("not this chip and engine, but others like them were measured"),
  [TOK_BASIS_SPECIFICATION] = N_("nothing like it was measured"),
};

const char *
tok_accuracy_label_kind (TokAccuracyKind kind)
{
  return _(kind_labels[kind]);
}

/* A host that is assumed may be any, so nothing measured speaks for it. */
static gboolean
lacks_host (const TokPlan     *plan,
            const TokEstimate *estimate)
{
  return !plan->host_known && (estimate->band == TOK_BAND_OFFLOAD || estimate->band == TOK_BAND_CPU);
}

char *
tok_accuracy_describe_basis (const TokPlan     *plan,
                             const TokEstimate *estimate)
{
  return g_strdup_printf (C_("basis: what it means", "%s: %s"), tok_label_basis (estimate->basis),
                          lacks_host (plan, estimate) ? _("the host is assumed") : _(basis_meanings[estimate->basis]));
}

char *
tok_accuracy_format_share (const TokAccuracyFigures *figures,
                           double                    share)
{
  return figures->rows > 0 ? tok_format_percent (share) : g_strdup ("–");
}

char *
tok_accuracy_describe_rows (const TokAccuracy *accuracy)
{
  g_autofree char *rows = tok_format_tokens_full (accuracy->rows);

  return g_strdup_printf (ngettext ("%s published measurement of %u chips from %u sources: "
                                    "it was left out of the fit it judges.",
                                    "%s published measurements of %u chips from %u sources: "
                                    "each was left out of the fit it judges.", accuracy->rows),
                          rows, accuracy->chips, accuracy->sources);
}

char *
tok_accuracy_describe_noise (const TokAccuracy *accuracy)
{
  g_autofree char *decode = tok_format_percent (accuracy->decode_noise);
  g_autofree char *prefill = tok_format_percent (accuracy->prefill_noise);

  return g_strdup_printf (_("Two people who measure the same set-up differ, too: "
                            "even a perfect estimate would typically be off by %s, in prefill by %s."), decode, prefill);
}

static char *
describe_figures (const TokAccuracyFigures *figures)
{
  g_autofree char *rows = tok_format_tokens_full (figures->rows);
  g_autofree char *error = tok_format_percent (figures->median_error);
  g_autofree char *inside = tok_format_percent (figures->inside_band);

  if (figures->rows == 0)
    return g_strdup (_("never measured"));
  /* Translators: "359 measurements, error 5 %, 82 % in the band" */
  return g_strdup_printf (ngettext ("%s measurement, error %s, %s in the band",
                                    "%s measurements, error %s, %s in the band", figures->rows),
                          rows, error, inside);
}

char *
tok_accuracy_describe_kind (const TokAccuracy *accuracy,
                            TokAccuracyKind    kind)
{
  g_autofree char *known = describe_figures (&accuracy->known[kind]);
  g_autofree char *unseen = describe_figures (&accuracy->unseen[kind]);

  /* Translators: "Apple chip. Chip measured: 282 measurements, …. Chip not measured: 282 measurements, …." */
  return g_strdup_printf (_("%s. Chip measured: %s. Chip not measured: %s."), tok_accuracy_label_kind (kind), known, unseen);
}

TokAccuracyKind
tok_accuracy_find_kind (const TokEstimate *estimate)
{
  return tok_accuracy_kind_of_band (estimate->band);
}

static const TokAccuracyFigures *
figures_of (const TokAccuracy *accuracy,
            const TokEstimate *estimate)
{
  return tok_accuracy_figures (accuracy, tok_accuracy_find_kind (estimate), estimate->basis);
}

char *
tok_accuracy_describe_error (const TokAccuracy *accuracy,
                             const TokEstimate *estimate)
{
  const TokAccuracyFigures *figures = figures_of (accuracy, estimate);
  g_autofree char *rows = tok_format_tokens_full (figures->rows);
  g_autofree char *median = tok_format_percent (figures->median_error);
  g_autofree char *p90 = tok_format_percent (figures->p90_error);

  if (figures->rows == 0)
    return g_strdup (_("Nothing of this kind was measured."));
  if (estimate->basis <= TOK_BASIS_CLASS)
    /* Translators: how many measurements, the median error, and the one that nine of ten stay below. */
    return g_strdup_printf (_("Of %s measurements of this kind, half were within %s of what was estimated without them, "
                              "nine in ten within %s."), rows, median, p90);
  return g_strdup_printf (_("Of %s measurements of this kind, half were within %s of what was estimated without their chip, "
                            "nine in ten within %s."), rows, median, p90);
}

char *
tok_accuracy_describe_band (const TokAccuracy *accuracy,
                            const TokEstimate *estimate)
{
  const TokAccuracyFigures *figures = figures_of (accuracy, estimate);
  g_autofree char *band = tok_sentence_band (estimate);
  g_autofree char *inside = tok_format_percent (figures->inside_band);

  if (figures->rows == 0)
    return g_steal_pointer (&band);
  /* Translators: "103 – 139 in four of five; 81 % of those measurements lay in their band" */
  return g_strdup_printf (_("%s; %s of those measurements lay in their band"), band, inside);
}

const char *
tok_accuracy_advise (const TokPlan     *plan,
                     const TokEstimate *estimate)
{
  if (lacks_host (plan, estimate))
    return _("Choose your host: as long as it is assumed, the band is as wide as can be.");
  if (estimate->basis == TOK_BASIS_SPECIFICATION)
    return _("A measurement of a device like this one. Until then only its data sheet speaks for it.");
  if (estimate->basis == TOK_BASIS_FAMILY)
    return _("A measurement of this chip with this engine. Until then others of its class speak for it.");
  if (estimate->basis == TOK_BASIS_CLASS)
    return _("A measurement of your own machine: drivers, cooling and settings differ.");
  return _("Your own measurements of a model of another size, and of one at depth.");
}
