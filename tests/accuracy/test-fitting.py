#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the fit: its command line, and what its parts make of numbers one can check by hand.

usage: test-fitting.py PROGRAM    PROGRAM: accuracy in a build folder
"""

import collections
import math
import pathlib
import subprocess
import sys
import tempfile

import tap

HERE = pathlib.Path(__file__).resolve().parent

try:
    import numpy
    from fitting import bands, compare, constants, document, parameters, rows, spreads
except ModuleNotFoundError as missing:
    print(f"1..0 # SKIP {missing}")
    sys.exit(0)

HEADER = "id,source,hardware,n_gpus,backend,engine,model,quant,ngl,test,tok_s\n"
CELL = {"classes": ["nv-ada"], "engines": ["vllm"], "builds": [2025], "weight_share": 0.8}


def run_fit(*words):
    """The exit status and what fit.py says."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as table:
        table.write(HEADER)
        table.flush()
        answer = subprocess.run([HERE / "fit.py", table.name, "--program", sys.argv[1], *words], capture_output=True, text=True)
    return answer.returncode, answer.stderr


def says(words, part):
    """TRUE when fit.py refuses these words with a sentence that has this part."""
    status, text = run_fit(*words)
    return status == 2 and part in text and "Traceback" not in text


def test_what_to_write_is_told_before_a_long_fit():
    return says([], "say one of") and says(["--check", "--output", "x"], "say one of")


def test_folds_need_a_folder():
    return says(["--leave-out", "chip"], "belong together") and says(["--output", "x", "--folds", "y"], "belong together")


def test_a_table_without_a_plan_is_refused():
    return says(["--check"], "No row of the table has a plan")


def test_rows_of_one_chip_are_left_out_together():
    measured = [{"chip": chip, "model": "m"} for chip in ("b", "a", "b")]
    return rows.folds(measured, "chip") == [[1], [0, 2]]


def test_at_most_forty_rows_of_a_source_count():
    measured = [{"source": "one", "kinds": ["moe"]}] * 80 + [{"source": "other", "kinds": ["moe"]}, {"source": "one", "kinds": []}]
    return list(rows.source_weights(measured, "moe")) == [0.5] * 80 + [1.0, 0.0]


def test_a_class_may_start_at_a_multiple_of_its_group():
    fitted = parameters.Parameters()
    group = fitted.add_near("group", 0.3, 0.2, 0.01, 2.0)
    fitted.add_below("class", group, 0.2, 0.01, 2.0, 2.5)
    matrix, sides, _ = fitted.prior_matrix()
    return math.isclose(math.exp(fitted.start[1]), 0.75) and numpy.allclose(matrix @ fitted.start, sides)


def test_every_old_year_has_builds_of_its_own():
    return [rows.epoch({"build": year}) for year in (2023, 2024, 2025, 2026)] == [(2023,), (2024,), (2025,), (2026,)]


def test_cells_that_are_near_are_told_once():
    cells = [CELL, {**CELL, "builds": [2026], "weight_share": 0.807}, {**CELL, "builds": [2024], "weight_share": 0.7}]
    return [cell["builds"] for cell in document.merge(cells, "builds")] == [[2025, 2026], [2024]]


def test_three_digits_stay():
    return [document.rounded(number) for number in (0.123456, 1234.5, 2.0)] == [0.123, 1230, 2]


def test_sets_of_other_cores_keep_the_shape():
    sets = {"mainline": {"source": "s", "Q4_0": 50.0, "Q8_0": 40.0},
            "mainline-server": {"like": "mainline", "cores": "server", "factor": 0.5, "source": "t"},
            "ik": {"source": "s", "Q4_0": 60.0}, "ik-server": {"like": "ik", "cores": "server", "factor": 0.5, "source": "t"}}
    fitted = constants.Constants.__new__(constants.Constants)
    fitted.parameters, fitted.slots = parameters.Parameters(), collections.defaultdict(dict)
    fitted.add_type_sets("thread_weights", sets)
    x = numpy.array(fitted.parameters.start)
    x[fitted.parameters.index["cores", "server"]] += math.log(1.2)
    told = document.type_sets("thread_weights", sets, fitted.values(x))
    return all(math.isclose(told[name][kind], number) for name, kind, number in (
        ("mainline", "Q8_0", 40.0), ("mainline-server", "Q4_0", 30.0), ("mainline-server", "Q8_0", 24.0), ("ik-server", "Q4_0", 36.0)))


def test_a_changed_constant_is_found():
    empty = {part: {} for part in ("general", "specification", "type_factors", "cache_type_factors", "gemm_type_factors",
                                   "thread_weights")}
    one, other = {**empty, "cells": [CELL]}, {**empty, "cells": [{**CELL, "weight_share": 0.4}]}
    (difference, path, *_), = compare.differences(one, other)
    return compare.differences(one, one) == [] and math.isclose(difference, 0.5) and path == "nv-ada x vllm 2025: weight_share"


def test_a_band_holds_a_little_more_than_four_of_five():
    numbers = numpy.arange(1.0, 101.0)
    low, high = bands.quantiles(numbers, numpy.ones(100))
    return math.isclose(low, 9.5) and math.isclose(high, 91.5) and numpy.count_nonzero((low < numbers) & (numbers < high)) == 82


def test_a_lesser_basis_has_no_narrower_band():
    measured = [{"kinds": ["moe"], "source": "s", "band": "gpu", "chip": str(chip), "measured": 10.0} for chip in range(40)]
    residuals = bands.Residuals(measured)
    for index in range(40):
        residuals.add("class" if index < 20 else "family", index, 10.0 * math.exp(0.02 * (index % 20) - 0.2))
    pairs = [bands.fit(residuals)["gpu"][basis] for basis in bands.BASES]
    return all(low < 1.0 < high for low, high in pairs) and pairs[0][0] >= pairs[1][0] >= pairs[2][0] \
        and pairs[0][1] <= pairs[1][1] <= pairs[2][1]


def residuals_of(ratios):
    """Rows of one machine, each (model, logarithm of measured over predicted)."""
    measured = [{"kinds": ["decode"], "source": "s", "band": "gpu", "chip": "c", "machine": "m", "model": model, "test": "tg",
                 "batch": 1, "spec": False, "measured": math.exp(ratio)} for model, ratio in ratios]
    residuals = bands.Residuals(measured)
    for index in range(len(measured)):
        residuals.add("class", index, 1.0)
    return residuals


def test_rows_scatter_about_the_middle_of_their_machine():
    residuals = residuals_of([("a", 0.3), ("b", 0.4), ("c", 0.5), ("d", 0.6), ("e", 0.7)])
    return math.isclose(spreads.fit(residuals, 0.5)["row_spread"]["decode"], 0.1 / 0.6745)


def test_a_machine_is_what_rows_of_different_models_have_in_common():
    of_models = residuals_of([("a", 0.2), ("b", 0.2), ("c", 0.2)])
    of_one = residuals_of([("a", 0.2), ("a", 0.2), ("a", 0.2)])
    spread = spreads.fit(of_models, 0.5)["machine_spread"]["decode"]
    return math.isclose(spread["class"], 0.2) and spread["specification"] >= spread["class"] \
        and spreads.fit(of_one, 0.5)["machine_spread"]["decode"]["class"] == spreads.SMALLEST


if __name__ == "__main__":
    tap.run(globals())
