/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each reader looks through the whole text for what it knows: people paste several things at once. */

#include "formats/measurements-read.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/bench-client.h"
#include "formats/bench-csv.h"
#include "formats/bench-json.h"
#include "formats/bench-markdown.h"
#include "formats/engine-log.h"
#include "formats/engine-memory.h"
#include "formats/log-context.h"
#include "formats/ollama-verbose.h"
#include "formats/reading.h"
#include "formats/text-number.h"
#include "formats/vllm-bench.h"

typedef struct
{
  const char *what;                   /* N_() */
  void      (*read) (TokReading *reading);
} Reader;

static const Reader readers[] = {
  { N_("table of a benchmark"), tok_bench_markdown_read },
  { N_("llama-bench as CSV"), tok_bench_csv_read },
  { N_("llama-bench as SQL"), tok_bench_sql_read },
  { N_("results in JSON"), tok_bench_json_read },
  { N_("timings in a log"), tok_engine_log_read },
  { N_("statistics of Ollama"), tok_ollama_verbose_read },
  { N_("serving benchmark"), tok_vllm_bench_read },
  { N_("runs timed by a client"), tok_bench_client_read },
  { N_("speeds in plain text"), tok_plain_speed_read },
  { N_("buffers in a log"), tok_engine_memory_read },
  { N_("memory in a log of vLLM or SGLang"), tok_vllm_memory_read },
};

static void
note_clear (gpointer note)
{
  g_free (((TokReadNote *) note)->text);
}

static TokMeasurementsRead *
new_result (void)
{
  TokMeasurementsRead *self = g_new0 (TokMeasurementsRead, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (TokMeasurement));
  self->raw = g_ptr_array_new_with_free_func (g_free);
  self->buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer));
  self->notes = g_array_new (FALSE, FALSE, sizeof (TokReadNote));
  g_array_set_clear_func (self->notes, note_clear);
  return self;
}

void
tok_measurements_read_free (TokMeasurementsRead *self)
{
  g_array_unref (self->rows);
  g_ptr_array_unref (self->raw);
  g_array_unref (self->buffers);
  g_array_unref (self->notes);
  g_free (self);
}

static void
run_reader (TokReading *reading, const Reader *reader)
{
  TokMeasurementsRead *result = reading->result;
  guint rows = result->rows->len, buffers = result->buffers->len;

  reader->read (reading);
  rows = result->rows->len - rows;
  buffers = result->buffers->len - buffers;
  if (rows > 0)
    tok_reading_note (reading, 0, ngettext ("Recognized: %s, %u row.", "Recognized: %s, %u rows.", rows), _(reader->what), rows);
  if (buffers > 0)
    tok_reading_note (reading, 0, ngettext ("Recognized: %s, %u buffer.", "Recognized: %s, %u buffers.", buffers), _(reader->what), buffers);
}

static gboolean
has_text (const TokText *text, const char *words)
{
  for (guint i = 0; i < tok_text_length (text); i++)
    if (strstr (tok_text_line (text, i), words) != NULL)
      return TRUE;
  return FALSE;
}

/* What a person may take for a measurement, and why it is none; NULL: nothing of the kind. */
static const char *
refusal_of_kind (const TokText *text)
{
  if (tok_text_length (text) == 0)
    return _("There is no text in it.");
  if (has_text (text, "llamacpp:predicted_tokens_seconds") || has_text (text, "vllm:generation_tokens_total"))
    return _("These are a server's counters: averages over requests of every length are no measurement; read its log instead.");
  if (has_text (text, "Avg generation throughput:") || has_text (text, "gen throughput (token/s):"))
    return _("The log has only the throughput of moments, no finished run; read the output of a benchmark instead.");
  return NULL;
}

static void
set_refusal (GError **error, const TokReading *reading)
{
  GArray *notes = reading->result->notes;
  const TokReadNote *note = notes->len > 0 ? &g_array_index (notes, TokReadNote, 0) : NULL;
  const char *refusal = refusal_of_kind (reading->text);

  if (refusal != NULL)
    g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, refusal);
  else if (note != NULL && note->line > 0)
    g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, _("Nothing can be read from it.  Line %u: %s"), note->line, note->text);
  else
    g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                         _("There is neither a measured speed nor a logged buffer in it; give it the output of llama-bench, of a server's "
                           "benchmark, of “ollama run --verbose”, or a log of the engine."));
}

TokMeasurementsRead *
tok_measurements_read (GBytes  *bytes,
                       GError **error)
{
  g_autoptr (TokText) text = tok_text_new (bytes, error);
  g_autoptr (TokMeasurementsRead) result = NULL;
  g_autofree guint8 *context_lines = NULL;
  TokReading reading;

  if (text == NULL)
    return NULL;
  result = new_result ();
  reading = (TokReading) { .text = text, .decimal_comma = tok_number_has_comma (text), .result = result };
  reading.context_lines = context_lines = tok_log_context_scan (text, reading.decimal_comma);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    run_reader (&reading, &readers[i]);
  if (result->rows->len > 0 || result->buffers->len > 0)
    return g_steal_pointer (&result);
  set_refusal (error, &reading);
  return NULL;
}
