/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices in files: the facts of a data sheet become the figures the arithmetic uses. */

#include "formats/catalog-device.h"

#include <glib/gi18n.h>

#include "core/units.h"
#include "formats/field.h"
#include "formats/json-read.h"

#define LONGEST_TEXT 2000

/* Less is a slip of the unit. */
#define LEAST_BYTES 1e6
#define LEAST_RATE 1e6          /* bytes/s */
#define LEAST_FLOPS 1e6

/* Vendors print the sum of both directions. */
#define INTERCONNECT_UNIT (TOK_GB / 2.0)

/* Without it nothing can be worked out. */
#define BANDWIDTH "bandwidth_bytes_per_second"

/* What an entry has beside the device itself. */
typedef struct
{
  TokDevice device;
  char     *chip, *source, *notes, *examples, *arch, *memory_type;
  double    data_rate;              /* transfers/s and pin */
  guint     bus_bits, pcie_gen, pcie_lanes;
  double    half_flops, half_accumulate_flops, single_flops;
} Entry;

static const char *
kind_name (guint value)
{
  static const char *const names[] = { "gpu", "soc", "cpu", "accelerator" };

  return names[value];
}

static const char *
class_name (guint value)
{
  return tok_device_class_name ((TokDeviceClass) value);
}

static const char *
budget_rule_name (guint value)
{
  static const char *const names[] = { "all-ram", "apple", "amd-gtt", "strix-vgm", "os-half" };

  return names[value];
}

#define DEVICE(member) .offset = G_STRUCT_OFFSET (TokDevice, member)
#define ENTRY(member) .offset = G_STRUCT_OFFSET (Entry, member)
#define CATALOG(member) .offset = G_STRUCT_OFFSET (TokCatalogDevice, member)

/* The figures the arithmetic uses, in its own units: a plan file has these only, and they survive it to the last digit. */
static const TokField device_fields[] = {
  { "id", TOK_FIELD_CHARS, DEVICE (id), .size = sizeof ((TokDevice *) 0)->id },
  { "name", TOK_FIELD_CHARS, DEVICE (name), .size = sizeof ((TokDevice *) 0)->name },
  { "kind", TOK_FIELD_CHOICE, DEVICE (kind), .name = kind_name, .n_names = TOK_DEVICE_ACCELERATOR + 1 },
  { "class", TOK_FIELD_CHOICE, DEVICE (device_class), .name = class_name, .n_names = TOK_N_CLASSES },
  { "gpu_budget_rule", TOK_FIELD_CHOICE, DEVICE (budget_rule), .name = budget_rule_name, .n_names = TOK_BUDGET_OS_HALF + 1 },
  { "unified_memory", TOK_FIELD_FLAG, DEVICE (unified_memory) },
  { BANDWIDTH, TOK_FIELD_NUMBER, DEVICE (bandwidth), 1e8, 1e15 },
  { "memory_bytes", TOK_FIELD_NUMBER, DEVICE (memory_bytes), LEAST_BYTES, 1e15, .zero_is_unknown = TRUE },
  { "usable_bytes", TOK_FIELD_NUMBER, DEVICE (usable_bytes), LEAST_BYTES, 1e15, .zero_is_unknown = TRUE },
  { "cpu_bytes_per_second", TOK_FIELD_NUMBER, DEVICE (cpu_bandwidth), LEAST_RATE, 1e15, .zero_is_unknown = TRUE },
  { "link_bytes_per_second", TOK_FIELD_NUMBER, DEVICE (link_bandwidth), LEAST_RATE, 1e15, .zero_is_unknown = TRUE },
  { "interconnect_bytes_per_second", TOK_FIELD_NUMBER, DEVICE (interconnect_bandwidth), LEAST_RATE, 1e15, .zero_is_unknown = TRUE },
  { "matrix_flops", TOK_FIELD_NUMBER, DEVICE (matrix_flops), LEAST_FLOPS, 1e18, .zero_is_unknown = TRUE },
  { "memory_channels", TOK_FIELD_WHOLE, DEVICE (memory_channels), 1, 1024 },
  { "transfer_rate_mts", TOK_FIELD_WHOLE, DEVICE (transfer_rate), 1, 1e6 },
  { "cores", TOK_FIELD_WHOLE, DEVICE (cores), 1, 1e5 },
  { "sockets", TOK_FIELD_WHOLE, DEVICE (sockets), 1, 1024 },
};

