/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every prefix of every sample, and every sample with a byte flipped: the look-alikes that the fuzzers start from and, where
 * TOKPLAN_SHARED points to them, real files.  Asked to be quick it leaves out most places; "-m slow" takes them all. */

#include <gio/gio.h>
#include <string.h>

#include "hostile.h"

#define FLIPPED_WHOLE 16384u   /* bytes of files whose every byte is harmed; of others the first 4 KiB, then every 251st */
#define FLIPPED_HEAD 4096u
#define FLIPPED_STEP 251u
#define MOST_SECONDS 1.0
#define QUICK_PLACES 16u       /* of one file */

static gsize
next_place (gsize place, gsize length)
{
  if (g_test_slow ())
    return place + (length <= FLIPPED_WHOLE || place < FLIPPED_HEAD ? 1 : FLIPPED_STEP);
  return place + 1 + length / QUICK_PLACES;
}

/* Another bit at each place. */
static guint8
flip (gsize place)
{
  return place % 9 == 8 ? 0xff : (guint8) (1 << place % 9);
}

static void
test_file (gconstpointer path)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  hostile_try ((guint8 *) bytes, length, MOST_SECONDS);
  for (gsize i = 0; i < length; i = next_place (i, length))
    {
      hostile_try ((guint8 *) bytes, i, MOST_SECONDS);
      bytes[i] = (char) ((guint8) bytes[i] ^ flip (i));
      hostile_try ((guint8 *) bytes, length, MOST_SECONDS);
      bytes[i] = (char) ((guint8) bytes[i] ^ flip (i));
    }
}

static void add_folder (const char *name, const char *path);

static void
add (const char *name, char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    add_folder (name, path);
  else if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_test_add_data_func_full (name, path, test_file, g_free);
      return;
    }
  g_free (path);
}

static void
add_folder (const char *name, const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *child;

  while (folder != NULL && (child = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child_name = g_build_path ("/", name, child, NULL);

      add (child_name, g_build_filename (path, child, NULL));
    }
}

/* "look-alikes" or "samples" as the argument: only these. */
int
main (int argc, char **argv)
{
  const char *shared = g_getenv ("TOKPLAN_SHARED");
  const char *only;

  g_test_init (&argc, &argv, NULL);
  only = argc > 1 ? argv[1] : NULL;
  hostile_start ();
  if (only == NULL || g_str_equal (only, "look-alikes"))
    add ("/hostile/look-alikes", g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", NULL));
  if (shared != NULL && (only == NULL || g_str_equal (only, "samples")))
    add ("/hostile/samples", g_build_filename (shared, "samples", NULL));
  return g_test_run ();
}
