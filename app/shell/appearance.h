/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Light or dark as the desktop says, and the program's own style sheet. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Adds the style sheet to @display. */
void tok_appearance_load_style     (GdkDisplay      *display);
/* Follows the desktop's preference for dark windows for as long as @connection lives; NULL: there is none to ask. */
void tok_appearance_follow_desktop (GDBusConnection *connection);

G_END_DECLS
