/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "samples.h"

#include <math.h>
#include <pango/pangocairo.h>

static char *
format_tokens (double value)
{
  if (value >= 1024.0 && fmod (value, 1024.0) == 0.0)
    return g_strdup_printf ("%.0fk", value / 1024.0);
  return g_strdup_printf ("%.0f", value);
}

static char *
format_whole (double value)
{
  return g_strdup_printf ("%.0f", value);
}

static char *
format_short (double value)
{
  return g_strdup_printf (value < 1000.0 ? "%.3g" : "%.0f", value);
}

static char *
format_speed (double value)
{
  return g_strdup_printf (value < 10.0 ? "%.1f tok/s" : "%.0f tok/s", value);
}

static char *
format_parameters (double value)
{
  return g_strdup_printf ("%gB", value);
}

static char *
format_layers (double value)
{
  return g_strdup_printf ("%.0f layers", value);
}

static void
set_speed_axis (TokChartSpec *spec, TokAxisScale scale, double minimum, double maximum)
{
  spec->y.label = g_strdup ("tok/s");
  spec->y.scale = scale;
  spec->y.minimum = minimum;
  spec->y.maximum = maximum;
  spec->y.tick_format = format_short;
  spec->y.value_format = format_speed;
}

/* Milliseconds for the weights, and for each 16k tokens of cache. */
static void
add_by_context (TokChartSpec *spec, TokSeriesRole role, const char *label, double base, double cache, gboolean with_band)
{
  guint n = 129;
  TokChartSeries *series = tok_chart_spec_add_series (spec, role, label, n, with_band);

  for (guint i = 0; i < n; i++)
    {
      series->x[i] = i == 0 ? 0.0 : 512.0 * exp2 ((i - 1) / 127.0 * 8.0);
      series->y[i] = 1000.0 / (base + cache * series->x[i] / 16384.0);
      if (with_band)
        {
          series->low[i] = series->y[i] * 0.89;
          series->high[i] = series->y[i] * 1.1;
        }
    }
}

static void
add_measured (TokChartSpec *spec)
{
  static const double values[][2] = { { 0.0, 143.0 }, { 4096.0, 141.0 }, { 32768.0, 79.0 } };
  TokChartSeries *series = tok_chart_spec_add_series (spec, TOK_SERIES_MEASURED, "measured", G_N_ELEMENTS (values), TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      series->x[i] = values[i][0];
      series->y[i] = values[i][1];
      series->low[i] = values[i][1] * 0.97;
      series->high[i] = values[i][1] * 1.03;
    }
}

TokChartSpec *
sample_context (void)
{
  TokChartSpec *spec = tok_chart_spec_new ("context");

  spec->title = g_strdup ("Speed as the context fills");
  spec->subtitle = g_strdup ("RTX 4090 · Llama 3.1 8B · Q4_K_M");
  spec->caption = g_strdup ("llama.cpp CUDA, flash attention, KV cache f16, one request. The band held 80 % of the measurements of this "
                            "class of device. Basis: calibrated class. Tokplan 0.1.0.");
  spec->x = (TokChartAxis) { g_strdup ("tokens in the KV cache"), TOK_AXIS_LOG_FROM_ZERO, 512.0, 131072.0,
                             format_tokens, format_tokens, TRUE, TRUE };
  set_speed_axis (spec, TOK_AXIS_LINEAR, 0.0, 240.0);
  add_by_context (spec, TOK_SERIES_LIKELY, "likely", 6.6, 2.7, TRUE);
  add_by_context (spec, TOK_SERIES_CEILING, "ceiling", 4.9, 2.1, FALSE);
  add_by_context (spec, TOK_SERIES_ALTERNATIVE, "KV cache q8_0", 6.6, 1.45, FALSE);
  add_by_context (spec, TOK_SERIES_ALTERNATIVE_2, "KV cache q4_0", 6.7, 0.8, FALSE);
  add_by_context (spec, TOK_SERIES_BASELINE, "baseline: RTX 4070 Ti Super", 10.8, 4.3, FALSE);
  add_measured (spec);
  tok_chart_spec_add_zone (spec, 5.0, 10.0, "reading speed 5–10 tok/s");
  tok_chart_spec_add_region (spec, 98304.0, INFINITY, "needs more than 24 GiB");
  tok_chart_spec_set_mark (spec, 16384.0, 1000.0 / 9.3, "108 tok/s at 16k");
  return spec;
}

static double
speed_by_size (double billions)
{
  return 1150.0 / pow (billions + 0.7, 1.05);
}

