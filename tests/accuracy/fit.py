#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits data/catalog/efficiency.json to a table of measured speeds (needs Debian's python3-numpy and python3-scipy)."""

import argparse
import json
import os
import pathlib
import sys

from fitting import bands, compare, document, folds, report, spreads
from fitting.fit import Fit
from fitting.program import Program, ProgramError

HERE = pathlib.Path(__file__).resolve().parent
COMMITTED = HERE.parent.parent / "data" / "catalog" / "efficiency.json"


def parse_arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measured", help="the table of measured speeds")
    parser.add_argument("--program", required=True, help="the program that predicts")
    parser.add_argument("--output", help="where to write the constants")
    parser.add_argument("--leave-out", choices=["chip", "model"], help="fit without each chip, or each sixth of all chips' models")
    parser.add_argument("--folds", help="where to write one file of constants per fold, and folds.json")
    parser.add_argument("--check", action="store_true", help="compare a fresh fit with the committed constants")
    arguments = parser.parse_args()
    if [bool(arguments.output), bool(arguments.leave_out), arguments.check].count(True) != 1:
        parser.error("say one of --output, --leave-out and --check")
    if bool(arguments.leave_out) != bool(arguments.folds):
        parser.error("--leave-out and --folds belong together")
    return arguments


def write(path, value):
    """Writes a document."""
    pathlib.Path(path).write_text(document.text_of(value) + "\n", encoding="utf-8")


def read(path):
    """Reads a document."""
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


def finish(fit, x, fitted_bands, left_out=()):
    """The document for people, of a fit to all rows or of one without some."""
    return document.finish(fit.start, fit.constants, fit.constants.values(x), folds.Basis(fit, left_out), fitted_bands)


def write_folds(fit, kind, folder):
    """One document per fold, with the committed bands, and an index of who is left out."""
    committed_bands = read(COMMITTED)["general"]["bands"]
    index = []
    os.makedirs(folder, exist_ok=True)
    for number, fold in enumerate(folds.leave_out(fit, kind)):
        name = f"{number:03}.json"
        write(os.path.join(folder, name), finish(fit, fold.x, committed_bands, fold.left_out))
        index.append({"file": name, "ids": [fit.rows[row]["id"] for row in folds.judged(fit, fold, kind)]})
    write(os.path.join(folder, "folds.json"), {"kind": kind, "folds": index})


def fit_left_out(fit):
    """Bands and spreads from the rows left out, with a table of how far off those are."""
    residuals = bands.Residuals(fit.rows)
    predictions = {"known": fit.predicted}
    for name, kind in (("model left out", "model"), ("chip left out", "chip")):
        left_out = list(folds.leave_out(fit, kind))
        folds.collect(fit, residuals, left_out, kind)
        predictions[name] = folds.predictions(fit, left_out, kind)
    report.table(fit.rows, predictions)
    fitted = bands.fit(residuals)
    report.coverage(residuals, fitted)
    fit.start["general"]["calibration"] = spreads.fit(residuals, fit.start["general"]["calibration"]["cache_spread"])
    return fitted


def run(arguments):
    """Does what the command line asks; returns the exit status."""
    program = Program(arguments.program, arguments.measured)
    try:
        fit = Fit(read(HERE / "fitting" / "start.json"), program)
        fit.solve()
        if arguments.leave_out:
            write_folds(fit, arguments.leave_out, arguments.folds)
        elif arguments.check:
            return compare.check(finish(fit, fit.x, bands.neutral()), read(COMMITTED))
        else:
            write(arguments.output, finish(fit, fit.x, fit_left_out(fit)))
    finally:
        program.close()
    return 0


def main():
    """Runs the command line."""
    try:
        return run(parse_arguments())
    except (OSError, ProgramError) as error:
        print(f"fit.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
