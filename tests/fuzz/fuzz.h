/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every fuzz target defines: libFuzzer calls it with made-up bytes, replay.c with those of files. */

#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data,
                            size_t         size);
