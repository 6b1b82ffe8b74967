/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every change of the plan ends in _tok_session_finish_change(): estimate and charts are forgotten, adjustments and properties
 * follow, and "changed" is emitted once. */

#include "shell/session-private.h"

#include <glib/gi18n.h>

#include "present/labels.h"
#include "shell/effective.h"

#define FIRST_DEVICE "geforce-rtx-4090"
#define FIRST_MODEL "llama-3.1-8b"

enum { PROP_0, PROP_NAME, PROP_CAN_UNDO, PROP_CAN_REDO, PROP_HAS_BASELINE, PROP_MODIFIED, N_PROPS };
enum { CHANGED, N_SIGNALS };

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TokSession, tok_session, G_TYPE_OBJECT)

double
_tok_session_now_seconds (void)
{
  return g_get_monotonic_time () / (double) G_USEC_PER_SEC;
}

static gboolean
nearly_equal (double one, double other)
{
  return fabs (one - other) <= 1e-9 * MAX (fabs (one), fabs (other));
}

static void
notify_if (TokSession *self, gboolean *shown, gboolean value, int property)
{
  if (*shown == value)
    return;
  *shown = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

void
_tok_session_notify_state (TokSession *self)
{
  notify_if (self, &self->state.can_undo, tok_history_undo_label (self->history) != NULL, PROP_CAN_UNDO);
  notify_if (self, &self->state.can_redo, tok_history_redo_label (self->history) != NULL, PROP_CAN_REDO);
  notify_if (self, &self->state.has_baseline, self->baseline != NULL, PROP_HAS_BASELINE);
  notify_if (self, &self->state.modified, !tok_plan_equal (&self->plan, &self->saved), PROP_MODIFIED);
}

static void
follow_plan (TokSession *self, TokParam param)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  double minimum, maximum;

  tok_plan_range (&self->plan, param, &minimum, &maximum);
  self->adjustments_follow = TRUE;
  gtk_adjustment_configure (self->adjustments[param], tok_session_get_value (self, param), minimum, maximum,
                            info->step, 10.0 * info->step, 0.0);
  self->adjustments_follow = FALSE;
}

void
_tok_session_finish_change (TokSession *self)
{
  self->estimate_is_known = FALSE;
  g_hash_table_remove_all (self->charts);
  for (guint i = 0; i < TOK_N_PARAMS; i++)
    if (self->adjustments[i] != NULL)
      follow_plan (self, i);
  _tok_session_notify_state (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
_tok_session_remember (TokSession *self, const char *label, int subject)
{
  tok_history_add (self->history, &self->plan, label, subject, _tok_session_now_seconds ());
  _tok_session_finish_change (self);
}

/* Takes a copy of @plan, or leaves everything as it is when @plan is NULL. */
static void
go_to (TokSession *self, const TokPlan *plan)
{
  if (plan == NULL)
    return;
  tok_plan_clear (&self->plan);
  tok_plan_copy (plan, &self->plan);
  _tok_session_finish_change (self);
}

static void
on_adjustment_value_changed (GtkAdjustment *adjustment, TokSession *self)
{
  TokParam param = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (adjustment), "param"));
  double value = gtk_adjustment_get_value (adjustment);

  if (!self->adjustments_follow && !nearly_equal (value, tok_session_get_value (self, param)))
    tok_session_set_param (self, param, value);
}

static void
tok_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TokSession *self = TOK_SESSION (object);

  switch (id)
    {
    case PROP_NAME:
      g_value_take_string (value, _tok_session_get_name (self));
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, self->state.can_undo);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, self->state.can_redo);
      break;
    case PROP_HAS_BASELINE:
      g_value_set_boolean (value, self->baseline != NULL);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, self->state.modified);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_session_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_HAS_BASELINE)
    tok_session_set_baseline (TOK_SESSION (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tok_session_finalize (GObject *object)
{
  TokSession *self = TOK_SESSION (object);

  for (guint i = 0; i < TOK_N_PARAMS; i++)
    if (self->adjustments[i] != NULL)
      {
        g_signal_handlers_disconnect_by_data (self->adjustments[i], self);
        g_object_unref (self->adjustments[i]);
      }
  g_hash_table_unref (self->charts);
  g_clear_pointer (&self->shelf, tok_model_shelf_free);
  tok_history_free (self->history);
  g_clear_pointer (&self->baseline, tok_plan_free);
  tok_plan_clear (&self->plan);
  tok_plan_clear (&self->saved);
  tok_plan_extra_clear (&self->extra);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (tok_session_parent_class)->finalize (object);
}

static void
tok_session_class_init (TokSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = tok_session_get_property;
  object_class->set_property = tok_session_set_property;
  object_class->finalize = tok_session_finalize;

  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, readable);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, readable);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, readable);
  properties[PROP_HAS_BASELINE] = g_param_spec_boolean ("has-baseline", NULL, NULL, FALSE, readable | G_PARAM_WRITABLE);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", TOK_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tok_session_init (TokSession *self)
{
  self->charts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) tok_chart_spec_free);
}

static const TokCatalogDevice *
first_device (const TokCatalog *catalog)
{
  const TokCatalogDevice *device = tok_catalog_find_device (catalog, FIRST_DEVICE);

  return device != NULL ? device : tok_catalog_device (catalog, 0);
}

