/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything around the plot: title, subtitle, axis labels, ticks and caption.  What does not leave the plot its least height is
 * left out, the less important first: what is placed first stays. */

#include "chart/layout-private.h"

#include <math.h>
#include <string.h>

/* In lines of small text. */
#define BARE_PADDING 0.15
#define PADDING 1.0
#define BLOCK_GAP 0.5
#define TICK_GAP 0.55          /* between axis and label; more than half a line, for the lowest label of the y axis */
#define Y_TICK_SPACING 2.3
#define X_TICK_GAP 1.4
#define INLINE_GAP 0.8         /* between title and subtitle in one row */
#define AXIS_LABEL_GAP 0.25
#define LEAST_PLOT_LINES 3.0
#define TICK_LINES (1.5 + TICK_GAP)   /* half a label above the plot, gap and label below it */

#define LEAST_PLOT_SHARE 0.42  /* of the height */
#define MOST_Y_TICKS 8
#define MOST_LABEL_SHARE 0.4   /* of the width, for the labels of the y axis */

/* Free space between what is placed at the top and at the bottom. */
typedef struct { double left, right, top, bottom; } Room;
typedef gboolean (*TicksFit) (const TokChartLayout *layout, const GArray *values);

static double
spare_height (const TokChartLayout *layout, const Room *room)
{
  double least = MAX (LEAST_PLOT_LINES * layout->line, LEAST_PLOT_SHARE * layout->frame.height);

  return room->bottom - room->top - least - TICK_LINES * layout->line;
}

/* The x of something @width wide at the side where reading begins. */
static double
start_x (const TokChartLayout *layout, const Room *room, double width)
{
  return tok_layout_is_rtl (layout) ? room->right - width : room->left;
}

/* A paragraph across the chart, at the top of the room or at its bottom. */
static void
place_block (TokChartLayout *layout, Room *room, TokTextKind kind, const char *text, gboolean at_top)
{
  double gap = BLOCK_GAP * layout->line;
  TokSize size;
  TokRect rect;

  if (text == NULL || *text == '\0')
    return;
  size = tok_text_measure (layout->context, kind, text, room->right - room->left);
  if (size.height + gap > spare_height (layout, room) || size.width > room->right - room->left)
    return;

  rect = (TokRect) { start_x (layout, room, size.width), room->top, size.width, size.height };
  if (at_top)
    room->top += size.height + gap;
  else
    {
      room->bottom -= size.height + gap;
      rect.y = room->bottom + gap;
    }
  tok_layout_add_text (layout, kind, 0, rect, text);
}

/* The subtitle in the row of the title, on one baseline; FALSE when the row is too short for both. */
static gboolean
place_title_row (TokChartLayout *layout, Room *room)
{
  const TokChartSpec *spec = layout->spec;
  double gap = INLINE_GAP * layout->line;
  TokSize title, subtitle;
  TokRect rect;

  if (spec->title == NULL || spec->subtitle == NULL)
    return FALSE;
  title = tok_text_measure (layout->context, TOK_TEXT_TITLE, spec->title, 0.0);
  subtitle = tok_text_measure (layout->context, TOK_TEXT_SUBTITLE, spec->subtitle, 0.0);
  if (title.width + gap + subtitle.width > room->right - room->left || title.height > spare_height (layout, room))
    return FALSE;

  rect = (TokRect) { start_x (layout, room, title.width), room->top, title.width, title.height };
  tok_layout_add_text (layout, TOK_TEXT_TITLE, 0, rect, spec->title);
  rect.x = tok_layout_is_rtl (layout) ? rect.x - gap - subtitle.width : rect.x + title.width + gap;
  rect.y += title.baseline - subtitle.baseline;
  rect.width = subtitle.width;
  rect.height = subtitle.height;
  tok_layout_add_text (layout, TOK_TEXT_SUBTITLE, 0, rect, spec->subtitle);
  room->top += title.height + BLOCK_GAP * layout->line;
  return TRUE;
}

static void
place_titles (TokChartLayout *layout, Room *room)
{
  if (place_title_row (layout, room))
    return;
  place_block (layout, room, TOK_TEXT_TITLE, layout->spec->title, TRUE);
  place_block (layout, room, TOK_TEXT_SUBTITLE, layout->spec->subtitle, TRUE);
}

static char *
tick_label (const TokChartAxis *axis, const GArray *values, guint i)
{
  return tok_chart_axis_tick_text (axis, g_array_index (values, double, i));
}

