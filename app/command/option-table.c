/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row for every option that is no parameter of the plan, and how a value is read. */

#include "command/option-table.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/error.h"
#include "command/nearest.h"
#include "command/output.h"
#include "present/numbers.h"

#define LEAST_PIXELS 100
#define MOST_PIXELS 8000
#define LEAST_SCALE 0.5
#define MOST_SCALE 8.0

static const char *const theme_names[TOK_N_THEMES] = {
  [TOK_THEME_LIGHT] = "light",
  [TOK_THEME_DARK] = "dark",
  [TOK_THEME_PRINT] = "print",
};

G_DEFINE_QUARK (tok-command-error-quark, tok_command_error)

gboolean
tok_option_refuse (GError    **error,
                   const char *format,
                   ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (TOK_COMMAND_ERROR, TOK_COMMAND_ERROR_WORDS, format, arguments);
  va_end (arguments);
  return FALSE;
}

char *
tok_option_name (TokParam param)
{
  return g_strdelimit (g_strdup (tok_plan_param_info (param)->name), "_", '-');
}

char *
tok_option_number (double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.15g", number));
}

static const char *
nearest_choice (const TokParamInfo *info,
                const char         *value)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i <= (guint) info->maximum; i++)
    g_ptr_array_add (names, (gpointer) info->choice_name (i));
  return tok_nearest_word (value, names);
}

/* "1e9", "-5": what tok_parse_option() leaves to programs. */
static gboolean
parse_plain (const char *value,
             double     *number)
{
  char *end = NULL;

  if (value[0] == '\0' || value[strspn (value, "0123456789.eE+-")] != '\0')
    return FALSE;
  *number = g_ascii_strtod (value, &end);
  return *end == '\0' && isfinite (*number);
}

static gboolean
parse_switch (const char *value,
              double     *number)
{
  static const char *const words[] = { "no", "yes", "false", "true", "0", "1" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (value, words[i]) == 0)
      {
        *number = i % 2;
        return TRUE;
      }
  return FALSE;
}

gboolean
tok_option_parse (TokParam    param,
                  const char *value,
                  double     *number)
{
  const TokParamInfo *info = tok_plan_param_info (param);

  if (tok_parse_option (param, value, number))
    return TRUE;
  if (info->scale == TOK_SCALE_SWITCH)
    return parse_switch (value, number);
  if (info->choice_name != NULL || !parse_plain (value, number))
    return FALSE;
  if (*number == TOK_AUTO)
    *number = -G_MAXDOUBLE;
  return TRUE;
}

static gboolean
refuse_range (const TokParamInfo *info,
              const char         *name,
              const char         *value,
              GError            **error)
{
  g_autofree char *minimum = tok_option_number (info->minimum);
  g_autofree char *maximum = tok_option_number (info->maximum);

  if (info->has_auto)
    return tok_option_refuse (error, _("--%s cannot be “%s”; give a number from %s to %s, or auto."), name, value, minimum, maximum);
  return tok_option_refuse (error, _("--%s cannot be “%s”; give a number from %s to %s."), name, value, minimum, maximum);
}

gboolean
tok_option_read (TokParam     param,
                 const char  *name,
                 const char  *value,
                 double      *number,
                 GError     **error)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  g_autofree char *shown = tok_output_word (value);

  if (tok_option_parse (param, value, number)
      && ((*number == TOK_AUTO && info->has_auto) || (*number >= info->minimum && *number <= info->maximum)))
    return TRUE;
  if (info->choice_name == NULL)
    return refuse_range (info, name, shown, error);
  return tok_option_refuse (error, _("“%s” is not a value of --%s; did you mean “%s”?"), shown, name, nearest_choice (info, value));
}

static gboolean
take_device (TokOptions *options,
             const char *value,
             GError    **error)
{
  g_autofree char *shown = tok_output_word (value);

  if (options->n_devices == TOK_MAX_DEVICES)
    return tok_option_refuse (error, _("At most %d devices work together; leave out “--device %s”."), TOK_MAX_DEVICES, shown);
  options->device_names[options->n_devices++] = value;
  return TRUE;
}

static gboolean
take_cache_type (TokOptions *options,
                 const char *value,
                 GError    **error)
{
  if (!tok_option_read (TOK_PARAM_KV_K, "kv", value, &options->values[TOK_PARAM_KV_K], error))
    return FALSE;
  options->values[TOK_PARAM_KV_V] = options->values[TOK_PARAM_KV_K];
  return TRUE;
}

