/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of plan files begin with: the built-in catalog and a plan of it. */

#pragma once

#include "core/catalog.h"
#include "core/plan.h"

typedef struct
{
  TokCatalog *catalog;
  TokPlan     plan;
} PlanFixture;

void plan_fixture_set_up    (PlanFixture  *fixture,
                             gconstpointer data);
void plan_fixture_tear_down (PlanFixture  *fixture,
                             gconstpointer data);
