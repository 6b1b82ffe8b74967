/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The crosshair is drawn above the canvas, so that moving it does not draw the data again. */

#include "shell/chart-view.h"

#include "chart/describe.h"
#include "chart/draw.h"
#include "shell/chart-canvas.h"
#include "shell/widget-palette.h"

#define PAGE_STEPS 10
#define ALL_STEPS 100000       /* more than a series has points */
#define HANDLE_PIXELS 6.0      /* how near the plan's line is on it */

typedef enum { CROSSHAIR_HIDDEN, CROSSHAIR_AT_POINTER, CROSSHAIR_AT_VALUE } Crosshair;

struct _TokChartView
{
  TokSessionView      parent_instance;
  const TokChartKind *kind;
  TokChartCanvas     *canvas;
  Crosshair           crosshair;
  double              pointer_x, pointer_y;
  double              value;         /* CROSSHAIR_AT_VALUE: on the x axis */
  gboolean            is_dragging;
  gboolean            is_on_handle;
};

G_DEFINE_FINAL_TYPE (TokChartView, tok_chart_view, TOK_TYPE_SESSION_VIEW)

static gboolean
find_hit (TokChartView *self, TokChartHit *hit)
{
  const TokChartLayout *layout = tok_chart_canvas_get_layout (self->canvas);

  if (layout == NULL || self->crosshair == CROSSHAIR_HIDDEN)
    return FALSE;
  if (self->crosshair == CROSSHAIR_AT_POINTER)
    return tok_chart_layout_hit (layout, self->pointer_x, self->pointer_y, hit);
  return tok_chart_layout_step (layout, self->value, 0, hit);
}

static void
describe (TokChartView *self)
{
  TokSession *session = tok_session_view_get_session (TOK_SESSION_VIEW (self));
  const TokChartSpec *spec = tok_session_get_chart (session, self->kind->id);
  TokChartHit hit;
  gboolean by_keys = self->crosshair == CROSSHAIR_AT_VALUE && find_hit (self, &hit);
  g_autofree char *description = by_keys ? tok_chart_hit_describe (spec, &hit) : tok_chart_spec_describe (spec);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spec->title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

static void
set_crosshair (TokChartView *self, Crosshair crosshair)
{
  gboolean spoken = self->crosshair == CROSSHAIR_AT_VALUE || crosshair == CROSSHAIR_AT_VALUE;

  self->crosshair = crosshair;
  if (spoken)
    describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_param (TokChartView *self, double x)
{
  TokSession *session = tok_session_view_get_session (TOK_SESSION_VIEW (self));

  tok_session_set_param (session, self->kind->x_param, x * self->kind->x_unit);
}

/* On the line of the plan or on the x axis below the plot. */
static gboolean
is_on_handle (TokChartView *self, double x, double y)
{
  const TokChartLayout *layout = tok_chart_canvas_get_layout (self->canvas);
  const TokChartSpec *spec;
  TokRect plot;

  if (layout == NULL)
    return FALSE;
  spec = tok_chart_layout_spec (layout);
  plot = tok_chart_layout_plot (layout);
  if (x < plot.x - HANDLE_PIXELS || x > plot.x + plot.width + HANDLE_PIXELS || y < plot.y)
    return FALSE;
  return y > plot.y + plot.height ||
         (spec->has_mark && ABS (tok_chart_layout_x_pixel (layout, spec->mark_x) - x) <= HANDLE_PIXELS);
}

/* Sets the parameter to what the crosshair would say at @x: a drag and a look see the same values. */
static void
drag_to (TokChartView *self, double x)
{
  const TokChartLayout *layout = tok_chart_canvas_get_layout (self->canvas);
  TokChartHit hit;
  TokRect plot;

  if (layout == NULL)
    return;
  plot = tok_chart_layout_plot (layout);
  if (tok_chart_layout_hit (layout, CLAMP (x, plot.x, plot.x + plot.width), plot.y + plot.height / 2.0, &hit))
    set_param (self, hit.x);
}

static void
show_handle (TokChartView *self, gboolean on_handle)
{
  if (self->is_on_handle == on_handle)
    return;
  self->is_on_handle = on_handle;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), on_handle ? "ew-resize" : NULL);
}

static void
motion_cb (TokChartView *self, double x, double y)
{
  self->pointer_x = x;
  self->pointer_y = y;
  set_crosshair (self, CROSSHAIR_AT_POINTER);
  if (!self->is_dragging)
    show_handle (self, is_on_handle (self, x, y));
}

static void
leave_cb (TokChartView *self)
{
  if (self->crosshair == CROSSHAIR_AT_POINTER)
    set_crosshair (self, CROSSHAIR_HIDDEN);
}

static void
drag_begin_cb (TokChartView *self, double x, double y, GtkGesture *gesture)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->is_dragging = is_on_handle (self, x, y);
  if (!self->is_dragging)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  drag_to (self, x);
}

static void
drag_update_cb (TokChartView *self, double offset_x, double offset_y, GtkGestureDrag *gesture)
{
  double x, y;

  if (self->is_dragging && gtk_gesture_drag_get_start_point (gesture, &x, &y))
    drag_to (self, x + offset_x);
}

static void
drag_end_cb (TokChartView *self)
{
  self->is_dragging = FALSE;
}

