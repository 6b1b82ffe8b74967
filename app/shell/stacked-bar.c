/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stacked bar: keeps the parts with their shaped legend texts, measures by breaking the legend into lines, and draws. */

#include "shell/stacked-bar.h"

#include <math.h>

#include "shell/bar-texture.h"
#include "shell/widget-palette.h"

#define MAX_PARTS 12
#define BAR_HEIGHT 14
#define BAR_RADIUS 3
#define LEGEND_GAP 5       /* between bar and legend */
#define LINE_GAP 2
#define ITEM_GAP 12        /* between legend items */
#define SWATCH 9
#define SWATCH_GAP 5

typedef struct
{
  TokBarLook   look;
  double       amount;
  char        *text;       /* "KV cache 2.0 GiB" */
  PangoLayout *layout;
  int          width, height;  /* of the legend item, swatch included */
} Item;

struct _TokStackedBar
{
  GtkWidget parent_instance;
  Item      items[MAX_PARTS];
  guint     n_items;
  double    limit, sum;
};

G_DEFINE_FINAL_TYPE (TokStackedBar, tok_stacked_bar, GTK_TYPE_WIDGET)

static void
clear_items (TokStackedBar *self, guint first)
{
  for (guint i = first; i < self->n_items; i++)
    {
      g_clear_object (&self->items[i].layout);
      g_clear_pointer (&self->items[i].text, g_free);
    }
  self->n_items = MIN (self->n_items, first);
}

static void
shape_item (TokStackedBar *self, Item *item)
{
  int text_width, text_height;

  g_clear_object (&item->layout);
  item->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), item->text);
  pango_layout_get_pixel_size (item->layout, &text_width, &text_height);
  item->width = SWATCH + SWATCH_GAP + text_width;
  item->height = MAX (SWATCH, text_height);
}

/* Where the legend items lie at @width, left to right; returns the height of all lines. */
static int
place_legend (TokStackedBar *self, int width, graphene_point_t *places)
{
  int x = 0, y = 0, line_height = 0;

  for (guint i = 0; i < self->n_items; i++)
    {
      const Item *item = &self->items[i];

      if (x > 0 && x + item->width > width)
        {
          x = 0;
          y += line_height + LINE_GAP;
          line_height = 0;
        }
      places[i] = GRAPHENE_POINT_INIT ((float) x, (float) y);
      x += item->width + ITEM_GAP;
      line_height = MAX (line_height, item->height);
    }
  return y + line_height;
}

static double
whole (const TokStackedBar *self)
{
  return fmax (self->limit, self->sum);
}

static void
draw_parts (TokStackedBar *self, cairo_t *cr, const TokPalette *palette, int width, gboolean right_to_left)
{
  double x = 0.0;

  for (guint i = 0; i < self->n_items; i++)
    {
      double part_width = self->items[i].amount / whole (self) * width;
      double ink_width = fmax (part_width - 1.0, 0.5);   /* a hairline of background between parts */
      double left = right_to_left ? width - x - ink_width : x;

      if (self->items[i].look != TOK_LOOK_FREE)
        tok_bar_texture_fill (cr, palette, self->items[i].look, left, 0.0, ink_width, BAR_HEIGHT);
      x += part_width;
    }
}

static void
draw_limit (TokStackedBar *self, cairo_t *cr, const TokPalette *palette, int width, gboolean right_to_left)
{
  double x = self->limit / whole (self) * width;

  cairo_set_source_rgb (cr, palette->text.red, palette->text.green, palette->text.blue);
  cairo_rectangle (cr, (right_to_left ? width - x : x) - 1.0, 0.0, 2.0, BAR_HEIGHT);
  cairo_fill (cr);
}

static void
snapshot_bar (TokStackedBar *self, GtkSnapshot *snapshot, const TokPalette *palette, int width, gboolean right_to_left)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, BAR_HEIGHT);
  GskRoundedRect clip;
  cairo_t *cr;

  gsk_rounded_rect_init_from_rect (&clip, &bounds, BAR_RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &clip);
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  tok_bar_texture_fill (cr, palette, TOK_LOOK_FREE, 0.0, 0.0, width, BAR_HEIGHT);
  if (whole (self) > 0.0)
    draw_parts (self, cr, palette, width, right_to_left);
  if (self->limit > 0.0 && self->limit < self->sum)
    draw_limit (self, cr, palette, width, right_to_left);
  cairo_destroy (cr);
  gtk_snapshot_pop (snapshot);
}

static void
snapshot_swatch (GtkSnapshot *snapshot, const TokPalette *palette, TokBarLook look, double x, double y)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT ((float) x, (float) y, SWATCH, SWATCH));

  tok_bar_texture_fill (cr, palette, look, x, y, SWATCH, SWATCH);
  cairo_destroy (cr);
}

