/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements and calibration in plan files.  What is not known is left out. */

#include "formats/plan-json-measurements.h"

#include "core/units.h"
#include "formats/field.h"
#include "formats/json-read.h"
#include "formats/plan-json-params.h"
#include "formats/reading.h"

#define LEAST_TOK_S 1e-6
#define LEAST_BAND_SHARE 1e-6

static const char *
kind_name (guint value)
{
  static const char *const names[TOK_N_MEASURED] = { [TOK_MEASURED_DECODE] = "decode", [TOK_MEASURED_PREFILL] = "prefill" };

  return names[value];
}

static const char *
logged_name (guint value)
{
  static const char *const names[TOK_N_LOGGED] = {
    [TOK_LOGGED_WEIGHTS] = "weights", [TOK_LOGGED_KV] = "kv", [TOK_LOGGED_STATE] = "state", [TOK_LOGGED_COMPUTE] = "compute",
    [TOK_LOGGED_OUTPUT] = "output",
  };

  return names[value];
}

static const char *
engine_name (guint value)
{
  return tok_engine_name ((TokEngine) value);
}

#define ROW(member) .offset = G_STRUCT_OFFSET (TokMeasurement, member)
#define BUFFER(member) .offset = G_STRUCT_OFFSET (TokLoggedBuffer, member)
#define CALIBRATION(member) .offset = G_STRUCT_OFFSET (TokCalibration, member)
#define CHARS(type, member) .size = sizeof ((type *) NULL)->member

static const TokField row_fields[] = {
  { "kind", TOK_FIELD_CHOICE, ROW (kind), .name = kind_name, .n_names = TOK_N_MEASURED, .is_required = TRUE },
  { "tok_s", TOK_FIELD_NUMBER, ROW (tok_s), LEAST_TOK_S, TOK_LARGEST, .is_required = TRUE },
  { "deviation", TOK_FIELD_NUMBER, ROW (deviation), 0, TOK_LARGEST },
  { "tokens", TOK_FIELD_NUMBER, ROW (n_tokens), 0, TOK_LARGEST },
  { "prompt", TOK_FIELD_NUMBER, ROW (n_prompt), 0, TOK_LARGEST },
  { "depth", TOK_FIELD_NUMBER, ROW (depth), 0, TOK_LARGEST },
  { "batch", TOK_FIELD_NUMBER, ROW (batch), 1, TOK_LARGEST },
  { "acceptance", TOK_FIELD_NUMBER, ROW (acceptance), 0, 1 },
  { "gpu_layers", TOK_FIELD_NUMBER, ROW (gpu_layers), 0, TOK_LARGEST },
  { "ubatch", TOK_FIELD_NUMBER, ROW (ubatch), 0, TOK_LARGEST },
  { "threads", TOK_FIELD_NUMBER, ROW (threads), 0, TOK_LARGEST },
  { "devices", TOK_FIELD_NUMBER, ROW (n_devices), 0, TOK_LARGEST },
  { "expert_layers_cpu", TOK_FIELD_NUMBER, ROW (expert_layers_cpu), 0, TOK_LARGEST },
  { "engine_build", TOK_FIELD_NUMBER, ROW (build_year), 0, 9999 },
  { "file_bytes", TOK_FIELD_NUMBER, ROW (file_bytes), 0, TOK_LARGEST },
  { "parameters", TOK_FIELD_NUMBER, ROW (params), 0, TOK_LARGEST },
  { "model", TOK_FIELD_CHARS, ROW (model), CHARS (TokMeasurement, model) },
  { "model_id", TOK_FIELD_CHARS, ROW (model_id), CHARS (TokMeasurement, model_id) },
  { "device", TOK_FIELD_CHARS, ROW (device), CHARS (TokMeasurement, device) },
  { "tool", TOK_FIELD_CHARS, ROW (tool), CHARS (TokMeasurement, tool) },
};

/* Parameters of the plan a row was measured under that are no plain numbers. */
static const struct { TokParam param; gsize offset; } row_params[] = {
  { TOK_PARAM_FILE_TYPE, G_STRUCT_OFFSET (TokMeasurement, file_type) },
  { TOK_PARAM_ENGINE, G_STRUCT_OFFSET (TokMeasurement, engine) },
  { TOK_PARAM_KV_K, G_STRUCT_OFFSET (TokMeasurement, kv_k) },
  { TOK_PARAM_KV_V, G_STRUCT_OFFSET (TokMeasurement, kv_v) },
  { TOK_PARAM_FLASH_ATTENTION, G_STRUCT_OFFSET (TokMeasurement, flash_attention) },
  { TOK_PARAM_SPLIT_MODE, G_STRUCT_OFFSET (TokMeasurement, split_mode) },
  { TOK_PARAM_KV_ON_CPU, G_STRUCT_OFFSET (TokMeasurement, kv_on_cpu) },
};

