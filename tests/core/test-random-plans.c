/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties that hold for every plan the parameter table allows, tried on random ones.  The seed is fixed: a failure repeats. */

#include "constants.h"
#include "core/prefill.h"
#include "core/units.h"
#include "models.h"

#define N_PLANS 100000
#define N_MOVED_PLANS 20000
#define SEED 20260801

/* Plans made from one model before the next is taken: building a model costs more than an estimate. */
#define PLANS_PER_MODEL 100

typedef struct
{
  GRand              *random;
  TokEfficiencyTable *table;
  guint               n_models;
  const char        **models;
  double              least_bandwidth_gb;
} Fixture;

/* What the fixture leaves at rest: experts shared or read twice, cores that count, types that must be unpacked. */
static void
vary_cell (Fixture       *self,
           TokEfficiency *cell)
{
  cell->expert_union_factor = g_rand_double_range (self->random, 0.0, 3.0);
  cell->core_flops = g_rand_boolean (self->random) ? g_rand_double_range (self->random, 0.0, 200e9) : 0.0;
  cell->thread_sync_seconds = g_rand_double_range (self->random, 0.0, 1e-5);
  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    cell->thread_weights_per_second[i] = g_rand_boolean (self->random) ? g_rand_double_range (self->random, 1e8, 1e11) : 0.0;
}

/* … and a chip that is three times as fast as its class. */
static void
vary_constants (Fixture *self)
{
  TokChip *chip = &g_array_index (self->table->chips, TokChip, 0);

  self->table->general.expert_count_exponent = 0.3;
  for (guint i = 0; i < TOK_N_ENGINES; i++)
    chip->decode.factor[i] = chip->prefill.factor[i] = 3.0;
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      for (guint k = 0; k < TOK_N_BUILD_YEARS; k++)
        vary_cell (self, &self->table->cells[i][j][k]);
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->random = g_rand_new_with_seed (SEED);
  self->table = tok_fixture_constants ();
  self->models = tok_fixture_model_names ();
  self->n_models = g_strv_length ((char **) self->models);
  vary_constants (self);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_rand_free (self->random);
  tok_efficiency_table_free (self->table);
}

static guint
random_below (Fixture *self,
              guint    n)
{
  return g_rand_int_range (self->random, 0, n);
}

/* Evenly by ratio, with the ends and 0 more often than chance has them. */
static double
random_size (Fixture *self,
             double   minimum,
             double   maximum)
{
  double low = MAX (minimum, 1e-3);

  switch (random_below (self, 8))
    {
    case 0:
      return minimum;
    case 1:
      return maximum;
    default:
      return low * exp (log (MAX (maximum / low, 1.0)) * g_rand_double (self->random));
    }
}

static TokDevice
random_device (Fixture *self)
{
  TokDevice device = tok_fixture_device ((TokDeviceClass) random_below (self, TOK_N_CLASSES),
                                         random_size (self, self->least_bandwidth_gb, 20000), random_size (self, 0, 2048));

  device.kind = (TokDeviceKind) random_below (self, TOK_DEVICE_ACCELERATOR + 1);
  device.budget_rule = (TokBudgetRule) random_below (self, TOK_BUDGET_OS_HALF + 1);
  device.unified_memory = random_below (self, 2);
  if (random_below (self, 2))
    device.usable_bytes = 0.0;
  device.matrix_flops = random_size (self, 0, 20000) * TOK_TERA;
  device.cpu_bandwidth = random_size (self, 0, 1000) * TOK_GB;
  device.link_bandwidth = random_size (self, 0, 200) * TOK_GB;
  device.interconnect_bandwidth = random_size (self, 0, 900) * TOK_GB;
  device.cores = random_below (self, 200);
  device.memory_channels = random_below (self, 25);
  device.transfer_rate = random_below (self, 9000);
  device.sockets = random_below (self, 3);
  device.chip = random_below (self, self->table->chips->len + 1);
  return device;
}

static TokArchitecture *
random_architecture (Fixture *self)
{
  if (random_below (self, 3) == 0)
    return tok_architecture_new_ladder (random_size (self, 1e7, 1e13),
                                        (TokAttentionKind) random_below (self, TOK_N_ATTENTION_KINDS));
  return tok_fixture_model (self->models[random_below (self, self->n_models)]);
}

