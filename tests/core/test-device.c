/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices: what CPU cores reach of their memory. */

#include "constants.h"

/* Two Xeon Gold 6454S with eight channels of DDR5-4800 each: 307.2 GB/s a socket. */
static void
test_one_process_reads_the_memory_of_its_socket (void)
{
  const TokDevice xeons = { .kind = TOK_DEVICE_CPU, .bandwidth = 614.4e9, .sockets = 2 };
  const TokDevice unknown = { .kind = TOK_DEVICE_CPU, .bandwidth = 614.4e9 };

  g_assert_cmpfloat (tok_device_cpu_bandwidth (&xeons), ==, tok_device_dram_bandwidth (8, 4800e6));
  g_assert_cmpfloat (tok_device_cpu_bandwidth (&unknown), ==, 614.4e9);
}

/* Threadripper PRO 7965WX: its four dies read 225 of 307.2 GB/s (ik_llama.cpp discussion 258, measured with mlc). */
static void
test_links_of_dies_bound_what_cores_read (void)
{
  TokDevice threadripper = { .kind = TOK_DEVICE_CPU, .bandwidth = 307.2e9, .cpu_bandwidth = 225e9, .sockets = 1 };

  g_assert_cmpfloat (tok_device_cpu_bandwidth (&threadripper), ==, 225e9);
  threadripper.bandwidth = tok_device_dram_bandwidth (4, 4800e6);
  g_assert_cmpfloat (tok_device_cpu_bandwidth (&threadripper), ==, 153.6e9);
}

static double
weight_seconds (const TokMachineFixture *self,
                TokDeviceClass           device_class,
                double                   bandwidth_gb)
{
  TokDevice device = tok_fixture_device (device_class, bandwidth_gb, 64);
  g_auto (TokPlan) plan = { .n_devices = 0 };
  TokEstimate estimate;

  device.cpu_bandwidth = 150e9;
  tok_fixture_plan (&plan, self->table, &device, NULL, "Llama-3.1-8B", TOK_FILE_Q4_0);
  tok_estimate (&plan, &estimate);
  return estimate.decode.time.seconds[TOK_TERM_WEIGHTS];
}

/* Faster memory helps a GPU, but not cores that cannot reach it. */
static void
test_only_cores_are_bound (TokMachineFixture *self,
                           gconstpointer      data)
{
  g_assert_cmpfloat (weight_seconds (self, TOK_CLASS_CPU_SERVER, 200), ==, weight_seconds (self, TOK_CLASS_CPU_SERVER, 400));
  g_assert_cmpfloat (weight_seconds (self, TOK_CLASS_CPU_SERVER, 100), >, weight_seconds (self, TOK_CLASS_CPU_SERVER, 200));
  tok_assert_near (weight_seconds (self, TOK_CLASS_NV_ADA, 200), 2.0 * weight_seconds (self, TOK_CLASS_NV_ADA, 400), 1e-9);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device/one-process-reads-the-memory-of-its-socket", test_one_process_reads_the_memory_of_its_socket);
  g_test_add_func ("/device/links-of-dies-bound-what-cores-read", test_links_of_dies_bound_what_cores_read);
  tok_add_machine_test ("/device/only-cores-are-bound", test_only_cores_are_bound);
  return g_test_run ();
}
