/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests with hostile input share: one way in for all of it, and what must hold whatever it is. */

#pragma once

#include <gio/gio.h>

/* Asks for German, so that a sentence that is not translated shows, and from here on takes no more than 64 MiB of memory. */
void hostile_start (void);
/* Imports @bytes; asserts that it makes a model or measurements that can be used, or a sentence for people, in @seconds of the
 * processor. */
void hostile_try   (const guint8 *bytes,
                    gsize         length,
                    double        seconds);
/* Imports @file, which must be a model, likewise. */
void hostile_try_model (GFile        *file,
                        double        seconds);
