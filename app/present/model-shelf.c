/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shelf keeps architectures for good and models for one file type: building a model walks all its tensors, which is too
 * slow for every step of a slider. */

#include "present/model-shelf.h"

#include "core/sweep.h"
#include "core/units.h"

struct _TokModelShelf
{
  const TokCatalog *catalog;
  TokFileType       file_type;
  gboolean          with_imatrix;
  GPtrArray        *rungs;      /* of TokArchitecture; NULL until asked for */
  GPtrArray        *ladder;     /* of TokModel; NULL until asked for in this file type */
  GPtrArray        *models;
};

TokModelShelf *
tok_model_shelf_new (const TokCatalog *catalog)
{
  TokModelShelf *shelf = g_new0 (TokModelShelf, 1);

  shelf->catalog = catalog;
  return shelf;
}

void
tok_model_shelf_free (TokModelShelf *shelf)
{
  g_clear_pointer (&shelf->rungs, g_ptr_array_unref);
  g_clear_pointer (&shelf->ladder, g_ptr_array_unref);
  g_clear_pointer (&shelf->models, g_ptr_array_unref);
  g_free (shelf);
}

void
tok_model_shelf_set_file_type (TokModelShelf *shelf,
                               TokFileType    file_type,
                               gboolean       with_imatrix)
{
  if (shelf->file_type == file_type && shelf->with_imatrix == with_imatrix)
    return;
  shelf->file_type = file_type;
  shelf->with_imatrix = with_imatrix;
  g_clear_pointer (&shelf->ladder, g_ptr_array_unref);
  g_clear_pointer (&shelf->models, g_ptr_array_unref);
}

static void
build_rungs (TokModelShelf *shelf)
{
  double sizes[TOK_SWEEP_MAX_POINTS];

  tok_sweep_values (TOK_SHELF_SMALLEST, TOK_SHELF_LARGEST, TOK_SCALE_LOG, 0.0, G_N_ELEMENTS (sizes), sizes);
  shelf->rungs = g_ptr_array_new_with_free_func ((GDestroyNotify) tok_architecture_unref);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    g_ptr_array_add (shelf->rungs, tok_architecture_new_ladder (sizes[i] * TOK_BILLION, TOK_ATTENTION_GQA));
}

static void
add_model (TokModelShelf   *shelf,
           GPtrArray       *models,
           TokArchitecture *architecture)
{
  g_ptr_array_add (models, tok_model_new (architecture, shelf->file_type, shelf->with_imatrix, 0.0));
}

TokModel *const *
tok_model_shelf_ladder (TokModelShelf *shelf,
                        guint         *n)
{
  if (shelf->rungs == NULL)
    build_rungs (shelf);
  if (shelf->ladder == NULL)
    {
      shelf->ladder = g_ptr_array_new_with_free_func ((GDestroyNotify) tok_model_unref);
      for (guint i = 0; i < shelf->rungs->len; i++)
        add_model (shelf, shelf->ladder, g_ptr_array_index (shelf->rungs, i));
    }
  *n = shelf->ladder->len;
  return (TokModel *const *) shelf->ladder->pdata;
}

TokModel *const *
tok_model_shelf_catalog (TokModelShelf *shelf,
                         guint         *n)
{
  if (shelf->models == NULL)
    {
      shelf->models = g_ptr_array_new_with_free_func ((GDestroyNotify) tok_model_unref);
      for (guint i = 0; i < tok_catalog_n_models (shelf->catalog); i++)
        add_model (shelf, shelf->models, tok_catalog_model (shelf->catalog, i)->architecture);
    }
  *n = shelf->models->len;
  return (TokModel *const *) shelf->models->pdata;
}
