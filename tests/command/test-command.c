/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands but estimate: charts as files, listings, help, and words of the options. */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "command/command.h"
#include "command/nearest.h"
#include "command/output.h"
#include "command/table.h"
#include "run-tokplan.h"

#define CARD "--device 'RTX 4090' --model llama-3.1-8b "

static void
assert_refused (const char *command_line,
                const char *words)
{
  g_auto (TokRun) run = tok_run (command_line);

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_WORDS);
  g_assert_cmpstr (run.output, ==, "");
  if (strstr (run.errors, words) == NULL)
    g_error ("“%s” does not say “%s”", run.errors, words);
}

static gboolean
opens_window (const char *word)
{
  char *argv[] = { (char *) "tokplan", (char *) word, NULL };

  return tok_command_opens_window (word != NULL ? 2 : 1, argv);
}

static void
test_files_open_the_window_where_there_is_a_display (void)
{
  static const char *const files[] = { NULL, "plan.tokplan", "./estimate", "/tmp", "file:///tmp/a", "-", "--" };
  static const char *const others[] = { "estimate", "chart", "devices", "models", "--help", "-h", "help", "--version", "estimat", "",
                                        "--json", "--bogus", "-v" };

  g_setenv ("DISPLAY", ":99", TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    g_assert_true (opens_window (files[i]));
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (opens_window (others[i]));
  g_unsetenv ("DISPLAY");
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    g_assert_false (opens_window (files[i]));
  g_assert_true (opens_window ("--gapplication-service"));
}

static void
test_first_words_nobody_knows_are_refused (void)
{
  assert_refused ("--json", "tokplan: There is no option --json; “tokplan --help” lists what there is.");
  assert_refused ("-v", "tokplan: There is no option -v;");
  assert_refused ("''", "tokplan: There is no command or file “”;");
  assert_refused ("estimat", "did you mean “estimate”?");
  assert_refused ("zzzzzz", "lists the commands.");
}

static void
test_without_a_display_the_window_is_told_off (void)
{
  g_auto (TokRun) nothing = tok_run ("");
  g_auto (TokRun) missing = tok_run ("nosuch.tokplan");
  g_auto (TokRun) file = tok_run ("/dev/null");

  g_assert_cmpint (nothing.exit_code, ==, TOK_EXIT_DONE);
  g_assert_cmpstr (nothing.errors, ==, "There is no display for the window; this is what Tokplan does without one:\n");
  g_assert_true (g_str_has_prefix (nothing.output, "tokplan "));
  g_assert_cmpint (missing.exit_code, ==, TOK_EXIT_FAILED);
  g_assert_cmpstr (missing.errors, ==, "tokplan: There is no file “nosuch.tokplan”.\n");
  g_assert_cmpint (file.exit_code, ==, TOK_EXIT_FAILED);
  g_assert_nonnull (strstr (file.errors, "There is no display"));
}

/* Words come from anywhere: what they repeat must not drive the terminal, nor fill it. */
static void
test_words_are_repeated_escaped_and_cut (void)
{
  g_autofree char *endless = g_strnfill (100000, 'x');
  g_autofree char *command_line = g_strdup_printf ("estimate " CARD "--quant %s", endless);
  g_auto (TokRun) run = tok_run (command_line);

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_WORDS);
  g_assert_cmpuint (strlen (run.errors), <, 200);
  g_assert_nonnull (strstr (run.errors, "xxx…”"));
  assert_refused ("estimate " CARD "--quant 'a\x1b[2J\nb'", "“a\\x1b[2J\\x0ab”");
  assert_refused ("estimate --model llama-3.1-8b --device '\x1b]0;title\x07'", "“\\x1b]0;title\\x07”");
}

static void
test_text_is_readable_in_every_locale (void)
{
  static const struct { const char *text, *ascii; } cases[] = {
    { "RTX 4090 · 16k", "RTX 4090 | 16k" }, { "103 – 139", "103 - 139" },   { "1008 GB/s ÷ 6.76 GB", "1008 GB/s / 6.76 GB" },
    { "16 384", "16 384" },                 { "“estimate”…", "\"estimate\"..." }, { "2 × 8", "2 x 8" },
  };
  g_autofree char *before = g_strdup (g_getenv ("LC_ALL"));
  TokRun run;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *ascii = tok_output_to_ascii (cases[i].text);

      g_assert_cmpstr (ascii, ==, cases[i].ascii);
    }
  g_setenv ("LC_ALL", "C", TRUE);
  run = tok_run ("estimate " CARD);
  if (before != NULL)
    g_setenv ("LC_ALL", before, TRUE);
  else
    g_unsetenv ("LC_ALL");
  g_assert_true (g_str_is_ascii (run.output));
  g_assert_null (strchr (run.output, '?'));
  tok_run_clear (&run);
}

