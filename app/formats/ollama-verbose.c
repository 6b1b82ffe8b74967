/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts, durations and rates (ollama, api/types.go, Metrics.Summary): the rate is checked against the other two. */

#include "formats/ollama-verbose.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/json-read.h"
#include "formats/text-number.h"
#include "formats/text-privacy.h"

#define NANOSECONDS 1e9

typedef struct
{
  double      count, seconds, rate;   /* TOK_AUTO when not given */
  guint       line;
  const char *raw;
} Half;

typedef struct
{
  Half reading, writing;
  char model[96];
} Statistics;

/* The model stays. */
static void
statistics_init (Statistics *self)
{
  static const Half empty = { .count = TOK_AUTO, .seconds = TOK_AUTO, .rate = TOK_AUTO };

  self->reading = self->writing = empty;
}

/* "$ ollama run --verbose net:7b 'a question'": the first word that is no option. */
static void
read_command (Statistics *self, const char *line)
{
  const char *at = tok_text_behind (line, "ollama run ");

  while (at != NULL && *at == '-')
    {
      at += strcspn (at, " ");
      at += strspn (at, " ");
    }
  if (at != NULL && *at != '\0')
    tok_text_copy (self->model, sizeof self->model, at, strcspn (at, " "));
}

static void
add_half (TokReading *reading, const Statistics *statistics, const Half *half, TokMeasuredKind kind)
{
  TokMeasurement row;
  double computed = half->seconds > 0.0 && half->count > 0.0 ? half->count / half->seconds : TOK_AUTO;

  if (half->raw == NULL || (half->rate < 0.0 && computed < 0.0))
    return;
  tok_measurement_init (&row, kind, "ollama");
  row.engine = TOK_ENGINE_OLLAMA;
  row.n_tokens = half->count;
  row.tok_s = half->rate > 0.0 ? half->rate : computed;
  row.depth = kind == TOK_MEASURED_DECODE ? MAX (statistics->reading.count, 0.0) : 0.0;
  g_strlcpy (row.model, statistics->model, sizeof row.model);
  if (half->rate > 0.0 && computed > 0.0 && !tok_rates_agree (computed, half->rate))
    {
      tok_reading_note (reading, half->line, _("The rate is not tokens over time; tokens over time are taken."));
      row.tok_s = computed;
    }
  tok_reading_add (reading, &row, half->line, half->raw);
}

static void
finish (TokReading *reading, Statistics *statistics)
{
  add_half (reading, statistics, &statistics->reading, TOK_MEASURED_PREFILL);
  add_half (reading, statistics, &statistics->writing, TOK_MEASURED_DECODE);
  statistics_init (statistics);
}

/* One line of the block; @at is behind "prompt eval " or "eval ". */
static gboolean
read_half (Half *half, const char *at, gboolean decimal_comma)
{
  const char *value;

  if ((value = tok_text_behind (at, "count:")) != NULL && g_str_has_prefix (at, "count:"))
    return tok_number_read (&value, FALSE, &half->count);
  if (g_str_has_prefix (at, "duration:") && (value = tok_text_behind (at, "duration:")) != NULL)
    return tok_number_read_duration (&value, decimal_comma, &half->seconds);
  if (g_str_has_prefix (at, "rate:") && (value = tok_text_behind (at, "rate:")) != NULL)
    return tok_number_read (&value, decimal_comma, &half->rate) && strstr (value, "token") != NULL;
  return FALSE;
}

void
tok_ollama_verbose_read (TokReading *reading)
{
  Statistics statistics = { .model = "" };

  statistics_init (&statistics);
  for (guint i = 0; i < tok_text_length (reading->text); i++)
    {
      const char *line = tok_text_line (reading->text, i);
      const char *at = strstr (line, "eval ");
      gboolean reads = at != NULL && at - line >= (gssize) strlen ("prompt ")
                       && g_str_has_prefix (at - strlen ("prompt "), "prompt ");
      Half *half = reads ? &statistics.reading : &statistics.writing;
      gboolean starts = strstr (line, "total duration:") != NULL || (reads && statistics.writing.raw != NULL);

      if (starts)
        finish (reading, &statistics);
      read_command (&statistics, line);
      if (at == NULL || !read_half (half, at + strlen ("eval "), reading->decimal_comma))
        continue;
      half->raw = line;
      half->line = tok_text_number (reading->text, i);
    }
  finish (reading, &statistics);
}

static gboolean
read_json_half (JsonObject *object, const char *count, const char *duration, Half *half)
{
  double nanoseconds;

  if (!tok_json_has (object, count) || !tok_json_has (object, duration)
      || !tok_json_read_whole (object, count, 0.0, TOK_NUMBER_LARGEST, &half->count, NULL)
      || !tok_json_read_double (object, duration, 0.0, TOK_NUMBER_LARGEST, &nanoseconds, NULL))
    return FALSE;
  half->seconds = nanoseconds / NANOSECONDS;
  return half->count > 0.0 && nanoseconds > 0.0;
}

gboolean
tok_ollama_json_read (TokReading *reading,
                      JsonObject *object,
                      guint       line,
                      const char *raw)
{
  Statistics statistics = { .model = "" };
  const char *model;

  statistics_init (&statistics);
  if (read_json_half (object, "prompt_eval_count", "prompt_eval_duration", &statistics.reading))
    statistics.reading.raw = raw;
  if (read_json_half (object, "eval_count", "eval_duration", &statistics.writing))
    statistics.writing.raw = raw;
  if (statistics.reading.raw == NULL && statistics.writing.raw == NULL)
    return FALSE;
  statistics.reading.line = statistics.writing.line = line;
  if (tok_json_has (object, "model") && tok_json_read_string (object, "model", sizeof statistics.model - 1, &model, NULL))
    tok_text_copy (statistics.model, sizeof statistics.model, model, strlen (model));
  finish (reading, &statistics);
  return TRUE;
}
