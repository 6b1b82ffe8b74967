/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds by the columns of a row; density of the model and kind of memory by the catalog. */

#include "kinds.h"

#include <string.h>

gboolean
tok_kind_is_offloaded (const TokRow *row)
{
  const char *experts = row->expert_layers_on_cpu;

  if (row->n_gpus == 0.0)
    return FALSE;
  return strcmp (row->layers_on_gpu, "all") != 0 || (experts[0] != '\0' && strcmp (experts, "0") != 0)
         || strstr (row->kv_type, "KV on CPU") != NULL;
}

static gboolean
is_decode (const TokRow *row)
{
  return row->test == TOK_TEST_DECODE && row->batch == 1.0 && row->spec[0] == '\0';
}

static gboolean
is_of_one_gpu (const TokMapped *mapped,
               TokAccuracyKind  kind)
{
  const TokDevice *device = &mapped->plan.devices[0].device;
  gboolean is_moe = tok_architecture_is_moe (mapped->plan.model->architecture);

  switch ((int) kind)
    {
    case TOK_ACCURACY_DENSE:
      return mapped->row->depth == 0.0 && !is_moe;
    case TOK_ACCURACY_DEEP:
      return mapped->row->depth > 0.0;
    case TOK_ACCURACY_MOE:
      return is_moe;
    case TOK_ACCURACY_APPLE:
      return g_str_has_prefix (device->name, "Apple ");
    default:
      return tok_device_class_has_hbm (device->device_class);
    }
}

gboolean
tok_kind_has (TokAccuracyKind  kind,
              const TokMapped *mapped)
{
  const TokRow *row = mapped->row;

  switch ((int) kind)
    {
    case TOK_ACCURACY_DECODE:
      return is_decode (row);
    case TOK_ACCURACY_CPU:
      return row->n_gpus == 0.0;
    case TOK_ACCURACY_OFFLOAD:
      return tok_kind_is_offloaded (row);
    case TOK_ACCURACY_PREFILL:
      return row->test == TOK_TEST_PREFILL;
    case TOK_ACCURACY_BATCH:
      return row->batch > 1.0;
    case TOK_ACCURACY_SEVERAL_GPUS:
      return row->n_gpus > 1.0;
    case TOK_ACCURACY_SPECULATION:
      return row->spec[0] != '\0';
    default:
      return is_decode (row) && row->n_gpus == 1.0 && !tok_kind_is_offloaded (row) && is_of_one_gpu (mapped, kind);
    }
}
