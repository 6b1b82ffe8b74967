/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of options, made from the tables that read them. */

#include "command/help.h"

#include <glib/gi18n.h>

#include "command/option-table.h"
#include "command/table.h"
#include "present/labels.h"

/* A row of choices ends with the name that passes it. */
#define CHOICES_COLUMNS 48

static void
add_row (TokTable           *table,
         const TokOptionRow *row)
{
  g_autofree char *letter = row->letter != 0 ? g_strdup_printf ("-%c, ", row->letter) : g_strdup ("");
  const char *takes = row->takes != NULL ? _(row->takes) : "";

  tok_table_add (table, g_strdup_printf ("  %s--%s%s%s", letter, row->name, row->takes != NULL ? " " : "", takes));
  tok_table_add (table, g_strdup (_(row->help)));
}

/* The names of a choice with bars between them, in rows of their own under its label. */
static void
add_choices (TokTable           *table,
             const TokParamInfo *info)
{
  g_autoptr (GString) line = g_string_new (info->has_auto ? "auto|" : "");

  for (guint i = 0; i <= (guint) info->maximum; i++)
    {
      gboolean is_last = i == (guint) info->maximum;

      g_string_append_printf (line, "%s%s", info->choice_name (i), is_last ? "" : "|");
      if (line->len < CHOICES_COLUMNS && !is_last)
        continue;
      tok_table_add (table, g_strdup (""));
      tok_table_add (table, g_strdup_printf ("  %s", line->str));
      g_string_truncate (line, 0);
    }
}

static char *
takes (TokParam param)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  const char *unit = info->unit[0] != '\0' ? _(info->unit) : _("NUMBER");

  if (info->choice_name != NULL)
    return g_strdup (_("CHOICE"));
  if (param == TOK_PARAM_GPU_LAYERS)
    return g_strdup_printf ("auto|all|%s", unit);
  return info->has_auto ? g_strdup_printf ("auto|%s", unit) : g_strdup (unit);
}

/* What holds without the option; NULL for what comes with a device or a model. */
static char *
fallback (const TokParamInfo *info)
{
  if (info->fallback == TOK_AUTO)
    return g_strdup ("auto");
  if (info->choice_name != NULL)
    return g_strdup (info->choice_name ((guint) info->fallback));
  if (info->group == TOK_GROUP_MACHINE || info->group == TOK_GROUP_MODEL)
    return NULL;
  return tok_option_number (info->fallback);
}

static char *
description (TokParam param)
{
  g_autofree char *value = fallback (tok_plan_param_info (param));

  if (value == NULL)
    return g_strdup (tok_label_param (param));
  return g_strdup_printf (C_("option", "%s (default %s)"), tok_label_param (param), value);
}

static void
add_param (TokTable *table,
           TokParam  param)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  g_autofree char *name = tok_option_name (param);
  g_autofree char *value = takes (param);

  tok_table_add (table, g_strdup_printf ("  --%s %s", name, value));
  tok_table_add (table, description (param));
  if (info->choice_name != NULL)
    add_choices (table, info);
}

static void
add_params (TokTable *table)
{
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    {
      TokParamGroup group = tok_plan_param_info (param)->group;

      if (param == 0 || group != tok_plan_param_info (param - 1)->group)
        {
          tok_table_add (table, g_strdup (tok_label_group (group)));
          tok_table_add (table, g_strdup (""));
        }
      add_param (table, param);
    }
}

char *
tok_help_options (TokOptionSet set)
{
  g_autoptr (TokTable) table = tok_table_new (2);
  guint n;
  const TokOptionRow *rows = tok_option_rows (&n);

  tok_table_add (table, g_strdup (_("Options")));
  tok_table_add (table, g_strdup (""));
  for (guint i = 0; i < n; i++)
    if (tok_option_row_is_in (&rows[i], set))
      add_row (table, &rows[i]);
  if ((set & TOK_OPTIONS_PLAN) != 0)
    add_params (table);
  return tok_table_to_text (table);
}
