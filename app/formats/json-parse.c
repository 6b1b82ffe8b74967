/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recursive descent over the bytes: its depth, the number of its values and their size are bounded. */

#include "formats/json-parse.h"

#include <glib/gi18n.h>

#include "formats/error.h"
#include "formats/file-read.h"
#include "formats/json-token.h"

#define LONGEST_SHOWN_NAME 60   /* characters */
#define VALUES_OF_OBJECT 4      /* an object takes the memory of that many other values */

struct _TokJson
{
  JsonNode   *root;
  GHashTable *lines;   /* JsonObject, and JsonNode of a member -> line */
  gsize       n_bytes; /* of its text, and of those it was read along with */
  guint       n_values;
};

typedef struct
{
  TokJsonCursor cursor;
  guint         depth;
  guint         n_values;
  GHashTable   *lines;
} Parser;

static JsonNode *parse_value (Parser *self);

static gboolean
parse_member (Parser *self, JsonObject *object)
{
  g_autofree char *name = NULL;
  JsonNode *value;
  guint line;

  if (!tok_json_cursor_accept (&self->cursor, '"'))
    return tok_json_cursor_fail (&self->cursor, TOK_FORMAT_ERROR_SYNTAX, _("The name of a member in quotation marks is missing."));
  line = self->cursor.line;
  name = tok_json_cursor_string (&self->cursor);
  if (name == NULL)
    return FALSE;
  if (json_object_has_member (object, name))
    {
      g_autofree char *shown = g_utf8_substring (name, 0, MIN (g_utf8_strlen (name, -1), LONGEST_SHOWN_NAME));
      g_autofree char *message = g_strdup_printf (_("“%s” is given twice."), shown);

      return tok_json_cursor_fail (&self->cursor, TOK_FORMAT_ERROR_SYNTAX, message);
    }
  if (!tok_json_cursor_accept (&self->cursor, ':'))
    return tok_json_cursor_fail (&self->cursor, TOK_FORMAT_ERROR_SYNTAX, _("The colon after the name of a member is missing."));
  value = parse_value (self);
  if (value == NULL)
    return FALSE;
  json_object_set_member (object, name, value);
  g_hash_table_insert (self->lines, value, GUINT_TO_POINTER (line));
  return TRUE;
}

/* After the opening brace. */
static JsonNode *
parse_object (Parser *self)
{
  g_autoptr (JsonObject) object = json_object_new ();

  self->n_values += VALUES_OF_OBJECT - 1;
  g_hash_table_insert (self->lines, object, GUINT_TO_POINTER (self->cursor.line));
  if (!tok_json_cursor_accept (&self->cursor, '}'))
    {
      do
        if (!parse_member (self, object))
          return NULL;
      while (tok_json_cursor_accept (&self->cursor, ','));
      if (!tok_json_cursor_accept (&self->cursor, '}'))
        {
          tok_json_cursor_fail (&self->cursor, TOK_FORMAT_ERROR_SYNTAX, _("A comma or the closing brace is missing."));
          return NULL;
        }
    }
  return json_node_init_object (json_node_alloc (), object);
}

/* After the opening bracket. */
static JsonNode *
parse_array (Parser *self)
{
  g_autoptr (JsonArray) array = json_array_new ();

  if (!tok_json_cursor_accept (&self->cursor, ']'))
    {
      do
        {
          JsonNode *element = parse_value (self);

          if (element == NULL)
            return NULL;
          json_array_add_element (array, element);
        }
      while (tok_json_cursor_accept (&self->cursor, ','));
      if (!tok_json_cursor_accept (&self->cursor, ']'))
        {
          tok_json_cursor_fail (&self->cursor, TOK_FORMAT_ERROR_SYNTAX, _("A comma or the closing bracket is missing."));
          return NULL;
        }
    }
  return json_node_init_array (json_node_alloc (), array);
}

static JsonNode *
parse_string_value (Parser *self)
{
  g_autofree char *text = tok_json_cursor_string (&self->cursor);

  return text != NULL ? json_node_init_string (json_node_alloc (), text) : NULL;
}

