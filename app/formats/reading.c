/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every row and note goes through here, so that the limits hold and paths stay out. */

#include "formats/reading.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "core/units.h"
#include "formats/text-privacy.h"

#define LONGEST_RAW 240u    /* bytes */
#define LONGEST_NOTE 400u

/* Faster than any card today: an 1 B model reads 35 000 tok/s on the fastest consumer card, and writes 1 000. */
#define MOST_PREFILL_TOK_S 50000.0       /* of one device */
#define MOST_DECODE_TOK_S 3000.0         /* of one stream */
#define LEAST_TOK_S 1e-6

/* Printed with two decimals, and by some with one. */
#define RATE_TOLERANCE 0.01
#define RATE_ROUNDING 0.06

void
tok_measurement_init (TokMeasurement *row,
                      TokMeasuredKind kind,
                      const char     *tool)
{
  *row = (TokMeasurement) {
    .kind = kind, .batch = 1.0,
    .deviation = TOK_AUTO, .n_tokens = TOK_AUTO, .n_prompt = TOK_AUTO, .acceptance = TOK_AUTO,
    .gpu_layers = TOK_AUTO, .ubatch = TOK_AUTO, .threads = TOK_AUTO, .kv_k = TOK_AUTO, .kv_v = TOK_AUTO,
    .flash_attention = TOK_AUTO, .split_mode = TOK_AUTO, .n_devices = TOK_AUTO,
    .expert_layers_cpu = TOK_AUTO, .kv_on_cpu = TOK_AUTO, .engine = TOK_AUTO, .build_year = TOK_AUTO,
    .file_type = TOK_AUTO, .file_bytes = TOK_AUTO, .params = TOK_AUTO,
  };
  g_strlcpy (row->tool, tool, sizeof row->tool);
}

void
tok_measurement_check (TokMeasurement *row)
{
  gboolean reads = row->kind == TOK_MEASURED_PREFILL || (row->flags & TOK_MEASURED_COUNTS_PROMPT) != 0;
  double most = reads ? MOST_PREFILL_TOK_S * MAX (row->n_devices, 1.0) : MOST_DECODE_TOK_S * row->batch;

  row->flags &= ~(guint) TOK_MEASURED_IMPLAUSIBLE;
  if (row->tok_s > most)
    row->flags |= TOK_MEASURED_IMPLAUSIBLE;
}

/* Counts that are no counts would reach the arithmetic. */
static void
clean_counts (TokMeasurement *row)
{
  double *const counts[] = { &row->n_tokens, &row->n_prompt, &row->deviation, &row->gpu_layers, &row->ubatch, &row->threads,
                             &row->n_devices, &row->expert_layers_cpu, &row->file_bytes, &row->params };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (!(*counts[i] >= 0.0 && *counts[i] <= TOK_LARGEST))
      *counts[i] = TOK_AUTO;
  if (!(row->depth >= 0.0 && row->depth <= TOK_LARGEST))
    row->depth = 0.0;
  if (!(row->batch >= 1.0 && row->batch <= TOK_LARGEST))
    row->batch = 1.0;
  if (!(row->acceptance >= 0.0 && row->acceptance <= 1.0))
    row->acceptance = TOK_AUTO;
}

TokMeasurement *
tok_reading_add (TokReading           *self,
                 const TokMeasurement *row,
                 guint                 line,
                 const char           *raw)
{
  TokMeasurementsRead *result = self->result;
  TokMeasurement *added;

  if (!(row->tok_s >= LEAST_TOK_S && row->tok_s <= TOK_LARGEST))
    {
      tok_reading_note (self, line, _("A row is left out: it has no speed."));
      return NULL;
    }
  if (result->rows->len >= TOK_READ_MAX_ROWS)
    {
      if (!self->is_full)
        tok_reading_note (self, line, _("Only the first %u rows are read."), TOK_READ_MAX_ROWS);
      self->is_full = TRUE;
      return NULL;
    }
  g_array_append_vals (result->rows, row, 1);
  added = &g_array_index (result->rows, TokMeasurement, result->rows->len - 1);
  added->line = line;
  clean_counts (added);
  tok_measurement_check (added);
  g_ptr_array_add (result->raw, tok_text_without_paths (raw + strspn (raw, " "), LONGEST_RAW));
  if ((added->flags & TOK_MEASURED_IMPLAUSIBLE) != 0)
    tok_reading_note (self, line, _("%.0f tok/s are more than any device reaches: the row is kept, but not used."), added->tok_s);
  return added;
}

void
tok_reading_add_buffer (TokReading    *self,
                        TokLoggedKind  kind,
                        gboolean       is_draft,
                        const char    *place,
                        double         bytes,
                        guint          line)
{
  GArray *buffers = self->result->buffers;
  TokLoggedBuffer added = { .kind = kind, .is_draft = is_draft, .bytes = bytes, .line = line };

  g_strlcpy (added.place, place, sizeof added.place);
  for (guint i = 0; i < buffers->len; i++)
    {
      TokLoggedBuffer *buffer = &g_array_index (buffers, TokLoggedBuffer, i);

      if (buffer->kind == kind && buffer->is_draft == is_draft && g_str_equal (buffer->place, added.place))
        {
          buffer->bytes = tok_saturate (buffer->bytes + bytes);
          return;
        }
    }
  if (buffers->len < TOK_READ_MAX_BUFFERS)
    g_array_append_val (buffers, added);
}

void
tok_reading_note (TokReading *self,
                  guint       line,
                  const char *format,
                  ...)
{
  GArray *notes = self->result->notes;
  g_autofree char *text = NULL;
  TokReadNote note = { .line = line };
  va_list arguments;

  if (notes->len >= TOK_READ_MAX_NOTES)
    return;
  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  note.text = tok_text_without_paths (text, LONGEST_NOTE);
  g_array_append_val (notes, note);
}

gboolean
tok_rates_agree (double computed,
                 double printed)
{
  return fabs (computed - printed) <= RATE_TOLERANCE * MAX (computed, printed) + RATE_ROUNDING;
}
