/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines are cleaned in place: what is left is never longer. */

#include "formats/text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/text-decode.h"

#define ESCAPE '\x1b'

typedef struct
{
  guint32 offset;
  guint32 number;
} Line;

struct _TokText
{
  char   *bytes;
  gsize   length;
  GArray *lines;   /* Line */
};

/* Behind the escape sequence at @at: CSI "[ … letter", OSC "] … BEL or ESC \", else two bytes (ECMA-48). */
static const char *
skip_escape (const char *at)
{
  at++;
  if (*at == '[')
    {
      at++;
      while (*at >= 0x20 && *at <= 0x3f)
        at++;
      return *at >= 0x40 && *at <= 0x7e ? at + 1 : at;
    }
  if (*at == ']')
    {
      while (*at != '\0' && *at != '\a' && *at != ESCAPE && *at != '\n')
        at++;
      return *at == '\a' ? at + 1 : *at == ESCAPE && at[1] == '\\' ? at + 2 : at;
    }
  return *at >= 0x30 && *at <= 0x7e ? at + 1 : at;
}

/* Drops escape sequences and control characters, and turns tabs into blanks; line ends stay. */
static gsize
strip_controls (char *bytes)
{
  char *to = bytes;

  for (const char *at = bytes; *at != '\0';)
    if (*at == ESCAPE)
      at = skip_escape (at);
    else if (*at == '\t' || *at == '\v' || *at == '\f')
      {
        *to++ = ' ';
        at++;
      }
    else if ((guchar) *at < 0x20 && *at != '\n' && *at != '\r')
      at++;
    else
      *to++ = *at++;
  *to = '\0';
  return (gsize) (to - bytes);
}

/* Marks of quotes from a mail or a chat. */
static char *
skip_quotes (char *line)
{
  char *at = line + strspn (line, " ");

  if (*at != '>')
    return line;
  for (at = line; *at == ' ' || *at == '>'; at++)
    *at = ' ';
  return at;
}

static gboolean
add_line (TokText *self, char *start, guint number)
{
  Line line = { .number = number };
  char *clean = skip_quotes (start);

  if (self->lines->len >= TOK_TEXT_MAX_LINES)
    return FALSE;
  g_strchomp (clean);
  line.offset = (guint32) (clean - self->bytes);
  g_array_append_val (self->lines, line);
  return TRUE;
}

static gboolean
split_lines (TokText *self)
{
  gboolean has_feeds = strchr (self->bytes, '\n') != NULL;
  guint number = 1;
  char *start = self->bytes;

  for (;;)
    {
      gsize length = strcspn (start, "\r\n");
      char end = start[length];
      gboolean is_pair = end == '\r' && start[length + 1] == '\n';

      start[length] = '\0';
      if ((length > 0 || end == '\n' || is_pair) && !add_line (self, start, number))
        return FALSE;
      if (end == '\0')
        return TRUE;
      if (end == '\n' || is_pair || !has_feeds)
        number++;
      start += length + (is_pair ? 2 : 1);
    }
}

TokText *
tok_text_new (GBytes  *bytes,
              GError **error)
{
  g_autoptr (TokText) self = g_new0 (TokText, 1);
  gsize n_bytes, length;
  const guchar *data = g_bytes_get_data (bytes, &n_bytes);
  gboolean is_text = TRUE;

  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  if (n_bytes <= TOK_TEXT_MAX_BYTES)
    self->bytes = tok_text_decode (data != NULL ? data : (const guchar *) "", n_bytes, TOK_TEXT_MAX_BYTES, &length, &is_text);
  if (!is_text)
    {
      g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX,
                           _("These bytes are not text; choose the file that the benchmark or the log was written to."));
      return NULL;
    }
  if (self->bytes != NULL)
    {
      self->length = strip_controls (self->bytes);
      if (split_lines (self))
        return g_steal_pointer (&self);
    }
  g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT,
                       _("The text is larger than 12 MiB or 400000 lines; keep only the part with the measurements."));
  return NULL;
}

void
tok_text_free (TokText *text)
{
  g_free (text->bytes);
  g_array_unref (text->lines);
  g_free (text);
}

guint
tok_text_length (const TokText *text)
{
  return text->lines->len;
}

const char *
tok_text_line (const TokText *text,
               guint          index)
{
  return text->bytes + g_array_index (text->lines, Line, index).offset;
}

guint
tok_text_number (const TokText *text,
                 guint          index)
{
  return g_array_index (text->lines, Line, index).number;
}

const char *
tok_text_bytes (const TokText *text,
                gsize         *length)
{
  *length = text->length;
  return text->bytes;
}

guint
tok_text_find (const TokText *text,
               const char    *at)
{
  guint low = 0, high = text->lines->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (text->bytes + g_array_index (text->lines, Line, middle).offset <= at)
        low = middle;
      else
        high = middle;
    }
  return low;
}
