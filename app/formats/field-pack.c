/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Field tables between structs and the compiled catalog. */

#include "formats/field.h"

static gboolean
is_text (const TokField *field)
{
  return field->type == TOK_FIELD_CHARS || field->type == TOK_FIELD_TEXT || field->type == TOK_FIELD_TEXTS;
}

static double
number_of (const TokField *field, gconstpointer record)
{
  const void *place = (const char *) record + field->offset;

  return field->type == TOK_FIELD_NUMBER ? *(const double *) place : (double) *(const guint *) place;
}

static const char *
text_of (const TokField *field, gconstpointer record)
{
  const char *place = (const char *) record + field->offset;
  const char *text = field->type == TOK_FIELD_CHARS ? place : *(char *const *) (const void *) place;

  return text != NULL ? text : "";
}

void
tok_fields_pack (const TokField *fields,
                 guint           n_fields,
                 gconstpointer   record,
                 TokPacker      *packer)
{
  for (guint i = 0; i < n_fields; i++)
    if (is_text (&fields[i]))
      tok_packer_text (packer, text_of (&fields[i], record));
    else
      tok_packer_number (packer, number_of (&fields[i], record));
}

static void
set_text (const TokField *field, const char *text, gpointer record)
{
  char *place = G_STRUCT_MEMBER_P (record, field->offset);

  if (field->type == TOK_FIELD_CHARS)
    g_strlcpy (place, text, field->size);
  else
    {
      g_free (*(char **) (void *) place);
      *(char **) (void *) place = g_strdup (text);
    }
}

void
tok_fields_unpack (const TokField *fields,
                   guint           n_fields,
                   TokUnpacker    *unpacker,
                   gpointer        record)
{
  for (guint i = 0; i < n_fields; i++)
    if (is_text (&fields[i]))
      set_text (&fields[i], tok_unpacker_text (unpacker), record);
    else if (fields[i].type == TOK_FIELD_NUMBER)
      G_STRUCT_MEMBER (double, record, fields[i].offset) = tok_unpacker_number (unpacker);
    else
      G_STRUCT_MEMBER (guint, record, fields[i].offset) = tok_unpacker_whole (unpacker);
}
