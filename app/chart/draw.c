/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the back to the front: background, what stands behind the data, the data, texts. */

#include "chart/draw.h"

#include <pango/pangocairo.h>

#include "chart/drawing.h"
#include "chart/pen.h"

#define TEXT_AIR 2.0       /* pixels left and right of a text that lines behind it leave free */
#define PILL_RADIUS 0.35   /* of its height */

/* Where the texts within the plot stand, with a little air. */
static GArray *
collect_texts (const TokChartLayout *layout)
{
  GArray *rects = g_array_new (FALSE, FALSE, sizeof (TokRect));

  for (guint i = 0; i < layout->texts->len; i++)
    {
      const TokChartText *text = &g_array_index (layout->texts, TokChartText, i);
      TokRect rect = { text->rect.x - TEXT_AIR, text->rect.y, text->rect.width + 2.0 * TEXT_AIR, text->rect.height };

      if (text->kind >= TOK_TEXT_SERIES && text->kind <= TOK_TEXT_POINT)
        g_array_append_val (rects, rect);
    }
  return rects;
}

TokSeriesRole
tok_drawing_role (const TokDrawing *drawing, guint series)
{
  return g_array_index (drawing->layout->spec->series, TokChartSeries, series).role;
}

static const TokColor *
text_color (const TokDrawing *drawing, const TokChartText *text)
{
  switch (text->kind)
    {
    case TOK_TEXT_TITLE:
    case TOK_TEXT_POINT:
      return &drawing->palette->text;
    case TOK_TEXT_SERIES:
      return &drawing->palette->series[tok_drawing_role (drawing, text->index)];
    case TOK_TEXT_REGION:
      return &drawing->palette->hatch;
    case TOK_TEXT_MARK:
      return &drawing->palette->mark_text;
    default:
      return &drawing->palette->dim_text;
    }
}

static gboolean
is_wrapped (TokTextKind kind)
{
  return kind == TOK_TEXT_TITLE || kind == TOK_TEXT_SUBTITLE || kind == TOK_TEXT_CAPTION || kind == TOK_TEXT_REGION ||
         kind == TOK_TEXT_EMPTY;
}

static void
draw_text (const TokDrawing *drawing, const TokChartText *text)
{
  g_autoptr (PangoLayout) shaped = tok_text_shape (drawing->layout->context, text->kind, text->text,
                                                   is_wrapped (text->kind) ? text->rect.width : 0.0,
                                                   tok_layout_is_rtl (drawing->layout));
  double x = text->rect.x, y = text->rect.y;
  int width, height;

  if (text->kind == TOK_TEXT_MARK)
    {
      tok_pen_rounded (drawing->cr, &text->rect, PILL_RADIUS * text->rect.height);
      tok_pen_color (drawing->cr, &drawing->palette->mark);
      cairo_fill (drawing->cr);
      pango_layout_get_size (shaped, &width, &height);
      x += (text->rect.width - (double) width / PANGO_SCALE) / 2.0;
      y += (text->rect.height - (double) height / PANGO_SCALE) / 2.0;
    }
  tok_pen_shade (drawing->cr, text_color (drawing, text), 1.0);
  tok_pen_text (drawing->cr, shaped, x, y);
}

static void
draw_texts (const TokDrawing *drawing)
{
  for (guint i = 0; i < drawing->layout->texts->len; i++)
    draw_text (drawing, &g_array_index (drawing->layout->texts, TokChartText, i));
}

void
tok_chart_draw (cairo_t *cr, const TokChartLayout *layout, const TokPalette *palette, gboolean with_background)
{
  g_autoptr (GArray) texts = collect_texts (layout);
  const TokDrawing drawing = { cr, layout, palette, texts };

  cairo_save (cr);
  if (with_background)
    {
      tok_pen_color (cr, &palette->background);
      cairo_rectangle (cr, 0.0, 0.0, layout->frame.width, layout->frame.height);
      cairo_fill (cr);
    }
  if (!tok_layout_is_empty (layout))
    {
      tok_drawing_backdrop (&drawing);
      tok_drawing_data (&drawing);
    }
  draw_texts (&drawing);
  cairo_restore (cr);
}
