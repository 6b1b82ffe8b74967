/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A factor is told as a difference in percent, what is left of the band as how much narrower it gets. */

#include "present/calibration.h"

#include <glib/gi18n.h>
#include <math.h>

#include "present/labels.h"
#include "present/numbers.h"

/* Smaller differences are none. */
#define LEAST_DIFFERENCE 0.005
/* Rows of one size and of another: sizes this many times apart say how fixed times and reading share a token's time. */
#define OTHER_SIZE_RATIO 1.8
/* Tokens in the cache from which reading it shows. */
#define DEEP_TOKENS 4096.0

static const char *const helpful_labels[TOK_N_HELPFUL] = {
  [TOK_HELPFUL_DECODE] = N_("the decode speed of one model"),
  [TOK_HELPFUL_SIZE] = N_("the decode speed of a model at least twice or at most half as large"),
  [TOK_HELPFUL_DEPTH] = N_("one of them with at least 4096 tokens in the cache"),
};

TokCalibrationState
tok_calibration_find_state (const TokPlan        *plan,
                            const TokCalibration *offered)
{
  if (tok_plan_calibration (plan) != NULL)
    return TOK_CALIBRATION_IN_USE;
  if (offered->device[0] != '\0')
    return TOK_CALIBRATION_OFFERED;
  return plan->calibration.device[0] != '\0' ? TOK_CALIBRATION_DORMANT : TOK_CALIBRATION_NOTHING;
}

static char *
describe_decode (const TokCalibrationFactor *decode)
{
  guint n = decode->n_rows;
  double more = decode->factor - 1.0;
  g_autofree char *percent = tok_format_percent (fabs (more));

  if (fabs (more) < LEAST_DIFFERENCE)
    return g_strdup_printf (ngettext ("According to %u measurement this machine decodes as fast as estimated without it.",
                                      "According to %u measurements this machine decodes as fast as estimated without them.", n), n);
  if (more > 0.0)
    return g_strdup_printf (ngettext ("According to %u measurement this machine decodes %s faster than estimated without it.",
                                      "According to %u measurements this machine decodes %s faster than estimated without them.", n),
                            n, percent);
  return g_strdup_printf (ngettext ("According to %u measurement this machine decodes %s slower than estimated without it.",
                                    "According to %u measurements this machine decodes %s slower than estimated without them.", n),
                          n, percent);
}

static char *
describe_prefill (const TokCalibrationFactor *prefill)
{
  guint n = prefill->n_rows;
  double more = prefill->factor - 1.0;
  g_autofree char *percent = tok_format_percent (fabs (more));

  if (fabs (more) < LEAST_DIFFERENCE)
    return g_strdup_printf (ngettext ("According to %u measurement it reads prompts as fast as estimated.",
                                      "According to %u measurements it reads prompts as fast as estimated.", n), n);
  if (more > 0.0)
    return g_strdup_printf (ngettext ("According to %u measurement it reads prompts %s faster.",
                                      "According to %u measurements it reads prompts %s faster.", n), n, percent);
  return g_strdup_printf (ngettext ("According to %u measurement it reads prompts %s slower.",
                                    "According to %u measurements it reads prompts %s slower.", n), n, percent);
}

/* How attention differs from the rest, NULL for not at all. */
static char *
describe_cache (const TokCalibrationFactor *decode)
{
  double more = decode->cache_factor - 1.0;
  g_autofree char *percent = tok_format_percent (fabs (more));

  if (fabs (more) < LEAST_DIFFERENCE)
    return NULL;
  return g_strdup_printf (more > 0.0 ? _("Attention over the cache is %s faster than that.")
                                     : _("Attention over the cache is %s slower than that."), percent);
}

static char *
describe_band (const TokCalibrationFactor *decode,
               gboolean                    in_use)
{
  g_autofree char *percent = tok_format_percent (1.0 - decode->band_share);

  if (decode->n_rows == 0 || 1.0 - decode->band_share < LEAST_DIFFERENCE)
    return NULL;
  /* Translators: the band of speeds, narrowed by measurements. */
  return g_strdup_printf (in_use ? _("The band is %s narrower.") : _("The band would be %s narrower."), percent);
}

static void
append_sentence (GString *text,
                 char    *sentence)
{
  if (sentence != NULL && text->len > 0)
    g_string_append_c (text, ' ');
  if (sentence != NULL)
    g_string_append (text, sentence);
  g_free (sentence);
}

static char *
describe_factors (const TokCalibration *calibration,
                  gboolean              in_use)
{
  GString *text = g_string_new (NULL);

  if (calibration->decode.n_rows > 0)
    {
      append_sentence (text, describe_decode (&calibration->decode));
      append_sentence (text, describe_cache (&calibration->decode));
    }
  if (calibration->prefill.n_rows > 0)
    append_sentence (text, describe_prefill (&calibration->prefill));
  append_sentence (text, describe_band (&calibration->decode, in_use));
  return g_string_free (text, FALSE);
}

char *
tok_calibration_describe (const TokPlan        *plan,
                          const TokCalibration *offered)
{
  switch (tok_calibration_find_state (plan, offered))
    {
    case TOK_CALIBRATION_IN_USE:
      return describe_factors (tok_plan_calibration (plan), TRUE);
    case TOK_CALIBRATION_OFFERED:
      return describe_factors (offered, FALSE);
    default:
      return g_strdup (_("None of these measurements can be compared with this machine: there is nothing to calibrate it by."));
    }
}

char *
tok_calibration_describe_rest (const TokPlan        *plan,
                               const TokCalibration *offered)
{
  if (plan->calibration.device[0] == '\0' || tok_calibration_find_state (plan, offered) == TOK_CALIBRATION_IN_USE)
    return g_strdup ("");
  /* Translators: a device and an engine. */
  return g_strdup_printf (_("The plan is calibrated for %s with %s; that rests while device or engine is another one."),
                          plan->calibration.device, tok_label_engine (plan->calibration.engine));
}

typedef struct { double smallest, largest; gboolean is_deep; } Reach;

static void
reach_row (Reach                *reach,
           const TokPlan        *plan,
           const TokCatalog     *catalog,
           const TokMeasurement *row)
{
  g_auto (TokPlan) as_measured = { 0 };
  double params;

  if (row->kind != TOK_MEASURED_DECODE || tok_comparison_plan (plan, catalog, row, &as_measured) != TOK_ROW_COMPARED)
    return;
  params = as_measured.model->total_params;
  reach->smallest = MIN (reach->smallest, params);
  reach->largest = MAX (reach->largest, params);
  reach->is_deep |= tok_plan_depth_tokens (&as_measured) >= DEEP_TOKENS;
}

void
tok_calibration_find_helpful (const TokPlan    *plan,
                              const TokCatalog *catalog,
                              gboolean          has[TOK_N_HELPFUL])
{
  Reach reach = { .smallest = TOK_LARGEST };

  for (guint i = 0; plan->measurements != NULL && i < plan->measurements->rows->len; i++)
    reach_row (&reach, plan, catalog, &g_array_index (plan->measurements->rows, TokMeasurement, i));
  has[TOK_HELPFUL_DECODE] = reach.largest > 0.0;
  has[TOK_HELPFUL_SIZE] = reach.largest > OTHER_SIZE_RATIO * reach.smallest;
  has[TOK_HELPFUL_DEPTH] = reach.is_deep;
}

const char *
tok_label_helpful (TokHelpful helpful)
{
  return _(helpful_labels[helpful]);
}