/* Where the arrow keys set out from: the crosshair, the plan, or the left end. */
static double
crosshair_start (TokChartView *self, const TokChartLayout *layout)
{
  const TokChartSpec *spec = tok_chart_layout_spec (layout);
  TokChartHit hit;

  if (find_hit (self, &hit))
    return hit.x;
  return spec->has_mark ? spec->mark_x : spec->x.minimum;
}

static gboolean
move_crosshair_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  TokChartView *self = TOK_CHART_VIEW (widget);
  const TokChartLayout *layout = tok_chart_canvas_get_layout (self->canvas);
  TokChartHit hit;

  if (layout == NULL ||
      !tok_chart_layout_step (layout, crosshair_start (self, layout), g_variant_get_int32 (arguments), &hit))
    return FALSE;
  self->value = hit.x;
  set_crosshair (self, CROSSHAIR_AT_VALUE);
  return TRUE;
}

static gboolean
hide_crosshair_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  TokChartView *self = TOK_CHART_VIEW (widget);
  gboolean was_shown = self->crosshair != CROSSHAIR_HIDDEN;

  set_crosshair (self, CROSSHAIR_HIDDEN);
  return was_shown;
}

static gboolean
take_crosshair_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  TokChartView *self = TOK_CHART_VIEW (widget);
  TokChartHit hit;

  if (!find_hit (self, &hit))
    return FALSE;
  set_param (self, hit.x);
  return TRUE;
}

static void
focus_leave_cb (TokChartView *self)
{
  if (self->crosshair == CROSSHAIR_AT_VALUE)
    set_crosshair (self, CROSSHAIR_HIDDEN);
}

static void
tok_chart_view_update (TokSessionView *view, TokSession *session)
{
  TokChartView *self = TOK_CHART_VIEW (view);

  if (self->kind == NULL)
    return;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    tok_chart_canvas_set_spec (self->canvas, tok_session_get_chart (session, self->kind->id));
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The canvas holds a spec of the session only while changes of the session arrive at once. */
static void
tok_chart_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tok_chart_view_parent_class)->map (widget);
  tok_session_view_refresh (TOK_SESSION_VIEW (widget));
}

static void
tok_chart_view_unmap (GtkWidget *widget)
{
  TokChartView *self = TOK_CHART_VIEW (widget);

  self->crosshair = CROSSHAIR_HIDDEN;
  tok_chart_canvas_set_spec (self->canvas, NULL);
  GTK_WIDGET_CLASS (tok_chart_view_parent_class)->unmap (widget);
}

static void
tok_chart_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TokChartView *self = TOK_CHART_VIEW (widget);
  float width = (float) gtk_widget_get_width (widget), height = (float) gtk_widget_get_height (widget);
  TokChartHit hit;
  cairo_t *cr;

  gtk_widget_snapshot_child (widget, GTK_WIDGET (self->canvas), snapshot);
  if (!find_hit (self, &hit))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  tok_chart_draw_crosshair (cr, tok_chart_canvas_get_layout (self->canvas), tok_widget_palette (widget), &hit);
  cairo_destroy (cr);
}

static void
bind_steps (GtkWidgetClass *widget_class, guint key, guint keypad_key, int steps)
{
  gtk_widget_class_add_binding (widget_class, key, 0, move_crosshair_cb, "i", steps);
  gtk_widget_class_add_binding (widget_class, keypad_key, 0, move_crosshair_cb, "i", steps);
}

static void
bind_keys (GtkWidgetClass *widget_class)
{
  bind_steps (widget_class, GDK_KEY_Left, GDK_KEY_KP_Left, -1);
  bind_steps (widget_class, GDK_KEY_Right, GDK_KEY_KP_Right, 1);
  bind_steps (widget_class, GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, -PAGE_STEPS);
  bind_steps (widget_class, GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, PAGE_STEPS);
  bind_steps (widget_class, GDK_KEY_Home, GDK_KEY_KP_Home, -ALL_STEPS);
  bind_steps (widget_class, GDK_KEY_End, GDK_KEY_KP_End, ALL_STEPS);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, hide_crosshair_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, take_crosshair_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, take_crosshair_cb, NULL);
}

static void
tok_chart_view_class_init (TokChartViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  TOK_SESSION_VIEW_CLASS (class)->update = tok_chart_view_update;
  widget_class->map = tok_chart_view_map;
  widget_class->unmap = tok_chart_view_unmap;
  widget_class->snapshot = tok_chart_view_snapshot;
  gtk_widget_class_set_css_name (widget_class, "chartview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  bind_keys (widget_class);
}

static void
listen_to_pointer (TokChartView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
tok_chart_view_init (TokChartView *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->canvas = TOK_CHART_CANVAS (tok_chart_canvas_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->canvas), GTK_WIDGET (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  listen_to_pointer (self);
}

void
tok_chart_view_set_kind (TokChartView *self, const TokChartKind *kind)
{
  self->kind = kind;
  tok_session_view_refresh (TOK_SESSION_VIEW (self));
}

gboolean
tok_chart_view_get_crosshair (TokChartView *self, double *x)
{
  TokChartHit hit;

  if (!find_hit (self, &hit))
    return FALSE;
  *x = hit.x;
  return TRUE;
}
