/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine of a plan: devices as picked and as edited, and the host, chosen, part of the device, or assumed. */

#include "core/plan-machine.h"

#include <string.h>

#include "core/units.h"

#define TRANSFERS_PER_MT 1e6

/* Where a parameter lives in @device, and its unit. */
static double *
device_field (TokDevice *device,
              TokParam   param,
              double    *unit)
{
  switch ((int) param)
    {
    case TOK_PARAM_BANDWIDTH:
    case TOK_PARAM_HOST_BANDWIDTH:
      *unit = TOK_GB;
      return &device->bandwidth;
    case TOK_PARAM_DEVICE_MEMORY:
    case TOK_PARAM_HOST_MEMORY:
      *unit = TOK_GIB;
      return &device->memory_bytes;
    case TOK_PARAM_COMPUTE:
      *unit = TOK_TERA;
      return &device->matrix_flops;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_host_field (TokParam param)
{
  return param == TOK_PARAM_HOST_BANDWIDTH || param == TOK_PARAM_HOST_MEMORY;
}

static const TokPlanDevice *
owner (const TokPlan *plan,
       TokParam       param)
{
  return is_host_field (param) ? &plan->host : &plan->devices[0];
}

/* Channels x MT/s and the bandwidth are two ways to say one thing. */
static void
set_host_bandwidth (TokPlan *plan)
{
  plan->host.device.bandwidth = tok_device_dram_bandwidth (plan->values[TOK_PARAM_HOST_CHANNELS],
                                                           plan->values[TOK_PARAM_HOST_TRANSFER_RATE] * TRANSFERS_PER_MT);
}

static void
read_channels (TokPlan *plan)
{
  const TokDevice *host = &plan->host.device;
  const TokParamInfo *channels = tok_plan_param_info (TOK_PARAM_HOST_CHANNELS);
  const TokParamInfo *rate = tok_plan_param_info (TOK_PARAM_HOST_TRANSFER_RATE);

  if (host->memory_channels > 0)
    plan->values[TOK_PARAM_HOST_CHANNELS] = CLAMP (host->memory_channels, channels->minimum, channels->maximum);
  if (host->transfer_rate > 0)
    plan->values[TOK_PARAM_HOST_TRANSFER_RATE] = CLAMP (host->transfer_rate, rate->minimum, rate->maximum);
}

/* The CPU side of a machine whose device shares its memory: the same memory as fast as its cores reach it.  Constants
 * that count threads are of cores; a class without any computes like a desktop CPU. */
static TokDevice
host_of_unified (const TokPlan *plan)
{
  TokDevice host = plan->devices[0].device;
  const TokEfficiency *cores = tok_efficiency_table_cell (plan->efficiency, host.device_class, TOK_ENGINE_LLAMA_CPU, TOK_LAST_BUILD_YEAR);

  host.kind = TOK_DEVICE_CPU;
  host.matrix_flops = 0.0;
  if (cores->thread_sync_seconds <= 0.0)
    host.device_class = TOK_CLASS_CPU_DESKTOP;
  if (host.cpu_bandwidth > 0.0)
    host.bandwidth = MIN (host.bandwidth, host.cpu_bandwidth);
  host.cpu_bandwidth = 0.0;
  return host;
}

static TokDevice
assumed_host (const TokPlan *plan)
{
  const TokGeneralConstants *general = &plan->efficiency->general;
  TokDevice host = { .kind = TOK_DEVICE_CPU, .device_class = TOK_CLASS_CPU_DESKTOP, .unified_memory = TRUE };

  host.bandwidth = general->assumed_host_bandwidth;
  host.memory_bytes = general->assumed_host_memory_bytes;
  return host;
}

static void
follow_device (TokPlan *plan)
{
  plan->host_known = plan->devices[0].device.unified_memory;
  plan->host.picked = plan->host.device = plan->host_known ? host_of_unified (plan) : assumed_host (plan);
  read_channels (plan);
}

static gboolean
devices_equal (const TokDevice *one,
               const TokDevice *other)
{
  return strcmp (one->id, other->id) == 0
         && strcmp (one->name, other->name) == 0
         && one->kind == other->kind
         && one->device_class == other->device_class
         && one->budget_rule == other->budget_rule
         && one->unified_memory == other->unified_memory
         && one->bandwidth == other->bandwidth
         && one->memory_bytes == other->memory_bytes
         && one->usable_bytes == other->usable_bytes
         && one->matrix_flops == other->matrix_flops
         && one->cpu_bandwidth == other->cpu_bandwidth
         && one->link_bandwidth == other->link_bandwidth
         && one->interconnect_bandwidth == other->interconnect_bandwidth
         && one->memory_channels == other->memory_channels
         && one->transfer_rate == other->transfer_rate
         && one->cores == other->cores
         && one->sockets == other->sockets
         && one->chip == other->chip;
}

static gboolean
plan_devices_equal (const TokPlanDevice *one,
                    const TokPlanDevice *other)
{
  return devices_equal (&one->picked, &other->picked) && devices_equal (&one->device, &other->device);
}

gboolean
tok_plan_machine_owns (TokParam param)
{
  return param <= TOK_PARAM_HOST_MEMORY && param != TOK_PARAM_HOST_CHANNELS && param != TOK_PARAM_HOST_TRANSFER_RATE;
}

double
tok_plan_machine_get (const TokPlan *plan,
                      TokParam       param,
                      gboolean       picked)
{
  TokDevice device = picked ? owner (plan, param)->picked : owner (plan, param)->device;
  double unit;
  double *field = device_field (&device, param, &unit);

  return *field / unit;
}

void
tok_plan_machine_set (TokPlan  *plan,
                      TokParam  param,
                      double    value)
{
  TokPlanDevice *place = is_host_field (param) ? &plan->host : &plan->devices[0];
  double unit;
  double *field = device_field (&place->device, param, &unit);

  *field = value * unit;
  if (is_host_field (param))
    plan->host_known = TRUE;
  /* What a log said of the box holds for the memory it came with only. */
  if (field == &place->device.memory_bytes)
    place->device.usable_bytes = *field == place->picked.memory_bytes ? place->picked.usable_bytes : 0.0;
}

TokOrigin
tok_plan_machine_origin (const TokPlan *plan,
                         TokParam       param)
{
  if (tok_plan_machine_get (plan, param, TRUE) != tok_plan_machine_get (plan, param, FALSE))
    return TOK_ORIGIN_TYPED;
  return owner (plan, param)->picked.id[0] != '\0' ? TOK_ORIGIN_CATALOG : TOK_ORIGIN_DEFAULT;
}

gboolean
tok_plan_machine_equal (const TokPlan *plan,
                        const TokPlan *other)
{
  if (plan->n_devices != other->n_devices || plan->host_known != other->host_known)
    return FALSE;
  for (guint i = 0; i < plan->n_devices; i++)
    if (!plan_devices_equal (&plan->devices[i], &other->devices[i]))
      return FALSE;
  return plan_devices_equal (&plan->host, &other->host);
}

void
tok_plan_machine_follow_channels (TokPlan *plan)
{
  set_host_bandwidth (plan);
  plan->host_known = TRUE;
}

void
tok_plan_set_device (TokPlan         *plan,
                     guint            index,
                     const TokDevice *device)
{
  /* A host the person chose stays; one that came with the device, or was assumed, follows it. */
  gboolean host_follows = plan->n_devices == 0 || !plan->host_known || device->unified_memory
                          || plan->devices[0].device.unified_memory;

  g_return_if_fail (index <= plan->n_devices && index < TOK_MAX_DEVICES);

  plan->devices[index].picked = plan->devices[index].device = *device;
  plan->n_devices = MAX (plan->n_devices, index + 1);
  if (index == 0 && host_follows)
    follow_device (plan);
}

void
tok_plan_remove_device (TokPlan *plan,
                        guint    index)
{
  g_return_if_fail (index < plan->n_devices && plan->n_devices > 1);

  memmove (&plan->devices[index], &plan->devices[index + 1], (plan->n_devices - index - 1) * sizeof plan->devices[0]);
  plan->n_devices--;
}

void
tok_plan_set_host (TokPlan         *plan,
                   const TokDevice *host)
{
  plan->host.picked = plan->host.device = *host;
  plan->host_known = TRUE;
  read_channels (plan);
}

void
tok_plan_reset_device (TokPlan *plan,
                       guint    index)
{
  g_return_if_fail (index < plan->n_devices);

  plan->devices[index].device = plan->devices[index].picked;
}

gboolean
tok_plan_device_is_edited (const TokPlan *plan,
                           guint          index)
{
  g_return_val_if_fail (index < plan->n_devices, FALSE);

  return !devices_equal (&plan->devices[index].picked, &plan->devices[index].device);
}
