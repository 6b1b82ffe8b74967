/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of charts. */

#include "present/charts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "present/chart-parts.h"

/* The context chart sets the context, which the depth follows until it is moved by itself: a depth alone would stop at it. */
static const TokChartKind kinds[] = {
  { "context", N_("Speed as the context fills"), tok_chart_context, TOK_PARAM_CONTEXT, 1.0 },
  { "size", N_("Model size on this machine"), tok_chart_size, TOK_PARAM_PARAMETERS, 1.0 },
  { "offload", N_("Offload cliff"), tok_chart_offload, TOK_PARAM_GPU_LAYERS, 1.0 },
};

const TokChartKind *
tok_chart_kinds (guint *n)
{
  *n = G_N_ELEMENTS (kinds);
  return kinds;
}

const TokChartKind *
tok_chart_kind_find (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].id, id) == 0)
      return &kinds[i];
  return NULL;
}
