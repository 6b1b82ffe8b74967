/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All ages end in "X ms / N tokens|runs ( Y ms per token, Z tokens per second)"; only what stands in front has changed. */

#include "formats/engine-log.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/log-context.h"
#include "formats/log-slots.h"
#include "formats/text-number.h"

#define MILLISECONDS 1000.0

typedef struct
{
  TokReading   *reading;
  TokLogContext context;
  TokLogSlots   slots;
  double        read;               /* tokens of the prompt whose timing was the last one */
  guint         last_decode;        /* index of the row + 1, 0 = none */
  guint         n_progress, n_empty;
  guint         first_progress;
} Walk;

/* The part behind "eval time". */
typedef struct
{
  double milliseconds, count, pace, rate;   /* the last two TOK_AUTO where not printed */
} Timing;

static gboolean
parse_timing (const char *at, gboolean comma, Timing *timing)
{
  *timing = (Timing) { .pace = TOK_AUTO, .rate = TOK_AUTO };
  at += strspn (at, " ");
  if (*at++ != '=' || !tok_number_read (&at, comma, &timing->milliseconds))
    return FALSE;
  at += strspn (at, " ");
  if (!g_str_has_prefix (at, "ms /"))
    return FALSE;
  at += strlen ("ms /");
  if (!tok_number_read (&at, FALSE, &timing->count))
    return FALSE;
  at += strspn (at, " ");
  if (!g_str_has_prefix (at, "tokens") && !g_str_has_prefix (at, "runs"))
    return FALSE;
  at += strspn (at, "tokensru ");
  if (*at++ != '(')
    return TRUE;
  if (!tok_number_read (&at, comma, &timing->pace))
    timing->pace = TOK_AUTO;
  at += strspn (at, " ");
  if (!g_str_has_prefix (at, "ms per token,") && !g_str_has_prefix (at, "ms per run,"))
    return TRUE;
  at += strcspn (at, ",") + 1;
  if (!tok_number_read (&at, comma, &timing->rate))
    timing->rate = TOK_AUTO;
  return TRUE;
}

/* Where a log tells nothing of slots, what was read just before is all there is in the cache. */
static double
depth_of (const Walk *self, gboolean reads, double count, gboolean has_slot)
{
  const TokLogSlot *slot = &self->slots.slots[self->slots.current];
  double cached = has_slot && slot->cached > 0.0 ? slot->cached : 0.0;

  if (reads)
    return has_slot && slot->cached < 0.0 && slot->prompt > count ? slot->prompt - count : cached;
  if (has_slot && slot->prompt > 0.0)
    return slot->prompt;
  return cached + MAX (self->read, 0.0);
}

static void
check_rate (Walk *self, const Timing *timing, double computed, guint line)
{
  if (timing->rate > 0.0 && !tok_rates_agree (computed, timing->rate))
    tok_reading_note (self->reading, line, _("The rate is not tokens over time; tokens over time are taken."));
}

static void
add_timing (Walk *self, const Timing *timing, gboolean reads, gboolean has_slot, const char *raw, guint line)
{
  TokMeasurement row;
  double computed = timing->count / timing->milliseconds * MILLISECONDS;

  if (!(timing->count > 0.0) || !(timing->milliseconds > 0.0))
    {
      self->n_empty++;
      self->read = reads ? 0.0 : self->read;
      return;
    }
  tok_measurement_init (&row, reads ? TOK_MEASURED_PREFILL : TOK_MEASURED_DECODE,
                        has_slot && self->slots.is_seen ? "llama-server" : "llama.cpp");
  row.n_tokens = timing->count;
  row.tok_s = timing->rate > 0.0 && tok_rates_agree (computed, timing->rate) ? timing->rate : computed;
  row.depth = depth_of (self, reads, timing->count, has_slot);
  tok_log_context_apply (&self->context, &row);
  check_rate (self, timing, computed, line);
  self->read = reads ? timing->count : 0.0;
  if (tok_reading_add (self->reading, &row, line, raw) == NULL)
    return;
  if (has_slot)
    tok_log_slots_add (&self->slots, self->reading->result->rows->len - 1, reads, timing->milliseconds / MILLISECONDS);
  if (!reads)
    self->last_decode = self->reading->result->rows->len;
}

static gboolean
is_behind (const char *line, const char *at, const char *word)
{
  gsize length = strlen (word);

  return (gsize) (at - line) >= length && strncmp (at - length, word, length) == 0;
}

