/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was imported, as JSON. */

#include "command/import-report.h"

#include "command/command-private.h"
#include "command/json-members.h"
#include "command/plan-files.h"
#include "core/comparison.h"
#include "core/units.h"
#include "formats/plan-json.h"

static const char *const kind_names[] = {
  [TOK_IMPORT_PLAN] = "plan",
  [TOK_IMPORT_MODEL] = "model",
  [TOK_IMPORT_MEASUREMENTS] = "measurements",
};

static const char *const measured_names[TOK_N_MEASURED] = {
  [TOK_MEASURED_DECODE] = "decode",
  [TOK_MEASURED_PREFILL] = "prefill",
};

static const struct { TokMeasuredFlags flag; const char *name; } flag_names[] = {
  { TOK_MEASURED_IMPLAUSIBLE, "implausible" },
  { TOK_MEASURED_COUNTS_PROMPT, "counts-prompt" },
  { TOK_MEASURED_PER_STREAM, "per-stream" },
  { TOK_MEASURED_WHOLE_TIME, "whole-time" },
  { TOK_MEASURED_OVERLAPPED, "overlapped" },
};

static const char *const logged_names[TOK_N_LOGGED] = {
  [TOK_LOGGED_WEIGHTS] = "weights",
  [TOK_LOGGED_KV] = "kv",
  [TOK_LOGGED_STATE] = "state",
  [TOK_LOGGED_COMPUTE] = "compute",
  [TOK_LOGGED_OUTPUT] = "output",
};

static const char *const state_names[TOK_N_ROW_STATES] = {
  [TOK_ROW_COMPARED] = "compared",
  [TOK_ROW_OTHER_DEVICE] = "other-device",
  [TOK_ROW_OTHER_ENGINE] = "other-engine",
  [TOK_ROW_UNKNOWN_MODEL] = "unknown-model",
  [TOK_ROW_IMPLAUSIBLE] = "implausible",
  [TOK_ROW_OVERLAPPED] = "overlapped",
};

static void
add_printed (JsonBuilder *builder,
             const char  *name,
             const char  *text)
{
  tok_json_add_string (builder, name, text[0] != '\0' ? text : NULL);
}

static void
add_choice (JsonBuilder *builder,
            const char  *name,
            TokParam     param,
            double       value)
{
  tok_json_add_string (builder, name, value != TOK_AUTO ? tok_plan_param_info (param)->choice_name ((guint) value) : NULL);
}

static void
add_flags (JsonBuilder     *builder,
           TokMeasuredFlags flags)
{
  tok_json_begin_array (builder, "flags");
  for (guint i = 0; i < G_N_ELEMENTS (flag_names); i++)
    if ((flags & flag_names[i].flag) != 0)
      json_builder_add_string_value (builder, flag_names[i].name);
  json_builder_end_array (builder);
}

static void
add_known_count (JsonBuilder *builder,
                 const char  *name,
                 double       count)
{
  if (count == TOK_AUTO)
    tok_json_add_null (builder, name);
  else
    tok_json_add_count (builder, name, count);
}

static void
add_switch (JsonBuilder *builder,
            const char  *name,
            double       value)
{
  if (value == TOK_AUTO)
    tok_json_add_null (builder, name);
  else
    tok_json_add_flag (builder, name, value > 0.0);
}

static void
add_settings (JsonBuilder          *builder,
              const TokMeasurement *row)
{
  tok_json_add_known (builder, "gpu_layers", row->gpu_layers);
  tok_json_add_known (builder, "expert_layers_cpu", row->expert_layers_cpu);
  tok_json_add_known (builder, "ubatch", row->ubatch);
  tok_json_add_known (builder, "threads", row->threads);
  add_choice (builder, "kv_k", TOK_PARAM_KV_K, row->kv_k);
  add_choice (builder, "kv_v", TOK_PARAM_KV_V, row->kv_v);
  add_switch (builder, "kv_on_cpu", row->kv_on_cpu);
  add_switch (builder, "flash_attention", row->flash_attention);
  add_choice (builder, "split_mode", TOK_PARAM_SPLIT_MODE, row->split_mode);
  tok_json_add_known (builder, "devices", row->n_devices);
}

static void
add_definition (JsonBuilder          *builder,
                const TokMeasurement *row)
{
  tok_json_add_string (builder, "kind", measured_names[row->kind]);
  tok_json_add_number (builder, "tok_s", row->tok_s);
  tok_json_add_known (builder, "deviation", row->deviation);
  tok_json_add_known (builder, "tokens", row->n_tokens);
  tok_json_add_known (builder, "prompt_tokens", row->n_prompt);
  tok_json_add_number (builder, "depth", row->depth);
  tok_json_add_number (builder, "requests", row->batch);
  tok_json_add_known (builder, "acceptance", row->acceptance);
  add_flags (builder, row->flags);
}

static void
add_subject (JsonBuilder          *builder,
             const TokMeasurement *row)
{
  add_printed (builder, "model", row->model);
  add_printed (builder, "model_id", row->model_id);
  add_choice (builder, "file_type", TOK_PARAM_FILE_TYPE, row->file_type);
  add_known_count (builder, "file_bytes", row->file_bytes);
  add_known_count (builder, "parameters", row->params > 0.0 ? row->params * TOK_BILLION : TOK_AUTO);
  add_printed (builder, "device", row->device);
  add_choice (builder, "engine", TOK_PARAM_ENGINE, row->engine);
  tok_json_add_known (builder, "build_year", row->build_year);
  add_printed (builder, "tool", row->tool);
}