static void
set_random_param (Fixture  *self,
                  TokPlan  *plan,
                  TokParam  param)
{
  const TokParamInfo *info = tok_plan_param_info (param);

  if (info->has_auto && random_below (self, 3) == 0)
    tok_plan_set (plan, param, TOK_AUTO);
  else if (info->scale == TOK_SCALE_CHOICE || info->scale == TOK_SCALE_SWITCH)
    tok_plan_set (plan, param, random_below (self, info->maximum + 1.0));
  else
    tok_plan_set (plan, param, random_size (self, info->minimum, info->maximum));
}

static void
init_random_plan (Fixture *self,
                  TokPlan *plan)
{
  g_autoptr (TokArchitecture) base = random_architecture (self);
  TokDevice device = random_device (self), host = random_device (self);

  tok_plan_init (plan, self->table, &device, random_below (self, 2) ? &host : NULL, base);
  for (guint param = TOK_PARAM_PARAMETERS; param <= TOK_PARAM_FILE_BYTES; param++)
    if (random_below (self, 2))
      set_random_param (self, plan, (TokParam) param);
  if (random_below (self, 3) == 0)
    {
      g_autoptr (TokArchitecture) draft = random_architecture (self);

      tok_plan_set_draft (plan, draft);
    }
}

static TokCalibrationFactor
random_factor (Fixture *self)
{
  return (TokCalibrationFactor) {
    .n_rows = random_below (self, 3),
    .factor = random_size (self, TOK_CALIBRATION_SLOWEST, TOK_CALIBRATION_FASTEST),
    .cache_factor = random_size (self, TOK_CALIBRATION_SLOWEST, TOK_CALIBRATION_FASTEST),
    .band_share = random_size (self, 0.01, 1.0),
  };
}

static void
calibrate (Fixture *self,
           TokPlan *plan)
{
  g_strlcpy (plan->devices[0].device.name, "Card", sizeof plan->devices[0].device.name);
  plan->calibration = (TokCalibration) { "Card", tok_plan_engine (plan), random_factor (self), random_factor (self) };
}

/* Everything that does not rebuild a model. */
static void
change_plan (Fixture *self,
             TokPlan *plan)
{
  TokDevice device = random_device (self);

  tok_plan_set_device (plan, random_below (self, MIN (plan->n_devices + 1, TOK_MAX_DEVICES)), &device);
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    if ((param < TOK_PARAM_PARAMETERS || param > TOK_PARAM_FILE_BYTES) && random_below (self, 2))
      set_random_param (self, plan, (TokParam) param);
  if (random_below (self, 2))
    calibrate (self, plan);
}

static void
assert_figure (double      figure,
               const char *name,
               guint       plan_number)
{
  if (!isfinite (figure) || figure < 0.0)
    g_error ("plan %u: %s is %g", plan_number, name, figure);
}

static void
assert_range (const TokRange *range,
              const char     *name,
              guint           plan_number)
{
  assert_figure (range->low, name, plan_number);
  assert_figure (range->high, name, plan_number);
  if (!(range->low <= range->likely && range->likely <= range->high))
    g_error ("plan %u: %s is %g … %g … %g", plan_number, name, range->low, range->likely, range->high);
}

static void
assert_place (const TokMemoryPlace *place,
              guint                 plan_number)
{
  assert_figure (place->total, "total memory", plan_number);
  assert_figure (place->weights, "weights held", plan_number);
  assert_figure (place->cache, "cache held", plan_number);
  assert_figure (place->state, "state held", plan_number);
  assert_figure (place->compute, "scratch", plan_number);
  assert_figure (place->reserve, "reserve", plan_number);
  g_assert_true (isfinite (place->free));
}

static void
assert_memory (const TokMemory *memory,
               guint            plan_number)
{
  for (guint i = 0; i < memory->n_devices; i++)
    assert_place (&memory->devices[i], plan_number);
  assert_place (&memory->host, plan_number);
  assert_figure (memory->spilled_bytes, "spilled bytes", plan_number);
}

