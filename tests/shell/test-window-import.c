/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways in: files and texts, of whatever kind, several at once; what went wrong is told and changes nothing. */

#include "imported.h"
#include "shell/notice-bar.h"
#include "shell/window-private.h"
#include "stage.h"

static TokApplication *application;
static TokWindow *window;
static TokSession *session;

static void
open_window (void)
{
  window = tok_window_new (application);
  session = tok_window_get_session (window);
  gtk_window_present (GTK_WINDOW (window));
  stage_settle (GTK_WIDGET (window));
}

static void
close_window (void)
{
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_destroy (GTK_WINDOW (window));
  while (window != NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_until_read (void)
{
  while (tok_window_is_reading (window))
    g_main_context_iteration (NULL, TRUE);
}

static void
open_file (const char *name, const char *text)
{
  g_autoptr (GFile) file = imported_file (name, text);

  tok_window_open_files (window, &file, 1);
  wait_until_read ();
  imported_delete (file);
}

static gboolean
tells (const char *words)
{
  return tok_window_get_notice (window) != NULL && strstr (tok_window_get_notice (window), words) != NULL;
}

/* Nothing went wrong. */
static gboolean
is_calm (void)
{
  return gtk_widget_has_css_class (stage_find (GTK_WIDGET (window), TOK_TYPE_NOTICE_BAR, 0), "calm");
}

static void
test_measurements_of_a_file_are_told_and_taken (void)
{
  open_window ();
  open_file ("bench.md", imported_table);
  g_assert_nonnull (tok_session_get_plan (session)->measurements);
  g_assert_cmpuint (tok_session_get_plan (session)->measurements->rows->len, ==, IMPORTED_ROWS);
  g_assert_true (tells ("3 measurements from bench.md"));
  g_assert_true (is_calm ());
  open_file ("bench.md", imported_table);
  g_assert_true (tells ("has them already"));
  close_window ();
}

static void
test_a_model_of_a_file_is_told_and_taken (void)
{
  open_window ();
  open_file ("config.json", imported_config);
  g_assert_cmpuint (tok_session_get_plan (session)->model->architecture->n_layers, ==, 4);
  g_assert_true (tells (tok_session_get_plan (session)->base->name));
  g_assert_true (tells ("config.json"));
  g_assert_true (is_calm ());
  close_window ();
}

/* Kind is a matter of content. */
static void
test_a_name_does_not_matter (void)
{
  open_window ();
  open_file ("model.gguf", imported_table);
  g_assert_cmpuint (tok_session_get_plan (session)->measurements->rows->len, ==, IMPORTED_ROWS);
  close_window ();
}

static void
test_what_cannot_be_read_is_told_and_changes_nothing (void)
{
  g_auto (TokPlan) before = { 0 };

  open_window ();
  tok_plan_copy (tok_session_get_plan (session), &before);
  open_file ("letter.txt", "Dear reader,\n\nthere is nothing measured in here.\n");
  g_assert_true (tells ("letter.txt"));
  g_assert_false (is_calm ());
  g_assert_true (tok_plan_equal (&before, tok_session_get_plan (session)));
  g_assert_null (tok_session_get_undo_label (session));
  close_window ();
}

static void
test_texts_are_read_as_files_are (void)
{
  open_window ();
  tok_window_open_text (window, imported_table);
  wait_until_read ();
  g_assert_cmpuint (tok_session_get_plan (session)->measurements->rows->len, ==, IMPORTED_ROWS);
  tok_window_open_text (window, "nothing");
  wait_until_read ();
  g_assert_false (is_calm ());
  g_assert_cmpuint (tok_session_get_plan (session)->measurements->rows->len, ==, IMPORTED_ROWS);
  close_window ();
}

/* The measurements are named first, and yet belong to the plan that is named last. */
static void
test_several_files_make_one_plan (void)
{
  g_autoptr (GFile) measured = imported_file ("bench.md", imported_table);
  g_autoptr (GFile) broken = imported_file ("letter.txt", "Dear reader");
  g_autoptr (GFile) plan = imported_file ("mine.tokplan", "");
  g_autoptr (TokSession) saved = stage_session_new ();
  GFile *const files[] = { measured, broken, plan };

  tok_session_set_param (saved, TOK_PARAM_CONTEXT, 5000);
  g_assert_true (tok_session_save (saved, plan, NULL));
  open_window ();
  tok_window_open_files (window, files, G_N_ELEMENTS (files));
  wait_until_read ();
  g_assert_cmpfloat (tok_session_get_value (session, TOK_PARAM_CONTEXT), ==, 5000);
  g_assert_cmpuint (tok_session_get_plan (session)->measurements->rows->len, ==, IMPORTED_ROWS);
  g_assert_true (tells ("letter.txt"));
  g_assert_true (tells ("3 measurements from bench.md"));
  g_assert_false (is_calm ());
  imported_delete (measured);
  imported_delete (broken);
  imported_delete (plan);
  close_window ();
}

static guint
n_windows (void)
{
  guint n = 0;

  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (application)); item != NULL; item = item->next)
    n++;
  return n;
}

/* No second window comes up to say that it has nothing to show. */
static void
test_a_further_plan_that_is_broken_is_told_here (void)
{
  g_autoptr (GFile) plan = imported_file ("mine.tokplan", "");
  g_autoptr (GFile) broken = imported_file ("broken.tokplan", "{\"format\": \"tokplan-plan\", \"version\": 1, \"params\": {");
  g_autoptr (TokSession) saved = stage_session_new ();
  GFile *const files[] = { plan, broken };

  g_assert_true (tok_session_save (saved, plan, NULL));
  open_window ();
  tok_window_open_files (window, files, G_N_ELEMENTS (files));
  wait_until_read ();
  g_assert_true (tells ("broken.tokplan"));
  g_assert_false (is_calm ());
  g_assert_nonnull (tok_session_get_file (session));
  g_assert_cmpuint (n_windows (), ==, 1);
  imported_delete (plan);
  imported_delete (broken);
  close_window ();
}

