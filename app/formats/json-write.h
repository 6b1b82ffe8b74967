/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as text, with numbers as a person would write them. */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Indented by two spaces, with a line feed at the end.  json-glib's own generator writes 0.1 as 0.10000000000000001. */
char  *tok_json_to_text    (JsonNode *node);
/* @number to six significant digits; what is not finite becomes 0. */
double tok_json_round      (double    number);

G_END_DECLS
