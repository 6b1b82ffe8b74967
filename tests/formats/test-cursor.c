/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounded reader: numbers across its blocks, skips with and without seeking, and nothing past the end. */

#include <string.h>

#include "formats/cursor.h"
#include "formats/error.h"

#define N_BYTES 300000

/* Byte @i of the test's file. */
static guint8
byte_at (guint i)
{
  return (guint8) (i * 31 + (i >> 8));
}

static GBytes *
make_bytes (void)
{
  guint8 *bytes = g_malloc (N_BYTES);

  for (guint i = 0; i < N_BYTES; i++)
    bytes[i] = byte_at (i);
  return g_bytes_new_take (bytes, N_BYTES);
}

/* A stream that cannot seek and gives few bytes at a time. */
typedef struct { GFilterInputStream parent_instance; } Trickle;
typedef struct { GFilterInputStreamClass parent_class; } TrickleClass;

static GType trickle_get_type (void);
G_DEFINE_TYPE (Trickle, trickle, G_TYPE_FILTER_INPUT_STREAM)

static gssize
trickle_read (GInputStream *stream, void *buffer, gsize count, GCancellable *cancellable, GError **error)
{
  GInputStream *base = g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (stream));

  return g_input_stream_read (base, buffer, MIN (count, 1000), cancellable, error);
}

static void
trickle_class_init (TrickleClass *klass)
{
  G_INPUT_STREAM_CLASS (klass)->read_fn = trickle_read;
}

static void
trickle_init (Trickle *self)
{
}

static TokCursor *
make_cursor (gboolean can_seek, guint64 size)
{
  g_autoptr (GBytes) bytes = make_bytes ();
  g_autoptr (GInputStream) memory = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (GInputStream) trickle = NULL;

  if (can_seek)
    return tok_cursor_new (memory, size, NULL);
  trickle = g_object_new (trickle_get_type (), "base-stream", memory, NULL);
  return tok_cursor_new (trickle, size, NULL);
}

static guint64
number_at (guint position, guint n_bytes, gboolean big_endian)
{
  guint64 number = 0;

  for (guint i = 0; i < n_bytes; i++)
    number |= (guint64) byte_at (position + i) << 8 * (big_endian ? n_bytes - 1 - i : i);
  return number;
}

/* Steps that are no divisor of a block, so that numbers lie across its end in every way. */
static void
test_numbers (gconstpointer data)
{
  gboolean big_endian = GPOINTER_TO_INT (data);
  g_autoptr (TokCursor) cursor = make_cursor (FALSE, N_BYTES);

  tok_cursor_set_big_endian (cursor, big_endian);
  for (guint position = 0; position + 15 <= N_BYTES; position += 15)
    {
      guint8 u8 = 0;
      guint16 u16 = 0;
      guint32 u32 = 0;
      guint64 u64 = 0;

      g_assert_cmpuint (tok_cursor_position (cursor), ==, position);
      g_assert_true (tok_cursor_u8 (cursor, &u8, NULL) && tok_cursor_u16 (cursor, &u16, NULL)
                     && tok_cursor_u32 (cursor, &u32, NULL) && tok_cursor_u64 (cursor, &u64, NULL));
      g_assert_cmpuint (u8, ==, byte_at (position));
      g_assert_cmpuint (u16, ==, number_at (position + 1, 2, big_endian));
      g_assert_cmpuint (u32, ==, number_at (position + 3, 4, big_endian));
      g_assert_cmpuint (u64, ==, number_at (position + 7, 8, big_endian));
    }
}

static void
test_floats (void)
{
  static const guint8 bytes[] = { 0, 0, 0xc0, 0x3f, 0, 0, 0, 0, 0, 0, 0x04, 0xc0 };
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, sizeof bytes, NULL);
  g_autoptr (TokCursor) cursor = tok_cursor_new (stream, sizeof bytes, NULL);
  double value;

  g_assert_true (tok_cursor_f32 (cursor, &value, NULL));
  g_assert_cmpfloat (value, ==, 1.5);
  g_assert_true (tok_cursor_f64 (cursor, &value, NULL));
  g_assert_cmpfloat (value, ==, -2.5);
}

static void
test_skip (gconstpointer data)
{
  static const guint steps[] = { 0, 1, 65535, 65536, 65537, 3, 100000, 7 };
  g_autoptr (TokCursor) cursor = make_cursor (GPOINTER_TO_INT (data), N_BYTES);
  guint position = 0;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      guint8 byte;

      if (position + steps[i] >= N_BYTES)
        break;
      g_assert_true (tok_cursor_skip (cursor, steps[i], NULL));
      position += steps[i];
      g_assert_true (tok_cursor_u8 (cursor, &byte, NULL));
      g_assert_cmpuint (byte, ==, byte_at (position));
      position++;
      g_assert_cmpuint (tok_cursor_left (cursor), ==, N_BYTES - position);
    }
}

static void
test_end (void)
{
  g_autoptr (TokCursor) cursor = make_cursor (TRUE, N_BYTES);
  g_autoptr (GError) error = NULL;
  guint64 number;

  g_assert_false (tok_cursor_skip (cursor, N_BYTES + 1, NULL));
  g_assert_true (tok_cursor_skip (cursor, N_BYTES - 7, NULL));
  g_assert_false (tok_cursor_u64 (cursor, &number, &error));
  g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX);
  g_assert_nonnull (strstr (error->message, "300000"));
  g_assert_cmpuint (tok_cursor_left (cursor), ==, 7);
  g_assert_true (tok_cursor_expect (cursor, 7, 1, NULL));
  g_assert_false (tok_cursor_expect (cursor, 2, 4, NULL));
  g_assert_false (tok_cursor_expect (cursor, G_GUINT64_CONSTANT (1) << 62, 8, NULL));
}

/* A file that is shorter than its size said, as one that is being written. */
static void
test_short_stream (void)
{
  g_autoptr (TokCursor) cursor = make_cursor (TRUE, 2 * N_BYTES);
  g_autofree guint8 *bytes = g_malloc (2 * N_BYTES);
  g_autoptr (GError) error = NULL;

  g_assert_false (tok_cursor_read (cursor, bytes, 2 * N_BYTES, &error));
  g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GBytes) bytes = make_bytes ();
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (TokCursor) cursor = tok_cursor_new (stream, N_BYTES, cancellable);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (tok_cursor_skip (cursor, 10, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cursor/little-endian", GINT_TO_POINTER (FALSE), test_numbers);
  g_test_add_data_func ("/cursor/big-endian", GINT_TO_POINTER (TRUE), test_numbers);
  g_test_add_func ("/cursor/floats", test_floats);
  g_test_add_data_func ("/cursor/skip", GINT_TO_POINTER (FALSE), test_skip);
  g_test_add_data_func ("/cursor/skip-by-seeking", GINT_TO_POINTER (TRUE), test_skip);
  g_test_add_func ("/cursor/end", test_end);
  g_test_add_func ("/cursor/short-stream", test_short_stream);
  g_test_add_func ("/cursor/cancel", test_cancel);
  return g_test_run ();
}
