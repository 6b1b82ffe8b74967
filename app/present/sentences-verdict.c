/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plan comes to in words: whether it fits, how it feels, what limits it, and what is not known about it. */

#include <glib/gi18n.h>

#include "core/caveat.h"
#include "core/units.h"
#include "present/labels.h"
#include "present/numbers.h"
#include "present/sentences.h"

/* Tokens per second and how a chat at them feels (physics notes 12). */
#define BROKEN_TOK_S 2.0
#define CHAT_FLOOR_TOK_S 3.0
#define READING_TOK_S 5.0
#define COMFORTABLE_TOK_S 10.0
#define FAST_TOK_S 25.0
#define INSTANT_TOK_S 60.0

/* More warnings than these are not read. */
#define MOST_CAVEATS 2

/* From these on a thing is worth a sentence. */
#define FALLS_TO_SHARE 0.8
#define WAITS_SHARE 0.05
/* How long people stay with a thing that does not move (Nielsen 1993, physics notes 12). */
#define ATTENTION_SECONDS 10.0

static void
add_sentence (GString *text,
              char    *sentence)
{
  if (sentence == NULL)
    return;
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
  g_free (sentence);
}

static char *
context_caveat (const TokArchitecture *base)
{
  g_autofree char *tokens = tok_format_tokens (base->context_max);

  return g_strdup_printf (ngettext ("The context is longer than the %s token the model was made for: beyond it answers get worse.",
                                    "The context is longer than the %s tokens the model was made for: beyond them answers get worse.",
                                    base->context_max), tokens);
}

static char *
caveat_sentence (const TokPlan *plan,
                 TokCaveat      caveat)
{
  const char *engine = tok_label_engine (tok_plan_engine (plan));

  switch (caveat)
    {
    case TOK_CAVEAT_ENGINE_DEVICE:
      {
        g_autofree char *device = tok_sentence_device (plan, tok_caveat_device (plan));

        return g_strdup_printf (_("%s is not made for %s: the figures are as if it ran there."), engine, device);
      }
    case TOK_CAVEAT_ENGINE_FILE_TYPE:
      return g_strdup_printf (_("%s is not made for %s files: the figures are as if it read them."),
                              engine, tok_file_type_name (plan->model->file_type));
    case TOK_CAVEAT_ENGINE_SPLIT:
      return g_strdup_printf (_("%s has no row split: the figures are as if it had."), engine);
    case TOK_CAVEAT_CACHE_TYPE:
      return g_strdup (_("The values of the KV cache are quantized and flash attention is off: llama.cpp refuses to start like that."));
    case TOK_CAVEAT_DRAFT_TOKENIZER:
      return g_strdup (_("The draft model has another tokenizer than the model: most engines refuse the pair."));
    case TOK_CAVEAT_CONTEXT:
      return context_caveat (plan->base);
    case TOK_N_CAVEATS:
    default:
      return NULL;
    }
}

static void
add_caveats (GString       *text,
             const TokPlan *plan)
{
  TokCaveat caveats[TOK_N_CAVEATS];
  guint n = tok_caveats (plan, caveats);

  for (guint i = 0; i < MIN (n, MOST_CAVEATS); i++)
    add_sentence (text, caveat_sentence (plan, caveats[i]));
}

static char *
feel_sentence (double tok_s)
{
  g_autofree char *speed = tok_format_speed (tok_s);

  if (tok_s < BROKEN_TOK_S)
    return g_strdup_printf (_("At %s tok/s this is broken: nobody waits for such an answer."), speed);
  if (tok_s < CHAT_FLOOR_TOK_S)
    return g_strdup_printf (_("%s tok/s is below the floor for a chat."), speed);
  if (tok_s < READING_TOK_S)
    return g_strdup_printf (_("%s tok/s is slower than people read; waiting for a completion is misery."), speed);
  if (tok_s < COMFORTABLE_TOK_S)
    return g_strdup_printf (_("%s tok/s is reading speed: fine for a chat, misery when waiting for a completion."), speed);
  if (tok_s < FAST_TOK_S)
    return g_strdup_printf (_("%s tok/s is comfortable to read."), speed);
  if (tok_s <= INSTANT_TOK_S)
    return g_strdup_printf (_("%s tok/s is fast: the text comes faster than anyone reads."), speed);
  return g_strdup_printf (_("%s tok/s feels instant in a chat."), speed);
}