static const TokCatalogModel *
first_model (const TokCatalog *catalog)
{
  const TokCatalogModel *model = tok_catalog_find_model (catalog, FIRST_MODEL);

  return model != NULL ? model : tok_catalog_model (catalog, 0);
}

TokSession *
tok_session_new (TokCatalog *catalog)
{
  TokSession *self = g_object_new (TOK_TYPE_SESSION, NULL);

  self->catalog = catalog;
  tok_plan_init (&self->plan, catalog->efficiency, &first_device (catalog)->device, NULL, first_model (catalog)->architecture);
  tok_plan_copy (&self->plan, &self->saved);
  self->history = tok_history_new (&self->plan);
  return self;
}

const TokCatalog *
tok_session_get_catalog (TokSession *session)
{
  return session->catalog;
}

const TokPlan *
tok_session_get_plan (TokSession *session)
{
  return &session->plan;
}

const TokEstimate *
tok_session_get_estimate (TokSession *session)
{
  if (!session->estimate_is_known)
    tok_estimate (&session->plan, &session->estimate);
  session->estimate_is_known = TRUE;
  return &session->estimate;
}

double
tok_session_get_value (TokSession *session, TokParam param)
{
  return tok_effective_value (&session->plan, tok_session_get_estimate (session), param);
}

static TokChartSpec *
build_chart (TokSession *self, const TokChartKind *kind)
{
  TokChartInput input = { &self->plan, tok_session_get_estimate (self), self->baseline, self->catalog, NULL };

  if (self->shelf == NULL)
    self->shelf = tok_model_shelf_new (self->catalog);
  input.shelf = self->shelf;
  return kind->build (&input);
}

const TokChartSpec *
tok_session_get_chart (TokSession *session, const char *kind)
{
  const TokChartKind *chart_kind = tok_chart_kind_find (kind);
  TokChartSpec *spec;

  g_return_val_if_fail (chart_kind != NULL, NULL);

  spec = g_hash_table_lookup (session->charts, kind);
  if (spec == NULL)
    {
      spec = build_chart (session, chart_kind);
      g_hash_table_insert (session->charts, (gpointer) chart_kind->id, spec);
    }
  return spec;
}

GtkAdjustment *
tok_session_get_adjustment (TokSession *session, TokParam param)
{
  if (session->adjustments[param] == NULL)
    {
      GtkAdjustment *adjustment = g_object_ref_sink (gtk_adjustment_new (0.0, 0.0, 0.0, 0.0, 0.0, 0.0));

      session->adjustments[param] = adjustment;
      g_object_set_data (G_OBJECT (adjustment), "param", GUINT_TO_POINTER (param));
      follow_plan (session, param);
      g_signal_connect (adjustment, "value-changed", G_CALLBACK (on_adjustment_value_changed), session);
    }
  return session->adjustments[param];
}

void
tok_session_set_param (TokSession *session, TokParam param, double value)
{
  if (tok_plan_set (&session->plan, param, value))
    _tok_session_remember (session, tok_label_param (param), param);
}

void
tok_session_set_device (TokSession *session, const TokDevice *device)
{
  tok_plan_set_device (&session->plan, 0, device);
  _tok_session_remember (session, _("Device"), TOK_HISTORY_NO_SUBJECT);
}

void
tok_session_set_host (TokSession *session, const TokDevice *host)
{
  tok_plan_set_host (&session->plan, host);
  _tok_session_remember (session, _("Host"), TOK_HISTORY_NO_SUBJECT);
}

void
tok_session_set_model (TokSession *session, TokArchitecture *architecture)
{
  tok_plan_set_model (&session->plan, architecture);
  _tok_session_remember (session, _("Model"), TOK_HISTORY_NO_SUBJECT);
}

void
tok_session_reset_device (TokSession *session)
{
  tok_plan_reset_device (&session->plan, 0);
  _tok_session_remember (session, _("Reset of the device"), TOK_HISTORY_NO_SUBJECT);
}

void
tok_session_reset_model (TokSession *session)
{
  TokPlan *plan = &session->plan;

  if (plan->weights != NULL)
    tok_plan_set_file_model (plan, plan->base, plan->weights, plan->weights->file_type, plan->weights->with_imatrix);
  else
    tok_plan_set_model (plan, plan->base);
  _tok_session_remember (session, _("Reset of the model"), TOK_HISTORY_NO_SUBJECT);
}

void
tok_session_undo (TokSession *session)
{
  _tok_session_pass_step (session, tok_history_undo_label (session->history));
  go_to (session, tok_history_undo (session->history));
}

void
tok_session_redo (TokSession *session)
{
  _tok_session_pass_step (session, tok_history_redo_label (session->history));
  go_to (session, tok_history_redo (session->history));
}

const char *
tok_session_get_undo_label (TokSession *session)
{
  return tok_history_undo_label (session->history);
}

const char *
tok_session_get_redo_label (TokSession *session)
{
  return tok_history_redo_label (session->history);
}

void
tok_session_set_baseline (TokSession *session, gboolean pinned)
{
  if (!pinned && session->baseline == NULL)
    return;
  g_clear_pointer (&session->baseline, tok_plan_free);
  if (pinned)
    session->baseline = tok_plan_dup (&session->plan);
  _tok_session_finish_change (session);
}

const TokPlan *
tok_session_get_baseline (TokSession *session)
{
  return session->baseline;
}