static gboolean
y_ticks_fit (const TokChartLayout *layout, const GArray *values)
{
  if (values->len > MOST_Y_TICKS)
    return FALSE;
  for (guint i = 1; i < values->len; i++)
    {
      double lower = tok_scale_pixel (&layout->y, g_array_index (values, double, i - 1));
      double upper = tok_scale_pixel (&layout->y, g_array_index (values, double, i));

      if (lower - upper < Y_TICK_SPACING * layout->line)
        return FALSE;
    }
  return TRUE;
}

/* The place of an x tick's label: centered below the tick, but within the frame. */
static TokRect
x_tick_rect (const TokChartLayout *layout, double pixel, const char *label)
{
  TokSize size = tok_text_measure (layout->context, TOK_TEXT_TICK_X, label, 0.0);
  double y = layout->plot.y + layout->plot.height + TICK_GAP * layout->line;
  double x = CLAMP (pixel - size.width / 2.0, 0.0, MAX (layout->frame.width - size.width, 0.0));

  return (TokRect) { x, y, size.width, size.height };
}

static gboolean
x_ticks_fit (const TokChartLayout *layout, const GArray *values)
{
  double free_from = -G_MAXDOUBLE;

  for (guint i = 0; i < values->len; i++)
    {
      g_autofree char *label = tick_label (&layout->spec->x, values, i);
      TokRect rect = x_tick_rect (layout, tok_scale_pixel (&layout->x, g_array_index (values, double, i)), label);

      if (rect.x < free_from || rect.width > layout->frame.width)
        return FALSE;
      free_from = rect.x + rect.width + X_TICK_GAP * layout->line;
    }
  return TRUE;
}

/* Whether the format is too coarse to tell two neighbors apart. */
static gboolean
has_twins (const TokChartAxis *axis, const GArray *values)
{
  for (guint i = 1; i < values->len; i++)
    {
      g_autofree char *before = tick_label (axis, values, i - 1);
      g_autofree char *label = tick_label (axis, values, i);

      if (strcmp (before, label) == 0)
        return TRUE;
    }
  return FALSE;
}

/* The densest round values whose labels fit and differ; none when not even one fits. */
static GArray *
choose_ticks (const TokChartLayout *layout, const TokChartAxis *axis, const TokScale *scale, TicksFit fit)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint level = 0; tok_scale_ticks (scale, level, values); level++)
    if (values->len <= 1 || (fit (layout, values) && !has_twins (axis, values)))
      break;
  if (!fit (layout, values))
    g_array_set_size (values, 0);
  return values;
}

static double
widest_label (const TokChartLayout *layout, const GArray *values)
{
  double width = 0.0;

  for (guint i = 0; i < values->len; i++)
    {
      g_autofree char *label = tick_label (&layout->spec->y, values, i);

      width = MAX (width, tok_text_measure (layout->context, TOK_TEXT_TICK_Y, label, 0.0).width);
    }
  return width;
}

static void
add_y_ticks (TokChartLayout *layout, const GArray *values, gboolean with_labels)
{
  for (guint i = 0; i < values->len; i++)
    {
      double pixel = tok_scale_pixel (&layout->y, g_array_index (values, double, i));
      g_autofree char *label = tick_label (&layout->spec->y, values, i);
      TokSize size = tok_text_measure (layout->context, TOK_TEXT_TICK_Y, label, 0.0);
      TokRect rect = { layout->plot.x - TICK_GAP * layout->line - size.width, pixel - size.height / 2.0, size.width, size.height };

      g_array_append_val (layout->y_ticks, pixel);
      if (with_labels)
        tok_layout_add_text (layout, TOK_TEXT_TICK_Y, i, rect, label);
    }
}

static void
add_x_ticks (TokChartLayout *layout, const GArray *values)
{
  for (guint i = 0; i < values->len; i++)
    {
      double pixel = tok_scale_pixel (&layout->x, g_array_index (values, double, i));
      g_autofree char *label = tick_label (&layout->spec->x, values, i);

      g_array_append_val (layout->x_ticks, pixel);
      tok_layout_add_text (layout, TOK_TEXT_TICK_X, i, x_tick_rect (layout, pixel, label), label);
    }
}

