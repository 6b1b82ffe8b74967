/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences that name a plan and its figures.  What a plan comes to in words is in sentences-verdict.c, the written-out
 * divisions are in sentences-formula.c. */

#include "present/sentences.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/units.h"
#include "present/labels.h"
#include "present/numbers.h"

/* Between the parts of a summary. */
#define SEPARATOR " · "
/* In a caption, which wraps: no line begins with a dot. */
#define CAPTION_SEPARATOR "\u00a0· "

/* A vendor's prefix that every reader adds in mind. */
static const char *const dropped_prefixes[] = { "NVIDIA GeForce ", "NVIDIA ", "AMD ", "Intel " };

static const char *
short_name (const TokDevice *device)
{
  for (gsize i = 0; i < G_N_ELEMENTS (dropped_prefixes); i++)
    if (g_str_has_prefix (device->name, dropped_prefixes[i]))
      return device->name + strlen (dropped_prefixes[i]);
  return device->name[0] != '\0' ? device->name : _("Custom device");
}

char *
tok_sentence_device (const TokPlan *plan,
                     guint          index)
{
  if (index >= plan->n_devices)
    return g_strdup (plan->host_known && plan->host.device.name[0] != '\0' ? short_name (&plan->host.device) : _("Assumed host"));
  if (tok_plan_device_is_edited (plan, index))
    return g_strdup_printf (C_("device", "%s, edited"), short_name (&plan->devices[index].picked));
  return g_strdup (short_name (&plan->devices[index].picked));
}

static char *
device_with_figures (const TokPlan *plan,
                     guint          index)
{
  const TokDevice *device = &plan->devices[index].device;
  g_autofree char *name = tok_sentence_device (plan, index);
  g_autofree char *bandwidth = tok_format_bandwidth (device->bandwidth);
  g_autofree char *memory = tok_format_gib (device->memory_bytes);

  return g_strdup_printf (C_("caption", "%s (%s, %s)"), name, bandwidth, memory);
}

/* Neighbors whose texts are equal are counted. */
static char *
join_devices (const TokPlan *plan,
              char *(*text_of) (const TokPlan *plan, guint index))
{
  GString *list = g_string_new (NULL);

  for (guint i = 0, n; i < plan->n_devices; i += n)
    {
      g_autofree char *text = text_of (plan, i);

      for (n = 1; i + n < plan->n_devices; n++)
        {
          g_autofree char *next = text_of (plan, i + n);

          if (strcmp (next, text) != 0)
            break;
        }
      if (i > 0)
        g_string_append (list, " + ");
      if (n > 1)
        g_string_append_printf (list, "%u × ", n);
      g_string_append (list, text);
    }
  return g_string_free (list, FALSE);
}

char *
tok_sentence_devices (const TokPlan *plan)
{
  return join_devices (plan, tok_sentence_device);
}

static char *
custom_size (const TokPlan *plan)
{
  double total = tok_plan_get (plan, TOK_PARAM_PARAMETERS);
  double active = tok_plan_get (plan, TOK_PARAM_ACTIVE_PARAMETERS);
  g_autofree char *total_text = tok_format_params (total);
  g_autofree char *active_text = tok_format_params (active);

  if (active < total)
    return g_strdup_printf (C_("model size", "%s with %s active"), total_text, active_text);
  return g_steal_pointer (&total_text);
}

char *
tok_sentence_model (const TokPlan *plan)
{
  const char *name = plan->base->name;
  g_autofree char *size = NULL;

  if (!tok_plan_model_is_custom (plan) && name != NULL && name[0] != '\0')
    return g_strdup (name);
  size = custom_size (plan);
  if (name == NULL || name[0] == '\0')
    return g_strdup_printf (C_("model", "Custom %s"), size);
  return g_strdup_printf (C_("model", "Custom %s, from %s"), size, name);
}

char *
tok_sentence_summary (const TokPlan *plan)
{
  g_autofree char *devices = tok_sentence_devices (plan);
  g_autofree char *model = tok_sentence_model (plan);
  g_autofree char *file_type = tok_format_param (TOK_PARAM_FILE_TYPE, tok_plan_get (plan, TOK_PARAM_FILE_TYPE));
  g_autofree char *context = tok_format_tokens (tok_plan_get (plan, TOK_PARAM_CONTEXT));

  return g_strjoin (SEPARATOR, devices, model, file_type, context, NULL);
}

char *
tok_sentence_band (const TokEstimate *estimate)
{
  g_autofree char *low = tok_format_speed (estimate->decode.tok_s.low);
  g_autofree char *high = tok_format_speed (estimate->decode.tok_s.high);

  return g_strdup_printf (_("%s – %s in four of five"), low, high);
}

char *
tok_sentence_ceiling (const TokEstimate *estimate)
{
  const TokDecode *decode = &estimate->decode;
  g_autofree char *speed = tok_format_speed (decode->ceiling_tok_s);
  g_autofree char *bandwidth = tok_format_bandwidth (decode->ceiling_bandwidth);
  g_autofree char *bytes = tok_format_gb (decode->bytes_read);

  return g_strdup_printf (_("ceiling %s = %s ÷ %s"), speed, bandwidth, bytes);
}

