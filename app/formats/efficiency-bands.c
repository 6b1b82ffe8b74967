/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads "bands": { "gpu": { "class": [0.8, 1.2], "family": …, "specification": … }, … }; none may be missing. */

#include "formats/efficiency-bands.h"

#include "formats/json-read.h"

#define LOWEST_FACTOR 0.05
#define HIGHEST_FACTOR 20.0

static const struct { const char *name; TokBasis basis; } bases[] = {
  { "class", TOK_BASIS_CLASS },
  { "family", TOK_BASIS_FAMILY },
  { "specification", TOK_BASIS_SPECIFICATION },
};

gboolean
tok_efficiency_bands_read (JsonObject          *object,
                           TokGeneralConstants *general,
                           GError             **error)
{
  for (guint i = 0; i < TOK_N_BANDS; i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (bases); j++)
        {
          g_autofree char *path = g_strjoin (".", "bands", tok_band_kind_name ((TokBandKind) i), bases[j].name, NULL);
          TokBand *band = &general->bands[i][bases[j].basis];

          if (!tok_json_read_pair (object, path, LOWEST_FACTOR, 1.0, HIGHEST_FACTOR, &band->low, &band->high, error))
            return FALSE;
        }
      general->bands[i][TOK_BASIS_MEASUREMENT] = general->bands[i][TOK_BASIS_CLASS];
    }
  return TRUE;
}

void
tok_efficiency_bands_pack (const TokGeneralConstants *general,
                           TokPacker                 *packer)
{
  for (guint i = 0; i < TOK_N_BANDS; i++)
    for (guint j = 0; j < TOK_N_BASES; j++)
      {
        tok_packer_number (packer, general->bands[i][j].low);
        tok_packer_number (packer, general->bands[i][j].high);
      }
}

void
tok_efficiency_bands_unpack (TokUnpacker         *unpacker,
                             TokGeneralConstants *general)
{
  for (guint i = 0; i < TOK_N_BANDS; i++)
    for (guint j = 0; j < TOK_N_BASES; j++)
      {
        general->bands[i][j].low = tok_unpacker_number (unpacker);
        general->bands[i][j].high = tok_unpacker_number (unpacker);
      }
}
