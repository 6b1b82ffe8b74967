/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form of RFC 8259 without the meaning: the strict reader sees what this finds. */

#include "formats/json-span.h"

#include <string.h>

#include "formats/json-parse.h"

static gboolean
step (TokJsonSpan *self)
{
  if (self->at >= self->end)
    {
      self->is_cut = TRUE;
      return FALSE;
    }
  if (self->n_steps == 0)
    return FALSE;
  self->n_steps--;
  return TRUE;
}

static gboolean
skip_space (TokJsonSpan *self)
{
  for (; step (self); self->at++)
    if (*self->at != '\0' && strchr (" \n\r\t", *self->at) == NULL)
      return TRUE;
  return FALSE;
}

static gboolean
skip_string (TokJsonSpan *self)
{
  for (self->at++; step (self); self->at++)
    if (*self->at == '"')
      {
        self->at++;
        return TRUE;
      }
    else if ((guchar) *self->at < 0x20)
      return FALSE;
    else if (*self->at == '\\' && self->at + 1 < self->end)
      self->at++;
  return FALSE;
}

static gboolean
skip_scalar (TokJsonSpan *self)
{
  const char *start = self->at;

  while (step (self) && (g_ascii_isalnum (*self->at) || strchr ("+-.", *self->at) != NULL) && *self->at != '\0')
    self->at++;
  return self->at > start;
}

static gboolean skip_value (TokJsonSpan *self, guint depth);

/* Past the opening bracket, @close its counterpart. */
static gboolean
skip_members (TokJsonSpan *self, char close, guint depth)
{
  self->at++;
  if (!skip_space (self))
    return FALSE;
  if (*self->at == close)
    {
      self->at++;
      return TRUE;
    }
  for (;;)
    {
      if (close == '}')
        {
          if (!skip_space (self) || *self->at != '"' || !skip_string (self) || !skip_space (self) || *self->at != ':')
            return FALSE;
          self->at++;
        }
      if (!skip_value (self, depth) || !skip_space (self))
        return FALSE;
      if (*self->at == close)
        {
          self->at++;
          return TRUE;
        }
      if (*self->at++ != ',')
        return FALSE;
    }
}

static gboolean
skip_value (TokJsonSpan *self, guint depth)
{
  if (depth >= TOK_JSON_MAX_DEPTH || !skip_space (self))
    return FALSE;
  if (*self->at == '{')
    return skip_members (self, '}', depth + 1);
  if (*self->at == '[')
    return skip_members (self, ']', depth + 1);
  return *self->at == '"' ? skip_string (self) : skip_scalar (self);
}

gboolean
tok_json_span_skip (TokJsonSpan *self)
{
  self->is_cut = FALSE;
  return self->at < self->end && *self->at == '{' && skip_value (self, 0);
}
