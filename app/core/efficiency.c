/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of fitted constants: dense, so that looking one up is an index, and filled to the last cell by fallback. */

#include "core/efficiency.h"

#include <string.h>

/* A table, who makes its classes, and which of its cells were measured. */
typedef struct
{
  TokEfficiencyTable *table;
  const char         *vendor[TOK_N_CLASSES];
  gboolean            measured[TOK_N_CLASSES][TOK_N_ENGINES][TOK_N_BUILD_YEARS];
} Resolution;

/* Fills @cell from the measured cells of class @source; FALSE when it has none. */
typedef gboolean (*TakeFunc) (const Resolution *self, TokDeviceClass source, TokEngine engine, guint year, TokEfficiency *cell);

static const char *const engine_names[TOK_N_ENGINES] = {
  [TOK_ENGINE_LLAMA_CUDA] = "llama.cpp-cuda",
  [TOK_ENGINE_LLAMA_VULKAN] = "llama.cpp-vulkan",
  [TOK_ENGINE_LLAMA_ROCM] = "llama.cpp-rocm",
  [TOK_ENGINE_LLAMA_METAL] = "llama.cpp-metal",
  [TOK_ENGINE_LLAMA_SYCL] = "llama.cpp-sycl",
  [TOK_ENGINE_LLAMA_CPU] = "llama.cpp-cpu",
  [TOK_ENGINE_IK_LLAMA] = "ik_llama.cpp",
  [TOK_ENGINE_OLLAMA] = "ollama",
  [TOK_ENGINE_VLLM] = "vllm",
  [TOK_ENGINE_SGLANG] = "sglang",
  [TOK_ENGINE_EXLLAMA] = "exllama",
  [TOK_ENGINE_MLX] = "mlx",
};

/* What each engine is made for: vendors of tok_device_class_vendor(), "accelerator" for chips that are no GPU, NULL at the end.
 * Backend lists of the projects' own build documentation; llama.cpp's CPU build runs beside whatever is there. */
static const char *const engine_vendors[TOK_N_ENGINES][7] = {
  [TOK_ENGINE_LLAMA_CUDA] = { "nv" },
  [TOK_ENGINE_LLAMA_VULKAN] = { "nv", "amd", "intel", "apple" },
  [TOK_ENGINE_LLAMA_ROCM] = { "amd" },
  [TOK_ENGINE_LLAMA_METAL] = { "apple" },
  [TOK_ENGINE_LLAMA_SYCL] = { "intel" },
  [TOK_ENGINE_LLAMA_CPU] = { "nv", "amd", "intel", "apple", "cpu", "accelerator" },
  [TOK_ENGINE_IK_LLAMA] = { "nv", "cpu" },
  [TOK_ENGINE_OLLAMA] = { "nv", "amd", "intel", "apple", "cpu" },
  [TOK_ENGINE_VLLM] = { "nv", "amd", "intel", "accelerator" },
  [TOK_ENGINE_SGLANG] = { "nv", "amd", "intel", "accelerator" },
  [TOK_ENGINE_EXLLAMA] = { "nv", "amd" },
  [TOK_ENGINE_MLX] = { "apple" },
};

/* Which engine stands in for another, the most alike first; the others follow in the order of the enumeration.  Engines a device
 * cannot run have no cells and fall through. */
