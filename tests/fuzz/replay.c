/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands in for libFuzzer: feeds every file named, and the files of every folder named, to the target once. */

#include <glib.h>
#include <stdlib.h>

#include "fuzz.h"

static guint replay (const char *path);

static guint
replay_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      n += replay (file);
    }
  return n;
}

static guint
replay (const char *path)
{
  g_autofree char *text = NULL;
  gsize length;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return replay_folder (path);
  if (!g_file_get_contents (path, &text, &length, NULL))
    return 0;
  LLVMFuzzerTestOneInput ((const uint8_t *) text, length);
  return 1;
}

int
main (int argc, char **argv)
{
  guint n = 0;

  for (int i = 1; i < argc; i++)
    n += replay (argv[i]);
  g_print ("1..1\n%s 1 %u files replayed\n", n > 0 ? "ok" : "not ok", n);
  return n > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
