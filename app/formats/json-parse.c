/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recursive descent over the bytes: its depth, the number of its values and their size are bounded. */

#include "formats/json-parse.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "formats/error.h"

struct _TokJson
{
  JsonNode   *root;
  GHashTable *lines;   /* JsonObject -> line */
};

typedef struct
{
  const char *at;
  const char *end;
  guint       line;
  guint       depth;
  guint       n_values;
  GHashTable *lines;
  GError    **error;
} Parser;

/* Whole numbers up to here are the same as a double. */
#define LARGEST_EXACT 9007199254740992.0

#define LONGEST_NUMBER 400

static JsonNode *parse_value (Parser *self);

static gboolean
fail (Parser *self, TokFormatError code, const char *message)
{
  if (self->error != NULL && *self->error == NULL)
    g_set_error_literal (self->error, TOK_FORMAT_ERROR, code, message);
  return FALSE;
}

/* The byte at the cursor; 0, which valid text never holds, at the end. */
static char
peek (const Parser *self)
{
  return self->at < self->end ? *self->at : '\0';
}

static void
skip_space (Parser *self)
{
  for (; self->at < self->end && strchr (" \t\r\n", *self->at) != NULL; self->at++)
    if (*self->at == '\n')
      self->line++;
}

static gboolean
accept (Parser *self, char byte)
{
  skip_space (self);
  if (peek (self) != byte)
    return FALSE;
  self->at++;
  return TRUE;
}

static gboolean
parse_hex4 (Parser *self, gunichar *unit)
{
  *unit = 0;
  for (guint i = 0; i < 4; i++, self->at++)
    {
      int digit = g_ascii_xdigit_value (peek (self));

      if (digit < 0)
        return fail (self, TOK_FORMAT_ERROR_SYNTAX, _("An escape in a text must have four hexadecimal digits."));
      *unit = *unit * 16 + (gunichar) digit;
    }
  return TRUE;
}

/* The digits after "\u", two escapes for characters outside the basic plane. */
static gboolean
parse_unicode_escape (Parser *self, GString *text)
{
  gunichar unit, low = 0;

  if (!parse_hex4 (self, &unit))
    return FALSE;
  if (unit >= 0xd800 && unit < 0xdc00)
    {
      if (self->end - self->at < 2 || self->at[0] != '\\' || self->at[1] != 'u')
        return fail (self, TOK_FORMAT_ERROR_SYNTAX, _("An escape in a text is half of a character."));
      self->at += 2;
      if (!parse_hex4 (self, &low))
        return FALSE;
      unit = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00) : 0;
    }
  if (unit == 0 || !g_unichar_validate (unit))
    return fail (self, TOK_FORMAT_ERROR_SYNTAX, _("An escape in a text stands for no character."));
  g_string_append_unichar (text, unit);
  return TRUE;
}

static gboolean
parse_escape (Parser *self, GString *text)
{
  static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  char name = peek (self);
  const char *found = name != '\0' ? strchr (names, name) : NULL;

  self->at++;
  if (name == 'u')
    return parse_unicode_escape (self, text);
  if (found == NULL)
    return fail (self, TOK_FORMAT_ERROR_SYNTAX, _("A text holds an escape that JSON does not have."));
  g_string_append_c (text, meanings[found - names]);
  return TRUE;
}

/* After the opening quote. */
static char *
parse_string (Parser *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (peek (self) != '"')
    {
      char byte = peek (self);

      if (self->at >= self->end || (guchar) byte < ' ')
        {
          fail (self, TOK_FORMAT_ERROR_SYNTAX, _("A text has no closing quotation mark."));
          return NULL;
        }
      self->at++;
      if (byte != '\\')
        g_string_append_c (text, byte);
      else if (!parse_escape (self, text))
        return NULL;
    }
  self->at++;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
skip_digits (const char **at, const char *end)
{
  const char *start = *at;

  while (*at < end && g_ascii_isdigit (**at))
    (*at)++;
  return *at > start;
}

/* The end of the number at the cursor, NULL if it is none; a fraction or exponent makes it no integer. */
static const char *
number_end (const Parser *self, gboolean *is_integer)
{
  const char *at = self->at, *end = self->end;

  *is_integer = TRUE;
  if (at < end && *at == '-')
    at++;
  if (at < end && *at == '0')
    at++;
  else if (!skip_digits (&at, end))
    return NULL;
  if (at < end && *at == '.')
    {
      at++;
      *is_integer = FALSE;
      if (!skip_digits (&at, end))
        return NULL;
    }
  if (at < end && (*at == 'e' || *at == 'E'))
    {
      at++;
      *is_integer = FALSE;
      if (at < end && (*at == '+' || *at == '-'))
        at++;
      if (!skip_digits (&at, end))
        return NULL;
    }
  return at;
}

static JsonNode *
parse_number (Parser *self)
{
  gboolean is_integer;
  const char *end = number_end (self, &is_integer);
  g_autofree char *digits = NULL;
  double value;

  if (end == NULL || end - self->at > LONGEST_NUMBER || (end < self->end && (g_ascii_isalnum (*end) || *end == '.')))
    {
      fail (self, TOK_FORMAT_ERROR_SYNTAX, _("This is not a value JSON has: numbers are decimal, texts stand in quotation marks."));
      return NULL;
    }
  digits = g_strndup (self->at, (gsize) (end - self->at));
  value = g_ascii_strtod (digits, NULL);
  if (!isfinite (value))
    {
      fail (self, TOK_FORMAT_ERROR_LIMIT, _("A number is too large."));
      return NULL;
    }
  self->at = end;
  return is_integer && fabs (value) <= LARGEST_EXACT
           ? json_node_init_int (json_node_alloc (), (gint64) value)
           : json_node_init_double (json_node_alloc (), value);
}

static JsonNode *
parse_word (Parser *self)
{
  static const char *const words[] = { "null", "false", "true" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i]);

      if ((gsize) (self->end - self->at) < length || memcmp (self->at, words[i], length) != 0)
        continue;
      self->at += length;
      return i == 0 ? json_node_init_null (json_node_alloc ()) : json_node_init_boolean (json_node_alloc (), i == 2);
    }
  return parse_number (self);
}

