/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number field takes every value, the slider round ones.  The slider's own adjustment holds places (log2 where the scale is
 * logarithmic); the value in natural units is the session's. */

#include "shell/param-row.h"

#include <glib/gi18n.h>

#include "present/labels.h"
#include "present/numbers.h"
#include "shell/slider-scale.h"

#define PAGE_STEPS 10
#define CHOICE_CHARS 11

struct _TokParamRow
{
  TokRow           parent_instance;
  GtkLabel        *origin;
  GtkToggleButton *automatic;
  GtkEntry        *entry;
  GtkLabel        *unit;
  GtkScale        *slider;
  char            *shown;            /* what the field says while nothing is typed */
  double           slider_minimum, slider_maximum;
  TokSliderScale   scale;
  gboolean         is_updating;      /* the widgets are being set from the plan */
};

enum { PROP_0, PROP_SLIDER_MINIMUM, PROP_SLIDER_MAXIMUM, PROP_HAS_SLIDER, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TokParamRow, tok_param_row, TOK_TYPE_ROW)

static TokSession *
get_session (TokParamRow *self)
{
  return tok_session_view_get_session (TOK_SESSION_VIEW (self));
}

static TokParam
get_param (TokParamRow *self)
{
  return tok_row_get_param (TOK_ROW (self));
}

static GtkAdjustment *
get_adjustment (TokParamRow *self)
{
  return tok_session_get_adjustment (get_session (self), get_param (self));
}

static void
set_automatic (TokParamRow *self, gboolean automatic)
{
  double value = gtk_adjustment_get_value (get_adjustment (self));

  tok_session_set_param (get_session (self), get_param (self), automatic ? TOK_AUTO : value);
}

/* The wheel belongs to the panel, which scrolls. */
static void
leave_wheel_alone (GtkWidget *slider)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (slider);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

/* One tick for each of the choices on the slider. */
/* Choices have a tick each, and names longer than numbers. */
static void
show_choices (TokParamRow *self)
{
  if (tok_plan_param_info (get_param (self))->scale != TOK_SCALE_CHOICE)
    return;
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), CHOICE_CHARS);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), CHOICE_CHARS);
  gtk_scale_clear_marks (self->slider);
  for (double value = self->scale.minimum; value <= self->scale.maximum; value++)
    gtk_scale_add_mark (self->slider, value, GTK_POS_BOTTOM, NULL);
}

static void
update_scale (TokParamRow *self, const TokPlan *plan)
{
  TokSliderScale old = self->scale;
  double minimum, maximum;

  tok_plan_range (plan, get_param (self), &minimum, &maximum);
  if (self->slider_minimum > 0.0)
    minimum = MIN (self->slider_minimum, maximum);
  if (self->slider_maximum > 0.0)
    maximum = MIN (self->slider_maximum, maximum);
  tok_slider_scale_init (&self->scale, tok_plan_param_info (get_param (self)), minimum, maximum);
  if (old.minimum != self->scale.minimum || old.maximum != self->scale.maximum)
    show_choices (self);
}

static void
update_slider (TokParamRow *self, double value)
{
  GtkAdjustment *places = gtk_range_get_adjustment (GTK_RANGE (self->slider));

  gtk_adjustment_configure (places, tok_slider_scale_position (&self->scale, value),
                            tok_slider_scale_position (&self->scale, self->scale.minimum),
                            tok_slider_scale_position (&self->scale, self->scale.maximum),
                            0.0, 0.0, 0.0);
}

static void
restore_entry (TokParamRow *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), self->shown);
}

