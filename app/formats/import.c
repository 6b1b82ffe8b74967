/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One way in for everything: the first bytes tell GGUF files and what no reader takes; the rest is text, whose members tell JSON
 * files, and everything else is looked through for measurements. */

#include "formats/import.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/file-read.h"
#include "formats/file-start.h"
#include "formats/gguf-model.h"
#include "formats/import-beside.h"
#include "formats/import-json.h"
#include "formats/import-rows.h"
#include "formats/json-read.h"
#include "formats/model-config.h"
#include "formats/text-decode.h"

/* JSON in another encoding than UTF-8. */
#define MOST_DECODED_BYTES (4 * 1024 * 1024)

/* Where it comes from. */
typedef struct
{
  GFile            *file;          /* NULL: pasted, or over a pipe */
  const char       *source;
  const TokCatalog *catalog;
  GCancellable     *cancellable;
} From;

static TokImport *
import_new (const From *from, TokImportKind kind, const char *format)
{
  TokImport *self = g_new0 (TokImport, 1);

  self->kind = kind;
  self->source = g_strdup (from->source);
  self->format = format;
  return self;
}

void
tok_import_free (TokImport *import)
{
  g_free (import->source);
  g_clear_pointer (&import->model, tok_model_file_free);
  g_clear_pointer (&import->measurements, tok_measurements_read_free);
  g_free (import);
}

/* Takes the ownership of @model and of @name, which is for models whose file does not say what they are called. */
static TokImport *
model_import (const From *from, TokModelFile *model, const char *format, char *name)
{
  g_autofree char *own_name = name;
  TokImport *self;

  if (model == NULL)
    return NULL;
  if (model->architecture->name[0] == '\0')
    {
      g_free (model->architecture->name);
      model->architecture->name = g_strdup (own_name[0] != '\0' ? own_name : _("Model without a name"));
    }
  self = import_new (from, TOK_IMPORT_MODEL, format);
  self->model = model;
  return self;
}

static TokImport *
gguf_import (const From *from, const TokGguf *gguf, GError **error)
{
  if (gguf == NULL)
    return NULL;
  return model_import (from, tok_gguf_model_new (gguf, error), _("GGUF file"), tok_import_model_name (from->file));
}

static JsonObject *
object_of (TokJson *json)
{
  return json != NULL ? json_node_get_object (tok_json_root (json)) : NULL;
}

/* @last: what was read last beside @config or is @config.  A config without a name is called after its kind. */
static TokImport *
config_import (const From *from, TokJson *config, TokJson *index, const TokJson *last, GError **error)
{
  g_autofree char *name = tok_import_config_name (from->file);
  g_autoptr (TokJson) quantization = tok_import_json_beside (from->file, TOK_IMPORT_QUANTIZATION_NAME, last, from->cancellable);
  const TokModelConfigBeside beside = { object_of (index), object_of (quantization) };
  TokModelFile *model = tok_model_config_read (object_of (config), &beside, name, error);

  return model_import (from, model, _("config.json"), g_strdup (model != NULL ? model->architecture->family : ""));
}

static TokImport *
config_with_index_import (const From *from, TokJson *config, GError **error)
{
  g_autoptr (TokJson) index = tok_import_json_beside (from->file, TOK_IMPORT_INDEX_NAME, config, from->cancellable);

  return config_import (from, config, index, index != NULL ? index : config, error);
}

/* The list of a model's tensors says nothing of its layers. */
static TokImport *
index_import (const From *from, TokJson *index, GError **error)
{
  g_autoptr (TokJson) config = tok_import_json_beside (from->file, TOK_IMPORT_CONFIG_NAME, index, from->cancellable);

  if (config != NULL)
    return config_import (from, config, index, config, error);
  g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                       _("This is the index of a model's safetensors files; put the model's config.json beside it, or open that."));
  return NULL;
}

/* NULL without @error: it is none of these. */
static TokImport *
object_import (const From *from, TokJson *json, GError **error)
{
  switch (tok_import_json_kind (object_of (json)))
    {
    case TOK_IMPORT_JSON_PLAN:
      return import_new (from, TOK_IMPORT_PLAN, _("plan of Tokplan"));
    case TOK_IMPORT_JSON_CONFIG:
      return config_with_index_import (from, json, error);
    case TOK_IMPORT_JSON_INDEX:
      return index_import (from, json, error);
    case TOK_IMPORT_JSON_OTHER:
      return NULL;
    }
  return NULL;
}

/* The same; @line is that of the fault.  What is not well-formed may still have measurements in it: @doubt is why it is not. */
static TokImport *
json_import (const From *from, const char *text, gsize length, guint *line, GError **doubt, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (TokJson) json = tok_json_parse_python (text, length, line, &reason);
  TokImport *self;

  if (json == NULL)
    {
      if (tok_import_json_is_meant (text, length))
        g_propagate_error (doubt, g_steal_pointer (&reason));
      return NULL;
    }
  *line = 0;
  self = object_import (from, json, &reason);
  if (reason == NULL)
    return self;
  *line = tok_json_error_line (json, reason);
  g_propagate_error (error, g_steal_pointer (&reason));
  return NULL;
}

static TokImport *
measurements_import (const From *from, GBytes *bytes, GError **error)
{
  TokMeasurementsRead *read = tok_measurements_read (bytes, error);
  TokImport *self;

  if (read == NULL)
    return NULL;
  tok_import_find_models (read->rows, from->catalog);
  self = import_new (from, TOK_IMPORT_MEASUREMENTS, _("measurements"));
  self->measurements = read;
  return self;
}

