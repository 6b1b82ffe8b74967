/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of one window: the plan, its lazily computed estimate, the baseline, the file and the history.
 *
 * Every change goes through here; "changed" follows, and whoever shows something asks again.  Widgets never compute and never
 * keep copies. */

#pragma once

#include <gtk/gtk.h>

#include "core/estimate.h"
#include "formats/import.h"
#include "present/charts.h"

G_BEGIN_DECLS

#define TOK_TYPE_SESSION (tok_session_get_type ())
G_DECLARE_FINAL_TYPE (TokSession, tok_session, TOK, SESSION, GObject)

/* How plan files are named. */
#define TOK_PLAN_SUFFIX ".tokplan"

/* Properties: "name" (string), "can-undo", "can-redo", "modified" and "has-baseline" (booleans; the last can be set).
 * Signal: "changed". */

TokSession        *tok_session_new            (TokCatalog        *catalog);   /* not owned; outlives the session */
const TokCatalog  *tok_session_get_catalog    (TokSession        *session);
const TokPlan     *tok_session_get_plan       (TokSession        *session);
const TokEstimate *tok_session_get_estimate   (TokSession        *session);
/* The value of @param in force, in natural units: automatic ones worked out. */
double             tok_session_get_value      (TokSession        *session,
                                               TokParam           param);
/* The spec of chart @kind, built when asked for after a change; owned by the session, valid until the next change. */
const TokChartSpec *tok_session_get_chart     (TokSession        *session,
                                               const char        *kind);
/* The one value slider, number field and session share: natural units, kept in step with the plan. */
GtkAdjustment     *tok_session_get_adjustment (TokSession        *session,
                                               TokParam           param);
/* Changes of one parameter that follow each other closely (a drag) are one step of the history. */
void               tok_session_set_param      (TokSession        *session,
                                               TokParam           param,
                                               double             value);
void               tok_session_set_device     (TokSession        *session,
                                               const TokDevice   *device);
void               tok_session_set_host       (TokSession        *session,
                                               const TokDevice   *host);
void               tok_session_set_model      (TokSession        *session,
                                               TokArchitecture   *architecture);
void               tok_session_reset_device   (TokSession        *session);
/* Back to the model as it was picked or opened. */
void               tok_session_reset_model    (TokSession        *session);
/* The model of a file becomes the plan's, measurements are added to the plan's own; plans are for tok_session_open(). */
void               tok_session_import         (TokSession        *session,
                                               const TokImport   *import);
void               tok_session_remove_measurement  (TokSession   *session,
                                                    guint         index);
void               tok_session_remove_measurements (TokSession   *session);   /* all speeds */
void               tok_session_remove_buffers (TokSession        *session);   /* all logged memory */
/* Calibrates the plan by its measurements, or lets go of the calibration it has. */
void               tok_session_set_calibrated (TokSession        *session,
                                               gboolean           calibrated);
void               tok_session_undo           (TokSession        *session);
void               tok_session_redo           (TokSession        *session);
/* What undo would take back, for its tooltip, translated; NULL when there is nothing. */
const char        *tok_session_get_undo_label (TokSession        *session);
const char        *tok_session_get_redo_label (TokSession        *session);
/* Pins the present plan as baseline, or removes the baseline. */
void               tok_session_set_baseline   (TokSession        *session,
                                               gboolean           pinned);
const TokPlan     *tok_session_get_baseline   (TokSession        *session);   /* NULL: none */
GFile             *tok_session_get_file       (TokSession        *session);   /* NULL: never saved */
gboolean           tok_session_open           (TokSession        *session,
                                               GFile             *file,
                                               GError           **error);     /* on error nothing changes; can be undone */
gboolean           tok_session_save           (TokSession        *session,
                                               GFile             *file,
                                               GError           **error);
/* The same without taking @file for the plan's own: the plan stays as modified as it is. */
gboolean           tok_session_open_copy      (TokSession        *session,
                                               GFile             *file,
                                               GError           **error);
gboolean           tok_session_save_copy      (TokSession        *session,
                                               GFile             *file,
                                               GError           **error);

G_END_DECLS
