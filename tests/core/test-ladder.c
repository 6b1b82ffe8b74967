/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder: shapes for any number of parameters, and known models made larger, smaller or otherwise. */

#include "core/architecture.h"
#include "core/model.h"
#include "core/units.h"

#include "models.h"

static double
share_of (double part,
          double whole)
{
  return part / whole - 1.0;
}

/* The reference model's ladder (physics notes 13 n): layers, width, and F16 cache of a token in KiB. */
static void
test_rungs_are_those_of_the_notes (void)
{
  static const struct { double billions; guint layers, hidden; double kib; } rungs[] = {
    { 1.2, 16, 2048, 32 },  { 3.2, 23, 3072, 92 },   { 8, 32, 4096, 128 },     { 14, 39, 4864, 156 },
    { 32, 53, 6656, 212 },  { 70, 70, 8704, 280 },   { 123, 85, 10752, 340 },  { 405, 131, 16128, 524 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rungs); i++)
    {
      g_autoptr (TokArchitecture) architecture = tok_architecture_new_ladder (rungs[i].billions * TOK_BILLION, TOK_ATTENTION_GQA);
      g_autoptr (TokModel) model = tok_model_new (architecture, TOK_FILE_F16, FALSE, 0.0);
      const TokLayerSums *all = &model->prefix[architecture->n_layers];

      g_test_message ("%g B", rungs[i].billions);
      g_assert_cmpuint (architecture->n_layers, ==, rungs[i].layers);
      g_assert_cmpuint (architecture->hidden_size, ==, rungs[i].hidden);
      g_assert_cmpfloat ((all->full_k + all->full_v) * 2 / TOK_KIB, ==, rungs[i].kib);
    }
}

static void
test_every_rung_keeps_its_params (void)
{
  for (double params = 1e7; params <= 1.01e13; params *= pow (10.0, 0.25))
    for (guint kind = 0; kind < TOK_N_ATTENTION_KINDS; kind++)
      {
        g_autoptr (TokArchitecture) architecture = tok_architecture_new_ladder (params, kind);

        g_test_message ("%g parameters, attention kind %u", params, kind);
        g_assert_cmpfloat (fabs (share_of (tok_architecture_total_params (architecture), params)), <=, 0.01);
      }
}

static void
test_an_unchanged_model_is_the_same_model (void)
{
  for (const char **name = tok_fixture_model_names (); *name != NULL; name++)
    {
      g_autoptr (TokArchitecture) base = tok_fixture_model (*name);
      g_autoptr (TokArchitecture) scaled =
        tok_architecture_new_scaled (base, tok_architecture_total_params (base), tok_architecture_active_params (base),
                                     base->n_layers, TOK_ATTENTION_OWN);

      g_assert_true (scaled == base);
    }
}

/* Every model from an eighth to eight times its size, with every kind of attention. */
static void
test_scaled_models_keep_total_and_active_params (void)
{
  for (const char **name = tok_fixture_model_names (); *name != NULL; name++)
    for (double size = 0.125; size <= 8.0; size *= 2.0)
      for (guint kind = 0; kind < TOK_N_ATTENTION_KINDS; kind++)
        {
          g_autoptr (TokArchitecture) base = tok_fixture_model (*name);
          double params = tok_architecture_total_params (base) * size, active = tok_architecture_active_params (base) * size;
          g_autoptr (TokArchitecture) scaled = tok_architecture_new_scaled (base, params, active, 0, kind);

          g_test_message ("%s at %g times its size, attention kind %u", *name, size, kind);
          g_assert_cmpfloat (fabs (share_of (tok_architecture_total_params (scaled), params)), <=, 0.01);
          g_assert_cmpfloat (fabs (share_of (tok_architecture_active_params (scaled), active)), <=, 0.08);
        }
}

