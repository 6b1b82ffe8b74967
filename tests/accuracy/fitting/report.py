# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables for the person who runs a fit."""

import numpy

from . import bands, rows as measured_rows

KINDS = ["decode", "decode-dense", "decode-deep", "moe", "apple", "hbm", "cpu", "offload", "prefill", "batch", "multi-gpu",
         "speculative"]


def weighted_quantile(values, weights, share):
    """Quantile of weighted values."""
    order = numpy.argsort(values, kind="stable")
    return values[order][min(numpy.searchsorted(numpy.cumsum(weights[order]), share * weights.sum()), len(values) - 1)]


def errors_of_kind(rows, predicted, kind):
    """Rows, median error, 90th percentile and bias of a kind, in percent."""
    weights = measured_rows.source_weights(rows, kind) * numpy.isfinite(predicted)
    chosen = numpy.flatnonzero(weights)
    if len(chosen) == 0:
        return 0, 0.0, 0.0, 0.0
    relative = predicted[chosen] / numpy.array([rows[index]["measured"] for index in chosen]) - 1.0
    weights = weights[chosen]
    return (len(chosen), 100.0 * weighted_quantile(numpy.abs(relative), weights, 0.5),
            100.0 * weighted_quantile(numpy.abs(relative), weights, 0.9), 100.0 * weighted_quantile(relative, weights, 0.5))


def table(rows, predictions, report=print):
    """Errors by kind, for several sets of predictions by name."""
    report(f"{'kind':14}{'rows':>6}" + "".join(f"{name + ': median, p90, bias %':>34}" for name in predictions))
    for kind in KINDS:
        errors = [errors_of_kind(rows, predicted, kind) for predicted in predictions.values()]
        report(f"{kind:14}{errors[0][0]:6}" + "".join(f"{median:20.1f}{worst:7.1f}{bias:+7.1f}" for _, median, worst, bias in errors))


def coverage(residuals, fitted, report=print):
    """Share of the rows left out that lie in their band, by kind."""
    report(f"{'kind':14}{'inside: class':>16}{'others':>10}  %")
    for kind in KINDS:
        of_class = bands.inside(residuals, fitted, kind, ["class"])
        of_others = bands.inside(residuals, fitted, kind, ["family", "specification"])
        report(f"{kind:14}{100.0 * of_class:16.0f}{100.0 * of_others:10.0f}")
