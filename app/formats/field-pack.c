/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Field tables between structs and the compiled catalog: an array of numbers and one of texts, both fast to load. */

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

GVariant *
tok_fields_pack (const TokField *fields,
                 guint           n_fields,
                 gconstpointer   record)
{
  GVariantBuilder numbers, texts;

  g_variant_builder_init (&numbers, G_VARIANT_TYPE ("ad"));
  g_variant_builder_init (&texts, G_VARIANT_TYPE ("as"));
  for (guint i = 0; i < n_fields; i++)
    if (is_text (&fields[i]))
      g_variant_builder_add (&texts, "s", text_of (&fields[i], record));
    else
      g_variant_builder_add (&numbers, "d", number_of (&fields[i], record));
  return g_variant_new ("(adas)", &numbers, &texts);
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
                   GVariant       *packed,
                   gpointer        record)
{
  g_autoptr (GVariant) numbers = g_variant_get_child_value (packed, 0);
  g_autoptr (GVariant) texts = g_variant_get_child_value (packed, 1);
  gsize n_numbers, n_texts, number = 0, text = 0;
  const double *values = g_variant_get_fixed_array (numbers, &n_numbers, sizeof (double));
  g_autofree const char **strings = g_variant_get_strv (texts, &n_texts);

  g_return_if_fail (n_numbers + n_texts == n_fields);

  for (guint i = 0; i < n_fields; i++)
    if (is_text (&fields[i]))
      set_text (&fields[i], strings[text++], record);
    else if (fields[i].type == TOK_FIELD_NUMBER)
      G_STRUCT_MEMBER (double, record, fields[i].offset) = values[number++];
    else
      G_STRUCT_MEMBER (guint, record, fields[i].offset) = (guint) values[number++];
}
