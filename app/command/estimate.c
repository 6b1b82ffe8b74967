/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokplan estimate: a plan's figures for people or as JSON. */

#include <glib/gi18n.h>
#include <string.h>

#include "command/command-private.h"
#include "command/plan-options.h"
#include "command/table.h"
#include "core/comparison.h"
#include "formats/json-write.h"
#include "present/accuracy.h"
#include "present/calibration.h"
#include "present/labels.h"
#include "present/numbers.h"
#include "present/sentences.h"

/* Takes the ownership of @text. */
static void
add_row (TokTable   *table,
         const char *label,
         char       *text)
{
  tok_table_add (table, g_strdup (label));
  tok_table_add (table, text);
}

static char *
speed_text (const TokPlan     *plan,
            const TokEstimate *estimate)
{
  g_autofree char *speed = tok_format_speed (estimate->decode.tok_s.likely);
  double depth_tokens = tok_plan_depth_tokens (plan);
  g_autofree char *depth = tok_format_tokens (depth_tokens);
  g_autofree char *empty = tok_format_speed (estimate->decode_empty.tok_s.likely);

  return g_strdup_printf (ngettext ("%s tok/s with %s token in the KV cache, %s when it is empty",
                                    "%s tok/s with %s tokens in the KV cache, %s when it is empty", (gulong) depth_tokens),
                          speed, depth, empty);
}

static char *
ceiling_text (const TokPlan   *plan,
              const TokDecode *decode)
{
  double depth_tokens = tok_plan_depth_tokens (plan);
  g_autofree char *depth = tok_format_tokens (depth_tokens);
  g_autofree char *speed = tok_format_speed (decode->ceiling_tok_s);
  g_autofree char *bandwidth = tok_format_bandwidth (decode->ceiling_bandwidth);
  g_autofree char *bytes = tok_format_gb (decode->bytes_read);
  g_autofree char *share = tok_format_percent (decode->realized_share);

  if (depth_tokens < 1.0)
    return g_strdup_printf (_("%s tok/s = %s ÷ %s, %s of it realized"), speed, bandwidth, bytes, share);
  /* Translators: "149 tok/s at 16k = 1008 GB/s ÷ 6.76 GB, 81 % of it realized"; 16k are the tokens in the KV cache. */
  return g_strdup_printf (_("%s tok/s at %s = %s ÷ %s, %s of it realized"), speed, depth, bandwidth, bytes, share);
}

static char *
first_token_text (const TokPlan     *plan,
                  const TokEstimate *estimate)
{
  g_autofree char *seconds = tok_format_seconds (estimate->ttft_seconds.likely);
  double prompt_tokens = tok_plan_get (plan, TOK_PARAM_PROMPT);
  g_autofree char *prompt = tok_format_tokens_full (prompt_tokens);
  g_autofree char *speed = tok_format_speed (estimate->prefill_tok_s.likely);

  return g_strdup_printf (ngettext ("%s for a prompt of %s token, read at %s tok/s", "%s for a prompt of %s tokens, read at %s tok/s",
                                    (gulong) prompt_tokens),
                          seconds, prompt, speed);
}

static char *
answer_text (const TokPlan     *plan,
             const TokEstimate *estimate)
{
  g_autofree char *seconds = tok_format_seconds (estimate->answer_seconds);
  double answer_tokens = tok_plan_get (plan, TOK_PARAM_ANSWER);
  g_autofree char *answer = tok_format_tokens_full (answer_tokens);

  return g_strdup_printf (ngettext ("%s for an answer of %s token, reading the prompt included",
                                    "%s for an answer of %s tokens, reading the prompt included", (gulong) answer_tokens),
                          seconds, answer);
}

static char *
layers_text (const TokPlan     *plan,
             const TokEstimate *estimate)
{
  const TokSplit *split = &estimate->split;
  guint n_layers = plan->model->architecture->n_layers, gpu_layers = tok_split_gpu_layers (plan, split);

  if (split->expert_layers_cpu > 0)
    return g_strdup_printf (ngettext ("%u of %u on the GPU, experts of %u on the CPU; %u fit",
                                      "%u of %u on the GPUs, experts of %u on the CPU; %u fit", plan->n_devices),
                            gpu_layers, n_layers, split->expert_layers_cpu, split->max_gpu_layers);
  return g_strdup_printf (ngettext ("%u of %u on the GPU; %u fit", "%u of %u on the GPUs; %u fit", plan->n_devices),
                          gpu_layers, n_layers, split->max_gpu_layers);
}

