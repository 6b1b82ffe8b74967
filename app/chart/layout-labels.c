/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels inside the plot that belong to a place: the mark, regions and zones.  Each takes the best free place of a few; a label
 * without one is left out. */

#include "chart/layout-names.h"

#include <math.h>

/* In lines of small text. */
#define PILL_PADDING_X 0.5
#define PILL_PADDING_Y 0.18
#define PILL_GAP 0.65
#define LABEL_INSET 0.45
#define ROW_STEP 0.5
#define MOST_REGION_LINES 2.5

#define REGION_ROWS_SHARE 0.6      /* a region's label stays in the upper part of the plot */
#define PILL_STEP_COST 6.0         /* columns of curve a pill may hide before it moves on to the next place */
#define ZONE_SHIFT_COST 0.05       /* for each pixel away from the end of the zone */
#define ZONE_BEHIND_COST 12.0      /* for hatching or the edge of a region behind the label */
#define ZONE_ROW_COST 4.0          /* for each row from inside to above to below */

static TokRect
rect_in_plot (const TokChartLayout *layout, TokRect rect)
{
  const TokRect *plot = &layout->plot;

  rect.x = CLAMP (rect.x, plot->x + 2.0, MAX (plot->x + plot->width - rect.width - 2.0, plot->x + 2.0));
  rect.y = CLAMP (rect.y, plot->y + 2.0, MAX (plot->y + plot->height - rect.height - 2.0, plot->y + 2.0));
  return rect;
}

/* The @i-th place for the pill, best first: above the mark, below it, farther above, farther below, at the sides. */
static TokRect
pill_rect (const TokChartLayout *layout, double x, double y, TokSize size, guint i)
{
  double gap = PILL_GAP * layout->line;
  double far = gap + 1.2 * layout->line;
  const TokRect places[] = {
    { x - size.width / 2.0, y - gap - size.height, size.width, size.height },
    { x - size.width / 2.0, y + gap, size.width, size.height },
    { x - size.width / 2.0, y - far - size.height, size.width, size.height },
    { x - size.width / 2.0, y + far, size.width, size.height },
    { x + gap, y - gap - size.height, size.width, size.height },
    { x - gap - size.width, y - gap - size.height, size.width, size.height },
    { x + gap, y + gap, size.width, size.height },
    { x - gap - size.width, y + gap, size.width, size.height },
  };

  return i < G_N_ELEMENTS (places) ? rect_in_plot (layout, places[i]) : (TokRect) { 0 };
}

/* The pill is filled, so it may lie on a line; it takes the place that hides least. */
static void
place_pill (TokChartLayout *layout, TokPlacer *placer, double x, double y)
{
  const char *text = layout->spec->mark_label;
  TokSize size = tok_text_measure (layout->context, TOK_TEXT_MARK, text, 0.0);
  double least = G_MAXDOUBLE;
  TokRect best = { 0 };

  size.width += 2.0 * PILL_PADDING_X * layout->line;
  size.height += 2.0 * PILL_PADDING_Y * layout->line;
  if (size.width > layout->plot.width - 4.0 || size.height > layout->plot.height - 4.0)
    return;
  for (guint i = 0; pill_rect (layout, x, y, size, i).width > 0.0; i++)
    {
      TokRect rect = pill_rect (layout, x, y, size, i);
      double cost = i * PILL_STEP_COST + tok_placer_hidden (placer, &rect);

      if (cost < least)
        {
          least = cost;
          best = rect;
        }
    }
  tok_layout_add_text (layout, TOK_TEXT_MARK, 0, best, text);
  tok_placer_take (placer, best);
}

static void
place_mark (TokChartLayout *layout, TokPlacer *placer)
{
  double radius = 0.4 * layout->line;
  double x, y;

  if (!tok_layout_mark (layout, &x, &y))
    return;
  tok_placer_take (placer, (TokRect) { x - radius, y - radius, 2.0 * radius, 2.0 * radius });
  if (layout->spec->mark_label != NULL && *layout->spec->mark_label != '\0')
    place_pill (layout, placer, x, y);
}

/* The guide gives way to the label of a region, which has little choice, but other labels keep off it. */
static void
take_guide (const TokChartLayout *layout, TokPlacer *placer)
{
  double x, y;

  if (tok_layout_mark (layout, &x, &y))
    tok_placer_take (placer, (TokRect) { x, layout->plot.y, 0.0, layout->plot.height });
}

/* Moves @rect down from the top of the plot until it is free. */
static gboolean
find_row (const TokChartLayout *layout, const TokPlacer *placer, TokRect *rect)
{
  double last = layout->plot.y + REGION_ROWS_SHARE * layout->plot.height;

  rect->y = layout->plot.y + LABEL_INSET * layout->line;
  for (; rect->y + rect->height < last; rect->y += ROW_STEP * layout->line)
    if (tok_placer_is_free (placer, rect))
      return TRUE;
  return FALSE;
}

