/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leads to the pages of a stack: tabs in a wide window, a drop-down in a narrow one. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TOK_TYPE_PAGE_SWITCHER (tok_page_switcher_get_type ())
G_DECLARE_FINAL_TYPE (TokPageSwitcher, tok_page_switcher, TOK, PAGE_SWITCHER, GtkWidget)

/* Property: "stack" (GtkStack). */

G_END_DECLS
