/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts: one builder each, from a plan to a chart spec.  Adding a chart is one builder and one line in the list. */

#pragma once

#include "chart/spec.h"
#include "core/catalog.h"
#include "core/estimate.h"

G_BEGIN_DECLS

/* Models of the catalog and of the ladder in one file type, kept between charts so that a slider step builds none of them. */
typedef struct _TokModelShelf TokModelShelf;

typedef struct
{
  const TokPlan     *plan;
  const TokEstimate *estimate;     /* of that plan */
  const TokPlan     *baseline;     /* or NULL */
  const TokCatalog  *catalog;
  TokModelShelf     *shelf;
} TokChartInput;

typedef TokChartSpec *(*TokChartBuilder) (const TokChartInput *input);

typedef struct
{
  const char     *id;          /* "context", "size", "offload" */
  const char     *title;       /* N_() */
  TokChartBuilder build;
  TokParam        x_param;     /* what a click on the x axis sets */
  double          x_unit;      /* value of the parameter = axis value x this */
} TokChartKind;

TokModelShelf      *tok_model_shelf_new  (const TokCatalog *catalog);
void                tok_model_shelf_free (TokModelShelf    *shelf);
/* The list; @n is its length. */
const TokChartKind *tok_chart_kinds      (guint            *n);
/* By id, NULL when there is none. */
const TokChartKind *tok_chart_kind_find  (const char       *id);

G_END_DECLS
