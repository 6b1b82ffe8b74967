/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people read and type them, in the locale's manner.  All return new strings. */

#pragma once

#include "core/plan.h"

G_BEGIN_DECLS

char    *tok_format_speed        (double tok_s);      /* "168", "42.3", "1.41": three digits, without a unit */
char    *tok_format_seconds      (double seconds);    /* "0.4 s", "12 s", "3 min 20 s", "9.3 ms" */
char    *tok_format_gib          (double bytes);      /* "7.1 GiB", below one "420 MiB" */
char    *tok_format_gib_of       (double bytes, double total); /* "7.1 of 24 GiB" */
char    *tok_format_gb           (double bytes);      /* "4.92 GB" */
char    *tok_format_bandwidth    (double bytes_per_second); /* "1008 GB/s" */
char    *tok_format_tokens       (double tokens);     /* "16k", "512": powers of two in k, else grouped digits */
char    *tok_format_tokens_full  (double tokens);     /* "16 384" */
char    *tok_format_params       (double billions);   /* "8.03 B", "235 B" */
char    *tok_format_percent      (double share);      /* "74 %" */
/* The value of a parameter without its unit, as its number field shows it: "1008", "16384", "Q4_K_M", "auto". */
char    *tok_format_param        (TokParam param, double value);
/* The unit or a qualifier behind the field: "GB/s", "GiB", "of 32", "4.9 bit"; "" = none. */
char    *tok_format_param_unit   (const TokPlan *plan, TokParam param);
/* Reads what a person types into the field: "16k", "8B", "1,0" or "1.0" by locale, "1.5 TB/s" …, "auto", a choice's name.
 * FALSE when it is not a value; the value is not clamped. */
gboolean tok_parse_param         (TokParam param, const char *text, double *value);
/* The same for command lines and scripts: "." is the decimal mark whatever the locale. */
gboolean tok_parse_option        (TokParam param, const char *text, double *value);

G_END_DECLS
