/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices: accelerators, systems on a chip and CPUs with their memory.  Plain values: a plan holds copies. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { TOK_DEVICE_GPU, TOK_DEVICE_SOC, TOK_DEVICE_CPU, TOK_DEVICE_ACCELERATOR } TokDeviceKind;

/* Chip classes share efficiency constants. */
typedef enum
{
  TOK_CLASS_OTHER,
  TOK_CLASS_NV_PASCAL, TOK_CLASS_NV_VOLTA, TOK_CLASS_NV_TURING, TOK_CLASS_NV_AMPERE, TOK_CLASS_NV_AMPERE_DC, TOK_CLASS_NV_ADA,
  TOK_CLASS_NV_HOPPER, TOK_CLASS_NV_BLACKWELL, TOK_CLASS_NV_BLACKWELL_DC, TOK_CLASS_NV_GB10, TOK_CLASS_NV_JETSON,
  TOK_CLASS_AMD_GCN, TOK_CLASS_AMD_RDNA1, TOK_CLASS_AMD_RDNA2, TOK_CLASS_AMD_RDNA3, TOK_CLASS_AMD_RDNA4,
  TOK_CLASS_AMD_CDNA1, TOK_CLASS_AMD_CDNA2, TOK_CLASS_AMD_CDNA3, TOK_CLASS_AMD_CDNA4, TOK_CLASS_AMD_APU, TOK_CLASS_AMD_APU_RDNA35,
  TOK_CLASS_INTEL_ARC_A, TOK_CLASS_INTEL_ARC_B, TOK_CLASS_INTEL_IGPU, TOK_CLASS_INTEL_DC,
  TOK_CLASS_APPLE_M1, TOK_CLASS_APPLE_M2, TOK_CLASS_APPLE_M3, TOK_CLASS_APPLE_M4, TOK_CLASS_APPLE_M5,
  TOK_CLASS_CPU_DESKTOP, TOK_CLASS_CPU_LAPTOP, TOK_CLASS_CPU_HEDT, TOK_CLASS_CPU_SERVER, TOK_CLASS_ARM_SBC,
  TOK_CLASS_RISCV_SBC,   /* without vector units */
  TOK_N_CLASSES,
} TokDeviceClass;

/* How much of the memory a unified machine lends to its GPU (physics notes 10). */
typedef enum
{
  TOK_BUDGET_ALL,            /* dedicated memory, or all memory shared less what the system uses */
  TOK_BUDGET_APPLE,          /* default wired limit: 2/3 up to 36 GB, 3/4 above */
  TOK_BUDGET_AMD_GTT,        /* half of RAM unless raised */
  TOK_BUDGET_STRIX_VGM,      /* half unless raised: by the GTT's limit on Linux, by a carve-out up to 3/4 on Windows */
  TOK_BUDGET_OS_HALF,
} TokBudgetRule;

typedef struct
{
  char           id[64];           /* "" for a device that is not of the catalog */
  char           name[96];
  TokDeviceKind  kind;
  TokDeviceClass device_class;
  TokBudgetRule  budget_rule;
  gboolean       unified_memory;   /* shares its memory with the CPU */
  double         bandwidth;        /* peak bytes/s of its memory */
  double         memory_bytes;     /* on the box, as GiB */
  double         usable_bytes;     /* what the runtime reports as total, 0 = not known */
  double         matrix_flops;     /* dense FP16 FLOP/s with FP16 accumulation where it has it; 0 = not known */
  double         cpu_bandwidth;    /* what the CPU cores reach of it, where their links carry less, bytes/s; 0 = not known */
  double         link_bandwidth;   /* host link payload per direction, bytes/s; 0 = not known */
  double         interconnect_bandwidth; /* to its peers (NVLink and the like), one direction, bytes/s; 0 = none */
  guint          memory_channels, transfer_rate; /* CPUs: 64-bit channels over all sockets and MT/s; 0 = not known */
  guint          cores, sockets;   /* CPUs; 0 = not known */
  guint          chip;             /* in the efficiency table, see tok_efficiency_table_find_chip(); 0 = never measured */
} TokDevice;

/* "nv-ada"; static.  The other way round returns FALSE when the name is unknown. */
const char    *tok_device_class_name      (TokDeviceClass  device_class);
gboolean       tok_device_class_from_name (const char     *name,
                                           TokDeviceClass *device_class);
/* The vendor's part of a class: "nv", "amd", "intel", "apple", "cpu" or "other"; static. */
const char    *tok_device_class_vendor    (TokDeviceClass  device_class);
/* TRUE for classes that read from stacked memory, which one stream cannot fill. */
gboolean       tok_device_class_has_hbm   (TokDeviceClass  device_class);
/* Bytes a runtime can use of the device: usable_bytes where known, else the box's figure less the driver's share, else by the
 * budget rule; before any reserve for the desktop. */
double         tok_device_usable_bytes    (const TokDevice *device);
/* What CPU cores reach of its memory, bytes/s: one process has the memory of its socket, and no more than the links of dies and
 * clusters carry (physics notes 11). */
double         tok_device_cpu_bandwidth   (const TokDevice *device);
/* MT/s x 64 bit x channels, in bytes/s (physics notes 11). */
double         tok_device_dram_bandwidth  (double channels,
                                           double transfers_per_second);
/* Payload of a PCIe link after line coding, one direction, bytes/s; @gen 1 … 6 (clamped), @lanes 1 … 16 (physics notes 11). */
double         tok_device_pcie_bandwidth  (guint gen,
                                           guint lanes);

G_END_DECLS
