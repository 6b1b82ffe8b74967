/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GGUF headers that are large, cut, flipped or made to harm: a model or a sentence, in bounded time and memory. */

#include <glib/gstdio.h>
#include <malloc.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "formats/error.h"
#include "formats/gguf-model.h"
#include "gguf-small.h"

enum { F32 = 0, Q8_0 = 8, TYPE_U8 = 0, TYPE_U32 = 4, TYPE_F32 = 6, TYPE_TEXT = 8, TYPE_ARRAY = 9 };

#define MOST_BYTES (64 * 1024 * 1024)

/* Sanitizers take memory and time of their own. */
#ifdef __SANITIZE_ADDRESS__
#define IS_SANITIZED TRUE
#elif defined (__has_feature)
#if __has_feature (address_sanitizer)
#define IS_SANITIZED TRUE
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED FALSE
#endif

static const GgufSmall small_model = { "llama", 2, FALSE, FALSE, Q8_0 };

/* Reads, and makes a model if it can; the error if either fails. */
static void
try_bytes (const guint8 *bytes, gsize length, guint64 size, GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, (gssize) length, NULL);
  g_autoptr (GError) reason = NULL;
  g_autoptr (TokGguf) gguf = tok_gguf_read (stream, size, NULL, &reason);
  g_autoptr (TokModelFile) model = gguf != NULL ? tok_gguf_model_new (gguf, &reason) : NULL;

  g_assert_true ((model == NULL) == (reason != NULL));
  if (reason != NULL)
    {
      g_assert_true (reason->domain == TOK_FORMAT_ERROR || reason->domain == G_IO_ERROR);
      g_assert_true (g_utf8_validate (reason->message, -1, NULL));
      g_propagate_error (error, g_steal_pointer (&reason));
    }
}

static void
check_refused (const GByteArray *bytes, const char *words)
{
  g_autoptr (GError) error = NULL;

  try_bytes (bytes->data, bytes->len, bytes->len, &error);
  g_assert_nonnull (error);
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” is not in “%s”", words, error->message);
}

static GByteArray *
start (const GgufWriter *writer, guint64 n_tensors, guint64 n_keys)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) "GGUF", 4);
  gguf_put_u32 (writer, bytes, writer->version);
  gguf_put_count (writer, bytes, n_tensors);
  gguf_put_count (writer, bytes, n_keys);
  return bytes;
}

static void
test_counts (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (GByteArray) keys = start (writer, 0, 500 * 1000 * 1000), tensors = start (writer, G_GUINT64_CONSTANT (1) << 62, 0);
  g_autoptr (GByteArray) few = start (writer, 0, TOK_GGUF_MOST_KEYS), one = start (writer, TOK_GGUF_MOST_TENSORS, 0);

  check_refused (keys, "claims more than");
  check_refused (tensors, "claims more than");
  check_refused (few, "ends at byte 24");
  check_refused (one, "ends at byte 24");
}

static void
test_long_text (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (GByteArray) key = start (writer, 0, 1), value = start (writer, 0, 1);

  gguf_put_u64 (writer, key, G_GUINT64_CONSTANT (1) << 63);
  g_byte_array_append (key, (const guint8 *) "general.architecture", 20);
  check_refused (key, "longer than the file");
  gguf_put_text (writer, value, "general.name");
  gguf_put_u32 (writer, value, TYPE_TEXT);
  gguf_put_u64 (writer, value, G_MAXUINT64);
  check_refused (value, "longer than the file");
}

static void
test_long_array (void)
{
  static const guint32 types[] = { TYPE_U8, TYPE_U32, TYPE_TEXT, TYPE_ARRAY };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
      g_autoptr (GByteArray) bytes = start (writer, 0, 1);

      gguf_put_text (writer, bytes, "list");
      gguf_put_u32 (writer, bytes, TYPE_ARRAY);
      gguf_put_u32 (writer, bytes, types[i]);
      gguf_put_u64 (writer, bytes, G_GUINT64_CONSTANT (1) << 62);
      gguf_put_u64 (writer, bytes, 0);
      check_refused (bytes, "ends at byte");
    }
}

