# SPDX-License-Identifier: GPL-3.0-or-later
"""Measured rows: what each of them is worth to a fit, and which of them belong together."""

import collections
import zlib

import numpy

# Relative error of a good row, from repeats and from two sources of one set-up (physics notes 1); what more varies behind the
# others: builds and micro-batches in prefill, kernels in batches, an unseen host in offloads.
GOOD_SCALE = 0.08
WIDER_SCALES = {"prefill": 0.15, "batch": 0.15, "offload": 0.15, "multi-gpu": 0.12, "cpu": 0.12}
UNKNOWN_HOST_SCALE = 0.3

MODEL_FOLDS = 6
OLD_BUILDS = ((2023,), (2024,), (2025,))
NEW_BUILDS = (2026,)


def epoch(row):
    """The build years whose constants a row shares."""
    return (row["build"],) if (row["build"],) in OLD_BUILDS else NEW_BUILDS


def is_prefill(row):
    """TRUE for a row that measures the prompt."""
    return row["test"] == "pp"


def scale(row):
    """Relative error from which on a row counts less and less."""
    if row["host_class"] and not row["host_known"]:
        return UNKNOWN_HOST_SCALE
    return max([GOOD_SCALE] + [WIDER_SCALES[kind] for kind in row["kinds"] if kind in WIDER_SCALES])


def quality(row):
    """What a row is worth by itself (physics notes 5): a person's report less than a benchmark's table."""
    if row["spec"] or row["host_limited"]:
        return 0.0
    worth = 1.0 if row["clean"] else 0.7
    if (row["variant"] or "").startswith(("before", "main", "master")):
        worth *= 0.25
    if row["includes_prompt"]:
        worth *= 0.7
    if not row["exact"]:
        worth *= 0.3
    return worth


def weights(rows):
    """Weight of every row: many rows of one chip and model, or of one source, say less than as many of different ones."""
    of_pair = collections.Counter((row["chip"], row["model"]) for row in rows)
    of_source = collections.Counter((row["source"], row["test"]) for row in rows)
    return numpy.array([quality(row) * of_pair[row["chip"], row["model"]] ** -0.25
                        * min(1.0, (40.0 / of_source[row["source"], row["test"]]) ** 0.25) for row in rows])


def scales(rows):
    """Relative error of every row."""
    return numpy.array([scale(row) for row in rows])


def measured(rows):
    """Logarithm of every measured speed."""
    return numpy.log([row["measured"] for row in rows])


def model_fold(row):
    """The fold in which a chip's rows of one model are left out together."""
    return zlib.crc32(f"{row['chip']}|{row['model']}".encode()) % MODEL_FOLDS


def folds(rows, kind):
    """Indices of the rows that are left out together, fold by fold."""
    members = collections.defaultdict(list)
    for index, row in enumerate(rows):
        members[row["chip"] if kind == "chip" else model_fold(row)].append(index)
    return [members[name] for name in sorted(members)]


def source_weights(rows, kind):
    """At most forty rows of one source count in a kind: how much each row counts then."""
    of_source = collections.Counter(row["source"] for row in rows if kind in row["kinds"])
    return numpy.array([min(1.0, 40.0 / of_source[row["source"]]) if kind in row["kinds"] else 0.0 for row in rows])
