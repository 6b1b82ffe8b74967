/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan: values, ranges, origins, and what follows from a change. */

#include "core/plan.h"

#include "core/units.h"
#include "models.h"

typedef struct
{
  TokEfficiencyTable *table;
  TokDevice           card, mac, board, host;
  TokPlan             plan;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  const TokEfficiency specification = { .weight_share = 0.8 };
  g_autoptr (TokArchitecture) model = tok_fixture_model ("Llama-3.1-8B");

  fixture->table = tok_efficiency_table_new ();
  fixture->table->general.assumed_host_bandwidth = 89.6e9;
  fixture->table->general.assumed_host_memory_bytes = 32 * TOK_GIB;
  fixture->table->general.desktop_bytes[TOK_OS_LINUX] = 0.5 * TOK_GIB;
  fixture->table->general.desktop_bytes[TOK_OS_WINDOWS] = 1.25 * TOK_GIB;
  tok_efficiency_table_resolve (fixture->table, &specification);

  fixture->card = (TokDevice) { .id = "card", .name = "Card", .kind = TOK_DEVICE_GPU, .device_class = TOK_CLASS_NV_ADA,
                                .bandwidth = 1008e9, .memory_bytes = 24 * TOK_GIB, .usable_bytes = 24080 * TOK_MIB, .matrix_flops = 330.3e12 };
  fixture->mac = (TokDevice) { .id = "mac", .name = "Mac", .kind = TOK_DEVICE_SOC, .device_class = TOK_CLASS_APPLE_M1, .unified_memory = TRUE,
                               .budget_rule = TOK_BUDGET_APPLE, .bandwidth = 400e9, .memory_bytes = 64 * TOK_GIB, .cpu_bandwidth = 243e9 };
  fixture->board = (TokDevice) { .id = "board", .name = "Board", .kind = TOK_DEVICE_CPU, .device_class = TOK_CLASS_ARM_SBC, .unified_memory = TRUE,
                                 .bandwidth = 17.1e9, .memory_bytes = 8 * TOK_GIB, .cores = 4 };
  fixture->host = (TokDevice) { .id = "host", .name = "Host", .kind = TOK_DEVICE_CPU, .device_class = TOK_CLASS_CPU_DESKTOP, .unified_memory = TRUE,
                                .bandwidth = 96e9, .memory_bytes = 64 * TOK_GIB, .memory_channels = 2, .transfer_rate = 6000 };
  tok_plan_init (&fixture->plan, fixture->table, &fixture->card, NULL, model);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  tok_plan_clear (&fixture->plan);
  tok_efficiency_table_free (fixture->table);
}

static void
test_table_is_complete (Fixture       *fixture,
                        gconstpointer  data)
{
  for (guint i = 0; i < TOK_N_PARAMS; i++)
    {
      const TokParamInfo *info = tok_plan_param_info (i);
      TokParam found;

      g_assert_nonnull (info->name);
      g_assert_cmpstr (info->label, !=, "");
      g_assert_cmpfloat (info->minimum, <, info->maximum);
      g_assert_cmpfloat (info->step, >, 0.0);
      g_assert_true (info->fallback == TOK_AUTO ? info->has_auto : info->fallback >= info->minimum && info->fallback <= info->maximum);
      g_assert_true ((info->scale == TOK_SCALE_CHOICE || info->scale == TOK_SCALE_SWITCH) == (info->choice_name != NULL));
      g_assert_true (tok_plan_param_from_name (info->name, &found));
      g_assert_cmpuint (found, ==, i);
    }
}

static void
test_choices_come_back_by_name (Fixture       *fixture,
                                gconstpointer  data)
{
  for (guint i = 0; i < TOK_N_PARAMS; i++)
    {
      const TokParamInfo *info = tok_plan_param_info (i);

      for (guint value = 0; info->choice_name != NULL && value <= info->maximum; value++)
        {
          double found = -1;

          g_assert_true (tok_plan_choice_from_name (i, info->choice_name (value), &found));
          g_assert_cmpfloat (found, ==, value);
        }
    }
}

