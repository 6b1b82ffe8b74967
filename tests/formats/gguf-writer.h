/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes GGUF headers for tests: keys and tensors as they are asked for, in any version and byte order, right or wrong. */

#pragma once

#include "formats/gguf.h"

typedef struct
{
  guint       version;
  gboolean    big_endian;
  guint       alignment;
  GByteArray *keys, *tensors;
  guint64     n_keys, n_tensors;
  guint64     offset;          /* of the next tensor */
  double      tensor_bytes;    /* of all tensors, without padding */
} GgufWriter;

GgufWriter *gguf_writer_new       (guint       version,
                                   gboolean    big_endian);
void        gguf_writer_free      (GgufWriter *writer);
/* Plain numbers, as one field of a file. */
void        gguf_put_u32          (const GgufWriter *writer,
                                   GByteArray *bytes,
                                   guint32     value);
void        gguf_put_u64          (const GgufWriter *writer,
                                   GByteArray *bytes,
                                   guint64     value);
/* A count or length: as wide as the version has it. */
void        gguf_put_count        (const GgufWriter *writer,
                                   GByteArray *bytes,
                                   guint64     value);
void        gguf_put_text         (const GgufWriter *writer,
                                   GByteArray *bytes,
                                   const char *text);
/* Keys. */
void        gguf_writer_start_key (GgufWriter *writer,
                                   const char *key,
                                   guint32     value_type);
void        gguf_writer_u32       (GgufWriter *writer,
                                   const char *key,
                                   guint32     value);
void        gguf_writer_flag      (GgufWriter *writer,
                                   const char *key,
                                   gboolean    value);
void        gguf_writer_text      (GgufWriter *writer,
                                   const char *key,
                                   const char *text);
void        gguf_writer_u32s      (GgufWriter *writer,
                                   const char *key,
                                   const guint *values,
                                   guint       n);
void        gguf_writer_flags     (GgufWriter *writer,
                                   const char *key,
                                   const guint *values,
                                   guint       n);
/* @n texts of about @length bytes each. */
void        gguf_writer_words     (GgufWriter *writer,
                                   const char *key,
                                   guint       n,
                                   guint       length);
/* A tensor of ggml type @type, behind the last one; dimensions of 1 at the end are left out. */
void        gguf_writer_tensor    (GgufWriter *writer,
                                   const char *name,
                                   guint32     type,
                                   guint64     columns,
                                   guint64     rows,
                                   guint64     depth);
/* The same in @bytes bytes, for types nobody knows. */
void        gguf_writer_tensor_of (GgufWriter *writer,
                                   const char *name,
                                   guint32     type,
                                   guint64     columns,
                                   guint64     rows,
                                   guint64     depth,
                                   guint64     bytes);
/* The header with its padding, and the size of the whole file. */
GBytes     *gguf_writer_finish    (const GgufWriter *writer,
                                   guint64    *size);
/* What the reader makes of it, without an error. */
TokGguf    *gguf_writer_read      (const GgufWriter *writer);
/* The header in a file of the whole size, whose data takes no room on the disk. */
void        gguf_writer_save      (const GgufWriter *writer,
                                   GFile      *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GgufWriter, gguf_writer_free)