static void
test_help_and_version_go_to_standard_output (void)
{
  static const char *const command_lines[] = {
    "--help", "-h", "help", "--version", "estimate --help", "chart -h", "devices --help", "models -h",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (command_lines); i++)
    {
      g_auto (TokRun) run = tok_run (command_lines[i]);

      g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
      g_assert_cmpstr (run.errors, ==, "");
      g_assert_true (g_str_has_prefix (run.output, "tokplan "));
    }
}

static void
test_chart_writes_rows_to_standard_output (void)
{
  static const char *const kinds[] = { "context", "size", "offload" };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *command_line = g_strdup_printf ("chart %s " CARD "-o -", kinds[i]);
      g_auto (TokRun) run = tok_run (command_line);
      g_auto (GStrv) lines = g_strsplit (run.output, "\n", -1);

      g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
      g_assert_cmpstr (run.errors, ==, "");
      g_assert_cmpuint (g_strv_length (lines), >, 20);
    }
}

static void
assert_starts_with (const char *path,
                    const char *start)
{
  g_autofree char *contents = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  g_assert_cmpuint (length, >, 1000);
  g_assert_cmpmem (contents, strlen (start), start, strlen (start));
}

static void
test_chart_writes_the_format_of_the_ending (void)
{
  static const struct { const char *suffix, *start; } formats[] = {
    { "png", "\x89PNG\r\n" }, { "svg", "<?xml" }, { "pdf", "%PDF-" }, { "csv", "layers" },
  };
  g_autofree char *folder = g_dir_make_tmp ("tokplan-XXXXXX", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/cliff of 8B.%s", folder, formats[i].suffix);
      g_autofree char *command_line = g_strdup_printf ("chart offload " CARD "--size 640x360 --scale 2 --theme dark -o '%s'", path);
      g_auto (TokRun) run = tok_run (command_line);

      g_assert_cmpstr (run.errors, ==, "");
      g_assert_cmpstr (run.output, ==, "");
      g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
      assert_starts_with (path, formats[i].start);
      g_remove (path);
    }
  g_rmdir (folder);
}

static void
test_chart_refuses_wrong_words (void)
{
  assert_refused ("chart", "Name the chart: context, size, offload.");
  assert_refused ("chart pie " CARD, "There is no chart “pie”; the charts are context, size, offload.");
  assert_refused ("chart size " CARD "-o chart.gif", "“chart.gif” does not end in");
  assert_refused ("chart size " CARD "--size 960", "“960” is not a size");
  assert_refused ("chart size " CARD "--size 960x99999", "is not a size");
  assert_refused ("chart size " CARD "--size 960x540px", "is not a size");
  assert_refused ("chart size " CARD "--scale 0", "“0” is not a scale; give a number from 0.5 to 8.");
  assert_refused ("chart size " CARD "--scale nan", "“nan” is not a scale");
  assert_refused ("chart size " CARD "--size 8000x8000 --scale 8 -o chart.png", "64000 × 64000 pixels is too large");
  assert_refused ("chart size " CARD "--theme blue", "“blue” is not a theme");
  assert_refused ("chart size " CARD "--json", "There is no option --json here");
  assert_refused ("chart size", "Name a device");
}

static void
test_chart_that_cannot_be_written_is_a_failure (void)
{
  g_auto (TokRun) run = tok_run ("chart size " CARD "-o /nonexistent/chart.png");

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_FAILED);
  g_assert_cmpstr (run.errors, ==,
                   "tokplan: “/nonexistent/chart.png” cannot be written: there is no such folder; create it or name another.\n");
}

static void
test_listings_have_aligned_columns (void)
{
  g_auto (TokRun) run = tok_run ("devices rtx 4090");
  g_auto (GStrv) lines = g_strsplit (g_strchomp (run.output), "\n", -1);
  const char *bandwidth;

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
  g_assert_cmpuint (g_strv_length (lines), >=, 2);
  bandwidth = strstr (lines[0], "  ") + strspn (strstr (lines[0], "  "), " ");
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_true (lines[i][bandwidth - lines[0] - 1] == ' ' && g_ascii_isdigit (lines[i][bandwidth - lines[0]]));
}

