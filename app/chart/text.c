/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes follow the font of the context, so that a chart grows with the text scale of the desktop. */

#include "chart/text.h"

#include <math.h>

#define MAX_KNOWN_SIZES 1024      /* values that change with a slider must not fill the memory */

typedef struct { double size; PangoWeight weight; PangoAlignment alignment; } TextStyle;

/* Sizes measured with a context.  Shaping is most of the cost of a layout, and most texts stay while a slider moves. */
typedef struct
{
  GHashTable *sizes;      /* kind, width and text -> TokSize */
  guint       serial;     /* of the context: its font when they were measured */
} KnownSizes;

static const TextStyle styles[] = {
  [TOK_TEXT_TITLE] = { 1.2, PANGO_WEIGHT_BOLD, PANGO_ALIGN_LEFT },
  [TOK_TEXT_SUBTITLE] = { 0.90, PANGO_WEIGHT_NORMAL, PANGO_ALIGN_LEFT },
  [TOK_TEXT_CAPTION] = { 0.80, PANGO_WEIGHT_NORMAL, PANGO_ALIGN_LEFT },
  [TOK_TEXT_TICK_X] = { 0.82, PANGO_WEIGHT_NORMAL, PANGO_ALIGN_LEFT },
  [TOK_TEXT_TICK_Y] = { 0.82, PANGO_WEIGHT_NORMAL, PANGO_ALIGN_LEFT },
  [TOK_TEXT_AXIS] = { 0.82, PANGO_WEIGHT_NORMAL, PANGO_ALIGN_LEFT },
  [TOK_TEXT_SERIES] = { 0.82, PANGO_WEIGHT_NORMAL, PANGO_ALIGN_LEFT },
  [TOK_TEXT_REGION] = { 0.82, PANGO_WEIGHT_NORMAL, PANGO_ALIGN_LEFT },
  [TOK_TEXT_ZONE] = { 0.82, PANGO_WEIGHT_NORMAL, PANGO_ALIGN_LEFT },
  [TOK_TEXT_POINT] = { 0.82, PANGO_WEIGHT_NORMAL, PANGO_ALIGN_LEFT },
  [TOK_TEXT_MARK] = { 0.82, PANGO_WEIGHT_BOLD, PANGO_ALIGN_LEFT },
  [TOK_TEXT_EMPTY] = { 0.95, PANGO_WEIGHT_NORMAL, PANGO_ALIGN_CENTER },
};

static PangoFontDescription *
font_of (PangoContext *context, const TextStyle *style)
{
  PangoFontDescription *font = pango_font_description_copy (pango_context_get_font_description (context));
  double size = pango_font_description_get_size (font) * style->size;

  if (pango_font_description_get_size_is_absolute (font))
    pango_font_description_set_absolute_size (font, size);
  else
    pango_font_description_set_size (font, (int) round (size));
  pango_font_description_set_weight (font, style->weight);
  return font;
}

/* Figures of equal width, so that a value does not jump while a slider moves. */
static void
set_tabular_figures (PangoLayout *layout)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
}

PangoLayout *
tok_text_shape (PangoContext *context, TokTextKind kind, const char *text, double wrap_width, gboolean right_to_left)
{
  const TextStyle *style = &styles[kind];
  PangoFontDescription *font = font_of (context, style);
  PangoLayout *layout = pango_layout_new (context);
  PangoAlignment alignment = style->alignment;

  if (right_to_left && alignment == PANGO_ALIGN_LEFT)
    alignment = PANGO_ALIGN_RIGHT;
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  set_tabular_figures (layout);
  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_set_alignment (layout, alignment);
  if (wrap_width > 0.0)
    {
      pango_layout_set_width (layout, (int) round (wrap_width * PANGO_SCALE));
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD);
    }
  pango_layout_set_text (layout, text, -1);
  return layout;
}

static TokSize
measure (PangoContext *context, TokTextKind kind, const char *text, double wrap_width)
{
  g_autoptr (PangoLayout) layout = tok_text_shape (context, kind, text, wrap_width, FALSE);
  int width, height;

  pango_layout_get_size (layout, &width, &height);
  return (TokSize) {
    .width = (double) width / PANGO_SCALE,
    .height = (double) height / PANGO_SCALE,
    .baseline = (double) pango_layout_get_baseline (layout) / PANGO_SCALE,
  };
}

static void
known_sizes_free (gpointer data)
{
  g_hash_table_unref (((KnownSizes *) data)->sizes);
  g_free (data);
}

static KnownSizes *
get_known_sizes (PangoContext *context)
{
  KnownSizes *known = g_object_get_data (G_OBJECT (context), "tok-known-sizes");
  guint serial = pango_context_get_serial (context);

  if (known == NULL)
    {
      known = g_new0 (KnownSizes, 1);
      known->sizes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_object_set_data_full (G_OBJECT (context), "tok-known-sizes", known, known_sizes_free);
    }
  if (known->serial != serial || g_hash_table_size (known->sizes) >= MAX_KNOWN_SIZES)
    g_hash_table_remove_all (known->sizes);
  known->serial = serial;
  return known;
}

TokSize
tok_text_measure (PangoContext *context, TokTextKind kind, const char *text, double wrap_width)
{
  KnownSizes *known = get_known_sizes (context);
  g_autofree char *key = g_strdup_printf ("%d %d %s", kind, (int) round (wrap_width * PANGO_SCALE), text);
  TokSize *size = g_hash_table_lookup (known->sizes, key);

  if (size == NULL)
    {
      TokSize measured = measure (context, kind, text, wrap_width);

      size = g_memdup2 (&measured, sizeof measured);
      g_hash_table_insert (known->sizes, g_steal_pointer (&key), size);
    }
  return *size;
}
