/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the readers of measurements; what gets through can be calculated with and saved, and none of it breaks a line. */

#include <math.h>
#include <string.h>

#include "formats/json-read.h"
#include "formats/measurements-read.h"
#include "formats/plan-json-measurements.h"
#include "fuzz.h"

static void
check_row (const TokMeasurement *row, const char *raw)
{
  g_assert_true (isfinite (row->tok_s) && row->tok_s > 0.0);
  g_assert_true (isfinite (row->depth) && row->depth >= 0.0);
  g_assert_true (isfinite (row->batch) && row->batch >= 1.0);
  g_assert_true (row->n_tokens == TOK_AUTO || (isfinite (row->n_tokens) && row->n_tokens >= 0.0));
  g_assert_true (row->acceptance == TOK_AUTO || (row->acceptance >= 0.0 && row->acceptance <= 1.0));
  g_assert_true (g_utf8_validate (row->model, -1, NULL) && !tok_text_has_control (row->model));
  g_assert_true (g_utf8_validate (row->device, -1, NULL) && !tok_text_has_control (row->device));
  g_assert_true (g_utf8_validate (raw, -1, NULL) && !tok_text_has_control (raw));
  g_assert_cmpuint (row->line, >, 0);
}

/* A plan file keeps all of what a plan keeps. */
static void
check_saved (const TokMeasurementsRead *read)
{
  g_autoptr (TokMeasurements) kept = tok_measurements_new_added (NULL, read->rows, read->buffers);
  const TokPlan plan = { .measurements = kept };
  TokPlan opened = { .measurements = NULL };
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (GError) error = NULL;

  tok_plan_measurements_write (&plan, object);
  tok_plan_measured_read (object, &opened, &error);
  g_assert_no_error (error);
  g_assert_true (tok_measurements_equal (opened.measurements, kept));
  tok_measurements_unref (opened.measurements);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (TokMeasurementsRead) read = tok_measurements_read (bytes, &error);

  g_assert_true ((read == NULL) == (error != NULL));
  if (read == NULL)
    return 0;
  for (guint i = 0; i < read->rows->len; i++)
    check_row (&g_array_index (read->rows, TokMeasurement, i), read->raw->pdata[i]);
  for (guint i = 0; i < read->buffers->len; i++)
    {
      const TokLoggedBuffer *buffer = &g_array_index (read->buffers, TokLoggedBuffer, i);

      g_assert_true (isfinite (buffer->bytes) && buffer->bytes > 0.0);
      g_assert_true (g_utf8_validate (buffer->place, -1, NULL));
    }
  for (guint i = 0; i < read->notes->len; i++)
    g_assert_true (g_utf8_validate (g_array_index (read->notes, TokReadNote, i).text, -1, NULL));
  check_saved (read);
  return 0;
}
