/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can go wrong with a command; the code decides the exit code. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TOK_COMMAND_ERROR_WORDS,     /* the person's words do not mean anything here */
  TOK_COMMAND_ERROR_FAILED,    /* they do, but it could not be done */
} TokCommandError;

#define TOK_COMMAND_ERROR (tok_command_error_quark ())
GQuark tok_command_error_quark (void);

G_END_DECLS
