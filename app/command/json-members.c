/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A name and its value in one call. */

#include "command/json-members.h"

#include <math.h>

#include "core/units.h"
#include "formats/json-write.h"

#define LARGEST_EXACT 9007199254740992.0   /* 2^53, the largest whole number every reader of JSON keeps */

void
tok_json_add_string (JsonBuilder *builder,
                     const char  *name,
                     const char  *string)
{
  json_builder_set_member_name (builder, name);
  if (string != NULL)
    json_builder_add_string_value (builder, string);
  else
    json_builder_add_null_value (builder);
}

void
tok_json_add_number (JsonBuilder *builder,
                     const char  *name,
                     double       number)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, tok_json_round (number));
}

void
tok_json_add_known (JsonBuilder *builder,
                    const char  *name,
                    double       number)
{
  if (number == TOK_AUTO)
    tok_json_add_null (builder, name);
  else
    tok_json_add_number (builder, name, number);
}

void
tok_json_add_count (JsonBuilder *builder,
                    const char  *name,
                    double       count)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, (gint64) CLAMP (round (count), -LARGEST_EXACT, LARGEST_EXACT));
}

void
tok_json_add_flag (JsonBuilder *builder,
                   const char  *name,
                   gboolean     flag)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, flag);
}

void
tok_json_add_null (JsonBuilder *builder,
                   const char  *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_null_value (builder);
}

void
tok_json_begin_object (JsonBuilder *builder,
                       const char  *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

void
tok_json_begin_array (JsonBuilder *builder,
                      const char  *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}
