/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of the plan: opened, saved, named, and let go when undo leaves it. */

#include "shell/session-private.h"

#include <glib/gi18n.h>

static const char *
opening_label (void)
{
  return _("Opening a plan");
}

static void
mark_saved (TokSession *self, GFile *file)
{
  tok_plan_clear (&self->saved);
  tok_plan_copy (&self->plan, &self->saved);
  g_set_object (&self->file, file);
  g_object_notify (G_OBJECT (self), "name");
}

char *
_tok_session_get_name (TokSession *self)
{
  g_autofree char *basename = NULL;

  if (self->extra.name != NULL && self->extra.name[0] != '\0')
    return g_strdup (self->extra.name);
  if (self->file == NULL)
    return g_strdup (_("New plan"));

  basename = g_file_get_basename (self->file);
  if (g_str_has_suffix (basename, TOK_PLAN_SUFFIX))
    basename[strlen (basename) - strlen (TOK_PLAN_SUFFIX)] = '\0';
  return g_filename_display_name (basename);
}

/* The plan on the other side of an opening is not the file's: saving it must not replace what is there. */
void
_tok_session_pass_step (TokSession *self, const char *label)
{
  if (g_strcmp0 (label, opening_label ()) != 0)
    return;
  g_clear_object (&self->file);
  tok_plan_extra_clear (&self->extra);
  g_object_notify (G_OBJECT (self), "name");
}

GFile *
tok_session_get_file (TokSession *session)
{
  return session->file;
}

/* A plan that was never touched is nothing to go back to. */
static void
remember_opening (TokSession *self)
{
  if (self->file != NULL || tok_history_undo_label (self->history) != NULL)
    tok_history_add (self->history, &self->plan, opening_label (), TOK_HISTORY_NO_SUBJECT, _tok_session_now_seconds ());
  else
    {
      tok_history_free (self->history);
      self->history = tok_history_new (&self->plan);
    }
}

static gboolean
load (TokSession *self, GFile *file, GError **error)
{
  TokPlanExtra extra = { 0 };
  TokPlan plan;

  if (!tok_plan_load (file, self->catalog, &plan, &extra, error))
    return FALSE;

  tok_plan_clear (&self->plan);
  self->plan = plan;
  tok_plan_extra_clear (&self->extra);
  self->extra = extra;
  remember_opening (self);
  return TRUE;
}

gboolean
tok_session_open (TokSession *session, GFile *file, GError **error)
{
  if (!load (session, file, error))
    return FALSE;

  mark_saved (session, file);
  _tok_session_finish_change (session);
  return TRUE;
}

gboolean
tok_session_save (TokSession *session, GFile *file, GError **error)
{
  if (!tok_session_save_copy (session, file, error))
    return FALSE;

  mark_saved (session, file);
  _tok_session_notify_state (session);
  return TRUE;
}

gboolean
tok_session_open_copy (TokSession *session, GFile *file, GError **error)
{
  if (!load (session, file, error))
    return FALSE;

  _tok_session_finish_change (session);
  return TRUE;
}

gboolean
tok_session_save_copy (TokSession *session, GFile *file, GError **error)
{
  return tok_plan_save (&session->plan, &session->extra, file, error);
}
