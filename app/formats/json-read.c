/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Typed readers over json-glib's tree, whose own getters turn a wrong type into 0 and a log message. */

#include "formats/json-read.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define LONGEST_SHOWN 64   /* bytes of a name nobody knows */
#define LONGEST_DATE 200   /* bytes; a longer text is told as such */

/* The value at @path, also when it is null, NULL when it is absent; @fault is the member on the way that is no object. */
static JsonNode *
look_up (JsonObject *object, const char *path, char **fault)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);
  JsonNode *node = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
        {
          *fault = g_strdup (names[i - 1]);
          return node;
        }
      node = json_object_get_member (node != NULL ? json_node_get_object (node) : object, names[i]);
      if (node == NULL || JSON_NODE_HOLDS_NULL (node))
        return node;
    }
  return node;
}

gboolean
tok_json_refuse (JsonObject     *object,
                 const char     *path,
                 TokFormatError  code,
                 GError        **error,
                 const char     *format,
                 ...)
{
  g_autofree char *fault = NULL;
  GError *refusal;
  va_list arguments;

  va_start (arguments, format);
  refusal = g_error_new_valist (TOK_FORMAT_ERROR, (int) code, format, arguments);
  va_end (arguments);
  tok_format_error_set_node (refusal, look_up (object, path, &fault));
  g_propagate_error (error, refusal);
  return FALSE;
}

gboolean
tok_json_find (JsonObject *object,
               const char *path,
               JsonNode  **value,
               GError    **error)
{
  g_autofree char *fault = NULL;
  JsonNode *node = look_up (object, path, &fault);

  *value = NULL;
  if (fault != NULL)
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error,
                            _("“%s” must be an object with members in braces."), fault);
  if (node != NULL && !JSON_NODE_HOLDS_NULL (node))
    *value = node;
  return TRUE;
}

gboolean
tok_json_has (JsonObject *object,
              const char *path)
{
  JsonNode *node;

  return !tok_json_find (object, path, &node, NULL) || node != NULL;
}

gboolean
tok_json_find_present (JsonObject *object,
                       const char *path,
                       JsonNode  **node,
                       GError    **error)
{
  g_autofree char *fault = NULL;

  if (!tok_json_find (object, path, node, error))
    return FALSE;
  if (*node != NULL)
    return TRUE;
  if (look_up (object, path, &fault) != NULL)
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” is null, but must have a value."), path);
  return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” is missing."), path);
}

static gboolean
is_number (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node)
         && (json_node_get_value_type (node) == G_TYPE_INT64 || json_node_get_value_type (node) == G_TYPE_DOUBLE);
}

/* @node is the value at @path of @object, or inside it; messages call it @place. */
static gboolean
read_number (JsonObject *object,
             const char *path,
             const char *place,
             JsonNode   *node,
             double      minimum,
             double      maximum,
             double     *value,
             GError    **error)
{
  double number;

  if (node == NULL || !is_number (node))
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” must be a number."), place);
  number = json_node_get_double (node);
  if (!isfinite (number) || number < minimum || number > maximum)
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error,
                            _("“%s” is %g, but must lie between %g and %g."), place, number, minimum, maximum);
  *value = number;
  return TRUE;
}

gboolean
tok_json_read_double (JsonObject *object,
                      const char *path,
                      double      minimum,
                      double      maximum,
                      double     *value,
                      GError    **error)
{
  JsonNode *node;

  return tok_json_find_present (object, path, &node, error)
         && read_number (object, path, path, node, minimum, maximum, value, error);
}

gboolean
tok_json_read_whole (JsonObject *object,
                     const char *path,
                     double      minimum,
                     double      maximum,
                     double     *value,
                     GError    **error)
{
  double number;

  if (!tok_json_read_double (object, path, minimum, maximum, &number, error))
    return FALSE;
  if (number != floor (number))
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” must be a whole number."), path);
  *value = number;
  return TRUE;
}

gboolean
tok_json_read_boolean (JsonObject *object,
                       const char *path,
                       gboolean   *value,
                       GError    **error)
{
  JsonNode *node;

  if (!tok_json_find_present (object, path, &node, error))
    return FALSE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” must be true or false."), path);
  *value = json_node_get_boolean (node);
  return TRUE;
}

gboolean
tok_text_has_control (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    switch (g_unichar_type (g_utf8_get_char (text)))
      {
      case G_UNICODE_CONTROL:
      case G_UNICODE_LINE_SEPARATOR:
      case G_UNICODE_PARAGRAPH_SEPARATOR:
        return TRUE;
      default:
        break;
      }
  return FALSE;
}

gboolean
tok_json_check_names (JsonObject  *object,
                      gboolean   (*is_known) (const char *name),
                      GError     **error)
{
  g_autoptr (GList) names = json_object_get_members (object);

  for (GList *at = names; at != NULL; at = at->next)
    if (!is_known (at->data))
      return tok_json_refuse (object, at->data, TOK_FORMAT_ERROR_VALUE, error,
                              _("“%s” is not known here; correct the name or leave it out."),
                              tok_text_has_control (at->data) || strlen (at->data) > LONGEST_SHOWN ? "…" : (const char *) at->data);
  return TRUE;
}

