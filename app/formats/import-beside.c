/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A download keeps the name of the model in the file's own name, in its folder's, or, in the cache of Hugging Face, two folders
 * further up: "models--Qwen--Qwen3-8B/snapshots/HASH/config.json". */

#include "formats/import-beside.h"

#include <string.h>

#include "formats/file-read.h"
#include "formats/text-privacy.h"

#define LONGEST_NAME 96          /* bytes, with the end */
#define FOLDERS_ABOVE 3

char *
tok_import_source (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *source = g_filename_display_name (base != NULL ? base : "");

  for (char *at = source; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      *at = ' ';
  return g_steal_pointer (&source);
}

char *
tok_import_model_name (GFile *file)
{
  g_autofree char *source = file != NULL ? tok_import_source (file) : g_strdup ("");
  char name[LONGEST_NAME];

  tok_text_copy_model (name, sizeof name, source, strlen (source));
  return g_strdup (name);
}

/* Names of models have a number in them: "Qwen3-8B", "phi-2".  Hashes have too, and names of people's folders may. */
static gboolean
is_model_name (const char *name)
{
  return name[0] != '\0' && name[strcspn (name, "0123456789")] != '\0' && name[strspn (name, "0123456789abcdef")] != '\0';
}

/* "models--Qwen--Qwen3-8B" is Qwen's Qwen3-8B. */
static char *
behind_organization (const char *name)
{
  const char *last = g_strrstr (name, "--");
  char clean[LONGEST_NAME];

  tok_text_copy (clean, sizeof clean, last != NULL ? last + 2 : name, strlen (last != NULL ? last + 2 : name));
  return g_strdup (clean);
}

static gboolean
is_home (GFile *folder)
{
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());

  return g_file_equal (folder, home);
}

/* "Qwen--Qwen3-8B_config.json", "phi-2.config.json" */
static char *
name_in_front (const char *source)
{
  static const char suffix[] = "config.json";
  gsize length = strlen (source) - (g_str_has_suffix (source, suffix) ? sizeof suffix - 1 : 0);

  while (length > 0 && strchr ("_-.", source[length - 1]) != NULL)
    length--;
  return g_str_has_suffix (source, suffix) ? g_strndup (source, length) : g_strdup ("");
}

char *
tok_import_config_name (GFile *file)
{
  g_autofree char *source = file != NULL ? tok_import_source (file) : g_strdup ("");
  g_autofree char *front = name_in_front (source);
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;

  if (is_model_name (front))
    return behind_organization (front);
  for (guint i = 0; i < FOLDERS_ABOVE && folder != NULL && !is_home (folder); i++)
    {
      g_autoptr (GFile) inner = folder;
      g_autofree char *name = tok_import_source (inner);

      folder = g_file_get_parent (inner);
      if (is_model_name (name) && (i == 0 || g_str_has_prefix (name, "models--")))
        return behind_organization (name);
    }
  return g_strdup ("");
}

TokJson *
tok_import_json_beside (GFile        *file,
                        const char   *name,
                        const TokJson *json,
                        GCancellable *cancellable)
{
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  g_autoptr (GFile) other = folder != NULL ? g_file_get_child (folder, name) : NULL;
  g_autofree char *text = NULL;
  g_autoptr (TokJson) beside = NULL;
  gsize length;

  if (other == NULL || g_cancellable_is_cancelled (cancellable))
    return NULL;
  text = tok_file_read (other, tok_json_room (json), &length, NULL);
  if (text != NULL)
    beside = tok_json_parse_beside (json, text, length, NULL);
  return beside != NULL && JSON_NODE_HOLDS_OBJECT (tok_json_root (beside)) ? g_steal_pointer (&beside) : NULL;
}
