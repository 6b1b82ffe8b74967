/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row is named by its definition: what was measured, over how many tokens, at which depth, for how many requests. */

#include "present/measurements.h"

#include <glib/gi18n.h>
#include <string.h>

#include "present/labels.h"
#include "present/numbers.h"

#define SEPARATOR " · "
#define NOTHING "–"
#define PLUS_SIGN "+"

static const char *const kind_labels[TOK_N_MEASURED] = {
  [TOK_MEASURED_DECODE] = N_("Decode"),
  [TOK_MEASURED_PREFILL] = N_("Prefill"),
};

static const char *const state_labels[TOK_N_ROW_STATES] = {
  [TOK_ROW_OTHER_DEVICE] = N_("not compared: measured on another device"),
  [TOK_ROW_OTHER_ENGINE] = N_("not compared: measured with another engine"),
  [TOK_ROW_UNKNOWN_MODEL] = N_("not compared: the model is not known"),
  [TOK_ROW_IMPLAUSIBLE] = N_("not compared: faster than any device"),
  [TOK_ROW_OVERLAPPED] = N_("not compared: other requests ran meanwhile"),
};

static const char *const logged_labels[TOK_N_LOGGED] = {
  [TOK_LOGGED_WEIGHTS] = N_("Weights"),
  [TOK_LOGGED_KV] = N_("KV cache"),
  [TOK_LOGGED_STATE] = N_("Recurrent state"),
  [TOK_LOGGED_COMPUTE] = N_("Compute buffers"),
  [TOK_LOGGED_OUTPUT] = N_("Output buffer"),
};

static gboolean
is_compared (const TokComparison *comparison)
{
  return comparison->state == TOK_ROW_COMPARED;
}

char *
tok_measurement_describe_test (const TokMeasurement *row)
{
  const char *kind = _(kind_labels[row->kind]);
  g_autofree char *tokens = tok_format_tokens_full (row->n_tokens);
  g_autofree char *depth = tok_format_tokens_full (row->depth);

  if (row->n_tokens <= 0.0 && row->depth <= 0.0)
    return g_strdup (kind);
  if (row->n_tokens <= 0.0)
    /* Translators: decode or prefill, and the tokens in the KV cache when it began: "Decode at depth 4096" */
    return g_strdup_printf (_("%s at depth %s"), kind, depth);
  if (row->depth <= 0.0)
    /* Translators: decode or prefill, and over how many tokens: "Decode, 128 tokens" */
    return g_strdup_printf (ngettext ("%s, %s token", "%s, %s tokens", (gulong) row->n_tokens), kind, tokens);
  /* Translators: "Decode, 128 tokens at depth 4096" */
  return g_strdup_printf (ngettext ("%s, %s token at depth %s", "%s, %s tokens at depth %s", (gulong) row->n_tokens),
                          kind, tokens, depth);
}

static void
take_part (GPtrArray *parts,
           char      *part)
{
  if (part != NULL && part[0] != '\0')
    g_ptr_array_add (parts, part);
  else
    g_free (part);
}

/* What was printed of a model that is not known says its file type as well. */
static void
add_other_model (GPtrArray            *parts,
                 const TokMeasurement *row,
                 const TokCatalog     *catalog)
{
  const TokCatalogModel *model = row->model_id[0] != '\0' ? tok_catalog_find_model (catalog, row->model_id) : NULL;

  take_part (parts, g_strdup (model != NULL ? model->architecture->name : row->model));
  if (row->file_type != TOK_AUTO && (model != NULL || row->model[0] == '\0'))
    take_part (parts, tok_format_param (TOK_PARAM_FILE_TYPE, row->file_type));
}

