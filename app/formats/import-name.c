/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tools print "llama 8B Q4_K - Medium" (llama-bench: architecture, size, file type), "llama3.1:8b-instruct-q4_K_M" (Ollama),
 * "unsloth/Qwen3-8B-GGUF:Q8_0" and "Qwen3-30B-A3B-UD-Q4_K_XL.gguf". */

#include "formats/import-name.h"

#include <string.h>

#include "core/search-words.h"

#define BETWEEN_PARTS " -_:(),."
#define SHORTEST_FAMILY 3u

/* In many names, and of no model. */
static const char *const noise[] = {
  "instruct", "it", "chat", "gguf", "hf", "base", "latest", "moe", "all", "imat", "imatrix", "language", "model", "text", "guessed", NULL,
};

/* How the name of a file type begins; a digit stands for "#". */
static const char *const type_starts[] = {
  "q#", "iq#", "tq#", "bf16", "f16", "f32", "fp16", "fp32", "fp8", "fp4", "mxfp4", "nvfp4", "awq", "gptq", "exl#", "mostly", "ud",
  "#bit", "int#", "w#a", NULL,
};

/* llama.cpp's names of architectures whose words are not those of their models. */
static const struct { const char *start, *words; } architectures[] = {
  { "qwen35", "qwen3.5 " },
  { "qwen3vl", "qwen3 vl " },
  { "ernie4_5", "ernie 4.5 " },
  { "glm4moe", "glm 4.5 " },
};

/* Families of the catalog whose files say "llama". */
static const char *const llama_families[] = {
  "llama1", "llama2", "llama3", "mistral", "yi", "deepseek", "smollm2", "falcon3", "internlm", NULL,
};

static gboolean
starts_like (const char *word, const char *start)
{
  for (; *start != '\0'; word++, start++)
    if (*start == '#' ? !g_ascii_isdigit (*word) : *word != *start)
      return FALSE;
  return TRUE;
}

static gboolean
is_file_type (const char *word)
{
  for (guint i = 0; type_starts[i] != NULL; i++)
    if (starts_like (word, type_starts[i]))
      return TRUE;
  return FALSE;
}

/* In place. */
static void
cut_file_type (char *name)
{
  for (char *at = name; *at != '\0';)
    {
      if (is_file_type (at))
        {
          *at = '\0';
          return;
        }
      at += strcspn (at, BETWEEN_PARTS);
      at += strspn (at, BETWEEN_PARTS);
    }
}

/* "30b.a3b", "17bx16e" */
static void
part_sizes (char *name)
{
  for (char *at = name; at[0] != '\0' && at[1] != '\0'; at++)
    if (at[0] == 'b' && ((at[1] == '.' && at[2] == 'a') || (at[1] == 'x' && g_ascii_isdigit (at[2]))))
      at[1] = ' ';
}

static char *
spell_architecture (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (architectures); i++)
    if (g_str_has_prefix (name, architectures[i].start))
      return g_strconcat (architectures[i].words, name + strlen (architectures[i].start), NULL);
  return g_strdup (name);
}

GStrv
tok_import_name_words (const char *name)
{
  const char *slash = strrchr (name, '/');
  g_autofree char *lower = g_ascii_strdown (slash != NULL ? slash + 1 : name, -1);
  g_autofree char *spelled = NULL;
  GStrv words;
  guint n = 0;

  cut_file_type (lower);
  part_sizes (lower);
  spelled = spell_architecture (lower);
  words = tok_search_words (spelled);
  for (guint i = 0; words[i] != NULL; i++)
    if (g_strv_contains (noise, words[i]))
      g_free (words[i]);
    else
      words[n++] = words[i];
  words[n] = NULL;
  return words;
}

gboolean
tok_import_name_has_size (GStrv words)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *at = words[i] + (words[i][0] == 'a' || words[i][0] == 'e');
      gsize length = strspn (at, "0123456789.x");

      if (length > 0 && (at[length] == 'b' || at[length] == 'm') && at[length + 1] == '\0')
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_like (const char *word, const char *other)
{
  gsize length = MIN (strlen (word), strlen (other));

  return length >= SHORTEST_FAMILY && strncmp (word, other, length) == 0;
}

gboolean
tok_import_name_is_family (const char            *word,
                           const TokCatalogModel *entry)
{
  g_autofree char *text = g_strjoin (" ", entry->architecture->name, entry->architecture->family, entry->organization, NULL);
  g_auto (GStrv) names = tok_search_words (text);

  if (g_str_equal (word, "llama"))
    return g_strv_contains (llama_families, entry->architecture->family);
  for (guint i = 0; names[i] != NULL; i++)
    if (is_like (word, names[i]))
      return TRUE;
  return FALSE;
}
