/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Field tables between JSON and structs. */

#include "formats/field.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/error.h"
#include "formats/json-read.h"

#define MOST_TEXTS 64
#define LONGEST_CHOICE 64    /* bytes; of a name in a file, known or not */

static double
unit_of (const TokField *field)
{
  return field->unit > 0.0 ? field->unit : 1.0;
}

static void
set_text (const TokField *field, const char *text, gpointer record)
{
  char **place = G_STRUCT_MEMBER_P (record, field->offset);

  g_free (*place);
  *place = g_strdup (text);
}

static gboolean
read_number (const TokField *field, JsonObject *object, gpointer record, GError **error)
{
  double value, minimum = field->zero_is_unknown ? 0.0 : field->minimum;

  if (!tok_json_read_double (object, field->path, minimum, field->maximum, &value, error)
      || (value != 0.0 && !tok_json_read_double (object, field->path, field->minimum, field->maximum, &value, error)))
    return FALSE;
  G_STRUCT_MEMBER (double, record, field->offset) = value * unit_of (field);
  return TRUE;
}

static gboolean
read_whole (const TokField *field, JsonObject *object, gpointer record, GError **error)
{
  double value;

  if (!tok_json_read_whole (object, field->path, field->minimum, field->maximum, &value, error))
    return FALSE;
  G_STRUCT_MEMBER (guint, record, field->offset) = (guint) value;
  return TRUE;
}

static gsize
common_start (const char *text, const char *other)
{
  gsize length = 0;

  while (text[length] != '\0' && text[length] == other[length])
    length++;
  return length;
}

/* The one that starts most like @name. */
static const char *
nearest_choice (const TokField *field, const char *name)
{
  const char *nearest = field->name (0);

  for (guint i = 1; i < field->n_names; i++)
    if (common_start (field->name (i), name) > common_start (nearest, name))
      nearest = field->name (i);
  return nearest;
}

static gboolean
read_choice (const TokField *field, JsonObject *object, gpointer record, GError **error)
{
  const char *name;

  if (!tok_json_read_string (object, field->path, LONGEST_CHOICE, &name, error))
    return FALSE;
  for (guint i = 0; i < field->n_names; i++)
    if (g_str_equal (field->name (i), name))
      {
        G_STRUCT_MEMBER (guint, record, field->offset) = i;
        return TRUE;
      }
  return tok_json_refuse (object, field->path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” cannot be “%s”, but for example “%s”."),
                          field->path, name, nearest_choice (field, name));
}

static gboolean
read_text (const TokField *field, JsonObject *object, gpointer record, GError **error)
{
  const char *text;

  if (!tok_json_read_string (object, field->path, field->type == TOK_FIELD_CHARS ? field->size - 1 : field->size, &text, error))
    return FALSE;
  if (field->type == TOK_FIELD_CHARS)
    g_strlcpy (G_STRUCT_MEMBER_P (record, field->offset), text, field->size);
  else
    set_text (field, text, record);
  return TRUE;
}

static gboolean
read_texts (const TokField *field, JsonObject *object, gpointer record, GError **error)
{
  g_autoptr (GString) joined = g_string_new (NULL);
  JsonArray *elements;

  if (!tok_json_read_array (object, field->path, MOST_TEXTS, &elements, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (elements); i++)
    {
      JsonNode *node = json_array_get_element (elements, i);

      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING
          || tok_text_has_control (json_node_get_string (node)))
        return tok_json_refuse (object, field->path, TOK_FORMAT_ERROR_VALUE, error,
                                _("“%s” must be a list of texts in quotation marks, without line breaks."), field->path);
      g_string_append_printf (joined, "%s%s", i > 0 ? ", " : "", json_node_get_string (node));
    }
  if (joined->len > field->size)
    return tok_json_refuse (object, field->path, TOK_FORMAT_ERROR_LIMIT, error,
                            _("“%s” is longer than %u bytes."), field->path, (guint) field->size);
  set_text (field, joined->str, record);
  return TRUE;
}

static gboolean
read_field (const TokField *field, JsonObject *object, gpointer record, GError **error)
{
  switch (field->type)
    {
    case TOK_FIELD_NUMBER:
      return read_number (field, object, record, error);
    case TOK_FIELD_WHOLE:
      return read_whole (field, object, record, error);
    case TOK_FIELD_FLAG:
      return tok_json_read_boolean (object, field->path, G_STRUCT_MEMBER_P (record, field->offset), error);
    case TOK_FIELD_CHOICE:
      return read_choice (field, object, record, error);
    case TOK_FIELD_CHARS:
    case TOK_FIELD_TEXT:
      return read_text (field, object, record, error);
    case TOK_FIELD_TEXTS:
      return read_texts (field, object, record, error);
    default:
      g_assert_not_reached ();
    }
}

