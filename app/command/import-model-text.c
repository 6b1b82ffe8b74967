/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An imported model, as lines for people. */

#include "command/import-report.h"

#include <glib/gi18n.h>

#include "command/output.h"
#include "command/table.h"
#include "core/units.h"
#include "present/numbers.h"

#define SEPARATOR ", "
#define LEAST_SHOWN_BYTES (0.5 * TOK_MIB)   /* less would be shown as 0 MiB */

static const char *const mixer_labels[TOK_N_MIXERS] = {
  [TOK_MIXER_NONE] = N_("without attention"),
  [TOK_MIXER_FULL] = N_("full attention"),
  [TOK_MIXER_SLIDING] = N_("sliding window"),
  [TOK_MIXER_CHUNKED] = N_("chunked attention"),
  [TOK_MIXER_MLA] = N_("latent attention"),
  [TOK_MIXER_COMPRESSED] = N_("compressed attention"),
  [TOK_MIXER_DELTA_NET] = N_("gated delta net"),
  [TOK_MIXER_KIMI_DELTA] = N_("Kimi delta attention"),
  [TOK_MIXER_MAMBA2] = N_("Mamba-2"),
  [TOK_MIXER_LIGHTNING] = N_("lightning attention"),
  [TOK_MIXER_SHORT_CONV] = N_("short convolution"),
  [TOK_MIXER_LINEAR] = N_("a plain matrix"),
};

/* Takes the ownership of @value; without one there is no row. */
static void
add_row (TokTable   *table,
         const char *label,
         char       *value)
{
  if (value == NULL)
    return;
  tok_table_add (table, g_strdup_printf ("  %s", label));
  tok_table_add (table, value);
}

static char *
layers_text (const TokArchitecture *architecture)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint counts[TOK_N_MIXERS] = { 0 };
  const char *first = _(mixer_labels[architecture->layers[0].mixer]);

  for (guint i = 0; i < architecture->n_layers; i++)
    counts[architecture->layers[i].mixer]++;
  if (counts[architecture->layers[0].mixer] == architecture->n_layers)
    /* Translators: "32, full attention", the number of layers and of what kind they are. */
    return g_strdup_printf (C_("layers", "%u, %s"), architecture->n_layers, first);
  for (guint mixer = 0; mixer < TOK_N_MIXERS; mixer++)
    if (counts[mixer] > 0)
      g_string_append_printf (text, "%s%u %s", text->len > 0 ? SEPARATOR : "", counts[mixer], _(mixer_labels[mixer]));
  /* Translators: "48: 40 sliding window, 8 full attention", the number of layers and how many are of which kind. */
  return g_strdup_printf (C_("layers", "%u: %s"), architecture->n_layers, text->str);
}

static char *
params_text (const TokArchitecture *architecture)
{
  g_autofree char *total = tok_format_params (tok_architecture_total_params (architecture) / TOK_BILLION);
  g_autofree char *active = tok_format_params (tok_architecture_active_params (architecture) / TOK_BILLION);

  if (!tok_architecture_is_moe (architecture))
    return g_steal_pointer (&total);
  return g_strdup_printf (C_("parameters", "%s, %s active"), total, active);
}

static char *
experts_text (const TokArchitecture *architecture)
{
  const TokExperts *experts = &architecture->experts;

  if (!tok_architecture_is_moe (architecture))
    return NULL;
  return g_strdup_printf (ngettext ("%u, of which a token visits %u", "%u, of which a token visits %u", experts->n_experts),
                          experts->n_experts, experts->experts_per_token);
}

static char *
context_text (const TokArchitecture *architecture)
{
  g_autofree char *tokens = tok_format_tokens (architecture->context_max);

  if (architecture->context_max == 0)
    return NULL;
  return g_strdup_printf (ngettext ("%s token", "%s tokens", architecture->context_max), tokens);
}

static char *
file_type_text (const TokModelFile *file)
{
  const char *name = tok_file_type_name (file->file_type);
  double bits = 8.0 * tok_ratio (file->file_bytes, tok_architecture_total_params (file->architecture));

  if (file->weights == NULL)
    return g_strdup (name);
  /* Translators: "near Q4_K_M, 4.89 bits per weight": files mix types of tensors as they like. */
  return g_strdup_printf (file->with_imatrix ? _("near %s with an importance matrix, %.2f bits per weight")
                                             : _("near %s, %.2f bits per weight"), name, bits);
}

