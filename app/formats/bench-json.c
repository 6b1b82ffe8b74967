/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every object is looked at by itself, so that what was cut or wrapped loses no more than it must. */

#include "formats/bench-json.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/batched-bench.h"
#include "formats/bench-row.h"
#include "formats/json-parse.h"
#include "formats/json-read.h"
#include "formats/json-span.h"
#include "formats/ollama-verbose.h"
#include "formats/server-timings.h"
#include "formats/text-number.h"
#include "formats/vllm-bench.h"

#define LARGEST_OBJECT (4u * 1024 * 1024)   /* bytes */
#define STEPS_PER_BYTE 36u
#define STEPS_OF_PARSING 16u            /* for each byte: objects in objects are not read over and over */
#define RAW_BYTES 240u

/* One of them is in every object that is read. */
static const char *const marks[] = {
  "\"avg_ts\"", "\"avg_ns\"", "\"speed_tg\"", "eval_duration\"", "predicted_per_second", "\"output_throughput\"",
};

static gboolean scan (TokReading *reading, const char *bytes, gsize length, guint line, guint depth);

/* The text of a member as CSV would have it. */
static char *
member_text (JsonNode *node)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (!JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return g_strdup (json_node_get_boolean (node) ? "1" : "0");
  return g_strdup (g_ascii_dtostr (number, sizeof number, json_node_get_double (node)));
}

static gboolean
read_llama_bench (TokReading *reading, JsonObject *object, guint line, const char *raw)
{
  g_autoptr (GList) names = NULL;
  TokBenchRow row;

  if (!tok_json_has (object, "n_prompt") || !tok_json_has (object, "n_gen")
      || (!tok_json_has (object, "avg_ts") && !tok_json_has (object, "avg_ns")))
    return FALSE;
  tok_bench_row_init (&row, "llama-bench");
  names = json_object_get_members (object);
  for (GList *name = names; name != NULL; name = name->next)
    {
      g_autofree char *text = member_text (json_object_get_member (object, name->data));

      if (text != NULL)
        tok_bench_row_set (&row, name->data, text, FALSE);
    }
  tok_bench_row_finish (&row, reading, line, raw);
  return TRUE;
}

/* A transcript: the bytes that came, in the member "data"; they have line ends. */
static gboolean
read_transcript (TokReading *reading, JsonObject *object, guint line, guint depth)
{
  JsonNode *node = json_object_get_member (object, "data");
  const char *data;

  if (depth > 0 || node == NULL || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return FALSE;
  data = json_node_get_string (node);
  return scan (reading, data, strlen (data), line, depth + 1);
}

static gboolean
dispatch (TokReading *reading, JsonObject *object, guint line, const char *raw, guint depth)
{
  return read_llama_bench (reading, object, line, raw)
         || tok_batched_bench_read_json (reading, object, line, raw)
         || tok_ollama_json_read (reading, object, line, raw)
         || tok_server_timings_read (reading, object, line, raw)
         || tok_vllm_json_read (reading, object, line, raw)
         || read_transcript (reading, object, line, depth);
}

/* Lines of the text end with NUL, so that it is no C string. */
static gboolean
has_mark (const char *start, gsize length)
{
  for (gsize i = 0; i < length; i++)
    for (guint j = 0; j < G_N_ELEMENTS (marks); j++)
      if (start[i] == marks[j][0] && length - i >= strlen (marks[j]) && memcmp (start + i, marks[j], strlen (marks[j])) == 0)
        return TRUE;
  return FALSE;
}

/* From its figures on, for what was asked and answered is nobody's business; blanks are one each. */
static char *
raw_of (const char *start, gsize length)
{
  static const char *const figures[] = { "\"timings\"", "\"total_duration\"", "\"prompt_eval_count\"", "\"eval_count\"" };
  g_autoptr (GString) raw = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      const char *at = g_strstr_len (start, (gssize) length, figures[i]);

      if (at == NULL)
        continue;
      length -= (gsize) (at - start);
      start = at;
      break;
    }

  for (gsize i = 0; i < length && raw->len < RAW_BYTES; i++)
    if (start[i] != '\0' && strchr (" \n\r", start[i]) == NULL)
      g_string_append_c (raw, start[i]);
    else if (raw->len > 0 && raw->str[raw->len - 1] != ' ')
      g_string_append_c (raw, ' ');
  return g_utf8_make_valid (raw->str, -1);
}

/* TRUE when nothing inside needs a look of its own. */
static gboolean
read_object (TokReading *reading, const char *start, gsize length, guint line, guint depth)
{
  g_autofree char *copy = NULL;
  g_autofree char *raw = NULL;
  g_autoptr (TokJson) json = NULL;
  g_autoptr (GError) error = NULL;

  if (!has_mark (start, length))
    return TRUE;
  if (length > LARGEST_OBJECT)
    return FALSE;
  copy = g_malloc (length);
  for (gsize i = 0; i < length; i++)
    copy[i] = start[i] != '\0' ? start[i] : ' ';
  json = tok_json_parse (copy, length, NULL, &error);
  if (json == NULL)
    {
      tok_reading_note (reading, line, _("An object in JSON is left out: %s"), error->message);
      return TRUE;
    }
  raw = raw_of (copy, length);
  return dispatch (reading, json_node_get_object (tok_json_root (json)), line, raw, depth);
}

/* Each object in @length bytes, @line 0 being the reading's text. */
static gboolean
scan (TokReading *reading, const char *bytes, gsize length, guint line, guint depth)
{
  guint before = reading->result->rows->len;
  TokJsonSpan span = { .end = bytes + length, .n_steps = (guint64) length * STEPS_PER_BYTE };
  gboolean is_cut = FALSE;

  for (const char *at = memchr (bytes, '{', length); at != NULL; at = memchr (at, '{', (gsize) (bytes + length - at)))
    {
      guint number = line > 0 ? line : tok_text_number (reading->text, tok_text_find (reading->text, at));

      span.at = at;
      if (reading->result->rows->len >= TOK_READ_MAX_ROWS || span.n_steps == 0)
        break;
      if (tok_json_span_skip (&span))
        {
          guint64 cost = (guint64) (span.at - at) * STEPS_OF_PARSING;

          span.n_steps -= MIN (span.n_steps, cost);
          at = read_object (reading, at, (gsize) (span.at - at), number, depth) ? span.at : at + 1;
        }
      else
        {
          if (span.is_cut && !is_cut && has_mark (at, (gsize) (bytes + length - at)))
            tok_reading_note (reading, number, _("The JSON is cut off in an object that begins here; what is complete is read."));
          is_cut = is_cut || span.is_cut;
          at++;
        }
    }
  return reading->result->rows->len > before;
}

void
tok_bench_json_read (TokReading *reading)
{
  gsize length;
  const char *bytes = tok_text_bytes (reading->text, &length);

  if (length > 0)
    scan (reading, bytes, length, 0, 0);
}
