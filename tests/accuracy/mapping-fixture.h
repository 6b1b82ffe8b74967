/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One telling row and its plan, for the tests of the mapping. */

#pragma once

#include "mapping.h"

G_BEGIN_DECLS

typedef struct
{
  TokCatalog *catalog;
  TokAliases *aliases;
  TokCsv     *csv;
  GPtrArray  *rows;
  TokMapped   mapped;
} TokMappingFixture;

void           tok_mapping_fixture_set_up    (TokMappingFixture *fixture,
                                              gconstpointer      data);
void           tok_mapping_fixture_tear_down (TokMappingFixture *fixture,
                                              gconstpointer      data);
/* The plan of a row like any other but for "column=value", … NULL; the reason for none is in fixture->mapped. */
const TokPlan *tok_map_row                   (TokMappingFixture *fixture,
                                              ...) G_GNUC_NULL_TERMINATED;

#define tok_add_mapping_test(path, function) \
  g_test_add (path, TokMappingFixture, NULL, tok_mapping_fixture_set_up, function, tok_mapping_fixture_tear_down)

G_END_DECLS