static void
test_names_take_dashes (Fixture       *fixture,
                        gconstpointer  data)
{
  TokParam param;

  g_assert_true (tok_plan_param_from_name ("expert-layers-cpu", &param));
  g_assert_cmpint (param, ==, TOK_PARAM_EXPERT_LAYERS_CPU);
  g_assert_false (tok_plan_param_from_name ("expert-layers", &param));
}

static void
test_values_stay_in_range (Fixture       *fixture,
                           gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;
  g_autoptr (GRand) random = g_rand_new_with_seed (20261129);

  for (guint i = 0; i < 5000; i++)
    {
      TokParam param = g_rand_int_range (random, 0, TOK_N_PARAMS);
      double extremes[] = { -1e300, -1.0, 0.0, 1e300, INFINITY, -INFINITY, NAN, g_rand_double_range (random, -10, 1e5) };
      double minimum, maximum, value;

      tok_plan_set (plan, param, extremes[g_rand_int_range (random, 0, G_N_ELEMENTS (extremes))]);
      for (guint j = 0; j < TOK_N_PARAMS; j++)
        {
          value = tok_plan_get (plan, j);
          tok_plan_range (plan, j, &minimum, &maximum);
          if (value == TOK_AUTO && tok_plan_param_info (j)->has_auto)
            continue;
          /* Bandwidths are kept in bytes/s: a unit's rounding is no breach. */
          g_assert_cmpfloat (value, >=, minimum * (1 - 1e-12));
          g_assert_cmpfloat (value, <=, maximum * (1 + 1e-12));
        }
    }
}

static void
test_depth_follows_the_context (Fixture       *fixture,
                                gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;

  tok_plan_set (plan, TOK_PARAM_CONTEXT, 8192);
  g_assert_cmpfloat (tok_plan_depth_tokens (plan), ==, 8192);
  tok_plan_set (plan, TOK_PARAM_DEPTH, 6000);
  tok_plan_set (plan, TOK_PARAM_CONTEXT, 4096);
  g_assert_cmpfloat (tok_plan_depth_tokens (plan), ==, 4096);
  tok_plan_set (plan, TOK_PARAM_DEPTH, TOK_AUTO);
  g_assert_cmpint (tok_plan_origin (plan, TOK_PARAM_DEPTH), ==, TOK_ORIGIN_AUTO);
}

static void
test_same_value_is_no_change (Fixture       *fixture,
                              gconstpointer  data)
{
  for (guint i = 0; i < TOK_N_PARAMS; i++)
    g_assert_false (tok_plan_set (&fixture->plan, i, tok_plan_get (&fixture->plan, i)));
}

static void
test_edited_device_has_a_way_back (Fixture       *fixture,
                                   gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;

  g_assert_cmpint (tok_plan_origin (plan, TOK_PARAM_BANDWIDTH), ==, TOK_ORIGIN_CATALOG);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_BANDWIDTH), ==, 1008);
  g_assert_true (tok_plan_set (plan, TOK_PARAM_BANDWIDTH, 500));
  g_assert_true (tok_plan_device_is_edited (plan, 0));
  g_assert_cmpint (tok_plan_origin (plan, TOK_PARAM_BANDWIDTH), ==, TOK_ORIGIN_TYPED);
  tok_plan_reset_device (plan, 0);
  g_assert_false (tok_plan_device_is_edited (plan, 0));
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_BANDWIDTH), ==, 1008);
}

static void
test_typed_memory_forgets_the_logged_total (Fixture       *fixture,
                                            gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;

  g_assert_cmpfloat (tok_device_usable_bytes (&plan->devices[0].device), ==, 24080 * TOK_MIB);
  tok_plan_set (plan, TOK_PARAM_DEVICE_MEMORY, 48);
  g_assert_cmpfloat (tok_device_usable_bytes (&plan->devices[0].device), >, 40 * TOK_GIB);
  tok_plan_set (plan, TOK_PARAM_DEVICE_MEMORY, 24);
  g_assert_cmpfloat (tok_device_usable_bytes (&plan->devices[0].device), ==, 24080 * TOK_MIB);
}

