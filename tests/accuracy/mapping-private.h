/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of mapping.c, one per question.  Each returns FALSE, or a reason, when the row has no answer. */

#pragma once

#include "mapping.h"

G_BEGIN_DECLS

/* The devices and the host a row names. */
typedef struct
{
  const TokDevice *devices[TOK_MAX_DEVICES];
  guint            n_devices;
  const TokDevice *host;       /* NULL: not stated, or part of the device */
} TokMachine;

/* NULL when it could be found, else the reason. */
const char *tok_mapping_machine    (const TokMapper *mapper,
                                    const TokRow    *row,
                                    TokMachine      *machine);
/* TRUE when the row's speeds come from the cores of a chip that has a GPU, too. */
gboolean    tok_mapping_runs_on_cores (const TokRow  *row,
                                       const TokDevice *device);
/* Of a machine without GPUs: "2x Intel Xeon …" computes on both unless its notes say one. */
double      tok_mapping_sockets    (const TokRow    *row);

/* A file type, and the size of the file where the type alone does not say it. */
typedef struct
{
  TokFileType type;
  double      scale;        /* of the file the type gives */
  double      file_bytes;   /* or the size itself; 0 = not known */
  gboolean    exact;
} TokQuant;

/* FALSE when neither the name nor a size tells.  @model: the row's. */
gboolean    tok_mapping_quant      (const TokMapper *mapper,
                                    const TokRow    *row,
                                    TokArchitecture *model,
                                    TokQuant        *quant);

/* FALSE when no engine of the program is like the row's. */
gboolean    tok_mapping_knows_engine (const TokRow  *row);
/* The row's engine, or the most alike: then @exact is FALSE.  @type: of the row's file; @on_cores: no GPU computes. */
TokEngine   tok_mapping_engine     (const TokRow    *row,
                                    TokFileType      type,
                                    gboolean         on_cores,
                                    gboolean        *exact);
guint       tok_mapping_build_year (const TokRow    *row);

/* Links of the devices to the host and to each other. */
void        tok_mapping_link       (const TokRow    *row,
                                    TokPlan         *plan);
/* Cache types and flash attention. */
void        tok_mapping_cache      (const TokRow    *row,
                                    TokPlan         *plan);
/* What lies on the CPU, after everything else. */
void        tok_mapping_split      (const TokRow    *row,
                                    TokPlan         *plan);
/* FALSE when a plan cannot say what drafts. */
gboolean    tok_mapping_draft      (const TokMapper *mapper,
                                    const TokRow    *row,
                                    TokPlan         *plan,
                                    gboolean        *exact);
/* What the table of aliases or else a search takes @name for; NULL when the catalog has nothing like it. */
const TokCatalogModel  *tok_mapping_model  (const TokMapper *mapper,
                                            const char      *name,
                                            gboolean        *exact);
const TokCatalogDevice *tok_mapping_device (const TokMapper *mapper,
                                            const char      *name);

/* The number right behind, or in front of, the first @words in @text; 0 when there is none. */
double      tok_mapping_number_after  (const char *text,
                                       const char *words);
double      tok_mapping_number_before (const char *text,
                                       const char *words);

G_END_DECLS