static void
test_many_files_are_told_in_few_lines (void)
{
  g_autoptr (GFile) file = imported_file ("letter.txt", "Dear reader");
  GFile *files[40];

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    files[i] = file;
  open_window ();
  tok_window_open_files (window, files, G_N_ELEMENTS (files));
  wait_until_read ();
  g_assert_true (tells ("35 more files"));
  imported_delete (file);
  close_window ();
}

static void
test_what_is_pasted_is_read (void)
{
  open_window ();
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), imported_table);
  g_action_group_activate_action (G_ACTION_GROUP (window), "paste", NULL);
  while (tok_session_get_plan (session)->measurements == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (tok_session_get_plan (session)->measurements->rows->len, ==, IMPORTED_ROWS);
  close_window ();
}

static void
test_the_key_pastes_where_no_text_is_edited (void)
{
  open_window ();
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), imported_table);
  g_assert_true (stage_press (GTK_WIDGET (window), "<Control>v|<Shift>Insert"));
  while (tok_session_get_plan (session)->measurements == NULL)
    g_main_context_iteration (NULL, TRUE);
  close_window ();
}

static void
test_an_empty_clipboard_is_told (void)
{
  open_window ();
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL);
  g_action_group_activate_action (G_ACTION_GROUP (window), "paste", NULL);
  while (tok_window_get_notice (window) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (is_calm ());
  close_window ();
}

static void
test_what_is_dropped_is_read (void)
{
  GValue text = G_VALUE_INIT;
  gboolean is_taken = FALSE;

  open_window ();
  g_value_init (&text, G_TYPE_STRING);
  g_value_set_string (&text, imported_table);
  g_signal_emit_by_name (stage_controller (GTK_WIDGET (window), GTK_TYPE_DROP_TARGET), "drop", &text, 1.0, 1.0, &is_taken);
  g_assert_true (is_taken);
  wait_until_read ();
  g_assert_cmpuint (tok_session_get_plan (session)->measurements->rows->len, ==, IMPORTED_ROWS);
  g_value_unset (&text);
  close_window ();
}

static void
test_a_window_can_close_while_it_reads (void)
{
  g_autoptr (GFile) file = imported_file ("bench.md", imported_table);

  open_window ();
  tok_window_open_files (window, &file, 1);
  close_window ();
  imported_delete (file);
}

/* Plans would open windows of their own, with the application of a window that has left it. */
static void
test_what_was_read_for_a_closed_window_is_dropped (void)
{
  g_autoptr (GFile) plan = imported_file ("mine.tokplan", "");
  g_autoptr (TokSession) saved = stage_session_new ();
  GFile *const files[] = { plan, plan };

  g_assert_true (tok_session_save (saved, plan, NULL));
  open_window ();
  tok_window_open_files (window, files, G_N_ELEMENTS (files));
  close_window ();
  g_assert_null (gtk_application_get_windows (GTK_APPLICATION (application)));
  imported_delete (plan);
}

static void
test_a_window_can_close_while_the_clipboard_is_read (void)
{
  open_window ();
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), imported_table);
  g_action_group_activate_action (G_ACTION_GROUP (window), "paste", NULL);
  close_window ();
}

int
main (int argc, char **argv)
{
  int status;

  gtk_test_init (&argc, &argv, NULL);
  application = tok_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));

  g_test_add_func ("/window-import/measurements-of-a-file-are-told-and-taken", test_measurements_of_a_file_are_told_and_taken);
  g_test_add_func ("/window-import/a-model-of-a-file-is-told-and-taken", test_a_model_of_a_file_is_told_and_taken);
  g_test_add_func ("/window-import/a-name-does-not-matter", test_a_name_does_not_matter);
  g_test_add_func ("/window-import/what-cannot-be-read-is-told-and-changes-nothing",
                   test_what_cannot_be_read_is_told_and_changes_nothing);
  g_test_add_func ("/window-import/texts-are-read-as-files-are", test_texts_are_read_as_files_are);
  g_test_add_func ("/window-import/several-files-make-one-plan", test_several_files_make_one_plan);
  g_test_add_func ("/window-import/a-further-plan-that-is-broken-is-told-here", test_a_further_plan_that_is_broken_is_told_here);
  g_test_add_func ("/window-import/many-files-are-told-in-few-lines", test_many_files_are_told_in_few_lines);
  g_test_add_func ("/window-import/what-is-pasted-is-read", test_what_is_pasted_is_read);
  g_test_add_func ("/window-import/the-key-pastes-where-no-text-is-edited", test_the_key_pastes_where_no_text_is_edited);
  g_test_add_func ("/window-import/an-empty-clipboard-is-told", test_an_empty_clipboard_is_told);
  g_test_add_func ("/window-import/what-is-dropped-is-read", test_what_is_dropped_is_read);
  g_test_add_func ("/window-import/a-window-can-close-while-it-reads", test_a_window_can_close_while_it_reads);
  g_test_add_func ("/window-import/what-was-read-for-a-closed-window-is-dropped", test_what_was_read_for_a_closed_window_is_dropped);
  g_test_add_func ("/window-import/a-window-can-close-while-the-clipboard-is-read",
                   test_a_window_can_close_while_the_clipboard_is_read);
  status = g_test_run ();

  g_object_unref (application);
  return status;
}