static void
test_host_is_assumed_until_told (Fixture       *fixture,
                                 gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;

  g_assert_false (plan->host_known);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_HOST_BANDWIDTH), ==, 89.6);
  tok_plan_set_host (plan, &fixture->host);
  g_assert_true (plan->host_known);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_HOST_BANDWIDTH), ==, 96);
  tok_plan_set_device (plan, 0, &fixture->card);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_HOST_BANDWIDTH), ==, 96);
}

static void
test_unified_machine_is_its_own_host (Fixture       *fixture,
                                      gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;

  tok_plan_set_device (plan, 0, &fixture->mac);
  g_assert_true (plan->host_known);
  g_assert_cmpfloat (tok_plan_host (plan)->bandwidth, ==, 243e9);
  g_assert_cmpint (tok_plan_os (plan), ==, TOK_OS_MACOS);
  g_assert_false (tok_plan_is_cpu_only (plan));
  tok_plan_set_device (plan, 0, &fixture->card);
  g_assert_false (plan->host_known);
  tok_plan_set_device (plan, 0, &fixture->board);
  g_assert_true (tok_plan_is_cpu_only (plan));
  g_assert_true (tok_plan_host (plan) == &plan->devices[0].device);
}

/* Constants that count threads are of cores. */
static void
test_cores_with_constants_of_their_own_keep_their_class (Fixture       *fixture,
                                                         gconstpointer  data)
{
  const TokEfficiency cores = { .weight_share = 0.27, .thread_sync_seconds = 1e-6 };
  TokPlan *plan = &fixture->plan;

  tok_plan_set_device (plan, 0, &fixture->mac);
  g_assert_cmpint (tok_plan_host (plan)->device_class, ==, TOK_CLASS_CPU_DESKTOP);
  tok_efficiency_table_set (fixture->table, TOK_CLASS_APPLE_M1, TOK_ENGINE_LLAMA_CPU, TOK_LAST_BUILD_YEAR, &cores);
  tok_plan_set_device (plan, 0, &fixture->mac);
  g_assert_cmpint (tok_plan_host (plan)->device_class, ==, TOK_CLASS_APPLE_M1);
  g_assert_cmpfloat (tok_plan_host (plan)->bandwidth, ==, 243e9);
  g_assert_cmpint (tok_plan_host_engine (plan), ==, TOK_ENGINE_LLAMA_CPU);
}

static void
test_channels_and_rate_make_the_bandwidth (Fixture       *fixture,
                                           gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;

  tok_plan_set (plan, TOK_PARAM_HOST_CHANNELS, 4);
  tok_plan_set (plan, TOK_PARAM_HOST_TRANSFER_RATE, 3200);
  g_assert_cmpfloat_with_epsilon (tok_plan_get (plan, TOK_PARAM_HOST_BANDWIDTH), 102.4, 1e-9);
  g_assert_true (plan->host_known);
}

static void
test_file_type_rebuilds_model_and_draft (Fixture       *fixture,
                                         gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;
  g_autoptr (TokArchitecture) draft = tok_fixture_model ("Llama-3.2-1B");
  double model_bytes = plan->model->file_bytes, draft_bytes;

  tok_plan_set_draft (plan, draft);
  draft_bytes = plan->draft->file_bytes;
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, TOK_FILE_Q8_0);
  g_assert_cmpfloat (plan->model->file_bytes, >, 1.6 * model_bytes);
  g_assert_cmpfloat (plan->draft->file_bytes, >, 1.4 * draft_bytes);
  tok_plan_set_draft (plan, NULL);
  g_assert_null (plan->draft);
}

