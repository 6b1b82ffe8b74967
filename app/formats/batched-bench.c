/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PP tokens of prompt and TG generated ones for each of B streams, and speeds of all streams (llama.cpp, tools/batched-bench).
 * Sweep-bench has no streams; N_KV is what is in the cache before. */

#include "formats/batched-bench.h"

#include <glib/gi18n.h>

#include "formats/json-read.h"
#include "formats/text-number.h"

typedef struct
{
  double n_prompt, n_gen, streams, n_kv, prefill, decode;
  gboolean is_sweep;
} Result;

gboolean
tok_batched_bench_knows (const TokTableRow *header)
{
  return tok_table_find (header, "PP") >= 0 && tok_table_find (header, "TG") >= 0 && tok_table_find (header, "S_TG t/s") >= 0;
}

static void
add_kind (TokReading *reading, const Result *result, const TokMeasurement *known, TokMeasuredKind kind, guint line,
          const char *raw)
{
  TokMeasurement row = *known;
  gboolean reads = kind == TOK_MEASURED_PREFILL;

  row.kind = kind;
  g_strlcpy (row.tool, result->is_sweep ? "llama-sweep-bench" : "llama-batched-bench", sizeof row.tool);
  row.tok_s = reads ? result->prefill : result->decode;
  row.n_tokens = reads ? result->n_prompt : result->n_gen;
  row.batch = result->streams;
  row.depth = result->is_sweep ? result->n_kv : reads ? 0.0 : result->n_prompt;
  /* -pps: one prompt for all streams, so that it is read once */
  if (reads && result->streams > 1.0 && result->n_kv == result->n_prompt + result->streams * result->n_gen)
    row.batch = 1.0;
  tok_reading_add (reading, &row, line, raw);
}

static void
add (TokReading *reading, const Result *result, const TokMeasurement *known, guint line, const char *raw)
{
  if (result->n_prompt > 0.0 && result->prefill > 0.0)
    add_kind (reading, result, known, TOK_MEASURED_PREFILL, line, raw);
  if (result->n_gen > 0.0 && result->decode > 0.0)
    add_kind (reading, result, known, TOK_MEASURED_DECODE, line, raw);
}

static gboolean
read_cell (const TokTableRow *header, const TokTableRow *row, const char *name, gboolean decimal_comma, double *value)
{
  int column = tok_table_find (header, name);

  return column >= 0 && (guint) column < row->n
         && tok_number_read_whole (row->cells[column], decimal_comma, value) && *value >= 0.0;
}

void
tok_batched_bench_read_row (TokReading           *reading,
                            const TokTableRow    *header,
                            const TokTableRow    *row,
                            const TokMeasurement *known,
                            guint                 line,
                            const char           *raw)
{
  Result result = { .streams = 1.0, .is_sweep = tok_table_find (header, "B") < 0 };
  gboolean comma = reading->decimal_comma;

  if (!read_cell (header, row, "PP", comma, &result.n_prompt) || !read_cell (header, row, "TG", comma, &result.n_gen)
      || !read_cell (header, row, "N_KV", comma, &result.n_kv)
      || (!result.is_sweep && !read_cell (header, row, "B", comma, &result.streams)))
    {
      tok_reading_note (reading, line, _("A row is left out: its counts are not numbers."));
      return;
    }
  read_cell (header, row, "S_PP t/s", comma, &result.prefill);
  read_cell (header, row, "S_TG t/s", comma, &result.decode);
  add (reading, &result, known, line, raw);
}

static gboolean
read_member (JsonObject *object, const char *name, double *value)
{
  return tok_json_has (object, name) && tok_json_read_double (object, name, 0.0, TOK_NUMBER_LARGEST, value, NULL);
}

gboolean
tok_batched_bench_read_json (TokReading *reading,
                             JsonObject *object,
                             guint       line,
                             const char *raw)
{
  Result result = { .streams = 1.0, .is_sweep = !tok_json_has (object, "pl") };
  TokMeasurement known;
  double value;

  if (!read_member (object, "pp", &result.n_prompt) || !read_member (object, "tg", &result.n_gen)
      || !read_member (object, "n_kv", &result.n_kv) || !read_member (object, "speed_tg", &result.decode)
      || (!result.is_sweep && !read_member (object, "pl", &result.streams)))
    return FALSE;
  read_member (object, "speed_pp", &result.prefill);
  tok_measurement_init (&known, TOK_MEASURED_DECODE, "");
  read_member (object, "n_gpu_layers", &known.gpu_layers);
  read_member (object, "n_ubatch", &known.ubatch);
  read_member (object, "n_threads", &known.threads);
  if (read_member (object, "flash_attn", &value) && value <= 1.0)
    known.flash_attention = value;
  add (reading, &result, &known, line, raw);
  return TRUE;
}
