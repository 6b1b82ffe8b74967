/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows PowerShell writes UTF-16 behind ">", older consoles one byte for each character; both reach people's files. */

#include "formats/text-decode.h"

#include <string.h>

#define SNIFFED_BYTES 4096u
#define REPLACEMENT 0xfffd
#define LONGEST_CHARACTER 4u   /* bytes of UTF-8 */

typedef enum { ENCODING_UTF8, ENCODING_UTF16_LE, ENCODING_UTF16_BE, ENCODING_1252, ENCODING_NONE } Encoding;

typedef struct
{
  char *out;
  gsize length, room;
} Output;

/* What Windows-1252 has where Latin-1 has control characters; 0 is unused. */
static const gunichar windows_1252[32] = {
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
  0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
};

/* FALSE when there is no room. */
static gboolean
put (Output *self, gunichar character)
{
  if (self->room - self->length < LONGEST_CHARACTER)
    return FALSE;
  if (character == 0 || !g_unichar_validate (character))
    character = REPLACEMENT;
  self->length += (gsize) g_unichar_to_utf8 (character, self->out + self->length);
  return TRUE;
}

static gboolean
decode_utf8 (Output *output, const guchar *bytes, gsize n_bytes)
{
  const char *at = (const char *) bytes;
  const char *end = at + n_bytes;

  while (at < end)
    {
      gunichar character = g_utf8_get_char_validated (at, end - at);
      gboolean is_valid = character < 0x110000 && character != 0;

      if (!put (output, is_valid ? character : REPLACEMENT))
        return FALSE;
      at += is_valid ? g_utf8_skip[*(const guchar *) at] : 1;
    }
  return TRUE;
}

static gunichar
unit_at (const guchar *bytes, gboolean is_big)
{
  return is_big ? (gunichar) bytes[0] << 8 | bytes[1] : (gunichar) bytes[1] << 8 | bytes[0];
}

static gboolean
decode_utf16 (Output *output, const guchar *bytes, gsize n_bytes, gboolean is_big)
{
  for (gsize i = 0; i + 1 < n_bytes; i += 2)
    {
      gunichar unit = unit_at (bytes + i, is_big);

      if (unit >= 0xd800 && unit < 0xdc00 && i + 3 < n_bytes)
        {
          gunichar low = unit_at (bytes + i + 2, is_big);

          if (low >= 0xdc00 && low < 0xe000)
            {
              unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
              i += 2;
            }
        }
      if (!put (output, unit))
        return FALSE;
    }
  return TRUE;
}

static gboolean
decode_1252 (Output *output, const guchar *bytes, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    if (!put (output, bytes[i] >= 0x80 && bytes[i] < 0xa0 ? windows_1252[bytes[i] - 0x80] : bytes[i]))
      return FALSE;
  return TRUE;
}

/* Text is full of blanks and digits, whose high byte is 0. */
static Encoding
sniff_utf16 (const guchar *bytes, gsize n_bytes)
{
  gsize n_pairs = MIN (n_bytes, SNIFFED_BYTES) / 2, n_even = 0, n_odd = 0;

  for (gsize i = 0; i < n_pairs; i++)
    {
      n_even += bytes[2 * i] == 0;
      n_odd += bytes[2 * i + 1] == 0;
    }
  if (n_odd * 2 > n_pairs && n_even * 10 <= n_pairs)
    return ENCODING_UTF16_LE;
  if (n_even * 2 > n_pairs && n_odd * 10 <= n_pairs)
    return ENCODING_UTF16_BE;
  return ENCODING_NONE;
}

static gboolean
is_strange (guchar byte)
{
  return byte < 0x20 && strchr ("\t\n\v\f\r\b\x1b", byte) == NULL;
}

/* One broken path in a log of UTF-8 does not make it Windows-1252: a single character of several bytes tells. */
static Encoding
sniff_bytes (const guchar *bytes, gsize n_bytes)
{
  gsize n_strange = 0, n_high = 0, n_long = 0;

  for (gsize i = 0; i < MIN (n_bytes, SNIFFED_BYTES); i++)
    n_strange += bytes[i] == 0 || is_strange (bytes[i]);
  if (n_strange * 10 > MIN (n_bytes, SNIFFED_BYTES))
    return ENCODING_NONE;
  for (gsize i = 0; i < n_bytes && n_long == 0; i++)
    if (bytes[i] >= 0x80)
      {
        n_high++;
        n_long += g_utf8_get_char_validated ((const char *) bytes + i, (gssize) (n_bytes - i)) < 0x110000;
      }
  return n_high > 0 && n_long == 0 ? ENCODING_1252 : ENCODING_UTF8;
}

static Encoding
sniff (const guchar **bytes, gsize *n_bytes)
{
  static const struct { const char *mark; gsize length; Encoding encoding; } marks[] = {
    { "\xef\xbb\xbf", 3, ENCODING_UTF8 },
    { "\xff\xfe", 2, ENCODING_UTF16_LE },
    { "\xfe\xff", 2, ENCODING_UTF16_BE },
  };
  Encoding encoding;

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (*n_bytes >= marks[i].length && memcmp (*bytes, marks[i].mark, marks[i].length) == 0)
      {
        *bytes += marks[i].length;
        *n_bytes -= marks[i].length;
        return marks[i].encoding;
      }
  encoding = sniff_utf16 (*bytes, *n_bytes);
  return encoding != ENCODING_NONE ? encoding : sniff_bytes (*bytes, *n_bytes);
}

char *
tok_text_decode (const guchar *bytes,
                 gsize         n_bytes,
                 gsize         most,
                 gsize        *length,
                 gboolean     *is_text)
{
  Encoding encoding = sniff (&bytes, &n_bytes);
  g_autofree char *out = NULL;
  Output output;
  gboolean fits;

  *is_text = encoding != ENCODING_NONE;
  if (!*is_text)
    return NULL;
  /* a byte becomes at most three: the replacement character, or a sign of Windows-1252 */
  output = (Output) { .room = (n_bytes < most / 3 ? 3 * n_bytes : most) + LONGEST_CHARACTER };
  output.out = out = g_malloc (output.room + 1);
  if (encoding == ENCODING_UTF8)
    fits = decode_utf8 (&output, bytes, n_bytes);
  else if (encoding == ENCODING_1252)
    fits = decode_1252 (&output, bytes, n_bytes);
  else
    fits = decode_utf16 (&output, bytes, n_bytes, encoding == ENCODING_UTF16_BE);
  if (!fits)
    return NULL;
  out[output.length] = '\0';
  *length = output.length;
  return g_steal_pointer (&out);
}
