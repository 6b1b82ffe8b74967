/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A speed stands under "t/s" with its test beside it, or under the name of a test. */

#include "formats/bench-markdown.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/batched-bench.h"
#include "formats/bench-row.h"
#include "formats/bench-test.h"
#include "formats/bench-words.h"
#include "formats/log-context.h"
#include "formats/table.h"

#define LONGEST_HEADER_WORD 60u

typedef enum
{
  ROLE_UNKNOWN,
  ROLE_MEMBER,     /* of tok_bench_row_set() */
  ROLE_TEST,
  ROLE_SPEED,      /* of the test of the row */
  ROLE_OWN_SPEED,  /* of the test that the header names */
  ROLE_OTHER,      /* known, and no speed of a kind this program predicts */
} Role;

typedef struct
{
  Role         role;
  TokBenchTest test;
  double       file_type;   /* that the header names, or TOK_AUTO */
} Column;

typedef struct
{
  TokReading   *reading;
  TokLogContext context;
  gboolean      is_batched, is_open;
  TokTableRow   header;
  Column        columns[TOK_TABLE_MAX_COLUMNS];
  char         *above[TOK_TABLE_MAX_COLUMNS];   /* the cell above, for those left blank */
  char          tool[32];
  guint         first_row;
} Walk;

static void
clear_above (Walk *self)
{
  for (guint i = 0; i < TOK_TABLE_MAX_COLUMNS; i++)
    g_clear_pointer (&self->above[i], g_free);
}

