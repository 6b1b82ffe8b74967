/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The link to the host, and whether cards are linked to each other: from the notes. */

#include <math.h>
#include <string.h>

#include "mapping-private.h"

/* "PCIe 3.0 x8" as bytes/s; 0 when not stated. */
static double
stated_bandwidth (const char *notes)
{
  double gen = tok_mapping_number_after (notes, "PCIe ");
  const char *at = strstr (notes, "PCIe ");
  double lanes = at != NULL ? tok_mapping_number_after (at, " x") : 0.0;

  return gen >= 1.0 && lanes >= 1.0 ? tok_device_pcie_bandwidth ((guint) gen, (guint) lanes) : 0.0;
}

/* Cards of a desktop are linked by a bridge somebody bought, those of a server by the board. */
static gboolean
needs_bridge (const TokDevice *device)
{
  return g_str_has_prefix (device->name, "NVIDIA GeForce") || g_str_has_prefix (device->name, "NVIDIA RTX")
         || g_str_has_prefix (device->name, "NVIDIA Quadro");
}

static gboolean
is_bare (const TokRow  *row,
         const TokPlan *plan)
{
  if (plan->n_devices < 2)
    return FALSE;
  return needs_bridge (&plan->devices[0].device) || strstr (row->notes, "no NVLink") != NULL
         || strstr (row->notes, "no P2P") != NULL;
}

static void
set_nearest (TokPlan *plan,
             double   bandwidth)
{
  TokLink nearest = TOK_LINK_AUTO;
  double distance = INFINITY;

  for (TokLink link = TOK_LINK_PCIE3X4; link <= TOK_LINK_PCIE5X16; link++)
    {
      double away;

      tok_plan_set (plan, TOK_PARAM_LINK, link);
      away = fabs (tok_plan_link_bandwidth (plan) - bandwidth);
      if (away < distance)
        {
          distance = away;
          nearest = link;
        }
    }
  tok_plan_set (plan, TOK_PARAM_LINK, nearest);
}

void
tok_mapping_link (const TokRow *row,
                  TokPlan      *plan)
{
  double bandwidth = stated_bandwidth (row->notes);

  if (strstr (row->notes, "NVLink") != NULL && strstr (row->notes, "no NVLink") == NULL)
    tok_plan_set (plan, TOK_PARAM_LINK, TOK_LINK_NVLINK);
  else if (bandwidth > 0.0)
    set_nearest (plan, bandwidth);
  else if (is_bare (row, plan))
    set_nearest (plan, tok_plan_link_bandwidth (plan));
}
