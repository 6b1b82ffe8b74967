/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog: devices, model architectures and efficiency constants the program knows.  Read by formats/catalog. */

#pragma once

#include "core/accuracy.h"
#include "core/architecture.h"
#include "core/device.h"
#include "core/efficiency.h"

G_BEGIN_DECLS

typedef struct
{
  TokDevice  device;
  char      *chip;          /* the silicon, without sizes of memory and counts of cores; the name if the file says nothing */
  char      *source;        /* where the figures come from */
  char      *details;       /* memory type, bus, notes: for people and search; "" if none */
  char      *examples;      /* further names: example CPUs, parts; searched, "" if none */
  guint      release_year;  /* 0 = unknown */
  gboolean   is_own;        /* from the person's own file */
} TokCatalogDevice;

typedef struct
{
  TokArchitecture *architecture;
  char            *source;
  char            *organization;
  char            *repository;    /* on Hugging Face, such as "Qwen/Qwen3-8B"; searched, "" if unknown */
  char            *aliases;       /* further names; searched, "" if none */
  char            *notes;         /* for people, "" if none */
  guint            release_year;
  gboolean         is_own;
} TokCatalogModel;

typedef struct
{
  GArray             *devices;    /* of TokCatalogDevice, in the file's order, own ones first */
  GArray             *models;     /* of TokCatalogModel */
  TokEfficiencyTable *efficiency;
  TokAccuracy         accuracy;   /* of estimates with this table; nothing measured in a new catalog */
} TokCatalog;

TokCatalog             *tok_catalog_new         (void);
void                    tok_catalog_free        (TokCatalog       *catalog);
/* Tells each device which measured chip of the efficiency table it is.  Reading a catalog does so; to be called when the table changed. */
void                    tok_catalog_find_chips  (TokCatalog       *catalog);
/* Entries in raw memory or in the arrays. */
void                    tok_catalog_device_clear (TokCatalogDevice *entry);
void                    tok_catalog_model_clear  (TokCatalogModel  *entry);
/* Takes what @entry points to.  Own entries replace those of the same id and stand before the others. */
void                    tok_catalog_add_device  (TokCatalog       *catalog,
                                                 const TokCatalogDevice *entry);
void                    tok_catalog_add_model   (TokCatalog       *catalog,
                                                 const TokCatalogModel  *entry);
guint                   tok_catalog_n_devices   (const TokCatalog *catalog);
guint                   tok_catalog_n_models    (const TokCatalog *catalog);
const TokCatalogDevice *tok_catalog_device      (const TokCatalog *catalog,
                                                 guint             index);
const TokCatalogModel  *tok_catalog_model       (const TokCatalog *catalog,
                                                 guint             index);
/* By exact id; NULL when there is none. */
const TokCatalogDevice *tok_catalog_find_device (const TokCatalog *catalog,
                                                 const char       *id);
const TokCatalogModel  *tok_catalog_find_model  (const TokCatalog *catalog,
                                                 const char       *id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokCatalog, tok_catalog_free)

G_END_DECLS
