/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Caveats: what keeps a plan from running as it is, or is unusual about it.  Its figures are given all the same, as if it ran. */

#pragma once

#include "core/plan.h"

G_BEGIN_DECLS

/* The gravest first. */
typedef enum
{
  TOK_CAVEAT_ENGINE_DEVICE,      /* the engine is not made for a device */
  TOK_CAVEAT_ENGINE_FILE_TYPE,   /* … for the file type */
  TOK_CAVEAT_ENGINE_SPLIT,       /* … for a row split */
  TOK_CAVEAT_CACHE_TYPE,         /* a quantized V cache without flash attention */
  TOK_CAVEAT_DRAFT_TOKENIZER,    /* the draft model has another tokenizer */
  TOK_CAVEAT_CONTEXT,            /* longer than the model was made for */
  TOK_N_CAVEATS,
} TokCaveat;

/* "engine-device"; static. */
const char *tok_caveat_name   (TokCaveat      caveat);
/* Fills @caveats in the order of the enumeration and returns how many hold. */
guint       tok_caveats       (const TokPlan *plan,
                               TokCaveat      caveats[TOK_N_CAVEATS]);
/* The first device the plan's engine is not made for, n_devices when there is none. */
guint       tok_caveat_device (const TokPlan *plan);

G_END_DECLS
