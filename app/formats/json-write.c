/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a tree of JSON nodes. */

#include "formats/json-write.h"

#include <math.h>

#include "formats/json-token.h"

#define MOST_DIGITS 17              /* every double survives them */
#define LONGEST_NUMBER 400          /* 1e308 in fixed notation and its sign */
#define SMALLEST_FIXED 1e-9         /* below it an exponent is shorter to read */

static void write_node (GString *text, JsonNode *node, guint depth);

double
tok_json_round (double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (number))
    return 0.0;
  g_ascii_formatd (digits, sizeof digits, "%.6g", number);
  return g_ascii_strtod (digits, NULL);
}

/* @number by C's %g or %f with @precision. */
static const char *
format_number (char   digits[LONGEST_NUMBER],
               char   conversion,
               int    precision,
               double number)
{
  char format[8];

  g_snprintf (format, sizeof format, "%%.%d%c", precision, conversion);
  return g_ascii_formatd (digits, LONGEST_NUMBER, format, number);
}

/* The fewest significant digits that read back as the same number. */
static int
significant_digits (double number)
{
  char digits[LONGEST_NUMBER];
  int n = 1;

  while (n < MOST_DIGITS && g_ascii_strtod (format_number (digits, 'g', n, number), NULL) != number)
    n++;
  return n;
}

static void
write_number (GString *text,
              double   number)
{
  char digits[LONGEST_NUMBER];
  double magnitude = fabs (number);
  int n;

  if (!isfinite (number))
    {
      g_string_append (text, "null");
      return;
    }
  n = significant_digits (number);
  if (magnitude == 0.0 || (number == floor (number) && magnitude <= TOK_JSON_LARGEST_EXACT))
    g_string_append_printf (text, "%.0f", magnitude == 0.0 ? 0.0 : number);
  else if (magnitude < SMALLEST_FIXED || magnitude > TOK_JSON_LARGEST_EXACT)
    g_string_append (text, format_number (digits, 'g', n, number));
  else
    g_string_append (text, format_number (digits, 'f', MAX (n - 1 - (int) floor (log10 (magnitude)), 0), number));
}

static void
write_string (GString    *text,
              const char *string)
{
  g_string_append_c (text, '"');
  for (const char *c = string; *c != '\0'; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (text, "\\%c", *c);
    else if ((guchar) *c < 0x20)
      g_string_append_printf (text, "\\u%04x", (guint) (guchar) *c);
    else
      g_string_append_c (text, *c);
  g_string_append_c (text, '"');
}

static void
write_line_start (GString *text,
                  guint    depth)
{
  g_string_append_printf (text, "\n%*s", (int) (2 * depth), "");
}

static void
write_value (GString  *text,
             JsonNode *node)
{
  switch (json_node_get_value_type (node))
    {
    case G_TYPE_BOOLEAN:
      g_string_append (text, json_node_get_boolean (node) ? "true" : "false");
      break;
    case G_TYPE_STRING:
      write_string (text, json_node_get_string (node));
      break;
    case G_TYPE_INT64:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, json_node_get_int (node));
      break;
    default:
      write_number (text, json_node_get_double (node));
    }
}

/* A list of numbers stays on one line. */
static gboolean
is_of_numbers (JsonArray *array)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_VALUE (node)
          || (json_node_get_value_type (node) != G_TYPE_DOUBLE && json_node_get_value_type (node) != G_TYPE_INT64))
        return FALSE;
    }
  return TRUE;
}

static void
write_array (GString   *text,
             JsonArray *array,
             guint      depth)
{
  gboolean is_one_line = is_of_numbers (array);
  guint n = json_array_get_length (array);

  g_string_append_c (text, '[');
  for (guint i = 0; i < n; i++)
    {
      g_string_append (text, i == 0 ? "" : is_one_line ? ", " : ",");
      if (!is_one_line)
        write_line_start (text, depth + 1);
      write_node (text, json_array_get_element (array, i), depth + 1);
    }
  if (!is_one_line)
    write_line_start (text, depth);
  g_string_append_c (text, ']');
}

static void
write_object (GString    *text,
              JsonObject *object,
              guint       depth)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;
  gboolean is_first = TRUE;

  g_string_append_c (text, '{');
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    {
      g_string_append (text, is_first ? "" : ",");
      is_first = FALSE;
      write_line_start (text, depth + 1);
      write_string (text, name);
      g_string_append (text, ": ");
      write_node (text, member, depth + 1);
    }
  if (!is_first)
    write_line_start (text, depth);
  g_string_append_c (text, '}');
}

static void
write_node (GString  *text,
            JsonNode *node,
            guint     depth)
{
  switch (json_node_get_node_type (node))
    {
    case JSON_NODE_OBJECT:
      write_object (text, json_node_get_object (node), depth);
      break;
    case JSON_NODE_ARRAY:
      write_array (text, json_node_get_array (node), depth);
      break;
    case JSON_NODE_VALUE:
      write_value (text, node);
      break;
    case JSON_NODE_NULL:
    default:
      g_string_append (text, "null");
    }
}

char *
tok_json_to_text (JsonNode *node)
{
  GString *text = g_string_new (NULL);

  write_node (text, node, 0);
  return g_string_free (g_string_append_c (text, '\n'), FALSE);
}
