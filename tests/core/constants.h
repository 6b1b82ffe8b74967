/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixture: the constants of the reference model (physics notes 5.2 and 6.2), so that the worked examples test the arithmetic
 * whatever the fitted file says, and plans over them. */

#pragma once

#include "core/decode.h"
#include "core/estimate.h"

G_BEGIN_DECLS

/* Reference constants in every cell they are known for, the rest resolved, with two measured chips, each as fast as its class: the
 * RTX 4090 with CUDA and the desktop with llama.cpp's CPU engine.  Free with tok_efficiency_table_free(). */
TokEfficiencyTable *tok_fixture_constants (void);

TokDevice tok_fixture_device      (TokDeviceClass            device_class,
                                   double                    bandwidth_gb,
                                   double                    memory_gib);
/* 1008 GB/s, 24 GiB. */
TokDevice tok_fixture_rtx_4090    (void);
/* DDR5-6000, two channels, 64 GiB. */
TokDevice tok_fixture_desktop     (void);

/* A plan with all layers on @device, at the default context, depth 0. */
void      tok_fixture_plan        (TokPlan                  *plan,
                                   const TokEfficiencyTable *table,
                                   const TokDevice          *device,
                                   const TokDevice          *host,
                                   const char               *model,
                                   TokFileType               file_type);
/* For g_test_add(): constants, an RTX 4090 and a desktop, for tests that make their own plans. */
typedef struct
{
  TokEfficiencyTable *table;
  TokDevice           card, host;
} TokMachineFixture;

void      tok_machine_fixture_set_up    (TokMachineFixture *fixture,
                                         gconstpointer      data);
void      tok_machine_fixture_tear_down (TokMachineFixture *fixture,
                                         gconstpointer      data);
#define tok_add_machine_test(path, test) \
  g_test_add (path, TokMachineFixture, NULL, tok_machine_fixture_set_up, test, tok_machine_fixture_tear_down)
/* A plan on @device beside the desktop, the layers left to Tokplan. */
void      tok_machine_fixture_plan      (const TokMachineFixture *fixture,
                                         TokPlan                 *plan,
                                         const TokDevice         *device,
                                         const char              *model,
                                         TokFileType              file_type,
                                         double                   context);

/* For g_test_add(): the card, the desktop and a plan for the model whose name is the test's data, in Q4_K_M. */
typedef struct
{
  TokEfficiencyTable *table;
  TokDevice           gpu, cpu;
  TokPlan             plan;
} TokPlanFixture;

void      tok_plan_fixture_set_up    (TokPlanFixture *fixture,
                                      gconstpointer   model);
void      tok_plan_fixture_tear_down (TokPlanFixture *fixture,
                                      gconstpointer   model);
#define tok_add_plan_test(path, model, test) \
  g_test_add (path, TokPlanFixture, model, tok_plan_fixture_set_up, test, tok_plan_fixture_tear_down)

/* Cache that layers @sums of the plan's model allocate. */
double    tok_fixture_cache_bytes (const TokPlan            *plan,
                                   const TokLayerSums       *sums);
/* The plan's split with @gpu_layers repeating layers on the devices. */
void      tok_fixture_split       (const TokPlan            *plan,
                                   guint                     gpu_layers,
                                   TokSplit                 *split);
/* One token at @depth under @split; without @memory nothing spills. */
void      tok_fixture_step        (const TokPlan            *plan,
                                   const TokSplit           *split,
                                   const TokMemory          *memory,
                                   double                    depth,
                                   TokStep                  *step);
/* Speed of the plan at @depth. */
double    tok_fixture_tok_s       (const TokPlan            *plan,
                                   double                    depth);
/* The same with @gpu_layers repeating layers on the devices. */
double    tok_fixture_split_tok_s (const TokPlan            *plan,
                                   guint                     gpu_layers,
                                   double                    depth);

/* @got is within @tolerance (a share) of @expected. */
#define tok_assert_near(got, expected, tolerance) \
  g_assert_cmpfloat_with_epsilon ((double) (got), (double) (expected), (tolerance) * ABS ((double) (expected)))
/* @low <= @got <= @high. */
#define tok_assert_between(got, low, high) \
  G_STMT_START { \
    double between_got_ = (got); \
    g_assert_cmpfloat (between_got_, >=, (low)); \
    g_assert_cmpfloat (between_got_, <=, (high)); \
  } G_STMT_END

G_END_DECLS
