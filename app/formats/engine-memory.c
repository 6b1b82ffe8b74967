/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "CUDA0 model buffer size = 4155.99 MiB" of one place and one kind; lines of one load add up, a new load starts anew. */

#include "formats/engine-memory.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/units.h"
#include "formats/log-context.h"
#include "formats/logfmt.h"
#include "formats/memory-breakdown.h"
#include "formats/text-number.h"
#include "formats/text-privacy.h"

#define BUFFER_SIZE " buffer size"

typedef struct
{
  TokReading        *reading;
  TokLogContext      context;
  GArray            *buffers;     /* TokLoggedBuffer, as they were logged */
  GArray            *others;      /* what Ollama says of the same, without lines of llama.cpp */
  TokMemoryBreakdown breakdown;
  TokLoggedBuffer    whole_cache; /* "KV self size" of logs before 2024, without places */
} Walk;

static const struct { const char *word; TokLoggedKind kind; } kinds[] = {
  { "model", TOK_LOGGED_WEIGHTS }, { "KV", TOK_LOGGED_KV }, { "RS", TOK_LOGGED_STATE },
  { "compute", TOK_LOGGED_COMPUTE }, { "output", TOK_LOGGED_OUTPUT },
};

static void
add (GArray *to, TokLoggedKind kind, gboolean is_draft, const char *place, gsize length, double bytes, guint line)
{
  TokLoggedBuffer buffer = { .kind = kind, .is_draft = is_draft, .bytes = bytes, .line = line };

  tok_text_copy (buffer.place, sizeof buffer.place, place, length);
  if (to->len < TOK_READ_MAX_BUFFERS && bytes > 0.0)
    g_array_append_val (to, buffer);
}

/* Drops what is of @is_draft, down from @first: all of it, or what a context allocates. */
static void
drop (Walk *self, gboolean is_draft, TokLoggedKind first)
{
  for (guint i = self->buffers->len; i > 0; i--)
    {
      const TokLoggedBuffer *buffer = &g_array_index (self->buffers, TokLoggedBuffer, i - 1);

      if (buffer->is_draft == is_draft && buffer->kind >= first)
        g_array_remove_index (self->buffers, i - 1);
    }
}

/* The word that ends at @end, between @start and there. */
static const char *
word_before (const char *start, const char *end, gsize *length)
{
  const char *at;

  while (end > start && end[-1] == ' ')
    end--;
  for (at = end; at > start && at[-1] != ' ' && at[-1] != '\t'; at--)
    ;
  *length = (gsize) (end - at);
  return at;
}

static void
read_buffer (Walk *self, const char *line, guint number)
{
  const char *size = strstr (line, BUFFER_SIZE);
  const char *word, *value;
  gsize length, n;
  double bytes;

  /* the projector's is printed the same way; "size is … matches expectation" says it again */
  if (size == NULL || strstr (line, "alloc_compute_meta") != NULL)
    return;
  value = size + strlen (BUFFER_SIZE);
  value += strspn (value, " ");
  if (*value != '=')
    return;
  value++;
  if (!tok_number_read_bytes (&value, self->reading->decimal_comma, &bytes))
    return;
  word = word_before (line, size, &length);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strlen (kinds[i].word) == length && strncmp (word, kinds[i].word, length) == 0)
      {
        const char *place = word_before (line, word, &n);

        add (self->buffers, kinds[i].kind, self->context.is_draft, place, n, bytes, number);
        return;
      }
  if (strstr (line, "load_tensors") != NULL)
    add (self->buffers, TOK_LOGGED_WEIGHTS, self->context.is_draft, word, length, bytes, number);
}

/* A load, a context, or the buffers of a graph begin anew. */
static void
read_beginning (Walk *self, const char *line)
{
  gboolean is_draft = self->context.is_draft;

  if (strstr (line, " tensors from ") != NULL)
    {
      drop (self, is_draft, TOK_LOGGED_WEIGHTS);
      if (!is_draft)
        {
          drop (self, TRUE, TOK_LOGGED_WEIGHTS);
          g_array_set_size (self->others, 0);
          self->whole_cache.bytes = 0.0;
        }
    }
  else if (strstr (line, "constructing llama_context") != NULL || strstr (line, "llama_new_context_with_model: n_ctx ") != NULL
           || strstr (line, "llama_init_from_model: n_seq_max") != NULL || strstr (line, "llama_init_from_model: n_ctx ") != NULL)
    drop (self, is_draft, TOK_LOGGED_KV);
  else if (strstr (line, "sched_reserve: reserving") != NULL)
    for (guint i = self->buffers->len; i > 0; i--)
      if (g_array_index (self->buffers, TokLoggedBuffer, i - 1).kind == TOK_LOGGED_COMPUTE
          && g_array_index (self->buffers, TokLoggedBuffer, i - 1).is_draft == is_draft)
        g_array_remove_index (self->buffers, i - 1);
}

/* "llama_context: n_ctx = 4096" */
static void
read_context (Walk *self, const char *line)
{
  const char *at = self->context.is_draft ? NULL : tok_text_behind (line, ": n_ctx ");
  double tokens;

  if (at != NULL && tok_number_read (&at, FALSE, &tokens) && tokens > 0.0)
    self->reading->result->context_tokens = tokens;
}

