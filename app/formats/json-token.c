/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokens of JSON: numbers, texts and words, as RFC 8259 has them. */

#include "formats/json-token.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define LONGEST_NUMBER 400
#define LONGEST_TEXT (1024u * 1024)   /* bytes */

/* The byte at the cursor; 0, which valid text never holds, at the end. */
static char
peek (const TokJsonCursor *self)
{
  return self->at < self->end ? *self->at : '\0';
}

gboolean
tok_json_cursor_fail (TokJsonCursor *self,
                      TokFormatError code,
                      const char    *message)
{
  if (self->error != NULL && *self->error == NULL)
    g_set_error_literal (self->error, TOK_FORMAT_ERROR, code, message);
  return FALSE;
}

void
tok_json_cursor_skip_space (TokJsonCursor *self)
{
  for (; self->at < self->end && strchr (" \t\r\n", *self->at) != NULL; self->at++)
    if (*self->at == '\n')
      self->line++;
}

gboolean
tok_json_cursor_accept (TokJsonCursor *self,
                        char           byte)
{
  tok_json_cursor_skip_space (self);
  if (peek (self) != byte)
    return FALSE;
  self->at++;
  return TRUE;
}

static gboolean
parse_hex4 (TokJsonCursor *self, gunichar *unit)
{
  *unit = 0;
  for (guint i = 0; i < 4; i++, self->at++)
    {
      int digit = g_ascii_xdigit_value (peek (self));

      if (digit < 0)
        return tok_json_cursor_fail (self, TOK_FORMAT_ERROR_SYNTAX, _("An escape in a text must have four hexadecimal digits."));
      *unit = *unit * 16 + (gunichar) digit;
    }
  return TRUE;
}

/* The digits after "\u", two escapes for characters outside the basic plane. */
static gboolean
parse_unicode_escape (TokJsonCursor *self, GString *text)
{
  gunichar unit, low = 0;

  if (!parse_hex4 (self, &unit))
    return FALSE;
  if (unit >= 0xd800 && unit < 0xdc00)
    {
      if (self->end - self->at < 2 || self->at[0] != '\\' || self->at[1] != 'u')
        return tok_json_cursor_fail (self, TOK_FORMAT_ERROR_SYNTAX, _("An escape in a text is half of a character."));
      self->at += 2;
      if (!parse_hex4 (self, &low))
        return FALSE;
      unit = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00) : 0;
    }
  if (unit == 0 || !g_unichar_validate (unit))
    return tok_json_cursor_fail (self, TOK_FORMAT_ERROR_SYNTAX, _("An escape in a text stands for no character."));
  g_string_append_unichar (text, unit);
  return TRUE;
}

static gboolean
parse_escape (TokJsonCursor *self, GString *text)
{
  static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  char name = peek (self);
  const char *found = name != '\0' ? strchr (names, name) : NULL;

  self->at++;
  if (name == 'u')
    return parse_unicode_escape (self, text);
  if (found == NULL)
    return tok_json_cursor_fail (self, TOK_FORMAT_ERROR_SYNTAX, _("A text holds an escape that JSON does not have."));
  g_string_append_c (text, meanings[found - names]);
  return TRUE;
}

char *
tok_json_cursor_string (TokJsonCursor *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (peek (self) != '"')
    {
      char byte = peek (self);

      if (self->at >= self->end || (guchar) byte < ' ')
        {
          tok_json_cursor_fail (self, TOK_FORMAT_ERROR_SYNTAX, _("A text has no closing quotation mark."));
          return NULL;
        }
      if (text->len >= LONGEST_TEXT)
        {
          tok_json_cursor_fail (self, TOK_FORMAT_ERROR_LIMIT, _("A text is longer than 1 MiB."));
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
number_end (const TokJsonCursor *self, gboolean *is_integer)
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
parse_number (TokJsonCursor *self)
{
  gboolean is_integer;
  const char *end = number_end (self, &is_integer);
  g_autofree char *digits = NULL;
  double value;

  if (end == NULL || end - self->at > LONGEST_NUMBER || (end < self->end && (g_ascii_isalnum (*end) || *end == '.')))
    {
      tok_json_cursor_fail (self, TOK_FORMAT_ERROR_SYNTAX, _("This is not a value JSON has: numbers are decimal, texts stand in quotation marks."));
      return NULL;
    }
  digits = g_strndup (self->at, (gsize) (end - self->at));
  value = g_ascii_strtod (digits, NULL);
  if (!isfinite (value))
    {
      tok_json_cursor_fail (self, TOK_FORMAT_ERROR_LIMIT, _("A number is too large."));
      return NULL;
    }
  self->at = end;
  return is_integer && fabs (value) <= TOK_JSON_LARGEST_EXACT
           ? json_node_init_int (json_node_alloc (), (gint64) value)
           : json_node_init_double (json_node_alloc (), value);
}

static gboolean
accept_word (TokJsonCursor *self, const char *word)
{
  gsize length = strlen (word);

  if ((gsize) (self->end - self->at) < length || memcmp (self->at, word, length) != 0)
    return FALSE;
  self->at += length;
  return TRUE;
}

JsonNode *
tok_json_cursor_scalar (TokJsonCursor *self)
{
  if (accept_word (self, "null"))
    return json_node_init_null (json_node_alloc ());
  if (accept_word (self, "true"))
    return json_node_init_boolean (json_node_alloc (), TRUE);
  if (accept_word (self, "false"))
    return json_node_init_boolean (json_node_alloc (), FALSE);
  if (self->takes_python && (accept_word (self, "NaN") || accept_word (self, "Infinity") || accept_word (self, "-Infinity")))
    return json_node_init_int (json_node_alloc (), 0);
  return parse_number (self);
}
