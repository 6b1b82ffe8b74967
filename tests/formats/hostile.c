/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A limit of the address space ends a program that asks for more at the very place. */

#include "hostile.h"

#include <libintl.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/model.h"
#include "core/units.h"
#include "formats/catalog.h"
#include "formats/import.h"

#define SOURCE "probe.bin"
#define MOST_BYTES ((rlim_t) (64 * TOK_MIB))
#define LONGEST_SENTENCE 600u   /* bytes */

/* Sanitizers take memory and time of their own. */
#if defined __SANITIZE_ADDRESS__
static const gboolean is_sanitized = TRUE;
#elif defined __has_feature
static const gboolean is_sanitized = __has_feature (address_sanitizer);
#else
static const gboolean is_sanitized = FALSE;
#endif

static TokCatalog *catalog;

static rlim_t
taken_bytes (void)
{
  g_autofree char *text = NULL;
  guint64 n_pages;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%" G_GUINT64_FORMAT, &n_pages), ==, 1);
  return n_pages * (guint64) sysconf (_SC_PAGESIZE);
}

void
hostile_start (void)
{
  struct rlimit limit;

  g_setenv ("LANGUAGE", "de", TRUE);
  setlocale (LC_ALL, "C.UTF-8");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("TOKPLAN_LOCALE_DIR"));
  textdomain (GETTEXT_PACKAGE);
  catalog = tok_catalog_load_builtin ();
  if (is_sanitized)
    return;
  g_assert_cmpint (getrlimit (RLIMIT_AS, &limit), ==, 0);
  limit.rlim_cur = taken_bytes () + MOST_BYTES;
  g_assert_cmpint (setrlimit (RLIMIT_AS, &limit), ==, 0);
}

/* What stands in quotation marks is the file's. */
static char *
own_words (const char *message)
{
  g_autoptr (GRegex) quoted = g_regex_new ("[„“][^“”]*[“”]", 0, 0, NULL);

  return g_regex_replace_literal (quoted, message, -1, 0, "…", 0, NULL);
}

static void
check_sentence (const char *message)
{
  static const char *const english[] = { " the ", " is ", " not ", " it ", " of " };
  static const char *const places[] = { "/home/", "/Users/", ":\\", "/mnt/" };
  g_autofree char *words = NULL;

  g_assert_true (g_utf8_validate (message, -1, NULL));
  g_assert_cmpuint (strlen (message), <, LONGEST_SENTENCE);
  g_assert_nonnull (strstr (message, SOURCE));
  for (const char *at = message; *at != '\0'; at++)
    g_assert_false (g_ascii_iscntrl (*at));
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_assert_null (strstr (message, places[i]));
  words = own_words (message);
  for (guint i = 0; i < G_N_ELEMENTS (english); i++)
    if (strstr (words, english[i]) != NULL)
      g_error ("This is not German: %s", message);
}

static void
check_model (const TokModelFile *file)
{
  g_autoptr (TokModel) model = tok_model_new (file->architecture, file->file_type, file->with_imatrix, 0.0);

  g_assert_true (isfinite (model->file_bytes) && model->file_bytes >= 0.0);
}

static void
check_import (const TokImport *import)
{
  if (import->kind == TOK_IMPORT_MODEL)
    check_model (import->model);
  else if (import->kind == TOK_IMPORT_MEASUREMENTS)
    g_assert_cmpuint (import->measurements->rows->len + import->measurements->buffers->len, >, 0);
}

void
hostile_try (const guint8 *bytes,
             gsize         length,
             double        seconds)
{
  g_autoptr (GBytes) probe = g_bytes_new_static (bytes, length);
  g_autoptr (GError) error = NULL;
  clock_t before = clock ();
  g_autoptr (TokImport) import = tok_import_bytes (probe, SOURCE, catalog, &error);

  g_assert_true (is_sanitized || (double) (clock () - before) < seconds * CLOCKS_PER_SEC);
  g_assert_true ((import == NULL) == (error != NULL));
  if (import != NULL)
    check_import (import);
  else
    check_sentence (error->message);
}

void
hostile_try_model (GFile *file,
                   double seconds)
{
  g_autoptr (GError) error = NULL;
  clock_t before = clock ();
  g_autoptr (TokImport) import = tok_import_file (file, catalog, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (is_sanitized || (double) (clock () - before) < seconds * CLOCKS_PER_SEC);
  g_assert_cmpint (import->kind, ==, TOK_IMPORT_MODEL);
  check_import (import);
}
