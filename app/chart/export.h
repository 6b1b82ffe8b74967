/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a chart as PNG, SVG, PDF or CSV: the same bytes for the same input on the same machine. */

#pragma once

#include <gio/gio.h>

#include "chart/palette.h"

G_BEGIN_DECLS

typedef enum { TOK_EXPORT_PNG, TOK_EXPORT_SVG, TOK_EXPORT_PDF, TOK_EXPORT_CSV } TokExportFormat;

typedef struct
{
  TokExportFormat format;
  guint           width, height;   /* pixels (PNG) or points, 100 … 8000 */
  double          scale;           /* PNG: device pixels per pixel, 0.5 … 8 */
  TokChartTheme   theme;
} TokExportOptions;

/* By the ending of @name; FALSE for any other ending. */
gboolean  tok_export_format_from_name (const char             *name,
                                       TokExportFormat        *format);
/* The whole file in memory, or NULL with @error set. */
GBytes   *tok_chart_export            (const TokChartSpec     *spec,
                                       const TokExportOptions *options,
                                       GError                **error);
/* The figures as rows of text, for a table or the clipboard: header first; cells separated by @separator, numbers as the
 * axes' value_format gives them when @for_people, else plain C numbers.
 *
 * A column for x and one for each series, with two more for its band; one row for each x that any series has, ascending, or as
 * many as a series has points there; empty cells where a series has no point: nothing is interpolated.  Named points follow in
 * rows of their own, with name and value in two last columns.  Cells are quoted as in RFC 4180 where they must. */
char     *tok_chart_to_text           (const TokChartSpec     *spec,
                                       const char             *separator,
                                       gboolean                for_people);

G_END_DECLS
