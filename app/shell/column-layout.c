/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths are found when the first row is measured, and stay until the columns change or the frame is over: a theme or a larger
 * text changes all rows without a word. */

#include "shell/column-layout.h"

#define MOST_COLUMNS 8
#define SPACING 18
#define NOT_FOUND G_MININT64

struct _TokColumns
{
  GPtrArray *layouts;                /* of the rows, not owned */
  int        widths[MOST_COLUMNS];   /* of the first: its minimum */
  int        n_columns;
  gint64     frame;                  /* they were found in, or NOT_FOUND */
};

struct _TokColumnLayout
{
  GtkLayoutManager parent_instance;
  TokColumns      *columns;
};

G_DEFINE_FINAL_TYPE (TokColumnLayout, tok_column_layout, GTK_TYPE_LAYOUT_MANAGER)

static void
columns_clear (TokColumns *columns)
{
  g_ptr_array_unref (columns->layouts);
}

static void
add_row (TokColumns *columns, GtkWidget *row)
{
  int n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (row); child != NULL && n < MOST_COLUMNS;
       child = gtk_widget_get_next_sibling (child), n++)
    {
      int minimum;

      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
      columns->widths[n] = MAX (columns->widths[n], minimum);
    }
  columns->n_columns = MAX (columns->n_columns, n);
}

static void
find_widths (TokColumns *columns, GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gint64 frame = clock != NULL ? gdk_frame_clock_get_frame_counter (clock) : NOT_FOUND;

  if (frame == columns->frame && frame != NOT_FOUND)
    return;
  columns->frame = frame;
  columns->n_columns = 0;
  memset (columns->widths, 0, sizeof columns->widths);
  for (guint i = 0; i < columns->layouts->len; i++)
    {
      GtkWidget *row = gtk_layout_manager_get_widget (g_ptr_array_index (columns->layouts, i));

      if (row != NULL)
        add_row (columns, row);
    }
}

/* Of all columns but the first, with the space before each. */
static int
sum_widths (const TokColumns *columns)
{
  int sum = 0;

  for (int i = 1; i < columns->n_columns; i++)
    sum += columns->widths[i] + SPACING;
  return sum;
}

static int
width_of (const TokColumns *columns, int index, int row_width)
{
  return index == 0 ? MAX (row_width - sum_widths (columns), columns->widths[0]) : columns->widths[index];
}

static void
measure_height (const TokColumns *columns, GtkWidget *widget, int width, int *minimum, int *natural)
{
  int i = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && i < columns->n_columns;
       child = gtk_widget_get_next_sibling (child), i++)
    {
      int child_minimum, child_natural;

      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width < 0 ? -1 : width_of (columns, i, width),
                          &child_minimum, &child_natural, NULL, NULL);
      *minimum = MAX (*minimum, child_minimum);
      *natural = MAX (*natural, child_natural);
    }
}

static GtkSizeRequestMode
tok_column_layout_get_request_mode (GtkLayoutManager *layout, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
tok_column_layout_measure (GtkLayoutManager *layout, GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                           int *natural, int *minimum_baseline, int *natural_baseline)
{
  TokColumns *columns = TOK_COLUMN_LAYOUT (layout)->columns;

  find_widths (columns, widget);
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = columns->widths[0] + sum_widths (columns);
  else
    measure_height (columns, widget, for_size, minimum, natural);
}

static void
tok_column_layout_allocate (GtkLayoutManager *layout, GtkWidget *widget, int width, int height, int baseline)
{
  const TokColumns *columns = TOK_COLUMN_LAYOUT (layout)->columns;
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int x = 0, i = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && i < columns->n_columns;
       child = gtk_widget_get_next_sibling (child), i++)
    {
      int child_width = width_of (columns, i, width);
      GtkAllocation place = { mirrored ? width - x - child_width : x, 0, child_width, height };

      gtk_widget_size_allocate (child, &place, -1);
      x += child_width + SPACING;
    }
}

static void
tok_column_layout_finalize (GObject *object)
{
  TokColumnLayout *self = TOK_COLUMN_LAYOUT (object);

  g_ptr_array_remove_fast (self->columns->layouts, self);
  tok_columns_unref (self->columns);
  G_OBJECT_CLASS (tok_column_layout_parent_class)->finalize (object);
}

static void
tok_column_layout_class_init (TokColumnLayoutClass *class)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tok_column_layout_finalize;
  layout_class->get_request_mode = tok_column_layout_get_request_mode;
  layout_class->measure = tok_column_layout_measure;
  layout_class->allocate = tok_column_layout_allocate;
}

static void
tok_column_layout_init (TokColumnLayout *self)
{
}

GtkLayoutManager *
tok_column_layout_new (TokColumns *columns)
{
  TokColumnLayout *self = g_object_new (TOK_TYPE_COLUMN_LAYOUT, NULL);

  self->columns = tok_columns_ref (columns);
  g_ptr_array_add (columns->layouts, self);
  return GTK_LAYOUT_MANAGER (self);
}

TokColumns *
tok_columns_new (void)
{
  TokColumns *columns = g_rc_box_new0 (TokColumns);

  columns->layouts = g_ptr_array_new ();
  columns->frame = NOT_FOUND;
  return columns;
}

TokColumns *
tok_columns_ref (TokColumns *columns)
{
  return g_rc_box_acquire (columns);
}

void
tok_columns_unref (TokColumns *columns)
{
  g_rc_box_release_full (columns, (GDestroyNotify) columns_clear);
}

void
tok_columns_change (TokColumns *columns)
{
  columns->frame = NOT_FOUND;
  for (guint i = 0; i < columns->layouts->len; i++)
    gtk_layout_manager_layout_changed (g_ptr_array_index (columns->layouts, i));
}
