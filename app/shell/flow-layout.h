/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A layout that puts children side by side while their minimum widths fit and breaks into lines when not.
 *
 * Width left over goes to the children with "hexpand" until they have twice their minimum, then to all in proportion to their
 * minimum widths, so that nothing shifts while texts inside change.  Height left over goes to all lines alike. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TOK_TYPE_FLOW_LAYOUT (tok_flow_layout_get_type ())
G_DECLARE_FINAL_TYPE (TokFlowLayout, tok_flow_layout, TOK, FLOW_LAYOUT, GtkLayoutManager)

/* Property: "spacing" (pixels between children and between lines). */

G_END_DECLS