static void
test_nested_arrays (void)
{
  for (guint depth = 1; depth < 2000; depth = depth * 2 + 1)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
      g_autoptr (GByteArray) bytes = start (writer, 0, 1);

      gguf_put_text (writer, bytes, "list");
      gguf_put_u32 (writer, bytes, TYPE_ARRAY);
      for (guint i = 1; i < depth; i++)
        {
          gguf_put_u32 (writer, bytes, TYPE_ARRAY);
          gguf_put_u64 (writer, bytes, 1);
        }
      gguf_put_u32 (writer, bytes, TYPE_U8);
      gguf_put_u64 (writer, bytes, 0);
      gguf_put_u64 (writer, bytes, 0);
      gguf_put_u64 (writer, bytes, 0);
      check_refused (bytes, depth <= TOK_GGUF_DEEPEST_ARRAY ? "vocabulary" : "nested deeper");
    }
}

static void
test_tensors (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (GByteArray) many = start (writer, 1, 0), large = start (writer, 1, 0), far = start (writer, 1, 0);
  static const guint8 room[64] = { 0 };

  gguf_put_text (writer, many, "a");
  gguf_put_u32 (writer, many, G_MAXUINT32);
  g_byte_array_append (many, room, sizeof room);
  check_refused (many, "dimensions");
  gguf_put_text (writer, large, "a");
  gguf_put_u32 (writer, large, 2);
  gguf_put_u64 (writer, large, G_GUINT64_CONSTANT (1) << 40);
  gguf_put_u64 (writer, large, G_GUINT64_CONSTANT (1) << 40);
  g_byte_array_append (large, room, sizeof room);
  check_refused (large, "impossibly large");
  gguf_put_text (writer, far, "a");
  gguf_put_u32 (writer, far, 1);
  gguf_put_u64 (writer, far, 1);
  gguf_put_u32 (writer, far, F32);
  gguf_put_u64 (writer, far, G_MAXUINT64 - 31);
  check_refused (far, "outside of any file");
}

static void
test_alignment (void)
{
  static const guint wrong[] = { 0, 3, 48, 2 * TOK_GGUF_LARGEST_ALIGNMENT, 1u << 30, G_MAXUINT };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
      g_autoptr (GByteArray) bytes = start (writer, 0, 1);

      gguf_put_text (writer, bytes, "general.alignment");
      gguf_put_u32 (writer, bytes, TYPE_U32);
      gguf_put_u32 (writer, bytes, wrong[i]);
      check_refused (bytes, "power of two");
    }
}

static void
check_writer_refused (const GgufWriter *writer, const char *words)
{
  g_autoptr (GBytes) finished = gguf_writer_finish (writer, NULL);
  gsize length;
  gconstpointer data = g_bytes_get_data (finished, &length);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, data, (guint) length);
  check_refused (bytes, words);
}

static void
test_doubles (void)
{
  g_autoptr (GgufWriter) keys = gguf_writer_new (3, FALSE), tensors = gguf_writer_new (3, FALSE);

  gguf_writer_u32 (keys, "llama.block_count", 1);
  gguf_writer_u32 (keys, "other", 1);
  gguf_writer_u32 (keys, "llama.block_count", 2);
  check_writer_refused (keys, "“llama.block_count” is given twice");
  gguf_writer_tensor (tensors, "twin\nweight", F32, 4, 1, 1);
  gguf_writer_tensor (tensors, "other", F32, 4, 1, 1);
  gguf_writer_tensor (tensors, "twin\nweight", F32, 4, 1, 1);
  check_writer_refused (tensors, "“twin?weight” is there twice");
}

static void
test_many_layers (void)
{
  static const guint counts[] = { TOK_MAX_LAYERS + 1, G_MAXINT, G_MAXUINT };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);

      gguf_writer_text (writer, "general.architecture", "llama");
      gguf_writer_u32 (writer, "llama.block_count", counts[i]);
      gguf_writer_tensor (writer, "token_embd.weight", F32, 64, 64, 1);
      check_writer_refused (writer, counts[i] == G_MAXUINT ? "no layers" : "the program takes up to 1024");
    }
}

