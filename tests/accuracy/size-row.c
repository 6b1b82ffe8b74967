/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the collection of file sizes: what is told apart before it is compared, and the comparison. */

#include "size-row.h"

#include <math.h>
#include <string.h>

#include "core/model.h"
#include "core/search.h"
#include "core/units.h"
#include "formats/error.h"

#define LABEL_SIZE 64
#define TOLERANCE 0.02
/* A file holds its vocabulary too: 5.9 MB for the 152 thousand entries of Qwen2, 7.8 for the 128 thousand of Llama 3 (physics
 * notes 1.3: 5 to 12 MB).  What a loader prints, and checkpoints, are tensors alone. */
#define VOCABULARY_ENTRY_BYTES 40.0
/* Figures of one or two digits: whole units from here on. */
#define TWO_DIGITS 10.0

static const char *const reasons[TOK_N_SIZE_REASONS] = {
  [TOK_SIZE_MAPPED] = "mapped",
  [TOK_SIZE_NO_MODEL] = "the collection names no model",
  [TOK_SIZE_NOT_IN_CATALOG] = "the model is not in the catalog",
  [TOK_SIZE_NO_FILE_TYPE] = "no file type of this name",
  [TOK_SIZE_OWN_MIX] = "a publisher's own mix, by its label",
  [TOK_SIZE_MARKED] = "bits per parameter the collection marks as unusual",
  [TOK_SIZE_OTHER_NAME] = "the checkpoint's name does not end in the type",
  [TOK_SIZE_VISION] = "a checkpoint with a vision tower",
  [TOK_SIZE_ROUNDED] = "a checkpoint's size in whole mebibytes",
};

static const struct { const char *name; double bytes; } units[] = {
  { "GB", TOK_GB }, { "MB", TOK_GB / 1000.0 }, { "GiB", TOK_GIB }, { "MiB", TOK_MIB },
};

const char *
tok_size_reason_name (TokSizeReason reason)
{
  return reasons[reason];
}

static const char *
field (const TokCsv *csv,
       guint         record,
       const char   *name)
{
  guint column;

  return tok_csv_find (csv, name, &column) ? tok_csv_field (csv, record, column) : "";
}

static double
unit_bytes (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (units[i].name, name) == 0)
      return units[i].bytes;
  return 0.0;
}

/* Of the last digit of @text: 0.01 for "4.58". */
static double
digit_step (const char *text)
{
  const char *point = strchr (text, '.');

  return point != NULL ? pow (10.0, -(double) strlen (point + 1)) : 1.0;
}

static void
read_size (TokSizeRow   *row,
           const TokCsv *csv,
           guint         record)
{
  double unit = unit_bytes (row->unit), size = g_ascii_strtod (row->size, NULL);
  double bytes = g_ascii_strtod (field (csv, record, "bytes"), NULL);
  gboolean has_two_digits = strstr (field (csv, record, "measure"), "one or two digits") != NULL;

  row->bytes = bytes > 0.0 ? bytes : size * unit;
  row->step = bytes > 0.0 ? 0.0 : unit * (has_two_digits && size >= TWO_DIGITS ? 1.0 : digit_step (row->size));
}

/* @text in lower case without punctuation. */
static void
fold (const char *text,
      char        folded[LABEL_SIZE])
{
  gsize n = 0;

  for (; *text != '\0' && n + 1 < LABEL_SIZE; text++)
    if (g_ascii_isalnum (*text))
      folded[n++] = g_ascii_tolower (*text);
  folded[n] = '\0';
}

/* "…/GLM-4.7-8bit" ends in "MLX-8bit", "…/GLM-4.7-8bit-gs32" does not.  The name of a checkpoint that is not quantized need not
 * say so. */
static gboolean
ends_in_label (const char *name,
               const char *label)
{
  char folded_name[LABEL_SIZE], folded_label[LABEL_SIZE];
  const char *last = strrchr (name, '/');

  if (strcmp (label, "MLX-bf16") == 0)
    return TRUE;
  fold (last != NULL ? last : name, folded_name);
  fold (g_str_has_prefix (label, "MLX-") ? label + strlen ("MLX-") : label, folded_label);
  return g_str_has_suffix (folded_name, folded_label);
}

static gboolean
is_own_mix (const char *label)
{
  return g_str_has_prefix (label, "UD-")
         || (g_str_has_suffix (label, "_L") && strcmp (label, "Q3_K_L") != 0);
}

/* The collection marks what its label does not explain: types chosen per tensor, an embedding stored twice.  Experts that stay as
 * they were published are explained. */
