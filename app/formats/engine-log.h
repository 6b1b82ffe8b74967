/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timings in logs of llama.cpp's programs and of what is built on it, of all ages. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

void tok_engine_log_read (TokReading *reading);

G_END_DECLS