/* A mixture with experts in whole super-blocks stays in them: one of fewer parameters is no larger a file. */
static void
test_scaled_mixtures_keep_their_types (void)
{
  g_autoptr (TokArchitecture) base = tok_fixture_model ("Qwen3-30B-A3B");
  double params = tok_architecture_total_params (base), active = tok_architecture_active_params (base);
  g_autoptr (TokModel) own = tok_model_new (base, TOK_FILE_Q4_K_M, FALSE, 0.0);

  for (double size = 0.5; size < 2.0; size *= 1.03)
    {
      g_autoptr (TokArchitecture) scaled = tok_architecture_new_scaled (base, params * size, active * size, 0, TOK_ATTENTION_OWN);
      g_autoptr (TokModel) model = tok_model_new (scaled, TOK_FILE_Q4_K_M, FALSE, 0.0);

      g_assert_cmpfloat (fabs (share_of (tok_model_bits_per_weight (model), tok_model_bits_per_weight (own))), <=, 0.02);
    }
}

static void
test_a_number_of_layers_is_kept (void)
{
  static const guint counts[] = { 1, 7, 32, 100, TOK_MAX_LAYERS };
  g_autoptr (TokArchitecture) base = tok_fixture_model ("Llama-3.1-8B");
  double params = tok_architecture_total_params (base);

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (TokArchitecture) scaled = tok_architecture_new_scaled (base, params, params, counts[i], TOK_ATTENTION_OWN);

      g_assert_cmpuint (scaled->n_layers, ==, counts[i]);
      g_assert_cmpfloat (fabs (share_of (tok_architecture_total_params (scaled), params)), <=, 0.01);
    }
}

static guint
count_mixer (const TokArchitecture *architecture,
             TokMixer               mixer)
{
  guint n = 0;

  for (guint i = 0; i < architecture->n_layers; i++)
    n += architecture->layers[i].mixer == mixer;
  return n;
}

static void
test_scaling_keeps_the_pattern_and_the_kv_heads (void)
{
  g_autoptr (TokArchitecture) base = tok_fixture_model ("Gemma-3-27B");
  double params = 4.0 * tok_architecture_total_params (base);
  g_autoptr (TokArchitecture) scaled = tok_architecture_new_scaled (base, params, params, 0, TOK_ATTENTION_OWN);

  /* Five sliding layers to one full, within the phase a longer pattern ends in. */
  g_assert_cmpuint (scaled->n_layers, >, base->n_layers);
  g_assert_cmpuint (ABS ((int) count_mixer (scaled, TOK_MIXER_FULL) - (int) scaled->n_layers / 6), <=, 1);
  g_assert_cmpuint (scaled->layers[0].n_kv_heads, ==, 16);
  g_assert_cmpuint (scaled->layers[0].n_heads, >, 32);
  g_assert_cmpuint (scaled->layers[0].n_heads % 16, ==, 0);
}

/* Before grouped queries every head had its own keys, at 7B as at 65B. */
static void
test_ungrouped_queries_stay_ungrouped (void)
{
  g_autoptr (TokArchitecture) base = tok_fixture_model ("Llama-2-7B");
  double params = 10.0 * tok_architecture_total_params (base);
  g_autoptr (TokArchitecture) scaled = tok_architecture_new_scaled (base, params, params, 0, TOK_ATTENTION_OWN);

  g_assert_cmpuint (scaled->layers[0].n_heads, >, 32);
  g_assert_cmpuint (scaled->layers[0].n_kv_heads, ==, scaled->layers[0].n_heads);
}

static void
test_fewer_active_params_make_experts_and_back (void)
{
  g_autoptr (TokArchitecture) dense = tok_fixture_model ("Qwen3-32B");
  double params = tok_architecture_total_params (dense);
  g_autoptr (TokArchitecture) experts = tok_architecture_new_scaled (dense, params, 0.1 * params, 0, TOK_ATTENTION_OWN);
  g_autoptr (TokArchitecture) back = tok_architecture_new_scaled (experts, params, params, 0, TOK_ATTENTION_OWN);

  g_assert_true (tok_architecture_is_moe (experts));
  g_assert_cmpuint (experts->n_layers, ==, 64);
  for (guint i = 0; i < experts->n_layers; i++)
    g_assert_cmpint (experts->layers[i].ffn, ==, TOK_FFN_MOE);
  g_assert_cmpfloat (fabs (share_of (tok_architecture_active_params (experts), 0.1 * params)), <=, 0.04);
  g_assert_false (tok_architecture_is_moe (back));
  g_assert_cmpfloat (fabs (share_of (tok_architecture_total_params (back), params)), <=, 0.01);
}

