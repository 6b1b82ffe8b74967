/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predictions of a whole table, with the committed constants or with those of folds. */

#include "results.h"

#include <string.h>

#include "core/units.h"
#include "formats/error.h"
#include "formats/json-parse.h"
#include "formats/json-read.h"

#define FOLDS_NAME "folds.json"
#define MAX_FOLDS 4096u
#define MAX_NAME_BYTES 256u

static void
reason_free (gpointer data)
{
  TokReason *reason = data;

  g_ptr_array_unref (reason->rows);
  g_free (reason);
}

static TokResults *
results_new_empty (void)
{
  TokResults *results = g_new0 (TokResults, 1);

  results->results = g_array_new (FALSE, FALSE, sizeof (TokResult));
  results->reasons = g_ptr_array_new_with_free_func (reason_free);
  results->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) tok_efficiency_table_free);
  return results;
}

static TokReason *
find_reason (TokResults *results,
             const char *text)
{
  TokReason *reason;

  for (guint i = 0; i < results->reasons->len; i++)
    {
      reason = g_ptr_array_index (results->reasons, i);
      if (strcmp (reason->text, text) == 0)
        return reason;
    }
  reason = g_new (TokReason, 1);
  *reason = (TokReason) { text, g_ptr_array_new () };
  g_ptr_array_add (results->reasons, reason);
  return reason;
}

static void
add_reason (TokResults   *results,
            const TokRow *row,
            const char   *text)
{
  g_ptr_array_add (find_reason (results, text)->rows, (gpointer) row);
}

static void
predict (TokResult       *result,
         const TokMapped *mapped)
{
  TokPrediction *prediction = &result->prediction;

  result->mapped = mapped;
  result->table = mapped->plan.efficiency;
  tok_prediction_make (mapped, prediction);
  result->residual.ratio = tok_ratio (prediction->tok_s, mapped->row->tok_s);
  result->residual.inside_band = mapped->row->tok_s >= prediction->tok_s * prediction->band.low
                                 && mapped->row->tok_s <= prediction->tok_s * prediction->band.high;
}

TokResults *
tok_results_new (TokRowTable *measurements)
{
  TokResults *results = results_new_empty ();

  for (guint i = 0; i < measurements->rows->len; i++)
    {
      const TokMapped *mapped = &measurements->mapped[i];
      TokResult result;

      if (mapped->reason != NULL)
        {
          add_reason (results, mapped->row, mapped->reason);
          continue;
        }
      predict (&result, mapped);
      g_array_append_val (results->results, result);
    }
  return results;
}

/* The mapped rows of a table by id; NULL for an id of several rows, of which a fold cannot say which it left out. */
static GHashTable *
index_by_id (const TokRowTable *measurements)
{
  GHashTable *by_id = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < measurements->rows->len; i++)
    {
      TokMapped *mapped = &measurements->mapped[i];
      gpointer id = (gpointer) mapped->row->id;

      if (mapped->reason == NULL)
        g_hash_table_insert (by_id, id, g_hash_table_contains (by_id, id) ? NULL : mapped);
    }
  return by_id;
}

/* The results of one fold, into the place of their rows. */
static gboolean
predict_fold (JsonObject      *fold,
              const char      *folder,
              TokRowTable *measurements,
              GHashTable      *by_id,
              TokResult       *places,
              GPtrArray       *tables,
              GError         **error)
{
  TokEfficiencyTable *table;
  g_autofree char *path = NULL;
  JsonArray *ids;
  const char *name;

  if (!tok_json_read_name (fold, "file", MAX_NAME_BYTES, &name, error)
      || !tok_json_read_array (fold, "ids", TOK_CSV_MAX_RECORDS, &ids, error))
    return FALSE;
  path = g_build_filename (folder, name, NULL);
  table = tok_row_table_read_table (path, error);
  if (table == NULL)
    return FALSE;
  g_ptr_array_add (tables, table);
  for (guint i = 0; i < json_array_get_length (ids); i++)
    {
      JsonNode *id = json_array_get_element (ids, i);
      const char *text = json_node_get_value_type (id) == G_TYPE_STRING ? json_node_get_string (id) : "";
      TokMapped *mapped = g_hash_table_lookup (by_id, text);

      if (mapped == NULL)
        continue;
      tok_mapping_set_table (mapped, table);
      predict (&places[mapped - measurements->mapped], mapped);
    }
  return TRUE;
}

