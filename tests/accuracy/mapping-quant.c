/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantization names: a file type, and what to scale its file by where the catalog has only a near one. */

#include <math.h>
#include <string.h>

#include "core/units.h"
#include "mapping-private.h"

#define BITS_PER_BYTE 8.0

/* Formats that are no file type of their own: bits per weight with scales over those of the type that stands in for them
 * (physics notes 1.6). */
static const struct { const char *id; TokFileType type; double bits, type_bits; } formats[] = {
  { "MLX-4BIT-G32", TOK_FILE_MLX_4BIT, 5.0, 4.5 },
  { "MLX-5BIT-G32", TOK_FILE_MLX_5BIT, 6.0, 5.5 },
  { "MLC-Q4F16-G32", TOK_FILE_MLX_4BIT, 4.5, 4.5 },
};

static gboolean
find_format (const char *id,
             TokQuant   *quant)
{
  if (tok_file_type_from_name (id, &quant->type))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (id, formats[i].id) == 0)
      {
        quant->type = formats[i].type;
        quant->scale = formats[i].bits / formats[i].type_bits;
        return TRUE;
      }
  return FALSE;
}

/* The file size a name tells: "IQ3_S mix (15 GB)". */
static double
size_in_name (const char *name)
{
  return fmax (tok_mapping_number_before (name, " GiB") * TOK_GIB, tok_mapping_number_before (name, " GB") * TOK_GB);
}

/* Bits per weight a name or the note of its alias tells: "3.068 bpw mix", "1.75 bits per weight in the quantized matrices". */
static double
bits_in_words (const TokRow   *row,
               const TokAlias *alias)
{
  double bits = fmax (tok_mapping_number_before (row->quant, " bpw"), tok_mapping_number_before (row->quant, "bpw"));

  return bits > 0.0 || alias == NULL ? bits : tok_mapping_number_before (alias->note, " bits");
}

/* The GGUF type whose file of @model is nearest to @bytes. */
static TokFileType
nearest_type (TokArchitecture *model,
              double           bytes)
{
  TokFileType nearest = TOK_FILE_Q4_K_M;
  double distance = TOK_LARGEST;

  for (guint i = 0; i < TOK_N_FILE_TYPES; i++)
    if (tok_file_type_is_gguf (i))
      {
        g_autoptr (TokModel) candidate = tok_model_new (model, i, FALSE, 0.0);
        double away = fabs (candidate->file_bytes - bytes);

        if (away < distance)
          {
            nearest = i;
            distance = away;
          }
      }
  return nearest;
}

/* A name that is no type: by the size of the file, or by the bits it tells. */
static gboolean
find_by_size (const TokRow    *row,
              const TokAlias  *alias,
              TokArchitecture *model,
              TokQuant        *quant)
{
  double bytes = fmax (row->weights_bytes, size_in_name (row->quant));

  if (bytes <= 0.0)
    bytes = bits_in_words (row, alias) / BITS_PER_BYTE * tok_architecture_total_params (model);
  if (bytes <= 0.0)
    return FALSE;
  quant->type = nearest_type (model, bytes);
  quant->file_bytes = bytes;
  quant->exact = FALSE;
  return TRUE;
}

gboolean
tok_mapping_quant (const TokMapper *mapper,
                   const TokRow    *row,
                   TokArchitecture *model,
                   TokQuant        *quant)
{
  const TokAlias *alias = tok_aliases_find (mapper->aliases, TOK_ALIAS_QUANT, row->quant);
  const char *id = alias != NULL ? alias->id : row->quant;

  *quant = (TokQuant) { TOK_FILE_Q4_K_M, 1.0, 0.0, TRUE };
  if (id[0] == '\0' || !find_format (id, quant))
    return find_by_size (row, alias, model, quant);
  quant->file_bytes = fmax (row->weights_bytes, size_in_name (row->quant));
  quant->exact = alias == NULL || !tok_alias_is (alias, "nearest") || row->weights_bytes > 0.0;
  return TRUE;
}