/* What a data sheet says and the device is worked out from. */
static const TokField entry_fields[] = {
  { "memory_bandwidth_gbs", TOK_FIELD_NUMBER, ENTRY (device.bandwidth), 0.1, 1e6, TOK_GB, .is_required = TRUE },
  { "memory_gb", TOK_FIELD_NUMBER, ENTRY (device.memory_bytes), 0.01, 1e6, TOK_GIB, .is_required = TRUE },
  { "usable_mib", TOK_FIELD_NUMBER, ENTRY (device.usable_bytes), 1, 1e9, TOK_MIB },
  { "cpu_bandwidth_gbs", TOK_FIELD_NUMBER, ENTRY (device.cpu_bandwidth), 0.1, 1e6, TOK_GB },
  { "interconnect_gbs", TOK_FIELD_NUMBER, ENTRY (device.interconnect_bandwidth), 0.1, 1e6, INTERCONNECT_UNIT },
  { "chip", TOK_FIELD_TEXT, ENTRY (chip), .size = sizeof ((TokChip *) 0)->name - 1 },
  { "source", TOK_FIELD_TEXT, ENTRY (source), .size = LONGEST_TEXT },
  { "notes", TOK_FIELD_TEXT, ENTRY (notes), .size = LONGEST_TEXT },
  { "example_cpus", TOK_FIELD_TEXTS, ENTRY (examples), .size = LONGEST_TEXT },
  { "arch", TOK_FIELD_TEXT, ENTRY (arch), .size = LONGEST_TEXT },
  { "memory_type", TOK_FIELD_TEXT, ENTRY (memory_type), .size = LONGEST_TEXT },
  { "bus_width_bits", TOK_FIELD_WHOLE, ENTRY (bus_bits), 1, 1e6 },
  { "data_rate_gtps", TOK_FIELD_NUMBER, ENTRY (data_rate), 0.01, 1e3, TOK_GB },
  { "pcie_gen", TOK_FIELD_WHOLE, ENTRY (pcie_gen), 1, 10 },
  { "pcie_lanes", TOK_FIELD_WHOLE, ENTRY (pcie_lanes), 1, 256 },
  { "fp16_tflops", TOK_FIELD_NUMBER, ENTRY (half_flops), 1e-6, 1e6, TOK_TERA },
  { "fp16_tflops_fp16acc", TOK_FIELD_NUMBER, ENTRY (half_accumulate_flops), 1e-6, 1e6, TOK_TERA },
  { "fp32_tflops", TOK_FIELD_NUMBER, ENTRY (single_flops), 1e-6, 1e6, TOK_TERA },
};

/* What the catalog keeps beside the device. */
static const TokField catalog_fields[] = {
  { "chip", TOK_FIELD_TEXT, CATALOG (chip) },
  { "source", TOK_FIELD_TEXT, CATALOG (source) },
  { "details", TOK_FIELD_TEXT, CATALOG (details) },
  { "example_cpus", TOK_FIELD_TEXTS, CATALOG (examples) },
  { "release_year", TOK_FIELD_WHOLE, CATALOG (release_year) },
};

/* Those no field reads are for people, but for the release date. */
static gboolean
is_known (const char *name)
{
  static const char *const others[] = { "release", "confidence", "interconnect", NULL };

  return tok_fields_have (device_fields, G_N_ELEMENTS (device_fields), name)
         || tok_fields_have (entry_fields, G_N_ELEMENTS (entry_fields), name)
         || g_strv_contains (others, name);
}

static void
entry_clear (Entry *entry)
{
  g_free (entry->chip);
  g_free (entry->source);
  g_free (entry->notes);
  g_free (entry->examples);
  g_free (entry->arch);
  g_free (entry->memory_type);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Entry, entry_clear)

