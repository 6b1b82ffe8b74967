/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window to put one widget on, and ways to look at what it shows. */

#pragma once

#include "shell/session.h"

/* Begins a test program: GTK with the program's own interface files and style. */
void        stage_init         (int       *argc,
                                char    ***argv);
/* A session on the built-in catalog, which stays for the whole program. */
TokSession *stage_session_new  (void);
/* Puts @widget into a window of that size, shows it and waits until it is drawn. */
GtkWidget  *stage_open         (GtkWidget *widget,
                                int        width,
                                int        height);
/* The same for a page of @page_type over @session, scrolled as in the window. */
GtkWidget  *stage_open_page    (GType       page_type,
                                TokSession *session,
                                int         width,
                                int         height);
/* Closes the window and asserts that the widget on it is gone with it. */
void        stage_close        (GtkWidget *window);
/* Waits until what was changed is laid out and drawn. */
void        stage_settle       (GtkWidget *window);
/* The @index-th widget of @type below @root, depth first; NULL when there are fewer. */
GtkWidget  *stage_find         (GtkWidget *root,
                                GType      type,
                                guint      index);
/* Whether a label that is on the screen reads @text. */
gboolean    stage_reads        (GtkWidget *root,
                                const char *text);
/* The color of one pixel of the widget, 0xRRGGBB. */
guint32     stage_pixel        (GtkWidget *widget,
                                int        x,
                                int        y);
/* The controller of @type on @widget. */
gpointer    stage_controller   (GtkWidget *widget,
                                GType      type);
/* What pressing @key ("Left") on the widget does; FALSE when it does nothing. */
gboolean    stage_press        (GtkWidget *widget,
                                const char *key);
/* Clicks the button on the screen whose label is @name; FALSE when there is none. */
gboolean    stage_click        (GtkWidget  *root,
                                const char *name);
