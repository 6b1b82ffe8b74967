/* SPDX-License-Identifier: GPL-3.0-or-later */
/* llama-bench -o csv and -o sql: values under names, which changed from build to build. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

void tok_bench_csv_read (TokReading *reading);
void tok_bench_sql_read (TokReading *reading);

G_END_DECLS
