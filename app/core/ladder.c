/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder: a plausible shape for any number of parameters (physics notes 3.1).
 *
 * Depth and width follow power laws through Llama 3, Qwen and Mistral; what the parameters then leave over is the width of the
 * feed-forward networks, dealt out in steps that keep rows whole blocks. */

#include "core/architecture.h"

#include "core/attention-kind.h"
#include "core/units.h"

/* The laws go through Llama-3.1-8B. */
#define REFERENCE_PARAMS 8.03e9
#define REFERENCE_LAYERS 32.0
#define REFERENCE_HIDDEN 4096.0
#define DEPTH_EXPONENT 0.36
#define WIDTH_EXPONENT 0.35
#define FEWEST_LAYERS 8
/* Small models tie their embeddings, have smaller heads and, the smallest, a smaller vocabulary. */
#define TIED_BELOW 4.5e9
#define SMALL_HEADS_BELOW 2e9
#define SMALL_VOCABULARY_BELOW 5e8
#define VOCABULARY 128256
#define SMALL_VOCABULARY 32000
#define CONTEXT 131072
#define N_KV_HEADS 8
#define HEAD_SIZE 128
#define SMALL_HEAD_SIZE 64

/* Rows of whole super-blocks; narrow models get finer steps. */
#define WIDE_STEP 256
#define NARROW_STEP 64
#define NARROW_BELOW 1024
/* One in so many is small enough a step for the widest models. */
#define MOST_WIDTHS 256
/* Rows of whole simple blocks. */
#define EXPERT_STEP 32
/* What a dense model gets when it is to have fewer active parameters. */
#define DEFAULT_EXPERTS 128
#define DEFAULT_EXPERTS_PER_TOKEN 8
/* Where widths and counts end, whatever is asked for. */
#define LARGEST_COUNT 1e6
/* Numbers of parameters this close are the same. */
#define SAME_SHARE 1e-4

static guint
width_step (double width)
{
  return width < NARROW_BELOW ? NARROW_STEP : WIDE_STEP;
}

/* @x as a whole number of 1 … LARGEST_COUNT. */
static guint
whole (double x)
{
  return CLAMP (round (x), 1.0, LARGEST_COUNT);
}

static guint
round_to_step (double width,
               guint  step)
{
  return step * whole (width / step);
}

static guint
scaled_count (guint  count,
              double factor)
{
  return count == 0 ? 0 : whole (count * factor);
}

static guint
count_ffn (const TokArchitecture *architecture,
           TokFfn                 ffn)
{
  guint n = 0;

  for (guint i = 0; i < architecture->n_layers; i++)
    n += architecture->layers[i].ffn == ffn;
  return n;
}

/* Weights of a feed-forward network of width 1 on inputs of @hidden. */
static double
ffn_weights (const TokArchitecture *architecture,
             double                 hidden)
{
  return (architecture->mlp_gated ? 3.0 : 2.0) * hidden;
}

/* Gives the dense feed-forward networks the parameters that are left: all the same width, the first ones a step more.  Returns
 * FALSE when they come out narrower than the model, which no model is. */
static gboolean
fill_dense (TokArchitecture *architecture,
            double           params)
{
  guint step = width_step (architecture->hidden_size), n = count_ffn (architecture, TOK_FFN_DENSE);
  double step_weights = ffn_weights (architecture, architecture->hidden_size) * step;
  double n_steps, wider;

  for (guint i = 0; i < architecture->n_layers; i++)
    architecture->layers[i].ffn_size = 0;
  if (n == 0)
    return TRUE;
  n_steps = CLAMP (round ((params - tok_architecture_total_params (architecture)) / step_weights), n, n * LARGEST_COUNT);
  wider = fmod (n_steps, n);
  for (guint i = 0; i < architecture->n_layers; i++)
    if (architecture->layers[i].ffn == TOK_FFN_DENSE)
      {
        architecture->layers[i].ffn_size = step * ((guint) floor (n_steps / n) + (wider > 0.0 ? 1 : 0));
        wider -= 1.0;
      }
  return n_steps / n * step >= architecture->hidden_size;
}

/* Widths keep to whole super-blocks where the model's own do: else every K type would fall back to a larger one. */
static guint
expert_step (guint width)
{
  return width % WIDE_STEP == 0 ? WIDE_STEP : EXPERT_STEP;
}

