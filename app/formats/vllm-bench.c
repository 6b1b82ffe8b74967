/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Throughput is tokens of all requests over the whole run, the time of the prompts included (vLLM, vllm/benchmarks/serve.py). */

#include "formats/vllm-bench.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "formats/json-read.h"
#include "formats/text-number.h"

#define LONGEST_LABEL 80u

typedef enum
{
  REQUESTS, SECONDS, PROMPT_TOKENS, OUTPUT_TOKENS, OUTPUT_RATE, TOTAL_RATE, MOST_STREAMS, MEAN_STREAMS, MEAN_TTFT, MEAN_TPOT,
  N_FIGURES,
} Figure;

typedef struct
{
  const char *label;   /* of the text: lower case, without blanks */
  const char *member;  /* of JSON */
} FigureName;

static const FigureName figure_names[N_FIGURES] = {
  [REQUESTS] = { "successfulrequests", "completed" },
  [SECONDS] = { "benchmarkduration(s)", "duration" },
  [PROMPT_TOKENS] = { "totalinputtokens", "total_input_tokens" },
  [OUTPUT_TOKENS] = { "totalgeneratedtokens", "total_output_tokens" },
  [OUTPUT_RATE] = { "outputtokenthroughput(tok/s)", "output_throughput" },
  [TOTAL_RATE] = { "totaltokenthroughput(tok/s)", "total_token_throughput" },
  [MOST_STREAMS] = { "maximumrequestconcurrency", "max_concurrency" },
  [MEAN_STREAMS] = { "concurrency", "concurrency" },
  [MEAN_TTFT] = { "meanttft(ms)", "mean_ttft_ms" },
  [MEAN_TPOT] = { "meantpot(ms)", "mean_tpot_ms" },
};

typedef struct
{
  double      values[N_FIGURES];   /* TOK_AUTO where not given */
  gboolean    is_open, is_sglang;
  guint       lines[N_FIGURES];
  const char *raw[N_FIGURES];
} Run;

static void
run_init (Run *self)
{
  *self = (Run) { .is_open = FALSE };
  for (guint i = 0; i < N_FIGURES; i++)
    self->values[i] = TOK_AUTO;
}

/* By the times of the requests where the tool does not say; all at once where there are no times. */
static double
streams_of (const Run *run, gboolean *is_computed)
{
  const double *values = run->values;
  double n_each = values[OUTPUT_TOKENS] / MAX (values[REQUESTS], 1.0);
  double busy = (values[MEAN_TTFT] + values[MEAN_TPOT] * MAX (n_each - 1.0, 0.0)) / 1000.0 * values[REQUESTS];

  *is_computed = FALSE;
  if (values[MEAN_STREAMS] >= 1.0)
    return values[MEAN_STREAMS];
  if (values[MOST_STREAMS] >= 1.0)
    return values[REQUESTS] >= 1.0 ? MIN (values[MOST_STREAMS], values[REQUESTS]) : values[MOST_STREAMS];
  *is_computed = TRUE;
  if (values[MEAN_TTFT] > 0.0 && values[MEAN_TPOT] > 0.0 && values[SECONDS] > 0.0)
    return MAX (busy / values[SECONDS], 1.0);
  return MAX (values[REQUESTS], 1.0);
}

static void
init_row (const Run *run, TokMeasurement *row, TokMeasuredKind kind, double streams)
{
  double n = run->values[REQUESTS];

  tok_measurement_init (row, kind, run->is_sglang ? "sglang bench" : "vllm bench");
  row->engine = run->is_sglang ? TOK_ENGINE_SGLANG : TOK_ENGINE_VLLM;
  row->batch = streams;
  if (!(n > 0.0))
    return;
  row->n_tokens = kind == TOK_MEASURED_DECODE ? run->values[OUTPUT_TOKENS] / n : run->values[PROMPT_TOKENS] / n;
  row->n_prompt = run->values[PROMPT_TOKENS] > 0.0 ? run->values[PROMPT_TOKENS] / n : TOK_AUTO;
}

static void
add_rate (TokReading *reading, const Run *run, Figure figure, TokMeasuredFlags flag, double streams)
{
  TokMeasurement row;

  if (run->raw[figure] == NULL || !(run->values[figure] > 0.0))
    return;
  init_row (run, &row, TOK_MEASURED_DECODE, streams);
  row.flags = flag;
  row.tok_s = run->values[figure];
  tok_reading_add (reading, &row, run->lines[figure], run->raw[figure]);
}

/* The pace of the tokens behind the first, of one stream; of all of them only where their number was held. */
static void
add_pace (TokReading *reading, const Run *run, double streams)
{
  TokMeasurement row;

  if (run->raw[MEAN_TPOT] == NULL || !(run->values[MEAN_TPOT] > 0.0) || !(run->values[MOST_STREAMS] >= 1.0))
    return;
  init_row (run, &row, TOK_MEASURED_DECODE, run->values[MOST_STREAMS]);
  row.flags = TOK_MEASURED_PER_STREAM;
  row.depth = MAX (row.n_prompt, 0.0);
  row.n_prompt = TOK_AUTO;
  row.batch = streams;
  row.tok_s = 1000.0 / run->values[MEAN_TPOT] * streams;
  tok_reading_add (reading, &row, run->lines[MEAN_TPOT], run->raw[MEAN_TPOT]);
}

