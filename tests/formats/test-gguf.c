/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The GGUF header: versions, byte orders, sizes, kinds of files, and what people save under that name.  Tests that begin with a
 * number are of the list of awkward files. */

#include <string.h>

#include "formats/error.h"
#include "formats/gguf-model.h"
#include "formats/gguf-types.h"
#include "gguf-small.h"

enum { F32 = 0, Q4_0 = 2, Q8_0 = 8, Q4_K = 12 };

static const GgufSmall small_model = { "llama", 2, FALSE, FALSE, Q8_0 };

static TokGguf *
read_bytes (gconstpointer bytes, gsize length, guint64 size, GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, (gssize) length, NULL);

  return tok_gguf_read (stream, size, NULL, error);
}

static void
check_refused (gconstpointer bytes, gsize length, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (read_bytes (bytes, length, length, &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == TOK_FORMAT_ERROR);
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” is not in “%s”", words, error->message);
}

static void
check_note (const TokModelFile *model, const char *words)
{
  for (guint i = 0; i < model->notes->len; i++)
    if (strstr (g_ptr_array_index (model->notes, i), words) != NULL)
      return;
  g_error ("no note says “%s”", words);
}

static double
small_elements (const GgufSmall *small)
{
  return (double) small->n_layers * GGUF_SMALL_LAYER_ELEMENTS + 2.0 * GGUF_SMALL_HIDDEN * GGUF_SMALL_WORDS + GGUF_SMALL_HIDDEN;
}

static void
check_small (const TokGguf *gguf)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokModelFile) model = tok_gguf_model_new (gguf, &error);
  const TokLayer *layer;

  g_assert_no_error (error);
  layer = &model->architecture->layers[1];
  g_assert_cmpuint (model->architecture->n_layers, ==, 2);
  g_assert_cmpuint (layer->n_heads, ==, 4);
  g_assert_cmpuint (layer->n_kv_heads, ==, 2);
  g_assert_cmpuint (layer->key_head_size, ==, 16);
  g_assert_cmpuint (layer->ffn_size, ==, 128);
  g_assert_cmpfloat (tok_architecture_total_params (model->architecture), ==, small_elements (&small_model));
  g_assert_cmpint (model->file_type, ==, TOK_FILE_Q8_0);
}

static void
test_version (gconstpointer data)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (GPOINTER_TO_UINT (data), FALSE);
  g_autoptr (TokGguf) gguf = NULL;

  gguf_write_small (writer, &small_model);
  gguf = gguf_writer_read (writer);
  g_assert_cmpuint (gguf->version, ==, GPOINTER_TO_UINT (data));
  g_assert_cmpint (gguf->kind, ==, TOK_GGUF_MODEL);
  g_assert_cmpstr (gguf->name, ==, "Small");
  g_assert_cmpfloat (gguf->data_bytes, ==, writer->tensor_bytes);
  check_small (gguf);
}

static void
test_big_endian (gconstpointer data)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (GPOINTER_TO_UINT (data), TRUE);
  g_autoptr (TokGguf) gguf = NULL;
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small (writer, &small_model);
  gguf = gguf_writer_read (writer);
  g_assert_true (gguf->big_endian);
  check_small (gguf);
  model = tok_gguf_model_new (gguf, NULL);
  check_note (model, "big-endian");
}

static void
test_reversed_magic (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, TRUE);
  g_autoptr (TokGguf) gguf = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree guint8 *copy = NULL;
  guint64 size;

  gguf_write_small (writer, &small_model);
  bytes = gguf_writer_finish (writer, &size);
  copy = g_memdup2 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  memcpy (copy, "FUGG", 4);
  gguf = read_bytes (copy, g_bytes_get_size (bytes), size, NULL);
  g_assert_nonnull (gguf);
  check_small (gguf);
}

