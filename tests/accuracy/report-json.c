/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results as JSON, percent with one digit. */

#include <json-glib/json-glib.h>
#include <math.h>

#include "formats/json-write.h"
#include "kinds.h"
#include "noise.h"
#include "report.h"

static gboolean
is_of_kind (const TokResult *result,
            gconstpointer    data)
{
  return tok_kind_has (*(const TokAccuracyKind *) data, result->mapped);
}

static void
add_percent (JsonBuilder *builder,
             const char  *name,
             double       percent)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, round (percent * 10.0) / 10.0);
}

static void
add_count (JsonBuilder *builder,
           const char  *name,
           guint        n)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, n);
}

static void
add_judgement (JsonBuilder        *builder,
               const TokJudgement *judgement)
{
  add_count (builder, "rows", judgement->rows);
  add_percent (builder, "median_error_percent", judgement->median_error);
  add_percent (builder, "p90_error_percent", judgement->p90_error);
  add_percent (builder, "bias_percent", judgement->bias);
  add_percent (builder, "inside_band_percent", judgement->inside_band);
}

static void
begin_kind (JsonBuilder    *builder,
            TokAccuracyKind kind)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "kind");
  json_builder_add_string_value (builder, tok_accuracy_kind_name (kind));
}

static void
add_reason (JsonBuilder     *builder,
            const TokReason *reason)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "reason");
  json_builder_add_string_value (builder, reason->text);
  add_count (builder, "rows", reason->rows->len);
  json_builder_set_member_name (builder, "ids");
  json_builder_begin_array (builder);
  for (guint i = 0; i < reason->rows->len; i++)
    json_builder_add_string_value (builder, ((const TokRow *) g_ptr_array_index (reason->rows, i))->id);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_unmapped (JsonBuilder      *builder,
              const TokResults *results)
{
  add_count (builder, "unmapped", tok_results_n_without (results));
  json_builder_set_member_name (builder, "unmapped_reasons");
  json_builder_begin_array (builder);
  for (guint i = 0; i < results->reasons->len; i++)
    add_reason (builder, g_ptr_array_index (results->reasons, i));
  json_builder_end_array (builder);
}

static void
add_noise (JsonBuilder      *builder,
           const TokResults *results)
{
  json_builder_set_member_name (builder, "noise_floor_percent");
  json_builder_begin_object (builder);
  add_percent (builder, "decode", tok_noise_measure (results, TOK_TEST_DECODE).floor);
  add_percent (builder, "prefill", tok_noise_measure (results, TOK_TEST_PREFILL).floor);
  json_builder_end_object (builder);
}

static char *
to_text (JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);

  return tok_json_to_text (root);
}

char *
tok_report_to_json (const TokResults *results)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_count (builder, "rows", results->results->len);
  json_builder_set_member_name (builder, "kinds");
  json_builder_begin_array (builder);
  for (guint i = 0; i < TOK_N_ACCURACY_KINDS; i++)
    {
      TokAccuracyKind kind = i;
      TokJudgement judgement = tok_results_judge (results, is_of_kind, &kind);

      begin_kind (builder, kind);
      add_judgement (builder, &judgement);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  add_unmapped (builder, results);
  add_noise (builder, results);
  json_builder_end_object (builder);
  return to_text (builder);
}

/* How many different texts @text finds in the rows. */
static guint
count_different (const TokResults *results,
                 const char     *(*text) (const TokResult *result))
{
  g_autoptr (GHashTable) different = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < results->results->len; i++)
    g_hash_table_add (different, (gpointer) text (&g_array_index (results->results, TokResult, i)));
  return g_hash_table_size (different);
}

static const char *
source_of (const TokResult *result)
{
  return result->mapped->row->source;
}

static const char *
chip_of (const TokResult *result)
{
  return result->mapped->chips[0];
}

/* Kinds without a row are left out. */
static void
add_published_kind (JsonBuilder      *builder,
                    TokAccuracyKind   kind,
                    const TokResults *known,
                    const TokResults *unseen)
{
  TokJudgement of_known = tok_results_judge (known, is_of_kind, &kind);
  TokJudgement of_unseen = tok_results_judge (unseen, is_of_kind, &kind);

  if (of_known.rows == 0 || of_unseen.rows == 0)
    return;
  begin_kind (builder, kind);
  json_builder_set_member_name (builder, "known");
  json_builder_begin_object (builder);
  add_judgement (builder, &of_known);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "unseen");
  json_builder_begin_object (builder);
  add_judgement (builder, &of_unseen);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

char *
tok_report_to_published (const TokResults *known,
                         const TokResults *unseen)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_count (builder, "rows", unseen->results->len);
  add_count (builder, "chips", count_different (unseen, chip_of));
  add_count (builder, "sources", count_different (unseen, source_of));
  add_noise (builder, unseen);
  json_builder_set_member_name (builder, "kinds");
  json_builder_begin_array (builder);
  for (guint i = 0; i < TOK_N_ACCURACY_KINDS; i++)
    add_published_kind (builder, i, known, unseen);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return to_text (builder);
}
