/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index of safetensors files: how many bytes all tensors of a model have.
 *
 * What it counts as parameters are elements of the files, of which one of a packed tensor (32 bit integers) holds several weights,
 * so that the number of weights comes from the shape and only the bytes from here. */

#include <glib/gi18n.h>
#include <string.h>

#include "formats/json-read.h"
#include "formats/model-config-private.h"

#define MOST_BYTES 1e15

static gboolean
has_parts_besides_text (JsonObject *weight_map)
{
  static const char *const parts[] = { "vision_tower.", "visual.", "vision_model.", "audio_tower.", "vision_encoder.", "mm_projector." };
  g_autoptr (GList) names = json_object_get_members (weight_map);

  for (GList *at = names; at != NULL; at = at->next)
    for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
      if (strstr (at->data, parts[i]) != NULL)
        return TRUE;
  return FALSE;
}

void
tok_config_read_index (TokConfigReading *reading,
                       JsonObject       *index,
                       TokModelFile     *file)
{
  JsonObject *weight_map;

  if (index == NULL || reading->error != NULL)
    return;
  if (tok_json_has (index, "metadata.total_size")
      && !tok_json_read_double (index, "metadata.total_size", 0, MOST_BYTES, &file->file_bytes, &reading->error))
    return;
  if (tok_json_has (index, "weight_map") && tok_json_read_object (index, "weight_map", &weight_map, &reading->error)
      && has_parts_besides_text (weight_map) && file->file_bytes > 0.0)
    tok_config_note (reading, _("The size of the files includes the parts that see or hear."));
}
