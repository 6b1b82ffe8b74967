/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of fitted constants: dense, so that looking one up is an index, and filled to the last cell by fallback. */

#include "core/efficiency.h"

#include <math.h>
#include <string.h>

static const char *const band_kind_names[TOK_N_BANDS] = {
  [TOK_BAND_GPU] = "gpu",
  [TOK_BAND_GPU_DEEP] = "gpu-deep",
  [TOK_BAND_GPU_MOE] = "gpu-moe",
  [TOK_BAND_GPU_MOE_DEEP] = "gpu-moe-deep",
  [TOK_BAND_HBM] = "hbm",
  [TOK_BAND_APPLE] = "apple",
  [TOK_BAND_APPLE_DEEP] = "apple-deep",
  [TOK_BAND_CPU] = "cpu",
  [TOK_BAND_OFFLOAD] = "offload",
  [TOK_BAND_SEVERAL_GPUS] = "several-gpus",
  [TOK_BAND_BATCH] = "batch",
  [TOK_BAND_SPECULATION] = "speculation",
  [TOK_BAND_PREFILL] = "prefill",
};

/* A table, who makes its classes, and which of its cells were measured. */
typedef struct
{
  TokEfficiencyTable *table;
  const char         *vendor[TOK_N_CLASSES];
  gboolean            measured[TOK_N_CLASSES][TOK_N_ENGINES][TOK_N_BUILD_YEARS];
} Resolution;

/* Fills @cell from the measured cells of class @source; FALSE when it has none. */
typedef gboolean (*TakeFunc) (const Resolution *self, TokDeviceClass source, TokEngine engine, guint year, TokEfficiency *cell);

static guint
year_index (guint build_year)
{
  return CLAMP (build_year, TOK_FIRST_BUILD_YEAR, TOK_LAST_BUILD_YEAR) - TOK_FIRST_BUILD_YEAR;
}

/* The measured year nearest to @year, the older of two; TOK_N_BUILD_YEARS when there is none. */
static guint
nearest_year (const gboolean *measured,
              guint           year)
{
  for (guint distance = 0; distance < TOK_N_BUILD_YEARS; distance++)
    {
      if (distance <= year && measured[year - distance])
        return year - distance;
      if (year + distance < TOK_N_BUILD_YEARS && measured[year + distance])
        return year + distance;
    }
  return TOK_N_BUILD_YEARS;
}

static gboolean
take_engine (const Resolution *self,
             TokDeviceClass    source,
             TokEngine         engine,
             guint             year,
             TokEfficiency    *cell)
{
  guint nearest = nearest_year (self->measured[source][engine], year);

  if (nearest == TOK_N_BUILD_YEARS)
    return FALSE;
  *cell = self->table->cells[source][engine][nearest];
  /* A build keeps what an older one reached; what a newer one reaches says less about an older. */
  if (nearest > year)
    cell->basis = TOK_BASIS_FAMILY;
  return TRUE;
}

static gboolean
take_sister_engine (const Resolution *self,
                    TokDeviceClass    source,
                    TokEngine         engine,
                    guint             year,
                    TokEfficiency    *cell)
{
  gboolean found = FALSE;

  /* Engines a device cannot run have no cells and fall through. */
  for (guint i = 0; i < TOK_N_STAND_INS && !found; i++)
    found = take_engine (self, source, tok_engine_stand_in (engine, i), year, cell);
  if (found)
    cell->basis = TOK_BASIS_FAMILY;
  return found;
}

/* The class @distance steps from @device_class if it is of the same vendor. */
static gboolean
sister_class (const Resolution *self,
              TokDeviceClass    device_class,
              int               distance,
              TokDeviceClass   *sister)
{
  int candidate = (int) device_class + distance;

  if (candidate < 0 || candidate >= TOK_N_CLASSES || strcmp (self->vendor[device_class], self->vendor[candidate]) != 0)
    return FALSE;
  *sister = (TokDeviceClass) candidate;
  return TRUE;
}

