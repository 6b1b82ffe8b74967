/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of the side panel about device, host and the link between them. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_MACHINE_GROUP (tok_machine_group_get_type ())
G_DECLARE_FINAL_TYPE (TokMachineGroup, tok_machine_group, TOK, MACHINE_GROUP, TokSessionView)

G_END_DECLS
