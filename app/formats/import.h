/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files from outside: what one is shows its content, never its name. */

#pragma once

#include <gio/gio.h>

#include "core/catalog.h"
#include "formats/measurements-read.h"
#include "formats/model-file.h"

G_BEGIN_DECLS

/* Of texts; of a GGUF file only the header is read. */
#define TOK_IMPORT_MOST_BYTES (16 * 1024 * 1024)

typedef enum { TOK_IMPORT_PLAN, TOK_IMPORT_MODEL, TOK_IMPORT_MEASUREMENTS } TokImportKind;

typedef struct
{
  TokImportKind        kind;
  char                *source;        /* for people: the file's name without its path, "Pasted text", "Standard input" */
  const char          *format;        /* for people, translated: "GGUF file", "config.json", "measurements"; static */
  TokModelFile        *model;         /* TOK_IMPORT_MODEL */
  TokMeasurementsRead *measurements;  /* TOK_IMPORT_MEASUREMENTS; each row's model was looked up in the catalog */
} TokImport;

/* Reads @file, and what lies beside it: further shards, the index of a config, the config of an index.  A plan is recognized, not
 * read: that is for tok_plan_load().  On error one sentence that names the file, the place and the reason. */
TokImport *tok_import_file  (GFile            *file,
                             const TokCatalog *catalog,
                             GCancellable     *cancellable,
                             GError          **error);
/* What was pasted or came over a pipe; @source as above. */
TokImport *tok_import_bytes (GBytes           *bytes,
                             const char       *source,
                             const TokCatalog *catalog,
                             GError          **error);
void       tok_import_free  (TokImport        *import);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokImport, tok_import_free)

G_END_DECLS
