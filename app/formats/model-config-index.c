/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index of safetensors files: how many bytes all tensors of a model have.
 *
 * What it counts as parameters are elements of the files, of which one of a packed tensor (32 bit integers) holds several weights,
 * so that the number of weights comes from the shape and only the bytes from here. */

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "formats/json-read.h"
#include "formats/model-config-private.h"

#define MOST_BYTES 1e15
/* Parts that see, scales and weights left out of the inventory explain less than this factor. */
#define LARGEST_RATIO 1.41

static gboolean
is_plain (TokFileType type)
{
  return type == TOK_FILE_F32 || type == TOK_FILE_F16 || type == TOK_FILE_BF16;
}

static gboolean
has_parts_besides_text (JsonObject *weight_map)
{
  static const char *const parts[] = {
    "vision_tower.", "visual.", "vision_model.", "audio_tower.", "vision_encoder.", "mm_projector.",
  };
  g_autoptr (GList) names = json_object_get_members (weight_map);

  for (GList *at = names; at != NULL; at = at->next)
    for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
      if (strstr (at->data, parts[i]) != NULL)
        return TRUE;
  return FALSE;
}

/* What files of so many bits a weight are, when the config calls them plain numbers: that they are quantized can stand in a file of
 * its own. */
static void
check_bits (TokConfigReading *reading, TokModelFile *file)
{
  static const TokFileType types[] = { TOK_FILE_F32, TOK_FILE_BF16, TOK_FILE_FP8, TOK_FILE_NVFP4 };
  double bits = 8.0 * file->file_bytes / tok_architecture_total_params (reading->architecture);
  double of_type = 8.0 * tok_tensor_type_bytes_per_element (tok_file_type_base (file->file_type));

  if (file->weights != NULL || !is_plain (file->file_type) || fabs (log (bits / of_type)) < log (LARGEST_RATIO))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      of_type = 8.0 * tok_tensor_type_bytes_per_element (tok_file_type_base (types[i]));
      if (fabs (log (bits / of_type)) < log (LARGEST_RATIO))
        file->file_type = types[i];
    }
  tok_config_note (reading, _("The files have %.1f bits a weight, which the config does not explain; %s is assumed."),
                   bits, tok_file_type_name (file->file_type));
}

void
tok_config_read_index (TokConfigReading *reading,
                       TokModelFile     *file)
{
  JsonObject *index = reading->beside->index, *weight_map;

  if (index == NULL || reading->error != NULL)
    return;
  if (tok_json_has (index, "metadata.total_size")
      && !tok_json_read_double (index, "metadata.total_size", 0, MOST_BYTES, &file->file_bytes, &reading->error))
    return;
  if (file->file_bytes > 0.0)
    check_bits (reading, file);
  if (tok_json_has (index, "weight_map") && tok_json_read_object (index, "weight_map", &weight_map, &reading->error)
      && has_parts_besides_text (weight_map) && file->file_bytes > 0.0)
    tok_config_note (reading, _("The size of the files includes the parts that see or hear."));
}