/* The enumeration orders a vendor's classes by generation, so the nearest class is the most alike, the older first. */
static gboolean
take_sister_class (const Resolution *self,
                   TokDeviceClass    device_class,
                   TokEngine         engine,
                   guint             year,
                   TakeFunc          take,
                   TokEfficiency    *cell)
{
  TokDeviceClass sister;

  for (int distance = 1; distance < TOK_N_CLASSES; distance++)
    if ((sister_class (self, device_class, -distance, &sister) && take (self, sister, engine, year, cell))
        || (sister_class (self, device_class, distance, &sister) && take (self, sister, engine, year, cell)))
      return TRUE;
  return FALSE;
}

static void
resolve_cell (const Resolution    *self,
              TokDeviceClass       device_class,
              TokEngine            engine,
              guint                year,
              const TokEfficiency *specification)
{
  TokEfficiency *cell = &self->table->cells[device_class][engine][year];

  if (self->measured[device_class][engine][year]
      || take_engine (self, device_class, engine, year, cell)
      || take_sister_engine (self, device_class, engine, year, cell))
    return;
  if (take_sister_class (self, device_class, engine, year, take_engine, cell))
    {
      cell->basis = TOK_BASIS_FAMILY;
      return;
    }
  /* With another engine on another class it is no more than what the vendor's devices have in common. */
  if (!take_sister_class (self, device_class, engine, year, take_sister_engine, cell))
    *cell = *specification;
  cell->basis = TOK_BASIS_SPECIFICATION;
}

/* Launching kernels takes less time in every newer build. */
static void
age_cell (TokEfficiency *cell,
          guint          year)
{
  double factor = pow (cell->layer_year_factor, TOK_N_BUILD_YEARS - 1 - year);

  cell->layer_seconds *= factor;
  cell->moe_layer_seconds *= factor;
  cell->linear_layer_seconds *= factor;
}

static void
resolve_cells (TokEfficiencyTable  *table,
               const TokEfficiency *specification)
{
  Resolution self = { .table = table };

  for (guint i = 0; i < TOK_N_CLASSES; i++)
    self.vendor[i] = tok_device_class_vendor ((TokDeviceClass) i);
  /* A cell that was set realizes some of its bandwidth. */
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      for (guint k = 0; k < TOK_N_BUILD_YEARS; k++)
        self.measured[i][j][k] = table->cells[i][j][k].weight_share > 0.0;

  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      for (guint k = 0; k < TOK_N_BUILD_YEARS; k++)
        resolve_cell (&self, (TokDeviceClass) i, (TokEngine) j, k, specification);
}

static void
age_cells (TokEfficiencyTable *table)
{
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      for (guint k = 0; k < TOK_N_BUILD_YEARS; k++)
        age_cell (&table->cells[i][j][k], k);
}

/* TRUE when the chip was measured with an engine that needs a GPU. */
static gboolean
has_gpu (const double *measured)
{
  for (guint i = 0; i < TOK_N_ENGINES; i++)
    if (measured[i] > 0.0 && tok_engine_needs_gpu ((TokEngine) i))
      return TRUE;
  return FALSE;
}

/* The factor of the measured engine most alike @engine; 1 when there is none. */
static double
stand_in_factor (const double *measured,
                 TokEngine     engine)
{
  for (guint i = 0; i < TOK_N_STAND_INS; i++)
    {
      TokEngine sister = tok_engine_stand_in (engine, i);

      if (measured[sister] > 0.0 && tok_engine_shares_cores (engine, sister, has_gpu (measured)))
        return measured[sister];
    }
  return 1.0;
}

static void
resolve_factors (TokChipFactors *factors)
{
  double measured[TOK_N_ENGINES];

  memcpy (measured, factors->factor, sizeof measured);
  for (guint i = 0; i < TOK_N_ENGINES; i++)
    {
      gboolean is_measured = measured[i] > 0.0;

      factors->factor[i] = is_measured ? measured[i] : stand_in_factor (measured, (TokEngine) i);
      factors->basis[i] = is_measured ? TOK_BASIS_CLASS : TOK_BASIS_FAMILY;
    }
}