static const struct { const char *name; TokMeasuredFlags flag; } row_flags[] = {
  { "implausible", TOK_MEASURED_IMPLAUSIBLE },
  { "counts_prompt", TOK_MEASURED_COUNTS_PROMPT },
  { "per_stream", TOK_MEASURED_PER_STREAM },
  { "whole_time", TOK_MEASURED_WHOLE_TIME },
  { "overlapped", TOK_MEASURED_OVERLAPPED },
};

static const TokField buffer_fields[] = {
  { "kind", TOK_FIELD_CHOICE, BUFFER (kind), .name = logged_name, .n_names = TOK_N_LOGGED, .is_required = TRUE },
  { "is_draft", TOK_FIELD_FLAG, BUFFER (is_draft) },
  { "place", TOK_FIELD_CHARS, BUFFER (place), CHARS (TokLoggedBuffer, place) },
  { "bytes", TOK_FIELD_NUMBER, BUFFER (bytes), 0, TOK_LARGEST, .is_required = TRUE },
};

static const TokField calibration_fields[] = {
  { "device", TOK_FIELD_CHARS, CALIBRATION (device), CHARS (TokCalibration, device), .is_required = TRUE },
  { "engine", TOK_FIELD_CHOICE, CALIBRATION (engine), .name = engine_name, .n_names = TOK_N_ENGINES, .is_required = TRUE },
  { "decode.rows", TOK_FIELD_WHOLE, CALIBRATION (decode.n_rows), 0, TOK_MOST_MEASUREMENTS },
  { "decode.factor", TOK_FIELD_NUMBER, CALIBRATION (decode.factor), TOK_CALIBRATION_SLOWEST, TOK_CALIBRATION_FASTEST },
  { "decode.cache_factor", TOK_FIELD_NUMBER, CALIBRATION (decode.cache_factor), TOK_CALIBRATION_SLOWEST, TOK_CALIBRATION_FASTEST },
  { "decode.band_share", TOK_FIELD_NUMBER, CALIBRATION (decode.band_share), LEAST_BAND_SHARE, 1 },
  { "prefill.rows", TOK_FIELD_WHOLE, CALIBRATION (prefill.n_rows), 0, TOK_MOST_MEASUREMENTS },
  { "prefill.factor", TOK_FIELD_NUMBER, CALIBRATION (prefill.factor), TOK_CALIBRATION_SLOWEST, TOK_CALIBRATION_FASTEST },
  { "prefill.band_share", TOK_FIELD_NUMBER, CALIBRATION (prefill.band_share), LEAST_BAND_SHARE, 1 },
};

/* Required members differ from those of the fallback, so that they are written. */
static JsonObject *
row_object (const TokMeasurement *row)
{
  JsonObject *object = json_object_new ();
  TokMeasurement fallback;

  tok_measurement_init (&fallback, TOK_N_MEASURED, "");
  tok_fields_write (row_fields, G_N_ELEMENTS (row_fields), row, &fallback, object);
  for (guint i = 0; i < G_N_ELEMENTS (row_params); i++)
    {
      double value = G_STRUCT_MEMBER (double, row, row_params[i].offset);

      if (value != TOK_AUTO)
        json_object_set_member (object, tok_plan_param_info (row_params[i].param)->name,
                                tok_plan_param_node (row_params[i].param, value));
    }
  for (guint i = 0; i < G_N_ELEMENTS (row_flags); i++)
    if ((row->flags & row_flags[i].flag) != 0)
      json_object_set_boolean_member (object, row_flags[i].name, TRUE);
  return object;
}

static JsonObject *
buffer_object (const TokLoggedBuffer *buffer)
{
  const TokLoggedBuffer fallback = { .kind = TOK_N_LOGGED, .bytes = TOK_AUTO };
  JsonObject *object = json_object_new ();

  tok_fields_write (buffer_fields, G_N_ELEMENTS (buffer_fields), buffer, &fallback, object);
  return object;
}