static void
test_listings_as_json_name_their_source (void)
{
  static const char *const command_lines[] = { "devices --json", "models --json" };

  for (gsize i = 0; i < G_N_ELEMENTS (command_lines); i++)
    {
      g_autoptr (JsonArray) array = tok_run_array (command_lines[i]);

      g_assert_cmpuint (json_array_get_length (array), >, 200);
      for (guint j = 0; j < json_array_get_length (array); j++)
        {
          JsonObject *entry = json_array_get_object_element (array, j);

          g_assert_cmpstr (json_object_get_string_member (entry, "id"), !=, "");
          g_assert_cmpstr (json_object_get_string_member (entry, "name"), !=, "");
          g_assert_cmpstr (json_object_get_string_member (entry, "source"), !=, "");
        }
    }
}

static void
test_listing_of_nothing_says_so (void)
{
  g_auto (TokRun) run = tok_run ("models no-such-model --json");

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_FAILED);
  g_assert_cmpstr (run.output, ==, "[]\n");
  g_assert_cmpstr (run.errors, ==, "tokplan: Nothing in the catalog matches “no-such-model”.\n");
}

/* The members a plan file has, and every digit of them. */
static void
test_listings_as_json_are_exact (void)
{
  g_autoptr (JsonArray) devices = tok_run_array ("devices geforce-rtx-4090 --json");
  g_autoptr (JsonArray) models = tok_run_array ("models llama-3.1-8b --json");
  JsonObject *device = json_array_get_object_element (devices, 0), *model = json_array_get_object_element (models, 0);

  g_assert_cmpint (json_object_get_int_member (device, "bandwidth_bytes_per_second"), ==, 1008000000000);
  g_assert_cmpint (json_object_get_int_member (device, "usable_bytes"), ==, 24080LL * 1024 * 1024);
  g_assert_cmpfloat (json_object_get_double_member (device, "matrix_flops"), >, 1e14);
  g_assert_cmpint (json_object_get_int_member (model, "parameters"), ==, 8030261248);
}

/* Runs @command_line with @text as the person's own catalog. */
static TokRun
run_with_own_catalog (const char *text,
                      const char *command_line)
{
  g_autofree char *folder = g_dir_make_tmp ("tokplan-XXXXXX", NULL);
  g_autofree char *own = g_build_filename (folder, "tokplan", NULL);
  g_autofree char *path = g_build_filename (own, "catalog.json", NULL);
  g_autofree char *before = g_strdup (g_getenv ("XDG_CONFIG_HOME"));
  TokRun run;

  g_assert_cmpint (g_mkdir (own, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);
  run = tok_run (command_line);
  if (before != NULL)
    g_setenv ("XDG_CONFIG_HOME", before, TRUE);
  else
    g_unsetenv ("XDG_CONFIG_HOME");
  g_remove (path);
  g_rmdir (own);
  g_rmdir (folder);
  return run;
}

static void
test_broken_own_catalog_is_told_and_passed_over (void)
{
  g_auto (TokRun) run = run_with_own_catalog ("{\n  \"devices\": [\n    oops\n", "estimate " CARD);

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
  g_assert_true (g_str_has_prefix (run.output, "RTX 4090 · "));
  g_assert_nonnull (strstr (run.errors, "/tokplan/catalog.json”, line 3: "));
  g_assert_cmpuint (strcspn (run.errors, "\n"), ==, strlen (run.errors) - 1);
}

static void
test_own_device_can_be_planned_with (void)
{
  g_auto (TokRun) run = run_with_own_catalog ("{ \"devices\": [ { \"id\": \"box-1\", \"name\": \"My Box\", \"kind\": \"gpu\", \"class\": \"nv-ada\","
                                              " \"memory_bandwidth_gbs\": 500, \"memory_gb\": 20, \"source\": \"measured\" } ] }",
                                              "estimate --device 'my box' --model llama-3.1-8b");

  g_assert_cmpstr (run.errors, ==, "");
  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
  g_assert_true (g_str_has_prefix (run.output, "My Box · "));
}

static void
test_chart_without_rows_is_a_failure (void)
{
  g_auto (TokRun) run = tok_run ("chart offload --device 'Ryzen 9 9950X' --model llama-3.1-8b");

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_FAILED);
  g_assert_cmpstr (run.output, ==, "");
  g_assert_nonnull (strstr (run.errors, "The CPU computes every layer"));
}

