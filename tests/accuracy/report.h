/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results for people and for machines. */

#pragma once

#include "results.h"

G_BEGIN_DECLS

/* Tables by kind, device class and engine, clean rows and all rows apart; what has no plan and why; the floor of noise. */
void      tok_report_print       (const TokResults      *results,
                                  const TokRowTable *measurements);
/* The rows furthest off, the worst first, with what was predicted and why. */
void      tok_report_print_worst (const TokResults      *results);
/* {"kinds": […], "unmapped": n, …}: all rows, clean and other together. */
char     *tok_report_to_json     (const TokResults      *results);
/* Errors of rows whose chip was in the fit (@known) and was not (@unseen), as data/catalog/accuracy.json.  Every row is among
 * @unseen; one whose chip nothing else tells of is not among @known. */
char     *tok_report_to_published (const TokResults      *known,
                                   const TokResults      *unseen);

G_END_DECLS
