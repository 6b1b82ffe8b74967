/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists of devices, hosts and models: what they show, find and set. */

#include "shell/picker.h"
#include "imported.h"
#include "stage.h"

static TokSession *session;
static GtkWidget *window;
static TokPicker *picker;

static void
open_picker (TokPickerKind kind)
{
  session = stage_session_new ();
  picker = g_object_new (TOK_TYPE_PICKER, "kind", kind, "session", session, NULL);
  window = stage_open (GTK_WIDGET (picker), 380, 80);
}

static void
close_picker (void)
{
  stage_close (window);
  g_assert_finalize_object (session);
}

static guint
search (const char *words)
{
  tok_picker_search (picker, words);
  return g_list_model_get_n_items (tok_picker_get_entries (picker));
}

static const char *
id_at (guint position)
{
  return gtk_string_list_get_string (GTK_STRING_LIST (tok_picker_get_entries (picker)), position);
}

static const TokPlan *
plan (void)
{
  return tok_session_get_plan (session);
}

static void
test_lists_all_of_the_catalog (void)
{
  open_picker (TOK_PICKER_MODEL);
  g_assert_cmpuint (search (""), ==, tok_catalog_n_models (tok_session_get_catalog (session)));
  close_picker ();
}

static void
test_every_word_narrows_the_list (void)
{
  guint n_cards, n_large;

  open_picker (TOK_PICKER_DEVICE);
  n_cards = search ("4090");
  n_large = search ("4090 laptop");
  g_assert_cmpuint (n_cards, >, n_large);
  g_assert_cmpuint (n_large, ==, 1);
  g_assert_cmpstr (id_at (0), ==, "geforce-rtx-4090-laptop");
  g_assert_cmpuint (search ("no such device"), ==, 0);
  close_picker ();
}

static void
test_picking_a_device_sets_its_values (void)
{
  open_picker (TOK_PICKER_DEVICE);
  search ("3090 ti");
  tok_picker_pick (picker, 0);
  g_assert_cmpstr (plan ()->devices[0].device.id, ==, "geforce-rtx-3090-ti");
  g_assert_true (stage_reads (window, plan ()->devices[0].device.name) || stage_reads (window, "RTX 3090 Ti"));
  tok_session_undo (session);
  g_assert_cmpstr (plan ()->devices[0].device.id, ==, "geforce-rtx-4090");
  g_assert_null (tok_session_get_undo_label (session));
  close_picker ();
}

static void
test_hosts_are_processors_only (void)
{
  const TokCatalog *catalog;

  open_picker (TOK_PICKER_HOST);
  catalog = tok_session_get_catalog (session);
  g_assert_cmpuint (search (""), <, tok_catalog_n_devices (catalog));
  for (guint i = 0; i < g_list_model_get_n_items (tok_picker_get_entries (picker)); i++)
    g_assert_cmpint (tok_catalog_find_device (catalog, id_at (i))->device.kind, ==, TOK_DEVICE_CPU);
  close_picker ();
}

static void
test_picking_a_host_makes_it_known (void)
{
  open_picker (TOK_PICKER_HOST);
  g_assert_false (plan ()->host_known);
  search ("ddr5-6000");
  tok_picker_pick (picker, 0);
  g_assert_true (plan ()->host_known);
  g_assert_true (stage_reads (window, plan ()->host.device.name));
  close_picker ();
}

static void
test_picking_a_model_keeps_the_file_type (void)
{
  open_picker (TOK_PICKER_MODEL);
  tok_session_set_param (session, TOK_PARAM_FILE_TYPE, TOK_FILE_Q8_0);
  search ("qwen3 30b a3b");
  tok_picker_pick (picker, 0);
  g_assert_true (tok_architecture_is_moe (plan ()->base));
  g_assert_cmpfloat (tok_plan_get (plan (), TOK_PARAM_FILE_TYPE), ==, TOK_FILE_Q8_0);
  close_picker ();
}

