/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drop-downs and switches of the side panel. */

#include "present/labels.h"
#include "shell/choice-row.h"
#include "shell/switch-row.h"
#include "stage.h"

static TokSession *session;
static GtkWidget *window;

static void
open_row (GType type, const char *param_name)
{
  session = stage_session_new ();
  window = stage_open (g_object_new (type, "param-name", param_name, "session", session, NULL), 380, 80);
}

static void
close_row (void)
{
  stage_close (window);
  g_assert_finalize_object (session);
}

static GtkDropDown *
drop_down (void)
{
  return GTK_DROP_DOWN (stage_find (window, GTK_TYPE_DROP_DOWN, 0));
}

static const char *
choice_at (guint position)
{
  return gtk_string_list_get_string (GTK_STRING_LIST (gtk_drop_down_get_model (drop_down ())), position);
}

static double
get (TokParam param)
{
  return tok_plan_get (tok_session_get_plan (session), param);
}

static void
test_lists_every_choice_by_its_label (void)
{
  open_row (TOK_TYPE_CHOICE_ROW, "kv_k");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (drop_down ())), ==, TOK_N_KV_TYPES);
  g_assert_cmpstr (choice_at (TOK_KV_Q8_0), ==, tok_label_choice (TOK_PARAM_KV_K, TOK_KV_Q8_0));
  g_assert_cmpuint (gtk_drop_down_get_selected (drop_down ()), ==, TOK_KV_F16);
  close_row ();
}

static void
test_a_choice_is_taken_and_undone (void)
{
  open_row (TOK_TYPE_CHOICE_ROW, "kv_k");
  gtk_drop_down_set_selected (drop_down (), TOK_KV_Q8_0);
  g_assert_cmpfloat (get (TOK_PARAM_KV_K), ==, TOK_KV_Q8_0);
  tok_session_undo (session);
  g_assert_cmpuint (gtk_drop_down_get_selected (drop_down ()), ==, TOK_KV_F16);
  close_row ();
}

static void
test_auto_comes_first_and_says_what_it_comes_to (void)
{
  open_row (TOK_TYPE_CHOICE_ROW, "os");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (drop_down ())), ==, TOK_N_OS + 1);
  g_assert_cmpuint (gtk_drop_down_get_selected (drop_down ()), ==, 0);
  g_assert_nonnull (strstr (choice_at (0), tok_label_choice (TOK_PARAM_OS, TOK_OS_LINUX)));
  gtk_drop_down_set_selected (drop_down (), TOK_OS_WINDOWS + 1);
  g_assert_cmpfloat (get (TOK_PARAM_OS), ==, TOK_OS_WINDOWS);
  g_assert_cmpuint (gtk_drop_down_get_selected (drop_down ()), ==, TOK_OS_WINDOWS + 1);
  gtk_drop_down_set_selected (drop_down (), 0);
  g_assert_cmpfloat (get (TOK_PARAM_OS), ==, TOK_AUTO);
  close_row ();
}

static void
test_the_drop_down_is_named_by_the_label (void)
{
  open_row (TOK_TYPE_CHOICE_ROW, "os");
  g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (drop_down ()), GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  close_row ();
}

static void
test_a_switch_follows_and_sets_the_plan (void)
{
  GtkSwitch *toggle;

  open_row (TOK_TYPE_SWITCH_ROW, "flash_attention");
  toggle = GTK_SWITCH (stage_find (window, GTK_TYPE_SWITCH, 0));
  g_assert_true (gtk_switch_get_active (toggle));
  gtk_switch_set_active (toggle, FALSE);
  g_assert_cmpfloat (get (TOK_PARAM_FLASH_ATTENTION), ==, 0);
  tok_session_undo (session);
  g_assert_true (gtk_switch_get_active (toggle));
  g_assert_true (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  close_row ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/choice-row/lists-every-choice-by-its-label", test_lists_every_choice_by_its_label);
  g_test_add_func ("/choice-row/a-choice-is-taken-and-undone", test_a_choice_is_taken_and_undone);
  g_test_add_func ("/choice-row/auto-comes-first-and-says-what-it-comes-to", test_auto_comes_first_and_says_what_it_comes_to);
  g_test_add_func ("/choice-row/the-drop-down-is-named-by-the-label", test_the_drop_down_is_named_by_the_label);
  g_test_add_func ("/switch-row/a-switch-follows-and-sets-the-plan", test_a_switch_follows_and_sets_the_plan);
  return g_test_run ();
}
