# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits with rows left out, and what their constants rest on then."""

import collections
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import numpy

from . import rows as measured_rows
from .constants import speed_kind
from .program import Program

Fold = collections.namedtuple("Fold", "left_out x predicted")


class Basis:
    """What the rows that count say something of."""

    def __init__(self, fit, left_out=()):
        left_out = set(left_out)
        self.counting = [row for index, row in enumerate(fit.rows) if fit.weights[index] > 0.0 and index not in left_out]
        self.cells = {(row["class"], row["engine"]) for row in self.counting}
        self.hosts = {(row["host_class"], row["host_engine"]) for row in self.counting if row["host_class"]}
        self.classes = {row["class"] for row in self.counting}
        self.chips = {(row["chip"], row["engine"], speed_kind(row)) for row in self.counting}

    def of_cell(self, class_name, engine):
        """What the cell of a class and engine rests on."""
        if (class_name, engine) in self.cells or (class_name, engine) in self.hosts:
            return "class"
        return "family" if class_name in self.classes else "specification"

    def of_row(self, row):
        """What a row's prediction rests on."""
        if row["host_class"] and not row["host_known"]:
            return "specification"
        basis = self.of_cell(row["class"], row["engine"])
        if basis == "class" and (row["chip"], row["engine"], speed_kind(row)) not in self.chips:
            return "family"
        return basis


# The fit of a worker process, with a program of its own.
worker_fit = None


def start_worker(fit):
    """Prepares a worker process."""
    global worker_fit
    worker_fit = fit
    fit.program = Program(fit.program.path, fit.program.measured, 1)


def solve_fold(left_out):
    """One fit of a worker process."""
    return Fold(left_out, *worker_fit.solve_without(left_out))


def leave_out(fit, kind):
    """One fit for every chip, or for every fold of chips' models."""
    with ProcessPoolExecutor(len(fit.program.servers), multiprocessing.get_context("fork"), start_worker, (fit,)) as pool:
        return list(pool.map(solve_fold, measured_rows.folds(fit.rows, kind)))


def judged(fit, fold, kind):
    """The rows a fold judges: without a model, those of chips that other rows still tell of."""
    if kind == "chip":
        return fold.left_out
    left_out = set(fold.left_out)
    known = {row["chip"] for index, row in enumerate(fit.rows) if fit.weights[index] > 0.0 and index not in left_out}
    return [index for index in fold.left_out if fit.rows[index]["chip"] in known]


def collect(fit, residuals, folds, kind):
    """Adds what the folds say of the rows they left out: with models left out of rows whose class is known, with chips of others."""
    for fold in folds:
        basis = Basis(fit, fold.left_out)
        for index in fold.left_out:
            of_row = basis.of_row(fit.rows[index])
            if fit.is_covered[index] and (of_row == "class") == (kind == "model"):
                residuals.add(of_row, index, fold.predicted[index])


def predictions(fit, folds, kind):
    """Predicted speed of every row by the fold that judges it."""
    predicted = numpy.full(len(fit.rows), numpy.nan)
    for fold in folds:
        rows = judged(fit, fold, kind)
        predicted[rows] = fold.predicted[rows]
    return predicted
