/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The published kinds a measured row is of.  A row counts in every kind its columns put it in. */

#pragma once

#include "core/accuracy.h"
#include "mapping.h"

G_BEGIN_DECLS

/* @mapped has a plan. */
gboolean tok_kind_has          (TokAccuracyKind  kind,
                                const TokMapped *mapped);
/* TRUE when layers, experts or the cache lie on the CPU, or the row does not tell that none do. */
gboolean tok_kind_is_offloaded (const TokRow    *row);

G_END_DECLS