static void
assert_decode (const TokDecode *decode,
               guint            plan_number)
{
  double sum = 0.0;

  assert_range (&decode->tok_s, "speed", plan_number);
  assert_figure (decode->ceiling_tok_s, "ceiling", plan_number);
  assert_figure (decode->ceiling_bandwidth, "bandwidth of the ceiling", plan_number);
  assert_figure (decode->realized_share, "realized share", plan_number);
  assert_figure (decode->weight_bytes_read, "weight bytes", plan_number);
  assert_figure (decode->cache_bytes_read, "cache bytes", plan_number);
  g_assert_cmpfloat (decode->bytes_read, ==, decode->weight_bytes_read + decode->cache_bytes_read);
  for (guint i = 0; i < TOK_N_TERMS; i++)
    {
      assert_figure (decode->time.seconds[i], "term", plan_number);
      sum += decode->time.seconds[i];
    }
  g_assert_cmpfloat (decode->time.total, ==, sum);
  g_assert_cmpfloat (decode->time.total, >, 0.0);
  if (decode->tok_s.likely > decode->ceiling_tok_s * (1.0 + 1e-9))
    g_error ("plan %u: %g tok/s is over the ceiling of %g", plan_number, decode->tok_s.likely, decode->ceiling_tok_s);
}

static void
assert_speculation (const TokSpeculation *speculation,
                    guint                 plan_number)
{
  assert_figure (speculation->speedup, "speed-up", plan_number);
  assert_figure (speculation->best_speedup, "best speed-up", plan_number);
  g_assert_cmpfloat (speculation->tokens_per_cycle, >=, 1.0);
}

static void
assert_estimate (const TokEstimate *estimate,
                 guint              plan_number)
{
  assert_memory (&estimate->memory, plan_number);
  assert_decode (&estimate->decode, plan_number);
  assert_decode (&estimate->decode_empty, plan_number);
  assert_range (&estimate->prefill_tok_s, "prefill", plan_number);
  assert_range (&estimate->ttft_seconds, "time to first token", plan_number);
  assert_figure (estimate->answer_seconds, "answer", plan_number);
  assert_figure (estimate->load_seconds, "load", plan_number);
  assert_figure (estimate->serving.aggregate_tok_s, "aggregate", plan_number);
  assert_figure (estimate->serving.per_stream_tok_s, "per stream", plan_number);
  assert_figure (estimate->serving.ttft_seconds, "time to first token of a request", plan_number);
  assert_speculation (&estimate->speculation, plan_number);
  assert_figure (estimate->gpu_wait_share, "share of waiting", plan_number);
  g_assert_cmpfloat (estimate->gpu_wait_share, <=, 1.0);
  g_assert_cmpuint (estimate->bottleneck, <, TOK_N_TERMS);
  g_assert_cmpuint (estimate->basis, <=, TOK_BASIS_SPECIFICATION);
}

static void
test_figures (Fixture       *self,
              gconstpointer  data)
{
  for (guint n = 0; n < N_PLANS; n += PLANS_PER_MODEL)
    {
      g_auto (TokPlan) plan = { 0 };

      init_random_plan (self, &plan);
      for (guint i = 0; i < PLANS_PER_MODEL; i++)
        {
          TokEstimate estimate;

          change_plan (self, &plan);
          tok_estimate (&plan, &estimate);
          assert_estimate (&estimate, n + i);
        }
    }
}

/* Speed of the plan under its own split. */
static double
speed_at (const TokPlan *plan,
          double         depth)
{
  TokMemory memory;
  TokSplit split;
  TokStep step;

  tok_split_resolve (plan, &split);
  tok_memory_estimate (plan, &split, &memory);
  tok_fixture_step (plan, &split, &memory, depth, &step);
  return tok_ratio (1.0, step.time.total);
}

/* Sums in another order differ in the last digits. */
#define LAST_DIGITS (1.0 + 1e-9)

