/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan: the complete input of an estimate, with value semantics.
 *
 * One parameter table (tok_plan_param_info) feeds sliders, JSON, command-line options, undo labels and tests.  Values are in
 * the natural units a person types (GB/s, GiB, billions, tokens). */

#pragma once

#include "core/calibration.h"
#include "core/device.h"
#include "core/efficiency.h"
#include "core/measurement.h"
#include "core/model.h"

G_BEGIN_DECLS

#define TOK_MAX_DEVICES 8

typedef enum
{
  /* Machine.  The device parameters are those of the first device. */
  TOK_PARAM_BANDWIDTH,          /* GB/s */
  TOK_PARAM_DEVICE_MEMORY,      /* GiB */
  TOK_PARAM_COMPUTE,            /* TFLOP/s, FP16 dense */
  TOK_PARAM_HOST_BANDWIDTH,     /* GB/s */
  TOK_PARAM_HOST_CHANNELS,      /* 64-bit channels; sets the host bandwidth together with … */
  TOK_PARAM_HOST_TRANSFER_RATE, /* … MT/s */
  TOK_PARAM_HOST_MEMORY,        /* GiB */
  TOK_PARAM_LINK,               /* choice: TokLink */
  /* Model */
  TOK_PARAM_PARAMETERS,         /* billions */
  TOK_PARAM_ACTIVE_PARAMETERS,  /* billions; equal to parameters for a dense model */
  TOK_PARAM_LAYERS,             /* layers of the model, auto: by its parameters */
  TOK_PARAM_ATTENTION,          /* choice: TokAttentionKind */
  TOK_PARAM_FILE_TYPE,          /* choice: TokFileType */
  TOK_PARAM_IMATRIX,            /* switch; auto: on for the types that need or usually have one */
  TOK_PARAM_FILE_BYTES,         /* bytes, auto: computed */
  /* Context */
  TOK_PARAM_CONTEXT,            /* tokens the cache is made for */
  TOK_PARAM_DEPTH,              /* tokens already in it; auto: all of the context */
  TOK_PARAM_KV_K,               /* choice: TokKvType */
  TOK_PARAM_KV_V,
  TOK_PARAM_FLASH_ATTENTION,    /* switch */
  TOK_PARAM_KV_ON_CPU,          /* switch */
  TOK_PARAM_FULL_WINDOW,        /* switch: sliding layers keep every cell (--swa-full) */
  TOK_PARAM_PROMPT,             /* tokens */
  TOK_PARAM_CACHED,             /* tokens of the prompt already in the cache */
  /* Split */
  TOK_PARAM_GPU_LAYERS,         /* repeating layers on the GPUs; auto: the most that fit; more than there are: all */
  TOK_PARAM_EXPERT_LAYERS_CPU,  /* first layers whose routed experts stay on the CPU */
  /* Several GPUs */
  TOK_PARAM_SPLIT_MODE,         /* choice: TokSplitMode */
  /* Speculative decoding, by a draft model or the model's own multi-token-prediction blocks */
  TOK_PARAM_DRAFT_LENGTH,       /* tokens, 0 = off; auto: the best with a draft model, else off */
  TOK_PARAM_ACCEPTANCE,         /* probability that one drafted token is accepted */
  /* Concurrent requests */
  TOK_PARAM_REQUESTS,
  /* Engine and reserve */
  TOK_PARAM_ENGINE,             /* choice: TokEngine; auto: by device */
  TOK_PARAM_ENGINE_BUILD,       /* year */
  TOK_PARAM_THREADS,            /* auto: all cores */
  TOK_PARAM_SOCKETS,
  TOK_PARAM_UBATCH,             /* tokens */
  TOK_PARAM_OS,                 /* choice: TokOs; auto: macOS for Apple, else Linux */
  TOK_PARAM_RESERVE,            /* GiB kept for the desktop; auto: by operating system */
  TOK_PARAM_ANSWER,             /* tokens */
  TOK_PARAM_DISK,               /* GB/s; auto: a common SSD */
  TOK_N_PARAMS,
} TokParam;

typedef enum
{
  TOK_LINK_AUTO,
  TOK_LINK_PCIE3X4, TOK_LINK_PCIE3X8, TOK_LINK_PCIE3X16,
  TOK_LINK_PCIE4X4, TOK_LINK_PCIE4X8, TOK_LINK_PCIE4X16,
  TOK_LINK_PCIE5X8, TOK_LINK_PCIE5X16,
  TOK_LINK_OCULINK, TOK_LINK_THUNDERBOLT4, TOK_LINK_USB4V2, TOK_LINK_NVLINK,
  TOK_N_LINKS,
} TokLink;