static void
test_newer_version (void)
{
  check_refused ("GGUF\4\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24, "version 4");
  check_refused ("GGUF\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24, "version 0");
}

static void
test_truncated_download (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (TokGguf) gguf = NULL;
  g_autoptr (TokModelFile) model = NULL;
  g_autofree char *words = NULL;
  guint64 size;

  gguf_write_small (writer, &small_model);
  bytes = gguf_writer_finish (writer, &size);
  gguf = read_bytes (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), size - 5000, NULL);
  g_assert_cmpuint (gguf->missing_bytes, ==, 5000);
  check_small (gguf);
  model = tok_gguf_model_new (gguf, NULL);
  words = g_strdup_printf ("incomplete: %u of %u bytes", (guint) size - 5000, (guint) size);
  check_note (model, words);
  check_refused (g_bytes_get_data (bytes, NULL), 300, "ends at byte 300");
}

static void
test_not_gguf (void)
{
  static const char html[] = "<!DOCTYPE html><html><head><title>Sign in</title>", upper[] = "\n <HTML>\n";
  static const char xml[] = "<?xml version=\"1.0\"?>";
  static const char pointer[] = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 4661211808\n";

  check_refused (html, sizeof html - 1, "web page");
  check_refused (upper, sizeof upper - 1, "web page");
  check_refused (xml, sizeof xml - 1, "web page");
  check_refused (pointer, sizeof pointer - 1, "Git LFS");
  check_refused ("tjgg\3\0\0\0", 8, "before GGUF");
  check_refused ("PK\3\4\0\0\0\0", 8, "ZIP");
  check_refused ("\20\0\0\0\0\0\0\0{\"__metadata__\"", 22, "safetensors");
  check_refused ("", 0, "empty");
  check_refused ("GG", 2, "does not begin with");
}

static void
test_joined_shards (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (TokGguf) gguf = NULL;
  g_autoptr (TokModelFile) model = NULL;
  g_autofree guint8 *joined = NULL;
  guint64 size;

  gguf_write_small (writer, &small_model);
  bytes = gguf_writer_finish (writer, &size);
  joined = g_malloc0 (2 * size);
  memcpy (joined, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  for (guint cut = 0; cut <= 16; cut += 16)     /* the last tensor needs 16 bytes of padding */
    {
      g_clear_pointer (&gguf, tok_gguf_free);
      memcpy (joined + size - cut, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      gguf = read_bytes (joined, 2 * size - cut, 2 * size - cut, NULL);
      g_assert_true (gguf->has_file_behind);
    }
  model = tok_gguf_model_new (gguf, NULL);
  check_note (model, "llama-gguf-split --merge");
}

static void
test_later_part (void)
{
  static const guint8 zeros[64] = { 0 }, weights[] = "\x3a\x91\xf0\x22\x81\x9c\x07\x55\x13\xaa\xbb";

  check_refused (zeros, sizeof zeros, "begins with zeros");
  check_refused (weights, sizeof weights - 1, "join the parts");
}

static void
test_alignment (void)
{
  static const guint alignments[] = { 1, 8, 32, 64, 4096, TOK_GGUF_LARGEST_ALIGNMENT };

  for (guint i = 0; i < G_N_ELEMENTS (alignments); i++)
    for (guint length = 1; length <= 64; length++)
      {
        g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
        g_autofree char *text = g_strnfill (length, 'x');
        g_autoptr (TokGguf) gguf = NULL;
        g_autoptr (GBytes) bytes = NULL;
        guint64 size;

        writer->alignment = alignments[i];
        gguf_writer_u32 (writer, "general.alignment", alignments[i]);
        gguf_writer_text (writer, "filler", text);
        gguf_writer_tensor (writer, "token_embd.weight", Q8_0, 64, 10, 1);
        gguf_writer_tensor (writer, "output_norm.weight", F32, 7, 1, 1);
        bytes = gguf_writer_finish (writer, &size);
        gguf = read_bytes (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), size, NULL);
        g_assert_cmpuint (gguf->header_bytes, ==, g_bytes_get_size (bytes));
        g_assert_cmpuint (gguf->missing_bytes, ==, 0);
        g_assert_cmpfloat (gguf->data_bytes, ==, 64 * 10 / 32 * 34 + 7 * 4);
        g_assert_cmpuint (gguf->end_bytes, ==, gguf->header_bytes + (680 + (-680u & (alignments[i] - 1))) + 28);
      }
}

static void
test_unknown_types (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokGguf) gguf = NULL;
  g_autoptr (TokModelFile) model = NULL;
  g_autofree char *name = tok_gguf_type_name (99), *known = tok_gguf_type_name (39);
  gboolean found = FALSE;

  g_assert_cmpstr (name, ==, "type 99");
  g_assert_cmpstr (known, ==, "MXFP4");
  gguf_write_small (writer, &small_model);
  gguf_writer_tensor_of (writer, "blk.0.strange_a.weight", 99, 256, 10, 1, 1600);
  gguf_writer_tensor_of (writer, "blk.0.strange_b.weight", 144, 256, 10, 1, 1360);
  gguf = gguf_writer_read (writer);
  model = tok_gguf_model_new (gguf, NULL);
  check_note (model, "type 99");
  check_note (model, "type 144");
  for (guint i = 0; i < gguf->tensors->len; i++)
    {
      const TokGgufTensor *tensor = &g_array_index (gguf->tensors, TokGgufTensor, i);

      if (strcmp (tok_gguf_tensor_name (gguf, tensor), "blk.0.strange_a.weight") != 0)
        continue;
      g_assert_cmpfloat (tensor->bytes, ==, 1600);
      found = TRUE;
    }
  g_assert_true (found);
  g_assert_cmpfloat (gguf->data_bytes, <, writer->tensor_bytes + 32);
  g_assert_cmpfloat (gguf->data_bytes, >=, writer->tensor_bytes);
}

static void
check_kind (const GgufWriter *writer, TokGgufKind kind, const char *words)
{
  g_autoptr (TokGguf) gguf = gguf_writer_read (writer);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (gguf->kind, ==, kind);
  g_assert_null (tok_gguf_model_new (gguf, &error));
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” is not in “%s”", words, error->message);
}

static void
test_projector (void)
{
  static const char *const types[] = { "mmproj", "clip-vision", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
      g_autoptr (TokGguf) gguf = NULL;

      gguf_writer_text (writer, "general.architecture", "clip");
      if (types[i] != NULL)
        gguf_writer_text (writer, "general.type", types[i]);
      gguf_writer_tensor (writer, "v.blk.0.attn_q.weight", Q8_0, 64, 64, 1);
      check_kind (writer, TOK_GGUF_PROJECTOR, "projector");
      gguf = gguf_writer_read (writer);
      g_assert_cmpfloat (gguf->data_bytes, ==, 64 * 64 / 32 * 34);
    }
}

static void
test_adapter (void)
{
  g_autoptr (GgufWriter) said = gguf_writer_new (3, FALSE), shown = gguf_writer_new (3, FALSE);

  gguf_writer_text (said, "general.architecture", "llama");
  gguf_writer_text (said, "general.type", "adapter");
  gguf_writer_tensor (said, "blk.0.attn_q.weight.lora_a", F32, 64, 8, 1);
  check_kind (said, TOK_GGUF_ADAPTER, "LoRA");
  gguf_writer_tensor (shown, "blk.0.attn_q.weight.lora_a", F32, 64, 8, 1);
  check_kind (shown, TOK_GGUF_ADAPTER, "LoRA");
}

static void
test_imatrix (void)
{
  g_autoptr (GgufWriter) said = gguf_writer_new (3, FALSE), shown = gguf_writer_new (3, FALSE);

  gguf_writer_text (said, "general.type", "imatrix");
  gguf_writer_tensor (said, "blk.0.attn_q.weight.in_sum2", F32, 64, 1, 1);
  check_kind (said, TOK_GGUF_IMATRIX, "importance matrix");
  gguf_writer_tensor (shown, "blk.0.attn_q.weight.in_sum2", F32, 64, 1, 1);
  check_kind (shown, TOK_GGUF_IMATRIX, "importance matrix");
}

static void
test_encoder (void)
{
  static const char *const names[] = { "bert", "nomic-bert", "jina-bert-v2", "gemma-embedding", NULL };

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);

      gguf_write_small (writer, &(GgufSmall) { names[i], 2, FALSE, TRUE, Q8_0 });
      check_kind (writer, TOK_GGUF_ENCODER, "encoder");
    }
  for (guint causal = 0; causal < 2; causal++)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
      g_autoptr (TokGguf) gguf = NULL;

      gguf_write_small (writer, &small_model);
      gguf_writer_flag (writer, "llama.attention.causal", causal == 1);
      gguf = gguf_writer_read (writer);
      g_assert_cmpint (gguf->kind, ==, causal == 1 ? TOK_GGUF_MODEL : TOK_GGUF_ENCODER);
    }
}

