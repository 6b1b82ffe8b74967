/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finishes the SVG cairo writes: ids that do not depend on earlier drawings of the process, a title and a description. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Ids become "@prefix-1", "@prefix-2" …, so that several charts can stand in one page. */
GBytes *tok_svg_finish (GBytes     *drawn,
                        const char *prefix,
                        const char *title,
                        const char *description);

G_END_DECLS