static gboolean
is_marked (const char *note)
{
  return strstr (note, "unusual bits per parameter") != NULL && strstr (note, "experts stay MXFP4") == NULL;
}

static gboolean
has_vision_tower (const char *model)
{
  static const char *const families[] = { "gemma-4", "qwen3.5", "qwen3.6", "qwen3-vl" };

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (g_str_has_prefix (model, families[i]))
      return TRUE;
  return FALSE;
}

static TokSizeReason
judge_checkpoint (const TokSizeRow *row,
                  const char       *name)
{
  if (fmod (row->bytes, TOK_MIB) == 0.0)
    return TOK_SIZE_ROUNDED;
  if (has_vision_tower (row->model))
    return TOK_SIZE_VISION;
  return ends_in_label (name, row->label) ? TOK_SIZE_MAPPED : TOK_SIZE_OTHER_NAME;
}

/* By the collection's own mapping, else by the name as printed; NULL when nobody knows. */
static const TokCatalogModel *
find_model (const TokCatalog *catalog,
            const char       *id,
            const char       *printed)
{
  guint index, nearest[TOK_SEARCH_NEAREST];

  if (id[0] != '\0')
    return tok_catalog_find_model (catalog, id);
  if (tok_search_resolve (catalog, TOK_SEARCH_MODELS, printed, &index, nearest) != TOK_SEARCH_FOUND)
    return NULL;
  return tok_catalog_model (catalog, index);
}

static TokSizeReason
judge_row (const TokSizeRow *row,
           const TokCsv     *csv,
           guint             record)
{
  TokFileType type;

  if (is_own_mix (row->label))
    return TOK_SIZE_OWN_MIX;
  if (is_marked (field (csv, record, "note")))
    return TOK_SIZE_MARKED;
  if (!tok_file_type_from_name (row->label, &type))
    return TOK_SIZE_NO_FILE_TYPE;
  if (g_str_has_prefix (field (csv, record, "measure"), "checkpoint"))
    return judge_checkpoint (row, field (csv, record, "model_as_printed"));
  return TOK_SIZE_MAPPED;
}

/* Whether a file was made with an importance matrix is not printed. */
static double
nearest_prediction (const TokSizeRow *row,
                    TokArchitecture  *architecture,
                    double            vocabulary_bytes)
{
  double nearest = G_MAXDOUBLE;
  TokFileType type = TOK_FILE_F16;

  tok_file_type_from_name (row->label, &type);
  for (guint with_imatrix = 0; with_imatrix < 2; with_imatrix++)
    {
      g_autoptr (TokModel) model = tok_model_new (architecture, type, with_imatrix, 0.0);
      double bytes = model->file_bytes + vocabulary_bytes;

      if (fabs (bytes - row->bytes) < fabs (nearest - row->bytes))
        nearest = bytes;
    }
  return nearest;
}

gboolean
tok_size_row_read (TokSizeRow       *row,
                   const TokCsv     *csv,
                   guint             record,
                   const TokCatalog *catalog,
                   GError          **error)
{
  gboolean is_file = g_str_has_prefix (field (csv, record, "measure"), "file");
  const char *id = field (csv, record, "model_id"), *printed = field (csv, record, "model_as_printed");
  const TokCatalogModel *entry = find_model (catalog, id, printed);

  *row = (TokSizeRow) {
    .model = entry != NULL ? entry->architecture->id : id,
    .label = field (csv, record, "quant"),
    .size = field (csv, record, "size"),
    .unit = field (csv, record, "unit"),
  };
  read_size (row, csv, record);
  if (!isfinite (row->bytes) || row->bytes <= 0.0)
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, "Record %u has no size.", record + 1);
      return FALSE;
    }
  if (entry == NULL)
    row->reason = id[0] != '\0' ? TOK_SIZE_NOT_IN_CATALOG : TOK_SIZE_NO_MODEL;
  else
    row->reason = judge_row (row, csv, record);
  if (row->reason == TOK_SIZE_MAPPED)
    row->predicted = nearest_prediction (row, entry->architecture,
                                         is_file ? VOCABULARY_ENTRY_BYTES * entry->architecture->vocab_size : 0.0);
  return TRUE;
}

double
tok_size_row_error (const TokSizeRow *row)
{
  return tok_ratio (row->predicted, row->bytes) - 1.0;
}

gboolean
tok_size_row_is_near (const TokSizeRow *row)
{
  return fabs (row->predicted - row->bytes) <= MAX (TOLERANCE * row->bytes, row->step / 2.0);
}