/* Splits the parameters into routed experts and what every token reads (physics notes 3.1): the width of an expert by the share
 * of them a token visits, their number by the parameters it does not, and the rest becomes a shared expert.  Returns FALSE when
 * attention and embedding alone are more than every token is to read. */
static gboolean
fill_experts (TokArchitecture *architecture,
              double           params,
              double           active_params)
{
  TokExperts *experts = &architecture->experts;
  double hidden = architecture->hidden_size, n_layers = count_ffn (architecture, TOK_FFN_MOE);
  double used = experts->experts_per_token, n = MAX (experts->n_experts, used + 1.0);
  double idle = params - active_params;
  double expert_weights = n_layers * ffn_weights (architecture, experts->latent_size > 0 ? experts->latent_size : hidden);
  guint step = expert_step (experts->expert_size);
  double rest;

  experts->shared_size = experts->expert_size = 0;
  rest = params - tok_architecture_total_params (architecture);
  experts->expert_size = round_to_step (idle / ((n - used) * expert_weights), step);
  experts->n_experts = used + MAX (whole (idle / (expert_weights * experts->expert_size)), 1);
  rest -= experts->n_experts * expert_weights * experts->expert_size;
  if (rest > 0.0)
    experts->shared_size = round_to_step (rest / (n_layers * ffn_weights (architecture, hidden)), EXPERT_STEP);
  return rest >= 0.0;
}

/* Query heads grow with the width; KV heads stay, as they do from 8B to 405B, unless every query head has its own. */
static void
scale_heads (TokArchitecture *architecture,
             double           factor)
{
  TokLinear *linear = &architecture->linear;
  guint values_per_key = linear->n_key_heads > 0 ? MAX (linear->n_value_heads / linear->n_key_heads, 1) : 0;

  for (guint i = 0; i < architecture->n_layers; i++)
    {
      TokLayer *layer = &architecture->layers[i];

      if (layer->n_kv_heads == layer->n_heads || layer->n_kv_heads == 0)
        {
          guint n_heads = scaled_count (layer->n_heads, factor);

          layer->n_kv_heads = layer->n_kv_heads > 0 ? n_heads : 0;
          layer->n_heads = n_heads;
        }
      else
        layer->n_heads = layer->n_kv_heads * scaled_count (1, factor * layer->n_heads / layer->n_kv_heads);
    }
  linear->n_heads = scaled_count (linear->n_heads, factor);
  linear->n_key_heads = scaled_count (linear->n_key_heads, factor);
  linear->n_value_heads = linear->n_key_heads * values_per_key;
}

/* @shape at @hidden_size, filled up to the parameters; NULL when they do not suffice for the width. */
static TokArchitecture *
new_at_width (const TokArchitecture *shape,
              guint                  hidden_size,
              double                 params,
              double                 active_params)
{
  g_autoptr (TokArchitecture) architecture = tok_architecture_copy (shape);
  double factor = (double) hidden_size / shape->hidden_size;
  TokExperts *experts = &architecture->experts;
  gboolean has_room;

  architecture->hidden_size = hidden_size;
  scale_heads (architecture, factor);
  experts->latent_size = scaled_count (experts->latent_size, factor);
  experts->dense_parallel_size = scaled_count (experts->dense_parallel_size, factor);
  for (guint i = 0; i < architecture->n_layers; i++)
    architecture->layers[i].ffn_size = scaled_count (architecture->layers[i].ffn_size, factor);
  if (count_ffn (architecture, TOK_FFN_MOE) > 0)
    has_room = fill_experts (architecture, params, active_params);
  else
    has_room = fill_dense (architecture, params);
  return has_room || hidden_size <= NARROW_STEP ? g_steal_pointer (&architecture) : NULL;
}

/* The widest of @hidden_size and less that leaves the feed-forward networks their due.  Widths no model has are left in larger
 * steps: a file may ask for millions. */
static TokArchitecture *
new_filled (const TokArchitecture *shape,
            guint                  hidden_size,
            double                 params,
            double                 active_params)
{
  TokArchitecture *architecture = new_at_width (shape, hidden_size, params, active_params);

  while (architecture == NULL)
    {
      guint step = MAX (width_step (hidden_size), hidden_size / MOST_WIDTHS);

      hidden_size -= MIN (step, hidden_size - NARROW_STEP);
      architecture = new_at_width (shape, hidden_size, params, active_params);
    }
  return architecture;
}