typedef enum
{
  TOK_KV_F32, TOK_KV_F16, TOK_KV_BF16, TOK_KV_FP8, TOK_KV_Q8_0, TOK_KV_Q5_1, TOK_KV_Q5_0, TOK_KV_Q4_1, TOK_KV_Q4_0, TOK_KV_IQ4_NL,
  TOK_N_KV_TYPES,
} TokKvType;

typedef enum { TOK_SPLIT_LAYER, TOK_SPLIT_TENSOR, TOK_SPLIT_ROW, TOK_N_SPLIT_MODES } TokSplitMode;
typedef enum { TOK_OS_LINUX, TOK_OS_WINDOWS, TOK_OS_MACOS, TOK_N_OS } TokOs;

typedef enum
{
  TOK_GROUP_MACHINE, TOK_GROUP_MODEL, TOK_GROUP_CONTEXT, TOK_GROUP_SPLIT,
  TOK_GROUP_GPUS, TOK_GROUP_SPECULATION, TOK_GROUP_REQUESTS, TOK_GROUP_ENGINE,
} TokParamGroup;

typedef enum { TOK_SCALE_LINEAR, TOK_SCALE_LOG, TOK_SCALE_CHOICE, TOK_SCALE_SWITCH } TokParamScale;

typedef struct
{
  const char   *name;           /* JSON member, and with "-" for "_" the command-line option */
  const char   *label;          /* N_(), for people */
  const char   *unit;           /* N_(), shown behind the number; "" = none */
  TokParamGroup group;
  TokParamScale scale;
  double        minimum, maximum; /* natural units; choices: 0 … n - 1.  A logarithmic slider starts at step when minimum is 0 */
  double        step;           /* smallest difference; 1 for whole numbers */
  double        fallback;       /* the default; TOK_AUTO where that is allowed */
  gboolean      has_auto;
  const char *(*choice_name) (guint value);  /* choices: the stable name in JSON and on the command line, else NULL */
} TokParamInfo;

/* Where a value comes from, shown beside it. */
typedef enum { TOK_ORIGIN_DEFAULT, TOK_ORIGIN_AUTO, TOK_ORIGIN_CATALOG, TOK_ORIGIN_FILE, TOK_ORIGIN_TYPED } TokOrigin;

/* A device as it was picked and as the person edited it. */
typedef struct
{
  TokDevice picked;
  TokDevice device;
} TokPlanDevice;

typedef struct
{
  guint                     n_devices;          /* 1 … TOK_MAX_DEVICES */
  TokPlanDevice             devices[TOK_MAX_DEVICES];
  gboolean                  host_known;         /* FALSE: an assumed host; the band is wider as soon as it matters */
  TokPlanDevice             host;
  TokArchitecture          *base;               /* as picked; owned reference */
  TokFileType               own_file_type;      /* what the base comes in: its file's, or the usual one */
  TokModelWeights          *weights;            /* what the file of the base holds, NULL: as its file type has it; owned reference */
  TokModel                 *model;              /* base after the model parameters; owned reference */
  TokArchitecture          *draft_base;         /* draft model or NULL; owned reference */
  TokModel                 *draft;              /* in the plan's file type; owned reference */
  double                    values[TOK_N_PARAMS];
  TokMeasurements          *measurements;       /* NULL: none; owned reference */
  TokCalibration            calibration;        /* used where device and engine are those it was measured with */
  const TokEfficiencyTable *efficiency;         /* not owned; outlives the plan */
} TokPlan;

const TokParamInfo *tok_plan_param_info      (TokParam       param);
/* Finds a parameter by name, "-" and "_" alike; FALSE when there is none. */
gboolean            tok_plan_param_from_name (const char    *name,
                                              TokParam      *param);
/* The value of a choice by its stable name without case; FALSE when there is none. */
gboolean            tok_plan_choice_from_name (TokParam      param,
                                               const char   *name,
                                               double       *value);

/* A plan for @device and @base with every parameter at its default.  @host may be NULL: assumed. */
void                tok_plan_init            (TokPlan                  *plan,
                                              const TokEfficiencyTable *efficiency,
                                              const TokDevice          *device,
                                              const TokDevice          *host,
                                              TokArchitecture          *base);
void                tok_plan_clear           (TokPlan       *plan);
/* @copy is raw memory or cleared; takes its own references. */
void                tok_plan_copy            (const TokPlan *plan,
                                              TokPlan       *copy);
TokPlan            *tok_plan_dup             (const TokPlan *plan);
void                tok_plan_free            (TokPlan       *plan);
gboolean            tok_plan_equal           (const TokPlan *plan,
                                              const TokPlan *other);
