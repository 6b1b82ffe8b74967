/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Published errors in files: percents there, shares here. */

#include "formats/catalog-accuracy.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/error.h"
#include "formats/field.h"
#include "formats/json-parse.h"
#include "formats/json-read.h"

#define PERCENT 0.01
#define MOST_ROWS 1e6
#define LARGEST_PERCENT 1e4

typedef struct { TokAccuracyKind kind; } KindName;

static const TokField kind_field = {
  "kind", TOK_FIELD_CHOICE, G_STRUCT_OFFSET (KindName, kind),
  .name = tok_accuracy_kind_name, .n_names = TOK_N_ACCURACY_KINDS, .is_required = TRUE
};

#define TOTAL(member) G_STRUCT_OFFSET (TokAccuracy, member)
#define FIGURE(member) G_STRUCT_OFFSET (TokAccuracyFigures, member)

static const TokField total_fields[] = {
  { "rows", TOK_FIELD_WHOLE, TOTAL (rows), 0, MOST_ROWS, .is_required = TRUE },
  { "chips", TOK_FIELD_WHOLE, TOTAL (chips), 0, MOST_ROWS, .is_required = TRUE },
  { "sources", TOK_FIELD_WHOLE, TOTAL (sources), 0, MOST_ROWS, .is_required = TRUE },
  { "noise_floor_percent.decode", TOK_FIELD_NUMBER, TOTAL (decode_noise), 0, LARGEST_PERCENT, PERCENT, .is_required = TRUE },
  { "noise_floor_percent.prefill", TOK_FIELD_NUMBER, TOTAL (prefill_noise), 0, LARGEST_PERCENT, PERCENT, .is_required = TRUE },
};

static const TokField figure_fields[] = {
  { "rows", TOK_FIELD_WHOLE, FIGURE (rows), 1, MOST_ROWS, .is_required = TRUE },
  { "median_error_percent", TOK_FIELD_NUMBER, FIGURE (median_error), 0, LARGEST_PERCENT, PERCENT, .is_required = TRUE },
  { "p90_error_percent", TOK_FIELD_NUMBER, FIGURE (p90_error), 0, LARGEST_PERCENT, PERCENT, .is_required = TRUE },
  { "bias_percent", TOK_FIELD_NUMBER, FIGURE (bias), -100, LARGEST_PERCENT, PERCENT, .is_required = TRUE },
  { "inside_band_percent", TOK_FIELD_NUMBER, FIGURE (inside_band), 0, 100, PERCENT, .is_required = TRUE },
};

static gboolean
read_figures (JsonObject *kind, const char *member, TokAccuracyFigures *figures, GError **error)
{
  JsonObject *object;

  if (!tok_json_has (kind, member))
    return TRUE;
  if (!tok_json_read_object (kind, member, &object, error))
    return FALSE;
  if (tok_fields_read (figure_fields, G_N_ELEMENTS (figure_fields), object, figures, error))
    return TRUE;
  g_prefix_error (error, "%s: ", member);
  return FALSE;
}

static gboolean
read_kind (JsonObject *object, gboolean *is_read, TokAccuracy *accuracy, GError **error)
{
  KindName name;

  if (!tok_fields_read (&kind_field, 1, object, &name, error))
    return FALSE;
  if (is_read[name.kind])
    return tok_json_refuse (object, "kind", TOK_FORMAT_ERROR_VALUE, error, _("There are two entries for “%s”."),
                            tok_accuracy_kind_name (name.kind));
  is_read[name.kind] = TRUE;
  return read_figures (object, "known", &accuracy->known[name.kind], error)
         && read_figures (object, "unseen", &accuracy->unseen[name.kind], error);
}

static gboolean
read_kinds (JsonObject *root, TokAccuracy *accuracy, GError **error)
{
  gboolean is_read[TOK_N_ACCURACY_KINDS] = { FALSE };
  JsonArray *kinds;

  if (!tok_json_read_array (root, "kinds", TOK_N_ACCURACY_KINDS, &kinds, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (kinds); i++)
    {
      JsonObject *kind;

      if (!tok_json_read_element (kinds, "kinds", i, &kind, error) || !read_kind (kind, is_read, accuracy, error))
        {
          g_prefix_error (error, "kinds[%u]: ", i);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
tok_accuracy_read (JsonObject  *object,
                   TokAccuracy *accuracy,
                   GError     **error)
{
  memset (accuracy, 0, sizeof *accuracy);
  return tok_fields_read (total_fields, G_N_ELEMENTS (total_fields), object, accuracy, error)
         && read_kinds (object, accuracy, error);
}

gboolean
tok_accuracy_load (GFile       *file,
                   TokAccuracy *accuracy,
                   GError     **error)
{
  g_autoptr (TokJson) json = tok_json_load (file, error);
  g_autoptr (GError) reason = NULL;
  JsonObject *object;

  if (json == NULL)
    return FALSE;
  object = tok_json_object (json, "accuracy", &reason);
  if (object != NULL && tok_accuracy_read (object, accuracy, &reason))
    return TRUE;
  tok_format_error_set_in_file (error, file, tok_json_error_line (json, reason), reason);
  return FALSE;
}

void
tok_accuracy_pack (const TokAccuracy *accuracy,
                   TokPacker         *packer)
{
  tok_fields_pack (total_fields, G_N_ELEMENTS (total_fields), accuracy, packer);
  for (guint i = 0; i < TOK_N_ACCURACY_KINDS; i++)
    {
      tok_fields_pack (figure_fields, G_N_ELEMENTS (figure_fields), &accuracy->known[i], packer);
      tok_fields_pack (figure_fields, G_N_ELEMENTS (figure_fields), &accuracy->unseen[i], packer);
    }
}

void
tok_accuracy_unpack (TokUnpacker *unpacker,
                     TokAccuracy *accuracy)
{
  tok_fields_unpack (total_fields, G_N_ELEMENTS (total_fields), unpacker, accuracy);
  for (guint i = 0; i < TOK_N_ACCURACY_KINDS; i++)
    {
      tok_fields_unpack (figure_fields, G_N_ELEMENTS (figure_fields), unpacker, &accuracy->known[i]);
      tok_fields_unpack (figure_fields, G_N_ELEMENTS (figure_fields), unpacker, &accuracy->unseen[i]);
    }
}