static void
test_numbers_and_switches_as_programs_write_them (void)
{
  g_autoptr (JsonObject) root = tok_run_object ("estimate " CARD "--context 1.6e4 --file-bytes 5e9 --flash-attention no --json");
  JsonObject *parameters = json_object_get_object_member (json_object_get_object_member (root, "plan"), "parameters");

  g_assert_cmpint (json_object_get_int_member (parameters, "context"), ==, 16000);
  g_assert_cmpint (json_object_get_int_member (parameters, "file_bytes"), ==, 5000000000);
  g_assert_false (json_object_get_boolean_member (parameters, "flash_attention"));
  assert_refused ("estimate " CARD "--context -5", "--context cannot be “-5”; give a number from 1 to 16777216.");
  assert_refused ("estimate " CARD "--layers -1", "--layers cannot be “-1”; give a number from 1 to 1024, or auto.");
  assert_refused ("estimate " CARD "--context 1e999", "--context cannot be “1e999”");
  assert_refused ("estimate " CARD "-x", "There is no option -x here; --help lists what there is.");
  assert_refused ("estimate a.tokplan b.tokplan", "There is a plan file already; leave out “b.tokplan”.");
  assert_refused ("estimate --device zzz --model x", "the nearest are: “");
}

static void
test_nearest_word_has_the_fewest_mistakes (void)
{
  static const char *const words[] = { "context", "compute", "cached", "kv" };
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  g_autofree char *endless = g_strnfill (100000, 'k');

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    g_ptr_array_add (candidates, (gpointer) words[i]);
  g_assert_cmpstr (tok_nearest_word ("contxt", candidates), ==, "context");
  g_assert_cmpstr (tok_nearest_word ("Computer", candidates), ==, "compute");
  g_assert_cmpstr (tok_nearest_word ("vk", candidates), ==, "kv");
  g_assert_cmpstr (tok_nearest_word ("", candidates), ==, "kv");
  g_assert_nonnull (tok_nearest_word (endless, candidates));
  g_assert_cmpstr (tok_nearest_word_close ("contxt", candidates), ==, "context");
  g_assert_null (tok_nearest_word_close ("x", candidates));
  g_assert_null (tok_nearest_word_close (endless, candidates));
}

static void
test_table_counts_characters_not_bytes (void)
{
  g_autoptr (TokTable) table = tok_table_new (2);
  g_autofree char *text = NULL;

  tok_table_add (table, g_strdup ("größer"));
  tok_table_add (table, g_strdup ("1"));
  tok_table_add (table, g_strdup ("a"));
  tok_table_add (table, g_strdup (""));
  text = tok_table_to_text (table);
  g_assert_cmpstr (text, ==, "größer  1\na\n");
}

/* Standard output that takes nothing: a full disk. */
static void
test_full_disk_is_a_failure (void)
{
  static const char *const words[] = { "models --json", "--help", "--version", "chart --help" };

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no /dev/full");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *command_line = g_strdup_printf ("sh -c \"'%s' --as-tokplan %s > /dev/full\"", g_get_prgname (), words[i]);
      g_autofree char *errors = NULL;
      g_autoptr (GError) error = NULL;
      int status = 0;

      g_assert_true (g_spawn_command_line_sync (command_line, NULL, &errors, &status, NULL));
      g_assert_false (g_spawn_check_wait_status (status, &error));
      g_assert_error (error, G_SPAWN_EXIT_ERROR, TOK_EXIT_FAILED);
      g_assert_nonnull (strstr (errors, "could not be written to standard output"));
    }
}

/* What bash would offer behind "tokplan" and @words, one per line. */
static char *
completions (const char *words)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "..", "data", "completion", "tokplan.bash", NULL);
  g_autofree char *shell = g_strdup_printf ("tokplan () { '%s' --as-tokplan \"$@\"; }; . '%s'; COMP_WORDS=(tokplan %s ''); "
                                            "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tokplan; printf '%%s\\n' \"${COMPREPLY[@]}\"",
                                            g_get_prgname (), script, words);
  const char *const arguments[] = { "bash", "--norc", "-c", shell, NULL };
  g_autoptr (GSubprocess) process = g_subprocess_newv (arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL);
  char *output = NULL;

  g_assert_nonnull (process);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, NULL));
  return output;
}