static void
test_typed_file_size_is_of_one_file (Fixture       *fixture,
                                     gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;

  tok_plan_set (plan, TOK_PARAM_FILE_BYTES, 5e9);
  g_assert_cmpfloat_with_epsilon (plan->model->file_bytes, 5e9, 1);
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, TOK_FILE_Q6_K);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_FILE_BYTES), ==, TOK_AUTO);
  g_assert_cmpfloat (plan->model->file_bytes, >, 6e9);
}

static void
test_moved_parameters_make_a_custom_model (Fixture       *fixture,
                                           gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;
  double own = tok_plan_get (plan, TOK_PARAM_PARAMETERS);

  g_assert_cmpfloat_with_epsilon (own, 8.03, 0.005);
  tok_plan_set (plan, TOK_PARAM_PARAMETERS, 16);
  g_assert_true (tok_plan_model_is_custom (plan));
  g_assert_cmpfloat_with_epsilon (plan->model->total_params / TOK_BILLION, 16, 0.16);
  g_assert_cmpint (tok_plan_origin (plan, TOK_PARAM_PARAMETERS), ==, TOK_ORIGIN_TYPED);
  tok_plan_set (plan, TOK_PARAM_PARAMETERS, own);
  g_assert_false (tok_plan_model_is_custom (plan));
}

static void
test_experts_keep_their_share (Fixture       *fixture,
                               gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;
  g_autoptr (TokArchitecture) moe = tok_fixture_model ("Qwen3-30B-A3B");
  double share;

  tok_plan_set_model (plan, moe);
  share = tok_plan_get (plan, TOK_PARAM_ACTIVE_PARAMETERS) / tok_plan_get (plan, TOK_PARAM_PARAMETERS);
  tok_plan_set (plan, TOK_PARAM_PARAMETERS, 60);
  g_assert_cmpfloat_with_epsilon (tok_plan_get (plan, TOK_PARAM_ACTIVE_PARAMETERS), 60 * share, 1e-9);
  tok_plan_set (plan, TOK_PARAM_ACTIVE_PARAMETERS, 1e6);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_ACTIVE_PARAMETERS), ==, 60);
}

static void
test_usual_file_type_comes_with_the_model (Fixture       *fixture,
                                           gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;
  g_autoptr (TokArchitecture) llama = tok_fixture_model ("Llama-3.1-8B");
  g_autoptr (TokArchitecture) gpt_oss = tok_fixture_model ("gpt-oss-20b");

  gpt_oss->usual_file_type = TOK_FILE_MXFP4_MOE;
  g_free (gpt_oss->id);
  gpt_oss->id = g_strdup ("gpt-oss-20b");
  tok_plan_set_model (plan, gpt_oss);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_FILE_TYPE), ==, TOK_FILE_MXFP4_MOE);
  g_assert_cmpint (tok_plan_origin (plan, TOK_PARAM_FILE_TYPE), ==, TOK_ORIGIN_CATALOG);
  tok_plan_set_model (plan, llama);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_FILE_TYPE), ==, TOK_FILE_Q4_K_M);
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, TOK_FILE_Q8_0);
  tok_plan_set_model (plan, gpt_oss);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_FILE_TYPE), ==, TOK_FILE_Q8_0);
}

static void
test_all_layers_stay_all_layers (Fixture       *fixture,
                                 gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;
  g_autoptr (TokArchitecture) large = tok_fixture_model ("Llama-3-70B");

  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 32);
  tok_plan_set_model (plan, large);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_GPU_LAYERS), ==, 80);
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 10);
  tok_plan_set (plan, TOK_PARAM_PARAMETERS, 140);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_GPU_LAYERS), ==, 10);
}