/* Answers of one token: all the time is the prompts'. */
static void
add_prefill (TokReading *reading, const Run *run, double streams)
{
  TokMeasurement row;

  tok_reading_note (reading, run->lines[OUTPUT_TOKENS],
                    _("Every answer is a single token: the run measures prompts, not generation."));
  if (!(run->values[PROMPT_TOKENS] > 0.0) || !(run->values[SECONDS] > 0.0))
    return;
  init_row (run, &row, TOK_MEASURED_PREFILL, streams);
  row.n_prompt = TOK_AUTO;
  row.tok_s = run->values[PROMPT_TOKENS] / run->values[SECONDS];
  tok_reading_add (reading, &row, run->lines[PROMPT_TOKENS], run->raw[PROMPT_TOKENS]);
}

static void
finish (TokReading *reading, Run *run)
{
  gboolean is_computed;
  double streams = streams_of (run, &is_computed);

  if (run->is_open && (run->values[REQUESTS] > 0.0 || run->values[MOST_STREAMS] > 0.0))
    {
      if (is_computed)
        tok_reading_note (reading, run->lines[REQUESTS],
                          _("How many requests ran at once was not printed; by their times it was %.1f."), streams);
      if (run->values[OUTPUT_TOKENS] > 0.0 && run->values[OUTPUT_TOKENS] <= run->values[REQUESTS])
        add_prefill (reading, run, streams);
      else
        {
          add_rate (reading, run, OUTPUT_RATE, TOK_MEASURED_WHOLE_TIME, streams);
          add_rate (reading, run, TOTAL_RATE, TOK_MEASURED_COUNTS_PROMPT, streams);
          add_pace (reading, run, streams);
        }
    }
  else if (run->is_open && run->raw[OUTPUT_RATE] != NULL)
    tok_reading_note (reading, run->lines[OUTPUT_RATE],
                      _("The throughput is left out: nothing tells how many requests there were."));
  run_init (run);
}

/* Keeps the number of streams that was printed just above. */
static void
open_run (TokReading *reading, Run *run)
{
  double streams = run->is_open ? TOK_AUTO : run->values[MOST_STREAMS];

  finish (reading, run);
  run->values[MOST_STREAMS] = streams;
  run->is_open = TRUE;
}

/* "Total Token throughput (tok/s):   619.85" as a figure, or N_FIGURES. */
static Figure
find_figure (const char *line, const char **value)
{
  const char *colon = strrchr (line, ':');
  char label[LONGEST_LABEL + 1];
  gsize n = 0;

  if (colon == NULL)
    return N_FIGURES;
  for (const char *at = line; at < colon && n < LONGEST_LABEL; at++)
    if (*at != ' ')
      label[n++] = g_ascii_tolower (*at);
  label[n] = '\0';
  *value = colon + 1;
  if (g_str_equal (label, "maxrequestconcurrency"))
    return MOST_STREAMS;
  for (guint i = 0; i < N_FIGURES; i++)
    if (g_str_equal (label, figure_names[i].label))
      return i;
  return N_FIGURES;
}

void
tok_vllm_bench_read (TokReading *reading)
{
  gboolean is_sglang = FALSE;
  Run run;

  run_init (&run);
  for (guint i = 0; i < tok_text_length (reading->text); i++)
    {
      const char *line = tok_text_line (reading->text, i);
      const char *value;
      Figure figure;

      if (strstr (line, "Serving Benchmark Result") != NULL)
        open_run (reading, &run);
      else if (!run.is_open
               && (strstr (line, "Successful requests:") != NULL || strstr (line, "Benchmark duration (s):") != NULL))
        run.is_open = TRUE;   /* a part that was copied */
      if (strstr (line, "Backend:") != NULL)
        is_sglang = strstr (line, "sglang") != NULL;
      figure = find_figure (line, &value);
      /* older versions print it above the result */
      if (!run.is_open && figure != MOST_STREAMS)
        continue;
      if (figure == N_FIGURES || !tok_number_read (&value, reading->decimal_comma, &run.values[figure]))
        continue;
      run.is_sglang = is_sglang;
      run.lines[figure] = tok_text_number (reading->text, i);
      run.raw[figure] = line;
    }
  finish (reading, &run);
}

gboolean
tok_vllm_json_read (TokReading *reading,
                    JsonObject *object,
                    guint       line,
                    const char *raw)
{
  const char *backend;
  Run run;

  if (!tok_json_has (object, "completed") || !tok_json_has (object, "output_throughput"))
    return FALSE;
  run_init (&run);
  run.is_open = TRUE;
  run.is_sglang = tok_json_has (object, "backend") && tok_json_read_string (object, "backend", 100, &backend, NULL)
                  && strstr (backend, "sglang") != NULL;
  for (guint i = 0; i < N_FIGURES; i++)
    if (tok_json_has (object, figure_names[i].member)
        && tok_json_read_double (object, figure_names[i].member, 0.0, TOK_NUMBER_LARGEST, &run.values[i], NULL))
      {
        run.lines[i] = line;
        run.raw[i] = raw;
      }
  run.lines[REQUESTS] = line;
  finish (reading, &run);
  return TRUE;
}
