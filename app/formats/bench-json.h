/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results in JSON, wherever their objects stand: arrays, lines, logs around them, answers of servers, files that were cut. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

void tok_bench_json_read (TokReading *reading);

G_END_DECLS