static gboolean
has_word (const char *words, const char *const *list)
{
  for (guint i = 0; list[i] != NULL; i++)
    if (strstr (words, list[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* "tg t/s", "Prefill (tok/s)", "generation speed [tokens per second]": the kind from the words. */
static gboolean
parse_words (const char *lower, TokBenchTest *test)
{
  static const char *const units[] = { "t/s", "tok/s", "tokens/s", "tokens per second", "tps", NULL };
  static const char *const reading[] = { "pp", "prompt", "prefill", NULL };
  static const char *const writing[] = { "tg", "gen", "decode", "eval", "output", NULL };
  static const char *const other[] = { "peak", "total", "wall", "req", "avg of", "max", "min", NULL };

  *test = (TokBenchTest) { .batch = 1.0 };
  if (!has_word (lower, units) || has_word (lower, other))
    return FALSE;
  if (has_word (lower, reading))
    test->n_prompt = TOK_AUTO;
  else if (has_word (lower, writing))
    test->n_gen = TOK_AUTO;
  return test->n_prompt != 0.0 || test->n_gen != 0.0;
}

/* "pp512 t/s", "tg128 (t/s)" as "pp512", "tg128". */
static void
drop_unit (char *lower)
{
  static const char *const units[] = { "(t/s)", "[t/s]", "t/s", "(tok/s)", "[tok/s]", "tok/s" };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_has_suffix (lower, units[i]))
      {
        lower[strlen (lower) - strlen (units[i])] = '\0';
        return;
      }
}

static Column
parse_column (const char *name)
{
  static const char *const speeds[] = { "t/s", "tok/s", "tokens/s", "tokens per second", "t/s (total)", "tps", "avg tps", NULL };
  static const char *const others[] = {
    "t/s (req)", "peak t/s", "peak t/s (req)", "ttfr (ms)", "est_ppt (ms)", "e2e_ttft (ms)", "latency", "speedup", NULL,
  };
  Column column = { .role = ROLE_UNKNOWN, .file_type = tok_file_type_from_words (name) };
  g_autofree char *lower = g_ascii_strdown (name, (gssize) strnlen (name, LONGEST_HEADER_WORD));

  /* "t/s master" and "t/s branch" of compare-llama-bench.py are two rows */
  if (g_strv_contains (others, lower) || g_str_has_prefix (lower, "s_"))
    column.role = ROLE_OTHER;   /* "S_PP t/s" without the number of streams beside it */
  else if (g_strv_contains (speeds, lower) || g_str_has_prefix (lower, "t/s "))
    column.role = ROLE_SPEED;
  else if (g_str_equal (lower, "test"))
    column.role = ROLE_TEST;
  else if (tok_bench_row_knows (lower))
    column.role = ROLE_MEMBER;
  else if (parse_words (lower, &column.test))
    column.role = ROLE_OWN_SPEED;
  else
    {
      drop_unit (lower);
      if (tok_bench_test_parse (lower, &column.test))
        column.role = ROLE_OWN_SPEED;
    }
  return column;
}

static void
choose_tool (Walk *self)
{
  const char *tool = "table";

  if (tok_table_find (&self->header, "ttfr (ms)") >= 0 || tok_table_find (&self->header, "peak t/s") >= 0)
    tool = "llama-benchy";
  else if (tok_table_find (&self->header, "latency") >= 0)
    tool = "mistral.rs";
  else if (tok_table_find (&self->header, "backend") >= 0)
    tool = "llama-bench";
  g_strlcpy (self->tool, tool, sizeof self->tool);
}

/* A table of something else, or a row of a box with a line under each, has none. */
static gboolean
has_speed (const TokTableRow *header)
{
  for (guint i = 0; i < header->n; i++)
    {
      Role role = parse_column (header->cells[i]).role;

      if (role == ROLE_SPEED || role == ROLE_OWN_SPEED)
        return TRUE;
    }
  return tok_batched_bench_knows (header);
}

static void
open_table (Walk *self, guint line)
{
  GString *unknown = g_string_new (NULL);

  clear_above (self);
  self->first_row = self->reading->result->rows->len;
  self->is_batched = tok_batched_bench_knows (&self->header);
  for (guint i = 0; i < self->header.n; i++)
    {
      self->columns[i] = parse_column (self->header.cells[i]);
      if (self->columns[i].role == ROLE_UNKNOWN && self->header.cells[i][0] != '\0')
        g_string_append_printf (unknown, "%s%s", unknown->len > 0 ? ", " : "", self->header.cells[i]);
    }
  choose_tool (self);
  if (self->is_open && !self->is_batched && unknown->len > 0)
    tok_reading_note (self->reading, line, _("Columns that are not known are left out: %s."), unknown->str);
  g_string_free (unknown, TRUE);
}

static void
add_speed (Walk *self, const TokBenchRow *base, const TokBenchTest *test, const char *cell, guint line, const char *raw)
{
  TokMeasurement row = base->row;

  tok_bench_test_apply (test, &row);
  if (!tok_bench_speed_parse (cell, self->reading->decimal_comma, &row.tok_s, &row.deviation))
    {
      tok_reading_note (self->reading, line,
                        _("“%s” is not one speed; keep the number that is meant, and read it again."), cell);
      return;
    }
  tok_reading_add (self->reading, &row, line, raw);
}

/* The value of a column, that of the row above where it was left blank; speeds are never taken from above. */
static const char *
cell_of (Walk *self, const TokTableRow *row, guint column)
{
  const char *cell = column < row->n ? row->cells[column] : "";
  Role role = self->columns[column].role;

  if (role != ROLE_MEMBER && role != ROLE_TEST)
    return cell;
  if (*cell != '\0')
    {
      g_free (self->above[column]);
      self->above[column] = g_strdup (cell);
    }
  return self->above[column] != NULL ? self->above[column] : "";
}

static void
read_row (Walk *self, const TokTableRow *row, guint line, const char *raw)
{
  TokBenchRow base;
  TokBenchTest test = { .n_gen = TOK_AUTO, .batch = 1.0 };
  const char *test_name = NULL;

  tok_bench_row_init (&base, self->tool);
  for (guint i = 0; i < self->header.n; i++)
    if (self->columns[i].role == ROLE_MEMBER)
      tok_bench_row_set (&base, self->header.cells[i], cell_of (self, row, i), self->reading->decimal_comma);
    else if (self->columns[i].role == ROLE_TEST)
      test_name = cell_of (self, row, i);
  tok_log_context_apply (&self->context, &base.row);
  if (test_name != NULL && !tok_bench_test_parse (test_name, &test))
    {
      tok_reading_note (self->reading, line, _("“%s” is not a test that is known; the row is left out."), test_name);
      return;
    }
  for (guint i = 0; i < self->header.n; i++)
    {
      const char *cell = i < row->n ? row->cells[i] : "";

      if (*cell == '\0' || strchr ("?-", *cell) != NULL)
        continue;
      if (self->columns[i].role == ROLE_SPEED)
        {
          if (test_name == NULL)
            tok_reading_note (self->reading, line, _("The speed is taken as that of generation: no column names the test."));
          add_speed (self, &base, &test, cell, line, raw);
        }
      else if (self->columns[i].role == ROLE_OWN_SPEED)
        {
          TokBenchRow own = base;

          if (self->columns[i].file_type >= 0.0)
            own.row.file_type = self->columns[i].file_type;
          add_speed (self, &own, &self->columns[i].test, cell, line, raw);
        }
    }
}

/* llama-bench prints its build under the table. */
static void
read_other_line (Walk *self, guint index)
{
  const char *line = tok_text_line (self->reading->text, index);
  double year = strstr (line, "build") != NULL ? tok_log_build_year (line) : TOK_AUTO;

  tok_log_context_read (&self->context, self->reading, index);
  if (year > 0.0 && self->is_open)
    for (guint i = self->first_row; i < self->reading->result->rows->len; i++)
      {
        TokMeasurement *row = &g_array_index (self->reading->result->rows, TokMeasurement, i);

        if (row->build_year < 0.0)
          row->build_year = year;
      }
}

static void
read_table_row (Walk *self, const TokTableRow *row, guint index)
{
  guint line = tok_text_number (self->reading->text, index);
  const char *raw = tok_text_line (self->reading->text, index);
  TokMeasurement known;

  if (!self->is_batched)
    {
      read_row (self, row, line, raw);
      return;
    }
  tok_measurement_init (&known, TOK_MEASURED_DECODE, "");
  tok_log_context_apply (&self->context, &known);
  tok_batched_bench_read_row (self->reading, &self->header, row, &known, line, raw);
}

/* Whether what looks like a header is a row with a line under it: it has a test where the header has "test". */
static gboolean
is_row (const Walk *self, const TokTableRow *row)
{
  TokBenchTest test;

  for (guint i = 0; i < self->header.n; i++)
    if (self->columns[i].role == ROLE_TEST && tok_bench_test_parse (row->cells[i], &test))
      return TRUE;
  return !has_speed (row);
}

/* TRUE, and past it, when a header begins at line *@index. */
static gboolean
read_header (Walk *self, guint *index)
{
  guint start = *index;
  TokTableRow header = { .n = 0 };

  if (!tok_table_read_header (self->reading->text, index, &header))
    {
      tok_table_row_clear (&header);
      return FALSE;
    }
  if (self->is_open && header.n == self->header.n && is_row (self, &header))
    {
      tok_table_row_clear (&header);
      *index = start;
      return FALSE;
    }
  tok_table_row_clear (&self->header);
  self->header = header;
  self->is_open = has_speed (&header);
  open_table (self, tok_text_number (self->reading->text, start));
  return TRUE;
}

void
tok_bench_markdown_read (TokReading *reading)
{
  Walk walk = { .reading = reading };
  g_auto (TokTableRow) row = { .n = 0 };
  guint index = 0;

  tok_log_context_init (&walk.context);
  while (index < tok_text_length (reading->text))
    {
      guint start = index;

      if (read_header (&walk, &index))
        continue;
      if (walk.is_open && tok_table_read_row (reading->text, &index, &walk.header, &row))
        read_table_row (&walk, &row, start);
      else
        read_other_line (&walk, index++);
    }
  tok_table_row_clear (&walk.header);
  clear_above (&walk);
}
