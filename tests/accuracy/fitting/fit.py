# SPDX-License-Identifier: GPL-3.0-or-later
"""A fit: predictions of the program, their derivatives by perturbing one constant of all cells at once, and steps downhill."""

import numpy
import scipy.sparse

from . import document, rows as measured_rows
from .constants import Constants
from .solve import Problem

# A perturbation downwards: shares may lie at their upper bound.
PERTURBATION = -0.002
# Derivatives below are none.
LEAST_DERIVATIVE = 1e-6
ROUNDS = 6
STEPS = 3
CONVERGED = 1e-4


class Fit:
    """One table of measurements and the constants that explain it."""

    def __init__(self, start, program):
        self.start, self.program, self.rows = start, program, program.rows
        self.constants = Constants(start, self.rows)
        self.parameters = self.constants.parameters
        self.measured = measured_rows.measured(self.rows)
        self.scales = measured_rows.scales(self.rows)
        self.is_covered = numpy.array([self.constants.side_of(row) is not None for row in self.rows])
        self.weights = measured_rows.weights(self.rows) * self.is_covered
        self.colours = list(self.constants.slots)
        self.row_slots = {colour: [self.constants.slot_of(row, colour) for row in self.rows] for colour in self.constants.slots}

    def document(self, x):
        """The constants of @x, every cell by itself."""
        return document.build(self.start, self.constants, self.constants.values(x))

    def residuals(self, predicted):
        """Logarithm of predicted over measured."""
        return numpy.log(predicted) - self.measured

    def perturbed(self, values, colour):
        """The values with one constant changed in all cells."""
        factor = numpy.exp(PERTURBATION)
        changed = {key: max(value * factor, slot.low)
                   for (key, value), slot in zip(values[colour].items(), self.constants.slots[colour].values())}
        return {**values, colour: changed}

    def jacobian(self, x, predicted):
        """Derivatives of all rows by all parameters."""
        values, colours = self.constants.values(x), self.colours
        documents = [lambda colour=colour: document.build(self.start, self.constants, self.perturbed(values, colour))
                     for colour in colours]
        acting = []
        rows, columns, derivatives = [], [], []
        for colour, changed in zip(colours, self.program.predict_all(documents)):
            derivative = numpy.log(changed / predicted) / PERTURBATION
            acting += [colour] if numpy.abs(derivative).max() > LEAST_DERIVATIVE else []
            for row in numpy.flatnonzero(numpy.abs(derivative) > LEAST_DERIVATIVE):
                slot = self.row_slots[colour][row]
                if slot is not None and slot.is_free(x):
                    rows.append([row] * len(slot.terms))
                    columns.append(slot.terms)
                    derivatives.append([derivative[row]] * len(slot.terms))
        # What acts on no row will not later.
        self.colours = acting
        shape = len(self.rows), len(x)
        return scipy.sparse.csr_matrix((numpy.concatenate(derivatives), (numpy.concatenate(rows), numpy.concatenate(columns))), shape)

    def problem(self, left_out=()):
        """What is to be solved, with some rows left out."""
        weights = self.weights.copy()
        weights[list(left_out)] = 0.0
        return Problem(self.parameters, weights, self.scales)

    def descend(self, problem, jacobian, x, predicted):
        """One step, halved until it helps; returns where it led."""
        residuals = self.residuals(predicted)
        cost = problem.cost(residuals, x)
        change = problem.step(jacobian, residuals, x) - x
        for _ in range(5):
            target = x + change
            reached = self.program.predict(self.document(target))
            if problem.cost(self.residuals(reached), target) < cost:
                return target, reached
            change = change / 2.0
        return x, predicted

    def solve(self, report=print):
        """Fits all parameters; keeps the last derivatives for fits with rows left out."""
        x = numpy.array(self.parameters.start)
        predicted = self.program.predict(self.document(x))
        problem = self.problem()
        for round_number in range(ROUNDS):
            self.last_jacobian = self.jacobian(x, predicted)
            moved = 0.0
            for _ in range(STEPS):
                target, predicted = self.descend(problem, self.last_jacobian, x, predicted)
                moved, x = max(moved, numpy.abs(target - x).max()), target
            report(f"round {round_number + 1}: cost {problem.cost(self.residuals(predicted), x):.2f}, largest step {moved:.4f}")
            if moved < CONVERGED:
                break
        self.x, self.predicted = x, predicted
        return x

    def solve_without(self, left_out, steps=2):
        """The parameters without some rows, from the full fit on; returns them and all predictions."""
        problem, x, predicted = self.problem(left_out), self.x, self.predicted
        for _ in range(steps):
            x, predicted = self.descend(problem, self.last_jacobian, x, predicted)
        return x, predicted