static void
mark_entry (TokParamRow *self, gboolean is_wrong)
{
  GtkWidget *entry = GTK_WIDGET (self->entry);

  if (gtk_widget_has_css_class (entry, "error") == is_wrong)
    return;
  if (is_wrong)
    gtk_widget_add_css_class (entry, "error");
  else
    gtk_widget_remove_css_class (entry, "error");
  gtk_widget_set_tooltip_text (entry, is_wrong ? _("That is not a value for this field.") : NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                               is_wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
update_texts (TokParamRow *self, const TokPlan *plan, double value)
{
  g_autofree char *text = tok_format_param (get_param (self), value);
  g_autofree char *unit = tok_format_param_unit (plan, get_param (self));
  g_autofree char *spoken = g_strdup_printf ("%s %s", text, unit);

  if (g_strcmp0 (text, self->shown) == 0 && g_str_equal (unit, gtk_label_get_text (self->unit)))
    return;
  g_free (self->shown);
  self->shown = g_steal_pointer (&text);
  restore_entry (self);
  mark_entry (self, FALSE);
  gtk_label_set_text (self->unit, unit);
  /* Without a text it only keeps the fields in line, and is nothing to read out. */
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->unit), GTK_ACCESSIBLE_STATE_HIDDEN, unit[0] == '\0', -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->slider), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, g_strchomp (spoken), -1);
}

static void
update_origin (TokParamRow *self, const TokPlan *plan)
{
  TokOrigin origin = tok_plan_origin (plan, get_param (self));
  gboolean has_auto = tok_plan_param_info (get_param (self))->has_auto;

  gtk_label_set_text (self->origin, tok_label_origin (origin));
  gtk_widget_set_visible (GTK_WIDGET (self->origin), !has_auto && origin != TOK_ORIGIN_DEFAULT);
  gtk_widget_set_visible (GTK_WIDGET (self->automatic), has_auto);
  gtk_toggle_button_set_active (self->automatic, origin == TOK_ORIGIN_AUTO);
}

static void
tok_param_row_update (TokSessionView *view, TokSession *session)
{
  TokParamRow *self = TOK_PARAM_ROW (view);
  const TokPlan *plan = tok_session_get_plan (session);
  double value = gtk_adjustment_get_value (get_adjustment (self));

  self->is_updating = TRUE;
  update_texts (self, plan, value);
  update_origin (self, plan);
  update_scale (self, plan);
  update_slider (self, value);
  self->is_updating = FALSE;
}

static void
commit_entry (TokParamRow *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  gboolean is_value;
  double value;

  if (get_session (self) == NULL || g_strcmp0 (text, self->shown) == 0)
    return;
  is_value = tok_parse_param (get_param (self), text, &value);
  if (is_value && value < 0.0)
    set_automatic (self, TRUE);
  else if (is_value)
    gtk_adjustment_set_value (get_adjustment (self), value);
  if (is_value)
    restore_entry (self);
  mark_entry (self, !is_value);
}

/* Who leaves with something wrong in the field sees what the plan has. */
static void
on_entry_left (TokParamRow *self)
{
  commit_entry (self);
  restore_entry (self);
  mark_entry (self, FALSE);
}

static void
on_entry_changed (TokParamRow *self)
{
  mark_entry (self, FALSE);
}

static gboolean
on_entry_key (TokParamRow *self, guint key)
{
  if (key != GDK_KEY_Escape || g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->entry)), self->shown) == 0)
    return GDK_EVENT_PROPAGATE;
  restore_entry (self);
  return GDK_EVENT_STOP;
}

static void
on_place_changed (TokParamRow *self, GtkAdjustment *places)
{
  if (self->is_updating || get_session (self) == NULL)
    return;
  gtk_adjustment_set_value (get_adjustment (self), tok_slider_scale_value (&self->scale, gtk_adjustment_get_value (places)));
  /* Back to the place of the round value, also when it is the old one. */
  tok_param_row_update (TOK_SESSION_VIEW (self), get_session (self));
}

static int
steps_of (GtkScrollType scroll)
{
  switch ((int) scroll)
    {
    case GTK_SCROLL_STEP_LEFT:
    case GTK_SCROLL_STEP_DOWN:
    case GTK_SCROLL_STEP_BACKWARD:
      return -1;
    case GTK_SCROLL_STEP_RIGHT:
    case GTK_SCROLL_STEP_UP:
    case GTK_SCROLL_STEP_FORWARD:
      return 1;
    case GTK_SCROLL_PAGE_LEFT:
    case GTK_SCROLL_PAGE_DOWN:
    case GTK_SCROLL_PAGE_BACKWARD:
      return -PAGE_STEPS;
    case GTK_SCROLL_PAGE_RIGHT:
    case GTK_SCROLL_PAGE_UP:
    case GTK_SCROLL_PAGE_FORWARD:
      return PAGE_STEPS;
    default:
      return 0;
    }
}