/* What a person sees: auto stays TOK_AUTO. */
double              tok_plan_get             (const TokPlan *plan,
                                              TokParam       param);
/* Sets and clamps to the table's range (and depth to the context, active parameters to parameters, …); rebuilds the model when
 * the parameter is one of the model's.  NaN is ignored.  Returns TRUE when the plan changed. */
gboolean            tok_plan_set             (TokPlan       *plan,
                                              TokParam       param,
                                              double         value);
/* The range that holds for this plan: depth ends at the context, layers at the model's. */
void                tok_plan_range           (const TokPlan *plan,
                                              TokParam       param,
                                              double        *minimum,
                                              double        *maximum);
TokOrigin           tok_plan_origin          (const TokPlan *plan,
                                              TokParam       param);
/* Replaces device @index (<= n_devices adds one) / the host / the model / the draft (NULL: none). */
void                tok_plan_set_device      (TokPlan         *plan,
                                              guint            index,
                                              const TokDevice *device);
void                tok_plan_remove_device   (TokPlan         *plan,
                                              guint            index);
void                tok_plan_set_host        (TokPlan         *plan,
                                              const TokDevice *host);
/* The base's own parameters, layers and attention come back; a file type that was the usual one of the old base becomes that of
 * the new one; context and the rest stay. */
void                tok_plan_set_model       (TokPlan         *plan,
                                              TokArchitecture *base);
/* The model of a file: its weights count as long as neither the file type nor the shape is changed.  @weights may be NULL: then
 * they are those of @file_type. */
void                tok_plan_set_file_model  (TokPlan         *plan,
                                              TokArchitecture *base,
                                              TokModelWeights *weights,
                                              TokFileType      file_type,
                                              gboolean         with_imatrix);
/* @measurements may be NULL: none.  Takes a reference. */
void                tok_plan_set_measurements (TokPlan         *plan,
                                               TokMeasurements *measurements);
void                tok_plan_set_draft       (TokPlan         *plan,
                                              TokArchitecture *draft_base);
/* Back to the picked device's own values. */
void                tok_plan_reset_device    (TokPlan         *plan,
                                              guint            index);
/* TRUE when a value of device @index differs from the picked one. */
gboolean            tok_plan_device_is_edited (const TokPlan  *plan,
                                               guint           index);
/* TRUE when the model is no longer the one picked. */
gboolean            tok_plan_model_is_custom (const TokPlan   *plan);
/* TRUE when the model is exactly what its file holds. */
gboolean            tok_plan_uses_weights    (const TokPlan   *plan);

/* Resolved values, auto worked out where it does not need an estimate. */
double              tok_plan_depth_tokens    (const TokPlan *plan);
double              tok_plan_fresh_tokens    (const TokPlan *plan);      /* of the prompt, those to be read: the last one always is */
TokEngine           tok_plan_engine          (const TokPlan *plan);
TokOs               tok_plan_os              (const TokPlan *plan);
double              tok_plan_reserve_bytes   (const TokPlan *plan);      /* kept free on the first device for desktop and driver */
double              tok_plan_link_bandwidth  (const TokPlan *plan);      /* host link payload of the first device, bytes/s */
gboolean            tok_plan_flag            (const TokPlan *plan,
                                              TokParam       param);     /* switches */
double              tok_plan_kv_bytes_k      (const TokPlan *plan);      /* bytes per cache element */
double              tok_plan_kv_bytes_v      (const TokPlan *plan);
TokTensorType       tok_plan_kv_tensor_type  (TokKvType      type);
/* The CPU side of the plan: the host, or the device itself when it is a CPU. */
const TokDevice    *tok_plan_host            (const TokPlan *plan);
/* TRUE when the first device is a CPU: every layer is computed by it and there is no split. */
gboolean            tok_plan_is_cpu_only     (const TokPlan *plan);
/* FALSE when the engine leaves a GPU that is there alone. */
gboolean            tok_plan_uses_devices    (const TokPlan *plan);
/* What computes on the CPU of the host. */
TokEngine           tok_plan_host_engine     (const TokPlan *plan);
/* The calibration, or NULL where it was measured on another device or with another engine. */
const TokCalibration *tok_plan_calibration   (const TokPlan *plan);
/* Its factors for @kind of speed, or NULL where that was not measured. */
const TokCalibrationFactor *tok_plan_calibration_factor (const TokPlan   *plan,
                                                         TokMeasuredKind  kind);
/* Constants of device @index with the plan's engine and build. */
const TokEfficiency *tok_plan_efficiency     (const TokPlan *plan,
                                              guint          index);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TokPlan, tok_plan_clear)

G_END_DECLS