#define N_SISTERS 3
static const TokEngine sister_engines[TOK_N_ENGINES][N_SISTERS] = {
  [TOK_ENGINE_LLAMA_CUDA] = { TOK_ENGINE_IK_LLAMA, TOK_ENGINE_OLLAMA, TOK_ENGINE_LLAMA_VULKAN },
  [TOK_ENGINE_LLAMA_VULKAN] = { TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_LLAMA_ROCM, TOK_ENGINE_LLAMA_SYCL },
  [TOK_ENGINE_LLAMA_ROCM] = { TOK_ENGINE_LLAMA_VULKAN, TOK_ENGINE_OLLAMA, TOK_ENGINE_LLAMA_CUDA },
  [TOK_ENGINE_LLAMA_METAL] = { TOK_ENGINE_OLLAMA, TOK_ENGINE_MLX, TOK_ENGINE_LLAMA_VULKAN },
  [TOK_ENGINE_LLAMA_SYCL] = { TOK_ENGINE_LLAMA_VULKAN, TOK_ENGINE_OLLAMA, TOK_ENGINE_LLAMA_CUDA },
  [TOK_ENGINE_LLAMA_CPU] = { TOK_ENGINE_OLLAMA, TOK_ENGINE_IK_LLAMA, TOK_ENGINE_LLAMA_VULKAN },
  [TOK_ENGINE_IK_LLAMA] = { TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_LLAMA_CPU, TOK_ENGINE_OLLAMA },
  [TOK_ENGINE_OLLAMA] = { TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_LLAMA_METAL, TOK_ENGINE_LLAMA_ROCM },
  [TOK_ENGINE_VLLM] = { TOK_ENGINE_SGLANG, TOK_ENGINE_EXLLAMA, TOK_ENGINE_LLAMA_CUDA },
  [TOK_ENGINE_SGLANG] = { TOK_ENGINE_VLLM, TOK_ENGINE_EXLLAMA, TOK_ENGINE_LLAMA_CUDA },
  [TOK_ENGINE_EXLLAMA] = { TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_VLLM, TOK_ENGINE_SGLANG },
  [TOK_ENGINE_MLX] = { TOK_ENGINE_LLAMA_METAL, TOK_ENGINE_OLLAMA, TOK_ENGINE_LLAMA_VULKAN },
};

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
  cell->basis = nearest <= year ? TOK_BASIS_CLASS : TOK_BASIS_FAMILY;
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

  for (guint i = 0; i < N_SISTERS && !found; i++)
    found = take_engine (self, source, sister_engines[engine][i], year, cell);
  for (guint i = 0; i < TOK_N_ENGINES && !found; i++)
    found = take_engine (self, source, (TokEngine) i, year, cell);
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

const char *
tok_engine_name (TokEngine engine)
{
  return engine_names[MIN (engine, TOK_N_ENGINES - 1)];
}

gboolean
tok_engine_from_name (const char *name,
                      TokEngine  *engine)
{
  for (guint i = 0; i < TOK_N_ENGINES; i++)
    if (g_ascii_strcasecmp (name, engine_names[i]) == 0)
      {
        *engine = (TokEngine) i;
        return TRUE;
      }
  return FALSE;
}

gboolean
tok_engine_is_llama (TokEngine engine)
{
  return engine <= TOK_ENGINE_OLLAMA;
}

gboolean
tok_engine_is_server (TokEngine engine)
{
  return engine == TOK_ENGINE_OLLAMA || engine == TOK_ENGINE_VLLM || engine == TOK_ENGINE_SGLANG;
}

gboolean
tok_engine_runs_on (TokEngine        engine,
                    const TokDevice *device)
{
  gboolean is_accelerator = device->kind == TOK_DEVICE_ACCELERATOR;
  const char *vendor = is_accelerator ? "accelerator" : tok_device_class_vendor (device->device_class);

  return strcmp (vendor, "other") == 0 || g_strv_contains (engine_vendors[engine], vendor);
}

TokEfficiencyTable *
tok_efficiency_table_new (void)
{
  return g_new0 (TokEfficiencyTable, 1);
}

void
tok_efficiency_table_free (TokEfficiencyTable *table)
{
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
  cell->basis = TOK_BASIS_CLASS;
}

void
tok_efficiency_table_resolve (TokEfficiencyTable  *table,
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

const TokEfficiency *
tok_efficiency_table_cell (const TokEfficiencyTable *table,
                           TokDeviceClass            device_class,
                           TokEngine                 engine,
                           guint                     build_year)
{
  return &table->cells[MIN (device_class, TOK_N_CLASSES - 1)][MIN (engine, TOK_N_ENGINES - 1)][year_index (build_year)];
}