static void
test_bash_completes_what_the_program_knows (void)
{
  static const struct { const char *words, *offered; } cases[] = {
    { "", "estimate\n" },               { "estimate --device", "geforce-rtx-4090\n" }, { "estimate --model", "llama-3.1-8b\n" },
    { "estimate --quant", "Q4_K_M\n" }, { "estimate --kv", "q8_0\n" },                 { "estimate --os", "windows\n" },
    { "chart", "offload\n" },           { "chart size --theme", "dark\n" },              { "estimate --depth", "auto\n" },
    { "estimate --layers", "auto\n" },  { "estimate --gpu-layers", "all\n" },            { "estimate --link", "pcie4x16\n" },
    { "estimate --file-bytes", "auto\n" }, { "chart size --flash-attention on", "offload\n" },
  };
  g_autofree char *bash = g_find_program_in_path ("bash");
  g_autofree char *size = NULL;

  if (bash == NULL)
    {
      g_test_skip ("no bash");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *offered = completions (cases[i].words);

      if (strstr (offered, cases[i].offered) == NULL)
        g_error ("“%s” is offered “%s”", cases[i].words, offered);
      g_assert_null (strstr (offered, "tokens"));
      g_assert_null (strstr (offered, "NUMBER"));
      g_assert_null (strstr (offered, "Context"));
    }
  size = completions ("chart context --size");
  g_assert_cmpstr (size, ==, "\n");
}

int
main (int    argc,
      char **argv)
{
  tok_run_init (argc, argv);
  g_set_prgname (argv[0]);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/command/files-open-the-window-where-there-is-a-display", test_files_open_the_window_where_there_is_a_display);
  g_test_add_func ("/command/first-words-nobody-knows-are-refused", test_first_words_nobody_knows_are_refused);
  g_test_add_func ("/command/without-a-display-the-window-is-told-off", test_without_a_display_the_window_is_told_off);
  g_test_add_func ("/command/words-are-repeated-escaped-and-cut", test_words_are_repeated_escaped_and_cut);
  g_test_add_func ("/command/text-is-readable-in-every-locale", test_text_is_readable_in_every_locale);
  g_test_add_func ("/command/help-and-version-go-to-standard-output", test_help_and_version_go_to_standard_output);
  g_test_add_func ("/command/chart-writes-rows-to-standard-output", test_chart_writes_rows_to_standard_output);
  g_test_add_func ("/command/chart-writes-the-format-of-the-ending", test_chart_writes_the_format_of_the_ending);
  g_test_add_func ("/command/chart-refuses-wrong-words", test_chart_refuses_wrong_words);
  g_test_add_func ("/command/chart-that-cannot-be-written-is-a-failure", test_chart_that_cannot_be_written_is_a_failure);
  g_test_add_func ("/command/listings-have-aligned-columns", test_listings_have_aligned_columns);
  g_test_add_func ("/command/listings-as-json-name-their-source", test_listings_as_json_name_their_source);
  g_test_add_func ("/command/listing-of-nothing-says-so", test_listing_of_nothing_says_so);
  g_test_add_func ("/command/broken-own-catalog-is-told-and-passed-over", test_broken_own_catalog_is_told_and_passed_over);
  g_test_add_func ("/command/own-device-can-be-planned-with", test_own_device_can_be_planned_with);
  g_test_add_func ("/command/listings-as-json-are-exact", test_listings_as_json_are_exact);
  g_test_add_func ("/command/chart-without-rows-is-a-failure", test_chart_without_rows_is_a_failure);
  g_test_add_func ("/command/numbers-and-switches-as-programs-write-them", test_numbers_and_switches_as_programs_write_them);
  g_test_add_func ("/command/nearest-word-has-the-fewest-mistakes", test_nearest_word_has_the_fewest_mistakes);
  g_test_add_func ("/command/table-counts-characters-not-bytes", test_table_counts_characters_not_bytes);
  g_test_add_func ("/command/full-disk-is-a-failure", test_full_disk_is_a_failure);
  g_test_add_func ("/command/bash-completes-what-the-program-knows", test_bash_completes_what_the_program_knows);
  return g_test_run ();
}
