/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines: names, kinds, and which are alike. */

#include "core/engine.h"

static void
test_names (void)
{
  TokEngine engine = TOK_ENGINE_MLX;

  for (guint i = 0; i < TOK_N_ENGINES; i++)
    {
      g_assert_true (tok_engine_from_name (tok_engine_name ((TokEngine) i), &engine));
      g_assert_cmpuint (engine, ==, i);
    }
  g_assert_true (tok_engine_from_name ("LLAMA.CPP-Metal", &engine));
  g_assert_cmpuint (engine, ==, TOK_ENGINE_LLAMA_METAL);
  g_assert_false (tok_engine_from_name ("llama.cpp", &engine));
  g_assert_cmpuint (engine, ==, TOK_ENGINE_LLAMA_METAL);
}

static void
test_kinds (void)
{
  g_assert_true (tok_engine_is_llama (TOK_ENGINE_LLAMA_CPU));
  g_assert_true (tok_engine_is_llama (TOK_ENGINE_IK_LLAMA));
  g_assert_true (tok_engine_is_llama (TOK_ENGINE_OLLAMA));
  g_assert_false (tok_engine_is_llama (TOK_ENGINE_VLLM));
  g_assert_false (tok_engine_is_llama (TOK_ENGINE_MLX));
  g_assert_true (tok_engine_is_server (TOK_ENGINE_OLLAMA));
  g_assert_true (tok_engine_is_server (TOK_ENGINE_VLLM));
  g_assert_true (tok_engine_is_server (TOK_ENGINE_SGLANG));
  g_assert_false (tok_engine_is_server (TOK_ENGINE_LLAMA_CUDA));
  g_assert_false (tok_engine_is_server (TOK_ENGINE_EXLLAMA));
}

static guint
first_rank (TokEngine engine,
            TokEngine sister)
{
  for (guint i = 0; i < TOK_N_STAND_INS; i++)
    if (tok_engine_stand_in (engine, i) == sister)
      return i;
  return TOK_N_STAND_INS;
}

/* Every engine may stand in for every other, what is built on the same kernels before the rest. */
static void
test_stand_ins (void)
{
  for (guint i = 0; i < TOK_N_ENGINES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      g_assert_cmpuint (first_rank ((TokEngine) i, (TokEngine) j), <, TOK_N_STAND_INS);
  g_assert_cmpuint (first_rank (TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_IK_LLAMA), <, first_rank (TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_VLLM));
  g_assert_cmpuint (first_rank (TOK_ENGINE_SGLANG, TOK_ENGINE_VLLM), ==, 0);
}

static void
test_cores (void)
{
  g_assert_true (tok_engine_shares_cores (TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_VLLM, TRUE));
  g_assert_true (tok_engine_shares_cores (TOK_ENGINE_LLAMA_CPU, TOK_ENGINE_IK_LLAMA, FALSE));
  g_assert_false (tok_engine_shares_cores (TOK_ENGINE_LLAMA_METAL, TOK_ENGINE_LLAMA_CPU, TRUE));
  g_assert_false (tok_engine_shares_cores (TOK_ENGINE_LLAMA_CPU, TOK_ENGINE_MLX, TRUE));
  /* Ollama takes the GPU where there is one. */
  g_assert_true (tok_engine_shares_cores (TOK_ENGINE_LLAMA_CPU, TOK_ENGINE_OLLAMA, FALSE));
  g_assert_false (tok_engine_shares_cores (TOK_ENGINE_LLAMA_CPU, TOK_ENGINE_OLLAMA, TRUE));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/engine/names-round-trip", test_names);
  g_test_add_func ("/engine/kinds", test_kinds);
  g_test_add_func ("/engine/every-engine-has-stand-ins", test_stand_ins);
  g_test_add_func ("/engine/cores-of-the-cpu-are-others", test_cores);

  return g_test_run ();
}