/* Another number of layers: the first stay, further ones repeat the second half, where no leading layers differ. */
static void
set_layers (TokArchitecture *architecture,
            guint            n_layers)
{
  guint n = architecture->n_layers, half = n / 2;
  TokLayer *layers = g_new (TokLayer, n_layers);

  for (guint i = 0; i < n_layers; i++)
    layers[i] = architecture->layers[i < n ? i : half + (i - n) % (n - half)];
  g_free (architecture->layers);
  architecture->layers = layers;
  architecture->n_layers = n_layers;
}

/* Makes a dense model of a mixture of experts or the other way round. */
static void
set_experts (TokArchitecture *architecture,
             gboolean         has_experts)
{
  if (has_experts == (architecture->experts.n_experts > 0))
    return;
  architecture->experts = (TokExperts) { 0 };
  if (has_experts)
    architecture->experts = (TokExperts) { .n_experts = DEFAULT_EXPERTS, .experts_per_token = DEFAULT_EXPERTS_PER_TOKEN };
  for (guint i = 0; i < architecture->n_layers; i++)
    {
      TokLayer *layer = &architecture->layers[i];

      if (layer->ffn == (has_experts ? TOK_FFN_DENSE : TOK_FFN_MOE))
        {
          layer->ffn = has_experts ? TOK_FFN_MOE : TOK_FFN_DENSE;
          layer->ffn_size = 0;
        }
    }
}

static TokArchitecture *
new_reference_shape (double params)
{
  double size = params / REFERENCE_PARAMS;
  guint n_layers = MAX (whole (REFERENCE_LAYERS * pow (size, DEPTH_EXPONENT)), FEWEST_LAYERS);
  TokArchitecture *shape = tok_architecture_new (MIN (n_layers, TOK_MAX_LAYERS));
  guint head_size = params < SMALL_HEADS_BELOW ? SMALL_HEAD_SIZE : HEAD_SIZE;

  shape->hidden_size = round_to_step (REFERENCE_HIDDEN * pow (size, WIDTH_EXPONENT), WIDE_STEP);
  shape->vocab_size = params < SMALL_VOCABULARY_BELOW ? SMALL_VOCABULARY : VOCABULARY;
  shape->context_max = CONTEXT;
  shape->norms_per_layer = 2.0;
  shape->tied_embeddings = params < TIED_BELOW;
  shape->mlp_gated = TRUE;
  for (guint i = 0; i < shape->n_layers; i++)
    shape->layers[i] = (TokLayer) {
      .mixer = TOK_MIXER_FULL,
      .ffn = TOK_FFN_DENSE,
      .n_heads = MAX (shape->hidden_size / head_size, N_KV_HEADS),
      .n_kv_heads = N_KV_HEADS,
      .key_head_size = head_size,
      .value_head_size = head_size,
    };
  return shape;
}

TokArchitecture *
tok_architecture_new_ladder (double           params,
                             TokAttentionKind attention)
{
  g_autoptr (TokArchitecture) shape = new_reference_shape (params);

  tok_attention_kind_apply (shape, attention);
  return new_filled (shape, shape->hidden_size, params, params);
}

static gboolean
is_same (double a,
         double b)
{
  return fabs (a - b) <= SAME_SHARE * b;
}

TokArchitecture *
tok_architecture_new_scaled (TokArchitecture *base,
                             double           params,
                             double           active_params,
                             guint            n_layers,
                             TokAttentionKind attention)
{
  double base_params = tok_architecture_total_params (base), size = params / base_params;
  gboolean same_size = is_same (params, base_params);
  gboolean same_active = is_same (active_params, tok_architecture_active_params (base));
  g_autoptr (TokArchitecture) shape = NULL;
  guint hidden_size;

  if (n_layers == 0)
    n_layers = same_size ? base->n_layers : scaled_count (base->n_layers, pow (size, DEPTH_EXPONENT));
  if (same_size && same_active && n_layers == base->n_layers && attention == TOK_ATTENTION_OWN)
    return tok_architecture_ref (base);

  shape = tok_architecture_copy (base);
  set_layers (shape, MIN (n_layers, TOK_MAX_LAYERS));
  set_experts (shape, active_params < params * (1.0 - SAME_SHARE));
  tok_attention_kind_apply (shape, attention);
  for (guint i = 0; i < shape->n_extras; i++)
    shape->extras[i].elements *= size;
  hidden_size = round_to_step (base->hidden_size * pow (size, WIDTH_EXPONENT), width_step (base->hidden_size));
  return new_filled (shape, hidden_size, params, active_params);
}