/* "GDDR6X, 384 bit, Ada; laptop part": data, the same in every language. */
static char *
describe (const Entry *entry)
{
  g_autoptr (GString) text = g_string_new (entry->memory_type);

  if (entry->bus_bits > 0)
    g_string_append_printf (text, "%s%u bit", text->len > 0 ? ", " : "", entry->bus_bits);
  if (entry->arch != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", entry->arch);
  if (entry->notes != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", entry->notes);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
work_out (Entry *entry)
{
  TokDevice *device = &entry->device;
  double flops = MAX (MAX (entry->half_flops, entry->half_accumulate_flops), entry->single_flops);

  if (device->matrix_flops <= 0.0)
    device->matrix_flops = flops;
  if (device->link_bandwidth <= 0.0 && entry->pcie_gen > 0 && entry->pcie_lanes > 0)
    device->link_bandwidth = tok_device_pcie_bandwidth (entry->pcie_gen, entry->pcie_lanes);
  if (device->kind == TOK_DEVICE_CPU)
    {
      device->unified_memory = TRUE;
      if (device->transfer_rate == 0)
        device->transfer_rate = (guint) round (entry->data_rate / 1e6);
    }
}

gboolean
tok_catalog_device_read (JsonObject       *object,
                         TokCatalogDevice *catalog_entry,
                         GError          **error)
{
  g_auto (Entry) entry = { .source = NULL };
  const char *word;

  if (!tok_json_check_names (object, is_known, error)
      || !tok_json_read_name (object, "id", sizeof entry.device.id - 1, &word, error)
      || !tok_json_read_name (object, "name", sizeof entry.device.name - 1, &word, error)
      || (tok_json_has (object, "release") && !tok_json_read_year (object, "release", &catalog_entry->release_year, error))
      || !tok_fields_read (device_fields, G_N_ELEMENTS (device_fields), object, &entry.device, error)
      || !tok_fields_read (entry_fields, G_N_ELEMENTS (entry_fields), object, &entry, error))
    return FALSE;
  if (entry.device.usable_bytes > entry.device.memory_bytes)
    return tok_json_refuse (object, "usable_mib", TOK_FORMAT_ERROR_VALUE, error, _("“%s” is more than the memory there is."), "usable_mib");
  work_out (&entry);
  catalog_entry->device = entry.device;
  catalog_entry->chip = g_strdup (entry.chip != NULL ? entry.chip : entry.device.name);
  catalog_entry->details = describe (&entry);
  catalog_entry->source = g_strdup (entry.source != NULL ? entry.source : "");
  catalog_entry->examples = g_strdup (entry.examples != NULL ? entry.examples : "");
  return TRUE;
}

gboolean
tok_device_read (JsonObject      *object,
                 const TokDevice *fallback,
                 TokDevice       *device,
                 GError         **error)
{
  JsonNode *bandwidth;

  *device = fallback != NULL ? *fallback : (TokDevice) { .kind = TOK_DEVICE_GPU };
  return tok_fields_read (device_fields, G_N_ELEMENTS (device_fields), object, device, error)
         && (fallback != NULL || tok_json_find_present (object, BANDWIDTH, &bandwidth, error));
}

void
tok_device_write (const TokDevice *device,
                  JsonObject      *object)
{
  const TokDevice nothing = { .bandwidth = -1.0 };

  tok_fields_write (device_fields, G_N_ELEMENTS (device_fields), device, &nothing, object);
}

void
tok_catalog_device_pack (const TokCatalogDevice *entry,
                         TokPacker              *packer)
{
  tok_fields_pack (device_fields, G_N_ELEMENTS (device_fields), &entry->device, packer);
  tok_fields_pack (catalog_fields, G_N_ELEMENTS (catalog_fields), entry, packer);
}

void
tok_catalog_device_unpack (TokUnpacker      *unpacker,
                           TokCatalogDevice *entry)
{
  tok_fields_unpack (device_fields, G_N_ELEMENTS (device_fields), unpacker, &entry->device);
  tok_fields_unpack (catalog_fields, G_N_ELEMENTS (catalog_fields), unpacker, entry);
}
