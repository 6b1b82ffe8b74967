# SPDX-License-Identifier: GPL-3.0-or-later
"""The unknowns of a fit: logarithms with bounds, and priors that tie each of them to a value or to others."""

import math

import numpy
import scipy.sparse


class Slot:
    """One constant of the document: the product of its parameters, within bounds."""

    def __init__(self, terms, low, high):
        self.terms = tuple(terms)
        self.low, self.high = low, high

    def value(self, x):
        """The constant itself."""
        return min(max(math.exp(sum(x[i] for i in self.terms)), self.low), self.high)

    def is_free(self, x):
        """FALSE where a bound hides its parameters."""
        return math.log(self.low) <= sum(x[i] for i in self.terms) <= math.log(self.high)


class Parameters:
    """Names, start values, bounds and priors of all parameters."""

    def __init__(self):
        self.index = {}
        self.start, self.low, self.high = [], [], []
        self.priors = []

    def add(self, name, start=0.0, low=-math.inf, high=math.inf):
        """A new parameter; returns its index."""
        assert name not in self.index, name
        self.index[name] = len(self.start)
        self.start.append(min(max(start, low), high))
        self.low.append(low)
        self.high.append(high)
        return self.index[name]

    def add_prior(self, index, centre, deviation, parent=None, is_robust=False):
        """A parameter lies near the centre, counted from its parent where it has one; a robust prior lets single ones go far."""
        self.priors.append((index, centre, deviation, parent, is_robust))

    def add_near(self, name, value, deviation, low, high):
        """A parameter near a value of the document."""
        index = self.add(name, math.log(value), math.log(low), math.log(high))
        self.add_prior(index, math.log(value), deviation)
        return index

    def add_below(self, name, parent, deviation, low, high, factor=1.0):
        """A parameter near another, its parent, or near a multiple of it."""
        index = self.add(name, self.start[parent] + math.log(factor), math.log(low), math.log(high))
        self.add_prior(index, math.log(factor), deviation, parent)
        return index

    def add_effect(self, name, deviation, is_robust=False, limit=math.log(4.0)):
        """A factor near one."""
        index = self.add(name, 0.0, -limit, limit)
        self.add_prior(index, 0.0, deviation, None, is_robust)
        return index

    def prior_matrix(self):
        """Priors as rows of a linear system in units of their deviation: matrix, right side, and which are robust."""
        rows, columns, values, sides = [], [], [], []
        for row, (index, centre, deviation, parent, _) in enumerate(self.priors):
            rows.append(row)
            columns.append(index)
            values.append(1.0 / deviation)
            if parent is not None:
                rows.append(row)
                columns.append(parent)
                values.append(-1.0 / deviation)
            sides.append(centre / deviation)
        matrix = scipy.sparse.csr_matrix((values, (rows, columns)), (len(self.priors), len(self.start)))
        return matrix, numpy.array(sides), numpy.array([prior[4] for prior in self.priors])