static char *
cpu_limit_sentence (const TokPlan     *plan,
                    const TokEstimate *estimate)
{
  g_autofree char *bandwidth = tok_format_bandwidth (tok_plan_host (plan)->bandwidth);
  g_autofree char *wait = tok_format_percent (estimate->gpu_wait_share);

  return g_strdup_printf (_("The CPU's part limits it, with host memory at %s: the GPU waits %s of the time."), bandwidth, wait);
}

/* TRUE when what crosses a link goes from one GPU to another: nothing is left to the CPU, nothing spills to its memory. */
static gboolean
is_among_gpus (const TokPlan     *plan,
               const TokEstimate *estimate)
{
  return plan->n_devices > 1 && estimate->decode.time.seconds[TOK_TERM_CPU] == 0.0 && estimate->memory.spilled_bytes == 0.0;
}

static char *
link_limit_sentence (const TokPlan     *plan,
                     const TokEstimate *estimate)
{
  g_autofree char *bandwidth = tok_format_bandwidth (tok_plan_link_bandwidth (plan));
  g_autofree char *wait = tok_format_percent (estimate->gpu_wait_share);

  if (is_among_gpus (plan, estimate))
    return g_strdup_printf (_("The links limit it: the GPUs wait for each other %s of the time."), wait);
  return g_strdup_printf (_("The link at %s limits it: the GPU waits %s of the time."), bandwidth, wait);
}

static char *
limit_sentence (const TokPlan     *plan,
                const TokEstimate *estimate)
{
  const TokTokenTime *time = &estimate->decode.time;
  g_autofree char *share = tok_format_percent (tok_ratio (time->seconds[estimate->bottleneck], time->total));

  switch (estimate->bottleneck)
    {
    case TOK_TERM_WEIGHTS:
      return g_strdup_printf (_("Reading the weights limits it: %s of a token's time."), share);
    case TOK_TERM_KV:
      return g_strdup_printf (_("Reading the KV cache limits it: %s of a token's time."), share);
    case TOK_TERM_ATTENTION:
      return g_strdup_printf (_("Attention arithmetic limits it: %s of a token's time."), share);
    case TOK_TERM_LAUNCHES:
      return g_strdup_printf (_("Fixed time per layer limits it: %s of a token's time. More bandwidth would bring little."), share);
    case TOK_TERM_CPU:
      return cpu_limit_sentence (plan, estimate);
    case TOK_TERM_LINK:
      return link_limit_sentence (plan, estimate);
    case TOK_TERM_OTHER:
    case TOK_N_TERMS:
      break;
    }
  return g_strdup_printf (_("Fixed time per token limits it: %s of a token's time."), share);
}

static char *
falling_sentence (const TokPlan     *plan,
                  const TokEstimate *estimate)
{
  double empty_tok_s = estimate->decode_empty.tok_s.likely;
  g_autofree char *empty = tok_format_speed (empty_tok_s);
  double depth_tokens = tok_plan_depth_tokens (plan);
  g_autofree char *depth = tok_format_tokens (depth_tokens);

  if (estimate->decode.tok_s.likely >= FALLS_TO_SHARE * empty_tok_s)
    return NULL;
  return g_strdup_printf (ngettext ("It starts at %s tok/s and falls as the chat grows to %s token: that is the KV cache, not the server.",
                                    "It starts at %s tok/s and falls as the chat grows to %s tokens: that is the KV cache, not the server.",
                                    (gulong) depth_tokens),
                          empty, depth);
}

/* Said by the limit already where CPU or link are it. */
static char *
waiting_sentence (const TokPlan     *plan,
                  const TokEstimate *estimate)
{
  const double *seconds = estimate->decode.time.seconds;
  g_autofree char *share = tok_format_percent (estimate->gpu_wait_share);

  if (estimate->gpu_wait_share < WAITS_SHARE || estimate->bottleneck == TOK_TERM_CPU || estimate->bottleneck == TOK_TERM_LINK)
    return NULL;
  if (is_among_gpus (plan, estimate))
    return g_strdup_printf (_("The GPUs wait for each other %s of the time."), share);
  if (seconds[TOK_TERM_LINK] > seconds[TOK_TERM_CPU])
    return g_strdup_printf (_("The GPU waits for the link %s of the time."), share);
  return g_strdup_printf (_("The GPU waits for the CPU %s of the time."), share);
}