/* What is not a number makes no number of shards. */
static void
test_not_a_number (void)
{
  const float no_number = NAN;
  guint32 bits;
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokGguf) gguf = NULL;

  memcpy (&bits, &no_number, sizeof bits);
  gguf_write_small (writer, &small_model);
  gguf_writer_start_key (writer, "split.count", TYPE_F32);
  gguf_put_u32 (writer, writer->keys, bits);
  gguf = gguf_writer_read (writer);
  g_assert_cmpuint (gguf->split_count, ==, 1);
}

/* Names that collide in the usual hash of texts ("Ab" and "BA"): they are sorted in well under a second. */
static void
test_many_tensors (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  const guint n = 50000, n_bits = 16;
  clock_t before;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) name = g_string_new (NULL);

      for (guint bit = 0; bit < n_bits; bit++)
        g_string_append (name, i >> bit & 1 ? "Ab" : "BA");
      gguf_writer_tensor (writer, name->str, F32, i + 1, 1, 1);
    }
  before = clock ();
  check_writer_refused (writer, "no layers");
  g_assert_cmpint (clock () - before, <, 5 * CLOCKS_PER_SEC);
}

/* A stream that notes the memory in use whenever it is read. */
typedef struct { GFilterInputStream parent_instance; gsize most_bytes; } Gauge;
typedef struct { GFilterInputStreamClass parent_class; } GaugeClass;

static GType gauge_get_type (void);
G_DEFINE_TYPE (Gauge, gauge, G_TYPE_FILTER_INPUT_STREAM)

static gssize
gauge_read (GInputStream *stream, void *buffer, gsize count, GCancellable *cancellable, GError **error)
{
  Gauge *self = (Gauge *) stream;

  self->most_bytes = MAX (self->most_bytes, (gsize) mallinfo2 ().uordblks);
  return g_input_stream_read (g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (stream)), buffer, count, cancellable,
                              error);
}

static void
gauge_class_init (GaugeClass *klass)
{
  G_INPUT_STREAM_CLASS (klass)->read_fn = gauge_read;
}

static void
gauge_init (Gauge *self)
{
}

/* A tokenizer of 250,000 words, and what matters behind it. */
static GBytes *
long_header (guint64 *size)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);

  gguf_writer_words (writer, "tokenizer.ggml.tokens", 250000, 30);
  gguf_write_small (writer, &small_model);
  return gguf_writer_finish (writer, size);
}

static void
test_long_header (void)
{
  guint64 size;
  g_autoptr (GBytes) bytes = long_header (&size);
  g_autoptr (GInputStream) memory = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (GInputStream) gauge = g_object_new (gauge_get_type (), "base-stream", memory, NULL);
  gsize before = (gsize) mallinfo2 ().uordblks;
  double best = G_MAXDOUBLE;
  g_autoptr (TokGguf) gguf = tok_gguf_read (gauge, size, NULL, NULL);

  g_assert_cmpuint (g_bytes_get_size (bytes), >, 9900000);
  g_assert_nonnull (gguf);
  g_assert_cmpuint (tok_gguf_value (gguf, "tokenizer.ggml.tokens")->length, ==, 250000);
  g_assert_cmpfloat (tok_gguf_number (gguf, "llama.block_count", 0.0), ==, 2.0);
  g_assert_cmpuint (((Gauge *) gauge)->most_bytes, <, before + 1024 * 1024);
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
      clock_t start_time = clock ();
      g_autoptr (TokGguf) again = tok_gguf_read (stream, size, NULL, NULL);

      g_assert_nonnull (again);
      best = MIN (best, 1000.0 * (double) (clock () - start_time) / CLOCKS_PER_SEC);
    }
  g_test_minimized_result (best, "250,000 words in %.1f ms", best);
#ifdef __OPTIMIZE__
  g_assert_true (IS_SANITIZED || best < 15.0);
#endif
}

/* The best of several, for other programs run too. */
static double
load_milliseconds (GFile *file)
{
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < 20; i++)
    {
      clock_t before = clock ();
      g_autoptr (TokGguf) gguf = tok_gguf_load (file, NULL, NULL);

      g_assert_cmpuint (gguf->missing_bytes, ==, 0);
      best = MIN (best, 1000.0 * (double) (clock () - before) / CLOCKS_PER_SEC);
    }
  return best;
}

