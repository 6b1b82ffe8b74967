/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a measured row to the plan that says the same. */

#pragma once

#include "aliases.h"
#include "core/catalog.h"
#include "core/plan.h"
#include "core/search.h"
#include "row.h"

G_BEGIN_DECLS

typedef struct
{
  const TokCatalog *catalog;
  const TokAliases *aliases;
} TokMapper;

/* A row that has a plan, or the reason why it has none. */
typedef struct
{
  const TokRow *row;
  const char   *reason;     /* interned; NULL for a mapped row, and only then there is a plan */
  TokPlan       plan;
  gboolean      exact;      /* FALSE: engine, model or file type are only the nearest the catalog has */
  const char   *chips[TOK_MAX_DEVICES]; /* of its devices … */
  const char   *host_chip;  /* … and of its host, NULL when the row names none */
} TokMapped;

/* @mapped is raw memory. */
void tok_mapping_init      (TokMapped                *mapped,
                            const TokMapper          *mapper,
                            const TokRow             *row);
void tok_mapping_clear     (TokMapped                *mapped);
/* Another table of constants for the plan. */
void tok_mapping_set_table (TokMapped                *mapped,
                            const TokEfficiencyTable *table);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TokMapped, tok_mapping_clear)

G_END_DECLS
