/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was imported, for people and for programs. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/catalog.h"
#include "core/plan.h"
#include "formats/import.h"

G_BEGIN_DECLS

/* What became of one word of the command line. */
typedef struct
{
  const char *word;
  TokImport  *import;      /* NULL: it failed … */
  GError     *error;       /* … for this reason */
  TokPlan    *plan;        /* a plan file's; of measurements, with their buffers, what to compare them with; NULL: nothing */
  TokPlan    *logged;      /* of measurements: the plan under which their buffers were logged; NULL: none */
  GArray     *rows;        /* of TokMeasurement, as they are compared: one for each that was imported; NULL without a plan */
} TokImportReport;

/* Several lines on what was imported, which there is. */
char *tok_import_report_text (const TokImportReport *report,
                              const TokCatalog      *catalog);
/* Adds an object.  Names are stable: members are added, never renamed. */
void  tok_import_report_json (const TokImportReport *report,
                              const TokCatalog      *catalog,
                              JsonBuilder           *builder);

/* What the text is made of.  Takes the ownership of @lines; without any there is no heading. */
void  tok_import_append_part  (GString               *text,
                               const char            *heading,
                               char                  *lines);
void  tok_import_append_model (GString               *text,
                               const TokModelFile    *file);
/* The member "model". */
void  tok_import_add_model    (JsonBuilder           *builder,
                               const TokModelFile    *file);
/* The weights of all layers, role by role. */
void  tok_import_sum_layers   (const TokModelWeights *weights,
                               TokLayerWeights       *all);

G_END_DECLS