static void
add_model (TokTable           *table,
           const TokModelFile *file)
{
  const TokArchitecture *architecture = file->architecture;

  add_row (table, _("Name"), tok_output_escape (architecture->name));
  if (architecture->family[0] != '\0')
    add_row (table, _("Architecture"), tok_output_escape (architecture->family));
  add_row (table, _("Parameters"), params_text (architecture));
  add_row (table, _("Layers"), layers_text (architecture));
  add_row (table, _("Experts"), experts_text (architecture));
  add_row (table, _("Context"), context_text (architecture));
  add_row (table, _("File type"), file_type_text (file));
  add_row (table, _("Size"), file->file_bytes > 0.0 ? tok_format_gb (file->file_bytes) : NULL);
}

static char *
types_text (const GArray *types)
{
  g_autoptr (TokTable) table = tok_table_new (4);

  for (guint i = 0; i < types->len; i++)
    {
      const TokTypeCount *type = &g_array_index (types, TokTypeCount, i);
      g_autofree char *weights = tok_format_params (type->elements / TOK_BILLION);

      tok_table_add (table, g_strdup_printf ("  %s", type->name));
      tok_table_add (table, g_strdup_printf (ngettext ("%u tensor", "%u tensors", type->n_tensors), type->n_tensors));
      /* Translators: a number of weights, such as "6.9 B". */
      tok_table_add (table, g_strdup_printf (_("%s weights"), weights));
      tok_table_add (table, tok_format_gib (type->bytes));
    }
  return tok_table_to_text (table);
}

static void
add_sum (TokTable           *table,
         const char         *label,
         const TokWeightSum *sum)
{
  if (sum->bytes >= LEAST_SHOWN_BYTES)
    add_row (table, label, tok_format_gib (sum->bytes));
}

void
tok_import_sum_layers (const TokModelWeights *weights,
                       TokLayerWeights       *all)
{
  *all = (TokLayerWeights) { 0 };
  for (guint i = 0; i < weights->n_layers; i++)
    {
      tok_weight_sum_add (&all->mixer, &weights->layers[i].mixer);
      tok_weight_sum_add (&all->dense_ffn, &weights->layers[i].dense_ffn);
      tok_weight_sum_add (&all->shared_experts, &weights->layers[i].shared_experts);
      tok_weight_sum_add (&all->routed_experts, &weights->layers[i].routed_experts);
      tok_weight_sum_add (&all->vectors, &weights->layers[i].vectors);
    }
}

static char *
roles_text (const TokModelWeights *weights)
{
  g_autoptr (TokTable) table = tok_table_new (2);
  TokLayerWeights all;

  tok_import_sum_layers (weights, &all);
  add_sum (table, _("Attention and other mixers"), &all.mixer);
  add_sum (table, _("Feed-forward networks"), &all.dense_ffn);
  add_sum (table, _("Shared experts"), &all.shared_experts);
  add_sum (table, _("Routed experts"), &all.routed_experts);
  add_sum (table, _("Norms and biases"), &all.vectors);
  add_sum (table, _("Embedding"), &weights->embedding);
  add_sum (table, _("Output matrix"), &weights->head);
  add_sum (table, _("Outside the layers"), &weights->outside);
  add_sum (table, _("Tables read row by row"), &weights->lookup);
  add_sum (table, _("Multi-token prediction, idle"), &weights->prediction);
  return tok_table_to_text (table);
}

void
tok_import_append_model (GString            *text,
                         const TokModelFile *file)
{
  g_autoptr (TokTable) table = tok_table_new (2);
  g_autofree char *rows = NULL;

  add_model (table, file);
  rows = tok_table_to_text (table);
  g_string_append (text, rows);
  tok_import_append_part (text, _("Tensor types"), types_text (file->types));
  if (file->weights != NULL)
    tok_import_append_part (text, _("Weights"), roles_text (file->weights));
  if (file->notes->len > 0)
    g_string_append_printf (text, "\n%s\n", _("Notes"));
  for (guint i = 0; i < file->notes->len; i++)
    {
      g_autofree char *note = tok_output_escape (g_ptr_array_index (file->notes, i));

      g_string_append_printf (text, "  %s\n", note);
    }
}