static gboolean
take_size (TokOptions *options,
           const char *value,
           GError    **error)
{
  g_autofree char *shown = tok_output_word (value);
  guint width, height;
  int end = 0;

  if (sscanf (value, "%5ux%5u%n", &width, &height, &end) != 2 || value[end] != '\0'
      || MIN (width, height) < LEAST_PIXELS || MAX (width, height) > MOST_PIXELS)
    return tok_option_refuse (error, _("“%s” is not a size; give a width and a height from %d to %d, such as 960x540."),
                              shown, LEAST_PIXELS, MOST_PIXELS);
  options->width = width;
  options->height = height;
  return TRUE;
}

static gboolean
take_scale (TokOptions *options,
            const char *value,
            GError    **error)
{
  char *end = NULL;
  double scale = g_ascii_strtod (value, &end);
  g_autofree char *least = tok_option_number (LEAST_SCALE);
  g_autofree char *most = tok_option_number (MOST_SCALE);
  g_autofree char *shown = tok_output_word (value);

  if (end == value || *end != '\0' || !(scale >= LEAST_SCALE && scale <= MOST_SCALE))
    return tok_option_refuse (error, _("“%s” is not a scale; give a number from %s to %s."), shown, least, most);
  options->scale = scale;
  return TRUE;
}

static gboolean
take_theme (TokOptions *options,
            const char *value,
            GError    **error)
{
  g_autofree char *shown = tok_output_word (value);

  for (guint i = 0; i < TOK_N_THEMES; i++)
    if (g_ascii_strcasecmp (value, theme_names[i]) == 0)
      {
        options->theme = i;
        return TRUE;
      }
  return tok_option_refuse (error, _("“%s” is not a theme; give light, dark, or print."), shown);
}

#define PLACE(member) G_STRUCT_OFFSET (TokOptions, member)

static const TokOptionRow rows[] = {
  { "device", 0, TOK_OPTIONS_PLAN, N_("NAME"),
    N_("GPU, system on a chip or CPU; repeat it for several GPUs"), 0, take_device },
  { "host", 0, TOK_OPTIONS_PLAN, N_("NAME"),
    N_("CPU and memory beside the GPUs; assumed unless given"), PLACE (host_name), NULL },
  { "model", 0, TOK_OPTIONS_PLAN, N_("NAME"),
    N_("model of the catalog, or a file: *.gguf, config.json, *.tokplan"), PLACE (model_name), NULL },
  { "draft-model", 0, TOK_OPTIONS_PLAN, N_("NAME"),
    N_("draft model or its file, for speculative decoding; drafts the best length unless told"), PLACE (draft_name), NULL },
  { "kv", 0, TOK_OPTIONS_PLAN, N_("CHOICE"),
    N_("type of the whole KV cache, keys and values"), 0, take_cache_type },
  { "size", 0, TOK_OPTIONS_CHART, N_("WIDTHxHEIGHT"),
    N_("size of the chart (default 960x540)"), 0, take_size },
  { "scale", 0, TOK_OPTIONS_CHART, N_("NUMBER"),
    N_("device pixels per pixel of a PNG (default 1)"), 0, take_scale },
  { "theme", 0, TOK_OPTIONS_CHART, "light|dark|print",
    N_("colors (default light)"), 0, take_theme },
  { "output", 'o', TOK_OPTIONS_CHART, N_("FILE"),
    N_("*.png, *.svg, *.pdf, or *.csv; - is CSV on standard output (default)"), PLACE (output), NULL },
  { "json", 0, TOK_OPTIONS_JSON, NULL,
    N_("JSON with stable names and SI units"), PLACE (json), NULL },
  { "help", 'h', 0, NULL,
    N_("this help"), PLACE (help), NULL },
};

const TokOptionRow *
tok_option_rows (guint *n)
{
  *n = G_N_ELEMENTS (rows);
  return rows;
}

gboolean
tok_option_row_is_in (const TokOptionRow *row,
                      TokOptionSet        set)
{
  return row->set == 0 || (row->set & set) != 0;
}

gboolean
tok_option_row_take (const TokOptionRow *row,
                     TokOptions         *options,
                     const char         *value,
                     GError            **error)
{
  if (row->take != NULL)
    return row->take (options, value, error);
  if (row->takes == NULL)
    G_STRUCT_MEMBER (gboolean, options, row->place) = TRUE;
  else
    G_STRUCT_MEMBER (const char *, options, row->place) = value;
  return TRUE;
}
