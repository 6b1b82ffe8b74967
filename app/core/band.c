/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Picks a workload's bands by the places that compute it. */

#include "core/band.h"

#include <math.h>
#include <string.h>

/* From this depth on a decode is deep. */
#define DEEP_TOKENS 4096.0

/* Kinds of one pair: near empty and deep; the same twice where depth makes no difference. */
typedef struct { TokBandKind empty, deep; } Kinds;

static gboolean
spills (const TokWorkload *workload)
{
  for (guint i = 0; i < workload->n_places; i++)
    if (workload->places[i].spilled_share > 0.0)
      return TRUE;
  return FALSE;
}

/* Of a workload that one device computes alone. */
static Kinds
kinds_of_device (const TokWorkload *workload,
                 const TokDevice   *device)
{
  if (device->kind == TOK_DEVICE_CPU)
    return (Kinds) { TOK_BAND_CPU, TOK_BAND_CPU };
  if (strcmp (tok_device_class_vendor (device->device_class), "apple") == 0)
    return (Kinds) { TOK_BAND_APPLE, TOK_BAND_APPLE_DEEP };
  if (tok_device_class_has_hbm (device->device_class))
    return (Kinds) { TOK_BAND_HBM, TOK_BAND_HBM };
  if (workload->model->experts_share > 0.0)
    return (Kinds) { TOK_BAND_GPU_MOE, TOK_BAND_GPU_MOE_DEEP };
  return (Kinds) { TOK_BAND_GPU, TOK_BAND_GPU_DEEP };
}

static Kinds
find_kinds (const TokWorkload *workload)
{
  /* All on the host beside a device that has nothing to do. */
  if (workload->layers <= 0.0)
    return kinds_of_device (workload, workload->host.device);
  if (workload->host_computes || spills (workload))
    return (Kinds) { TOK_BAND_OFFLOAD, TOK_BAND_OFFLOAD };
  if (workload->n_places > 1)
    return (Kinds) { TOK_BAND_SEVERAL_GPUS, TOK_BAND_SEVERAL_GPUS };
  return kinds_of_device (workload, workload->places[0].device);
}

/* Of the place's class, and of the chip's speed in it with @engine. */
static TokBasis
place_basis (const TokPlace *place,
             TokEngine       engine,
             gboolean        in_prefill)
{
  double factor;
  TokBasis basis;

  tok_efficiency_table_chip (place->plan->efficiency, place->device->chip, engine, in_prefill ? NULL : &factor,
                             in_prefill ? &factor : NULL, &basis);
  return MAX (basis, place->efficiency->basis);
}

/* Of the host beside devices: a host that is only assumed may be any. */
static TokBasis
host_basis (const TokWorkload *workload,
            gboolean           in_prefill)
{
  const TokPlan *plan = workload->plan;

  if (!workload->host_computes && !spills (workload))
    return TOK_BASIS_CLASS;
  if (!plan->host_known)
    return TOK_BASIS_SPECIFICATION;
  return workload->host_computes ? place_basis (&workload->host, tok_plan_host_engine (plan), in_prefill) : TOK_BASIS_CLASS;
}

static TokBasis
weakest_basis (const TokWorkload *workload,
               gboolean           in_prefill)
{
  guint n_places = tok_plan_uses_devices (workload->plan) ? workload->n_places : 0;
  TokEngine engine = tok_plan_engine (workload->plan);
  TokBasis basis = host_basis (workload, in_prefill);

  for (guint i = 0; i < n_places; i++)
    basis = MAX (basis, place_basis (&workload->places[i], engine, in_prefill));
  return basis;
}

/* What the person's own measurements say of the kind of speed; NULL where there are none. */
static const TokCalibrationFactor *
measured (const TokWorkload *workload,
          gboolean           in_prefill)
{
  return tok_plan_calibration_factor (workload->plan, in_prefill ? TOK_MEASURED_PREFILL : TOK_MEASURED_DECODE);
}

/* That of what the constants rest on, narrowed by what was measured. */
static TokBand
find_band (const TokWorkload *workload,
           TokBandKind        kind,
           TokBasis           basis,
           gboolean           in_prefill)
{
  const TokCalibrationFactor *factor = measured (workload, in_prefill);
  TokBand band = workload->plan->efficiency->general.bands[kind][basis];

  if (factor == NULL)
    return band;
  return (TokBand) { pow (band.low, factor->band_share), pow (band.high, factor->band_share) };
}

static double
blend (double from,
       double to,
       double position)
{
  return from + position * (to - from);
}

TokBandKind
tok_band_kind (const TokWorkload *workload,
               double             depth)
{
  Kinds kinds = find_kinds (workload);

  return depth > DEEP_TOKENS / 2.0 ? kinds.deep : kinds.empty;
}

TokBand
tok_band_decode (const TokWorkload *workload,
                 double             depth)
{
  Kinds kinds = find_kinds (workload);
  TokBasis basis = weakest_basis (workload, FALSE);
  TokBand empty = find_band (workload, kinds.empty, basis, FALSE), deep = find_band (workload, kinds.deep, basis, FALSE);
  double position = MIN (depth / DEEP_TOKENS, 1.0);

  return (TokBand) { blend (empty.low, deep.low, position), blend (empty.high, deep.high, position) };
}

TokBand
tok_band_of (const TokWorkload *workload,
             TokBandKind        kind)
{
  return find_band (workload, kind, weakest_basis (workload, FALSE), FALSE);
}

TokBandKind
tok_band_kind_of_prompt (TokBandKind decode)
{
  return decode == TOK_BAND_CPU || decode == TOK_BAND_OFFLOAD || decode == TOK_BAND_SEVERAL_GPUS ? decode : TOK_BAND_PREFILL;
}

TokBand
tok_band_prompt (const TokWorkload *workload)
{
  TokBandKind kind = tok_band_kind_of_prompt (find_kinds (workload).empty);

  return find_band (workload, kind, weakest_basis (workload, TRUE), TRUE);
}

TokBasis
tok_band_basis (const TokWorkload *workload,
                gboolean           in_prefill)
{
  return measured (workload, in_prefill) != NULL ? TOK_BASIS_MEASUREMENT : weakest_basis (workload, in_prefill);
}
