/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The divisions behind the figures, written out with their values: what a figure opens when it is pressed. */

#include <glib/gi18n.h>

#include "core/units.h"
#include "present/labels.h"
#include "present/numbers.h"
#include "present/sentences.h"

static void
add_line (GString *text,
          char    *line)
{
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, line);
  g_free (line);
}

/* TRUE when every byte is read by one device, so that bytes / seconds is what that device realizes. */
static gboolean
reads_on_one_device (const TokPlan   *plan,
                     const TokDecode *decode)
{
  return plan->n_devices == 1 && decode->time.seconds[TOK_TERM_CPU] == 0.0 && decode->time.seconds[TOK_TERM_LINK] == 0.0;
}

/* "weights: 4.62 GB ÷ (1008 GB/s × 91 %) = 5 ms" */
static char *
read_term_line (const TokPlan   *plan,
                const TokDecode *decode,
                TokTerm          term,
                double           bytes_read)
{
  double seconds = decode->time.seconds[term];
  double bandwidth = plan->devices[0].device.bandwidth;
  g_autofree char *bytes_text = tok_format_gb (bytes_read);
  g_autofree char *bandwidth_text = tok_format_bandwidth (bandwidth);
  g_autofree char *share_text = tok_format_percent (tok_ratio (bytes_read, seconds * bandwidth));
  g_autofree char *seconds_text = tok_format_seconds (seconds);

  return g_strdup_printf (C_("term of a formula", "%s: %s ÷ (%s × %s) = %s"),
                          tok_label_term (term), bytes_text, bandwidth_text, share_text, seconds_text);
}

static char *
term_line (const TokPlan   *plan,
           const TokDecode *decode,
           TokTerm          term)
{
  g_autofree char *seconds = tok_format_seconds (decode->time.seconds[term]);

  if (term == TOK_TERM_WEIGHTS && reads_on_one_device (plan, decode))
    return read_term_line (plan, decode, term, decode->weight_bytes_read);
  if (term == TOK_TERM_KV && reads_on_one_device (plan, decode))
    return read_term_line (plan, decode, term, decode->cache_bytes_read);
  return g_strdup_printf (C_("term of a formula", "%s: %s"), tok_label_term (term), seconds);
}

static char *
ceiling_line (const TokDecode *decode)
{
  g_autofree char *bandwidth = tok_format_bandwidth (decode->ceiling_bandwidth);
  g_autofree char *bytes = tok_format_gb (decode->bytes_read);
  g_autofree char *speed = tok_format_speed (decode->ceiling_tok_s);
  g_autofree char *share = tok_format_percent (decode->realized_share);

  return g_strdup_printf (_("Ceiling: %s ÷ %s = %s tok/s, %s of it realized"), bandwidth, bytes, speed, share);
}

static char *
likely_line (const TokDecode *decode)
{
  g_autofree char *total = tok_format_seconds (decode->time.total);
  g_autofree char *speed = tok_format_speed (decode->tok_s.likely);

  return g_strdup_printf (_("Likely: 1 ÷ %s = %s tok/s"), total, speed);
}

static char *
band_line (const TokEstimate *estimate)
{
  g_autofree char *band = tok_sentence_band (estimate);

  return g_strdup_printf (_("Band: %s"), band);
}

static char *
basis_line (const TokEstimate *estimate)
{
  return g_strdup_printf (_("Basis: %s"), tok_label_basis (estimate->basis));
}

char *
tok_sentence_decode_formula (const TokPlan     *plan,
                             const TokEstimate *estimate)
{
  const TokDecode *decode = &estimate->decode;
  double depth_tokens = tok_plan_depth_tokens (plan);
  g_autofree char *depth = tok_format_tokens_full (depth_tokens);
  GString *text = g_string_new (NULL);

  add_line (text, g_strdup_printf (ngettext ("One token with %s token in the KV cache:", "One token with %s tokens in the KV cache:",
                                             (gulong) depth_tokens), depth));
  for (guint term = 0; term < TOK_N_TERMS; term++)
    if (decode->time.seconds[term] > 0.0)
      add_line (text, term_line (plan, decode, term));
  add_line (text, likely_line (decode));
  add_line (text, ceiling_line (decode));
  add_line (text, band_line (estimate));
  add_line (text, basis_line (estimate));
  return g_string_free (text, FALSE);
}