static void
test_vocabulary (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);

  gguf_write_small_keys (writer, &small_model);
  gguf_writer_words (writer, "tokenizer.ggml.tokens", 100, 4);
  check_kind (writer, TOK_GGUF_VOCABULARY, "vocabulary");
}

/* Vocabulary files of llama.cpp, where they are at hand. */
static void
test_samples (void)
{
  static const struct { const char *name, *architecture; guint n_words; } samples[] = {
    { "ggml-vocab-phi-3.gguf", "phi3", 32064 }, { "ggml-vocab-bert-bge.gguf", "bert", 30522 },
    { "ggml-vocab-gpt-2.gguf", "gpt2", 50257 }, { "ggml-vocab-falcon.gguf", "falcon", 65024 },
  };
  const char *shared = g_getenv ("TOKPLAN_SHARED");

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_build_filename (shared != NULL ? shared : "", "samples", "gguf", samples[i].name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (TokGguf) gguf = NULL;
      g_autoptr (GError) error = NULL;

      if (shared == NULL || !g_file_query_exists (file, NULL))
        {
          g_test_skip ("the samples are not here");
          return;
        }
      gguf = tok_gguf_load (file, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (gguf->kind, ==, TOK_GGUF_VOCABULARY);
      g_assert_cmpstr (gguf->architecture, ==, samples[i].architecture);
      g_assert_cmpuint (tok_gguf_value (gguf, "tokenizer.ggml.tokens")->length, ==, samples[i].n_words);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gguf/1-truncated-download", test_truncated_download);
  g_test_add_func ("/gguf/2-web-page-or-pointer", test_not_gguf);
  g_test_add_func ("/gguf/4-joined-shards", test_joined_shards);
  g_test_add_func ("/gguf/4-later-part", test_later_part);
  g_test_add_data_func ("/gguf/6-version-1", GUINT_TO_POINTER (1), test_version);
  g_test_add_data_func ("/gguf/7-version-2", GUINT_TO_POINTER (2), test_version);
  g_test_add_data_func ("/gguf/7-version-3", GUINT_TO_POINTER (3), test_version);
  g_test_add_data_func ("/gguf/8-big-endian", GUINT_TO_POINTER (3), test_big_endian);
  g_test_add_data_func ("/gguf/8-big-endian-version-1", GUINT_TO_POINTER (1), test_big_endian);
  g_test_add_func ("/gguf/8-reversed-magic", test_reversed_magic);
  g_test_add_func ("/gguf/14-unknown-types", test_unknown_types);
  g_test_add_func ("/gguf/16-alignment", test_alignment);
  g_test_add_func ("/gguf/17-projector", test_projector);
  g_test_add_func ("/gguf/18-adapter", test_adapter);
  g_test_add_func ("/gguf/19-imatrix", test_imatrix);
  g_test_add_func ("/gguf/21-encoder", test_encoder);
  g_test_add_func ("/gguf/newer-version", test_newer_version);
  g_test_add_func ("/gguf/vocabulary", test_vocabulary);
  g_test_add_func ("/gguf/samples", test_samples);
  return g_test_run ();
}
