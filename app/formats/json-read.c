/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Typed readers over json-glib's tree, whose own getters turn a wrong type into 0 and a log message. */

#include "formats/json-read.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "formats/error.h"

gboolean
tok_json_find (JsonObject *object,
               const char *path,
               JsonNode  **value,
               GError    **error)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);
  JsonNode *node = NULL;

  *value = NULL;
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
        {
          g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                       _("“%s” must be an object with members in braces."), names[i - 1]);
          return FALSE;
        }
      node = json_object_get_member (node != NULL ? json_node_get_object (node) : object, names[i]);
      if (node == NULL || JSON_NODE_HOLDS_NULL (node))
        return TRUE;
    }
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
  if (!tok_json_find (object, path, node, error))
    return FALSE;
  if (*node != NULL)
    return TRUE;
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, _("“%s” is missing."), path);
  return FALSE;
}

static gboolean
is_number (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node)
         && (json_node_get_value_type (node) == G_TYPE_INT64 || json_node_get_value_type (node) == G_TYPE_DOUBLE);
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
  double number;

  if (!tok_json_find_present (object, path, &node, error))
    return FALSE;
  if (!is_number (node))
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, _("“%s” must be a number."), path);
      return FALSE;
    }
  number = json_node_get_double (node);
  if (!isfinite (number) || number < minimum || number > maximum)
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                   _("“%s” is %g, but must lie between %g and %g."), path, number, minimum, maximum);
      return FALSE;
    }
  *value = number;
  return TRUE;
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
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, _("“%s” must be a whole number."), path);
      return FALSE;
    }
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
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, _("“%s” must be true or false."), path);
      return FALSE;
    }
  *value = json_node_get_boolean (node);
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
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, _("“%s” must be a text in quotation marks."), path);
      return FALSE;
    }
  if (strlen (json_node_get_string (node)) > max_bytes)
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT, _("“%s” is longer than %u bytes."), path, (guint) max_bytes);
      return FALSE;
    }
  *value = json_node_get_string (node);
  return TRUE;
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
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, _("“%s” must be an object with members in braces."), path);
      return FALSE;
    }
  *value = json_node_get_object (node);
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
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, _("“%s” must be a list in brackets."), path);
      return FALSE;
    }
  if (json_array_get_length (json_node_get_array (node)) > max_length)
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT, _("“%s” has more than %u elements."), path, max_length);
      return FALSE;
    }
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
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                   _("Element %u of “%s” must be an object with members in braces."), index + 1, path);
      return FALSE;
    }
  *value = json_node_get_object (node);
  return TRUE;
}
