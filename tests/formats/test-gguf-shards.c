/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models split over several GGUF files: whichever is opened, all that lie beside it are one model. */

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "formats/error.h"
#include "formats/gguf-model.h"
#include "gguf-small.h"

enum { F32 = 0, Q8_0 = 8 };

/* Shards of a model of as many layers: each has one, the first also the metadata and what lies outside of the layers, the last the
 * head. */
static void
write_shard (GFile *folder, guint index, guint of, gboolean without_architecture)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autofree char *name = g_strdup_printf ("small-%05u-of-%05u.gguf", index + 1, of);
  g_autoptr (GFile) file = g_file_get_child (folder, name);
  const GgufSmall small = { "llama", of, FALSE, FALSE, Q8_0 };

  if (index == 0 && !without_architecture)
    {
      gguf_write_small_keys (writer, &small);
      gguf_writer_tensor (writer, "token_embd.weight", Q8_0, 64, GGUF_SMALL_WORDS, 1);
      gguf_writer_tensor (writer, "output_norm.weight", F32, 64, 1, 1);
    }
  if (index == of - 1)
    gguf_writer_tensor (writer, "output.weight", Q8_0, 64, GGUF_SMALL_WORDS, 1);
  gguf_writer_u32 (writer, "split.no", index);
  gguf_writer_u32 (writer, "split.count", of);
  gguf_writer_u32 (writer, "split.tensors.count", 3 + 9 * of);
  gguf_write_small_layer (writer, &small, index);
  gguf_writer_save (writer, file);
}

static GFile *
make_folder (void)
{
  g_autofree char *path = g_dir_make_tmp ("tokplan-XXXXXX", NULL);

  return g_file_new_for_path (path);
}

static void
remove_shard (GFile *folder, guint index, guint of)
{
  g_autofree char *name = g_strdup_printf ("small-%05u-of-%05u.gguf", index + 1, of);
  g_autoptr (GFile) file = g_file_get_child (folder, name);

  g_assert_true (g_file_delete (file, NULL, NULL));
}

static TokGguf *
load_shard (GFile *folder, guint index, guint of, GError **error)
{
  g_autofree char *name = g_strdup_printf ("small-%05u-of-%05u.gguf", index + 1, of);
  g_autoptr (GFile) file = g_file_get_child (folder, name);

  return tok_gguf_load (file, NULL, error);
}

static void
test_shards (void)
{
  g_autoptr (GFile) folder = make_folder ();
  const double elements = 3.0 * GGUF_SMALL_LAYER_ELEMENTS + 2.0 * 6400 + 64;

  for (guint i = 0; i < 3; i++)
    write_shard (folder, i, 3, FALSE);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TokGguf) gguf = load_shard (folder, i, 3, &error);
      g_autoptr (TokModelFile) model = NULL;

      g_assert_no_error (error);
      g_assert_cmpuint (gguf->tensors->len, ==, 3 + 3 * 9);
      g_assert_cmpuint (gguf->missing_shards->len, ==, 0);
      model = tok_gguf_model_new (gguf, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (model->notes->len, ==, 0);
      g_assert_cmpfloat (tok_architecture_total_params (model->architecture), ==, elements);
      g_assert_cmpfloat (tok_model_weights_total (model->weights, TRUE).elements, ==, elements);
      g_assert_cmpfloat (model->weights->layers[2].vectors.bytes, ==, 512);
    }
  for (guint i = 0; i < 3; i++)
    remove_shard (folder, i, 3);
  g_file_delete (folder, NULL, NULL);
}

static void
test_missing_shard (void)
{
  g_autoptr (GFile) folder = make_folder ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TokGguf) gguf = NULL;
  g_autoptr (TokModelFile) model = NULL;

  write_shard (folder, 0, 3, FALSE);
  write_shard (folder, 1, 3, FALSE);
  gguf = load_shard (folder, 1, 3, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (gguf->missing_shards->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (gguf->missing_shards, 0), ==, "small-00003-of-00003.gguf");
  model = tok_gguf_model_new (gguf, &error);
  g_assert_no_error (error);
  g_assert_null (model->weights);
  g_assert_cmpint (model->file_type, ==, TOK_FILE_Q8_0);
  g_assert_cmpint (model->architecture->usual_file_type, ==, TOK_FILE_Q8_0);
  g_assert_nonnull (strstr (g_ptr_array_index (model->notes, 1), "small-00003-of-00003.gguf"));
  g_assert_cmpint (model->architecture->layers[2].mixer, ==, TOK_MIXER_FULL);
  g_assert_cmpuint (model->architecture->layers[2].ffn_size, ==, 128);
  g_assert_cmpfloat (tok_architecture_total_params (model->architecture), ==, 3.0 * GGUF_SMALL_LAYER_ELEMENTS + 2.0 * 6400 + 64);
  remove_shard (folder, 0, 3);
  remove_shard (folder, 1, 3);
  g_file_delete (folder, NULL, NULL);
}