char *
tok_sentence_prefill_formula (const TokPlan     *plan,
                              const TokEstimate *estimate)
{
  double prompt = tok_plan_get (plan, TOK_PARAM_PROMPT);
  double fresh = tok_plan_fresh_tokens (plan), cached = prompt - fresh;
  double prefill_seconds = tok_ratio (fresh, estimate->prefill_tok_s.likely);
  g_autofree char *new_tokens = tok_format_tokens_full (fresh);
  g_autofree char *cached_tokens = tok_format_tokens_full (cached);
  g_autofree char *speed = tok_format_speed (estimate->prefill_tok_s.likely);
  g_autofree char *prefill = tok_format_seconds (prefill_seconds);
  g_autofree char *rest = tok_format_seconds (MAX (estimate->ttft_seconds.likely - prefill_seconds, 0.0));
  g_autofree char *likely = tok_format_seconds (estimate->ttft_seconds.likely);
  g_autofree char *low = tok_format_seconds (estimate->ttft_seconds.low);
  g_autofree char *high = tok_format_seconds (estimate->ttft_seconds.high);
  GString *text = g_string_new (NULL);

  if (cached > 0.0)
    add_line (text, g_strdup_printf (ngettext ("%s token of the prompt is already in the cache",
                                               "%s tokens of the prompt are already in the cache", (gulong) cached), cached_tokens));
  add_line (text, g_strdup_printf (ngettext ("Prompt: %s token ÷ %s tok/s = %s", "Prompt: %s tokens ÷ %s tok/s = %s", (gulong) fresh),
                                    new_tokens, speed, prefill));
  add_line (text, g_strdup_printf (_("Before and after it, the first token included: %s"), rest));
  add_line (text, g_strdup_printf (_("Time to first token: %s, %s – %s in four of five"), likely, low, high));
  add_line (text, basis_line (estimate));
  return g_string_free (text, FALSE);
}

static void
add_part (GString    *sum,
          const char *label,
          double      bytes)
{
  g_autofree char *amount = tok_format_gib (bytes);

  if (bytes <= 0.0)
    return;
  if (sum->len > 0)
    g_string_append (sum, " + ");
  g_string_append_printf (sum, "%s %s", label, amount);
}

/* "weights 4.3 GiB + KV cache 2 GiB + … = 7.1 of 23.6 GiB" */
static char *
place_sum (const TokMemoryPlace *place)
{
  g_autofree char *used = tok_format_gib_of (place->total - place->free, place->total);
  g_autoptr (GString) sum = g_string_new (NULL);

  add_part (sum, C_("memory", "weights"), place->weights);
  add_part (sum, C_("memory", "KV cache"), place->cache);
  add_part (sum, C_("memory", "recurrent state"), place->state);
  add_part (sum, C_("memory", "compute buffers"), place->compute);
  add_part (sum, C_("memory", "reserve"), place->reserve);
  return g_strdup_printf ("%s = %s", sum->len > 0 ? sum->str : "0", used);
}

char *
tok_sentence_memory_formula (const TokPlan     *plan,
                             const TokEstimate *estimate)
{
  const TokMemory *memory = &estimate->memory;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i <= memory->n_devices; i++)
    {
      const TokMemoryPlace *place = i < memory->n_devices ? &memory->devices[i] : &memory->host;
      g_autofree char *sum = place_sum (place);
      g_autofree char *name = tok_sentence_device (plan, i);

      if (i < memory->n_devices)
        add_line (text, g_strdup_printf (C_("memory of a device", "%s: %s"), name, sum));
      else if (place->total > 0.0)
        add_line (text, g_strdup_printf (_("Host: %s"), sum));
    }
  return g_string_free (text, FALSE);
}
