/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the size chart takes from the shelf: models in one file type, built when they are first asked for. */

#pragma once

#include "present/charts.h"

G_BEGIN_DECLS

/* Sizes of the ladder on the shelf, billions of parameters. */
#define TOK_SHELF_SMALLEST 0.25
#define TOK_SHELF_LARGEST 1200.0

/* Points the shelf at a file type; what it holds of another one is dropped. */
void             tok_model_shelf_set_file_type (TokModelShelf *shelf,
                                                TokFileType    file_type,
                                                gboolean       with_imatrix);
/* Dense models by size, @n of them, smallest first; owned by the shelf until the next file type. */
TokModel *const *tok_model_shelf_ladder        (TokModelShelf *shelf,
                                                guint         *n);
/* The catalog's models in its order. */
TokModel *const *tok_model_shelf_catalog       (TokModelShelf *shelf,
                                                guint         *n);

G_END_DECLS