TokChartSpec *
sample_size (void)
{
  static const struct { const char *name; double x, factor; int priority; gboolean hollow; } models[] = {
    { "Llama 3.2 1B", 1.24, 1.0, 5, TRUE }, { "Llama 3.1 8B", 8.03, 1.0, 9, FALSE }, { "Qwen3 32B", 32.8, 1.0, 6, TRUE },
    { "Llama 3.3 70B", 70.6, 1.0, 7, TRUE }, { "Qwen3 30B-A3B", 30.5, 7.0, 8, TRUE }, { "gpt-oss 20B", 20.9, 4.6, 6, TRUE },
    { "gpt-oss 120B", 117.0, 19.0, 4, TRUE }, { "Gemma 3 4B", 4.3, 1.0, 4, TRUE }, { "Gemma 3 12B", 12.2, 1.0, 4, TRUE },
    { "Phi-4 14B", 14.7, 1.0, 3, TRUE }, { "Gemma 3 27B", 27.4, 1.0, 2, TRUE }, { "Qwen3 0.6B", 0.6, 1.0, 2, TRUE },
    { "Mistral Small 24B", 23.6, 1.0, 3, TRUE },
  };
  TokChartSpec *spec = tok_chart_spec_new ("size");
  TokChartSeries *likely, *ceiling;
  guint n = 120;

  spec->title = g_strdup ("Model size on this device");
  spec->subtitle = g_strdup ("RTX 4090 · Q4_K_M · 16k tokens");
  spec->caption = g_strdup ("Curve: dense models of the architecture ladder. Mixture-of-experts models stand at their own speed.");
  spec->x = (TokChartAxis) { g_strdup ("parameters"), TOK_AXIS_LOG, 0.5, 130.0, format_parameters, format_parameters, FALSE, FALSE };
  set_speed_axis (spec, TOK_AXIS_LOG, 3.0, 2000.0);
  likely = tok_chart_spec_add_series (spec, TOK_SERIES_LIKELY, "likely", n, TRUE);
  for (guint i = 0; i < n; i++)
    {
      likely->x[i] = 0.5 * pow (260.0, i / (n - 1.0));
      likely->y[i] = speed_by_size (likely->x[i]);
      likely->low[i] = likely->y[i] * 0.86;
      likely->high[i] = likely->y[i] * 1.16;
    }
  ceiling = tok_chart_spec_add_series (spec, TOK_SERIES_CEILING, "ceiling", n, FALSE);
  for (guint i = 0; i < n; i++)
    {
      ceiling->x[i] = 0.5 * pow (260.0, i / (n - 1.0));
      ceiling->y[i] = 1.6 * speed_by_size (ceiling->x[i] * 0.9);
    }
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    tok_chart_spec_add_point (spec, models[i].x, models[i].factor * speed_by_size (models[i].x), models[i].name,
                              models[i].priority, models[i].hollow);
  tok_chart_spec_add_region (spec, 36.0, INFINITY, "over 24 GiB");
  tok_chart_spec_set_mark (spec, 8.03, speed_by_size (8.03), "107 tok/s");
  return spec;
}

static double
speed_by_layers (double layers)
{
  return 1000.0 / (52.0 * layers / 80.0 + 640.0 * (80.0 - layers) / 80.0);
}

TokChartSpec *
sample_offload (void)
{
  TokChartSpec *spec = tok_chart_spec_new ("offload");
  TokChartSeries *likely, *expected;
  guint n = 81;

  spec->title = g_strdup ("Offload cliff");
  spec->subtitle = g_strdup ("Llama 3.3 70B · Q4_K_M · RTX 4090 · DDR5-5600");
  spec->caption = g_strdup ("Two channels of DDR5-5600, PCIe 4.0 x16, 16k tokens in the KV cache.");
  spec->x = (TokChartAxis) { g_strdup ("layers on the GPU"), TOK_AXIS_LINEAR, 0.0, 80.0, format_whole, format_layers, FALSE, TRUE };
  set_speed_axis (spec, TOK_AXIS_LINEAR, 0.0, 22.0);
  likely = tok_chart_spec_add_series (spec, TOK_SERIES_LIKELY, "likely", n, TRUE);
  for (guint i = 0; i < n; i++)
    {
      likely->x[i] = i;
      likely->y[i] = speed_by_layers (i);
      likely->low[i] = likely->y[i] * 0.8;
      likely->high[i] = likely->y[i] * 1.2;
    }
  expected = tok_chart_spec_add_series (spec, TOK_SERIES_EXPECTATION, "what people expect", 2, FALSE);
  expected->x[1] = 80.0;
  expected->y[0] = speed_by_layers (0.0);
  expected->y[1] = speed_by_layers (80.0);
  tok_chart_spec_add_region (spec, 41.0, 80.0, "needs more than 24 GiB");
  tok_chart_spec_set_mark (spec, 41.0, speed_by_layers (41.0), "2.9 tok/s");
  return spec;
}

