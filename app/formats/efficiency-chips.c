/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads "chips": [ { "chip": "Apple M3 Max", "engine": "llama.cpp-metal", "decode": 1.02, "prefill": 0.97 }, … ]. */

#include "formats/efficiency-chips.h"

#include <glib/gi18n.h>

#include "formats/error.h"
#include "formats/json-read.h"

#define MOST_CHIPS 2000      /* of them, each with one engine */
#define LONGEST_ENGINE_NAME 64
#define LOWEST_FACTOR 0.05
#define HIGHEST_FACTOR 20.0

/* 0 when there is none: not measured. */
static gboolean
read_factor (JsonObject *object, const char *member, double *factor, GError **error)
{
  *factor = 0.0;
  return !tok_json_has (object, member) || tok_json_read_double (object, member, LOWEST_FACTOR, HIGHEST_FACTOR, factor, error);
}

static gboolean
read_engine (JsonObject *object, TokEngine *engine, GError **error)
{
  const char *name;

  if (!tok_json_read_string (object, "engine", LONGEST_ENGINE_NAME, &name, error))
    return FALSE;
  return tok_engine_from_name (name, engine)
         || tok_json_refuse (object, "engine", TOK_FORMAT_ERROR_VALUE, error, _("“%s” holds a value that is not known."), "engine");
}

static gboolean
has_chip (const TokEfficiencyTable *table, const char *name, TokEngine engine)
{
  guint number = tok_efficiency_table_find_chip (table, name);
  const TokChip *chip = number > 0 ? &g_array_index (table->chips, TokChip, number - 1) : NULL;

  return chip != NULL && (chip->decode.factor[engine] > 0.0 || chip->prefill.factor[engine] > 0.0);
}

static gboolean
read_chip (JsonObject *object, TokEfficiencyTable *table, GError **error)
{
  const gsize longest_name = G_SIZEOF_MEMBER (TokChip, name) - 1;
  const char *name;
  TokEngine engine;
  double decode, prefill;

  if (!tok_json_read_name (object, "chip", longest_name, &name, error)
      || !read_engine (object, &engine, error)
      || !read_factor (object, "decode", &decode, error)
      || !read_factor (object, "prefill", &prefill, error))
    return FALSE;
  if (has_chip (table, name, engine))
    return tok_json_refuse (object, "chip", TOK_FORMAT_ERROR_VALUE, error, _("“%s” is given twice."), name);
  tok_efficiency_table_add_chip (table, name, engine, decode, prefill);
  return TRUE;
}

gboolean
tok_efficiency_chips_read (JsonObject         *root,
                           TokEfficiencyTable *table,
                           GError            **error)
{
  JsonArray *chips;

  if (!tok_json_read_array (root, "chips", MOST_CHIPS, &chips, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (chips); i++)
    {
      JsonObject *chip;

      if (!tok_json_read_element (chips, "chips", i, &chip, error) || !read_chip (chip, table, error))
        {
          g_prefix_error (error, "chips[%u]: ", i);
          return FALSE;
        }
    }
  return TRUE;
}

void
tok_efficiency_chips_pack (const TokEfficiencyTable *table,
                           TokPacker                *packer)
{
  tok_packer_number (packer, table->chips->len);
  for (guint i = 0; i < table->chips->len; i++)
    {
      const TokChip *chip = &g_array_index (table->chips, TokChip, i);

      tok_packer_text (packer, chip->name);
      tok_packer_numbers (packer, chip->decode.factor, TOK_N_ENGINES);
      tok_packer_numbers (packer, chip->prefill.factor, TOK_N_ENGINES);
    }
}

static void
unpack_chip (TokUnpacker *unpacker, TokChip *chip)
{
  g_strlcpy (chip->name, tok_unpacker_text (unpacker), sizeof chip->name);
  for (guint i = 0; i < TOK_N_ENGINES; i++)
    chip->decode.factor[i] = tok_unpacker_number (unpacker);
  for (guint i = 0; i < TOK_N_ENGINES; i++)
    chip->prefill.factor[i] = tok_unpacker_number (unpacker);
}

void
tok_efficiency_chips_unpack (TokUnpacker        *unpacker,
                             TokEfficiencyTable *table)
{
  g_array_set_size (table->chips, tok_unpacker_whole (unpacker));
  for (guint i = 0; i < table->chips->len; i++)
    unpack_chip (unpacker, &g_array_index (table->chips, TokChip, i));
}