/* The plan's own model and file type go without saying. */
static void
add_model (GPtrArray            *parts,
           const TokMeasurement *row,
           const TokComparison  *comparison,
           const TokPlan        *plan,
           const TokCatalog     *catalog)
{
  if (!comparison->is_plans_model)
    add_other_model (parts, row, catalog);
  else if (row->file_type != TOK_AUTO && row->file_type != tok_plan_get (plan, TOK_PARAM_FILE_TYPE))
    take_part (parts, tok_format_param (TOK_PARAM_FILE_TYPE, row->file_type));
}

static char *
describe_requests (const TokMeasurement *row)
{
  g_autofree char *n = tok_format_tokens_full (row->batch);

  return row->batch > 1.0 ? g_strdup_printf (ngettext ("%s request", "%s requests", (gulong) row->batch), n) : NULL;
}

static char *
describe_layers (const TokMeasurement *row,
                 const TokComparison  *comparison,
                 const TokPlan        *plan)
{
  g_autofree char *n = tok_format_tokens_full (row->gpu_layers);

  if (!comparison->is_plans_model || row->gpu_layers == TOK_AUTO || row->gpu_layers >= plan->model->architecture->n_layers)
    return NULL;
  return g_strdup_printf (ngettext ("%s layer on the GPU", "%s layers on the GPU", (gulong) row->gpu_layers), n);
}

static char *
describe_cache (const TokMeasurement *row,
                const TokPlan        *plan)
{
  g_autofree char *keys = NULL;

  if (row->kv_k == TOK_AUTO || row->kv_k == tok_plan_get (plan, TOK_PARAM_KV_K))
    return NULL;
  keys = tok_format_param (TOK_PARAM_KV_K, row->kv_k);
  return g_strdup_printf (_("KV cache %s"), keys);
}

static char *
describe_speculation (const TokMeasurement *row)
{
  g_autofree char *share = NULL;

  if (row->acceptance == TOK_AUTO)
    return NULL;
  share = tok_format_percent (row->acceptance);
  /* Translators: the share of drafted tokens the model accepted. */
  return g_strdup_printf (_("%s of the draft accepted"), share);
}

static const char *
describe_flags (const TokMeasurement *row)
{
  if ((row->flags & TOK_MEASURED_COUNTS_PROMPT) != 0)
    return _("prompt and answer counted together");
  return (row->flags & TOK_MEASURED_WHOLE_TIME) != 0 ? _("over the time of prompt and answer") : NULL;
}

static char *
other_device (const TokMeasurement *row,
              const TokComparison  *comparison)
{
  return comparison->state == TOK_ROW_OTHER_DEVICE ? g_strdup (row->device) : NULL;
}

static char *
other_engine (const TokMeasurement *row,
              const TokComparison  *comparison)
{
  if (comparison->state != TOK_ROW_OTHER_ENGINE || row->engine == TOK_AUTO)
    return NULL;
  return g_strdup (tok_label_engine ((TokEngine) row->engine));
}

char *
tok_measurement_describe_setup (const TokMeasurement *row,
                                const TokComparison  *comparison,
                                const TokPlan        *plan,
                                const TokCatalog     *catalog)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  add_model (parts, row, comparison, plan, catalog);
  take_part (parts, describe_requests (row));
  take_part (parts, describe_layers (row, comparison, plan));
  take_part (parts, describe_cache (row, plan));
  take_part (parts, describe_speculation (row));
  take_part (parts, g_strdup (describe_flags (row)));
  take_part (parts, other_device (row, comparison));
  take_part (parts, other_engine (row, comparison));
  take_part (parts, g_strdup (row->tool));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (SEPARATOR, (char **) parts->pdata);
}

char *
tok_measurement_format_measured (const TokMeasurement *row)
{
  g_autofree char *speed = tok_format_speed (row->tok_s);
  g_autofree char *deviation = NULL;

  if (row->deviation <= 0.0)
    return g_steal_pointer (&speed);
  deviation = tok_format_percent (row->deviation / row->tok_s);
  /* Translators: a measured speed and its standard deviation: "143 ± 2 %" */
  return g_strdup_printf (_("%s ± %s"), speed, deviation);
}

