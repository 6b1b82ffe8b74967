/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiled catalog's form. */

#include "formats/pack.h"

#include <string.h>

struct _TokPacker
{
  GArray     *numbers;   /* double */
  GByteArray *texts;
};

struct _TokUnpacker
{
  GVariant     *packed, *number_array, *text_array;
  const double *numbers;
  const char   *texts;
  gsize         n_numbers, n_text_bytes, number, text;
};

TokPacker *
tok_packer_new (void)
{
  TokPacker *packer = g_new0 (TokPacker, 1);

  packer->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  packer->texts = g_byte_array_new ();
  return packer;
}

void
tok_packer_number (TokPacker *packer,
                   double     number)
{
  g_array_append_val (packer->numbers, number);
}

void
tok_packer_numbers (TokPacker    *packer,
                    const double *numbers,
                    guint         n)
{
  g_array_append_vals (packer->numbers, numbers, n);
}

void
tok_packer_text (TokPacker  *packer,
                 const char *text)
{
  g_byte_array_append (packer->texts, (const guint8 *) text, strlen (text) + 1);
}

GVariant *
tok_packer_finish (TokPacker *packer)
{
  GVariant *numbers = g_variant_new_fixed_array (G_VARIANT_TYPE_DOUBLE, packer->numbers->data, packer->numbers->len, sizeof (double));
  GVariant *texts = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, packer->texts->data, packer->texts->len, 1);
  GVariant *packed = g_variant_new ("(@ad@ay)", numbers, texts);

  g_array_unref (packer->numbers);
  g_byte_array_unref (packer->texts);
  g_free (packer);
  return packed;
}

TokUnpacker *
tok_unpacker_new (GBytes *bytes)
{
  TokUnpacker *unpacker = g_new0 (TokUnpacker, 1);

  unpacker->packed = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE ("(aday)"), bytes, TRUE));
  unpacker->number_array = g_variant_get_child_value (unpacker->packed, 0);
  unpacker->text_array = g_variant_get_child_value (unpacker->packed, 1);
  unpacker->numbers = g_variant_get_fixed_array (unpacker->number_array, &unpacker->n_numbers, sizeof (double));
  unpacker->texts = g_variant_get_fixed_array (unpacker->text_array, &unpacker->n_text_bytes, 1);
  return unpacker;
}

double
tok_unpacker_number (TokUnpacker *unpacker)
{
  return unpacker->number < unpacker->n_numbers ? unpacker->numbers[unpacker->number++] : 0.0;
}

guint
tok_unpacker_whole (TokUnpacker *unpacker)
{
  return (guint) tok_unpacker_number (unpacker);
}

const char *
tok_unpacker_text (TokUnpacker *unpacker)
{
  const char *text;

  if (unpacker->text >= unpacker->n_text_bytes)
    return "";
  text = unpacker->texts + unpacker->text;
  unpacker->text += strlen (text) + 1;
  return text;
}

void
tok_unpacker_free (TokUnpacker *unpacker)
{
  g_variant_unref (unpacker->number_array);
  g_variant_unref (unpacker->text_array);
  g_variant_unref (unpacker->packed);
  g_free (unpacker);
}
