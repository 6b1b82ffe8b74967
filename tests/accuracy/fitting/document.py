# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes constants as a document of the form of data/catalog/efficiency.json."""

import copy
import json

from . import bands
from .constants import GENERAL, SERVER_ENGINES, TYPE_SETS

DIGITS = 3
SAME = 0.01
LISTED_CHIPS = 4


def rounded(value):
    """A number to three digits."""
    number = float(f"{value:.{DIGITS}g}")
    return int(number) if number.is_integer() else number


def set_general(general, values):
    """Replaces the constants that hang on no class."""
    for name in GENERAL:
        place, *rest = name.split(".")
        if rest:
            general[place][rest[0]] = values["general", name][None]
        else:
            general[place] = values["general", name][None]


def type_sets(kind, sets, values):
    """The sets of numbers by tensor type, with fitted numbers."""
    return {name: {"source": numbers["source"], **{tensor_type: values[kind, tensor_type][name]
                                                   for tensor_type in sets[numbers.get("like", name)] if tensor_type != "source"}}
            for name, numbers in sets.items()}


def cell_members(cell, key, values):
    """The numbers of one cell."""
    members = {colour[1]: numbers[key] for colour, numbers in values.items() if colour[0] == cell.side and key in numbers}
    if cell.engine not in SERVER_ENGINES:
        del members["token_us"]
    return {**members, **cell.fixed, **cell.sets}


def raw_cells(constants, values):
    """Every cell by itself."""
    return [{"classes": [cell.class_name], "engines": [cell.engine], "builds": list(cell.builds), **cell_members(cell, key, values)}
            for key, cell in constants.cells.items()]


def chips(values, measured=None):
    """The factors of chips; @measured: of these alone."""
    found = {}
    for colour, numbers in values.items():
        if colour[0] == "chip":
            for (chip, engine), number in numbers.items():
                if measured is None or (chip, engine, colour[1]) in measured:
                    found.setdefault((chip, engine), {})[colour[1]] = number
    return [{"chip": chip, "engine": engine, **factors} for (chip, engine), factors in found.items()]


def build(start, constants, values):
    """A document that predicts: every cell by itself."""
    general = copy.deepcopy(start["general"])
    set_general(general, values)
    return {
        "about": start["about"], "general": {**general, "bands": bands.neutral()}, "specification": start["specification"],
        "default_engines": start["default_engines"],
        **{kind: type_sets(kind, start[kind], values) for kind in TYPE_SETS},
        "cells": raw_cells(constants, values), "chips": chips(values),
    }


def round_all(value):
    """All numbers of a document to three digits, build years and text as they are."""
    if isinstance(value, dict):
        return {name: member if name == "builds" else round_all(member) for name, member in value.items()}
    if isinstance(value, list):
        return [round_all(member) for member in value]
    return value if isinstance(value, (str, bool)) or value is None else rounded(value)


def is_near(one, other):
    """TRUE for numbers within one percent of each other, and for equal texts."""
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other) <= SAME * max(abs(one), abs(other))
    return one == other


def are_same(first, second):
    """TRUE for cells that differ in nothing but what they hold for."""
    names = (set(first) | set(second)) - {"classes", "builds"}
    return all(is_near(first.get(name), second.get(name)) for name in names)


def merge(cells, name):
    """Puts cells together that differ in nothing but what @name lists."""
    merged = []
    for cell in cells:
        others = [other for other in merged if are_same(other, cell)
                  and all(other[scope] == cell[scope] for scope in ("classes", "builds") if scope != name)]
        if others:
            others[0][name] = others[0][name] + [item for item in cell[name] if item not in others[0][name]]
        else:
            merged.append(dict(cell))
    return merged


def cell_source(cell, basis):
    """What the numbers of a cell were fitted to."""
    rows = [row for row in basis.counting if row["class"] in cell["classes"] and row["engine"] in cell["engines"]
            and row["build"] in cell["builds"]]
    if not rows:
        return "pooled from the same engine's other classes"
    names = sorted({row["chip"] for row in rows})
    listed = ", ".join(names[:LISTED_CHIPS]) + (f" and {len(names) - LISTED_CHIPS} more" if len(names) > LISTED_CHIPS else "")
    return f"fitted to {len(rows)} rows of {listed}"


def key_of(cell):
    """The key of a cell by itself."""
    return cell["classes"][0], cell["engines"][0], tuple(cell["builds"])


def difference(cell, base):
    """A cell as what it differs from another in."""
    scope = {name: cell[name] for name in ("classes", "engines", "builds")}
    return {**scope, "like": base["engines"][0], **{name: value for name, value in cell.items()
                                                    if name not in scope and not is_near(value, base.get(name))}}


def told_cells(constants, values, basis):
    """What is worth telling of every cell: of an engine built on another where it was measured, and what differs."""
    cells = {key_of(cell): cell for cell in raw_cells(constants, values)}
    for (class_name, engine, builds), cell in cells.items():
        like, rests_on = constants.cells[class_name, engine, builds].like, basis.of_cell(class_name, engine)
        if like is None:
            yield {**cell, "basis": rests_on}
        elif rests_on == "class":
            yield {**difference(cell, cells[class_name, like, builds]), "basis": rests_on}


def finished_cells(constants, values, basis):
    """Cells for people: rounded, put together where they are equal, and each with what it rests on."""
    cells = merge(merge(round_all(list(told_cells(constants, values, basis))), "builds"), "classes")
    return [{**cell, "source": cell_source(cell, basis)} for cell in cells]


def finish(start, constants, values, basis, fitted_bands):
    """The document for people."""
    document = build(start, constants, values)
    document["general"]["bands"] = fitted_bands
    document["general"]["source"] = document["general"].pop("source")
    document["cells"] = finished_cells(constants, values, basis)
    document["chips"] = sorted(chips(values, basis.chips), key=lambda chip: (chip["chip"], chip["engine"]))
    return round_all(document)


def text_of(value, depth=0):
    """JSON with short objects and lists on one line."""
    text = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or depth > 1 and len(text) + depth < 125:
        return text
    margin = " " * (depth + 1)
    if isinstance(value, list):
        return "[\n" + ",\n".join(margin + text_of(item, depth + 1) for item in value) + "\n" + " " * depth + "]"
    return "{\n" + ",\n".join(lines_of(value, margin, depth)) + "\n" + " " * depth + "}"


def lines_of(members, margin, depth):
    """Members of an object, as many on a line as fit."""
    lines = []
    for name, member in members.items():
        text = json.dumps(name) + ": " + text_of(member, depth + 1)
        if lines and "\n" not in text and "\n" not in lines[-1] and len(lines[-1]) + len(text) < 125:
            lines[-1] += ", " + text
        else:
            lines.append(margin + text)
    return lines
