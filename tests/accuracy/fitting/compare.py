# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares a fresh fit with the committed one, constant by constant."""

AGREEMENT = 0.01
# Three digits of a small number are coarser than the agreement.
ROUNDING = 0.006


def expanded(document):
    """All constants by path; cells by what they hold for, so that it does not matter how they were put together."""
    constants = {}
    for part in ("general", "specification", "type_factors", "cache_type_factors", "gemm_type_factors", "thread_weights"):
        gather(document[part], part, constants)
    for cell in document["cells"]:
        for class_name in cell["classes"]:
            for year in cell["builds"]:
                gather(cell, f"{class_name} x {cell['engines'][0]} {year}", constants)
    for chip in document.get("chips", []):
        gather(chip, f"{chip['chip']} x {chip['engine']}", constants)
    return constants


def gather(value, path, constants):
    """Adds the numbers below a path; bands and spreads come from rows left out and are no constants of the fit."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name not in ("bands", "builds", "calibration"):
                gather(member, f"{path}: {name}", constants)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        constants[path] = value


def differences(fresh, committed):
    """Relative differences by path, the largest first."""
    fresh, committed = expanded(fresh), expanded(committed)
    found = []
    for path in sorted(set(fresh) | set(committed)):
        one, other = fresh.get(path), committed.get(path)
        if one is None or other is None:
            found.append((float("inf"), path, one, other))
        elif one != other:
            found.append((abs(one - other) / max(abs(one), abs(other)), path, one, other))
    return sorted(found, key=lambda difference: -difference[0])


def check(fresh, committed):
    """Prints the worst differences; 1 when one of them is more than the agreement asks for, else 0."""
    found = [difference for difference in differences(fresh, committed) if difference[0] > AGREEMENT + ROUNDING]
    for difference, path, one, other in found[:20]:
        print(f"{path}: fresh {one}, committed {other} ({100.0 * difference:.1f} %)")
    print(f"{len(found)} constants differ by more than {100.0 * AGREEMENT:.0f} %")
    return 1 if found else 0
