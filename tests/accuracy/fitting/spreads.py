# SPDX-License-Identifier: GPL-3.0-or-later
"""Spreads for the calibration of a machine: how far its rows scatter, and what all of them have in common."""

import collections
import itertools

import numpy

from .bands import BASES

TESTS = {"decode": "tg", "prefill": "pp"}
# A machine whose scatter is looked at has this many rows, or pairs of rows of different models.
FEWEST = 5
FEWEST_PAIRS = 3
# A median distance of a normal distribution is this share of its standard deviation.
NORMAL_MEDIAN = 0.6745
# No machine is nearer to those the constants rest on than two sources of one set-up are to each other: 4.2 % in the middle
# (accuracy's noise floor).
SMALLEST = 0.042 / NORMAL_MEDIAN


def machines(residuals, kind, bases):
    """Residuals of every machine's plain rows of a kind: lists of (model, logarithm)."""
    found = collections.defaultdict(list)
    for basis in bases:
        for index, ratio in residuals.ratios[basis].items():
            row = residuals.rows[index]
            if row["test"] == TESTS[kind] and row["batch"] == 1 and not row["spec"]:
                found[row["machine"]].append((row["model"], ratio))
    return list(found.values())


def row_spread(found):
    """How far rows lie from the middle one of their machine."""
    distances = [abs(ratio - numpy.median([other for _, other in rows])) for rows in found if len(rows) >= FEWEST for _, ratio in rows]
    return float(numpy.median(distances)) / NORMAL_MEDIAN if distances else SMALLEST


def products(rows):
    """Products of the residuals of every two rows of different models: what a model does by itself is in none of them."""
    return [one * other for (model, one), (others_model, other) in itertools.combinations(rows, 2) if model != others_model]


def machine_spread(found):
    """What rows of a machine have in common: the root of their covariance on the middle machine."""
    covariances = [numpy.median(pairs) for pairs in map(products, found) if len(pairs) >= FEWEST_PAIRS]
    return max(max(float(numpy.median(covariances)), 0.0) ** 0.5, SMALLEST) if covariances else SMALLEST


def fit(residuals, cache_spread):
    """The member of the document; a weaker basis spreads no less."""
    spreads = {"row_spread": {}, "cache_spread": cache_spread, "machine_spread": {}}
    for kind in TESTS:
        spreads["row_spread"][kind] = row_spread(machines(residuals, kind, ["class"]))
        of_bases = [machine_spread(machines(residuals, kind, [basis])) for basis in BASES]
        spreads["machine_spread"][kind] = dict(zip(BASES, map(float, numpy.maximum.accumulate(of_bases))))
    return spreads
