/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of a device "total = free + (self = model + context + compute) + unaccounted", of the host "self = model + context + compute".
 *
 * What is free before anything is allocated makes "unaccounted" negative: such a table is what a fit tried, not what was used. */

#include "formats/memory-breakdown.h"

#include <string.h>

#include "core/units.h"
#include "formats/text-number.h"
#include "formats/text-privacy.h"

#define N_OF_DEVICE 7u
#define N_OF_HOST 4u

void
tok_memory_breakdown_init (TokMemoryBreakdown *self)
{
  *self = (TokMemoryBreakdown) {
    .buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer)),
    .open = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer)),
  };
}

void
tok_memory_breakdown_clear (TokMemoryBreakdown *self)
{
  g_array_unref (self->buffers);
  g_array_unref (self->open);
}

void
tok_memory_breakdown_close (TokMemoryBreakdown *self)
{
  if (self->is_open && !self->is_probe && self->open->len > 0)
    {
      g_array_set_size (self->buffers, 0);
      g_array_append_vals (self->buffers, self->open->data, self->open->len);
    }
  g_array_set_size (self->open, 0);
  self->is_open = FALSE;
}

/* All numbers up to the end of the cell. */
static guint
read_numbers (const char *at, double *numbers)
{
  guint n = 0;

  while (*at != '\0' && *at != '|' && n < N_OF_DEVICE)
    if (tok_number_read (&at, FALSE, &numbers[n]))
      n++;
    else if (*at != '\0' && *at != '|')
      at++;
  return n;
}

static void
add (TokMemoryBreakdown *self, const char *place, gsize length, TokLoggedKind kind, double mib, guint number)
{
  TokLoggedBuffer buffer = { .kind = kind, .bytes = mib * TOK_MIB, .line = number };

  tok_text_copy (buffer.place, sizeof buffer.place, place, length);
  if (mib > 0.0 && self->open->len < TOK_READ_MAX_BUFFERS)
    g_array_append_val (self->open, buffer);
}

static void
read_row (TokMemoryBreakdown *self, const char *at, guint number)
{
  const char *bar = strchr (at, '|');
  gsize length = strcspn (at, " |");
  double numbers[N_OF_DEVICE];
  guint n = bar != NULL ? read_numbers (bar + 1, numbers) : 0;
  const double *sums = n == N_OF_DEVICE ? &numbers[3] : &numbers[1];

  if (n != N_OF_DEVICE && n != N_OF_HOST)
    return;
  if (n == N_OF_DEVICE && numbers[N_OF_DEVICE - 1] < 0.0)
    self->is_probe = TRUE;
  add (self, at, length, TOK_LOGGED_WEIGHTS, sums[0], number);
  add (self, at, length, TOK_LOGGED_KV, sums[1], number);
  add (self, at, length, TOK_LOGGED_COMPUTE, sums[2], number);
}

void
tok_memory_breakdown_read (TokMemoryBreakdown *self,
                           const char         *line,
                           guint               number)
{
  const char *at;

  if (strstr (line, "memory breakdown [MiB]") != NULL)
    {
      tok_memory_breakdown_close (self);
      self->is_open = TRUE;
      self->is_probe = FALSE;
      return;
    }
  at = self->is_open ? strstr (line, "|   - ") : NULL;
  if (at != NULL)
    read_row (self, at + strlen ("|   - "), number);
}
