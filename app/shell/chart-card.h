/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart with its title and its menu: save as a file, copy the figures, show them as a table. */

#pragma once

#include "chart/export.h"
#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_CHART_CARD (tok_chart_card_get_type ())
G_DECLARE_FINAL_TYPE (TokChartCard, tok_chart_card, TOK, CHART_CARD, TokSessionView)

/* Properties: "kind" (string, the chart's id), "show-table" (boolean).
 * Actions: "chart.save" (string, the ending of the file), "chart.copy", "chart.show-table". */

const char *tok_chart_card_get_kind (TokChartCard *card);
/* Writes the chart as it would look on the screen to @file, in the format its name ends in. */
gboolean    tok_chart_card_save     (TokChartCard *card,
                                     GFile        *file,
                                     GError      **error);

G_END_DECLS
