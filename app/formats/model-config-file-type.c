/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the weights of a config's model are stored in. */

#include <glib/gi18n.h>

#include "formats/model-config-private.h"

static TokFileType
type_of_numbers (TokConfigReading *reading)
{
  const struct { const char *name; TokFileType type; } types[] = {
    { "bfloat16", TOK_FILE_BF16 }, { "float16", TOK_FILE_F16 }, { "half", TOK_FILE_F16 }, { "float32", TOK_FILE_F32 },
    { "float", TOK_FILE_F32 },
  };
  const char *name = tok_config_text (reading, "dtype");

  if (name[0] == '\0')
    name = tok_config_text (reading, "torch_dtype");
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (types[i].name, name))
      return types[i].type;
  tok_config_note (reading, _("The file does not say what numbers the weights are stored as; 16 bits each are assumed."));
  return TOK_FILE_BF16;
}

void
tok_config_read_file_type (TokConfigReading *reading,
                           TokModelFile     *file)
{
  file->file_type = type_of_numbers (reading);
}