static void
snapshot_legend (TokStackedBar *self, GtkSnapshot *snapshot, const TokPalette *palette, int width, gboolean right_to_left)
{
  GdkRGBA color = { (float) palette->dim_text.red, (float) palette->dim_text.green, (float) palette->dim_text.blue, 1.0f };
  graphene_point_t places[MAX_PARTS];

  place_legend (self, width, places);
  for (guint i = 0; i < self->n_items; i++)
    {
      const Item *item = &self->items[i];
      float y = places[i].y + BAR_HEIGHT + LEGEND_GAP;
      float left = right_to_left ? (float) width - places[i].x - (float) item->width : places[i].x;
      float swatch_x = right_to_left ? left + (float) (item->width - SWATCH) : left;
      float text_x = right_to_left ? left : left + SWATCH + SWATCH_GAP;

      snapshot_swatch (snapshot, palette, item->look, swatch_x, y + (float) ((item->height - SWATCH) / 2));
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (text_x, y));
      gtk_snapshot_append_layout (snapshot, item->layout, &color);
      gtk_snapshot_restore (snapshot);
    }
}

static void
tok_stacked_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TokStackedBar *self = TOK_STACKED_BAR (widget);
  const TokPalette *palette = tok_widget_palette (widget);
  gboolean right_to_left = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int width = gtk_widget_get_width (widget);

  snapshot_bar (self, snapshot, palette, width, right_to_left);
  snapshot_legend (self, snapshot, palette, width, right_to_left);
}

static void
tok_stacked_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                         int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  TokStackedBar *self = TOK_STACKED_BAR (widget);
  graphene_point_t places[MAX_PARTS];
  int widest = 0, all = 0;

  for (guint i = 0; i < self->n_items; i++)
    {
      widest = MAX (widest, self->items[i].width);
      all += self->items[i].width + (i > 0 ? ITEM_GAP : 0);
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = widest;
      *natural = all;
    }
  else
    *minimum = *natural = BAR_HEIGHT + LEGEND_GAP + place_legend (self, for_size < 0 ? all : for_size, places);
}

static GtkSizeRequestMode
tok_stacked_bar_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
tok_stacked_bar_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TokStackedBar *self = TOK_STACKED_BAR (widget);

  GTK_WIDGET_CLASS (tok_stacked_bar_parent_class)->css_changed (widget, change);
  for (guint i = 0; i < self->n_items; i++)
    shape_item (self, &self->items[i]);
  gtk_widget_queue_resize (widget);
}

static void
tok_stacked_bar_dispose (GObject *object)
{
  clear_items (TOK_STACKED_BAR (object), 0);
  G_OBJECT_CLASS (tok_stacked_bar_parent_class)->dispose (object);
}

static void
tok_stacked_bar_class_init (TokStackedBarClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = tok_stacked_bar_dispose;
  widget_class->snapshot = tok_stacked_bar_snapshot;
  widget_class->measure = tok_stacked_bar_measure;
  widget_class->get_request_mode = tok_stacked_bar_get_request_mode;
  widget_class->css_changed = tok_stacked_bar_css_changed;
  gtk_widget_class_set_css_name (widget_class, "stackedbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tok_stacked_bar_init (TokStackedBar *self)
{
}

GtkWidget *
tok_stacked_bar_new (void)
{
  return g_object_new (TOK_TYPE_STACKED_BAR, NULL);
}

/* Takes @part as item @i and returns whether its text is another one: only then it is shaped again. */
static gboolean
set_item (TokStackedBar *self, guint i, const TokBarPart *part)
{
  Item *item = &self->items[i];
  g_autofree char *text = g_strdup_printf ("%s %s", part->label, part->value);

  item->look = part->look;
  item->amount = part->amount;
  if (i < self->n_items && g_str_equal (text, item->text))
    return FALSE;
  g_free (item->text);
  item->text = g_steal_pointer (&text);
  shape_item (self, item);
  self->n_items = MAX (self->n_items, i + 1);
  return TRUE;
}

void
tok_stacked_bar_set_parts (TokStackedBar *self, const char *title, const TokBarPart *parts, guint n_parts, double limit)
{
  g_autoptr (GString) description = g_string_new (NULL);
  guint old_items = self->n_items, n = 0;
  gboolean is_reshaped = FALSE;

  self->sum = 0.0;
  self->limit = isfinite (limit) ? fmax (limit, 0.0) : 0.0;
  for (guint i = 0; i < n_parts && n < MAX_PARTS; i++)
    {
      if (!isfinite (parts[i].amount) || parts[i].amount <= 0.0)
        continue;
      is_reshaped |= set_item (self, n, &parts[i]);
      self->sum += parts[i].amount;
      g_string_append_printf (description, "%s%s", n > 0 ? ", " : "", self->items[n].text);
      n++;
    }
  clear_items (self, n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description->str, -1);
  if (is_reshaped || n != old_items)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  else
    gtk_widget_queue_draw (GTK_WIDGET (self));
}
