/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding an entry of the catalog by what a person types: the rules of the command line and of the pickers. */

#pragma once

#include "core/catalog.h"

G_BEGIN_DECLS

typedef enum { TOK_SEARCH_DEVICES, TOK_SEARCH_MODELS } TokSearchKind;

typedef enum
{
  TOK_SEARCH_FOUND,
  TOK_SEARCH_FOUND_OF_SEVERAL,  /* entries that differ only in memory size or GPU cores: the first; tell the person */
  TOK_SEARCH_AMBIGUOUS,         /* @nearest holds the candidates */
  TOK_SEARCH_UNKNOWN,           /* @nearest holds the closest names */
} TokSearchResult;

#define TOK_SEARCH_NEAREST 3

/* Resolves @words to one entry: an exact id wins; else words are compared without case over name, id and examples ("12GB" as
 * "12 GB"), the entry that has all the words and the fewest others wins, and qualifiers (Laptop, Ti, SUPER, D, Distill, Coder …)
 * must be asked for.  @index: the entry found; @nearest: up to TOK_SEARCH_NEAREST indices, unused ones are G_MAXUINT; NULL
 * where nobody asks for them, which is faster. */
TokSearchResult tok_search_resolve (const TokCatalog *catalog,
                                    TokSearchKind     kind,
                                    const char       *words,
                                    guint            *index,
                                    guint             nearest[TOK_SEARCH_NEAREST]);
/* TRUE when entry @index has every word of @words (as a part of a word): the filter of a picker or a listing. */
gboolean        tok_search_matches (const TokCatalog *catalog,
                                    TokSearchKind     kind,
                                    guint             index,
                                    const char       *words);

G_END_DECLS