/* Cache elements of a token by attention kind: what a person chooses the kind for. */
static void
test_attention_kinds_cache_what_they_are_known_for (void)
{
  static const struct { TokAttentionKind kind; double full, window; } cases[] = {
    { TOK_ATTENTION_OWN, 32 * 2048, 0 },
    { TOK_ATTENTION_GQA, 32 * 2048, 0 },
    { TOK_ATTENTION_MHA, 32 * 8192, 0 },
    { TOK_ATTENTION_MQA, 32 * 256, 0 },
    { TOK_ATTENTION_SLIDING, 5 * 2048, 27 * 2048 },
    { TOK_ATTENTION_MLA, 32 * 576, 0 },
    { TOK_ATTENTION_HYBRID, 8 * 2048, 0 },
  };
  g_autoptr (TokArchitecture) base = tok_fixture_model ("Llama-3.1-8B");
  double params = tok_architecture_total_params (base);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TokArchitecture) changed = tok_architecture_new_scaled (base, params, params, 0, cases[i].kind);
      g_autoptr (TokModel) model = tok_model_new (changed, TOK_FILE_Q4_K_M, FALSE, 0.0);
      const TokLayerSums *all = &model->prefix[changed->n_layers];

      g_test_message ("attention kind %u", cases[i].kind);
      g_assert_cmpfloat (all->full_k + all->full_v, ==, cases[i].full);
      g_assert_cmpfloat (all->window_k + all->window_v, ==, cases[i].window);
      g_assert_cmpint (all->state_bytes > 0.0, ==, cases[i].kind == TOK_ATTENTION_HYBRID);
    }
}

/* Nothing a person can type breaks the arithmetic, however little sense it makes. */
static void
test_absurd_sizes_give_finite_shapes (void)
{
  static const double sizes[] = { 1e6, 1e9, 1e12, 1e13 };

  for (const char **name = tok_fixture_model_names (); *name != NULL; name++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      for (guint j = 0; j <= i; j++)
        {
          g_autoptr (TokArchitecture) base = tok_fixture_model (*name);
          g_autoptr (TokArchitecture) scaled = tok_architecture_new_scaled (base, sizes[i], sizes[j], i + 1, TOK_ATTENTION_OWN);
          double total = tok_architecture_total_params (scaled);

          g_assert_true (isfinite (total) && total > 0.0);
          g_assert_cmpuint (scaled->hidden_size, >, 0);
          g_assert_cmpuint (scaled->n_layers, ==, i + 1);
        }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ladder/rungs-are-those-of-the-notes", test_rungs_are_those_of_the_notes);
  g_test_add_func ("/ladder/every-rung-keeps-its-params", test_every_rung_keeps_its_params);
  g_test_add_func ("/ladder/an-unchanged-model-is-the-same-model", test_an_unchanged_model_is_the_same_model);
  g_test_add_func ("/ladder/scaled-models-keep-total-within-1-and-active-within-8-percent-as-few-experts-of-whole-super-blocks-are-coarse",
                   test_scaled_models_keep_total_and_active_params);
  g_test_add_func ("/ladder/scaled-mixtures-keep-their-types-within-2-percent-as-roles-shift", test_scaled_mixtures_keep_their_types);
  g_test_add_func ("/ladder/a-number-of-layers-is-kept", test_a_number_of_layers_is_kept);
  g_test_add_func ("/ladder/scaling-keeps-the-pattern-and-the-kv-heads", test_scaling_keeps_the_pattern_and_the_kv_heads);
  g_test_add_func ("/ladder/ungrouped-queries-stay-ungrouped", test_ungrouped_queries_stay_ungrouped);
  g_test_add_func ("/ladder/fewer-active-params-make-experts-within-4-percent-as-they-are-whole-and-back",
                   test_fewer_active_params_make_experts_and_back);
  g_test_add_func ("/ladder/attention-kinds-cache-what-they-are-known-for", test_attention_kinds_cache_what_they_are_known_for);
  g_test_add_func ("/ladder/absurd-sizes-give-finite-shapes", test_absurd_sizes_give_finite_shapes);
  return g_test_run ();
}
