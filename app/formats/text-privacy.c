/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Word by word: a path ends at a blank or at the quotation mark it began with. */

#include "formats/text-privacy.h"

#include <string.h>

#define BETWEEN_WORDS " \"'`=,;()[]{}|<>"
#define LONGER 4u   /* than what is kept: paths shrink */
#define ELLIPSIS "\xe2\x80\xa6"
#define SHARD_LENGTH strlen ("-00001-of-00003")

static gboolean
is_model_file (const char *word, gsize length)
{
  return length > strlen (".gguf") && g_ascii_strncasecmp (word + length - strlen (".gguf"), ".gguf", strlen (".gguf")) == 0;
}

/* "3/3.1/3.2" and "2026/11/29" are none. */
static gboolean
is_path (const char *word, gsize length)
{
  guint n_slashes = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (word[i] == '\\' && i + 1 < length)
        return TRUE;
      n_slashes += word[i] == '/';
    }
  if (n_slashes == 0)
    return FALSE;
  if (n_slashes > 1 && !g_ascii_isdigit (word[0]))
    return TRUE;
  return is_model_file (word, length) || (word[0] == '/' && length > 1) || word[0] == '~' || word[0] == '.';
}

/* "user@host"; "pp512@d4096" is a test. */
static gboolean
is_address (const char *word, gsize length)
{
  const char *at = memchr (word, '@', length);

  if (at == NULL || at == word || at + 2 >= word + length)
    return FALSE;
  if (memchr (at, '.', (gsize) (word + length - at)) != NULL)
    return TRUE;
  return g_ascii_isalpha (at[1]) && !(at[1] == 'd' && g_ascii_isdigit (at[2]));
}

/* Where the name behind the last slash begins. */
static gsize
base_of (const char *path, gsize length)
{
  while (length > 0 && path[length - 1] != '/' && path[length - 1] != '\\')
    length--;
  return length;
}

static void
append_word (GString *to, const char *word, gsize length)
{
  gsize base;

  if (is_address (word, length))
    {
      g_string_append (to, ELLIPSIS);
      return;
    }
  if (!is_path (word, length))
    {
      g_string_append_len (to, word, (gssize) length);
      return;
    }
  base = base_of (word, length);
  if (is_model_file (word + base, length - base))
    g_string_append_len (to, word + base, (gssize) (length - base));
  else
    g_string_append (to, ELLIPSIS);
}

/* What would break a line or drive a terminal; JSON may hold it in escapes. */
static void
blank_controls (char *text)
{
  for (char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      GUnicodeType type = g_unichar_type (g_utf8_get_char (at));

      if (type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT
          || type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR)
        memset (at, ' ', (gsize) (g_utf8_next_char (at) - at));
    }
}

char *
tok_text_without_paths (const char *text,
                        gsize       most)
{
  g_autofree char *given = g_strndup (text, strnlen (text, LONGER * most));
  g_autoptr (GString) to = g_string_sized_new (most);
  const char *end;

  for (const char *at = given; *at != '\0' && to->len <= most;)
    {
      gsize length = strcspn (at, BETWEEN_WORDS);
      char before = to->len > 0 ? to->str[to->len - 1] : ' ';

      /* a path in quotation marks may have blanks */
      if (before == '"' || before == '\'')
        {
          const char *quote = strchr (at, before);

          if (quote != NULL && is_path (at, (gsize) (quote - at)))
            length = (gsize) (quote - at);
        }
      append_word (to, at, length);
      at += length;
      if (*at != '\0')
        g_string_append_c (to, *at++);
    }
  g_utf8_validate (to->str, (gssize) MIN (to->len, most), &end);
  g_string_truncate (to, (gsize) (end - to->str));
  blank_controls (to->str);
  return g_strdup (to->str);
}

void
tok_text_copy (char       *to,
               gsize       size,
               const char *from,
               gsize       length)
{
  g_autofree char *given = g_strndup (from, MIN (length, 4 * size));
  g_autofree char *text = g_utf8_make_valid (given, -1);
  g_autofree char *clean = tok_text_without_paths (g_strstrip (text), size - 1);

  g_strlcpy (to, clean, size);
}

void
tok_text_copy_model (char       *to,
                     gsize       size,
                     const char *path,
                     gsize       length)
{
  gsize base = base_of (path, length);
  gsize n = length - base;

  if (is_model_file (path + base, n))
    n -= strlen (".gguf");
  if (n > SHARD_LENGTH && g_ascii_isdigit (path[base + n - 1])
      && strncmp (path + base + n - strlen ("-of-00003"), "-of-", 4) == 0)
    n -= SHARD_LENGTH;
  tok_text_copy (to, size, path + base, n);
}

const char *
tok_text_behind_path (const char *name)
{
  gboolean is_path = name[0] == '/' || name[0] == '~' || g_str_has_prefix (name, "./") || g_str_has_prefix (name, "../")
                     || strstr (name, ":/") != NULL || strchr (name, '\\') != NULL;

  return is_path ? name + base_of (name, strlen (name)) : name;
}