/* A hundred more tensors, each with so many rows. */
static GFile *
save_with_rows (const char *folder, const char *name, guint64 rows)
{
  GFile *file = g_file_new_build_filename (folder, name, NULL);
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);

  gguf_write_small (writer, &small_model);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *tensor = g_strdup_printf ("blk.1.huge_%u.weight", i);

      gguf_writer_tensor (writer, tensor, Q8_0, 65536, rows, 1);
    }
  gguf_writer_save (writer, file);
  return file;
}

/* 400 GB on paper, nothing on the disk: opened as fast as 7 MB. */
static void
test_large_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tokplan-XXXXXX", NULL);
  g_autoptr (GFile) small = save_with_rows (folder, "small.gguf", 1), large = save_with_rows (folder, "large.gguf", 57450);
  g_autoptr (TokGguf) gguf = tok_gguf_load (large, NULL, NULL);
  double milliseconds = load_milliseconds (large);

  g_assert_cmpuint (gguf->file_bytes, >, G_GUINT64_CONSTANT (400000000000));
  g_test_minimized_result (milliseconds, "400 GB in %.2f ms", milliseconds);
  g_assert_true (IS_SANITIZED || milliseconds < 2.0 * load_milliseconds (small) + 1.0);
  g_file_delete (small, NULL, NULL);
  g_file_delete (large, NULL, NULL);
  g_rmdir (folder);
}

static void
harm (const guint8 *bytes, gsize length, guint64 size)
{
  static const guint8 flips[] = { 0xff, 0x01, 0x80 };
  g_autofree guint8 *copy = g_memdup2 (bytes, length);

  for (gsize i = 0; i < length; i++)
    {
      g_autoptr (GError) error = NULL;

      try_bytes (bytes, i, i, &error);
      g_assert_true (error != NULL || length - i < 32);   /* only padding is missing */
    }
  for (gsize i = 0; i < length; i++)
    for (guint flip = 0; flip < G_N_ELEMENTS (flips); flip++)
      {
        copy[i] ^= flips[flip];
        try_bytes (copy, length, size, NULL);
        copy[i] ^= flips[flip];
      }
}

static void
test_harmed (gconstpointer data)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (GPOINTER_TO_UINT (data), FALSE);
  static const guint heads[] = { 2, 1 };
  g_autoptr (GBytes) bytes = NULL;
  guint64 size;

  gguf_write_small (writer, &(GgufSmall) { "llama", 2, TRUE, FALSE, Q8_0 });
  gguf_writer_words (writer, "tokenizer.ggml.tokens", 20, 4);
  gguf_writer_u32s (writer, "llama.attention.head_count_kv", heads, 2);
  gguf_writer_tensor (writer, "blk.1.ffn_up_exps.weight", Q8_0, 64, 128, 4);
  bytes = gguf_writer_finish (writer, &size);
  harm (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), size);
}

static void
test_memory (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  g_assert_true (IS_SANITIZED || usage.ru_maxrss < MOST_BYTES / 1024);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/gguf/harmed-version-1", GUINT_TO_POINTER (1), test_harmed);
  g_test_add_data_func ("/gguf/harmed-version-3", GUINT_TO_POINTER (3), test_harmed);
  g_test_add_func ("/gguf/harmed-memory", test_memory);   /* before the tests that make large headers */
  g_test_add_func ("/gguf/9-long-header", test_long_header);
  g_test_add_func ("/gguf/9-large-file", test_large_file);
  g_test_add_func ("/gguf/10-counts", test_counts);
  g_test_add_func ("/gguf/10-long-text", test_long_text);
  g_test_add_func ("/gguf/10-long-array", test_long_array);
  g_test_add_func ("/gguf/10-nested-arrays", test_nested_arrays);
  g_test_add_func ("/gguf/10-tensors", test_tensors);
  g_test_add_func ("/gguf/10-alignment", test_alignment);
  g_test_add_func ("/gguf/10-doubles", test_doubles);
  g_test_add_func ("/gguf/10-not-a-number", test_not_a_number);
  g_test_add_func ("/gguf/10-many-layers", test_many_layers);
  g_test_add_func ("/gguf/10-many-tensors", test_many_tensors);
  return g_test_run ();
}
