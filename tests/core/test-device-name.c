/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of devices as llama-bench, engines and drivers print them. */

#include "core/device-name.h"

typedef struct { const char *printed, *name; } Pair;

static void
test_the_same_device (void)
{
  static const Pair pairs[] = {
    { "NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090" },
    { "RTX 4090", "NVIDIA GeForce RTX 4090" },
    { "RTX4090", "NVIDIA GeForce RTX 4090" },
    { "NVIDIA GeForce RTX 3090, NVIDIA GeForce RTX 3090", "NVIDIA GeForce RTX 3090" },
    { "NVIDIA GeForce RTX 3060", "NVIDIA GeForce RTX 3060 12 GB" },
    { "NVIDIA GeForce RTX 3060 Laptop GPU", "NVIDIA GeForce RTX 3060 Laptop" },
    { "AMD Radeon RX 7900 XTX (RADV NAVI31)", "AMD Radeon RX 7900 XTX" },
    { "Radeon 8060S Graphics", "AMD Ryzen AI Max+ 395 (Strix Halo, Radeon 8060S) 128 GB" },
    { "Apple M3 Max", "Apple M3 Max, 40-core GPU, 64 GB" },
    { "13th Gen Intel(R) Core(TM) i9-13900K", "Intel Core i9-13900K, dual DDR5-5600" },
    { "AMD Ryzen 7 7800X3D 8-Core Processor", "AMD Ryzen 7 7800X3D" },
    { "NVIDIA H100 80GB HBM3", "NVIDIA H100 SXM 80 GB" },
    { "Workstation", "My workstation" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_test_message ("%s, %s", pairs[i].printed, pairs[i].name);
      g_assert_true (tok_device_name_matches (pairs[i].printed, pairs[i].name));
    }
}

static void
test_another_device (void)
{
  static const Pair pairs[] = {
    { "NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 3090" },
    { "NVIDIA GeForce RTX 4090 Laptop GPU", "NVIDIA GeForce RTX 4090" },
    { "NVIDIA GeForce RTX 4070 Ti SUPER", "NVIDIA GeForce RTX 4070 Ti" },
    { "NVIDIA RTX A6000", "NVIDIA RTX 6000 Ada" },
    { "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "NVIDIA RTX 6000 Ada" },
    { "AMD Radeon RX 7900 XT", "AMD Radeon RX 7900 XTX" },
    { "Apple M3", "Apple M3 Max, 40-core GPU, 64 GB" },
    { "Apple M2 Ultra", "Apple M1 Ultra, 64-core GPU, 128 GB" },
    { "13th Gen Intel(R) Core(TM) i9-13900K", "Intel Core i9-14900K" },
    { "AMD Ryzen 7 7800X3D 8-Core Processor", "AMD Ryzen 7 7700X" },
    { "llvmpipe", "NVIDIA GeForce RTX 4090" },
    { "", "NVIDIA GeForce RTX 4090" },
    { "(", "NVIDIA GeForce RTX 4090" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_test_message ("%s, %s", pairs[i].printed, pairs[i].name);
      g_assert_false (tok_device_name_matches (pairs[i].printed, pairs[i].name));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device-name/the same device", test_the_same_device);
  g_test_add_func ("/device-name/another device", test_another_device);
  return g_test_run ();
}