static void
read_whole_cache (Walk *self, const char *line, guint number)
{
  const char *at = tok_text_behind (line, "KV self size");

  if (at == NULL)
    at = tok_text_behind (line, "kv self size");
  if (at == NULL)
    return;
  self->whole_cache = (TokLoggedBuffer) { .kind = TOK_LOGGED_KV, .line = number };
  if (!tok_number_read_bytes (&at, self->reading->decimal_comma, &self->whole_cache.bytes))
    self->whole_cache.bytes = 0.0;
}

/* A later line about the same replaces the one before: Ollama logs each try to fit a model. */
static void
set_other (Walk *self, TokLoggedKind kind, const char *place, const char *value, guint number)
{
  double bytes;

  if (value == NULL || !tok_number_read_bytes (&value, FALSE, &bytes))
    return;
  for (guint i = self->others->len; i > 0; i--)
    {
      const TokLoggedBuffer *other = &g_array_index (self->others, TokLoggedBuffer, i - 1);

      if (other->kind == kind && g_str_equal (other->place, place))
        g_array_remove_index (self->others, i - 1);
    }
  add (self->others, kind, FALSE, place, strlen (place), bytes, number);
}

/* msg="model weights" device=CUDA0 size="4.3 GiB", and memory.required.kv="496.0 MiB" of the line on offload. */
static void
read_ollama (Walk *self, const char *line, guint number)
{
  static const struct { const char *message; TokLoggedKind kind; } messages[] = {
    { "model weights", TOK_LOGGED_WEIGHTS }, { "kv cache", TOK_LOGGED_KV }, { "compute graph", TOK_LOGGED_COMPUTE },
  };
  static const struct { const char *key; TokLoggedKind kind; } required[] = {
    { "memory.weights.total", TOK_LOGGED_WEIGHTS }, { "memory.required.kv", TOK_LOGGED_KV },
  };
  g_autofree char *message = tok_logfmt_value (line, "msg");
  g_autofree char *device = tok_logfmt_value (line, "device");
  g_autofree char *size = tok_logfmt_value (line, "size");

  /* what the key was called in the first versions */
  if (device == NULL)
    device = tok_logfmt_value (line, "buffer");
  if (device == NULL)
    device = tok_logfmt_value (line, "buffer_type");
  for (guint i = 0; message != NULL && device != NULL && i < G_N_ELEMENTS (messages); i++)
    if (g_str_equal (message, messages[i].message))
      set_other (self, messages[i].kind, device, size, number);
  for (guint i = 0; message != NULL && i < G_N_ELEMENTS (required); i++)
    {
      g_autofree char *value = tok_logfmt_value (line, required[i].key);

      set_other (self, required[i].kind, "", value, number);
    }
}

/* "failed to allocate CUDA0 buffer of size 17752270848", in bytes. */
static void
read_failure (Walk *self, const char *line, guint number)
{
  const char *at = strstr (line, "failed to allocate");
  double bytes;

  at = at != NULL ? tok_text_behind (at, "buffer of size") : NULL;
  if (at != NULL && tok_number_read_bytes (&at, FALSE, &bytes))
    tok_reading_note (self->reading, number, _("An allocation of %.0f MiB failed; it is not counted."), bytes / TOK_MIB);
}

static void
add_all (TokReading *reading, GArray *buffers)
{
  for (guint i = 0; i < buffers->len; i++)
    {
      const TokLoggedBuffer *buffer = &g_array_index (buffers, TokLoggedBuffer, i);

      tok_reading_add_buffer (reading, buffer->kind, buffer->is_draft, buffer->place, buffer->bytes, buffer->line);
    }
}

static gboolean
has_kind (GArray *buffers, TokLoggedKind kind)
{
  for (guint i = 0; i < buffers->len; i++)
    if (g_array_index (buffers, TokLoggedBuffer, i).kind == kind)
      return TRUE;
  return FALSE;
}

/* The lines of buffers are the most exact; a table or an estimate counts only without them. */
static void
finish (Walk *self)
{
  tok_memory_breakdown_close (&self->breakdown);
  if (self->buffers->len > 0)
    {
      add_all (self->reading, self->buffers);
      if (!has_kind (self->buffers, TOK_LOGGED_KV) && self->whole_cache.bytes > 0.0)
        tok_reading_add_buffer (self->reading, TOK_LOGGED_KV, FALSE, "", self->whole_cache.bytes, self->whole_cache.line);
      if (self->breakdown.buffers->len > 0)
        tok_reading_note (self->reading, 0, _("The memory breakdown repeats the buffers and is not counted twice."));
    }
  else if (self->breakdown.buffers->len > 0)
    add_all (self->reading, self->breakdown.buffers);
  else
    add_all (self->reading, self->others);
}

void
tok_engine_memory_read (TokReading *reading)
{
  Walk walk = {
    .reading = reading,
    .buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer)),
    .others = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer)),
  };

  tok_log_context_init (&walk.context);
  tok_memory_breakdown_init (&walk.breakdown);
  for (guint i = 0; i < tok_text_length (reading->text); i++)
    {
      const char *line = tok_text_line (reading->text, i);
      guint number = tok_text_number (reading->text, i);

      tok_log_context_read (&walk.context, reading, i);
      read_beginning (&walk, line);
      read_context (&walk, line);
      read_buffer (&walk, line, number);
      read_whole_cache (&walk, line, number);
      tok_memory_breakdown_read (&walk.breakdown, line, number);
      if (strstr (line, "msg=") != NULL)
        read_ollama (&walk, line, number);
      read_failure (&walk, line, number);
    }
  finish (&walk);
  tok_memory_breakdown_clear (&walk.breakdown);
  g_array_unref (walk.buffers);
  g_array_unref (walk.others);
}
