/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for terminals: readable in every locale, and without what would drive the terminal. */

#include "command/output.h"

#include <stdio.h>
#include <string.h>

#define LONGEST_WORD 60    /* characters of a word that are repeated */

/* What GLib would make "?" of, or something else than is meant. */
static const struct { gunichar character; const char *ascii; } nearest[] = {
  { 0x00a0, " " },   { 0x00b7, "|" },   { 0x00d7, "x" },   { 0x00f7, "/" },   { 0x2009, " " },   { 0x2013, "-" },   { 0x2014, "-" },
  { 0x2018, "'" },   { 0x2019, "'" },   { 0x201a, "'" },   { 0x201c, "\"" },  { 0x201d, "\"" },  { 0x201e, "\"" },  { 0x2026, "..." },
  { 0x202f, " " },   { 0x2192, "->" },  { 0x2212, "-" },   { 0x2248, "~" },   { 0x2264, "<=" },  { 0x2265, ">=" },
};

char *
tok_output_to_ascii (const char *text)
{
  g_autoptr (GString) replaced = g_string_sized_new (strlen (text));

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar character = g_utf8_get_char (text);
      gsize i = 0;

      while (i < G_N_ELEMENTS (nearest) && nearest[i].character != character)
        i++;
      if (i < G_N_ELEMENTS (nearest))
        g_string_append (replaced, nearest[i].ascii);
      else
        g_string_append_unichar (replaced, character);
    }
  return g_str_to_ascii (replaced->str, NULL);
}

static void
write_text (FILE       *stream,
            const char *text)
{
  g_autofree char *ascii = g_get_charset (NULL) ? NULL : tok_output_to_ascii (text);

  fputs (ascii != NULL ? ascii : text, stream);
}

static void
on_print (const char *text)
{
  write_text (stdout, text);
}

static void
on_print_error (const char *text)
{
  write_text (stderr, text);
}

void
tok_output_init (void)
{
  g_set_print_handler (on_print);
  g_set_printerr_handler (on_print_error);
}

/* At most @most characters of @text; an ellipsis stands for the rest. */
static char *
escape (const char *text,
        gsize       most)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *escaped = g_string_new (NULL);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar character = g_utf8_get_char (at);

      if (most-- == 0)
        {
          g_string_append (escaped, "…");
          break;
        }
      if (g_unichar_iscntrl (character))
        g_string_append_printf (escaped, "\\x%02x", character);
      else
        g_string_append_unichar (escaped, character);
    }
  return g_string_free (escaped, FALSE);
}

char *
tok_output_escape (const char *text)
{
  return escape (text, G_MAXSIZE);
}

char *
tok_output_word (const char *word)
{
  return escape (word, LONGEST_WORD);
}
