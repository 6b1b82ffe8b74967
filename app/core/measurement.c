/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements a plan keeps: put together, taken apart and compared, never changed. */

#include "core/measurement.h"

#include <string.h>

#define NUMBER(member) G_STRUCT_OFFSET (TokMeasurement, member)

static const gsize numbers[] = {
  NUMBER (tok_s), NUMBER (deviation), NUMBER (n_tokens), NUMBER (n_prompt), NUMBER (depth), NUMBER (batch), NUMBER (acceptance),
  NUMBER (gpu_layers), NUMBER (ubatch), NUMBER (threads), NUMBER (kv_k), NUMBER (kv_v), NUMBER (flash_attention),
  NUMBER (split_mode), NUMBER (n_devices), NUMBER (expert_layers_cpu), NUMBER (kv_on_cpu), NUMBER (engine), NUMBER (build_year),
  NUMBER (file_type), NUMBER (file_bytes), NUMBER (params),
};

/* Where a row stood says nothing of what it measured. */
static gboolean
rows_equal (const TokMeasurement *row,
            const TokMeasurement *other)
{
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (G_STRUCT_MEMBER (double, row, numbers[i]) != G_STRUCT_MEMBER (double, other, numbers[i]))
      return FALSE;
  return row->kind == other->kind && row->flags == other->flags && strcmp (row->model, other->model) == 0
         && strcmp (row->model_id, other->model_id) == 0 && strcmp (row->device, other->device) == 0
         && strcmp (row->tool, other->tool) == 0;
}

static gboolean
buffers_equal (const TokLoggedBuffer *buffer,
               const TokLoggedBuffer *other)
{
  return buffer->kind == other->kind && buffer->is_draft == other->is_draft && buffer->bytes == other->bytes
         && strcmp (buffer->place, other->place) == 0;
}

static gboolean
has_row (const GArray         *rows,
         const TokMeasurement *sought)
{
  for (guint i = 0; i < rows->len; i++)
    if (rows_equal (&g_array_index (rows, TokMeasurement, i), sought))
      return TRUE;
  return FALSE;
}

static TokMeasurements *
measurements_new_empty (void)
{
  TokMeasurements *self = g_new0 (TokMeasurements, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->rows = g_array_new (FALSE, FALSE, sizeof (TokMeasurement));
  self->buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer));
  return self;
}

static TokMeasurements *
measurements_new_copy (const TokMeasurements *before)
{
  TokMeasurements *self = measurements_new_empty ();

  if (before == NULL)
    return self;
  g_array_append_vals (self->rows, before->rows->data, before->rows->len);
  g_array_append_vals (self->buffers, before->buffers->data, before->buffers->len);
  return self;
}

/* NULL for one that holds nothing. */
static TokMeasurements *
steal_unless_empty (TokMeasurements **self)
{
  return (*self)->rows->len > 0 || (*self)->buffers->len > 0 ? g_steal_pointer (self) : NULL;
}

static void
add_rows (TokMeasurements *self,
          const GArray    *rows)
{
  guint first = rows->len > TOK_MOST_MEASUREMENTS ? rows->len - TOK_MOST_MEASUREMENTS : 0;

  for (guint i = first; i < rows->len; i++)
    {
      const TokMeasurement *row = &g_array_index (rows, TokMeasurement, i);

      if (!has_row (self->rows, row))
        g_array_append_vals (self->rows, row, 1);
    }
  if (self->rows->len > TOK_MOST_MEASUREMENTS)
    g_array_remove_range (self->rows, 0, self->rows->len - TOK_MOST_MEASUREMENTS);
}

TokMeasurements *
tok_measurements_new_added (const TokMeasurements *before,
                            const GArray          *rows,
                            const GArray          *buffers)
{
  g_autoptr (TokMeasurements) self = measurements_new_copy (before);

  add_rows (self, rows);
  if (buffers->len > 0)
    {
      g_array_set_size (self->buffers, 0);
      g_array_append_vals (self->buffers, buffers->data, MIN (buffers->len, TOK_MOST_BUFFERS));
    }
  return steal_unless_empty (&self);
}

TokMeasurements *
tok_measurements_new_without (const TokMeasurements *before,
                              guint                  index)
{
  g_autoptr (TokMeasurements) self = measurements_new_copy (before);

  g_return_val_if_fail (index < self->rows->len, NULL);

  g_array_remove_index (self->rows, index);
  return steal_unless_empty (&self);
}

TokMeasurements *
tok_measurements_ref (TokMeasurements *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
tok_measurements_unref (TokMeasurements *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->rows);
  g_array_unref (self->buffers);
  g_free (self);
}

gboolean
tok_measurements_equal (const TokMeasurements *self,
                        const TokMeasurements *other)
{
  if (self == other)
    return TRUE;
  if (self == NULL || other == NULL || self->rows->len != other->rows->len || self->buffers->len != other->buffers->len)
    return FALSE;
  for (guint i = 0; i < self->rows->len; i++)
    if (!rows_equal (&g_array_index (self->rows, TokMeasurement, i), &g_array_index (other->rows, TokMeasurement, i)))
      return FALSE;
  for (guint i = 0; i < self->buffers->len; i++)
    if (!buffers_equal (&g_array_index (self->buffers, TokLoggedBuffer, i), &g_array_index (other->buffers, TokLoggedBuffer, i)))
      return FALSE;
  return TRUE;
}
