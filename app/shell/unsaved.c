/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A restored plan keeps its file until its window closes, so that not even the end of the desktop's session loses it. */

#include "shell/unsaved.h"

#define FOLDER "tokplan"
#define KEPT_FILE "kept-file"

static char *
folder_path (void)
{
  return g_build_filename (g_get_user_state_dir (), FOLDER, NULL);
}

/* Named by the time, so that names sort by age. */
static GFile *
new_file (void)
{
  g_autofree char *folder = folder_path ();
  g_autofree char *name = g_strdup_printf ("%" G_GINT64_FORMAT TOK_PLAN_SUFFIX, g_get_real_time ());

  g_mkdir_with_parents (folder, 0700);
  return g_file_new_build_filename (folder, name, NULL);
}

void
tok_unsaved_keep (TokSession *session)
{
  GFile *kept = g_object_get_data (G_OBJECT (session), KEPT_FILE);
  g_autoptr (GFile) file = kept != NULL ? g_object_ref (kept) : new_file ();
  g_autoptr (GError) error = NULL;
  gboolean modified;

  g_object_get (session, "modified", &modified, NULL);
  if (modified)
    tok_session_save_copy (session, file, &error);
  else if (kept != NULL)
    g_file_delete (kept, NULL, &error);
  if (error != NULL)
    g_message ("%s", error->message);
}

static int
compare_files (gconstpointer one, gconstpointer other)
{
  return g_strcmp0 (g_file_peek_path (*(GFile *const *) one), g_file_peek_path (*(GFile *const *) other));
}

GPtrArray *
tok_unsaved_list (void)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *folder = folder_path ();
  g_autoptr (GDir) names = g_dir_open (folder, 0, NULL);
  const char *name;

  while (names != NULL && (name = g_dir_read_name (names)) != NULL)
    if (g_str_has_suffix (name, TOK_PLAN_SUFFIX))
      g_ptr_array_add (files, g_file_new_build_filename (folder, name, NULL));
  g_ptr_array_sort (files, compare_files);
  return files;
}

gboolean
tok_unsaved_restore (TokSession *session, GFile *file)
{
  g_autoptr (GError) error = NULL;

  if (tok_session_open_copy (session, file, &error))
    g_object_set_data_full (G_OBJECT (session), KEPT_FILE, g_object_ref (file), g_object_unref);
  else
    g_message ("%s", error->message);
  return error == NULL;
}