/* A line may hold both timings. */
static void
read_timings (Walk *self, const char *line, guint number)
{
  gboolean is_perf = strstr (line, "llama_perf") != NULL || strstr (line, "llama_print_timings") != NULL;

  for (const char *at = strstr (line, "eval time"); at != NULL; at = strstr (at + 1, "eval time"))
    {
      gboolean reads = is_behind (line, at, "prompt ");
      Timing timing;

      if (parse_timing (at + strlen ("eval time"), self->reading->decimal_comma, &timing))
        add_timing (self, &timing, reads, !is_perf, reads ? at - strlen ("prompt ") : at, number);
    }
}

/* "draft acceptance rate = 0.57576 (  171 accepted /   297 generated)" is about the generation above it. */
static void
read_acceptance (Walk *self, const char *line)
{
  const char *at = strstr (line, "draft acceptance");
  double accepted, generated;

  at = at != NULL ? strchr (at, '(') : NULL;
  if (at == NULL || self->last_decode == 0)
    return;
  at++;
  if (!tok_number_read (&at, FALSE, &accepted) || (at = strchr (at, '/')) == NULL)
    return;
  at++;
  if (tok_number_read (&at, FALSE, &generated) && generated > 0.0 && accepted >= 0.0 && accepted <= generated)
    g_array_index (self->reading->result->rows, TokMeasurement, self->last_decode - 1).acceptance = accepted / generated;
}

/* "decoded  203 tokens in    3.200 seconds, speed:   63.437 t/s" of llama-speculative. */
static void
read_speed (Walk *self, const char *line, guint number)
{
  const char *at = strstr (line, "coded ");
  const char *rate = tok_text_behind (line, "speed:");
  TokMeasurement row;
  gboolean reads = at != NULL && is_behind (line, at, "en");

  if (at == NULL || rate == NULL || (!reads && !is_behind (line, at, "de")))
    return;
  tok_measurement_init (&row, reads ? TOK_MEASURED_PREFILL : TOK_MEASURED_DECODE, "llama-speculative");
  tok_log_context_apply (&self->context, &row);
  at += strlen ("coded ");
  if (!tok_number_read (&at, FALSE, &row.n_tokens) || !tok_number_read (&rate, self->reading->decimal_comma, &row.tok_s))
    return;
  row.depth = reads ? 0.0 : MAX (self->read, 0.0);
  self->read = reads ? row.n_tokens : 0.0;
  if (tok_reading_add (self->reading, &row, number, line) != NULL && !reads)
    self->last_decode = self->reading->result->rows->len;
}

static void
read_progress (Walk *self, const char *line, guint number)
{
  static const char *const marks[] = {
    "n_decoded = ", "n_gen = ", ", progress = ", "Avg generation throughput:", "gen throughput (token/s):", "Throughput (T/s) ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (strstr (line, marks[i]) != NULL)
      {
        if (self->n_progress++ == 0)
          self->first_progress = number;
        return;
      }
}

static void
read_line (Walk *self, guint index)
{
  const char *line = tok_text_line (self->reading->text, index);
  guint number = tok_text_number (self->reading->text, index);

  tok_log_context_read (&self->context, self->reading, index);
  tok_log_slots_read (&self->slots, self->reading, line);
  read_timings (self, line, number);
  read_acceptance (self, line);
  read_speed (self, line, number);
  read_progress (self, line, number);
}

static void
note_rest (Walk *self)
{
  if (self->n_progress > 0)
    tok_reading_note (self->reading, self->first_progress,
                      ngettext ("%u line tells progress, not a result, and is left out.",
                                "%u lines tell progress, not results, and are left out.", self->n_progress),
                      self->n_progress);
  if (self->n_empty > 0)
    tok_reading_note (self->reading, 0,
                      ngettext ("%u timing without tokens or time is left out.",
                                "%u timings without tokens or time are left out.", self->n_empty),
                      self->n_empty);
}

void
tok_engine_log_read (TokReading *reading)
{
  Walk walk = { .reading = reading };

  tok_log_context_init (&walk.context);
  tok_log_slots_init (&walk.slots);
  for (guint i = 0; i < tok_text_length (reading->text); i++)
    read_line (&walk, i);
  tok_log_slots_close (&walk.slots, reading);
  tok_log_slots_clear (&walk.slots);
  note_rest (&walk);
}
