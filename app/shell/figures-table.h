/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a chart as a table, for reading line by line and for screen readers. */

#pragma once

#include "present/charts.h"
#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_FIGURES_TABLE (tok_figures_table_get_type ())
G_DECLARE_FINAL_TYPE (TokFiguresTable, tok_figures_table, TOK, FIGURES_TABLE, TokSessionView)

void        tok_figures_table_set_kind (TokFiguresTable    *table,
                                        const TokChartKind *kind);
/* The rows below the header: GtkStringObject, cells separated by tabs. */
GListModel *tok_figures_table_get_rows (TokFiguresTable    *table);

G_END_DECLS