static void
test_second_shard_alone (void)
{
  g_autoptr (GFile) folder = make_folder ();
  g_autoptr (GError) error = NULL;

  write_shard (folder, 1, 3, TRUE);
  g_assert_null (load_shard (folder, 1, 3, &error));
  g_assert_nonnull (strstr (error->message, "part 2 of 3"));
  g_assert_nonnull (strstr (error->message, "small-00001-of-00003.gguf"));
  remove_shard (folder, 1, 3);
  g_file_delete (folder, NULL, NULL);
}

/* The sentence names the part that cannot be read, not the one that was opened. */
static void
test_unreadable_shards (void)
{
  g_autoptr (GFile) folder = make_folder ();

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("small-%05u-of-00002.gguf", i + 1);
      g_autoptr (GFile) file = g_file_get_child (folder, name);
      g_autoptr (GError) error = NULL, denied = NULL;

      write_shard (folder, 1 - i, 2, FALSE);
      g_assert_true (g_file_make_directory (file, NULL, NULL));
      g_assert_null (load_shard (folder, 1 - i, 2, &error));
      g_assert_nonnull (strstr (error->message, name));
      g_assert_nonnull (strstr (error->message, "folder"));
      g_assert_true (g_file_delete (file, NULL, NULL));

      write_shard (folder, i, 2, FALSE);
      g_assert_cmpint (g_chmod (g_file_peek_path (file), 0), ==, 0);
      if (g_access (g_file_peek_path (file), R_OK) != 0)   /* the administrator may read everything */
        {
          g_assert_null (load_shard (folder, 1 - i, 2, &denied));
          g_assert_nonnull (strstr (denied->message, name));
          g_assert_nonnull (strstr (denied->message, "permission"));
          g_assert_null (strstr (denied->message, g_file_peek_path (folder)));
        }
      remove_shard (folder, 0, 2);
      remove_shard (folder, 1, 2);
    }
  g_file_delete (folder, NULL, NULL);
}

static void
test_foreign_shard (void)
{
  g_autoptr (GFile) folder = make_folder (), other = make_folder ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) from = NULL, to = NULL;

  write_shard (folder, 0, 2, FALSE);
  write_shard (other, 1, 3, FALSE);
  from = g_file_get_child (other, "small-00002-of-00003.gguf");
  to = g_file_get_child (folder, "small-00002-of-00002.gguf");
  g_assert_true (g_file_move (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  g_assert_null (load_shard (folder, 0, 2, &error));
  g_assert_nonnull (strstr (error->message, "of another set"));
  remove_shard (folder, 0, 2);
  remove_shard (folder, 1, 2);
  g_file_delete (folder, NULL, NULL);
  g_file_delete (other, NULL, NULL);
}

/* Each table is as large as one may be; both together are not. */
static void
write_large_shard (GFile *folder, guint index, guint n_tensors)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autofree char *name = g_strdup_printf ("small-%05u-of-00002.gguf", index + 1);
  g_autoptr (GFile) file = g_file_get_child (folder, name);

  gguf_write_small_keys (writer, &(GgufSmall) { "llama", 2, FALSE, FALSE, Q8_0 });
  gguf_writer_u32 (writer, "split.no", index);
  gguf_writer_u32 (writer, "split.count", 2);
  for (guint i = 0; i < n_tensors; i++)
    {
      g_autofree char *tensor = g_strdup_printf ("blk.%u.%0400u.weight", index, i);

      gguf_writer_tensor (writer, tensor, F32, 64, 1, 1);
    }
  gguf_writer_save (writer, file);
}

static void
test_large_tables (void)
{
  g_autoptr (GFile) folder = make_folder ();
  g_autoptr (GError) error = NULL, together = NULL;
  g_autoptr (TokGguf) gguf = NULL;
  const guint n_tensors = 50000;

  write_large_shard (folder, 0, n_tensors);
  gguf = load_shard (folder, 0, 2, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (gguf->tensors->len, ==, n_tensors);
  write_large_shard (folder, 1, n_tensors);
  g_assert_null (load_shard (folder, 0, 2, &together));
  g_assert_error (together, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT);
  remove_shard (folder, 0, 2);
  remove_shard (folder, 1, 2);
  g_file_delete (folder, NULL, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gguf/3-shards", test_shards);
  g_test_add_func ("/gguf/3-missing-shard", test_missing_shard);
  g_test_add_func ("/gguf/3-unreadable-shards", test_unreadable_shards);
  g_test_add_func ("/gguf/3-foreign-shard", test_foreign_shard);
  g_test_add_func ("/gguf/3-large-tables", test_large_tables);
  g_test_add_func ("/gguf/5-second-shard-alone", test_second_shard_alone);
  return g_test_run ();
}