/* Threads follow the cores, so machines that differ in these only are not the same. */
static void
test_machines_with_other_cores_differ (Fixture       *fixture,
                                       gconstpointer  data)
{
  TokDevice more_cores = fixture->board;
  g_auto (TokPlan) copy = { 0 };

  more_cores.cores = 8;
  tok_plan_set_device (&fixture->plan, 0, &fixture->board);
  tok_plan_copy (&fixture->plan, &copy);
  tok_plan_set_device (&copy, 0, &more_cores);
  g_assert_false (tok_plan_equal (&fixture->plan, &copy));
}

static void
test_copies_are_equal_and_apart (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_auto (TokPlan) copy = { 0 };

  tok_plan_copy (&fixture->plan, &copy);
  g_assert_true (tok_plan_equal (&fixture->plan, &copy));
  for (guint i = 0; i < TOK_N_PARAMS; i++)
    {
      double minimum, maximum, old = tok_plan_get (&copy, i);

      tok_plan_range (&copy, i, &minimum, &maximum);
      tok_plan_set (&copy, i, old == maximum ? minimum : maximum);
      if (tok_plan_get (&copy, i) == old)
        continue;
      g_assert_false (tok_plan_equal (&fixture->plan, &copy));
      tok_plan_clear (&copy);
      tok_plan_copy (&fixture->plan, &copy);
    }
}

static void
test_devices_come_and_go (Fixture       *fixture,
                          gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;

  tok_plan_set_device (plan, 1, &fixture->board);
  g_assert_cmpuint (plan->n_devices, ==, 2);
  tok_plan_remove_device (plan, 0);
  g_assert_cmpuint (plan->n_devices, ==, 1);
  g_assert_cmpstr (plan->devices[0].device.id, ==, "board");
}

static void
test_reserve_by_system (Fixture       *fixture,
                        gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;

  g_assert_cmpfloat (tok_plan_reserve_bytes (plan), ==, 0.5 * TOK_GIB);
  tok_plan_set (plan, TOK_PARAM_OS, TOK_OS_WINDOWS);
  g_assert_cmpfloat (tok_plan_reserve_bytes (plan), ==, 1.25 * TOK_GIB);
  tok_plan_set (plan, TOK_PARAM_RESERVE, 2);
  g_assert_cmpfloat (tok_plan_reserve_bytes (plan), ==, 2 * TOK_GIB);
}

static void
test_link_payloads (Fixture       *fixture,
                    gconstpointer  data)
{
  TokPlan *plan = &fixture->plan;

  tok_plan_set (plan, TOK_PARAM_LINK, TOK_LINK_PCIE4X16);
  g_assert_cmpfloat_with_epsilon (tok_plan_link_bandwidth (plan) / TOK_GB, 31.5, 0.01);
  tok_plan_set (plan, TOK_PARAM_LINK, TOK_LINK_PCIE3X16);
  g_assert_cmpfloat_with_epsilon (tok_plan_link_bandwidth (plan) / TOK_GB, 15.75, 0.01);
  tok_plan_set (plan, TOK_PARAM_LINK, TOK_LINK_OCULINK);
  g_assert_cmpfloat_with_epsilon (tok_plan_link_bandwidth (plan) / TOK_GB, 7.9, 0.03);
  g_assert_cmpfloat_with_epsilon (tok_device_pcie_bandwidth (5, 16) / TOK_GB, 63.0, 0.03);
}

static void
test_memory_configurations (Fixture       *fixture,
                            gconstpointer  data)
{
  /* Vendor figures: DDR5-6000 x2, DDR4-3200 x8, LPDDR5X-8000 on 256 bit. */
  g_assert_cmpfloat (tok_device_dram_bandwidth (2, 6000e6) / TOK_GB, ==, 96);
  g_assert_cmpfloat (tok_device_dram_bandwidth (8, 3200e6) / TOK_GB, ==, 204.8);
  g_assert_cmpfloat (tok_device_dram_bandwidth (4, 8000e6) / TOK_GB, ==, 256);
}

