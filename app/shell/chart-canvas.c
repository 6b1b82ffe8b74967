/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lays a chart out for its own size, with the person's font and text scale, and draws it. */

#include "shell/chart-canvas.h"

#include "chart/draw.h"
#include "shell/widget-palette.h"

#define LEAST_WIDTH 260
#define LEAST_HEIGHT 216
#define NATURAL_HEIGHT 240

struct _TokChartCanvas
{
  GtkWidget           parent_instance;
  const TokChartSpec *spec;
  TokChartLayout     *layout;   /* NULL: to be made */
};

G_DEFINE_FINAL_TYPE (TokChartCanvas, tok_chart_canvas, GTK_TYPE_WIDGET)

static void
forget_layout (TokChartCanvas *self)
{
  g_clear_pointer (&self->layout, tok_chart_layout_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tok_chart_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  const TokChartLayout *layout = tok_chart_canvas_get_layout (TOK_CHART_CANVAS (widget));
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (layout == NULL || width <= 0 || height <= 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  /* Most of a frame's time goes into rasterizing curves; exported pictures keep cairo's best. */
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  tok_chart_draw (cr, layout, tok_widget_palette (widget), FALSE);
  cairo_destroy (cr);
}

static void
tok_chart_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                          int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : LEAST_HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : NATURAL_HEIGHT;
}

static void
tok_chart_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  forget_layout (TOK_CHART_CANVAS (widget));
}

static void
tok_chart_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tok_chart_canvas_parent_class)->css_changed (widget, change);
  forget_layout (TOK_CHART_CANVAS (widget));
}

static void
tok_chart_canvas_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  GTK_WIDGET_CLASS (tok_chart_canvas_parent_class)->direction_changed (widget, previous);
  forget_layout (TOK_CHART_CANVAS (widget));
}

static void
tok_chart_canvas_dispose (GObject *object)
{
  tok_chart_canvas_set_spec (TOK_CHART_CANVAS (object), NULL);
  G_OBJECT_CLASS (tok_chart_canvas_parent_class)->dispose (object);
}

static void
tok_chart_canvas_class_init (TokChartCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = tok_chart_canvas_dispose;
  widget_class->snapshot = tok_chart_canvas_snapshot;
  widget_class->measure = tok_chart_canvas_measure;
  widget_class->size_allocate = tok_chart_canvas_size_allocate;
  widget_class->css_changed = tok_chart_canvas_css_changed;
  widget_class->direction_changed = tok_chart_canvas_direction_changed;
  gtk_widget_class_set_css_name (widget_class, "chartcanvas");
  /* The view around it speaks for both. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
tok_chart_canvas_init (TokChartCanvas *self)
{
}

GtkWidget *
tok_chart_canvas_new (void)
{
  return g_object_new (TOK_TYPE_CHART_CANVAS, NULL);
}

void
tok_chart_canvas_set_spec (TokChartCanvas *self, const TokChartSpec *spec)
{
  self->spec = spec;
  forget_layout (self);
}

const TokChartLayout *
tok_chart_canvas_get_layout (TokChartCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  if (self->layout == NULL && self->spec != NULL)
    {
      PangoContext *context = gtk_widget_get_pango_context (widget);
      TokLayoutFlags flags = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? TOK_LAYOUT_RTL : TOK_LAYOUT_BARE;

      self->layout = tok_chart_layout_new (self->spec, context, gtk_widget_get_width (widget), gtk_widget_get_height (widget), flags);
    }
  return self->layout;
}
