# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs tests and tells what came of them, as the Test Anything Protocol."""


def run(namespace):
    """Runs the functions whose names begin with test_, in the order of their names; each returns whether all is right."""
    tests = [(name, test) for name, test in sorted(namespace.items()) if name.startswith("test_")]
    print(f"1..{len(tests)}")
    for number, (name, test) in enumerate(tests, 1):
        print(f"{'ok' if test() else 'not ok'} {number} - {name[5:].replace('_', ' ')}")