static void
test_opens_with_everything_and_the_search_ready (void)
{
  GtkPopover *popover;

  open_picker (TOK_PICKER_MODEL);
  search ("llama");
  popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (stage_find (window, GTK_TYPE_MENU_BUTTON, 0)));
  gtk_popover_popup (popover);
  stage_settle (window);
  g_assert_cmpuint (g_list_model_get_n_items (tok_picker_get_entries (picker)), ==,
                    tok_catalog_n_models (tok_session_get_catalog (session)));
  g_assert_true (GTK_IS_SEARCH_ENTRY (gtk_widget_get_ancestor (gtk_root_get_focus (GTK_ROOT (window)), GTK_TYPE_SEARCH_ENTRY)));
  gtk_popover_popdown (popover);
  stage_settle (window);
  close_picker ();
}

static void
test_enter_alone_keeps_the_plan (void)
{
  GtkPopover *popover;

  open_picker (TOK_PICKER_DEVICE);
  popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (stage_find (window, GTK_TYPE_MENU_BUTTON, 0)));
  gtk_popover_popup (popover);
  stage_settle (window);
  g_signal_emit_by_name (stage_find (window, GTK_TYPE_SEARCH_ENTRY, 0), "activate");
  g_assert_cmpstr (plan ()->devices[0].device.id, ==, "geforce-rtx-4090");
  g_assert_null (tok_session_get_undo_label (session));
  close_picker ();
}

/* The catalog does not have it, so that none of the list is it. */
static void
test_the_model_of_a_file_has_its_name_and_stays (void)
{
  g_autoptr (TokImport) import = NULL;
  GtkPopover *popover;

  open_picker (TOK_PICKER_MODEL);
  import = imported_new (session, imported_config);
  tok_session_import (session, import);
  stage_settle (window);
  g_assert_true (stage_reads (window, plan ()->base->name));
  popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (stage_find (window, GTK_TYPE_MENU_BUTTON, 0)));
  gtk_popover_popup (popover);
  stage_settle (window);
  g_signal_emit_by_name (stage_find (window, GTK_TYPE_SEARCH_ENTRY, 0), "activate");
  g_assert_cmpstr (plan ()->base->id, ==, "");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (popover)));
  close_picker ();
}

/* Faster than the delay of a search entry: what was typed counts, not what the list showed before. */
static void
test_enter_right_after_typing_picks_what_was_typed (void)
{
  GtkWidget *entry;

  open_picker (TOK_PICKER_DEVICE);
  search ("");
  entry = stage_find (window, GTK_TYPE_SEARCH_ENTRY, 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), "5090 32");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (plan ()->devices[0].device.id, ==, "geforce-rtx-5090");
  close_picker ();
}

static void
test_escape_closes_the_list (void)
{
  GtkPopover *popover;

  open_picker (TOK_PICKER_DEVICE);
  popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (stage_find (window, GTK_TYPE_MENU_BUTTON, 0)));
  gtk_popover_popup (popover);
  stage_settle (window);
  g_signal_emit_by_name (stage_find (window, GTK_TYPE_SEARCH_ENTRY, 0), "stop-search");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (popover)));
  close_picker ();
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/picker/lists-all-of-the-catalog", test_lists_all_of_the_catalog);
  g_test_add_func ("/picker/every-word-narrows-the-list", test_every_word_narrows_the_list);
  g_test_add_func ("/picker/picking-a-device-sets-its-values", test_picking_a_device_sets_its_values);
  g_test_add_func ("/picker/hosts-are-processors-only", test_hosts_are_processors_only);
  g_test_add_func ("/picker/picking-a-host-makes-it-known", test_picking_a_host_makes_it_known);
  g_test_add_func ("/picker/picking-a-model-keeps-the-file-type", test_picking_a_model_keeps_the_file_type);
  g_test_add_func ("/picker/opens-with-everything-and-the-search-ready", test_opens_with_everything_and_the_search_ready);
  g_test_add_func ("/picker/enter-alone-keeps-the-plan", test_enter_alone_keeps_the_plan);
  g_test_add_func ("/picker/the-model-of-a-file-has-its-name-and-stays", test_the_model_of_a_file_has_its_name_and_stays);
  g_test_add_func ("/picker/enter-right-after-typing-picks-what-was-typed", test_enter_right_after_typing_picks_what_was_typed);
  g_test_add_func ("/picker/escape-closes-the-list", test_escape_closes_the_list);
  return g_test_run ();
}