/* @factors may be NULL: never measured. */
static void
take_factor (const TokChipFactors *factors,
             TokEngine             engine,
             double               *factor,
             TokBasis             *basis)
{
  if (factor == NULL)
    return;
  *factor = factors != NULL ? factors->factor[engine] : 1.0;
  *basis = MAX (*basis, factors != NULL ? factors->basis[engine] : TOK_BASIS_FAMILY);
}

const char *
tok_band_kind_name (TokBandKind kind)
{
  return band_kind_names[MIN (kind, TOK_N_BANDS - 1)];
}

TokEfficiencyTable *
tok_efficiency_table_new (void)
{
  TokEfficiencyTable *table = g_new0 (TokEfficiencyTable, 1);

  table->chips = g_array_new (FALSE, TRUE, sizeof (TokChip));
  return table;
}

void
tok_efficiency_table_free (TokEfficiencyTable *table)
{
  g_array_unref (table->chips);
  g_free (table);
}

void
tok_efficiency_table_set (TokEfficiencyTable  *table,
                          TokDeviceClass       device_class,
                          TokEngine            engine,
                          guint                build_year,
                          const TokEfficiency *efficiency)
{
  TokEfficiency *cell;

  g_return_if_fail (device_class < TOK_N_CLASSES && engine < TOK_N_ENGINES);
  g_return_if_fail (efficiency->weight_share > 0.0);

  cell = &table->cells[device_class][engine][year_index (build_year)];
  *cell = *efficiency;
  cell->basis = MAX (cell->basis, TOK_BASIS_CLASS);
}

void
tok_efficiency_table_resolve (TokEfficiencyTable  *table,
                              const TokEfficiency *specification)
{
  resolve_cells (table, specification);
  age_cells (table);
  for (guint i = 0; i < table->chips->len; i++)
    {
      TokChip *chip = &g_array_index (table->chips, TokChip, i);

      resolve_factors (&chip->decode);
      resolve_factors (&chip->prefill);
    }
}

const TokEfficiency *
tok_efficiency_table_cell (const TokEfficiencyTable *table,
                           TokDeviceClass            device_class,
                           TokEngine                 engine,
                           guint                     build_year)
{
  return &table->cells[MIN (device_class, TOK_N_CLASSES - 1)][MIN (engine, TOK_N_ENGINES - 1)][year_index (build_year)];
}

void
tok_efficiency_table_add_chip (TokEfficiencyTable *table,
                               const char         *name,
                               TokEngine           engine,
                               double              decode,
                               double              prefill)
{
  guint number = tok_efficiency_table_find_chip (table, name);
  TokChip *chip;

  g_return_if_fail (engine < TOK_N_ENGINES);

  if (number == 0)
    {
      g_array_set_size (table->chips, table->chips->len + 1);
      number = table->chips->len;
    }
  chip = &g_array_index (table->chips, TokChip, number - 1);
  g_strlcpy (chip->name, name, sizeof chip->name);
  chip->decode.factor[engine] = decode;
  chip->prefill.factor[engine] = prefill;
}

guint
tok_efficiency_table_find_chip (const TokEfficiencyTable *table,
                                const char               *name)
{
  for (guint i = 0; i < table->chips->len; i++)
    if (strcmp (g_array_index (table->chips, TokChip, i).name, name) == 0)
      return i + 1;
  return 0;
}

void
tok_efficiency_table_chip (const TokEfficiencyTable *table,
                           guint                     chip,
                           TokEngine                 engine,
                           double                   *decode,
                           double                   *prefill,
                           TokBasis                 *basis)
{
  gboolean is_measured = chip > 0 && chip <= table->chips->len;
  const TokChip *measured = is_measured ? &g_array_index (table->chips, TokChip, chip - 1) : NULL;
  TokBasis weakest = TOK_BASIS_CLASS;

  take_factor (measured != NULL ? &measured->decode : NULL, engine, decode, &weakest);
  take_factor (measured != NULL ? &measured->prefill : NULL, engine, prefill, &weakest);
  if (basis != NULL)
    *basis = weakest;
}
