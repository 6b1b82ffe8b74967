/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes from outside into the plan, and what measurements make of it.  A calibration in use follows its measurements. */

#include "shell/session-private.h"

#include <glib/gi18n.h>

#include "core/comparison.h"

static void
take_model (TokSession *self, const TokModelFile *model)
{
  /* Translators: what undo takes back; the name of a model. */
  g_autofree char *label = g_strdup_printf (_("Opening the model %s"), model->architecture->name);

  tok_plan_set_file_model (&self->plan, model->architecture, model->weights, model->file_type, model->with_imatrix);
  _tok_session_remember (self, label, TOK_HISTORY_NO_SUBJECT);
}

/* With what the measurements say now; without any there is nothing to rest on. */
static void
follow_measurements (TokSession *self)
{
  if (self->plan.measurements == NULL || self->plan.measurements->rows->len == 0)
    tok_calibration_clear (&self->plan.calibration);
  else if (tok_plan_calibration (&self->plan) != NULL)
    tok_comparison_calibrate (&self->plan, self->catalog, &self->plan.calibration);
}

static void
take_measurements (TokSession *self, TokMeasurements *measurements, const char *label)
{
  tok_plan_set_measurements (&self->plan, measurements);
  follow_measurements (self);
  _tok_session_remember (self, label, TOK_HISTORY_NO_SUBJECT);
}

static void
add_measurements (TokSession *self, const TokMeasurementsRead *read)
{
  g_autoptr (TokMeasurements) more = tok_measurements_new_added (self->plan.measurements, read->rows, read->buffers);

  take_measurements (self, more, _("Adding measurements"));
}

void
tok_session_import (TokSession *session, const TokImport *import)
{
  if (import->model != NULL)
    take_model (session, import->model);
  if (import->measurements != NULL)
    add_measurements (session, import->measurements);
}

void
tok_session_remove_measurement (TokSession *session, guint index)
{
  g_autoptr (TokMeasurements) rest = NULL;

  g_return_if_fail (session->plan.measurements != NULL && index < session->plan.measurements->rows->len);

  rest = tok_measurements_new_without (session->plan.measurements, index);
  take_measurements (session, rest, _("Removing a measurement"));
}

void
tok_session_remove_measurements (TokSession *session)
{
  g_autoptr (GArray) no_rows = g_array_new (FALSE, FALSE, sizeof (TokMeasurement));
  g_autoptr (TokMeasurements) rest = NULL;

  g_return_if_fail (session->plan.measurements != NULL);

  rest = tok_measurements_new_added (NULL, no_rows, session->plan.measurements->buffers);
  take_measurements (session, rest, _("Removing all measurements"));
}

void
tok_session_remove_buffers (TokSession *session)
{
  g_autoptr (GArray) no_buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer));
  g_autoptr (TokMeasurements) rest = NULL;

  g_return_if_fail (session->plan.measurements != NULL);

  rest = tok_measurements_new_added (NULL, session->plan.measurements->rows, no_buffers);
  take_measurements (session, rest, _("Removing the logged memory"));
}

void
tok_session_set_calibrated (TokSession *session, gboolean calibrated)
{
  if (calibrated)
    tok_comparison_calibrate (&session->plan, session->catalog, &session->plan.calibration);
  else
    tok_calibration_clear (&session->plan.calibration);
  _tok_session_remember (session, calibrated ? _("Calibration") : _("Removing the calibration"), TOK_HISTORY_NO_SUBJECT);
}
