/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything a fit may group rows by is told with them; what a speed comes to is told by the library alone. */

#include "serve.h"

#include <json-glib/json-glib.h>
#include <stdio.h>
#include <string.h>

#include "calibrated.h"
#include "kinds.h"
#include "prediction.h"

#define MAX_PATH_BYTES 4096

static void
add_text (JsonBuilder *builder,
          const char  *name,
          const char  *text)
{
  json_builder_set_member_name (builder, name);
  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

static void
add_number (JsonBuilder *builder,
            const char  *name,
            double       number)
{
  json_builder_set_member_name (builder, name);
  if (number == TOK_ROW_NOT_STATED)
    json_builder_add_null_value (builder);
  else if (number == (double) (gint64) number)
    json_builder_add_int_value (builder, (gint64) number);
  else
    json_builder_add_double_value (builder, number);
}

static void
add_flag (JsonBuilder *builder,
          const char  *name,
          gboolean     flag)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, flag);
}

static void
add_kinds (JsonBuilder     *builder,
           const TokMapped *mapped)
{
  json_builder_set_member_name (builder, "kinds");
  json_builder_begin_array (builder);
  for (guint i = 0; i < TOK_N_ACCURACY_KINDS; i++)
    if (tok_kind_has (i, mapped))
      json_builder_add_string_value (builder, tok_accuracy_kind_name (i));
  json_builder_end_array (builder);
}

static void
add_row (JsonBuilder  *builder,
         const TokRow *row)
{
  add_text (builder, "id", row->id);
  add_text (builder, "source", row->source);
  add_text (builder, "date", row->date);
  add_text (builder, "test", row->test == TOK_TEST_DECODE ? "tg" : "pp");
  add_number (builder, "n_tokens", row->n_tokens);
  add_number (builder, "depth", row->depth);
  add_number (builder, "batch", row->batch);
  add_flag (builder, "spec", row->spec[0] != '\0');
  add_number (builder, "n_gpus", row->n_gpus);
  add_text (builder, "split_mode", row->split_mode);
  add_flag (builder, "host_limited", row->host_limited);
  add_flag (builder, "includes_prompt", row->includes_prompt);
  add_flag (builder, "clean", row->clean);
  add_number (builder, "measured", row->tok_s);
  add_text (builder, "variant", row->variant);
  add_number (builder, "threads", row->threads);
}

static void
add_machine (JsonBuilder     *builder,
             const TokMapped *mapped,
             gboolean         host_computes)
{
  const TokPlan *plan = &mapped->plan;
  const TokDevice *host = tok_plan_host (plan);

  g_autofree char *machine = tok_machine_key (mapped);

  add_text (builder, "machine", machine);
  add_text (builder, "chip", mapped->chips[0]);
  add_text (builder, "class", tok_device_class_name (plan->devices[0].device.device_class));
  add_text (builder, "engine", tok_engine_name (tok_plan_engine (plan)));
  add_number (builder, "build", tok_plan_get (plan, TOK_PARAM_ENGINE_BUILD));
  add_text (builder, "host_class", host_computes ? tok_device_class_name (host->device_class) : NULL);
  add_text (builder, "host_engine", host_computes ? tok_engine_name (tok_plan_host_engine (plan)) : NULL);
  add_flag (builder, "host_known", plan->host_known);
}

static void
add_model (JsonBuilder     *builder,
           const TokMapped *mapped)
{
  const TokPlan *plan = &mapped->plan;
  const TokParamInfo *kv_k = tok_plan_param_info (TOK_PARAM_KV_K);

  add_text (builder, "model", plan->base->id);
  add_flag (builder, "moe", tok_architecture_is_moe (plan->base));
  add_text (builder, "file_type", tok_file_type_name (tok_plan_get (plan, TOK_PARAM_FILE_TYPE)));
  add_text (builder, "kv_k", kv_k->choice_name (tok_plan_get (plan, TOK_PARAM_KV_K)));
  add_flag (builder, "flash", tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION));
  add_flag (builder, "exact", mapped->exact);
}

/* TRUE when layers, experts, output or cache of the plan are the work of the host's CPU. */
static gboolean
host_computes (const TokMapped     *mapped,
               const TokPrediction *prediction)
{
  const TokSplit *split = &prediction->estimate.split;

  if (tok_plan_is_cpu_only (&mapped->plan))
    return FALSE;
  return split->cpu_layers > 0 || split->expert_layers_cpu > 0 || split->head_on_cpu || split->cache_on_cpu;
}

static void
add_mapped (JsonBuilder     *builder,
            const TokMapped *mapped)
{
  TokPrediction prediction;

  tok_prediction_make (mapped, &prediction);
  json_builder_begin_object (builder);
  add_row (builder, mapped->row);
  add_machine (builder, mapped, host_computes (mapped, &prediction));
  add_model (builder, mapped);
  add_kinds (builder, mapped);
  add_text (builder, "band", tok_band_kind_name (prediction.band_kind));
  add_text (builder, "basis", tok_prediction_basis_name (prediction.estimate.basis));
  json_builder_end_object (builder);
}

static void
write_rows (const TokRowTable *measurements)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint i = 0; i < measurements->rows->len; i++)
    if (measurements->mapped[i].reason == NULL)
      add_mapped (builder, &measurements->mapped[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, FALSE);
  puts (text);
  fflush (stdout);
}

static void
write_predictions (const TokRowTable *measurements)
{
  g_autoptr (GString) line = g_string_new ("[");
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < measurements->rows->len; i++)
    if (measurements->mapped[i].reason == NULL)
      {
        TokPrediction prediction;

        tok_prediction_make (&measurements->mapped[i], &prediction);
        if (line->len > 1)
          g_string_append_c (line, ',');
        g_string_append (line, g_ascii_formatd (number, sizeof number, "%.9g", prediction.tok_s));
      }
  g_string_append_c (line, ']');
  puts (line->str);
}

static void
write_error (const GError *error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  add_text (builder, "error", error->message);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, FALSE);
  puts (text);
}

void
tok_serve (TokRowTable *measurements)
{
  g_autoptr (TokEfficiencyTable) table = NULL;
  char path[MAX_PATH_BYTES];

  write_rows (measurements);
  while (fgets (path, sizeof path, stdin) != NULL)
    {
      g_autoptr (GError) error = NULL;
      TokEfficiencyTable *next = tok_row_table_read_table (g_strchomp (path), &error);

      if (next != NULL)
        {
          tok_row_table_set_table (measurements, next);
          write_predictions (measurements);
          g_clear_pointer (&table, tok_efficiency_table_free);
          table = next;
        }
      else
        write_error (error);
      fflush (stdout);
    }
  tok_row_table_set_table (measurements, NULL);
}
