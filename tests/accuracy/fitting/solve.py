# SPDX-License-Identifier: GPL-3.0-or-later
"""Robust least squares: Gauss-Newton steps with soft-L1 weights, Gaussian priors and bounds."""

import numpy
import scipy.sparse
import scipy.sparse.linalg

# How far one step may move a parameter (logarithm): beyond, the linear form says little.
LONGEST_STEP = 0.4
REWEIGHTINGS = 6
DAMPING = 1e-6


def soft_l1(ratios):
    """Loss that grows with the square of small residuals and with the size of large ones."""
    return 2.0 * (numpy.sqrt(1.0 + ratios * ratios) - 1.0)


def soft_l1_weight(ratios):
    """Weight that makes a square of that loss."""
    return 1.0 / numpy.sqrt(1.0 + ratios * ratios)


def factorized(matrix):
    """A symmetric positive matrix, ready to solve with."""
    return scipy.sparse.linalg.splu(matrix.tocsc(), permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
                                    options={"SymmetricMode": True})


class Problem:
    """Rows with their weights and scales, and the priors of the parameters."""

    def __init__(self, parameters, weights, scales):
        self.weights, self.scales = weights, scales
        self.low, self.high = numpy.array(parameters.low), numpy.array(parameters.high)
        self.matrix, self.sides, self.is_robust = parameters.prior_matrix()

    def prior_residuals(self, x):
        """Distance of every parameter from its prior in deviations."""
        return self.matrix @ x - self.sides

    def cost(self, residuals, x):
        """What a fit makes small."""
        distances = self.prior_residuals(x)
        return (self.weights @ soft_l1(residuals / self.scales) + soft_l1(distances[self.is_robust]).sum()
                + (distances[~self.is_robust] ** 2).sum())

    def normal_equations(self, jacobian, residuals, x):
        """Matrix and right side of one weighted least-squares step."""
        row_weights = self.weights * soft_l1_weight(residuals / self.scales) / self.scales ** 2
        distances = self.prior_residuals(x)
        prior_weights = numpy.where(self.is_robust, soft_l1_weight(distances), 1.0)
        weighted, prior = jacobian.T.multiply(row_weights), self.matrix.T.multiply(prior_weights)
        return (weighted @ jacobian + prior @ self.matrix).tocsc(), -(weighted @ residuals + prior @ distances)

    def step(self, jacobian, residuals, x):
        """From @x to the best parameters of the linear form, held within the bounds."""
        target, moved = x.copy(), residuals
        for _ in range(REWEIGHTINGS):
            matrix, side = self.normal_equations(jacobian, moved, target)
            is_held = (target <= self.low) & (side < 0.0) | (target >= self.high) & (side > 0.0)
            free = numpy.flatnonzero(~is_held)
            inner = matrix[free][:, free] + DAMPING * scipy.sparse.identity(len(free), format="csc")
            change = numpy.zeros(len(x))
            change[free] = factorized(inner).solve(side[free])
            target = numpy.clip(target + change, numpy.maximum(self.low, x - LONGEST_STEP),
                                numpy.minimum(self.high, x + LONGEST_STEP))
            moved = residuals + jacobian @ (target - x)
            if numpy.abs(change).max() < 1e-3:
                break
        return target
