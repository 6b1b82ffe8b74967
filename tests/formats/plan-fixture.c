/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Llama 3.1 8B on an RTX 4090. */

#include "plan-fixture.h"

#include "formats/catalog.h"

void
plan_fixture_set_up (PlanFixture *fixture, gconstpointer data)
{
  fixture->catalog = tok_catalog_load_builtin ();
  tok_plan_init (&fixture->plan, fixture->catalog->efficiency,
                 &tok_catalog_find_device (fixture->catalog, "geforce-rtx-4090")->device, NULL,
                 tok_catalog_find_model (fixture->catalog, "llama-3.1-8b")->architecture);
}

void
plan_fixture_tear_down (PlanFixture *fixture, gconstpointer data)
{
  tok_plan_clear (&fixture->plan);
  tok_catalog_free (fixture->catalog);
}
