/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The life of a model as a file describes it. */

#include "formats/model-file.h"

#include <glib/gi18n.h>

#include "formats/catalog-model.h"
#include "formats/error.h"
#include "formats/plan-json-weights.h"

TokModelFile *
tok_model_file_new (void)
{
  TokModelFile *self = g_new0 (TokModelFile, 1);

  self->types = g_array_new (FALSE, TRUE, sizeof (TokTypeCount));
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
tok_model_file_free (TokModelFile *self)
{
  g_clear_pointer (&self->architecture, tok_architecture_unref);
  g_clear_pointer (&self->weights, tok_model_weights_unref);
  g_array_unref (self->types);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

void
tok_model_file_note (GPtrArray  *notes,
                     const char *format,
                     va_list     arguments)
{
  g_autofree char *note = g_strdup_vprintf (format, arguments);

  if (notes->len < TOK_MODEL_FILE_MOST_NOTES && !g_ptr_array_find_with_equal_func (notes, note, g_str_equal, NULL))
    g_ptr_array_add (notes, g_steal_pointer (&note));
}

static gboolean
is_savable (const TokArchitecture *architecture, const TokModelWeights *weights, GError **error)
{
  g_autoptr (JsonObject) shape = json_object_new ();
  g_autoptr (TokArchitecture) copy = NULL;
  g_autoptr (JsonObject) sums = NULL;
  g_autoptr (TokModelWeights) copied_weights = NULL;

  tok_architecture_write (architecture, shape);
  copy = tok_architecture_read (shape, error);
  if (copy == NULL || weights == NULL)
    return copy != NULL;
  sums = tok_model_weights_write (weights);
  copied_weights = tok_model_weights_read (sums, architecture->n_layers, error);
  return copied_weights != NULL;
}

gboolean
tok_model_file_check_savable (const TokArchitecture *architecture,
                              const TokModelWeights *weights,
                              GError               **error)
{
  g_autoptr (GError) reason = NULL;

  if (is_savable (architecture, weights, &reason))
    return TRUE;
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
               _("The shape the file gives is one no model has: %s"), reason->message);
  return FALSE;
}
