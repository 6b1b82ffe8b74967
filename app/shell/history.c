/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One array of states; undo and redo move the present one along it. */

#include "shell/history.h"

typedef struct
{
  TokPlan *plan;
  char    *label;    /* of the change that led here; NULL for the first state */
  int      subject;
  double   seconds;
} State;

struct _TokHistory
{
  GArray *states;    /* of State, at least one */
  guint   present;
};

static void
state_clear (State *state)
{
  tok_plan_free (state->plan);
  g_free (state->label);
}

static State *
state_at (TokHistory *history, guint index)
{
  return &g_array_index (history->states, State, index);
}

static gboolean
continues_step (const State *state, int subject, double seconds)
{
  return subject != TOK_HISTORY_NO_SUBJECT && state->subject == subject && seconds - state->seconds < TOK_HISTORY_MERGE_SECONDS;
}

static void
append (TokHistory *history, const TokPlan *plan, const char *label, int subject, double seconds)
{
  State state = { tok_plan_dup (plan), g_strdup (label), subject, seconds };

  g_array_append_val (history->states, state);
  if (history->states->len > TOK_HISTORY_LIMIT + 1)
    g_array_remove_index (history->states, 0);
  history->present = history->states->len - 1;
}

TokHistory *
tok_history_new (const TokPlan *plan)
{
  TokHistory *history = g_new0 (TokHistory, 1);

  history->states = g_array_new (FALSE, FALSE, sizeof (State));
  g_array_set_clear_func (history->states, (GDestroyNotify) state_clear);
  append (history, plan, NULL, TOK_HISTORY_NO_SUBJECT, 0.0);
  return history;
}

void
tok_history_free (TokHistory *history)
{
  g_array_unref (history->states);
  g_free (history);
}

void
tok_history_add (TokHistory *history, const TokPlan *plan, const char *label, int subject, double seconds)
{
  State *state = state_at (history, history->present);

  if (tok_plan_equal (state->plan, plan))
    return;
  g_array_set_size (history->states, history->present + 1);
  if (continues_step (state, subject, seconds))
    {
      tok_plan_free (state->plan);
      state->plan = tok_plan_dup (plan);
      state->seconds = seconds;
    }
  else
    append (history, plan, label, subject, seconds);
}

const TokPlan *
tok_history_undo (TokHistory *history)
{
  if (history->present == 0)
    return NULL;
  /* A change right after an undo is a new step, not a part of the one that was reached. */
  history->present--;
  state_at (history, history->present)->subject = TOK_HISTORY_NO_SUBJECT;
  return state_at (history, history->present)->plan;
}

const TokPlan *
tok_history_redo (TokHistory *history)
{
  if (history->present + 1 == history->states->len)
    return NULL;
  history->present++;
  state_at (history, history->present)->subject = TOK_HISTORY_NO_SUBJECT;
  return state_at (history, history->present)->plan;
}

const char *
tok_history_undo_label (TokHistory *history)
{
  return state_at (history, history->present)->label;
}

const char *
tok_history_redo_label (TokHistory *history)
{
  return history->present + 1 < history->states->len ? state_at (history, history->present + 1)->label : NULL;
}
