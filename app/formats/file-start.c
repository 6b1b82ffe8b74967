/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The usual mistakes: what a browser saved, what git left, and files of other programs. */

#include "formats/file-start.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  const char *bytes;
  gsize       length;
  const char *sentence;   /* N_() */
} Kind;

#define STARTS(bytes, sentence) { bytes, sizeof bytes - 1, sentence }
#define LFS N_("This is a Git LFS pointer, not a model: it only names the file; " \
               "fetch it with “git lfs pull” or from the web page.")
#define GGML N_("This is a GGML file from before GGUF (2023), which current engines do not read either; fetch the model as GGUF.")
#define ZIP N_("This is a ZIP archive or a PyTorch file; unpack it, or fetch the model as GGUF.")
#define PICKLE N_("This is a PyTorch file, whose weights are not read; open the model's config.json, or fetch the model as GGUF.")
#define PACKED N_("This file is compressed; unpack it first.")
#define PAPER N_("This is a PDF; copy the text with the measurements and paste it.")
#define PICTURE N_("This is a picture; the measurements are needed as text.")
#define PROGRAM N_("This is a program, not its output.")

/* Magic numbers as file(1) knows them. */
static const Kind kinds[] = {
  STARTS ("version https://git-lfs", LFS),
  STARTS ("lmgg", GGML), STARTS ("fmgg", GGML), STARTS ("tjgg", GGML), STARTS ("algg", GGML),
  STARTS ("PK\x03\x04", ZIP),
  STARTS ("\x80\x02}", PICKLE), STARTS ("\x80\x02\x8a", PICKLE), STARTS ("\x80\x04\x95", PICKLE),
  STARTS ("\x1f\x8b", PACKED), STARTS ("BZh", PACKED), STARTS ("\xfd" "7zXZ", PACKED), STARTS ("7z\xbc\xaf", PACKED),
  STARTS ("\x28\xb5\x2f\xfd", PACKED), STARTS ("Rar!", PACKED),
  STARTS ("%PDF", PAPER),
  STARTS ("\x89PNG", PICTURE), STARTS ("\xff\xd8\xff", PICTURE), STARTS ("GIF8", PICTURE), STARTS ("RIFF", PICTURE),
  STARTS ("\x7f" "ELF", PROGRAM), STARTS ("MZ\x90", PROGRAM),
};

static gboolean
is_web_page (const guint8 *start, gsize length)
{
  g_autofree char *text = g_ascii_strdown ((const char *) start, (gssize) length);
  const char *at = text;

  if (g_str_has_prefix (at, "\xef\xbb\xbf"))
    at += 3;
  while (g_ascii_isspace (*at))
    at++;
  return g_str_has_prefix (at, "<!do") || g_str_has_prefix (at, "<htm") || g_str_has_prefix (at, "<?xm");
}

/* A length of 64 bits, little-endian, and as many bytes of JSON. */
static gboolean
is_safetensors (const guint8 *start, gsize length)
{
  return length > 9 && start[5] == 0 && start[6] == 0 && start[7] == 0 && start[8] == '{';
}

const char *
tok_file_start_refusal (const guint8 *start,
                        gsize         length)
{
  length = MIN (length, TOK_FILE_START_BYTES);
  if (length == 0)
    return _("The file is empty; save or fetch it again.");
  if (is_web_page (start, length))
    return _("This is a web page: the download saved an error or login page; fetch the file itself, or copy the text of the page.");
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (length >= kinds[i].length && memcmp (start, kinds[i].bytes, kinds[i].length) == 0)
      return _(kinds[i].sentence);
  if (is_safetensors (start, length))
    return _("This is a safetensors file, whose weights are not read; open the model's config.json instead.");
  if (length >= 4 && memcmp (start, "\0\0\0\0", 4) == 0)
    return _("The file begins with zeros: the download is not complete, or this is a later part of a file that was cut.");
  return NULL;
}
