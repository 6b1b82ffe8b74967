/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slots of llama-server by its log: what each reads, and how many are busy at once. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

#define TOK_LOG_MAX_SLOTS 64u

typedef struct
{
  gboolean is_busy;
  double   prompt, cached;   /* tokens of the prompt, and those of them that were in the cache; TOK_AUTO where not told */
  guint    prefill, decode;  /* index + 1 of the rows of its request, 0 = none */
} TokLogSlot;

typedef struct
{
  TokLogSlot slots[TOK_LOG_MAX_SLOTS];
  guint      current;        /* the one that lines without a number are about */
  guint      n_busy, most_busy;
  gboolean   is_seen;        /* a line told of one */
  GArray    *timings;        /* of the requests since one was alone */
} TokLogSlots;

void        tok_log_slots_init    (TokLogSlots *self);
void        tok_log_slots_clear   (TokLogSlots *self);
/* Follows what @line says of slots. */
void        tok_log_slots_read    (TokLogSlots *self,
                                   TokReading  *reading,
                                   const char  *line);
/* Takes row @index for the current slot's, and for one of the requests that run at the same time. */
void        tok_log_slots_add     (TokLogSlots *self,
                                   guint        index,
                                   gboolean     reads,
                                   double       seconds);
/* Makes the rows since one was alone those of as many streams as there were. */
void        tok_log_slots_close   (TokLogSlots *self,
                                   TokReading  *reading);

G_END_DECLS
