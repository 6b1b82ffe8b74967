/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of sentences ask of a text. */

#pragma once

#include "core/plan.h"

G_BEGIN_DECLS

#define NBSP "\u00a0"

/* Takes the ownership of @got. */
void tok_assert_text   (char          *got,
                        const char    *expected);
void tok_assert_says   (const char    *text,
                        const char    *words);
void tok_assert_silent (const char    *text,
                        const char    *words);
/* Gives a device of the fixture, which has none, a name. */
void tok_name_device   (TokPlanDevice *device,
                        const char    *name);

G_END_DECLS
