/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grammar of the years: llama.cpp tools/llama-bench (tests), llama-benchy ("ctx_pp", "c4"), mistral.rs (words). */

#include "formats/bench-test.h"

#include <string.h>

#include "formats/text-number.h"

static const char *
skip_blanks (const char *at)
{
  return at + strspn (at, " ");
}

/* Past @word, whatever its case; FALSE when it is not at *@at. */
static gboolean
accept (const char **at, const char *word)
{
  const char *start = skip_blanks (*at);
  gsize length = strlen (word);

  if (g_ascii_strncasecmp (start, word, length) != 0)
    return FALSE;
  *at = start + length;
  return TRUE;
}

static gboolean
accept_count (const char **at, double *count)
{
  const char *start = skip_blanks (*at);

  if (!g_ascii_isdigit (*start) || !tok_number_read (&start, FALSE, count))
    return FALSE;
  if (*start == 'k' || *start == 'K')
    {
      *count *= 1024.0;
      start++;
    }
  *at = start;
  return TRUE;
}

/* "@ d8192" and "(c4)" behind a test. */
static gboolean
accept_tail (const char **at, TokBenchTest *test)
{
  if (accept (at, "@") && !((accept (at, "d") || TRUE) && accept_count (at, &test->depth)))
    return FALSE;
  if (accept (at, "(c") && !(accept_count (at, &test->batch) && accept (at, ")")))
    return FALSE;
  return TRUE;
}

/* "Prefill (2048 tokens)": the count in parentheses. */
static gboolean
accept_words (const char **at, double *count, TokBenchTest *test)
{
  return accept (at, "(") && accept_count (at, count) && accept (at, "tokens") && accept_tail (at, test) && accept (at, ")");
}

static gboolean
accept_context (const char **at, TokBenchTest *test)
{
  gboolean reads = accept (at, "ctx_pp");

  if (!reads && !accept (at, "ctx_tg"))
    return FALSE;
  if (!accept_tail (at, test))
    return FALSE;
  if (reads)
    {
      test->n_prompt = test->depth;
      test->depth = 0.0;
    }
  else
    test->n_gen = TOK_AUTO;
  return TRUE;
}

gboolean
tok_bench_test_parse (const char   *name,
                      TokBenchTest *test)
{
  const char *at = name;

  *test = (TokBenchTest) { .batch = 1.0 };
  if (accept (&at, "prefill"))
    return accept_words (&at, &test->n_prompt, test) && *skip_blanks (at) == '\0' && test->n_prompt > 0.0;
  if (accept (&at, "decode"))
    return accept_words (&at, &test->n_gen, test) && *skip_blanks (at) == '\0' && test->n_gen > 0.0;
  if (accept_context (&at, test))
    return *skip_blanks (at) == '\0';
  if (accept (&at, "pp"))
    {
      if (!accept_count (&at, &test->n_prompt))
        return FALSE;
      accept (&at, "+");
    }
  if (accept (&at, "tg") && !accept_count (&at, &test->n_gen))
    return FALSE;
  return accept_tail (&at, test) && *skip_blanks (at) == '\0' && (test->n_prompt > 0.0 || test->n_gen > 0.0);
}

void
tok_bench_test_apply (const TokBenchTest *test,
                      TokMeasurement     *row)
{
  row->kind = test->n_gen == 0.0 ? TOK_MEASURED_PREFILL : TOK_MEASURED_DECODE;
  row->n_tokens = test->n_gen == 0.0 ? test->n_prompt : test->n_gen;
  row->depth = test->depth;
  row->batch = test->batch;
  if (test->n_gen != 0.0 && test->n_prompt != 0.0)
    {
      row->flags |= TOK_MEASURED_COUNTS_PROMPT;
      row->n_prompt = test->n_prompt;
    }
}

/* Marks of emphasis, and "about". */
static const char *
skip_marks (const char *at)
{
  for (;; at++)
    if (g_str_has_prefix (at, "\xe2\x89\x88"))
      at += 2;
    else if (*at == '\0' || strchr (" *`_~", *at) == NULL)
      return at;
}

/* Past "±" or what became of it. */
static gboolean
accept_deviation (const char **at)
{
  static const char *const signs[] = {
    "\xc2\xb1", "+/-", "+-", "\xc3\x82\xc2\xb1", "\xc3\x83\xe2\x80\x9a\xc3\x82\xc2\xb1",
    "\xe2\x94\xac\xe2\x96\x92", "-\xe2\x96\x92",
    "\xef\xbf\xbd\xef\xbf\xbd", "\xef\xbf\xbd", "??", "?",
  };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (accept (at, signs[i]))
      return TRUE;
  return FALSE;
}

/* Nothing more that reads like a number of its own; "t/s" and marks may follow. */
static gboolean
is_rest (const char *at)
{
  for (; *at != '\0'; at++)
    if (g_ascii_isdigit (*at))
      return FALSE;
  return TRUE;
}

gboolean
tok_bench_speed_parse (const char *cell,
                       gboolean    decimal_comma,
                       double     *tok_s,
                       double     *deviation)
{
  const char *at = skip_marks (cell);

  *deviation = TOK_AUTO;
  if (!tok_number_read (&at, decimal_comma, tok_s) || *tok_s < 0.0)
    return FALSE;
  at = skip_marks (at);
  if (accept_deviation (&at))
    {
      at = skip_marks (at);
      if (!tok_number_read (&at, decimal_comma, deviation))
        *deviation = TOK_AUTO;
    }
  return is_rest (at);
}
