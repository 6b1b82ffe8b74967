/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tensor table of a GGUF file: order, sizes, and what kind of file it makes. */

#include "formats/gguf-private.h"

#include <string.h>

#include "formats/gguf-types.h"

const char *
tok_gguf_tensor_name (const TokGguf       *gguf,
                      const TokGgufTensor *tensor)
{
  return gguf->names->str + tensor->name;
}

double
tok_gguf_tensor_elements (const TokGgufTensor *tensor)
{
  return (double) tensor->dimensions[0] * (double) tensor->dimensions[1] * (double) tensor->dimensions[2];
}

/* What would break a line or turn its direction. */
static gboolean
is_control (gunichar character)
{
  GUnicodeType type = g_unichar_type (character);

  return type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT || type == G_UNICODE_LINE_SEPARATOR
         || type == G_UNICODE_PARAGRAPH_SEPARATOR;
}

char *
tok_gguf_shown_name (const char *name,
                     gsize       most_bytes)
{
  g_autoptr (GString) shown = g_string_new (NULL);

  for (const char *at = name; *at != '\0' && (gsize) (g_utf8_next_char (at) - name) <= most_bytes; at = g_utf8_next_char (at))
    if (is_control (g_utf8_get_char (at)))
      g_string_append_c (shown, '?');
    else
      g_string_append_len (shown, at, g_utf8_next_char (at) - at);
  return g_string_free (g_steal_pointer (&shown), FALSE);
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TokGguf *gguf = user_data;

  return strcmp (tok_gguf_tensor_name (gguf, a), tok_gguf_tensor_name (gguf, b));
}

/* Sorting finds doubles in n log n whatever the names; a hash table can be made slow by them. */
const char *
tok_gguf_sort_tensors (TokGguf *gguf)
{
  g_array_sort_with_data (gguf->tensors, compare_names, gguf);
  for (guint i = 1; i < gguf->tensors->len; i++)
    {
      const TokGgufTensor *tensor = &g_array_index (gguf->tensors, TokGgufTensor, i);

      if (compare_names (tensor - 1, tensor, gguf) == 0)
        return tok_gguf_tensor_name (gguf, tensor);
    }
  return NULL;
}

static int
compare_offsets (gconstpointer a, gconstpointer b)
{
  const TokGgufTensor *left = a, *right = b;

  return (left->offset > right->offset) - (left->offset < right->offset);
}

/* Types nobody knows take the room up to the next tensor: too much by no more than the alignment.  So do those whose number was
 * given to several in turn, and which do not fill their room; behind the last tensor there can be anything. */
static double
bytes_of (const TokGgufTensor *tensor, guint64 room, gboolean is_last, guint alignment)
{
  const guint32 first_disputed = 31;
  double bytes = tok_gguf_type_bytes (tensor->type, tensor->dimensions[0], tok_gguf_tensor_elements (tensor));

  if (bytes < 0.0)
    return (double) room;
  if (!is_last && tensor->type >= first_disputed && (bytes > (double) room || bytes + alignment <= (double) room))
    return (double) room;
  return bytes;
}

void
tok_gguf_size_tensors (TokGguf *gguf,
                       guint64  data_bytes)
{
  guint64 next = data_bytes;
  gboolean is_last = TRUE;

  g_array_sort (gguf->tensors, compare_offsets);
  gguf->data_bytes = 0.0;
  for (guint i = gguf->tensors->len; i-- > 0;)
    {
      TokGgufTensor *tensor = &g_array_index (gguf->tensors, TokGgufTensor, i);

      tensor->bytes = bytes_of (tensor, next > tensor->offset ? next - tensor->offset : 0, is_last, gguf->alignment);
      gguf->data_bytes += tensor->bytes;
      if (i > 0 && g_array_index (gguf->tensors, TokGgufTensor, i - 1).offset < tensor->offset)
        {
          next = tensor->offset;
          is_last = FALSE;
        }
    }
}

static gboolean
any_tensor_ends_with (const TokGguf *gguf, const char *end)
{
  for (guint i = 0; i < gguf->tensors->len; i++)
    if (g_str_has_suffix (tok_gguf_tensor_name (gguf, &g_array_index (gguf->tensors, TokGgufTensor, i)), end))
      return TRUE;
  return FALSE;
}

gboolean
tok_gguf_is_diffusion (const TokGguf *gguf)
{
  static const char *const names[] = { "dream", "llada", "llada-moe", "rnd1", NULL };

  return g_strv_contains (names, gguf->architecture);
}

static gboolean
is_encoder (const TokGguf *gguf)
{
  static const char *const names[] = {
    "bert", "eurobert", "gemma-embedding", "jina-bert-v2", "jina-bert-v3", "llama-embed", "modern-bert", "neo-bert", "nomic-bert",
    "nomic-bert-moe", "t5encoder", NULL,
  };
  g_autofree char *causal = g_strconcat (gguf->architecture, ".attention.causal", NULL);

  if (tok_gguf_is_diffusion (gguf))
    return FALSE;
  return g_strv_contains (names, gguf->architecture) || tok_gguf_number (gguf, causal, 1.0) == 0.0;
}

TokGgufKind
tok_gguf_find_kind (const TokGguf *gguf)
{
  const char *type = tok_gguf_text (gguf, "general.type");

  if (type == NULL)
    type = "model";
  if (strcmp (type, "adapter") == 0 || tok_gguf_value (gguf, "adapter.type") != NULL || any_tensor_ends_with (gguf, ".lora_a"))
    return TOK_GGUF_ADAPTER;
  if (strcmp (type, "imatrix") == 0 || tok_gguf_value (gguf, "imatrix.chunk_count") != NULL
      || any_tensor_ends_with (gguf, ".in_sum2"))
    return TOK_GGUF_IMATRIX;
  if (strcmp (type, "mmproj") == 0 || strcmp (type, "clip-vision") == 0 || strcmp (gguf->architecture, "clip") == 0)
    return TOK_GGUF_PROJECTOR;
  if (gguf->tensors->len == 0 && gguf->split_count <= 1)
    return TOK_GGUF_VOCABULARY;
  return is_encoder (gguf) ? TOK_GGUF_ENCODER : TOK_GGUF_MODEL;
}
