/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hardware: "A + B" is a GPU and its host's CPU, or GPUs of several kinds; n_gpus says how many there are. */

#include <string.h>

#include "core/units.h"
#include "mapping-private.h"

#define SEPARATOR " + "

static gboolean
is_unstated (const char *name)
{
  return g_str_has_prefix (name, "CPU not stated");
}

static void
add_device (TokMachine      *machine,
            const TokDevice *device)
{
  if (device->kind == TOK_DEVICE_CPU && machine->n_devices > 0)
    machine->host = device;
  else if (machine->n_devices < TOK_MAX_DEVICES)
    machine->devices[machine->n_devices++] = device;
}

/* @ids: catalog ids joined by the separator, in the order of the hardware they stand for. */
static gboolean
add_ids (const TokCatalog *catalog,
         const char       *ids,
         TokMachine       *machine)
{
  g_auto (GStrv) parts = g_strsplit (ids, SEPARATOR, TOK_MAX_DEVICES);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const TokCatalogDevice *entry = tok_catalog_find_device (catalog, parts[i]);

      if (entry == NULL)
        return FALSE;
      add_device (machine, &entry->device);
    }
  return machine->n_devices > 0;
}

static gboolean
add_names (const TokMapper *mapper,
           const char      *names,
           TokMachine      *machine)
{
  g_auto (GStrv) parts = g_strsplit (names, SEPARATOR, TOK_MAX_DEVICES);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const TokCatalogDevice *entry = tok_mapping_device (mapper, parts[i]);

      if (entry != NULL)
        add_device (machine, &entry->device);
      else if (!is_unstated (parts[i]))
        return FALSE;
    }
  return machine->n_devices > 0;
}

/* One kind stands for all of them; of two kinds the first is there as often as the count asks. */
static const char *
repeat_devices (const TokRow *row,
                TokMachine   *machine)
{
  guint n_kinds = machine->n_devices;

  if (row->n_gpus > TOK_MAX_DEVICES)
    return "more devices than a plan holds";
  while (machine->n_devices < (guint) row->n_gpus)
    {
      memmove (&machine->devices[1], &machine->devices[0], machine->n_devices * sizeof machine->devices[0]);
      machine->n_devices++;
    }
  if (row->n_gpus > 0.0 && n_kinds > (guint) row->n_gpus)
    return "more kinds of devices than devices";
  return NULL;
}

/* Without GPUs, a pair is its CPU. */
static void
keep_cpu (TokMachine *machine)
{
  if (machine->host != NULL)
    machine->devices[0] = machine->host;
  machine->host = NULL;
  machine->n_devices = 1;
}

/* What the operating system leaves of a machine's memory to a file in it. */
#define FILE_MEMORY_SHARE 0.9

/* Experts no card holds stay in the machine's memory; where that is as small as the file, they come from the disk again and again,
 * and no row tells how many: a file of 15.3 GiB in 16 GB decodes a fifth as fast as memory lets it (ik_llama.cpp discussion 399). */
static gboolean
reads_from_disk (const TokRow *row)
{
  double memory = tok_mapping_number_before (row->notes, " GB RAM") * TOK_GIB;
  gboolean keeps_experts = strstr (row->notes, "exps=CPU") != NULL || strcmp (row->expert_layers_on_cpu, "all") == 0;

  return keeps_experts && memory > 0.0 && row->weights_bytes > FILE_MEMORY_SHARE * memory;
}

const char *
tok_mapping_machine (const TokMapper *mapper,
                     const TokRow    *row,
                     TokMachine      *machine)
{
  const TokAlias *alias = tok_aliases_find (mapper->aliases, TOK_ALIAS_HARDWARE, row->hardware);

  memset (machine, 0, sizeof *machine);
  if (alias != NULL && alias->id[0] == '\0')
    return "hardware not in the catalog";
  if (reads_from_disk (row))
    return "a file larger than the memory beside it";
  if (alias != NULL ? !add_ids (mapper->catalog, alias->id, machine) : !add_names (mapper, row->hardware, machine))
    return "hardware not in the catalog";
  if (row->n_gpus == 0.0)
    keep_cpu (machine);
  return repeat_devices (row, machine);
}

gboolean
tok_mapping_runs_on_cores (const TokRow    *row,
                           const TokDevice *device)
{
  return row->n_gpus == 0.0 && device->kind != TOK_DEVICE_CPU;
}

double
tok_mapping_sockets (const TokRow *row)
{
  gboolean has_two = row->n_gpus == 0.0 && g_str_has_prefix (row->hardware, "2x ");

  return has_two && strstr (row->notes, "one socket") == NULL ? 2.0 : 1.0;
}
