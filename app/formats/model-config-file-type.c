/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the weights of a config's model are stored in: plain numbers, or a quantization with its exceptions. */

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "formats/model-config-private.h"
#include "formats/model-config-quantization.h"

#define BITS_OF_BYTE 8.0
/* A format that is further away from the one named is told. */
#define NOTABLE_BITS 0.1
#define MOST_WORDS 32

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
  if (name[0] == '\0')
    name = tok_config_object_text (reading->root, "dtype");
  if (name[0] == '\0')
    name = tok_config_object_text (reading->root, "torch_dtype");
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (types[i].name, g_str_has_prefix (name, "torch.") ? name + strlen ("torch.") : name))
      return types[i].type;
  tok_config_note (reading, _("The file does not say what numbers the weights are stored as; 16 bits each are assumed."));
  return TOK_FILE_BF16;
}

/* NVIDIA's repositories tell how a model was quantized in a file beside the config, and in their names. */
static gboolean
find_type_in_name (TokConfigReading *reading, TokFileType *type)
{
  g_auto (GStrv) words = g_strsplit_set (reading->name, "-_. ", MOST_WORDS);

  for (guint i = 0; words[i] != NULL; i++)
    if (tok_file_type_from_name (words[i], type) && !tok_file_type_is_gguf (*type))
      {
        tok_config_note (reading, _("The model's name says %s, of which the config says nothing; it is assumed."), words[i]);
        return TRUE;
      }
  return FALSE;
}

static double
average_bits (const TokModelWeights *weights)
{
  TokWeightSum total = tok_model_weights_total (weights, FALSE);

  return (total.bytes - weights->lookup.bytes) * BITS_OF_BYTE / MAX (total.elements - weights->lookup.elements, 1.0);
}

/* MLX stores everything alike unless told otherwise, so that the average is what a file of one kind would have. */
static TokFileType
nearest_mlx (double bits)
{
  static const TokFileType types[] = {
    TOK_FILE_EXL_2_5, TOK_FILE_MLX_3BIT, TOK_FILE_MLX_4BIT, TOK_FILE_MLX_5BIT, TOK_FILE_MLX_6BIT, TOK_FILE_MLX_8BIT, TOK_FILE_BF16,
  };
  TokFileType nearest = types[0];
  double least = G_MAXDOUBLE;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      double of_type = BITS_OF_BYTE * tok_tensor_type_bytes_per_element (tok_file_type_base (types[i]));

      if (fabs (of_type - bits) < least)
        nearest = types[i];
      least = MIN (least, fabs (of_type - bits));
    }
  return nearest;
}

static TokFileType
type_of_format (TokConfigReading *reading, const TokConfigQuantization *quantization)
{
  gboolean is_moe = tok_architecture_is_moe (reading->architecture);

  switch (quantization->format.type)
    {
    case TOK_TENSOR_NVFP4:
      return TOK_FILE_NVFP4;
    case TOK_TENSOR_MXFP4:
      return is_moe && !quantization->is_mlx ? TOK_FILE_MXFP4_MOE : TOK_FILE_MLX_MXFP4;
    case TOK_TENSOR_FP8:
      return quantization->is_float ? TOK_FILE_FP8 : TOK_FILE_INT8;
    case TOK_TENSOR_INT4_G32:
      return TOK_FILE_GPTQ_G32;
    case TOK_TENSOR_INT4_G128:
      return quantization->is_awq ? TOK_FILE_AWQ : TOK_FILE_GPTQ;
    case TOK_TENSOR_EXL_2_5:
      return TOK_FILE_EXL_2_5;
    case TOK_TENSOR_EXL_3_0:
      return TOK_FILE_EXL_3_0;
    case TOK_TENSOR_EXL_4_0:
      return TOK_FILE_EXL_4_0;
    case TOK_TENSOR_EXL_5_0:
      return TOK_FILE_EXL_5_0;
    case TOK_TENSOR_EXL_6_0:
      return TOK_FILE_EXL_6_0;
    case TOK_TENSOR_TQ2_0:
      return TOK_FILE_TQ2_0;
    default:
      return TOK_FILE_BF16;
    }
}

static void
note_format (TokConfigReading *reading, double bits, TokFileType type)
{
  double of_type = BITS_OF_BYTE * tok_tensor_type_bytes_per_element (tok_file_type_base (type));

  if (fabs (bits - of_type) > NOTABLE_BITS)
    tok_config_note (reading, _("A weight takes %.2f bits; the nearest format known here is %s."), bits, tok_file_type_name (type));
}

static void
take_quantization (TokConfigReading *reading, const TokConfigQuantization *quantization, TokModelFile *file)
{
  guint matrices = quantization->is_mlx ? TOK_MATRICES_ALL : TOK_MATRICES_LAYERS;
  gboolean is_mixed = tok_config_storage_is_mixed (quantization->storage, matrices, quantization->format);
  TokModelWeights *weights = tok_config_storage_weigh (quantization->storage);
  double bits = average_bits (weights);

  file->file_type = quantization->is_mlx && quantization->format.type != TOK_TENSOR_MXFP4 ? nearest_mlx (bits)
                                                                                       : type_of_format (reading, quantization);
  if (!is_mixed)
    {
      note_format (reading, quantization->format.bits, file->file_type);
      tok_model_weights_unref (weights);
      return;
    }
  weights->file_type = file->file_type;
  file->weights = weights;
  file->file_bytes = tok_model_weights_total (weights, TRUE).bytes;
  tok_config_note (reading, _("Not all parts are quantized alike: %.2f bits a weight on average.  "
                              "Each part is counted as it is stored."),
                   bits);
}

void
tok_config_read_file_type (TokConfigReading *reading,
                           TokModelFile     *file)
{
  g_auto (TokConfigQuantization) quantization = { .storage = NULL };

  if (tok_config_read_quantization (reading, &quantization))
    take_quantization (reading, &quantization, file);
  else if (!find_type_in_name (reading, &file->file_type))
    file->file_type = type_of_numbers (reading);
}
