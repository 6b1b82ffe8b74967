/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The crosshair: a line, a dot on each curve and a box that names the values, kept inside the chart. */

#include <math.h>

#include "chart/draw.h"
#include "chart/pen.h"

#define MAX_ROWS G_N_ELEMENTS (((TokChartHit *) NULL)->values)
#define DOT_RADIUS 3.5
#define BOX_RADIUS 6.0
#define LABEL_SHARE 0.5        /* of the chart's width, for the names in the box */

/* In lines of small text. */
#define BOX_PADDING 0.6
#define BOX_GAP 0.8            /* to the line of the crosshair, and between the columns of the box */
#define SAMPLE_LENGTH 1.7
#define ROW_HEIGHT 1.25

typedef struct { PangoLayout *name, *value; TokSeriesRole role; gboolean is_point; } Row;

typedef struct
{
  TokRect      rect;
  PangoLayout *header;
  Row          rows[MAX_ROWS + 1];
  guint        n_rows;
  double       line, name_width, value_width;
} Box;

static double
width_of (PangoLayout *text)
{
  int width;

  pango_layout_get_size (text, &width, NULL);
  return (double) width / PANGO_SCALE;
}

static PangoLayout *
shape_name (const TokChartLayout *layout, TokTextKind kind, const char *text)
{
  double most = LABEL_SHARE * layout->frame.width;
  PangoLayout *shaped = tok_text_shape (layout->context, kind, text != NULL ? text : "", 0.0, FALSE);

  pango_layout_set_ellipsize (shaped, PANGO_ELLIPSIZE_END);
  if (width_of (shaped) > most)
    pango_layout_set_width (shaped, (int) (most * PANGO_SCALE));
  return shaped;
}

/* The row of a curve, or of a named point when @role is NULL. */
static void
add_row (Box *box, const TokChartLayout *layout, const char *name, double value, const TokSeriesRole *role)
{
  g_autofree char *text = tok_chart_axis_value_text (&layout->spec->y, value);
  Row *row = &box->rows[box->n_rows++];

  row->name = shape_name (layout, TOK_TEXT_POINT, name);
  row->value = tok_text_shape (layout->context, TOK_TEXT_POINT, text, 0.0, FALSE);
  row->is_point = role == NULL;
  row->role = role != NULL ? *role : TOK_SERIES_MEASURED;
  box->name_width = MAX (box->name_width, width_of (row->name));
  box->value_width = MAX (box->value_width, width_of (row->value));
}

/* First the point under the pointer, then every curve at its x. */
static void
fill_box (Box *box, const TokChartLayout *layout, const TokChartHit *hit)
{
  const TokChartSpec *spec = layout->spec;
  g_autofree char *x = tok_chart_axis_value_text (&spec->x, hit->x);

  box->line = layout->line;
  box->header = shape_name (layout, TOK_TEXT_TICK_X, x);
  if (hit->point < spec->points->len)
    {
      const TokChartPoint *point = &g_array_index (spec->points, TokChartPoint, hit->point);

      add_row (box, layout, point->label, point->y, NULL);
    }
  for (guint i = 0; i < MIN (hit->n_values, MAX_ROWS); i++)
    {
      const TokChartSeries *series = &g_array_index (spec->series, TokChartSeries, hit->values[i].series);

      add_row (box, layout, series->label, hit->values[i].y, &series->role);
    }
}

/* Beside the line of the crosshair where there is more room, at the top of the plot. */
static void
place_box (Box *box, const TokChartLayout *layout, double pixel_x)
{
  double padding = BOX_PADDING * layout->line, gap = BOX_GAP * layout->line;
  double content = SAMPLE_LENGTH * layout->line + gap + box->name_width + gap + box->value_width;
  double width = MAX (content, width_of (box->header)) + 2.0 * padding;
  double height = (box->n_rows * ROW_HEIGHT + 1.0) * layout->line + 2.0 * padding;
  double x = pixel_x + gap;

  if (x + width > layout->frame.width - 1.0)
    x = pixel_x - gap - width;
  box->rect.x = floor (CLAMP (x, 1.0, MAX (layout->frame.width - width - 1.0, 1.0))) + 0.5;
  box->rect.y = floor (CLAMP (layout->plot.y + 2.0, 1.0, MAX (layout->frame.height - height - 1.0, 1.0))) + 0.5;
  box->rect.width = floor (MIN (width, layout->frame.width - 2.0));
  box->rect.height = floor (MIN (height, layout->frame.height - 2.0));
}

