#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the program that judges tables, from outside: its words, its JSON, and its answers to a fit.

usage: test-program.py PROGRAM
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import tap

CONSTANTS = pathlib.Path(__file__).resolve().parents[2] / "data" / "catalog" / "efficiency.json"
HEADER = "id,source,hardware,n_gpus,backend,engine,model,quant,ngl,test,tok_s,n_tokens\n"
ROWS = ("one,http://a,NVIDIA GeForce RTX 3090 24GB,1,CUDA,llama.cpp,Llama-3.1-8B,Q4_0,all,tg,100,\n"
        "two,http://a,A toaster,1,CUDA,llama.cpp,Llama-3.1-8B,Q4_0,all,tg,100,\n")


def run(rows, *words, given=""):
    """What the program answers to a table and to lines of input."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder, "measured.csv")
        if rows is not None:
            table.write_text(HEADER + rows, encoding="utf-8")
        return subprocess.run([sys.argv[1], table, *words], input=given, capture_output=True, text=True)


def served(*paths):
    """The lines of JSON a fit gets for paths of constants."""
    return [json.loads(line) for line in run(ROWS, "--serve", given="".join(f"{path}\n" for path in paths)).stdout.splitlines()]


def test_words_for_people():
    text = run(ROWS).stdout
    return "1 rows judged of 2" in text and "1 rows: hardware not in the catalog" in text and "llama.cpp, tg at depth 0\n" in text


def test_a_prompt_is_not_told_by_the_time_of_a_token():
    prompt = run("one,http://a,NVIDIA GeForce RTX 3090 24GB,1,CUDA,llama.cpp,Llama-3.1-8B,Q4_0,all,pp,100,512\n").stdout
    return "pp 512 at depth" in prompt and "largest term" not in prompt and "largest term weights" in run(ROWS).stdout


def test_a_table_without_rows():
    return run("").returncode == 0 and "0 rows judged of 0" in run("").stdout and json.loads(run("", "--json").stdout)["rows"] == 0


def test_json_names_unused_rows():
    answer = json.loads(run(ROWS, "--json").stdout)
    return answer["rows"] == 1 and answer["unmapped_reasons"] == [{"reason": "hardware not in the catalog", "rows": 1, "ids": ["two"]}]


def test_a_missing_table():
    answer = run(None)
    return answer.returncode == 1 and answer.stdout == "" and "There is no file" in answer.stderr


def test_broken_constants_do_not_end_a_fit():
    rows, broken, speeds = served("/dev/null", CONSTANTS)
    return [row["id"] for row in rows["rows"]] == ["one"] and "/dev/null" in broken["error"] and len(speeds) == 1 and speeds[0] > 0.0


def test_the_same_constants_give_the_same_speeds():
    _, *speeds = served(CONSTANTS, "/nowhere", CONSTANTS)
    return speeds[0] == speeds[2]


if __name__ == "__main__":
    tap.run(globals())
