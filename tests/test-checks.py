#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the check scripts: each finds what is planted in an otherwise faultless small tree, and nothing in that tree itself;
and that results are counted rightly."""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LICENSE = "SPDX-License-Identifier: GPL-3.0-or-later"
HEAD = f"/* {LICENSE} */\n"

FIGURES = {"rows": 282, "median_error_percent": 7.4, "inside_band_percent": 81.2}
ACCURACY = {"rows": 2000, "chips": 94, "sources": 120, "noise_floor_percent": {"decode": 4.2, "prefill": 6},
            "kinds": [{"kind": "apple", "known": FIGURES, "unseen": {**FIGURES, "median_error_percent": 14.9}}]}
README = """<!-- accuracy -->
| Kind of plan | Measurements | Error, chip measured | In band | Error, chip not measured | In band |
|---|---:|---:|---:|---:|---:|
| Apple chip | 282 | 7 % | 81 % | 15 % | 81 % |

2000 published measurements of 94 chips from 120 sources. Two people who measure the same set-up differ,
too: even a perfect estimate would typically be off by 4 %, in prefill by 6 %.
<!-- end of accuracy -->
"""

GROUP_OF_NUMBER = ["gguf"] * 22 + ["config"] * 10 + ["measurements"] * 22
NAMED_TESTS = "\n".join(f'add ("/{group}/{number}-input");' for number, group in enumerate(GROUP_OF_NUMBER, 1)) + "\n"

TREE = {
    "README.md": README,
    "data/catalog/accuracy.json": json.dumps(ACCURACY) + "\n",
    "app/core/plan.h": HEAD + "#pragma once\n#include <glib.h>\n",
    "app/core/plan.c": HEAD + '#include "core/plan.h"\n\nint\ntok_plan_get (void)\n{\n  return 1;\n}\n',
    "app/present/labels.c": HEAD + '#include "core/plan.h"\nconst char *label (void) { return _("Speed"); }\n',
    "app/present/accuracy.c": HEAD + 'const char *kind = "Apple chip";\n',
    "ui/window.ui": f'<!-- {LICENSE} -->\n<interface><property translatable="yes">Plan</property></interface>\n',
    "tests/test-inputs.c": HEAD + NAMED_TESTS,
    "po/POTFILES.in": "app/present/labels.c\nui/window.ui\n",
    "po/LINGUAS": "de\n",
    "po/de.po": 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"\n\n'
                'msgid "Speed"\nmsgstr "Tempo"\n\nmsgid "Plan"\nmsgstr "Plan"\n',
}

# what, script, file that is replaced, its text, words of the complaint
PLANTED = [
    ("core includes a library it must not know", "check-layers", "app/core/plan.c",
     HEAD + "#include <gtk/gtk.h>\n", "gtk/gtk.h is no library of layer core"),
    ("core includes a layer above it", "check-layers", "app/core/plan.c",
     HEAD + '#include "present/labels.h"\n', "present/labels.h is no layer that core sees"),
    ("an include climbs out of its folder", "check-layers", "app/present/labels.c",
     HEAD + '#include "../core/plan.h"\n', "leads out of its folder"),
    ("an include names no layer", "check-layers", "app/core/plan.c",
     HEAD + '#include "plan.h"\n', "must be included with its layer"),
    ("a folder is no layer", "check-layers", "app/extra/file.c", HEAD, "extra is no layer"),
    ("a file with words is not listed", "check-potfiles", "app/present/numbers.c",
     HEAD + 'char *a = N_("Tokens");\n', "lacks app/present/numbers.c"),
    ("a listed file has no words", "check-potfiles", "ui/window.ui", "<interface/>\n", "names ui/window.ui"),
    ("the list is not sorted", "check-potfiles", "po/POTFILES.in", "ui/window.ui\napp/present/labels.c\n", "not sorted"),
    ("a word is not translated", "check-po", "ui/window.ui",
     '<interface><property translatable="yes">New</property></interface>\n', "1 untranslated"),
    ("a translation is fuzzy", "check-po", "po/de.po",
     'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"\n\n'
     '#, fuzzy\nmsgid "Speed"\nmsgstr "Tempo"\n\nmsgid "Plan"\nmsgstr "Plan"\n', "1 only-fuzzy"),
    ("a file is too long", "check-files", "app/core/plan.c", HEAD + "\n" * 500, "has 501 lines"),
    ("a function is too long", "check-files", "app/core/plan.c",
     HEAD + "int\ntok_plan_get (void)\n{\n" + "  ;\n" * 61 + "}\n", "tok_plan_get has 61 lines"),
    ("a line is too long", "check-files", "app/core/plan.c", HEAD + "/" * 151 + "\n", "has 151 columns"),
    ("a license is missing", "check-files", "app/core/plan.c", "int a;\n", "does not begin with its license"),
    ("a call is deprecated later", "check-files", "app/core/plan.c", HEAD + "gtk_widget_show (a);\n", "is not used here"),
    ("core translates", "check-files", "app/core/plan.c", HEAD + 'a = _ ("b");\n', "core marks words"),
    ("a file lies at the top", "check-files", "notes.md", "Notes\n", "the top has no place for it"),
    ("an interface file is not well-formed", "check-files", "ui/window.ui", f"<!-- {LICENSE} -->\n<interface>\n", "is not well-formed"),
    ("a published error is stale", "check-readme", "README.md",
     README.replace("15 %", "14 %"), "-| Apple chip | 282 | 7 % | 81 % | 14 % | 81 % |"),
    ("a kind has two names", "check-readme", "app/present/accuracy.c", HEAD, "does not speak of “Apple chip”"),
    ("the table of errors is gone", "check-readme", "README.md", "Estimates.\n", "no place for the table"),
    ("a kind has no words", "check-readme", "data/catalog/accuracy.json",
     json.dumps({**ACCURACY, "kinds": [{"kind": "odd", "known": FIGURES, "unseen": FIGURES}]}) + "\n", "no words for the kind odd"),
    ("a file it names is missing", "check-readme", "README.md", "[License](LICENSE)\n", "names LICENSE, which does not exist"),
    ("an input has no test", "check-inputs", "tests/test-inputs.c", HEAD + NAMED_TESTS.replace("/7-", "/"),
     "no test is named by the number 7"),
    ("a test has another kind's number", "check-inputs", "tests/test-inputs.c", HEAD + NAMED_TESTS.replace("/gguf/7", "/config/7"),
     "/config/7 is no number of that kind of input"),
    ("a file is a drawer", "check-files", "app/core/utils.c", HEAD, "is named by its noun"),
]

# What stands before the folder.
ARGUMENTS = {"check-readme": ["/bin/true"]}

# what, result, output, the count
COUNTED = [
    ("every point of a program", "OK", "1..2\nok 1 /a\nok 2 /b\n", "2 0 0"),
    ("a program without points as one", "OK", "", "1 0 0"),
    ("a point that fails", "FAIL", "ok 1 /a\nnot ok 2 /b\n", "1 1 0"),
    ("a crash between points", "ERROR", "ok 1 /a\n", "1 1 0"),
    ("a program that only fails", "FAIL", "", "0 1 0"),
    ("a point left out", "OK", "ok 1 /a\nok 2 /b # SKIP no data\n", "1 0 1"),
]


def run_check(script, changes):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**TREE, **changes}.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return subprocess.run([HERE / script, *ARGUMENTS.get(script, []), folder], capture_output=True, text=True)


def run_count(result, output):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as log:
        log.write(json.dumps({"name": "test", "result": result, "stdout": output}) + "\n")
        log.flush()
        return subprocess.run([HERE / "count-results", log.name], capture_output=True, text=True)


def main():
    scripts = sorted({script for _, script, _, _, _ in PLANTED})
    results = [(f"{script} finds nothing in a faultless tree", run_check(script, {}), 0, "") for script in scripts]
    results += [(f"{script} finds that {what}", run_check(script, {name: text}), 1, words)
                for what, script, name, text, words in PLANTED]
    results += [(f"count-results counts {what}", run_count(result, output), 0, count) for what, result, output, count in COUNTED]
    print(f"1..{len(results)}")
    failures = 0
    for number, (title, answer, code, words) in enumerate(results, 1):
        is_right = answer.returncode == code and words in answer.stdout
        failures += not is_right
        print(f"{'ok' if is_right else 'not ok'} {number} - {title}")
        if not is_right:
            print("\n".join("# " + line for line in (answer.stdout + answer.stderr).splitlines()))
    return 1 if failures else 0


sys.exit(main())
