/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of the start of vLLM and SGLang.  Both call 2^30 bytes a GB. */

#include <glib/gi18n.h>
#include <string.h>

#include "formats/text-number.h"
#include "formats/text-privacy.h"
#include "formats/vllm-bench.h"

#define TOKENS_PER_BLOCK 16.0   /* vLLM's default, see --block-size */

typedef struct
{
  const char   *key;
  TokLoggedKind kind;
} Line;

/* Only the first of each kind counts where one load says it in several ways. */
static const Line lines[] = {
  { "Model loading took ", TOK_LOGGED_WEIGHTS },
  { "Loading model weights took ", TOK_LOGGED_WEIGHTS },
  { "model weights take ", TOK_LOGGED_WEIGHTS },
  { "mem usage=", TOK_LOGGED_WEIGHTS },
  { "Available KV cache memory:", TOK_LOGGED_KV },
  { "reserved for KV Cache is ", TOK_LOGGED_KV },
  { "PyTorch activation peak memory takes ", TOK_LOGGED_COMPUTE },
};

/* "(Worker_TP1 pid=86)" names the place; a process alone is the GPU. */
static void
place_of (const char *line, char *place, gsize size)
{
  const char *at = strstr (line, "Worker_");

  if (at == NULL)
    at = strstr (line, " TP");
  if (at == NULL || strcspn (at, " )]") >= size)
    {
      g_strlcpy (place, "GPU", size);
      return;
    }
  at += *at == ' ' ? 1 : strlen ("Worker_");
  tok_text_copy (place, size, at, strcspn (at, " )]:"));
}

static gboolean
is_known (const TokReading *reading, TokLoggedKind kind, const char *place)
{
  for (guint i = 0; i < reading->result->buffers->len; i++)
    {
      const TokLoggedBuffer *buffer = &g_array_index (reading->result->buffers, TokLoggedBuffer, i);

      if (buffer->kind == kind && g_str_equal (buffer->place, place))
        return TRUE;
    }
  return FALSE;
}

static void
read_buffers (TokReading *reading, const char *line, guint number)
{
  char place[32];

  place_of (line, place, sizeof place);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      const char *at = tok_text_behind (line, lines[i].key);
      const char *start = at;
      double bytes;

      if (at != NULL && tok_number_read_bytes (&at, reading->decimal_comma, &bytes) && bytes > 0.0
          && memchr (start, 'B', (gsize) (at - start)) != NULL && !is_known (reading, lines[i].kind, place))
        tok_reading_add_buffer (reading, lines[i].kind, FALSE, place, bytes, number);
    }
}

/* SGLang: "KV Cache is allocated. #tokens: 443000, K size: 27.1 GB, V size: 27.1 GB". */
static void
read_halves (TokReading *reading, const char *line, guint number)
{
  const char *k = tok_text_behind (line, "K size:");
  const char *v = tok_text_behind (line, "V size:");
  double k_bytes, v_bytes;
  char place[32];

  place_of (line, place, sizeof place);
  if (k != NULL && v != NULL && tok_number_read_bytes (&k, reading->decimal_comma, &k_bytes)
      && tok_number_read_bytes (&v, reading->decimal_comma, &v_bytes) && k_bytes + v_bytes > 0.0
      && !is_known (reading, TOK_LOGGED_KV, place))
    tok_reading_add_buffer (reading, TOK_LOGGED_KV, FALSE, place, k_bytes + v_bytes, number);
}

static void
read_sizes (TokReading *reading, const char *line, guint number)
{
  const char *at;
  double n;

  if ((at = tok_text_behind (line, "GPU KV cache size:")) != NULL && tok_number_read (&at, FALSE, &n))
    tok_reading_note (reading, number, _("The cache has room for %.0f tokens."), n);
  else if ((at = tok_text_behind (line, "# GPU blocks:")) != NULL && tok_number_read (&at, FALSE, &n))
    tok_reading_note (reading, number, _("The cache has room for %.0f tokens."), n * TOKENS_PER_BLOCK);
}

void
tok_vllm_memory_read (TokReading *reading)
{
  for (guint i = 0; i < tok_text_length (reading->text); i++)
    {
      const char *line = tok_text_line (reading->text, i);
      guint number = tok_text_number (reading->text, i);

      read_buffers (reading, line, number);
      read_halves (reading, line, number);
      read_sizes (reading, line, number);
    }
}
