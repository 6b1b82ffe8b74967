/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The estimate as JSON.  Names are stable: members are added, never renamed. */

#include "command/command-private.h"
#include "command/json-members.h"
#include "core/caveat.h"
#include "core/units.h"
#include "formats/plan-json.h"

static const char *const term_names[TOK_N_TERMS] = {
  [TOK_TERM_WEIGHTS] = "weights",
  [TOK_TERM_KV] = "kv",
  [TOK_TERM_ATTENTION] = "attention",
  [TOK_TERM_LAUNCHES] = "launches",
  [TOK_TERM_CPU] = "cpu",
  [TOK_TERM_LINK] = "link",
  [TOK_TERM_OTHER] = "other",
};

static const char *const fit_names[] = {
  [TOK_FIT_FITS] = "fits",
  [TOK_FIT_TIGHT] = "tight",
  [TOK_FIT_SPILLS] = "spills",
  [TOK_FIT_NO] = "no",
};

static const char *const basis_names[] = {
  [TOK_BASIS_MEASUREMENT] = "your measurement",
  [TOK_BASIS_CLASS] = "calibrated class",
  [TOK_BASIS_FAMILY] = "same family",
  [TOK_BASIS_SPECIFICATION] = "specification only",
};

static void
add_range (JsonBuilder *builder,
           const char  *likely_name,
           TokRange     range)
{
  tok_json_add_number (builder, likely_name, range.likely);
  tok_json_add_number (builder, "low", range.low);
  tok_json_add_number (builder, "high", range.high);
}

static void
add_range_object (JsonBuilder *builder,
                  const char  *name,
                  const char  *likely_name,
                  TokRange     range)
{
  tok_json_begin_object (builder, name);
  add_range (builder, likely_name, range);
  json_builder_end_object (builder);
}

static void
add_seconds_object (JsonBuilder *builder,
                    const char  *name,
                    double       seconds)
{
  tok_json_begin_object (builder, name);
  tok_json_add_number (builder, "seconds", seconds);
  json_builder_end_object (builder);
}

static void
add_decode (JsonBuilder     *builder,
            const TokDecode *decode)
{
  tok_json_begin_object (builder, "decode");
  add_range (builder, "tok_s", decode->tok_s);
  tok_json_add_number (builder, "ceiling_tok_s", decode->ceiling_tok_s);
  tok_json_add_number (builder, "realized_share", decode->realized_share);
  tok_json_begin_object (builder, "seconds");
  for (guint term = 0; term < TOK_N_TERMS; term++)
    tok_json_add_number (builder, term_names[term], decode->time.seconds[term]);
  json_builder_end_object (builder);
  tok_json_add_count (builder, "bytes_read", decode->bytes_read);
  json_builder_end_object (builder);
}

static void
add_place (JsonBuilder          *builder,
           const char           *name,
           const TokMemoryPlace *place)
{
  json_builder_begin_object (builder);
  tok_json_add_string (builder, "place", name);
  tok_json_add_count (builder, "total_bytes", place->total);
  tok_json_add_count (builder, "weights", place->weights);
  tok_json_add_count (builder, "kv", place->cache);
  tok_json_add_count (builder, "state", place->state);
  tok_json_add_count (builder, "compute", place->compute);
  tok_json_add_count (builder, "reserve", place->reserve);
  tok_json_add_count (builder, "free_bytes", place->free);
  json_builder_end_object (builder);
}

static void
add_memory (JsonBuilder     *builder,
            const TokPlan   *plan,
            const TokMemory *memory)
{
  tok_json_begin_array (builder, "memory");
  for (guint i = 0; i < memory->n_devices; i++)
    add_place (builder, plan->devices[i].picked.name, &memory->devices[i]);
  if (memory->host.total > 0.0)
    add_place (builder, "host", &memory->host);
  json_builder_end_array (builder);
  tok_json_add_string (builder, "fit", fit_names[memory->fit]);
}

static void
add_layers (JsonBuilder    *builder,
            const TokPlan  *plan,
            const TokSplit *split)
{
  tok_json_begin_object (builder, "gpu_layers");
  tok_json_add_number (builder, "used", tok_split_gpu_layers (plan, split));
  tok_json_add_number (builder, "total", plan->model->architecture->n_layers);
  tok_json_add_number (builder, "max_fit", split->max_gpu_layers);
  json_builder_end_object (builder);
}

static void
add_serving (JsonBuilder      *builder,
             const TokServing *serving)
{
  tok_json_begin_object (builder, "serving");
  tok_json_add_number (builder, "aggregate_tok_s", serving->aggregate_tok_s);
  tok_json_add_number (builder, "per_stream_tok_s", serving->per_stream_tok_s);
  tok_json_add_number (builder, "ttft_s", serving->ttft_seconds);
  json_builder_end_object (builder);
}

static void
add_speculation (JsonBuilder          *builder,
                 const TokSpeculation *speculation)
{
  tok_json_begin_object (builder, "speculation");
  tok_json_add_number (builder, "speedup", speculation->speedup);
  tok_json_add_number (builder, "best_length", speculation->best_length);
  json_builder_end_object (builder);
}

/* The plan as it was computed: what is automatic and needs no estimate is written out.  It is still a plan file. */
static void
add_plan (JsonBuilder   *builder,
          const TokPlan *plan)
{
  g_auto (TokPlan) resolved = { 0 };

  tok_plan_copy (plan, &resolved);
  tok_plan_set (&resolved, TOK_PARAM_DEPTH, tok_plan_depth_tokens (plan));
  tok_plan_set (&resolved, TOK_PARAM_ENGINE, tok_plan_engine (plan));
  tok_plan_set (&resolved, TOK_PARAM_OS, tok_plan_os (plan));
  tok_plan_set (&resolved, TOK_PARAM_RESERVE, tok_plan_reserve_bytes (plan) / TOK_GIB);
  json_builder_set_member_name (builder, "plan");
  json_builder_add_value (builder, tok_plan_to_json (&resolved, NULL));
}

static void
add_caveats (JsonBuilder   *builder,
             const TokPlan *plan)
{
  TokCaveat caveats[TOK_N_CAVEATS];
  guint n = tok_caveats (plan, caveats);

  tok_json_begin_array (builder, "caveats");
  for (guint i = 0; i < n; i++)
    json_builder_add_string_value (builder, tok_caveat_name (caveats[i]));
  json_builder_end_array (builder);
}

JsonNode *
tok_estimate_to_json (const TokPlan     *plan,
                      const TokEstimate *estimate)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_plan (builder, plan);
  add_decode (builder, &estimate->decode);
  add_range_object (builder, "decode_empty", "tok_s", estimate->decode_empty.tok_s);
  add_range_object (builder, "prefill", "tok_s", estimate->prefill_tok_s);
  add_range_object (builder, "ttft", "seconds", estimate->ttft_seconds);
  add_seconds_object (builder, "answer", estimate->answer_seconds);
  add_seconds_object (builder, "load", estimate->load_seconds);
  add_memory (builder, plan, &estimate->memory);
  add_layers (builder, plan, &estimate->split);
  add_serving (builder, &estimate->serving);
  add_speculation (builder, &estimate->speculation);
  tok_json_add_string (builder, "bottleneck", term_names[estimate->bottleneck]);
  tok_json_add_string (builder, "basis", basis_names[estimate->basis]);
  add_caveats (builder, plan);
  tok_json_add_null (builder, "advice");
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}
