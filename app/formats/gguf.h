/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the header of a GGUF file: the metadata that describes the model, and the tensor table; never the weights.
 *
 * The format (ggml, docs/gguf.md), numbers little-endian or, in files for such machines, big-endian:
 *  1. "GGUF", and the version as 32 bits: 1, 2 or 3.  Its low half is 0 when the bytes are in the other order; files of that
 *     order can also begin with "FUGG".
 *  2. The number of tensors and the number of keys, 64 bits each.  (Version 1 has 32 bits here and for every length.)
 *  3. The keys: a text, 32 bits of value type, the value.  A text is its length and its bytes; an array is the type of its
 *     elements, their number, and the elements, which can be arrays.
 *  4. The tensors: name, 32 bits of number of dimensions, the dimensions (the row first), 32 bits of type, 64 bits of offset from
 *     the start of the data.
 *  5. Zeros up to the next multiple of "general.alignment" (32 unless a key says otherwise), then the data.
 * A model can be split over files: each has its own table; the first has the metadata, all have "split.no" and "split.count". */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TOK_GGUF_LONGEST_TEXT 65536
#define TOK_GGUF_MOST_KEYS 65536
#define TOK_GGUF_MOST_TENSORS 1048576
#define TOK_GGUF_MOST_DIMENSIONS 8
#define TOK_GGUF_DEEPEST_ARRAY 4
#define TOK_GGUF_LARGEST_ALIGNMENT (1024 * 1024)
#define TOK_GGUF_MOST_SHARDS 1024
/* Numbers of an array that are kept; of longer ones and of texts only the length is. */
#define TOK_GGUF_MOST_NUMBERS 4096

typedef enum
{
  TOK_GGUF_MODEL,
  TOK_GGUF_VOCABULARY,       /* metadata without tensors */
  TOK_GGUF_PROJECTOR,        /* "mmproj": eyes or ears to go with a model */
  TOK_GGUF_ADAPTER,          /* LoRA: changes to a model */
  TOK_GGUF_IMATRIX,          /* importance matrix for quantizing */
  TOK_GGUF_ENCODER,          /* reads text and writes none: embeddings, ranking */
} TokGgufKind;

typedef enum { TOK_GGUF_NUMBER, TOK_GGUF_TEXT, TOK_GGUF_NUMBERS, TOK_GGUF_LENGTH } TokGgufValueType;

typedef struct
{
  char            *key;
  TokGgufValueType type;
  double           number;   /* NUMBER; a flag is 0 or 1 */
  char            *text;     /* TEXT: valid UTF-8 */
  double          *numbers;  /* NUMBERS: `length` of them */
  guint64          length;   /* of the array */
} TokGgufValue;

/* One tensor of the table. */
typedef struct
{
  guint32 name;              /* see tok_gguf_tensor_name() */
  guint32 type;              /* ggml's number, see gguf-types.h */
  guint64 dimensions[3];     /* 1 or more but for an empty tensor; those beyond are multiplied into the last */
  guint64 offset;            /* from the start of its file's data */
  double  bytes;             /* without padding; of unknown types the room up to the next tensor */
} TokGgufTensor;

typedef struct
{
  TokGgufKind kind;
  guint       version;
  gboolean    big_endian;
  char       *architecture;  /* as the file has it, "" if it says nothing */
  char       *name;          /* for people, "" if it says nothing */
  guint       alignment;
  GArray     *values;        /* of TokGgufValue, by key */
  GArray     *tensors;       /* of TokGgufTensor, by name; of all shards that were found */
  GString    *names;
  double      data_bytes;    /* of all tensors */
  guint64     header_bytes;  /* of one file: where its data begins */
  guint64     end_bytes;     /* of one file: where its last tensor ends */
  guint64     file_bytes;    /* all files that were found */
  guint64     missing_bytes; /* of files that end too early */
  gboolean    has_file_behind;  /* another GGUF file follows in the same file */
  guint       split_index;   /* from 0 */
  guint       split_count;   /* 1 for a model in one file */
  GPtrArray  *missing_shards; /* of char *: names of files */
} TokGguf;

/* Whether a file that begins with these bytes is a GGUF file. */
gboolean            tok_gguf_has_start   (const guint8  *bytes,
                                          gsize          length);
/* Reads one file of @size bytes. */
TokGguf            *tok_gguf_read        (GInputStream  *stream,
                                          guint64        size,
                                          GCancellable  *cancellable,
                                          GError       **error);
/* Reads @file and, of a split model, all shards that lie beside it; the first must be among them.  Messages do not name @file. */
TokGguf            *tok_gguf_load        (GFile         *file,
                                          GCancellable  *cancellable,
                                          GError       **error);
void                tok_gguf_free        (TokGguf       *gguf);
const char         *tok_gguf_tensor_name (const TokGguf *gguf,
                                          const TokGgufTensor *tensor);
/* Elements of @tensor. */
double              tok_gguf_tensor_elements (const TokGgufTensor *tensor);
/* NULL when the file does not have @key. */
const TokGgufValue *tok_gguf_value       (const TokGguf *gguf,
                                          const char    *key);
/* The value of a number, @fallback for another kind or none. */
double              tok_gguf_number      (const TokGguf *gguf,
                                          const char    *key,
                                          double         fallback);
/* The text, or NULL. */
const char         *tok_gguf_text        (const TokGguf *gguf,
                                          const char    *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokGguf, tok_gguf_free)

G_END_DECLS