static char *
first_word_sentence (const TokEstimate *estimate)
{
  g_autofree char *seconds = tok_format_seconds (estimate->ttft_seconds.likely);

  if (estimate->ttft_seconds.likely < ATTENTION_SECONDS)
    return NULL;
  return g_strdup_printf (_("The first word comes after %s."), seconds);
}

/* The place that bounds the plan: a device's index, or n_devices for the host.  What spills is short of the host's memory; else it
 * is the place with the least free. */
static guint
tightest_place (const TokMemory *memory)
{
  double least = memory->host.total > 0.0 ? memory->host.free : TOK_LARGEST;
  guint tightest = memory->n_devices;

  if (memory->spilled_bytes > 0.0 && memory->host.total > 0.0)
    return tightest;
  for (guint i = 0; i < memory->n_devices; i++)
    if (memory->devices[i].free < least)
      {
        least = memory->devices[i].free;
        tightest = i;
      }
  return tightest;
}

static char *
fit_sentence (const TokPlan     *plan,
              const TokEstimate *estimate)
{
  const TokMemory *memory = &estimate->memory;
  guint index = tightest_place (memory);
  g_autofree char *spilled = tok_format_gib (memory->spilled_bytes);
  g_autofree char *missing = tok_format_gib (memory->missing_bytes);
  g_autofree char *left = tok_format_gib (index < memory->n_devices ? memory->devices[index].free : memory->host.free);
  g_autofree char *name = tok_sentence_device (plan, index);

  if (memory->fit == TOK_FIT_SPILLS)
    return g_strdup_printf (_("%s does not fit and crosses the link for every token."), spilled);
  if (memory->fit == TOK_FIT_NO && index == memory->n_devices)
    return g_strdup_printf (_("It does not fit: host memory is %s short. The speed is what it would be if it did."), missing);
  if (memory->fit == TOK_FIT_NO)
    return g_strdup_printf (_("It does not fit: %s is %s short. The speed is what it would be if it did."), name, missing);
  if (memory->fit == TOK_FIT_TIGHT)
    return g_strdup_printf (_("Only %s stays free: another program can make it fail."), left);
  return NULL;
}

static char *
host_sentence (const TokPlan     *plan,
               const TokEstimate *estimate)
{
  const TokSplit *split = &estimate->split;
  gboolean matters = split->cpu_layers > 0 || split->expert_layers_cpu > 0 || split->head_on_cpu || split->cache_on_cpu;

  if (plan->host_known || !matters)
    return NULL;
  return g_strdup (_("The host is assumed: choose yours, because its memory decides the speed."));
}

/* Automatic layers take what fits: that little is left then says nothing. */
static gboolean
fills_by_itself (const TokPlan     *plan,
                 const TokEstimate *estimate)
{
  return tok_plan_get (plan, TOK_PARAM_GPU_LAYERS) == TOK_AUTO && estimate->split.cpu_layers > 0;
}

char *
tok_sentence_verdict (const TokPlan     *plan,
                      const TokEstimate *estimate)
{
  GString *text = g_string_new (NULL);

  add_caveats (text, plan);
  if (estimate->memory.fit == TOK_FIT_NO || estimate->memory.fit == TOK_FIT_SPILLS)
    add_sentence (text, fit_sentence (plan, estimate));
  add_sentence (text, feel_sentence (estimate->decode.tok_s.likely));
  add_sentence (text, limit_sentence (plan, estimate));
  add_sentence (text, waiting_sentence (plan, estimate));
  add_sentence (text, falling_sentence (plan, estimate));
  add_sentence (text, first_word_sentence (estimate));
  if (estimate->memory.fit == TOK_FIT_TIGHT && !fills_by_itself (plan, estimate))
    add_sentence (text, fit_sentence (plan, estimate));
  add_sentence (text, host_sentence (plan, estimate));
  return g_string_free (text, FALSE);
}