static void
draw_sample (cairo_t *cr, const TokPalette *palette, const Row *row, double x, double y, double length)
{
  cairo_save (cr);
  tok_pen_role (cr, palette, row->role);
  if (row->is_point)
    {
      tok_pen_circle (cr, x + length / 2.0, y, DOT_RADIUS);
      cairo_stroke (cr);
    }
  else if (row->role == TOK_SERIES_MEASURED)
    {
      tok_pen_diamond (cr, x + length / 2.0, y, DOT_RADIUS);
      cairo_fill (cr);
    }
  else
    {
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x + length, y);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}

static void
draw_row (cairo_t *cr, const TokPalette *palette, const Box *box, guint i)
{
  const Row *row = &box->rows[i];
  double padding = BOX_PADDING * box->line;
  double left = box->rect.x + padding, right = box->rect.x + box->rect.width - padding;
  double top = box->rect.y + padding + (i + 1) * ROW_HEIGHT * box->line;

  draw_sample (cr, palette, row, left, top + box->line / 2.0, SAMPLE_LENGTH * box->line);
  tok_pen_color (cr, &palette->text);
  tok_pen_text (cr, row->name, left + (SAMPLE_LENGTH + BOX_GAP) * box->line, top);
  tok_pen_text (cr, row->value, right - width_of (row->value), top);
}

/* A box too large for the chart is cut at its own edge rather than at that of the chart. */
static void
draw_box (cairo_t *cr, const TokPalette *palette, const Box *box)
{
  double padding = BOX_PADDING * box->line;

  cairo_save (cr);
  tok_pen_rounded (cr, &box->rect, BOX_RADIUS);
  tok_pen_shade (cr, &palette->background, 1.0);
  cairo_fill_preserve (cr);
  tok_pen_color (cr, &palette->axis);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke_preserve (cr);
  cairo_clip (cr);
  tok_pen_color (cr, &palette->dim_text);
  tok_pen_text (cr, box->header, box->rect.x + padding, box->rect.y + padding);
  for (guint i = 0; i < box->n_rows; i++)
    draw_row (cr, palette, box, i);
  cairo_restore (cr);
}

static void
clear_box (Box *box)
{
  g_clear_object (&box->header);
  for (guint i = 0; i < box->n_rows; i++)
    {
      g_clear_object (&box->rows[i].name);
      g_clear_object (&box->rows[i].value);
    }
}

static void
draw_dot (cairo_t *cr, const TokPalette *palette, double x, double y, const TokColor *color)
{
  tok_pen_circle (cr, x, y, DOT_RADIUS + 1.5);
  tok_pen_color (cr, &palette->background);
  cairo_fill (cr);
  tok_pen_circle (cr, x, y, DOT_RADIUS);
  tok_pen_color (cr, color);
  cairo_fill (cr);
}

static void
draw_dots (cairo_t *cr, const TokChartLayout *layout, const TokPalette *palette, const TokChartHit *hit)
{
  const TokRect *plot = &layout->plot;
  double x, y;

  for (guint i = 0; i < MIN (hit->n_values, MAX_ROWS); i++)
    {
      TokSeriesRole role = g_array_index (layout->spec->series, TokChartSeries, hit->values[i].series).role;

      if (hit->values[i].pixel_y >= plot->y && hit->values[i].pixel_y <= plot->y + plot->height)
        draw_dot (cr, palette, hit->pixel_x, hit->values[i].pixel_y, &palette->series[role]);
    }
  if (hit->point < layout->spots->len && tok_layout_point (layout, hit->point, &x, &y))
    draw_dot (cr, palette, x, y, &palette->text);
}

void
tok_chart_draw_crosshair (cairo_t *cr, const TokChartLayout *layout, const TokPalette *palette, const TokChartHit *hit)
{
  const TokRect *plot = &layout->plot;
  Box box = { 0 };

  cairo_save (cr);
  cairo_move_to (cr, floor (hit->pixel_x) + 0.5, plot->y);
  cairo_line_to (cr, floor (hit->pixel_x) + 0.5, plot->y + plot->height);
  tok_pen_color (cr, &palette->dim_text);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
  draw_dots (cr, layout, palette, hit);
  fill_box (&box, layout, hit);
  place_box (&box, layout, hit->pixel_x);
  draw_box (cr, palette, &box);
  clear_box (&box);
  cairo_restore (cr);
}
