/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A request is alone, or one of several that began and ended together; anything else measures no number of streams. */

#include "formats/log-slots.h"

#include <string.h>

#include "formats/text-number.h"

/* Requests whose times differ by more did not run together. */
#define MOST_DIFFERENCE 1.1

typedef struct
{
  guint  index;      /* of the row */
  double seconds;
} Timing;

void
tok_log_slots_init (TokLogSlots *self)
{
  *self = (TokLogSlots) { .timings = g_array_new (FALSE, FALSE, sizeof (Timing)) };
  for (guint i = 0; i < TOK_LOG_MAX_SLOTS; i++)
    self->slots[i].prompt = self->slots[i].cached = TOK_AUTO;
}

void
tok_log_slots_clear (TokLogSlots *self)
{
  g_array_unref (self->timings);
}

void
tok_log_slots_add (TokLogSlots *self,
                   guint        index,
                   gboolean     reads,
                   double       seconds)
{
  TokLogSlot *slot = &self->slots[self->current];
  Timing timing = { index, seconds };

  g_array_append_val (self->timings, timing);
  if (reads)
    slot->prefill = index + 1;
  else
    slot->decode = index + 1;
}

/* As many generations as streams, and all of one length. */
static gboolean
ran_together (const TokLogSlots *self, GArray *rows)
{
  double least = 0.0, most = 0.0;
  guint n = 0;

  for (guint i = 0; i < self->timings->len; i++)
    {
      const Timing *timing = &g_array_index (self->timings, Timing, i);

      if (g_array_index (rows, TokMeasurement, timing->index).kind != TOK_MEASURED_DECODE)
        continue;
      least = n == 0 ? timing->seconds : MIN (least, timing->seconds);
      most = MAX (most, timing->seconds);
      n++;
    }
  return n == self->most_busy && most <= least * MOST_DIFFERENCE;
}

void
tok_log_slots_close (TokLogSlots *self,
                     TokReading  *reading)
{
  GArray *rows = reading->result->rows;

  if (self->most_busy > 1)
    {
      gboolean together = ran_together (self, rows);

      for (guint i = 0; i < self->timings->len; i++)
        {
          TokMeasurement *row = &g_array_index (rows, TokMeasurement, g_array_index (self->timings, Timing, i).index);

          row->batch = self->most_busy;
          row->tok_s *= row->batch;
          row->flags |= TOK_MEASURED_PER_STREAM | (together ? 0 : TOK_MEASURED_OVERLAPPED);
          tok_measurement_check (row);
        }
    }
  g_array_set_size (self->timings, 0);
  self->most_busy = self->n_busy;
}

/* The number in "slot update_slots: id  0 | task 0 |", or in a member of a line of JSON. */
static const char *
find_slot (const char *line)
{
  static const char *const keys[] = { "\"slot_id\":", "\"id_slot\":" };
  const char *at = strstr (line, "| task ");

  if (at != NULL)
    {
      while (at > line && (at[-1] == ' ' || g_ascii_isdigit (at[-1])))
        at--;
      return at - line >= 2 && at[-1] == 'd' && at[-2] == 'i' ? at : NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if ((at = strstr (line, keys[i])) != NULL)
      return at + strlen (keys[i]);
  return NULL;
}

static gboolean
read_slot (const char *line, guint *slot)
{
  const char *at = find_slot (line);
  double number;

  if (at == NULL || !tok_number_read (&at, FALSE, &number) || !(number >= 0.0 && number < TOK_LOG_MAX_SLOTS))
    return FALSE;
  *slot = (guint) number;
  return TRUE;
}

static void
launch (TokLogSlots *self, TokReading *reading, TokLogSlot *slot)
{
  if (self->n_busy == 0)
    tok_log_slots_close (self, reading);
  if (!slot->is_busy)
    self->n_busy++;
  *slot = (TokLogSlot) { .is_busy = TRUE, .prompt = TOK_AUTO, .cached = TOK_AUTO };
  self->most_busy = MAX (self->most_busy, self->n_busy);
}

static void
read_count (double *count, const char *line, const char *key)
{
  const char *at = tok_text_behind (line, key);

  if (at != NULL && *count < 0.0)
    tok_number_read (&at, FALSE, count);
}

/* Logs since 2026 do not tell the length of the prompt, but at the end how many tokens are in the cache: all but the last one. */
static void
release (TokLogSlots *self, TokReading *reading, TokLogSlot *slot, const char *line)
{
  GArray *rows = reading->result->rows;
  TokMeasurement *decode = slot->decode > 0 ? &g_array_index (rows, TokMeasurement, slot->decode - 1) : NULL;
  TokMeasurement *prefill = slot->prefill > 0 ? &g_array_index (rows, TokMeasurement, slot->prefill - 1) : NULL;
  double total = TOK_AUTO, read = prefill != NULL ? MAX (prefill->n_tokens, 0.0) : 0.0;

  read_count (&total, line, "n_tokens");
  read_count (&total, line, "n_past");
  if (decode != NULL && slot->prompt < 0.0 && slot->cached < 0.0 && total + 1.0 - decode->n_tokens >= read)
    {
      decode->depth = total + 1.0 - decode->n_tokens;
      if (prefill != NULL)
        prefill->depth = decode->depth - read;
    }
  slot->prefill = slot->decode = 0;
  if (slot->is_busy)
    self->n_busy--;
  slot->is_busy = FALSE;
}

void
tok_log_slots_read (TokLogSlots *self,
                    TokReading  *reading,
                    const char  *line)
{
  TokLogSlot *slot;

  if (!read_slot (line, &self->current))
    return;
  slot = &self->slots[self->current];
  self->is_seen = TRUE;
  if (strstr (line, "processing task") != NULL)
    launch (self, reading, slot);
  else if (strstr (line, "stop processing") != NULL || strstr (line, "slot released") != NULL)
    release (self, reading, slot, line);
  if (strstr (line, "new prompt") != NULL)
    {
      slot->prompt = slot->cached = TOK_AUTO;
      read_count (&slot->prompt, line, "n_prompt_tokens");
      read_count (&slot->prompt, line, "task.n_tokens");
    }
  read_count (&slot->cached, line, "kv cache rm [");
  read_count (&slot->cached, line, "memory_seq_rm [");
  if (strstr (line, "kv cache rm [p0") != NULL)
    read_count (&slot->cached, line, "\"p0\":");
}
