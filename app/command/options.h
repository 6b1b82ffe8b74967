/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words behind a command.  Every parameter of the plan is an option by itself; the few others stand in one table. */

#pragma once

#include "chart/palette.h"
#include "core/plan.h"

G_BEGIN_DECLS

/* Which options a command knows. */
typedef enum
{
  TOK_OPTIONS_PLAN = 1 << 0,     /* machine, model and every parameter */
  TOK_OPTIONS_CHART = 1 << 1,    /* size, scale, theme, output */
  TOK_OPTIONS_JSON = 1 << 2,
} TokOptionSet;

typedef struct
{
  guint         n_devices;
  const char   *device_names[TOK_MAX_DEVICES];
  double        device_values[TOK_MAX_DEVICES][TOK_N_PARAMS];  /* parameters of the device they followed; NaN = not given */
  double        values[TOK_N_PARAMS];                          /* all others; NaN = not given */
  const char   *host_name, *model_name, *draft_name;           /* NULL = not given */
  gboolean      json, help;
  guint         width, height;
  double        scale;
  TokChartTheme theme;
  const char   *output;          /* "-": standard output */
  GPtrArray    *words;           /* of const char *: what is no option */
} TokOptions;

/* Reads @argv, whose strings must outlive @options.  FALSE with a TOK_COMMAND_ERROR_WORDS. */
gboolean tok_options_parse (TokOptions   *options,
                            TokOptionSet  set,
                            int           argc,
                            char        **argv,
                            GError      **error);
void     tok_options_clear (TokOptions   *options);
/* TRUE for the parameters that belong to one device. */
gboolean tok_option_is_of_device (TokParam param);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TokOptions, tok_options_clear)

G_END_DECLS