static void
test_moves (Fixture       *self,
            gconstpointer  data)
{
  /* What the parameter table allows; times without bandwidth are all the largest there is. */
  self->least_bandwidth_gb = tok_plan_param_info (TOK_PARAM_BANDWIDTH)->minimum;
  for (guint n = 0; n < N_MOVED_PLANS; n += PLANS_PER_MODEL)
    {
      g_auto (TokPlan) plan = { 0 };

      init_random_plan (self, &plan);
      for (guint i = 0; i < PLANS_PER_MODEL; i++)
        {
          double depth, speed;

          change_plan (self, &plan);
          depth = tok_plan_depth_tokens (&plan);
          speed = speed_at (&plan, depth);
          if (speed_at (&plan, depth / 2.0) * LAST_DIGITS < speed)
            g_error ("plan %u: slower at half of %g tokens", n + i, depth);
          tok_plan_set (&plan, TOK_PARAM_BANDWIDTH, 2.0 * tok_plan_get (&plan, TOK_PARAM_BANDWIDTH));
          if (speed_at (&plan, depth) * LAST_DIGITS < speed)
            g_error ("plan %u: slower at twice the bandwidth", n + i);
        }
    }
}

/* One device that the person told to hold every layer: what is beyond it spills, or does not fit. */
static void
hold_all_layers (TokPlan *plan,
                 TokOs    os)
{
  while (plan->n_devices > 1)
    tok_plan_remove_device (plan, plan->n_devices - 1);
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, plan->model->architecture->n_layers);
  tok_plan_set (plan, TOK_PARAM_OS, os);
  tok_plan_set (plan, TOK_PARAM_DEPTH, TOK_AUTO);
}

static void
test_context (Fixture       *self,
              gconstpointer  data)
{
  self->least_bandwidth_gb = tok_plan_param_info (TOK_PARAM_BANDWIDTH)->minimum;
  for (guint n = 0; n < N_MOVED_PLANS; n += PLANS_PER_MODEL)
    {
      g_auto (TokPlan) plan = { 0 };

      init_random_plan (self, &plan);
      for (guint i = 0; i < PLANS_PER_MODEL; i++)
        {
          double context, speed;

          change_plan (self, &plan);
          hold_all_layers (&plan, (TokOs) (i % TOK_N_OS));
          context = tok_plan_get (&plan, TOK_PARAM_CONTEXT);
          speed = speed_at (&plan, context);
          tok_plan_set (&plan, TOK_PARAM_CONTEXT, 1.5 * context);
          if (speed_at (&plan, tok_plan_depth_tokens (&plan)) > speed * LAST_DIGITS)
            g_error ("plan %u: faster at more than %g tokens", n + i, context);
        }
    }
}

/* Micro-batches that are large enough take the CPU's part to a device, which may be worth it. */
static void
test_prompts (Fixture       *self,
              gconstpointer  data)
{
  self->least_bandwidth_gb = tok_plan_param_info (TOK_PARAM_BANDWIDTH)->minimum;
  for (guint n = 0; n < N_MOVED_PLANS; n += PLANS_PER_MODEL)
    {
      g_auto (TokPlan) plan = { 0 };

      init_random_plan (self, &plan);
      for (guint i = 0; i < PLANS_PER_MODEL; i++)
        {
          double n_tokens, past, seconds;
          TokWorkload workload;
          TokMemory memory;
          TokSplit split;

          change_plan (self, &plan);
          tok_split_resolve (&plan, &split);
          tok_memory_estimate (&plan, &split, &memory);
          tok_workload_init (&workload, &plan, plan.model, &split, &memory);
          n_tokens = floor (random_size (self, 1.0, 1e5));
          past = floor (random_size (self, 0.0, 1e6));
          seconds = tok_prefill_seconds (&workload, n_tokens, past) / LAST_DIGITS;
          if (tok_prefill_seconds (&workload, n_tokens, past + 1000.0) < seconds)
            g_error ("plan %u: %g tokens take less time behind more than %g", n + i, n_tokens, past);
          if (!workload.host_computes && tok_prefill_seconds (&workload, n_tokens + 1.0, past) < seconds)
            g_error ("plan %u: more than %g tokens behind %g take less time", n + i, n_tokens, past);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/random-plans/100000-plans-have-finite-ordered-figures-below-the-ceiling", Fixture, NULL, set_up, test_figures,
              tear_down);
  g_test_add ("/random-plans/less-depth-and-more-bandwidth-are-never-slower", Fixture, NULL, set_up, test_moves, tear_down);
  g_test_add ("/random-plans/longer-prompts-and-longer-caches-never-take-less-time", Fixture, NULL, set_up, test_prompts, tear_down);
  g_test_add ("/random-plans/more-context-is-never-faster-whatever-it-spills", Fixture, NULL, set_up, test_context, tear_down);

  return g_test_run ();
}
