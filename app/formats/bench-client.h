/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that a client of a server timed, and speeds in plain sentences. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

void tok_bench_client_read (TokReading *reading);
void tok_plain_speed_read  (TokReading *reading);

G_END_DECLS