/* The right end of the axis: half the label of the last tick hangs over it, and half the padding stays free beside that. */
static double
right_end (const TokChartLayout *layout, const Room *room)
{
  g_autofree char *label = tok_chart_axis_tick_text (&layout->spec->x, layout->x.maximum);
  double overhang = tok_text_measure (layout->context, TOK_TEXT_TICK_X, label, 0.0).width / 2.0;
  double free_end = (room->right + layout->frame.width) / 2.0;

  return MIN (room->right, free_end - MIN (overhang, layout->frame.width / 4.0));
}

static void
place_axes (TokChartLayout *layout, Room *room)
{
  TokRect *plot = &layout->plot;
  g_autoptr (GArray) y_values = NULL;
  g_autoptr (GArray) x_values = NULL;
  double label_width;
  gboolean with_labels;

  plot->y = ceil (room->top + layout->line / 2.0);
  plot->height = floor (room->bottom - (1.0 + TICK_GAP) * layout->line) - plot->y;
  tok_scale_init (&layout->y, &layout->spec->y, plot->y + plot->height, plot->y);
  y_values = choose_ticks (layout, &layout->spec->y, &layout->y, y_ticks_fit);

  label_width = widest_label (layout, y_values) + TICK_GAP * layout->line;
  with_labels = label_width <= MOST_LABEL_SHARE * layout->frame.width;
  tok_scale_init (&layout->x, &layout->spec->x, 0.0, 1.0);
  plot->x = ceil (room->left + (with_labels ? label_width : 0.0));
  plot->width = floor (right_end (layout, room)) - plot->x;
  tok_scale_init (&layout->x, &layout->spec->x, plot->x, plot->x + plot->width);
  x_values = choose_ticks (layout, &layout->spec->x, &layout->x, x_ticks_fit);

  add_y_ticks (layout, y_values, with_labels);
  add_x_ticks (layout, x_values);
}

static gboolean
axis_label_fits (const TokChartLayout *layout, const Room *room, const char *label, TokSize *size)
{
  if (label == NULL || *label == '\0')
    return FALSE;
  *size = tok_text_measure (layout->context, TOK_TEXT_AXIS, label, 0.0);
  return size->height <= spare_height (layout, room) && size->width <= room->right - room->left;
}

/* Above the axis it belongs to, which stays at the left in any language. */
static void
place_y_label (TokChartLayout *layout, Room *room)
{
  TokSize size;

  if (!axis_label_fits (layout, room, layout->spec->y.label, &size))
    return;
  tok_layout_add_text (layout, TOK_TEXT_AXIS, 1, (TokRect) { room->left, room->top, size.width, size.height },
                       layout->spec->y.label);
  room->top += size.height;
}

/* Axes with the label of the x axis in the middle below its ticks, which is known only when the axes stand. */
static void
place_labeled_axes (TokChartLayout *layout, Room *room)
{
  const TokRect *plot = &layout->plot;
  TokSize size;
  double x;

  place_y_label (layout, room);
  if (!axis_label_fits (layout, room, layout->spec->x.label, &size))
    {
      place_axes (layout, room);
      return;
    }
  room->bottom -= size.height + AXIS_LABEL_GAP * layout->line;
  place_axes (layout, room);
  x = CLAMP (plot->x + (plot->width - size.width) / 2.0, room->left, room->right - size.width);
  tok_layout_add_text (layout, TOK_TEXT_AXIS, 0,
                       (TokRect) { x, room->bottom + AXIS_LABEL_GAP * layout->line, size.width, size.height },
                       layout->spec->x.label);
}

/* A chart that is a sentence has all the room and no ticks. */
static void
place_nothing (TokChartLayout *layout, const Room *room)
{
  layout->plot = (TokRect) { room->left, room->top, room->right - room->left, room->bottom - room->top };
  tok_scale_init (&layout->x, &layout->spec->x, room->left, room->right);
  tok_scale_init (&layout->y, &layout->spec->y, room->bottom, room->top);
}

void
tok_layout_place_frame (TokChartLayout *layout)
{
  gboolean titled = (layout->flags & TOK_LAYOUT_TITLE) != 0;
  double padding = (titled ? PADDING : BARE_PADDING) * layout->line;
  Room room = { padding, layout->frame.width - padding, padding, layout->frame.height - padding };

  if (titled)
    place_titles (layout, &room);
  if (layout->flags & TOK_LAYOUT_CAPTION)
    place_block (layout, &room, TOK_TEXT_CAPTION, layout->spec->caption, FALSE);
  if (tok_layout_is_empty (layout))
    place_nothing (layout, &room);
  else if (titled)
    place_labeled_axes (layout, &room);
  else
    place_axes (layout, &room);
}