gboolean
tok_json_read_string (JsonObject  *object,
                      const char  *path,
                      gsize        max_bytes,
                      const char **value,
                      GError     **error)
{
  JsonNode *node;

  if (!tok_json_find_present (object, path, &node, error))
    return FALSE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” must be a text in quotation marks."), path);
  if (strlen (json_node_get_string (node)) > max_bytes)
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_LIMIT, error, _("“%s” is longer than %u bytes."), path, (guint) max_bytes);
  if (tok_text_has_control (json_node_get_string (node)))
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error,
                            _("“%s” holds a line break or another control character; leave it out."), path);
  *value = json_node_get_string (node);
  return TRUE;
}

gboolean
tok_json_read_name (JsonObject  *object,
                    const char  *path,
                    gsize        max_bytes,
                    const char **value,
                    GError     **error)
{
  if (!tok_json_read_string (object, path, max_bytes, value, error))
    return FALSE;
  if ((*value)[strspn (*value, " ")] != '\0')
    return TRUE;
  return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” is empty."), path);
}

gboolean
tok_json_read_year (JsonObject *object,
                    const char *path,
                    guint      *year,
                    GError    **error)
{
  const char *date;
  guint month;

  if (!tok_json_read_string (object, path, LONGEST_DATE, &date, error))
    return FALSE;
  if (strlen (date) == strlen ("YYYY-MM") && strspn (date, "0123456789") == 4 && date[4] == '-' && strspn (date + 5, "0123456789") == 2)
    {
      *year = (guint) g_ascii_strtoull (date, NULL, 10);
      month = (guint) g_ascii_strtoull (date + 5, NULL, 10);
      if (*year > 0 && month >= 1 && month <= 12)
        return TRUE;
    }
  return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” must be a year and a month like “2025-03”."), path);
}

gboolean
tok_json_read_object (JsonObject  *object,
                      const char  *path,
                      JsonObject **value,
                      GError     **error)
{
  JsonNode *node;

  if (!tok_json_find_present (object, path, &node, error))
    return FALSE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error,
                            _("“%s” must be an object with members in braces."), path);
  *value = json_node_get_object (node);
  return TRUE;
}

/* Element @index of @elements, the list at @path of @object. */
static gboolean
read_number_element (JsonObject *object,
                     const char *path,
                     JsonArray  *elements,
                     guint       index,
                     double      minimum,
                     double      maximum,
                     double     *value,
                     GError    **error)
{
  JsonNode *node = index < json_array_get_length (elements) ? json_array_get_element (elements, index) : NULL;
  g_autofree char *place = g_strdup_printf ("%s[%u]", path, index);

  return read_number (object, path, place, node, minimum, maximum, value, error);
}

gboolean
tok_json_read_pair (JsonObject *object,
                    const char *path,
                    double      minimum,
                    double      middle,
                    double      maximum,
                    double     *low,
                    double     *high,
                    GError    **error)
{
  JsonArray *elements;

  return tok_json_read_array (object, path, 2, &elements, error)
         && read_number_element (object, path, elements, 0, minimum, middle, low, error)
         && read_number_element (object, path, elements, 1, middle, maximum, high, error);
}

gboolean
tok_json_read_numbers (JsonObject *object,
                       const char *path,
                       guint       n,
                       double      minimum,
                       double      maximum,
                       double     *values,
                       GError    **error)
{
  JsonArray *elements;
  guint length;

  if (!tok_json_read_array (object, path, G_MAXUINT, &elements, error))
    return FALSE;
  length = json_array_get_length (elements);
  if (length != n)
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” must have %u elements, but has %u."), path, n, length);
  for (guint i = 0; i < n; i++)
    if (!read_number_element (object, path, elements, i, minimum, maximum, &values[i], error))
      return FALSE;
  return TRUE;
}

gboolean
tok_json_read_array (JsonObject *object,
                     const char *path,
                     guint       max_length,
                     JsonArray **elements,
                     GError    **error)
{
  JsonNode *node;

  if (!tok_json_find_present (object, path, &node, error))
    return FALSE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” must be a list in brackets."), path);
  if (json_array_get_length (json_node_get_array (node)) > max_length)
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_LIMIT, error, _("“%s” has more than %u elements."), path, max_length);
  *elements = json_node_get_array (node);
  return TRUE;
}

gboolean
tok_json_read_element (JsonArray   *elements,
                       const char  *path,
                       guint        index,
                       JsonObject **value,
                       GError     **error)
{
  JsonNode *node = index < json_array_get_length (elements) ? json_array_get_element (elements, index) : NULL;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      GError *refusal = g_error_new (TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                                     _("Element %u of “%s” must be an object with members in braces."), index + 1, path);

      tok_format_error_set_node (refusal, node);
      g_propagate_error (error, refusal);
      return FALSE;
    }
  *value = json_node_get_object (node);
  return TRUE;
}
