/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Look-alikes of what tools print, in the form of llama-bench's Markdown and of Hugging Face's config.json. */

#include "imported.h"

#include <glib/gstdio.h>
#include <string.h>

const char *const imported_table =
  "| model                  |     size |  params | backend | ngl | fa |          test |             t/s |\n"
  "| ---------------------- | -------: | ------: | ------- | --: | -: | ------------: | --------------: |\n"
  "| llama 8B Q4_K - Medium | 4.58 GiB |  8.03 B | CUDA    |  99 |  1 |         pp512 | 7000.00 ± 70.00 |\n"
  "| llama 8B Q4_K - Medium | 4.58 GiB |  8.03 B | CUDA    |  99 |  1 |         tg128 |   140.00 ± 1.40 |\n"
  "| llama 8B Q4_K - Medium | 4.58 GiB |  8.03 B | CUDA    |  99 |  1 | tg128 @ d8192 |   120.00 ± 1.20 |\n";

const char *const imported_config =
  "{\"architectures\": [\"LlamaForCausalLM\"], \"model_type\": \"llama\", \"_name_or_path\": \"Tiny\", \"hidden_size\": 512,\n"
  " \"num_hidden_layers\": 4, \"num_attention_heads\": 8, \"num_key_value_heads\": 2, \"intermediate_size\": 1024,\n"
  " \"vocab_size\": 32000, \"torch_dtype\": \"bfloat16\", \"max_position_embeddings\": 4096}\n";

TokImport *
imported_new (TokSession *session, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  TokImport *import = tok_import_bytes (bytes, "Pasted text", tok_session_get_catalog (session), &error);

  g_assert_no_error (error);
  return import;
}

GFile *
imported_file (const char *name, const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("tokplan-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

void
imported_delete (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);

  g_file_delete (file, NULL, NULL);
  g_rmdir (g_file_peek_path (folder));
}
