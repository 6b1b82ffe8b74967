# SPDX-License-Identifier: GPL-3.0-or-later
"""Bands: where 80 % of measured over predicted lie for rows left out, by kind of figure and by what the constants rest on."""

import numpy

from . import rows as measured_rows

KINDS = ["gpu", "gpu-deep", "gpu-moe", "gpu-moe-deep", "hbm", "apple", "apple-deep", "cpu", "offload", "several-gpus", "batch",
         "speculation", "prefill"]
BASES = ["class", "family", "specification"]
# Wider than the 80 % promised: rows of tomorrow lie further off than those that were left out today.
SHARES = (0.09, 0.91)

# A quantile of this many chips counts as much as what it is shrunk towards: the better basis's, somewhat wider.
PRIOR_CHIPS = 1.0
WIDENING = 1.2
LOWEST, HIGHEST = 0.05, 20.0


def neutral():
    """Bands of no width, for documents that only predict."""
    return {kind: {basis: [1.0, 1.0] for basis in BASES} for kind in KINDS}


def quantiles(ratios, weights):
    """The two quantiles of weighted logarithms."""
    order = numpy.argsort(ratios, kind="stable")
    shares = (numpy.cumsum(weights[order]) - weights[order] / 2.0) / weights.sum()
    return numpy.interp(SHARES, shares, ratios[order])


def source_shares(rows):
    """What a row counts: at most forty of one source in a kind."""
    shares = [measured_rows.source_weights(rows, kind) for kind in sorted({kind for row in rows for kind in row["kinds"]})]
    return numpy.max(shares, axis=0)


class Residuals:
    """Measured over predicted (logarithm) of rows left out, each with the basis it was predicted from."""

    def __init__(self, rows):
        self.rows = rows
        self.shares = source_shares(rows)
        self.ratios = {basis: {} for basis in BASES}

    def add(self, basis, index, predicted):
        """One row left out."""
        self.ratios[basis][index] = float(numpy.log(self.rows[index]["measured"] / predicted))

    def of_kind(self, kind, basis):
        """The rows of a kind of band."""
        return [index for index in self.ratios[basis] if kind is None or self.rows[index]["band"] == kind]

    def pair(self, kind, basis):
        """Quantiles of a kind and basis, and from how many chips; None without rows."""
        indices = self.of_kind(kind, basis)
        if not indices:
            return None, 0
        ratios = numpy.array([self.ratios[basis][index] for index in indices])
        return quantiles(ratios, self.shares[indices]), len({self.rows[index]["chip"] for index in indices})


def shrunk(own, n_chips, towards):
    """Quantiles of few chips moved towards others."""
    if own is None:
        return towards
    share = n_chips / (n_chips + PRIOR_CHIPS)
    return share * own + (1.0 - share) * towards


def outer(*bands):
    """What holds all of some bands."""
    return numpy.array([min(low for low, _ in bands), max(high for _, high in bands)])


def best(own, n_chips, of_all):
    """The band of a kind and basis: few chips may have been lucky, but are no reason to promise more than they kept."""
    return of_all if own is None else outer(own, shrunk(own, n_chips, of_all))


def wider(band, own, n_chips):
    """The band of a basis from that of the better one, which it is never narrower than."""
    return outer(best(own, n_chips, WIDENING * band), band)


def fit(residuals):
    """All bands: thin ones lean on the same kind's better basis, the best on all kinds."""
    bands = {}
    for kind in KINDS:
        band = best(*residuals.pair(kind, "class"), residuals.pair(None, "class")[0])
        band = numpy.array([min(band[0], 0.0), max(band[1], 0.0)])
        bands[kind] = {}
        for basis in BASES:
            if basis != "class":
                band = wider(band, *residuals.pair(kind, basis))
            low, high = numpy.exp(band)
            bands[kind][basis] = [max(low, LOWEST), min(high, HIGHEST)]
    return bands


def inside(residuals, bands, kind, bases):
    """Share of the rows of one of the report's kinds that lie in their band."""
    indices = [(basis, index) for basis in bases for index in residuals.ratios[basis] if kind in residuals.rows[index]["kinds"]]
    if not indices:
        return float("nan")
    shares = residuals.shares[[index for _, index in indices]]
    hits = []
    for basis, index in indices:
        low, high = bands[residuals.rows[index]["band"]][basis]
        hits.append(numpy.log(low) <= residuals.ratios[basis][index] <= numpy.log(high))
    return float(shares @ numpy.array(hits) / shares.sum())