char *
tok_sentence_memory (const TokPlan     *plan,
                     const TokEstimate *estimate,
                     guint              index)
{
  const TokMemory *memory = &estimate->memory;
  const TokMemoryPlace *place = index < memory->n_devices ? &memory->devices[index] : &memory->host;
  g_autofree char *used = tok_format_gib_of (place->total - place->free, place->total);
  g_autofree char *name = NULL;

  if (index >= memory->n_devices)
    return place->total > 0.0 ? g_strdup_printf (_("Host memory %s"), used) : g_strdup (_("Device and host share one memory"));
  if (memory->n_devices == 1)
    return g_strdup_printf (_("Memory %s"), used);
  name = tok_sentence_device (plan, index);
  return g_strdup_printf (C_("memory of a device", "%s: %s"), name, used);
}

static char *
caption_machine (const TokPlan *plan)
{
  g_autofree char *devices = join_devices (plan, device_with_figures);
  g_autofree char *host_name = tok_sentence_device (plan, plan->n_devices);
  g_autofree char *host_bandwidth = tok_format_bandwidth (tok_plan_host (plan)->bandwidth);

  if (plan->devices[0].device.unified_memory)
    return g_steal_pointer (&devices);
  if (!plan->host_known)
    return g_strdup_printf (C_("caption", "%s, host assumed (%s)"), devices, host_bandwidth);
  if (plan->host.device.name[0] == '\0')
    return g_strdup_printf (C_("caption", "%s, host memory at %s"), devices, host_bandwidth);
  return g_strdup_printf (C_("caption", "%s, host: %s (%s)"), devices, host_name, host_bandwidth);
}

static char *
caption_model (const TokPlan *plan)
{
  g_autofree char *model = tok_sentence_model (plan);
  g_autofree char *file_type = tok_format_param (TOK_PARAM_FILE_TYPE, tok_plan_get (plan, TOK_PARAM_FILE_TYPE));
  g_autofree char *size = tok_format_gb (plan->model->file_bytes);

  return g_strdup_printf (C_("caption", "%s %s (%s)"), model, file_type, size);
}

static char *
caption_context (const TokPlan *plan)
{
  g_autofree char *context = tok_format_tokens (tok_plan_get (plan, TOK_PARAM_CONTEXT));
  g_autofree char *depth = tok_format_tokens (tok_plan_depth_tokens (plan));
  g_autofree char *keys = tok_format_param (TOK_PARAM_KV_K, tok_plan_get (plan, TOK_PARAM_KV_K));
  g_autofree char *values = tok_format_param (TOK_PARAM_KV_V, tok_plan_get (plan, TOK_PARAM_KV_V));
  g_autofree char *types = strcmp (keys, values) == 0 ? g_strdup (keys) : g_strconcat (keys, "/", values, NULL);

  if (tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION))
    return g_strdup_printf (_("context %s, filled %s, KV cache %s, flash attention"), context, depth, types);
  return g_strdup_printf (_("context %s, filled %s, KV cache %s, no flash attention"), context, depth, types);
}

static char *
caption_split (const TokPlan     *plan,
               const TokEstimate *estimate)
{
  const TokSplit *split = &estimate->split;
  guint n_layers = plan->model->architecture->n_layers, gpu_layers = tok_split_gpu_layers (plan, split);

  if (tok_plan_is_cpu_only (plan))
    return g_strdup (_("all layers on the CPU"));
  if (split->expert_layers_cpu > 0)
    return g_strdup_printf (ngettext ("%u of %u layers on the GPU, experts of %u on the CPU",
                                      "%u of %u layers on the GPUs, experts of %u on the CPU", plan->n_devices),
                            gpu_layers, n_layers, split->expert_layers_cpu);
  return g_strdup_printf (ngettext ("%u of %u layers on the GPU", "%u of %u layers on the GPUs", plan->n_devices),
                          gpu_layers, n_layers);
}

static char *
caption_engine (const TokPlan *plan)
{
  g_autofree char *year = tok_format_param (TOK_PARAM_ENGINE_BUILD, tok_plan_get (plan, TOK_PARAM_ENGINE_BUILD));

  return g_strdup_printf (C_("caption: engine, year of its build", "%s (%s)"), tok_label_engine (tok_plan_engine (plan)), year);
}

char *
tok_sentence_caption (const TokPlan     *plan,
                      const TokEstimate *estimate)
{
  g_autofree char *machine = caption_machine (plan);
  g_autofree char *model = caption_model (plan);
  g_autofree char *context = caption_context (plan);
  g_autofree char *split = caption_split (plan, estimate);
  g_autofree char *engine = caption_engine (plan);
  g_autofree char *basis = g_strdup_printf (_("the band holds four of five measurements, %s"), tok_label_basis (estimate->basis));

  return g_strjoin (CAPTION_SEPARATOR, machine, model, context, split, engine, basis, NULL);
}
