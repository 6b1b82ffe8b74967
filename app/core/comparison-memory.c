/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Buffers an engine logged beside those of the estimate, by place and kind. */

#include "core/comparison.h"

#include <string.h>

/* Devices, the host, and what is neither. */
#define HOST TOK_MAX_DEVICES
#define ELSEWHERE (TOK_MAX_DEVICES + 1)
#define N_PLACES (TOK_MAX_DEVICES + 2)

typedef struct
{
  const TokPlan *plan;
  double estimated[N_PLACES][TOK_N_LOGGED], logged[N_PLACES][TOK_N_LOGGED];
} Table;

/* "CPU_Mapped", "CPU_REPACK", "BLAS", the matrix units of Intel's server CPUs, and pinned memory: "CUDA_Host". */
static gboolean
is_host (const char *place)
{
  return g_str_has_prefix (place, "CPU") || g_str_has_prefix (place, "BLAS") || g_str_has_prefix (place, "AMX")
         || strstr (place, "Host") != NULL;
}

/* "CUDA1" is the second device, "Metal" the first.  Where devices and host share their memory, all is the first device's. */
static guint
place_of (const Table       *self,
          const TokEstimate *estimate,
          const char        *place)
{
  const char *digit = strpbrk (place, "0123456789");
  guint64 index = digit != NULL ? g_ascii_strtoull (digit, NULL, 10) : 0;

  if (is_host (place))
    return estimate->memory.host.total > 0.0 ? HOST : 0;
  return index < self->plan->n_devices ? (guint) index : ELSEWHERE;
}

static void
add_estimated (Table                *self,
               guint                 place,
               const TokMemoryPlace *memory)
{
  double *kinds = self->estimated[place];

  kinds[TOK_LOGGED_WEIGHTS] += memory->weights;
  kinds[TOK_LOGGED_KV] += memory->cache;
  kinds[TOK_LOGGED_STATE] += memory->state;
  kinds[TOK_LOGGED_COMPUTE] += memory->compute;
}

static void
fill (Table             *self,
      const TokEstimate *estimate)
{
  const GArray *buffers = self->plan->measurements->buffers;

  for (guint i = 0; i < estimate->memory.n_devices; i++)
    add_estimated (self, i, &estimate->memory.devices[i]);
  add_estimated (self, HOST, &estimate->memory.host);
  for (guint i = 0; i < buffers->len; i++)
    {
      const TokLoggedBuffer *buffer = &g_array_index (buffers, TokLoggedBuffer, i);

      self->logged[place_of (self, estimate, buffer->place)][buffer->kind] += buffer->bytes;
    }
}

static const char *
place_name (const Table *self,
            guint        place)
{
  if (place == ELSEWHERE)
    return "";
  return place == HOST ? tok_plan_host (self->plan)->name : self->plan->devices[place].device.name;
}

static void
add_row (const Table *self,
         guint        place,
         guint        kind,
         GArray      *rows)
{
  TokMemoryComparison row = {
    .is_host = place == HOST,
    .kind = (TokLoggedKind) kind,
    .estimated_bytes = self->estimated[place][kind],
    .logged_bytes = self->logged[place][kind],
  };

  if (row.estimated_bytes <= 0.0 && row.logged_bytes <= 0.0)
    return;
  g_strlcpy (row.place, place_name (self, place), sizeof row.place);
  g_array_append_val (rows, row);
}

GArray *
tok_comparison_memory (const TokPlan     *plan,
                       const TokEstimate *estimate)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TokMemoryComparison));
  Table self = { .plan = plan };

  if (plan->measurements == NULL || plan->measurements->buffers->len == 0)
    return rows;
  fill (&self, estimate);
  for (guint i = 0; i < N_PLACES; i++)
    for (guint j = 0; j < TOK_N_LOGGED; j++)
      add_row (&self, i, j, rows);
  return rows;
}
