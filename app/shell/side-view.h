/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A panel beside the content; in a narrow window it lies above the content and is put away by a click beside it or Escape. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TOK_TYPE_SIDE_VIEW (tok_side_view_get_type ())
G_DECLARE_FINAL_TYPE (TokSideView, tok_side_view, TOK, SIDE_VIEW, GtkWidget)

/* Properties: "panel" and "content" (widgets), "show-panel" (it is to be seen now), "pinned" (it is to be seen whenever the
 * window is wide; booleans). */

gboolean tok_side_view_get_show_panel (TokSideView *view);
void     tok_side_view_set_show_panel (TokSideView *view,
                                       gboolean     show_panel);

G_END_DECLS
