/* SPDX-License-Identifier: GPL-3.0-or-later */
/* llama.cpp, tools/server, result_timings::to_json(): "prompt_n" is what was read, less than the prompt when a part of it was
 * cached. */

#include "formats/server-timings.h"

#include "formats/json-read.h"
#include "formats/text-number.h"

static double
read_number (JsonObject *object, const char *path)
{
  double value;

  if (tok_json_has (object, path) && tok_json_read_double (object, path, 0.0, TOK_NUMBER_LARGEST, &value, NULL))
    return value;
  return TOK_AUTO;
}

/* Streams tell timings on the way when they are asked to. */
static gboolean
is_last (JsonObject *object)
{
  JsonArray *choices;
  JsonObject *choice;
  gboolean stop;

  if (tok_json_has (object, "stop") && tok_json_read_boolean (object, "stop", &stop, NULL))
    return stop;
  if (!tok_json_has (object, "choices"))
    return TRUE;
  if (!tok_json_read_array (object, "choices", G_MAXUINT, &choices, NULL) || json_array_get_length (choices) == 0)
    return TRUE;
  return tok_json_read_element (choices, "choices", 0, &choice, NULL) && tok_json_has (choice, "finish_reason");
}

static void
add (TokReading *reading, JsonObject *timings, TokMeasurement *row, const char *count, const char *rate, const char *duration,
     guint line, const char *raw)
{
  double milliseconds = read_number (timings, duration);

  row->n_tokens = read_number (timings, count);
  row->tok_s = read_number (timings, rate);
  if (!(row->tok_s > 0.0) && milliseconds > 0.0 && row->n_tokens > 0.0)
    row->tok_s = row->n_tokens / milliseconds * 1000.0;
  if (row->n_tokens != 0.0 && row->tok_s > 0.0)
    tok_reading_add (reading, row, line, raw);
}

gboolean
tok_server_timings_read (TokReading *reading,
                         JsonObject *object,
                         guint       line,
                         const char *raw)
{
  JsonObject *timings;
  TokMeasurement row;
  double drafted, accepted, read, cached, prompt;

  if (!tok_json_has (object, "timings") || !tok_json_read_object (object, "timings", &timings, NULL)
      || !tok_json_has (timings, "predicted_per_second"))
    return FALSE;
  if (!is_last (object))
    return TRUE;
  read = MAX (read_number (timings, "prompt_n"), 0.0);
  prompt = MAX (read_number (object, "usage.prompt_tokens"), read_number (object, "tokens_evaluated"));
  cached = MAX (read_number (timings, "cache_n"), MAX (prompt - read, 0.0));
  tok_measurement_init (&row, TOK_MEASURED_PREFILL, "llama-server");
  row.depth = cached;
  add (reading, timings, &row, "prompt_n", "prompt_per_second", "prompt_ms", line, raw);
  tok_measurement_init (&row, TOK_MEASURED_DECODE, "llama-server");
  row.depth = cached + read;
  drafted = read_number (timings, "draft_n");
  accepted = read_number (timings, "draft_n_accepted");
  if (drafted > 0.0 && accepted >= 0.0)
    row.acceptance = accepted / drafted;
  add (reading, timings, &row, "predicted_n", "predicted_per_second", "predicted_ms", line, raw);
  return TRUE;
}
