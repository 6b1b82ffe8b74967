/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speculation, from words such as "MTP head n-max 3, acceptance 0.43-0.93" or "draft Llama-3.2-1B Q8_0, draft 5". */

#include <string.h>

#include "core/speculation.h"
#include "mapping-private.h"

/* Where the row does not tell: the default of llama.cpp's servers with multi-token prediction. */
#define USUAL_LENGTH 3.0

static double
draft_length (const char *spec)
{
  static const char *const behind[] = { "n-max ", "draft len ", "depth ", "block ", "n=", "k=", "draft ", NULL };
  static const char *const in_front[] = { " drafts", "-token block", NULL };

  for (guint i = 0; in_front[i] != NULL; i++)
    if (tok_mapping_number_before (spec, in_front[i]) >= 1.0)
      return tok_mapping_number_before (spec, in_front[i]);
  for (guint i = 0; behind[i] != NULL; i++)
    if (tok_mapping_number_after (spec, behind[i]) >= 1.0)
      return tok_mapping_number_after (spec, behind[i]);
  return USUAL_LENGTH;
}

/* Accepted over drafted tokens, as servers print it; 0 when not stated.  Of a range over prompts, its middle. */
static double
accepted_share (const char *spec,
                double      length)
{
  double tokens = tok_mapping_number_before (spec, " tokens per step"), share = tok_mapping_number_after (spec, "acceptance ");
  const char *range = strstr (spec, "acceptance ");

  if (tokens > 1.0)
    return (tokens - 1.0) / length;
  if (range != NULL && tok_mapping_number_after (range, "-") > 0.0)
    share = (share + tok_mapping_number_after (range, "-")) / 2.0;
  return share > 1.0 ? share / 100.0 : share;
}

/* Text found again costs nothing, and a diffusion model drafts a whole block at once: a plan drafts token by token. */
static gboolean
drafts_otherwise (const char *spec)
{
  return g_str_has_prefix (spec, "ngram") || strstr (spec, "DFlash") != NULL;
}

static gboolean
set_draft_model (const TokMapper *mapper,
                 const TokRow    *row,
                 TokPlan         *plan,
                 gboolean        *exact)
{
  const char *name = row->spec + strlen ("draft ");
  g_autofree char *word = g_strndup (name, strcspn (name, " ,;"));
  const TokCatalogModel *draft = tok_mapping_model (mapper, word, exact);

  if (draft == NULL)
    return FALSE;
  tok_plan_set_draft (plan, draft->architecture);
  return TRUE;
}

/* A longest length is no length: llama.cpp stops drafting where the draft is unsure, which comes near the best one. */
gboolean
tok_mapping_draft (const TokMapper *mapper,
                   const TokRow    *row,
                   TokPlan         *plan,
                   gboolean        *exact)
{
  double longest = tok_plan_param_info (TOK_PARAM_DRAFT_LENGTH)->maximum;
  double length = MIN (draft_length (row->spec), longest), share = accepted_share (row->spec, length);

  if (g_str_has_prefix (row->spec, "draft ") && !set_draft_model (mapper, row, plan, exact))
    return FALSE;
  if (plan->draft == NULL && plan->model->architecture->mtp_layers == 0)
    return FALSE;
  if (drafts_otherwise (row->spec))
    return FALSE;
  if (strstr (row->spec, "n-gram") != NULL || strstr (row->spec, "draft on") != NULL)
    *exact = FALSE;
  tok_plan_set (plan, TOK_PARAM_DRAFT_LENGTH, strstr (row->spec, "draft-max ") != NULL ? TOK_AUTO : length);
  if (share > 0.0)
    tok_plan_set (plan, TOK_PARAM_ACCEPTANCE, tok_speculation_acceptance (MIN (share, 1.0), (guint) length));
  else
    *exact = FALSE;
  return TRUE;
}
