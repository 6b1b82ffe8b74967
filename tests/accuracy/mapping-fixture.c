/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of one row, mapped. */

#include "mapping-fixture.h"

#include <string.h>

#include "formats/catalog.h"

/* A row of every column; a test says what is different in its own. */
static const struct { const char *column, *value; } columns[] = {
  { "id", "1" }, { "source", "http://example.org/page (table 2)" }, { "date", "2026-05" },
  { "hardware", "NVIDIA GeForce RTX 3090 24GB" }, { "n_gpus", "1" }, { "split_mode", "none" },
  { "backend", "CUDA" }, { "engine", "llama.cpp" }, { "model", "Llama-3.1-8B" },
  { "quant", "Q4_0" }, { "weights_bytes", "" }, { "ngl", "all" }, { "moe_cpu", "" }, { "fa", "" }, { "kv_type", "" },
  { "test", "tg" }, { "n_tokens", "128" }, { "depth", "0" }, { "batch", "1" }, { "spec", "" }, { "tok_s", "50" },
  { "ubatch", "" }, { "threads", "" }, { "prompt_tokens", "" }, { "os", "" }, { "host_limited", "" },
  { "includes_prompt", "" }, { "variant", "" }, { "clean", "" }, { "notes", "" },
};

void
tok_mapping_fixture_set_up (TokMappingFixture *fixture,
                            gconstpointer      data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "accuracy", "aliases.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  fixture->catalog = tok_catalog_load_builtin ();
  fixture->aliases = tok_aliases_load (file, &error);
  g_assert_no_error (error);
}

static void
clear_row (TokMappingFixture *fixture)
{
  if (fixture->rows == NULL)
    return;
  tok_mapping_clear (&fixture->mapped);
  g_clear_pointer (&fixture->rows, g_ptr_array_unref);
  g_clear_pointer (&fixture->csv, tok_csv_free);
}

void
tok_mapping_fixture_tear_down (TokMappingFixture *fixture,
                               gconstpointer      data)
{
  clear_row (fixture);
  tok_aliases_free (fixture->aliases);
  tok_catalog_free (fixture->catalog);
}

static void
append_field (GString    *text,
              const char *field)
{
  g_string_append_printf (text, "%s\"%s\"", text->len > 0 && text->str[text->len - 1] != '\n' ? "," : "", field);
}

/* A table of the row, in which "column=value", … NULL are different. */
static char *
row_text (va_list changes)
{
  GString *text = g_string_new (NULL);
  const char *values[G_N_ELEMENTS (columns)];

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      append_field (text, columns[i].column);
      values[i] = columns[i].value;
    }
  for (const char *change; (change = va_arg (changes, const char *)) != NULL;)
    for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
      if (g_str_has_prefix (change, columns[i].column) && change[strlen (columns[i].column)] == '=')
        values[i] = change + strlen (columns[i].column) + 1;
  g_string_append_c (text, '\n');
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    append_field (text, values[i]);
  return g_string_free (text, FALSE);
}

const TokPlan *
tok_map_row (TokMappingFixture *fixture,
             ...)
{
  TokMapper mapper = { fixture->catalog, fixture->aliases };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  va_list changes;

  va_start (changes, fixture);
  text = row_text (changes);
  va_end (changes);
  clear_row (fixture);
  fixture->csv = tok_csv_parse (text, strlen (text), &error);
  g_assert_no_error (error);
  fixture->rows = tok_rows_read (fixture->csv, &error);
  g_assert_no_error (error);
  tok_mapping_init (&fixture->mapped, &mapper, g_ptr_array_index (fixture->rows, 0));
  return &fixture->mapped.plan;
}
