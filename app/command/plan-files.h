/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files among the words of a command: what a plan starts from. */

#pragma once

#include "command/options.h"
#include "core/catalog.h"
#include "formats/import.h"

G_BEGIN_DECLS

typedef struct
{
  const char         *plan;      /* path of a plan file; NULL: none */
  const TokModelFile *model, *draft;   /* of imports; NULL: none */
  GPtrArray          *measured;  /* of GArray of TokMeasurement, theirs: rows that tell model and engine where nothing else does */
  GPtrArray          *imports;   /* of TokImport: models and measurements */
} TokPlanFiles;

/* TRUE for what can only be meant as a file. */
gboolean   tok_word_is_file     (const char       *word);
/* What @word is called where it could not be read, as TokImport has it of what was. */
char      *tok_word_source      (const char       *word);
/* Reads the file @word, or standard input for "-". */
TokImport *tok_import_word      (const char       *word,
                                 const TokCatalog *catalog,
                                 GError          **error);
/* Reads the plan file @word, not "-"; @plan is raw memory. */
gboolean   tok_plan_read_word   (const char       *word,
                                 const TokCatalog *catalog,
                                 TokPlan          *plan,
                                 GError          **error);
/* Reads the words of @options and its models, where these are files.  @files is raw memory; clear it in any case. */
gboolean   tok_plan_files_read  (TokPlanFiles     *files,
                                 const TokOptions *options,
                                 const TokCatalog *catalog,
                                 GError          **error);
void       tok_plan_files_clear (TokPlanFiles     *files);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TokPlanFiles, tok_plan_files_clear)

G_END_DECLS