static void
test_apple_working_set (Fixture       *fixture,
                        gconstpointer  data)
{
  TokDevice mac = fixture->mac;

  /* Metal's recommended working set in logs: 10923 of 16384 MiB, 21845 of 32768 MiB; three quarters from 64 GB up. */
  mac.memory_bytes = 16 * TOK_GIB;
  g_assert_cmpfloat_with_epsilon (tok_device_usable_bytes (&mac) / TOK_MIB, 10923, 1);
  mac.memory_bytes = 32 * TOK_GIB;
  g_assert_cmpfloat_with_epsilon (tok_device_usable_bytes (&mac) / TOK_MIB, 21845, 1);
  mac.memory_bytes = 64 * TOK_GIB;
  g_assert_cmpfloat (tok_device_usable_bytes (&mac), ==, 48 * TOK_GIB);
}

static void
test_class_names_come_back (Fixture       *fixture,
                            gconstpointer  data)
{
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    {
      TokDeviceClass found;

      g_assert_true (tok_device_class_from_name (tok_device_class_name (i), &found));
      g_assert_cmpuint (found, ==, i);
    }
  g_assert_cmpstr (tok_device_class_vendor (TOK_CLASS_NV_ADA), ==, "nv");
  g_assert_cmpstr (tok_device_class_vendor (TOK_CLASS_ARM_SBC), ==, "cpu");
  g_assert_cmpstr (tok_device_class_vendor (TOK_CLASS_RISCV_SBC), ==, "cpu");
  g_assert_cmpstr (tok_device_class_vendor (TOK_CLASS_OTHER), ==, "other");
}

int
main (int    argc,
      char **argv)
{
  static const struct { const char *path; void (*test) (Fixture *fixture, gconstpointer data); } tests[] = {
    { "/plan/table/is-complete", test_table_is_complete },
    { "/plan/table/choices-come-back-by-name", test_choices_come_back_by_name },
    { "/plan/table/names-take-dashes", test_names_take_dashes },
    { "/plan/set/values-stay-in-range", test_values_stay_in_range },
    { "/plan/set/same-value-is-no-change", test_same_value_is_no_change },
    { "/plan/set/depth-follows-the-context", test_depth_follows_the_context },
    { "/plan/set/file-type-rebuilds-model-and-draft", test_file_type_rebuilds_model_and_draft },
    { "/plan/set/typed-file-size-is-of-one-file", test_typed_file_size_is_of_one_file },
    { "/plan/set/moved-parameters-make-a-custom-model", test_moved_parameters_make_a_custom_model },
    { "/plan/set/experts-keep-their-share", test_experts_keep_their_share },
    { "/plan/set/usual-file-type-comes-with-the-model", test_usual_file_type_comes_with_the_model },
    { "/plan/set/all-layers-stay-all-layers", test_all_layers_stay_all_layers },
    { "/plan/copy/equal-and-apart", test_copies_are_equal_and_apart },
    { "/plan/copy/machines-with-other-cores-differ", test_machines_with_other_cores_differ },
    { "/plan/machine/edited-device-has-a-way-back", test_edited_device_has_a_way_back },
    { "/plan/machine/typed-memory-forgets-the-logged-total", test_typed_memory_forgets_the_logged_total },
    { "/plan/machine/host-is-assumed-until-told", test_host_is_assumed_until_told },
    { "/plan/machine/unified-is-its-own-host", test_unified_machine_is_its_own_host },
    { "/plan/machine/cores-with-constants-of-their-own-keep-their-class", test_cores_with_constants_of_their_own_keep_their_class },
    { "/plan/machine/channels-and-rate-make-the-bandwidth", test_channels_and_rate_make_the_bandwidth },
    { "/plan/machine/devices-come-and-go", test_devices_come_and_go },
    { "/plan/resolve/reserve-by-system", test_reserve_by_system },
    { "/plan/resolve/link-payloads", test_link_payloads },
    { "/device/memory-configurations", test_memory_configurations },
    { "/device/apple-working-set-as-logged", test_apple_working_set },
    { "/device/class-names-come-back", test_class_names_come_back },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