/* What the plan's estimate says to it. */
static void
add_comparison (JsonBuilder           *builder,
                const TokImportReport *report,
                guint                  index,
                const TokCatalog      *catalog)
{
  TokComparison comparison;

  if (report->plan == NULL)
    {
      tok_json_add_null (builder, "comparison");
      return;
    }
  tok_comparison_make (report->plan, catalog, &g_array_index (report->rows, TokMeasurement, index), &comparison);
  tok_json_begin_object (builder, "comparison");
  tok_json_add_string (builder, "state", state_names[comparison.state]);
  if (comparison.state == TOK_ROW_COMPARED)
    {
      tok_json_add_number (builder, "tok_s", comparison.predicted.likely);
      tok_json_add_number (builder, "low", comparison.predicted.low);
      tok_json_add_number (builder, "high", comparison.predicted.high);
      tok_json_add_number (builder, "residual", comparison.residual);
      tok_json_add_flag (builder, "inside", comparison.is_inside);
    }
  json_builder_end_object (builder);
}

static void
add_rows (JsonBuilder           *builder,
          const TokImportReport *report,
          const TokCatalog      *catalog)
{
  const TokMeasurementsRead *read = report->import->measurements;

  tok_json_begin_array (builder, "rows");
  for (guint i = 0; i < read->rows->len; i++)
    {
      const TokMeasurement *row = &g_array_index (read->rows, TokMeasurement, i);

      json_builder_begin_object (builder);
      add_definition (builder, row);
      add_subject (builder, row);
      add_settings (builder, row);
      add_comparison (builder, report, i, catalog);
      tok_json_add_count (builder, "line", row->line);
      tok_json_add_string (builder, "text", g_ptr_array_index (read->raw, i));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_buffers (JsonBuilder  *builder,
             const GArray *buffers)
{
  tok_json_begin_array (builder, "buffers");
  for (guint i = 0; i < buffers->len; i++)
    {
      const TokLoggedBuffer *buffer = &g_array_index (buffers, TokLoggedBuffer, i);

      json_builder_begin_object (builder);
      add_printed (builder, "place", buffer->place);
      tok_json_add_string (builder, "kind", logged_names[buffer->kind]);
      tok_json_add_flag (builder, "draft", buffer->is_draft);
      tok_json_add_count (builder, "bytes", buffer->bytes);
      tok_json_add_count (builder, "line", buffer->line);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Predicted and logged, place by place. */
static void
add_memory (JsonBuilder   *builder,
            const TokPlan *plan)
{
  g_autoptr (GArray) rows = NULL;
  TokEstimate estimate;

  if (plan == NULL || plan->measurements->buffers->len == 0)
    {
      tok_json_add_null (builder, "memory");
      return;
    }
  tok_estimate (plan, &estimate);
  rows = tok_comparison_memory (plan, &estimate);
  tok_json_begin_array (builder, "memory");
  for (guint i = 0; i < rows->len; i++)
    {
      const TokMemoryComparison *row = &g_array_index (rows, TokMemoryComparison, i);

      json_builder_begin_object (builder);
      add_printed (builder, "place", row->place);
      tok_json_add_string (builder, "kind", logged_names[row->kind]);
      tok_json_add_count (builder, "predicted_bytes", row->estimated_bytes);
      tok_json_add_count (builder, "logged_bytes", row->logged_bytes);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_note (JsonBuilder *builder,
          guint        line,
          const char  *text)
{
  json_builder_begin_object (builder);
  if (line > 0)
    tok_json_add_count (builder, "line", line);
  else
    tok_json_add_null (builder, "line");
  tok_json_add_string (builder, "text", text);
  json_builder_end_object (builder);
}

static void
add_notes (JsonBuilder     *builder,
           const TokImport *import)
{
  tok_json_begin_array (builder, "notes");
  for (guint i = 0; import->model != NULL && i < import->model->notes->len; i++)
    add_note (builder, 0, g_ptr_array_index (import->model->notes, i));
  for (guint i = 0; import->measurements != NULL && i < import->measurements->notes->len; i++)
    {
      const TokReadNote *note = &g_array_index (import->measurements->notes, TokReadNote, i);

      add_note (builder, note->line, note->text);
    }
  json_builder_end_array (builder);
}

static void
add_import (JsonBuilder           *builder,
            const TokImportReport *report,
            const TokCatalog      *catalog)
{
  const TokImport *import = report->import;

  tok_json_add_string (builder, "source", import->source);
  tok_json_add_string (builder, "kind", kind_names[import->kind]);
  if (import->model != NULL)
    tok_import_add_model (builder, import->model);
  if (import->measurements != NULL)
    {
      add_rows (builder, report, catalog);
      add_buffers (builder, import->measurements->buffers);
      add_memory (builder, report->logged);
    }
  if (import->kind == TOK_IMPORT_PLAN)
    {
      json_builder_set_member_name (builder, "plan");
      json_builder_add_value (builder, tok_plan_to_json (report->plan, NULL));
    }
  add_notes (builder, import);
  tok_json_add_null (builder, "error");
}

void
tok_import_report_json (const TokImportReport *report,
                        const TokCatalog      *catalog,
                        JsonBuilder           *builder)
{
  json_builder_begin_object (builder);
  if (report->import != NULL)
    add_import (builder, report, catalog);
  else
    {
      g_autofree char *source = tok_word_source (report->word);

      tok_json_add_string (builder, "source", source);
      tok_json_add_null (builder, "kind");
      tok_json_add_string (builder, "error", report->error->message);
    }
  json_builder_end_object (builder);
}