void
tok_plan_measurements_write (const TokPlan *plan,
                             JsonObject    *object)
{
  const TokMeasurements *measurements = plan->measurements;
  JsonArray *rows, *buffers;
  JsonObject *member;

  if (measurements == NULL)
    return;
  rows = json_array_new ();
  buffers = json_array_new ();
  for (guint i = 0; i < measurements->rows->len; i++)
    json_array_add_object_element (rows, row_object (&g_array_index (measurements->rows, TokMeasurement, i)));
  for (guint i = 0; i < measurements->buffers->len; i++)
    json_array_add_object_element (buffers, buffer_object (&g_array_index (measurements->buffers, TokLoggedBuffer, i)));
  member = json_object_new ();
  json_object_set_array_member (member, "rows", rows);
  json_object_set_array_member (member, "buffers", buffers);
  json_object_set_object_member (object, "measurements", member);
}

void
tok_plan_calibration_write (const TokPlan *plan,
                            JsonObject    *object)
{
  TokCalibration fallback;
  JsonObject *member;

  if (plan->calibration.device[0] == '\0')
    return;
  tok_calibration_clear (&fallback);
  fallback.engine = TOK_N_ENGINES;
  member = json_object_new ();
  tok_fields_write (calibration_fields, G_N_ELEMENTS (calibration_fields), &plan->calibration, &fallback, member);
  json_object_set_object_member (object, "calibration", member);
}

static gboolean
read_row (JsonObject *object, gpointer record, GError **error)
{
  TokMeasurement *row = record;

  tok_measurement_init (row, TOK_MEASURED_DECODE, "");
  if (!tok_fields_read (row_fields, G_N_ELEMENTS (row_fields), object, row, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (row_params); i++)
    if (tok_json_has (object, tok_plan_param_info (row_params[i].param)->name)
        && !tok_plan_param_read (object, row_params[i].param, G_STRUCT_MEMBER_P (row, row_params[i].offset), error))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (row_flags); i++)
    {
      gboolean is_set = FALSE;

      if (tok_json_has (object, row_flags[i].name) && !tok_json_read_boolean (object, row_flags[i].name, &is_set, error))
        return FALSE;
      row->flags |= is_set ? row_flags[i].flag : 0;
    }
  return TRUE;
}

static gboolean
read_buffer (JsonObject *object, gpointer record, GError **error)
{
  return tok_fields_read (buffer_fields, G_N_ELEMENTS (buffer_fields), object, record, error);
}

typedef gboolean (*ReadFunc) (JsonObject *object, gpointer record, GError **error);

/* Appends the objects of the list at @path of "measurements", at most @most. */
static gboolean
read_list (JsonObject *measurements, const char *path, guint most, ReadFunc read, GArray *records, GError **error)
{
  gsize size = g_array_get_element_size (records);
  JsonArray *array;

  if (!tok_json_has (measurements, path))
    return TRUE;
  if (!tok_json_read_array (measurements, path, most, &array, error))
    return FALSE;
  g_array_set_size (records, json_array_get_length (array));
  for (guint i = 0; i < records->len; i++)
    {
      JsonObject *object;

      if (!tok_json_read_element (array, path, i, &object, error) || !read (object, records->data + i * size, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_measurements (JsonObject *object, TokPlan *plan, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (TokMeasurement));
  g_autoptr (GArray) buffers = g_array_new (FALSE, TRUE, sizeof (TokLoggedBuffer));
  g_autoptr (TokMeasurements) measurements = NULL;
  JsonObject *member;

  if (!tok_json_read_object (object, "measurements", &member, error)
      || !read_list (member, "rows", TOK_MOST_MEASUREMENTS, read_row, rows, error)
      || !read_list (member, "buffers", TOK_MOST_BUFFERS, read_buffer, buffers, error))
    return FALSE;
  measurements = tok_measurements_new_added (NULL, rows, buffers);
  tok_plan_set_measurements (plan, measurements);
  return TRUE;
}

static gboolean
read_calibration (JsonObject *object, TokCalibration *calibration, GError **error)
{
  JsonObject *member;

  tok_calibration_clear (calibration);
  return tok_json_read_object (object, "calibration", &member, error)
         && tok_fields_read (calibration_fields, G_N_ELEMENTS (calibration_fields), member, calibration, error);
}

gboolean
tok_plan_measured_read (JsonObject *object,
                        TokPlan    *plan,
                        GError    **error)
{
  return (!tok_json_has (object, "measurements") || read_measurements (object, plan, error))
         && (!tok_json_has (object, "calibration") || read_calibration (object, &plan->calibration, error));
}