char *
tok_measurement_format_predicted (const TokComparison *comparison)
{
  return is_compared (comparison) ? tok_format_speed (comparison->predicted.likely) : g_strdup (NOTHING);
}

char *
tok_measurement_format_band (const TokComparison *comparison)
{
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  if (!is_compared (comparison))
    return g_strdup ("");
  low = tok_format_speed (comparison->predicted.low);
  high = tok_format_speed (comparison->predicted.high);
  /* Translators: the low and the high end of a band of speeds. */
  return g_strdup_printf (_("%s – %s"), low, high);
}

/* With its sign; what rounds to nothing has none. */
static char *
with_sign (char     *magnitude,
           gboolean  is_positive)
{
  g_autofree char *owned = magnitude;

  if (!is_positive || strpbrk (magnitude, "123456789") == NULL)
    return g_steal_pointer (&owned);
  return g_strconcat (PLUS_SIGN, magnitude, NULL);
}

char *
tok_measurement_format_residual (const TokComparison *comparison)
{
  if (!is_compared (comparison))
    return g_strdup (NOTHING);
  return with_sign (tok_format_percent (comparison->residual), comparison->residual > 0.0);
}

const char *
tok_measurement_judge (const TokComparison *comparison)
{
  if (!is_compared (comparison))
    return _(state_labels[comparison->state]);
  if (comparison->is_inside)
    return _("in the band");
  return comparison->residual > 0.0 ? _("above the band") : _("below the band");
}

char *
tok_measurement_describe (const TokMeasurement *row,
                          const TokComparison  *comparison,
                          const TokPlan        *plan,
                          const TokCatalog     *catalog)
{
  g_autofree char *test = tok_measurement_describe_test (row);
  g_autofree char *setup = tok_measurement_describe_setup (row, comparison, plan, catalog);
  g_autofree char *measured = tok_measurement_format_measured (row);
  g_autofree char *predicted = tok_measurement_format_predicted (comparison);
  g_autofree char *residual = tok_measurement_format_residual (comparison);

  if (!is_compared (comparison))
    /* Translators: "Decode, 128 tokens (llama-bench). Measured 143 ± 2 % tok/s; not compared: measured on another device." */
    return g_strdup_printf (_("%s (%s). Measured %s tok/s; %s."), test, setup, measured, tok_measurement_judge (comparison));
  /* Translators: "Decode, 128 tokens (llama-bench). Measured 143 ± 2 % tok/s, predicted 138 tok/s, difference +4 %, in the band." */
  return g_strdup_printf (_("%s (%s). Measured %s tok/s, predicted %s tok/s, difference %s, %s."),
                          test, setup, measured, predicted, residual, tok_measurement_judge (comparison));
}

const char *
tok_label_logged (TokLoggedKind kind)
{
  return _(logged_labels[kind]);
}

const char *
tok_memory_comparison_find_place (const TokMemoryComparison *row)
{
  if (row->place[0] != '\0')
    return row->place;
  return row->is_host ? _("Host memory") : _("A device the plan does not have");
}

char *
tok_memory_comparison_format_difference (const TokMemoryComparison *row)
{
  double more = row->logged_bytes - row->estimated_bytes;

  return with_sign (tok_format_gib (more), more > 0.0);
}

char *
tok_memory_comparison_describe (const TokMemoryComparison *row)
{
  g_autofree char *estimated = tok_format_gib (row->estimated_bytes);
  g_autofree char *logged = tok_format_gib (row->logged_bytes);
  g_autofree char *difference = tok_memory_comparison_format_difference (row);

  /* Translators: kind and place of a buffer: "KV cache (RTX 4090): predicted 2 GiB, logged 2 GiB, difference 0 MiB." */
  return g_strdup_printf (_("%s (%s): predicted %s, logged %s, difference %s."),
                          tok_label_logged (row->kind), tok_memory_comparison_find_place (row), estimated, logged, difference);
}