static gboolean
predict_folds (JsonObject      *root,
               const char      *folder,
               TokRowTable *measurements,
               TokResult       *places,
               GPtrArray       *tables,
               GError         **error)
{
  g_autoptr (GHashTable) by_id = index_by_id (measurements);
  JsonArray *folds;
  JsonObject *fold;

  if (!tok_json_read_array (root, "folds", MAX_FOLDS, &folds, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (folds); i++)
    if (!tok_json_read_element (folds, "folds", i, &fold, error)
        || !predict_fold (fold, folder, measurements, by_id, places, tables, error))
      return FALSE;
  return TRUE;
}

static gboolean
predict_folder (const char      *folder,
                TokRowTable *measurements,
                TokResult       *places,
                GPtrArray       *tables,
                GError         **error)
{
  g_autoptr (GFile) file = g_file_new_build_filename (folder, FOLDS_NAME, NULL);
  g_autoptr (TokJson) json = tok_json_load (file, error);
  g_autoptr (GError) reason = NULL;
  JsonObject *object;

  if (json == NULL)
    return FALSE;
  object = tok_json_object (json, "folds", &reason);
  if (object != NULL && predict_folds (object, folder, measurements, places, tables, &reason))
    return TRUE;
  tok_format_error_set_in_file (error, file, tok_json_error_line (json, reason), reason);
  return FALSE;
}

TokResults *
tok_results_new_left_out (TokRowTable *measurements,
                          const char      *folder,
                          GError         **error)
{
  g_autofree TokResult *places = g_new0 (TokResult, measurements->rows->len);
  g_autoptr (TokResults) results = results_new_empty ();
  gboolean is_whole = predict_folder (folder, measurements, places, results->tables, error);

  tok_row_table_set_table (measurements, NULL);
  if (!is_whole)
    return NULL;
  for (guint i = 0; i < measurements->rows->len; i++)
    if (places[i].mapped != NULL)
      g_array_append_val (results->results, places[i]);
    else
      add_reason (results, measurements->mapped[i].row,
                  measurements->mapped[i].reason != NULL ? measurements->mapped[i].reason : "in no fold");
  return g_steal_pointer (&results);
}

void
tok_results_free (TokResults *results)
{
  g_array_unref (results->results);
  g_ptr_array_unref (results->reasons);
  g_ptr_array_unref (results->tables);
  g_free (results);
}

guint
tok_results_n_without (const TokResults *results)
{
  guint n = 0;

  for (guint i = 0; i < results->reasons->len; i++)
    n += ((const TokReason *) g_ptr_array_index (results->reasons, i))->rows->len;
  return n;
}

/* Marks move through the most that count as evenly as through the rows. */
gboolean
tok_results_takes (guint i,
                   guint n,
                   guint most)
{
  return n <= most || (guint64) (i + 1) * most / n != (guint64) i * most / n;
}

/* How many of the filtered rows each source has. */
static GHashTable *
count_sources (const TokResults *results,
               TokResultFilter   filter,
               gconstpointer     data)
{
  GHashTable *counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < results->results->len; i++)
    {
      const TokResult *result = &g_array_index (results->results, TokResult, i);
      char *source = result->mapped->row->source;

      if (filter (result, data))
        g_hash_table_insert (counts, source, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, source)) + 1));
    }
  return counts;
}

TokJudgement
tok_results_judge (const TokResults *results,
                   TokResultFilter   filter,
                   gconstpointer     data)
{
  g_autoptr (GHashTable) counts = count_sources (results, filter, data);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) residuals = g_array_new (FALSE, FALSE, sizeof (TokResidual));

  for (guint i = 0; i < results->results->len; i++)
    {
      const TokResult *result = &g_array_index (results->results, TokResult, i);
      char *source = result->mapped->row->source;
      guint before = GPOINTER_TO_UINT (g_hash_table_lookup (seen, source));

      if (!filter (result, data))
        continue;
      g_hash_table_insert (seen, source, GUINT_TO_POINTER (before + 1));
      if (tok_results_takes (before, GPOINTER_TO_UINT (g_hash_table_lookup (counts, source)), TOK_RESULTS_OF_ONE_SOURCE))
        g_array_append_val (residuals, result->residual);
    }
  return tok_statistics_judge ((const TokResidual *) residuals->data, residuals->len);
}
