/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table "memory breakdown [MiB]" at the end of newer logs of llama.cpp, and the one before a load. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

typedef struct
{
  GArray  *buffers;    /* TokLoggedBuffer, of the last table that is no probe */
  GArray  *open;       /* of the table that is being read */
  gboolean is_open, is_probe;
} TokMemoryBreakdown;

void tok_memory_breakdown_init  (TokMemoryBreakdown *self);
void tok_memory_breakdown_clear (TokMemoryBreakdown *self);
void tok_memory_breakdown_read  (TokMemoryBreakdown *self,
                                 const char         *line,
                                 guint               number);
/* Once behind the last line. */
void tok_memory_breakdown_close (TokMemoryBreakdown *self);

G_END_DECLS
