/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What engines print for people, as the program's own names: file types, engines, builds. */

#pragma once

#include "core/engine.h"
#include "core/plan.h"

G_BEGIN_DECLS

/* A TokFileType: of "llama 7B mostly Q4_0", "qwen2 7B Q4_K - Medium", "IQ2_XXS - 2.0625 bpw"; TOK_AUTO when there is none. */
double tok_file_type_from_words (const char *words);
/* A TokEngine: of "CUDA", "ROCm,RPC", "Metal,BLAS", "Vulkan0", "CPU"; TOK_AUTO when there is none. */
double tok_engine_from_words    (const char *words);
/* The year of a build of llama.cpp by its number; TOK_AUTO where a fork counts by itself. */
double tok_year_from_build      (double      number);
/* The value of the choice @param whose name is @name, TOK_AUTO for none. */
double tok_choice_from_name     (TokParam    param,
                                 const char *name);

G_END_DECLS
