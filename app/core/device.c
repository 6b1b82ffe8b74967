/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices: names of the chip classes, usable memory and the bandwidth of memory and links. */

#include "core/device.h"

#include "core/units.h"

static const char *const class_names[TOK_N_CLASSES] = {
  [TOK_CLASS_OTHER] = "other",
  [TOK_CLASS_NV_PASCAL] = "nv-pascal",
  [TOK_CLASS_NV_VOLTA] = "nv-volta",
  [TOK_CLASS_NV_TURING] = "nv-turing",
  [TOK_CLASS_NV_AMPERE] = "nv-ampere",
  [TOK_CLASS_NV_AMPERE_DC] = "nv-ampere-dc",
  [TOK_CLASS_NV_ADA] = "nv-ada",
  [TOK_CLASS_NV_HOPPER] = "nv-hopper",
  [TOK_CLASS_NV_BLACKWELL] = "nv-blackwell",
  [TOK_CLASS_NV_BLACKWELL_DC] = "nv-blackwell-dc",
  [TOK_CLASS_NV_GB10] = "nv-gb10",
  [TOK_CLASS_NV_JETSON] = "nv-jetson",
  [TOK_CLASS_AMD_GCN] = "amd-gcn",
  [TOK_CLASS_AMD_RDNA1] = "amd-rdna1",
  [TOK_CLASS_AMD_RDNA2] = "amd-rdna2",
  [TOK_CLASS_AMD_RDNA3] = "amd-rdna3",
  [TOK_CLASS_AMD_RDNA4] = "amd-rdna4",
  [TOK_CLASS_AMD_CDNA1] = "amd-cdna1",
  [TOK_CLASS_AMD_CDNA2] = "amd-cdna2",
  [TOK_CLASS_AMD_CDNA3] = "amd-cdna3",
  [TOK_CLASS_AMD_CDNA4] = "amd-cdna4",
  [TOK_CLASS_AMD_APU] = "amd-apu",
  [TOK_CLASS_AMD_APU_RDNA35] = "amd-apu-rdna3.5",
  [TOK_CLASS_INTEL_ARC_A] = "intel-arc-a",
  [TOK_CLASS_INTEL_ARC_B] = "intel-arc-b",
  [TOK_CLASS_INTEL_IGPU] = "intel-igpu",
  [TOK_CLASS_INTEL_DC] = "intel-dc",
  [TOK_CLASS_APPLE_M1] = "apple-m1",
  [TOK_CLASS_APPLE_M2] = "apple-m2",
  [TOK_CLASS_APPLE_M3] = "apple-m3",
  [TOK_CLASS_APPLE_M4] = "apple-m4",
  [TOK_CLASS_APPLE_M5] = "apple-m5",
  [TOK_CLASS_CPU_DESKTOP] = "cpu-desktop",
  [TOK_CLASS_CPU_LAPTOP] = "cpu-laptop",
  [TOK_CLASS_CPU_HEDT] = "cpu-hedt",
  [TOK_CLASS_CPU_SERVER] = "cpu-server",
  [TOK_CLASS_ARM_SBC] = "arm-sbc",
  [TOK_CLASS_RISCV_SBC] = "riscv-sbc",
};

/* What the driver and ECC keep of a card's memory where no log shows the total: an RTX 4090 reports 24080 of 24576 MiB. */
#define DRIVER_SHARE 0.02

/* Apple's default wired limit: two thirds of the memory up to 36 GB, three quarters above. */
#define APPLE_SMALL_BYTES (36.0 * TOK_GIB)

static double
budget_share (const TokDevice *device)
{
  switch (device->budget_rule)
    {
    case TOK_BUDGET_APPLE:
      return device->memory_bytes <= APPLE_SMALL_BYTES ? 2.0 / 3.0 : 3.0 / 4.0;
    case TOK_BUDGET_STRIX_VGM:
    case TOK_BUDGET_AMD_GTT:
    case TOK_BUDGET_OS_HALF:
      return 1.0 / 2.0;
    case TOK_BUDGET_ALL:
    default:
      return device->unified_memory ? 1.0 : 1.0 - DRIVER_SHARE;
    }
}

const char *
tok_device_class_name (TokDeviceClass device_class)
{
  g_return_val_if_fail ((guint) device_class < TOK_N_CLASSES, "other");

  return class_names[device_class];
}

gboolean
tok_device_class_from_name (const char     *name,
                            TokDeviceClass *device_class)
{
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    if (g_strcmp0 (name, class_names[i]) == 0)
      {
        *device_class = i;
        return TRUE;
      }
  return FALSE;
}

const char *
tok_device_class_vendor (TokDeviceClass device_class)
{
  static const char *const vendors[] = { "nv", "amd", "intel", "apple", "cpu" };

  for (guint i = 0; i < G_N_ELEMENTS (vendors); i++)
    if (g_str_has_prefix (tok_device_class_name (device_class), vendors[i]))
      return vendors[i];
  return device_class == TOK_CLASS_ARM_SBC || device_class == TOK_CLASS_RISCV_SBC ? "cpu" : "other";
}

gboolean
tok_device_class_has_hbm (TokDeviceClass device_class)
{
  switch ((int) device_class)
    {
    case TOK_CLASS_NV_VOLTA:
    case TOK_CLASS_NV_AMPERE_DC:
    case TOK_CLASS_NV_HOPPER:
    case TOK_CLASS_NV_BLACKWELL_DC:
    case TOK_CLASS_AMD_CDNA1:
    case TOK_CLASS_AMD_CDNA2:
    case TOK_CLASS_AMD_CDNA3:
    case TOK_CLASS_AMD_CDNA4:
      return TRUE;
    default:
      return FALSE;
    }
}

double
tok_device_usable_bytes (const TokDevice *device)
{
  if (device->usable_bytes > 0.0)
    return device->usable_bytes;
  return tok_saturate (device->memory_bytes * budget_share (device));
}

double
tok_device_cpu_bandwidth (const TokDevice *device)
{
  double of_socket = device->bandwidth / MAX (device->sockets, 1);

  return device->cpu_bandwidth > 0.0 ? MIN (of_socket, device->cpu_bandwidth) : of_socket;
}

double
tok_device_dram_bandwidth (double channels,
                           double transfers_per_second)
{
  const double bytes_per_transfer = 64.0 / 8.0;

  return tok_saturate (channels * transfers_per_second * bytes_per_transfer);
}

double
tok_device_pcie_bandwidth (guint gen,
                           guint lanes)
{
  static const double transfers_per_second[] = { 2.5e9, 5e9, 8e9, 16e9, 32e9, 64e9 };
  /* 8b/10b up to generation 2, 128b/130b after it. */
  double coding = gen < 3 ? 8.0 / 10.0 : 128.0 / 130.0;

  return transfers_per_second[CLAMP (gen, 1, 6) - 1] * CLAMP (lanes, 1, 16) * coding / 8.0;
}
