/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices as engines print them, against the names the catalog has. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* TRUE when @printed ("NVIDIA GeForce RTX 4090", "AMD Radeon RX 7900 XTX (RADV NAVI31)") is the device called @name: the number of its
 * model is in it, and neither is a Ti, SUPER, Laptop, Pro … the other is not. */
gboolean tok_device_name_matches (const char *printed,
                                  const char *name);

G_END_DECLS