/* Keys go from one round value to the next; everything else moves the slider as usual. */
static gboolean
on_change_value (TokParamRow *self, GtkScrollType scroll)
{
  int steps = steps_of (scroll);
  GtkAdjustment *adjustment;

  if (steps == 0 || get_session (self) == NULL)
    return FALSE;
  adjustment = get_adjustment (self);
  gtk_adjustment_set_value (adjustment, tok_slider_scale_move (&self->scale, gtk_adjustment_get_value (adjustment), steps));
  return TRUE;
}

static void
on_automatic_toggled (TokParamRow *self)
{
  if (!self->is_updating && get_session (self) != NULL)
    set_automatic (self, gtk_toggle_button_get_active (self->automatic));
}

static void
tok_param_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TokParamRow *self = TOK_PARAM_ROW (object);

  switch (id)
    {
    case PROP_SLIDER_MINIMUM:
      g_value_set_double (value, self->slider_minimum);
      break;
    case PROP_SLIDER_MAXIMUM:
      g_value_set_double (value, self->slider_maximum);
      break;
    case PROP_HAS_SLIDER:
      g_value_set_boolean (value, gtk_widget_get_visible (GTK_WIDGET (self->slider)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_param_row_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TokParamRow *self = TOK_PARAM_ROW (object);

  switch (id)
    {
    case PROP_SLIDER_MINIMUM:
      tok_param_row_set_slider_range (self, g_value_get_double (value), self->slider_maximum);
      break;
    case PROP_SLIDER_MAXIMUM:
      tok_param_row_set_slider_range (self, self->slider_minimum, g_value_get_double (value));
      break;
    case PROP_HAS_SLIDER:
      gtk_widget_set_visible (GTK_WIDGET (self->slider), g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_param_row_finalize (GObject *object)
{
  g_free (TOK_PARAM_ROW (object)->shown);
  G_OBJECT_CLASS (tok_param_row_parent_class)->finalize (object);
}

static void
tok_param_row_class_init (TokParamRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = tok_param_row_get_property;
  object_class->set_property = tok_param_row_set_property;
  object_class->finalize = tok_param_row_finalize;
  TOK_SESSION_VIEW_CLASS (klass)->update = tok_param_row_update;

  properties[PROP_SLIDER_MINIMUM] = g_param_spec_double ("slider-minimum", NULL, NULL, 0.0, G_MAXDOUBLE, 0.0, flags);
  properties[PROP_SLIDER_MAXIMUM] = g_param_spec_double ("slider-maximum", NULL, NULL, 0.0, G_MAXDOUBLE, 0.0, flags);
  properties[PROP_HAS_SLIDER] = g_param_spec_boolean ("has-slider", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/param-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TokParamRow, origin);
  gtk_widget_class_bind_template_child (widget_class, TokParamRow, automatic);
  gtk_widget_class_bind_template_child (widget_class, TokParamRow, entry);
  gtk_widget_class_bind_template_child (widget_class, TokParamRow, unit);
  gtk_widget_class_bind_template_child (widget_class, TokParamRow, slider);
  gtk_widget_class_bind_template_callback (widget_class, commit_entry);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_left);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_key);
  gtk_widget_class_bind_template_callback (widget_class, on_place_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_change_value);
  gtk_widget_class_bind_template_callback (widget_class, on_automatic_toggled);
}

static void
tok_param_row_init (TokParamRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  leave_wheel_alone (GTK_WIDGET (self->slider));
}

void
tok_param_row_set_slider_range (TokParamRow *row, double minimum, double maximum)
{
  if (row->slider_minimum == minimum && row->slider_maximum == maximum)
    return;
  row->slider_minimum = minimum;
  row->slider_maximum = maximum;
  if (get_session (row) != NULL)
    tok_param_row_update (TOK_SESSION_VIEW (row), get_session (row));
}
