/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row is found by its place, a buffer by its name. */

#include "measured.h"

#include <string.h>

#include "core/units.h"

#define CLOSE 1e-4   /* of what was printed */

TokMeasurementsRead *
measured_read (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TokMeasurementsRead *read = tok_measurements_read (bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (read->rows->len, ==, read->raw->len);
  return read;
}

void
measured_refuse (const char *text,
                 const char *words)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TokMeasurementsRead *read = tok_measurements_read (bytes, &error);

  g_assert_null (read);
  g_assert_true (error->domain == TOK_FORMAT_ERROR);
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” lacks “%s”", error->message, words);
}

const TokMeasurement *
measured_row (const TokMeasurementsRead *read,
              guint                      index)
{
  g_assert_cmpuint (index, <, read->rows->len);
  return &g_array_index (read->rows, TokMeasurement, index);
}

void
measured_assert_rows (const TokMeasurementsRead *read,
                      const Expected            *rows,
                      guint                      n_rows)
{
  g_assert_cmpuint (read->rows->len, ==, n_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      const TokMeasurement *row = measured_row (read, i);

      g_test_message ("row %u: %s", i, (const char *) read->raw->pdata[i]);
      g_assert_cmpint (row->kind, ==, rows[i].kind);
      g_assert_cmpfloat_with_epsilon (row->tok_s, rows[i].tok_s, rows[i].tok_s * CLOSE);
      g_assert_cmpfloat_with_epsilon (row->n_tokens, rows[i].n_tokens, 1e-6);
      g_assert_cmpfloat (row->depth, ==, rows[i].depth);
      g_assert_cmpfloat_with_epsilon (row->batch, rows[i].batch, 0.05);
      g_assert_cmphex (row->flags, ==, rows[i].flags);
    }
}

void
measured_assert_buffer (const TokMeasurementsRead *read,
                        const char                *place,
                        TokLoggedKind              kind,
                        gboolean                   is_draft,
                        double                     mib)
{
  for (guint i = 0; i < read->buffers->len; i++)
    {
      const TokLoggedBuffer *buffer = &g_array_index (read->buffers, TokLoggedBuffer, i);

      if (buffer->kind == kind && buffer->is_draft == is_draft && g_str_equal (buffer->place, place))
        {
          g_assert_cmpfloat_with_epsilon (buffer->bytes / TOK_MIB, mib, 0.005);
          return;
        }
    }
  g_error ("no buffer %d of %s", kind, place);
}

gboolean
measured_has_note (const TokMeasurementsRead *read,
                   guint                      line,
                   const char                *words)
{
  for (guint i = 0; i < read->notes->len; i++)
    {
      const TokReadNote *note = &g_array_index (read->notes, TokReadNote, i);

      if (note->line == line && strstr (note->text, words) != NULL)
        return TRUE;
    }
  return FALSE;
}
