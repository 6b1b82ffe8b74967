/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of llama-bench and its like, by the names of their columns. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

void tok_bench_markdown_read (TokReading *reading);

G_END_DECLS
