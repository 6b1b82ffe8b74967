/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines are joined as long as the row lacks cells. */

#include "formats/table.h"

#include <string.h>

#define MOST_JOINED_LINES 6u
#define LONGEST_ROW 4096u       /* bytes */
#define LEAST_RULE_DASHES 3u

void
tok_table_row_clear (TokTableRow *row)
{
  g_clear_pointer (&row->bytes, g_free);
  row->n = 0;
}

/* Appends @line with the lines of a box (U+2500 … U+257F) as "|" and "-". */
static void
append_plain (GString *to, const char *line)
{
  for (const char *at = line; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar character = g_utf8_get_char (at);

      if (character < 0x2500 || character > 0x257f)
        g_string_append_len (to, at, g_utf8_next_char (at) - at);
      else if (strchr ("\x02\x03\x06\x07\x0a\x0b\x51", (int) (character & 0xff)) != NULL && character != 0x2500)
        g_string_append_c (to, '|');
      else
        g_string_append_c (to, '-');
    }
}

static char *
plain_line (const TokText *text, guint index)
{
  GString *plain = g_string_new (NULL);

  if (index < tok_text_length (text) && strlen (tok_text_line (text, index)) <= LONGEST_ROW)
    append_plain (plain, tok_text_line (text, index));
  return g_strstrip (g_string_free (plain, FALSE));
}

/* A line of dashes between header and rows, or a part of it. */
static gboolean
is_rule (const char *line)
{
  guint n_dashes = 0;

  for (; *line != '\0'; line++)
    {
      if (strchr ("|-:=+ ", *line) == NULL)
        return FALSE;
      n_dashes += *line == '-' || *line == '=';
    }
  return n_dashes >= LEAST_RULE_DASHES;
}

/* A number that was broken in two is one again. */
static void
join (GString *row, const char *line)
{
  char last = row->len > 0 ? row->str[row->len - 1] : '\0';

  if (!((g_ascii_isdigit (last) || last == '.') && (g_ascii_isdigit (*line) || *line == '.')))
    g_string_append_c (row, ' ');
  g_string_append (row, line);
}

static void
split (TokTableRow *row, char *bytes)
{
  char *at = g_strstrip (bytes);

  row->bytes = bytes;
  row->n = 0;
  row->starts_with_bar = *at == '|';
  if (*at == '|')
    at++;
  if (g_str_has_suffix (at, "|"))
    at[strlen (at) - 1] = '\0';
  while (at != NULL && row->n < TOK_TABLE_MAX_COLUMNS)
    {
      char *bar = strchr (at, '|');

      if (bar != NULL)
        *bar = '\0';
      row->cells[row->n++] = g_strstrip (at);
      at = bar != NULL ? bar + 1 : NULL;
    }
}

static guint
count_cells (const char *row)
{
  guint n = 1;

  for (const char *at = row + (*row == '|'); *at != '\0'; at++)
    n += *at == '|' && at[1] != '\0';
  return n;
}

/* Past the lines of a rule; its number of columns, 1 where it does not show them, 0 when there is none at *@index. */
static guint
skip_rule (const TokText *text, guint *index)
{
  g_autoptr (GString) rule = g_string_new (NULL);
  guint start = *index;

  for (; *index < tok_text_length (text) && *index - start < MOST_JOINED_LINES; ++*index)
    {
      g_autofree char *line = plain_line (text, *index);

      if (!is_rule (line) && !(rule->len > 0 && *line != '\0' && line[strspn (line, "|-: ")] == '\0'))
        break;
      g_string_append_printf (rule, "%s%s", rule->len > 0 ? " " : "", line);
    }
  return rule->len > 0 ? count_cells (rule->str) : 0;
}

/* Whether @line goes on with @row. */
static gboolean
continues (const GString *row, const char *line)
{
  return *line != '\0' && !is_rule (line) && row->len + strlen (line) < LONGEST_ROW
         && (row->str[row->len - 1] != '|' || *line != '|');
}

gboolean
tok_table_read_header (const TokText *text,
                       guint         *index,
                       TokTableRow   *header)
{
  g_autoptr (GString) row = g_string_new (NULL);
  guint now = *index;

  tok_table_row_clear (header);
  if (strpbrk (tok_text_line (text, now), "|\xe2") == NULL)
    return FALSE;
  for (guint i = 0; i < MOST_JOINED_LINES && now < tok_text_length (text); i++, now++)
    {
      g_autofree char *line = plain_line (text, now);
      guint n_columns;

      if (*line == '\0' || (i == 0 && is_rule (line)))
        break;
      n_columns = skip_rule (text, &now);
      if (n_columns > 0)
        {
          if (n_columns == 1 ? i > 1 : count_cells (row->str) != n_columns)
            return FALSE;
          split (header, g_strdup (row->str));
          if (header->n <= 1)
            return FALSE;
          *index = now;
          return TRUE;
        }
      if (i == 0 ? strchr (line, '|') == NULL : *row->str != '|' || !continues (row, line))
        break;
      if (i == 0)
        g_string_assign (row, line);
      else
        join (row, line);
    }
  return FALSE;
}

gboolean
tok_table_read_row (const TokText     *text,
                    guint             *index,
                    const TokTableRow *header,
                    TokTableRow       *row)
{
  guint n_columns = header->n;
  g_autofree char *first = plain_line (text, *index);
  GString *joined;
  guint now = *index + 1;

  tok_table_row_clear (row);
  /* lines of a log have bars too */
  if (strchr (first, '|') == NULL || is_rule (first) || (header->starts_with_bar && *first != '|'))
    return FALSE;
  joined = g_string_new (first);
  for (guint i = 1; i < MOST_JOINED_LINES && (count_cells (joined->str) < n_columns || !g_str_has_suffix (joined->str, "|")); i++)
    {
      g_autofree char *line = plain_line (text, now);
      g_autofree char *longer = g_strconcat (joined->str, " ", line, NULL);

      if (!continues (joined, line) || count_cells (longer) > n_columns
          || (count_cells (joined->str) == n_columns && strchr (line, '|') == NULL))
        break;
      join (joined, line);
      now++;
    }
  split (row, g_string_free (joined, FALSE));
  if (row->n <= 1)
    return FALSE;
  *index = now;
  return TRUE;
}

int
tok_table_find (const TokTableRow *header,
                const char        *name)
{
  for (guint i = 0; i < header->n; i++)
    if (g_ascii_strcasecmp (header->cells[i], name) == 0)
      return (int) i;
  return -1;
}
