/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GGUF files of a folder: the shards of a split model are gathered by their names. */

#include "formats/gguf-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/file-read.h"
#include "formats/file-start.h"

/* Where a shard of a set lies. */
typedef struct
{
  GFile *folder;       /* NULL: the name says nothing */
  char  *prefix;       /* before "-00001-of-00003.gguf" */
  guint  index, count; /* index from 1 */
} ShardName;

static void
shard_name_clear (ShardName *self)
{
  g_clear_object (&self->folder);
  g_free (self->prefix);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ShardName, shard_name_clear)

void
tok_gguf_refuse_start (const guint8 *start,
                       gsize         length,
                       GError      **error)
{
  const char *reason = tok_file_start_refusal (start, length);

  if (reason == NULL)
    reason = _("The file does not begin with “GGUF”: it is no model, or a later part of one that was cut; join the parts first.");
  g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VERSION, reason);
}

static gboolean
parse_digits (const char *text, guint n_digits, guint *number)
{
  *number = 0;
  for (guint i = 0; i < n_digits; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return FALSE;
      *number = *number * 10 + (guint) (text[i] - '0');
    }
  return TRUE;
}

/* "NAME-00002-of-00003.gguf" of llama-gguf-split. */
static void
parse_shard_name (GFile *file, ShardName *shard)
{
  static const char form[] = "-00000-of-00000.gguf";
  const gsize form_length = sizeof form - 1;
  g_autofree char *name = g_file_get_basename (file);
  gsize length = name != NULL ? strlen (name) : 0;
  const char *end;

  *shard = (ShardName) { NULL, NULL, 0, 0 };
  if (length <= form_length)
    return;
  end = name + length - form_length;
  if (end[0] != '-' || strncmp (end + 6, "-of-", 4) != 0 || g_ascii_strcasecmp (end + 15, ".gguf") != 0
      || !parse_digits (end + 1, 5, &shard->index) || !parse_digits (end + 10, 5, &shard->count)
      || shard->index == 0 || shard->index > shard->count || shard->count > TOK_GGUF_MOST_SHARDS)
    return;
  shard->folder = g_file_get_parent (file);
  shard->prefix = g_strndup (name, length - form_length);
}

static TokGguf *
read_one (GFile *file, gsize table_bytes, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInputStream) stream = tok_file_open (file, cancellable, error);
  g_autoptr (GFileInfo) info = NULL;

  if (stream == NULL)
    return NULL;
  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable, error);
  if (info == NULL)
    return NULL;
  return tok_gguf_read_within (G_INPUT_STREAM (stream), (guint64) MAX (g_file_info_get_size (info), 0), table_bytes, cancellable,
                               error);
}

static char *
shard_file_name (const ShardName *shard, guint index)
{
  return g_strdup_printf ("%s-%05u-of-%05u.gguf", shard->prefix, index, shard->count);
}

/* Moves the tensors of @shard to @self. */
static void
add_shard (TokGguf *self, const TokGguf *shard)
{
  guint32 first_name = (guint32) self->names->len;

  g_string_append_len (self->names, shard->names->str, (gssize) shard->names->len);
  for (guint i = 0; i < shard->tensors->len; i++)
    {
      TokGgufTensor tensor = g_array_index (shard->tensors, TokGgufTensor, i);

      tensor.name += first_name;
      g_array_append_val (self->tensors, tensor);
    }
  self->data_bytes += shard->data_bytes;
  self->file_bytes += shard->file_bytes;
  self->missing_bytes += shard->missing_bytes;
}

/* What is wrong with the part @name is not wrong with the file that was opened. */
static void
refuse_part (const char *name, const GError *reason, GError **error)
{
  g_autoptr (GError) told = NULL;

  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_set_error_literal (error, reason->domain, reason->code, reason->message);
  else if (reason->domain == G_IO_ERROR)
    {
      tok_file_set_unreadable (&told, name, reason);
      g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, told->message);
    }
  else
    g_set_error (error, reason->domain, reason->code, _("The part “%s”: %s"), name, reason->message);
}

/* A shard that is missing is noted, one that cannot be read is an error. */
static gboolean
gather_shard (TokGguf *self, const ShardName *set, guint index, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = shard_file_name (set, index);
  g_autoptr (GFile) file = g_file_get_child (set->folder, name);
  g_autoptr (GError) reason = NULL;
  g_autoptr (TokGguf) shard = read_one (file, TOK_GGUF_MOST_TABLE_BYTES - tok_gguf_table_bytes (self), cancellable, &reason);

  if (shard == NULL && g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_ptr_array_add (self->missing_shards, g_steal_pointer (&name));
      return TRUE;
    }
  if (shard == NULL)
    {
      refuse_part (name, reason, error);
      return FALSE;
    }
  if (shard->split_count != self->split_count || shard->split_index != index - 1)
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                   _("The part “%s” is of another set, or renamed; fetch it again."), name);
      return FALSE;
    }
  add_shard (self, shard);
  return TRUE;
}

static gboolean
gather_shards (TokGguf *self, const ShardName *set, GCancellable *cancellable, GError **error)
{
  const char *twice;
  g_autofree char *shown = NULL;

  for (guint index = 2; index <= self->split_count; index++)
    if (set->folder == NULL || set->count != self->split_count)
      g_ptr_array_add (self->missing_shards, g_strdup_printf ("*-%05u-of-%05u.gguf", index, self->split_count));
    else if (!gather_shard (self, set, index, cancellable, error))
      return FALSE;
  twice = tok_gguf_sort_tensors (self);
  self->kind = tok_gguf_find_kind (self);
  if (twice == NULL)
    return TRUE;
  shown = tok_gguf_shown_name (twice, TOK_GGUF_SHOWN_BYTES);
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX,
               _("The tensor “%s” is in two parts of the set; fetch them again."), shown);
  return FALSE;
}

/* The first shard of the set, which alone has the metadata. */
static TokGguf *
read_first (const TokGguf *self, const ShardName *set, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (TokGguf) first = NULL;
  g_autoptr (GError) reason = NULL;

  if (set->folder != NULL)
    {
      name = shard_file_name (set, 1);
      file = g_file_get_child (set->folder, name);
      first = read_one (file, TOK_GGUF_MOST_TABLE_BYTES - tok_gguf_table_bytes (self), cancellable, &reason);
    }
  if (reason != NULL && !g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      refuse_part (name, reason, error);
      return NULL;
    }
  if (first != NULL && first->split_index == 0 && first->split_count == self->split_count)
    return g_steal_pointer (&first);
  if (name == NULL)
    name = g_strdup_printf ("*-00001-of-%05u.gguf", self->split_count);
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
               _("This is part %u of %u, and only part 1 says what the model is; put “%s” beside it, or open that."),
               self->split_index + 1, self->split_count, name);
  return NULL;
}

TokGguf *
tok_gguf_load (GFile        *file,
               GCancellable *cancellable,
               GError      **error)
{
  g_autoptr (TokGguf) self = read_one (file, TOK_GGUF_MOST_TABLE_BYTES, cancellable, error);
  g_auto (ShardName) set = { NULL, NULL, 0, 0 };

  if (self == NULL || self->split_count <= 1)
    return g_steal_pointer (&self);
  parse_shard_name (file, &set);
  if (self->split_index > 0)
    {
      TokGguf *first = read_first (self, &set, cancellable, error);

      if (first == NULL)
        return NULL;
      tok_gguf_free (self);
      self = first;
    }
  return gather_shards (self, &set, cancellable, error) ? g_steal_pointer (&self) : NULL;
}
