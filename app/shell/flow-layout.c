/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flow layout: children are broken into lines first, then measured and placed line by line. */

#include "shell/flow-layout.h"

struct _TokFlowLayout
{
  GtkLayoutManager parent_instance;
  int              spacing;
};

typedef struct
{
  GtkWidget *first;       /* visible child the line begins with */
  int        n_children;
  int        minimum;     /* sum of the minimum widths, without spacing */
  int        expanding;   /* the part of it that children with "hexpand" have */
} TokFlowLine;

enum { PROP_0, PROP_SPACING, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TokFlowLayout, tok_flow_layout, GTK_TYPE_LAYOUT_MANAGER)

/* The first visible child from @child on. */
static GtkWidget *
visible_from (GtkWidget *child)
{
  while (child != NULL && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static int
minimum_width (GtkWidget *child)
{
  int minimum;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

/* Takes as many children from @child on as fit into @width, at least one; returns the child after them. */
static GtkWidget *
break_line (TokFlowLayout *self, GtkWidget *child, int width, TokFlowLine *line)
{
  *line = (TokFlowLine) { .first = child };
  for (; child != NULL; child = visible_from (gtk_widget_get_next_sibling (child)))
    {
      int minimum = minimum_width (child);

      if (line->n_children > 0 && line->minimum + minimum + line->n_children * self->spacing > width)
        break;
      line->minimum += minimum;
      line->expanding += gtk_widget_get_hexpand (child) ? minimum : 0;
      line->n_children++;
    }
  return child;
}

/* What @part of @whole gets of @spare when the parts before it come to @before: no pixel is lost to rounding. */
static int
share_of (int spare, int before, int part, int whole)
{
  return whole > 0 ? (int) ((gint64) spare * (before + part) / whole - (gint64) spare * before / whole) : 0;
}

/* The width @child gets in @line: its minimum and its shares of what is left of @width.  @before runs along the line. */
static int
share_width (TokFlowLayout *self, const TokFlowLine *line, GtkWidget *child, int width, TokFlowLine *before)
{
  int spare = MAX (width - line->minimum - (line->n_children - 1) * self->spacing, 0);
  int to_expanding = MIN (spare, line->expanding);
  int minimum = minimum_width (child);
  int expanding = gtk_widget_get_hexpand (child) ? minimum : 0;
  int share = share_of (to_expanding, before->expanding, expanding, line->expanding) +
              share_of (spare - to_expanding, before->minimum, minimum, line->minimum);

  before->minimum += minimum;
  before->expanding += expanding;
  return minimum + share;
}

static void
measure_line (TokFlowLayout *self, const TokFlowLine *line, int width, int *minimum, int *natural)
{
  GtkWidget *child = line->first;
  TokFlowLine before = { 0 };

  *minimum = *natural = 0;
  for (int i = 0; i < line->n_children; i++, child = visible_from (gtk_widget_get_next_sibling (child)))
    {
      int child_width = share_width (self, line, child, width, &before);
      int child_minimum, child_natural;

      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, child_width, &child_minimum, &child_natural, NULL, NULL);
      *minimum = MAX (*minimum, child_minimum);
      *natural = MAX (*natural, child_natural);
    }
}

static void
measure_height (TokFlowLayout *self, GtkWidget *widget, int width, int *minimum, int *natural)
{
  GtkWidget *child = visible_from (gtk_widget_get_first_child (widget));
  gboolean first = TRUE;

  *minimum = *natural = 0;
  while (child != NULL)
    {
      TokFlowLine line;
      int line_minimum, line_natural;

      child = break_line (self, child, width, &line);
      measure_line (self, &line, width, &line_minimum, &line_natural);
      *minimum += line_minimum + (first ? 0 : self->spacing);
      *natural += line_natural + (first ? 0 : self->spacing);
      first = FALSE;
    }
}

static void
measure_width (TokFlowLayout *self, GtkWidget *widget, int *minimum, int *natural)
{
  GtkWidget *child = visible_from (gtk_widget_get_first_child (widget));

  *minimum = *natural = 0;
  for (gboolean first = TRUE; child != NULL; first = FALSE, child = visible_from (gtk_widget_get_next_sibling (child)))
    {
      int child_minimum, child_natural;

      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &child_minimum, &child_natural, NULL, NULL);
      *minimum = MAX (*minimum, child_minimum);
      *natural += child_natural + (first ? 0 : self->spacing);
    }
}

static void
tok_flow_layout_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation, int for_size,
                         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  TokFlowLayout *self = TOK_FLOW_LAYOUT (manager);

  if (orientation == GTK_ORIENTATION_HORIZONTAL || for_size < 0)
    measure_width (self, widget, minimum, natural);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    measure_height (self, widget, for_size < 0 ? *natural : for_size, minimum, natural);
}

static void
place_line (TokFlowLayout *self, const TokFlowLine *line, int width, int y, int height, gboolean right_to_left)
{
  GtkWidget *child = line->first;
  TokFlowLine before = { 0 };
  int x = 0;

  for (int i = 0; i < line->n_children; i++, child = visible_from (gtk_widget_get_next_sibling (child)))
    {
      int child_width = share_width (self, line, child, width, &before);
      GtkAllocation allocation = { right_to_left ? width - x - child_width : x, y, child_width, height };

      gtk_widget_size_allocate (child, &allocation, -1);
      x += child_width + self->spacing;
    }
}

static int
count_lines (TokFlowLayout *self, GtkWidget *widget, int width)
{
  GtkWidget *child = visible_from (gtk_widget_get_first_child (widget));
  TokFlowLine line;
  int n_lines = 0;

  for (; child != NULL; n_lines++)
    child = break_line (self, child, width, &line);
  return n_lines;
}

static void
tok_flow_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  TokFlowLayout *self = TOK_FLOW_LAYOUT (manager);
  gboolean right_to_left = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkWidget *child = visible_from (gtk_widget_get_first_child (widget));
  int n_lines = count_lines (self, widget, width);
  int minimum, natural, y = 0;

  measure_height (self, widget, width, &minimum, &natural);
  for (int left = n_lines, extra = MAX (height - minimum, 0); child != NULL; left--)
    {
      TokFlowLine line;
      int line_height, more = extra / left;

      child = break_line (self, child, width, &line);
      measure_line (self, &line, width, &line_height, &natural);
      place_line (self, &line, width, y, line_height + more, right_to_left);
      y += line_height + more + self->spacing;
      extra -= more;
    }
}

static GtkSizeRequestMode
tok_flow_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
tok_flow_layout_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SPACING:
      g_value_set_int (value, TOK_FLOW_LAYOUT (object)->spacing);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_flow_layout_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SPACING:
      TOK_FLOW_LAYOUT (object)->spacing = g_value_get_int (value);
      gtk_layout_manager_layout_changed (GTK_LAYOUT_MANAGER (object));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_flow_layout_class_init (TokFlowLayoutClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (class);

  object_class->get_property = tok_flow_layout_get_property;
  object_class->set_property = tok_flow_layout_set_property;
  layout_class->measure = tok_flow_layout_measure;
  layout_class->allocate = tok_flow_layout_allocate;
  layout_class->get_request_mode = tok_flow_layout_get_request_mode;

  properties[PROP_SPACING] = g_param_spec_int ("spacing", NULL, NULL, 0, 1000, 0, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
tok_flow_layout_init (TokFlowLayout *self)
{
}