static char *
serving_text (const TokPlan    *plan,
              const TokServing *serving)
{
  guint requests = tok_plan_get (plan, TOK_PARAM_REQUESTS);
  g_autofree char *aggregate = tok_format_speed (serving->aggregate_tok_s);
  g_autofree char *per_stream = tok_format_speed (serving->per_stream_tok_s);
  g_autofree char *first = tok_format_seconds (serving->ttft_seconds);

  return g_strdup_printf (ngettext ("%u request: %s tok/s together, %s each, first token after %s",
                                    "%u requests: %s tok/s together, %s each, first token after %s", requests),
                          requests, aggregate, per_stream, first);
}

static char *
speculation_text (const TokSpeculation *speculation)
{
  g_autofree char *speedup = tok_format_speed (speculation->speedup);
  g_autofree char *best = tok_format_speed (speculation->best_speedup);

  if (speculation->length == speculation->best_length)
    return g_strdup_printf (_("%s times the speed with a draft length of %u, the best one"), speedup, speculation->length);
  if (speculation->best_length == 0)
    return g_strdup_printf (_("%s times the speed with a draft length of %u; it is best without"), speedup, speculation->length);
  return g_strdup_printf (_("%s times the speed with a draft length of %u; the best is %u with %s times"),
                          speedup, speculation->length, speculation->best_length, best);
}

static void
add_memory_rows (TokTable          *table,
                 const TokPlan     *plan,
                 const TokEstimate *estimate)
{
  const TokMemory *memory = &estimate->memory;

  for (guint i = 0; i < memory->n_devices; i++)
    {
      const TokMemoryPlace *place = &memory->devices[i];
      char *used = tok_format_gib_of (place->total - place->free, place->total);

      if (memory->n_devices == 1)
        tok_table_add (table, g_strdup (_("Memory")));
      else
        tok_table_add (table, tok_sentence_device (plan, i));
      tok_table_add (table, used);
    }
  if (memory->host.total > 0.0)
    add_row (table, _("Host memory"), tok_format_gib_of (memory->host.total - memory->host.free, memory->host.total));
}

/* A paragraph of what the plan's measurements say of the machine, or why they say nothing. */
static char *
calibration_text (const TokPlan    *plan,
                  const TokCatalog *catalog)
{
  TokCalibration offered;
  g_autofree char *sentences = NULL;

  if (plan->measurements == NULL || plan->measurements->rows->len == 0)
    return g_strdup ("");
  tok_comparison_calibrate (plan, catalog, &offered);
  sentences = tok_calibration_describe (plan, &offered);
  return g_strdup_printf ("\n%s\n", sentences);
}

static char *
estimate_text (const TokPlan     *plan,
               const TokCatalog  *catalog,
               const TokEstimate *estimate)
{
  g_autoptr (TokTable) table = tok_table_new (2);
  g_autofree char *summary = tok_sentence_summary (plan);
  g_autofree char *verdict = tok_sentence_verdict (plan, estimate);
  g_autofree char *calibration = calibration_text (plan, catalog);
  g_autofree char *rows = NULL;

  add_row (table, _("Speed"), speed_text (plan, estimate));
  add_row (table, _("Band"), tok_sentence_band (estimate));
  add_row (table, _("Basis"), tok_accuracy_describe_basis (plan, estimate));
  add_row (table, _("Ceiling"), ceiling_text (plan, &estimate->decode));
  add_row (table, _("First token"), first_token_text (plan, estimate));
  add_row (table, _("Answer"), answer_text (plan, estimate));
  add_row (table, _("Cold start"), tok_format_seconds (estimate->load_seconds));
  add_row (table, _("Fit"), g_strdup (tok_label_fit (estimate->memory.fit)));
  add_memory_rows (table, plan, estimate);
  if (!tok_plan_is_cpu_only (plan))
    add_row (table, _("Layers"), layers_text (plan, estimate));
  if (tok_plan_get (plan, TOK_PARAM_REQUESTS) > 1.0)
    add_row (table, _("Serving"), serving_text (plan, &estimate->serving));
  if (estimate->speculation.length > 0)
    add_row (table, _("Speculation"), speculation_text (&estimate->speculation));
  rows = tok_table_to_text (table);
  return g_strconcat (summary, "\n\n", rows, "\n", verdict, "\n", calibration, NULL);
}

gboolean
tok_command_estimate (const TokOptions *options,
                      const TokCatalog *catalog,
                      GError          **error)
{
  g_auto (TokPlan) plan = { 0 };
  TokEstimate estimate;
  g_autofree char *text = NULL;

  if (!tok_plan_from_options (options, catalog, &plan, error))
    return FALSE;
  tok_estimate (&plan, &estimate);
  if (options->json)
    {
      g_autoptr (JsonNode) node = tok_estimate_to_json (&plan, &estimate);

      text = tok_json_to_text (node);
      return tok_command_write (text, strlen (text), error);
    }
  text = estimate_text (&plan, catalog, &estimate);
  g_print ("%s", text);
  return TRUE;
}