/* Inside the region on one line, inside on a few, or beside it on the side from which it begins. */
static gboolean
region_rect (const TokChartLayout *layout, const TokPlacer *placer, double left, double right, const char *text, TokRect *rect)
{
  double inset = LABEL_INSET * layout->line;
  double room = right - left - 2.0 * inset;
  TokSize line = tok_text_measure (layout->context, TOK_TEXT_REGION, text, 0.0);
  TokSize block = room > 0.0 ? tok_text_measure (layout->context, TOK_TEXT_REGION, text, room) : line;
  gboolean rtl = tok_layout_is_rtl (layout);

  *rect = (TokRect) { rtl ? right - inset - line.width : left + inset, 0.0, line.width, line.height };
  if (line.width <= room && find_row (layout, placer, rect))
    return TRUE;
  *rect = (TokRect) { rtl ? right - inset - block.width : left + inset, 0.0, block.width, block.height };
  if (block.width <= room && block.height <= MOST_REGION_LINES * line.height && find_row (layout, placer, rect))
    return TRUE;
  *rect = (TokRect) { left - inset - line.width, 0.0, line.width, line.height };
  return find_row (layout, placer, rect);
}

static void
place_regions (TokChartLayout *layout, TokPlacer *placer)
{
  double left, right;

  for (guint i = 0; i < layout->spec->regions->len; i++)
    {
      const char *text = g_array_index (layout->spec->regions, TokChartRegion, i).label;
      TokRect rect;

      if (text == NULL || *text == '\0' || !tok_layout_region (layout, i, &left, &right) ||
          !region_rect (layout, placer, left, right, text, &rect))
        continue;
      tok_layout_add_text (layout, TOK_TEXT_REGION, i, rect, text);
      tok_placer_take (placer, rect);
    }
}

/* The row of a zone's label: 0 in the zone, 1 above, 2 below; FALSE when it is too thin for a label inside. */
static gboolean
zone_row (double top, double bottom, double height, guint row, double *y)
{
  const double rows[] = { (top + bottom - height) / 2.0, top - height - 1.0, bottom + 1.0 };

  *y = rows[row];
  return row > 0 || bottom - top >= height;
}

static gboolean
zone_rect (const TokChartLayout *layout, const TokPlacer *placer, double top, double bottom, TokSize size, TokRect *best)
{
  const TokRect *plot = &layout->plot;
  double inset = LABEL_INSET * layout->line;
  double least = G_MAXDOUBLE;

  for (guint row = 0; row < 3; row++)
    for (double shift = 0.0; shift <= plot->width - size.width - 2.0 * inset; shift += layout->line)
      {
        TokRect rect = { plot->x + inset + shift, 0.0, size.width, size.height };
        double cost = row * ZONE_ROW_COST + shift * ZONE_SHIFT_COST;

        if (!tok_layout_is_rtl (layout))
          rect.x = plot->x + plot->width - inset - shift - size.width;
        if (cost >= least || !zone_row (top, bottom, size.height, row, &rect.y) || !tok_placer_is_free (placer, &rect))
          continue;
        cost += tok_placer_behind (placer, &rect) * ZONE_BEHIND_COST;
        if (cost < least)
          {
            least = cost;
            *best = rect;
          }
      }
  return least < G_MAXDOUBLE;
}

static void
place_zones (TokChartLayout *layout, TokPlacer *placer)
{
  for (guint i = 0; i < layout->spec->zones->len; i++)
    {
      const char *text = g_array_index (layout->spec->zones, TokChartZone, i).label;
      double top, bottom;
      TokRect rect;

      if (text == NULL || *text == '\0' || !tok_layout_zone (layout, i, &top, &bottom) ||
          !zone_rect (layout, placer, top, bottom, tok_text_measure (layout->context, TOK_TEXT_ZONE, text, 0.0), &rect))
        continue;
      tok_layout_add_text (layout, TOK_TEXT_ZONE, i, rect, text);
      tok_placer_take (placer, rect);
    }
}

void
tok_layout_place_labels (TokChartLayout *layout)
{
  TokPlacer placer;

  tok_placer_init (&placer, layout);
  tok_layout_take_points (layout, &placer);
  place_mark (layout, &placer);
  place_regions (layout, &placer);
  take_guide (layout, &placer);
  tok_layout_place_series (layout, &placer);
  place_zones (layout, &placer);
  tok_layout_place_points (layout, &placer);
  tok_placer_clear (&placer);
}
