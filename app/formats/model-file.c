/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The life of a model as a file describes it. */

#include "formats/model-file.h"

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
