/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of text with a header, read strictly by RFC 4180: every record has as many fields as the header. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TOK_CSV_MAX_BYTES (32u * 1024 * 1024)
#define TOK_CSV_MAX_RECORDS 200000u
#define TOK_CSV_MAX_COLUMNS 128u
#define TOK_CSV_MAX_FIELD_BYTES 16384u   /* names are searched for, which takes its time */

typedef struct _TokCsv TokCsv;

/* @length bytes of UTF-8, with or without a byte order mark; lines end in CR LF or LF. */
TokCsv     *tok_csv_parse     (const char   *text,
                               gsize         length,
                               GError      **error);
/* The whole of @file; errors name it and the line. */
TokCsv     *tok_csv_load      (GFile        *file,
                               GError      **error);
void        tok_csv_free      (TokCsv       *csv);
/* Without the header. */
guint       tok_csv_n_records (const TokCsv *csv);
/* FALSE when the header has no such column. */
gboolean    tok_csv_find      (const TokCsv *csv,
                               const char   *name,
                               guint        *column);
/* Owned by @csv. */
const char *tok_csv_field     (const TokCsv *csv,
                               guint         record,
                               guint         column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokCsv, tok_csv_free)

G_END_DECLS
