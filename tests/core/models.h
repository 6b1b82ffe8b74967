/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixture: well-known models as architectures, written down once for all tests of the core.
 *
 * Geometry: the models' public config.json; each is checked by its parameter count (test-architecture) and by the size of its
 * files (test-file-size). */

#pragma once

#include "core/architecture.h"

G_BEGIN_DECLS

/* A new reference to the model called @name, such as "Llama-3.1-8B"; an unknown name is an error of the test and aborts. */
TokArchitecture *tok_fixture_model       (const char *name);
/* NULL-terminated; static. */
const char     **tok_fixture_model_names (void);

G_END_DECLS