static gboolean
has_brace (const char *text, gsize length)
{
  gsize at = 0;

  while (at < length && g_ascii_isspace (text[at]))
    at++;
  return at < length && text[at] == '{';
}

/* Most of it is UTF-8, and read where it is: a copy would take as much memory again. */
static TokImport *
try_json (const From *from, GBytes *bytes, guint *line, GError **doubt, GError **error)
{
  gsize n_bytes, length;
  const guchar *data = g_bytes_get_data (bytes, &n_bytes);
  g_autofree char *decoded = NULL;
  gboolean is_text;

  if (has_brace ((const char *) data, n_bytes) && g_utf8_validate_len ((const char *) data, n_bytes, NULL))
    return json_import (from, (const char *) data, n_bytes, line, doubt, error);
  decoded = tok_text_decode (data, n_bytes, MOST_DECODED_BYTES, &length, &is_text);
  if (decoded == NULL || !has_brace (decoded, length))
    return NULL;
  return json_import (from, decoded, length, line, doubt, error);
}

static TokImport *
text_import (const From *from, GBytes *bytes, guint *line, GError **error)
{
  g_autoptr (GError) doubt = NULL;
  g_autoptr (GError) reason = NULL;
  TokImport *self = try_json (from, bytes, line, &doubt, &reason);

  if (self == NULL && reason == NULL)
    {
      self = measurements_import (from, bytes, &reason);
      if (doubt == NULL)
        *line = 0;
    }
  if (self == NULL)
    g_propagate_error (error, doubt != NULL ? g_steal_pointer (&doubt) : g_steal_pointer (&reason));
  return self;
}

/* What the first bytes tell; FALSE when it is to be read as text. */
static gboolean
refuse_start (const guint8 *start, gsize length, GError **error)
{
  const char *sentence = tok_file_start_refusal (start, length);

  if (sentence != NULL)
    g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VERSION, sentence);
  return sentence != NULL;
}

static gboolean
check_size (gsize length, GError **error)
{
  if (length <= TOK_IMPORT_MOST_BYTES)
    return TRUE;
  g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT,
                       _("It is larger than 16 MiB and no GGUF file; keep only the part with the measurements."));
  return FALSE;
}

/* At most one byte more than is taken. */
static GBytes *
read_rest (GInputStream *stream, const guint8 *start, gsize length, GCancellable *cancellable, GError **error)
{
  g_autofree guint8 *bytes = g_malloc (TOK_IMPORT_MOST_BYTES + 1);
  gsize n_more;

  memcpy (bytes, start, length);
  if (!g_input_stream_read_all (stream, bytes + length, TOK_IMPORT_MOST_BYTES + 1 - length, &n_more, cancellable, error)
      || !check_size (length + n_more, error))
    return NULL;
  bytes = g_realloc (bytes, length + n_more);
  return g_bytes_new_take (g_steal_pointer (&bytes), length + n_more);
}

static TokImport *
stream_import (const From *from, GInputStream *stream, guint *line, GError **error)
{
  guint8 start[TOK_FILE_START_BYTES];
  gsize length;
  g_autoptr (GBytes) bytes = NULL;

  if (!g_input_stream_read_all (stream, start, sizeof start, &length, from->cancellable, error))
    return NULL;
  if (tok_gguf_has_start (start, length))
    {
      g_autoptr (TokGguf) gguf = tok_gguf_load (from->file, from->cancellable, error);

      return gguf_import (from, gguf, error);
    }
  if (refuse_start (start, length, error))
    return NULL;
  bytes = read_rest (stream, start, length, from->cancellable, error);
  return bytes != NULL ? text_import (from, bytes, line, error) : NULL;
}

static TokImport *
bytes_import (const From *from, GBytes *bytes, guint *line, GError **error)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);

  if (!check_size (length, error))
    return NULL;
  if (tok_gguf_has_start (data, length))
    {
      g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
      g_autoptr (TokGguf) gguf = tok_gguf_read (stream, length, NULL, error);

      return gguf_import (from, gguf, error);
    }
  return refuse_start (data, length, error) ? NULL : text_import (from, bytes, line, error);
}

TokImport *
tok_import_file (GFile            *file,
                 const TokCatalog *catalog,
                 GCancellable     *cancellable,
                 GError          **error)
{
  g_autofree char *source = tok_import_source (file);
  const From from = { file, source, catalog, cancellable };
  g_autoptr (GError) reason = NULL;
  g_autoptr (GFileInputStream) stream = tok_file_open (file, cancellable, &reason);
  guint line = 0;
  TokImport *self = stream != NULL ? stream_import (&from, G_INPUT_STREAM (stream), &line, &reason) : NULL;

  if (self == NULL && line > 0)
    tok_format_error_set_in (error, source, line, reason);
  else if (self == NULL)
    tok_file_set_unreadable (error, source, reason);
  return self;
}

TokImport *
tok_import_bytes (GBytes           *bytes,
                  const char       *source,
                  const TokCatalog *catalog,
                  GError          **error)
{
  const From from = { NULL, source, catalog, NULL };
  g_autoptr (GError) reason = NULL;
  guint line = 0;
  TokImport *self = bytes_import (&from, bytes, &line, &reason);

  if (self == NULL)
    tok_format_error_set_in (error, source, line, reason);
  return self;
}
