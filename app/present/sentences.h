/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole sentences about a plan and its estimate, translated.  All return new strings. */

#pragma once

#include "core/estimate.h"

G_BEGIN_DECLS

/* "RTX 4090 · Llama 3.1 8B · Q4_K_M · 16k" */
char *tok_sentence_summary   (const TokPlan *plan);
/* Whether it fits, how it will feel and what limits it, in short sentences; says that a falling speed is the KV cache, not the
 * server; asks for the host as soon as anything is on the CPU and the host is assumed. */
char *tok_sentence_verdict   (const TokPlan *plan, const TokEstimate *estimate);
/* "135 – 181 in four of five"; what it rests on is tok_label_basis(). */
char *tok_sentence_band      (const TokEstimate *estimate);
/* "ceiling 205 = 1008 GB/s ÷ 4.92 GB" */
char *tok_sentence_ceiling   (const TokEstimate *estimate);
/* The formula of a figure with the values in it, several lines: opened from the figure. */
char *tok_sentence_decode_formula  (const TokPlan *plan, const TokEstimate *estimate);
char *tok_sentence_prefill_formula (const TokPlan *plan, const TokEstimate *estimate);
char *tok_sentence_memory_formula  (const TokPlan *plan, const TokEstimate *estimate);
/* "Memory 7.1 of 24 GiB" for the device at @index, or the host at n_devices */
char *tok_sentence_memory    (const TokPlan *plan, const TokEstimate *estimate, guint index);
/* A device's name as shown on its button: "RTX 4090, edited". */
char *tok_sentence_device    (const TokPlan *plan, guint index);
/* All devices in order, equal neighbors counted: "2 × RTX 3090 + RTX 4090". */
char *tok_sentence_devices   (const TokPlan *plan);
char *tok_sentence_model     (const TokPlan *plan);   /* "Llama 3.1 8B" or "Custom 12 B, from Llama 3.1 8B" */
/* The caption under an exported chart: every assumption. */
char *tok_sentence_caption   (const TokPlan *plan, const TokEstimate *estimate);

G_END_DECLS