gboolean
tok_fields_read (const TokField *fields,
                 guint           n_fields,
                 JsonObject     *object,
                 gpointer        record,
                 GError        **error)
{
  for (guint i = 0; i < n_fields; i++)
    if ((fields[i].is_required || tok_json_has (object, fields[i].path)) && !read_field (&fields[i], object, record, error))
      return FALSE;
  return TRUE;
}

gboolean
tok_fields_have (const TokField *fields,
                 guint           n_fields,
                 const char     *name)
{
  gsize length = strlen (name);

  for (guint i = 0; i < n_fields; i++)
    if (strncmp (fields[i].path, name, length) == 0 && (fields[i].path[length] == '\0' || fields[i].path[length] == '.'))
      return TRUE;
  return FALSE;
}

static JsonNode *
texts_node (const char *joined)
{
  g_auto (GStrv) texts = g_strsplit (joined, ", ", -1);
  g_autoptr (JsonArray) array = json_array_new ();

  for (guint i = 0; texts[i] != NULL; i++)
    json_array_add_string_element (array, texts[i]);
  return json_node_init_array (json_node_alloc (), array);
}

static const char *
text_at (const TokField *field, const void *place)
{
  return field->type == TOK_FIELD_CHARS ? place : *(char *const *) place;
}

/* Texts are left out when there is none. */
static gboolean
is_same (const TokField *field, const void *place, const void *other)
{
  const char *text;

  switch (field->type)
    {
    case TOK_FIELD_NUMBER:
      return *(const double *) place == *(const double *) other;
    case TOK_FIELD_WHOLE:
    case TOK_FIELD_FLAG:
    case TOK_FIELD_CHOICE:
      return *(const guint *) place == *(const guint *) other;
    case TOK_FIELD_CHARS:
    case TOK_FIELD_TEXT:
    case TOK_FIELD_TEXTS:
    default:
      text = text_at (field, place);
      return text == NULL || text[0] == '\0';
    }
}

/* NULL when @record has the same as @fallback. */
static JsonNode *
field_node (const TokField *field, gconstpointer record, gconstpointer fallback)
{
  const void *place = (const char *) record + field->offset, *other = (const char *) fallback + field->offset;

  if (is_same (field, place, other))
    return NULL;
  switch (field->type)
    {
    case TOK_FIELD_NUMBER:
      return json_node_init_double (json_node_alloc (), *(const double *) place / unit_of (field));
    case TOK_FIELD_WHOLE:
      return json_node_init_int (json_node_alloc (), *(const guint *) place);
    case TOK_FIELD_FLAG:
      return json_node_init_boolean (json_node_alloc (), *(const gboolean *) place);
    case TOK_FIELD_CHOICE:
      return json_node_init_string (json_node_alloc (), field->name (*(const guint *) place));
    case TOK_FIELD_TEXTS:
      return texts_node (text_at (field, place));
    case TOK_FIELD_CHARS:
    case TOK_FIELD_TEXT:
    default:
      return json_node_init_string (json_node_alloc (), text_at (field, place));
    }
}

/* The object that holds the last name of @path, made on the way; @name is that last name. */
static JsonObject *
parent_object (JsonObject *object, const char *path, const char **name)
{
  const char *dot;

  for (*name = path; (dot = strchr (*name, '.')) != NULL; *name = dot + 1)
    {
      g_autofree char *part = g_strndup (*name, (gsize) (dot - *name));

      if (!json_object_has_member (object, part))
        json_object_set_object_member (object, part, json_object_new ());
      object = json_object_get_object_member (object, part);
    }
  return object;
}

void
tok_fields_write (const TokField *fields,
                  guint           n_fields,
                  gconstpointer   record,
                  gconstpointer   fallback,
                  JsonObject     *object)
{
  for (guint i = 0; i < n_fields; i++)
    {
      JsonNode *node = field_node (&fields[i], record, fallback);
      const char *name;

      if (node != NULL)
        {
          JsonObject *parent = parent_object (object, fields[i].path, &name);

          json_object_set_member (parent, name, node);
        }
    }
}
