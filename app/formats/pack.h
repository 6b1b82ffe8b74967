/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiled catalog's form: all numbers of all entries in one array and all texts, each with its 0, in another, read in the
 * order they were written.  One GVariant of type "(aday)", so that loading costs no more than copying: taking an array of
 * strings apart would be half of it. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TokPacker TokPacker;
typedef struct _TokUnpacker TokUnpacker;

TokPacker   *tok_packer_new      (void);
void         tok_packer_number   (TokPacker    *packer,
                                  double        number);
void         tok_packer_numbers  (TokPacker    *packer,
                                  const double *numbers,
                                  guint         n);
void         tok_packer_text     (TokPacker    *packer,
                                  const char   *text);
/* Frees @packer. */
GVariant    *tok_packer_finish   (TokPacker    *packer);

/* @bytes are those of tok_packer_finish() from the same kind of machine; they outlive the reader.  Past the end numbers are 0
 * and texts "". */
TokUnpacker *tok_unpacker_new    (GBytes       *bytes);
double       tok_unpacker_number (TokUnpacker  *unpacker);
guint        tok_unpacker_whole  (TokUnpacker  *unpacker);
const char  *tok_unpacker_text   (TokUnpacker  *unpacker);
void         tok_unpacker_free   (TokUnpacker  *unpacker);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokUnpacker, tok_unpacker_free)

G_END_DECLS