static JsonNode *
parse_value (Parser *self)
{
  JsonNode *value = NULL;

  if (self->depth >= TOK_JSON_MAX_DEPTH)
    tok_json_cursor_fail (&self->cursor, TOK_FORMAT_ERROR_LIMIT, _("The file is nested too deeply."));
  else if (++self->n_values > TOK_JSON_MAX_VALUES)
    tok_json_cursor_fail (&self->cursor, TOK_FORMAT_ERROR_LIMIT, _("The file holds too many values."));
  else
    {
      self->depth++;
      if (tok_json_cursor_accept (&self->cursor, '{'))
        value = parse_object (self);
      else if (tok_json_cursor_accept (&self->cursor, '['))
        value = parse_array (self);
      else if (tok_json_cursor_accept (&self->cursor, '"'))
        value = parse_string_value (self);
      else
        value = tok_json_cursor_scalar (&self->cursor);
      self->depth--;
    }
  return value;
}

static JsonNode *
parse_document (Parser *self)
{
  g_autoptr (JsonNode) root = parse_value (self);

  if (root == NULL)
    return NULL;
  tok_json_cursor_skip_space (&self->cursor);
  if (self->cursor.at < self->cursor.end)
    {
      tok_json_cursor_fail (&self->cursor, TOK_FORMAT_ERROR_SYNTAX, _("There is more text after the end of the JSON value."));
      return NULL;
    }
  return g_steal_pointer (&root);
}

static TokJson *
parse (Parser *parser, gsize room, guint *line)
{
  TokJsonCursor *cursor = &parser->cursor;
  gsize length = (gsize) (cursor->end - cursor->at);
  g_autoptr (TokJson) json = g_new0 (TokJson, 1);

  json->lines = parser->lines = g_hash_table_new (NULL, NULL);
  if (length > room)
    tok_json_cursor_fail (cursor, TOK_FORMAT_ERROR_LIMIT, _("The file is larger than 16 MiB."));
  else if (!g_utf8_validate_len (cursor->at, length, NULL))
    tok_json_cursor_fail (cursor, TOK_FORMAT_ERROR_SYNTAX, _("The file is not text in UTF-8."));
  else
    json->root = parse_document (parser);
  json->n_bytes = TOK_JSON_MAX_BYTES - room + length;
  json->n_values = parser->n_values;

  if (line != NULL)
    *line = cursor->line;
  return json->root != NULL ? g_steal_pointer (&json) : NULL;
}

TokJson *
tok_json_parse (const char *text,
                gsize       length,
                guint      *line,
                GError    **error)
{
  Parser parser = { .cursor = { .at = text, .end = text + length, .line = 1, .error = error } };

  return parse (&parser, TOK_JSON_MAX_BYTES, line);
}

TokJson *
tok_json_parse_python (const char *text,
                       gsize       length,
                       guint      *line,
                       GError    **error)
{
  Parser parser = { .cursor = { .at = text, .end = text + length, .line = 1, .takes_python = TRUE, .error = error } };

  return parse (&parser, TOK_JSON_MAX_BYTES, line);
}

TokJson *
tok_json_parse_beside (const TokJson *other,
                       const char    *text,
                       gsize          length,
                       GError       **error)
{
  Parser parser = {
    .cursor = { .at = text, .end = text + length, .line = 1, .takes_python = TRUE, .error = error }, .n_values = other->n_values,
  };

  return parse (&parser, tok_json_room (other), NULL);
}

gsize
tok_json_room (const TokJson *json)
{
  return TOK_JSON_MAX_BYTES - json->n_bytes;
}

TokJson *
tok_json_load (GFile   *file,
               GError **error)
{
  gsize length;
  g_autofree char *text = tok_file_read (file, TOK_JSON_MAX_BYTES, &length, error);
  g_autoptr (GError) reason = NULL;
  TokJson *json;
  guint line = 0;

  if (text == NULL)
    return NULL;
  json = tok_json_parse (text, length, &line, &reason);
  if (json == NULL)
    tok_format_error_set_in_file (error, file, line, reason);
  return json;
}

void
tok_json_free (TokJson *json)
{
  g_clear_pointer (&json->root, json_node_unref);
  g_hash_table_unref (json->lines);
  g_free (json);
}

JsonNode *
tok_json_root (TokJson *json)
{
  return json->root;
}

JsonObject *
tok_json_object (TokJson     *json,
                 const char  *name,
                 GError     **error)
{
  if (JSON_NODE_HOLDS_OBJECT (json->root))
    return json_node_get_object (json->root);
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, _("“%s” must be an object with members in braces."), name);
  return NULL;
}

guint
tok_json_line (const TokJson *json,
               JsonObject    *object)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (json->lines, object));
}

guint
tok_json_error_line (const TokJson *json,
                     const GError  *error)
{
  const JsonNode *node = error->domain == TOK_FORMAT_ERROR ? tok_format_error_get_node (error) : NULL;

  return node != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (json->lines, node)) : 0;
}
