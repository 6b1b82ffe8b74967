/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names by llama.cpp: llama_model_ftype_name() in src/llama-model-loader.cpp, backends by their registrations. */

#include "formats/bench-words.h"

#include <string.h>

#include "core/file-type.h"

#define LONGEST_WORD 40u

double
tok_file_type_from_words (const char *words)
{
  static const struct { const char *words; const char *suffix; } sizes[] = {
    { " - Small", "_S" }, { " - Medium", "_M" }, { " - Large", "_L" },
  };
  double found = TOK_AUTO;

  for (const char *at = words + strspn (words, " ("); *at != '\0';)
    {
      gsize length = strcspn (at, " ()");
      char name[LONGEST_WORD + 3];
      TokFileType type;

      if (length > 1 && length <= LONGEST_WORD)
        {
          g_strlcpy (name, at, length + 1);
          if (tok_file_type_from_name (name, &type))
            found = type;
          for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
            if (g_str_has_prefix (at + length, sizes[i].words))
              {
                g_strlcat (name, sizes[i].suffix, sizeof name);
                if (tok_file_type_from_name (name, &type))
                  found = type;
              }
        }
      at += length;
      at += strspn (at, " ()");
    }
  return found;
}

double
tok_engine_from_words (const char *words)
{
  static const struct { const char *word; TokEngine engine; } engines[] = {
    { "cuda", TOK_ENGINE_LLAMA_CUDA }, { "rocm", TOK_ENGINE_LLAMA_ROCM }, { "hip", TOK_ENGINE_LLAMA_ROCM },
    { "vulkan", TOK_ENGINE_LLAMA_VULKAN }, { "metal", TOK_ENGINE_LLAMA_METAL }, { "mtl", TOK_ENGINE_LLAMA_METAL },
    { "sycl", TOK_ENGINE_LLAMA_SYCL }, { "cpu", TOK_ENGINE_LLAMA_CPU }, { "blas", TOK_ENGINE_LLAMA_CPU },
  };
  g_autofree char *lower = g_ascii_strdown (words, (gssize) strnlen (words, 200));

  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    if (strstr (lower, engines[i].word) != NULL)
      return engines[i].engine;
  return TOK_AUTO;
}

/* First builds of the years: b1742, b4397 and b7588 were tagged on the last days of 2023, 2024 and 2025. */
double
tok_year_from_build (double number)
{
  static const struct { double first; double year; } years[] = {
    { 7588.0, 2026.0 }, { 4397.0, 2025.0 }, { 1742.0, 2024.0 }, { 1000.0, 2023.0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (years); i++)
    if (number >= years[i].first)
      return years[i].year;
  return TOK_AUTO;
}

double
tok_choice_from_name (TokParam    param,
                      const char *name)
{
  const TokParamInfo *info = tok_plan_param_info (param);

  for (guint i = 0; i <= (guint) info->maximum; i++)
    if (g_ascii_strcasecmp (info->choice_name (i), name) == 0)
      return i;
  return TOK_AUTO;
}
