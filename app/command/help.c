/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of options, made from the tables that read them. */

#include "command/help.h"

#include <glib/gi18n.h>

#include "command/option-table.h"
#include "command/table.h"
#include "present/labels.h"

static void
add_row (TokTable           *table,
         const TokOptionRow *row)
{
  g_autofree char *letter = row->letter != 0 ? g_strdup_printf ("-%c, ", row->letter) : g_strdup ("");
  const char *takes = row->takes != NULL ? _(row->takes) : "";

  tok_table_add (table, g_strdup_printf ("  %s--%s%s%s", letter, row->name, row->takes != NULL ? " " : "", takes));
  tok_table_add (table, g_strdup (_(row->help)));
}

static char *
choices (const TokParamInfo *info)
{
  GString *names = g_string_new (info->has_auto ? "auto" : "");

  for (guint i = 0; i <= (guint) info->maximum; i++)
    g_string_append_printf (names, "%s%s", names->len > 0 ? "|" : "", info->choice_name (i));
  return g_string_free (names, FALSE);
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

static void
add_param (TokTable *table,
           TokParam  param)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  g_autofree char *name = tok_option_name (param);
  g_autofree char *value = takes (param);
  g_autofree char *names = info->choice_name != NULL ? choices (info) : NULL;

  tok_table_add (table, g_strdup_printf ("  --%s %s", name, value));
  if (names != NULL)
    tok_table_add (table, g_strdup_printf ("%s: %s", tok_label_param (param), names));
  else
    tok_table_add (table, g_strdup (tok_label_param (param)));
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