PangoContext *
sample_pango (double scale)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  PangoFontDescription *font = pango_font_description_from_string ("Sans");

  pango_cairo_context_set_resolution (context, 96.0);
  pango_font_description_set_size (font, (int) round (11.0 * PANGO_SCALE * scale));
  pango_context_set_font_description (context, font);
  pango_font_description_free (font);
  return context;
}

static const char *const long_words[] = {
  "Schlüssel-Wert-Zwischenspeicher in q8_0", "Grundlinie: NVIDIA GeForce RTX 4070 Ti SUPER 16 GiB", "erwartete Ausgabegeschwindigkeit",
  "braucht mehr als 24 GiB Grafikspeicher", "Lesegeschwindigkeit 5–10 Token je Sekunde", "q", "", "Höchstwert",
  "Speicherbandbreitenobergrenzenüberschreitungswahrscheinlichkeit", "سرعة القراءة", "速度の上限",
};

static const char *
random_word (GRand *random)
{
  return long_words[g_rand_int_range (random, 0, G_N_ELEMENTS (long_words))];
}

/* Mostly a plain figure, sometimes one that no chart should be asked to draw. */
static double
random_value (GRand *random)
{
  static const double odd[] = { 0.0, -1.0, 1e-300, 1e300, -1e300, 1e24, NAN, INFINITY, -INFINITY };

  if (g_rand_int_range (random, 0, 12) == 0)
    return odd[g_rand_int_range (random, 0, G_N_ELEMENTS (odd))];
  return pow (10.0, g_rand_double_range (random, -2.0, 4.0));
}

static void
fill_random_axis (GRand *random, TokChartAxis *axis)
{
  static const TokChartFormat formats[] = { NULL, format_whole, format_speed, format_tokens, format_short };

  axis->label = g_strdup (random_word (random));
  axis->scale = (TokAxisScale) g_rand_int_range (random, TOK_AXIS_LINEAR, TOK_AXIS_LOG_FROM_ZERO + 1);
  axis->minimum = random_value (random);
  axis->maximum = g_rand_int_range (random, 0, 10) == 0 ? axis->minimum : random_value (random);
  axis->tick_format = formats[g_rand_int_range (random, 0, G_N_ELEMENTS (formats))];
  axis->binary_ticks = g_rand_boolean (random);
  axis->whole_numbers = g_rand_boolean (random);
}

static void
add_random_series (GRand *random, TokChartSpec *spec)
{
  TokSeriesRole role = (TokSeriesRole) g_rand_int_range (random, TOK_SERIES_LIKELY, TOK_SERIES_MEASURED + 1);
  guint n = (guint) g_rand_int_range (random, 0, 60);
  gboolean sorted = g_rand_int_range (random, 0, 4) > 0;
  double x = spec->x.minimum, step = (spec->x.maximum - spec->x.minimum) / MAX (n, 2);
  TokChartSeries *series = tok_chart_spec_add_series (spec, role, random_word (random), n, g_rand_boolean (random));

  for (guint i = 0; i < n; i++, x += step)
    {
      series->x[i] = sorted ? x : random_value (random);
      series->y[i] = random_value (random);
      if (series->low == NULL)
        continue;
      series->low[i] = series->y[i] * 0.8;
      series->high[i] = series->y[i] * 1.3;
    }
}

TokChartSpec *
sample_random (guint32 seed)
{
  GRand *random = g_rand_new_with_seed (seed);
  TokChartSpec *spec = tok_chart_spec_new ("random");

  spec->title = g_strdup (random_word (random));
  spec->subtitle = g_strdup (random_word (random));
  spec->caption = g_strjoin (", ", random_word (random), random_word (random), random_word (random), NULL);
  spec->empty_text = g_rand_boolean (random) ? g_strdup (random_word (random)) : NULL;
  fill_random_axis (random, &spec->x);
  fill_random_axis (random, &spec->y);
  for (int i = g_rand_int_range (random, 0, 9); i > 0; i--)
    add_random_series (random, spec);
  for (int i = g_rand_int_range (random, 0, 3); i > 0; i--)
    tok_chart_spec_add_region (spec, random_value (random), random_value (random), random_word (random));
  for (int i = g_rand_int_range (random, 0, 3); i > 0; i--)
    tok_chart_spec_add_zone (spec, random_value (random), random_value (random), random_word (random));
  for (int i = g_rand_int_range (random, 0, 30); i > 0; i--)
    tok_chart_spec_add_point (spec, random_value (random), random_value (random), random_word (random), i % 5,
                              g_rand_boolean (random));
  if (g_rand_boolean (random))
    tok_chart_spec_set_mark (spec, random_value (random), random_value (random), random_word (random));
  g_rand_free (random);
  return spec;
}
