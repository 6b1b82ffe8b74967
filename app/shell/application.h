/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process with windows: catalog, settings, application actions and their shortcuts. */

#pragma once

#include <gtk/gtk.h>

#include "core/catalog.h"

G_BEGIN_DECLS

#define TOK_APPLICATION_ID "io.github.tokplan.Tokplan"

#define TOK_TYPE_APPLICATION (tok_application_get_type ())
G_DECLARE_FINAL_TYPE (TokApplication, tok_application, TOK, APPLICATION, GtkApplication)

/* Opens a window with the files among the arguments, further plans in windows of their own, and returns the exit status once the
 * last is closed. */
int             tok_application_start        (int             argc,
                                              char          **argv);
TokApplication *tok_application_new          (void);
/* Owned by the application. */
TokCatalog     *tok_application_get_catalog  (TokApplication *application);
/* NULL where the schema is not installed: the program then runs and remembers nothing. */
GSettings      *tok_application_get_settings (TokApplication *application);
/* What is wrong with the person's own catalog, translated; NULL when nothing is. */
const char     *tok_application_get_catalog_error (TokApplication *application);

G_END_DECLS