static gboolean
parse_member (Parser *self, JsonObject *object)
{
  g_autofree char *name = NULL;
  JsonNode *value;

  if (!accept (self, '"'))
    return fail (self, TOK_FORMAT_ERROR_SYNTAX, _("The name of a member in quotation marks is missing."));
  name = parse_string (self);
  if (name == NULL)
    return FALSE;
  if (json_object_has_member (object, name))
    {
      if (self->error != NULL && *self->error == NULL)
        g_set_error (self->error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX, _("“%s” is given twice."), name);
      return FALSE;
    }
  if (!accept (self, ':'))
    return fail (self, TOK_FORMAT_ERROR_SYNTAX, _("The colon after the name of a member is missing."));
  value = parse_value (self);
  if (value == NULL)
    return FALSE;
  json_object_set_member (object, name, value);
  return TRUE;
}

/* After the opening brace. */
static JsonNode *
parse_object (Parser *self)
{
  g_autoptr (JsonObject) object = json_object_new ();

  g_hash_table_insert (self->lines, object, GUINT_TO_POINTER (self->line));
  if (!accept (self, '}'))
    {
      do
        if (!parse_member (self, object))
          return NULL;
      while (accept (self, ','));
      if (!accept (self, '}'))
        {
          fail (self, TOK_FORMAT_ERROR_SYNTAX, _("A comma or the closing brace is missing."));
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

  if (!accept (self, ']'))
    {
      do
        {
          JsonNode *element = parse_value (self);

          if (element == NULL)
            return NULL;
          json_array_add_element (array, element);
        }
      while (accept (self, ','));
      if (!accept (self, ']'))
        {
          fail (self, TOK_FORMAT_ERROR_SYNTAX, _("A comma or the closing bracket is missing."));
          return NULL;
        }
    }
  return json_node_init_array (json_node_alloc (), array);
}

static JsonNode *
parse_string_value (Parser *self)
{
  g_autofree char *text = parse_string (self);

  return text != NULL ? json_node_init_string (json_node_alloc (), text) : NULL;
}

static JsonNode *
parse_value (Parser *self)
{
  JsonNode *value = NULL;

  if (self->depth >= TOK_JSON_MAX_DEPTH)
    fail (self, TOK_FORMAT_ERROR_LIMIT, _("The file is nested too deeply."));
  else if (++self->n_values > TOK_JSON_MAX_VALUES)
    fail (self, TOK_FORMAT_ERROR_LIMIT, _("The file holds too many values."));
  else
    {
      self->depth++;
      if (accept (self, '{'))
        value = parse_object (self);
      else if (accept (self, '['))
        value = parse_array (self);
      else if (accept (self, '"'))
        value = parse_string_value (self);
      else
        value = parse_word (self);
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
  skip_space (self);
  if (self->at < self->end)
    {
      fail (self, TOK_FORMAT_ERROR_SYNTAX, _("There is more text after the end of the JSON value."));
      return NULL;
    }
  return g_steal_pointer (&root);
}

/* One byte more than allowed, so that the parser can tell; the size a file claims may be wrong. */
static char *
read_bytes (GFile *file, gsize *length, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, error);
  g_autofree char *bytes = NULL;

  if (stream == NULL)
    return NULL;
  bytes = g_malloc (TOK_JSON_MAX_BYTES + 1);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), bytes, TOK_JSON_MAX_BYTES + 1, length, NULL, error))
    return NULL;
  return g_steal_pointer (&bytes);
}

TokJson *
tok_json_parse (const char *text,
                gsize       length,
                guint      *line,
                GError    **error)
{
  Parser parser = { .at = text, .end = text + length, .line = 1, .error = error };
  g_autoptr (TokJson) json = g_new0 (TokJson, 1);

  json->lines = parser.lines = g_hash_table_new (NULL, NULL);
  if (length > TOK_JSON_MAX_BYTES)
    fail (&parser, TOK_FORMAT_ERROR_LIMIT, _("The file is larger than 16 MiB."));
  else if (!g_utf8_validate_len (text, length, NULL))
    fail (&parser, TOK_FORMAT_ERROR_SYNTAX, _("The file is not text in UTF-8."));
  else
    json->root = parse_document (&parser);

  if (line != NULL)
    *line = parser.line;
  if (json->root == NULL)
    return NULL;
  return g_steal_pointer (&json);
}

TokJson *
tok_json_load (GFile   *file,
               GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) reason = NULL;
  TokJson *json;
  gsize length = 0;
  guint line = 0;

  text = read_bytes (file, &length, error);
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

guint
tok_json_line (const TokJson *json,
               JsonObject    *object)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (json->lines, object));
}
