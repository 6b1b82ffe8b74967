#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses the real window from outside, as a screen reader does, and compares its figures with the command line's.

usage: robot.py PROGRAM LOCALE-FOLDER SCREENSHOT.PNG
Runs inside tests/with-display; speaks the language of the environment and TAP.
"""
import gettext
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PLAN = ["--device", "RTX 4090", "--model", "llama-3.1-8b", "--quant", "Q4_K_M", "--context", "16384"]
MEASURED = """| model | size | params | backend | ngl | test | t/s |
| --- | ---: | ---: | --- | --: | ---: | ---: |
| llama 8B Q4_K - Medium | 4.58 GiB | 8.03 B | CUDA | 99 | tg128 | 140.00 ± 1.40 |
"""
PATIENCE_SECONDS = 20
OPERATED = {Atspi.Role.SLIDER, Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.TEXT, Atspi.Role.COMBO_BOX,
            Atspi.Role.CHECK_BOX, Atspi.Role.SPIN_BUTTON, Atspi.Role.IMAGE}


class Robot:
    def __init__(self, program, locale_folder, screenshot):
        self.program = program
        self.screenshot = screenshot
        self.words = gettext.translation("tokplan", locale_folder, fallback=True)
        self.n_points = 0
        self.n_failed = 0

    def check(self, holds, title):
        self.n_points += 1
        self.n_failed += not holds
        print(f"{'ok' if holds else 'not ok'} {self.n_points} - {title}", flush=True)

    def estimate(self, *words):
        answer = subprocess.run([self.program, "estimate", *PLAN, *words, "--json"], check=True, capture_output=True, text=True)
        return json.loads(answer.stdout)

    def start(self, *files):
        environment = {**os.environ, "G_DEBUG": "fatal-criticals"}
        environment.pop("GTK_A11Y", None)
        self.process = subprocess.Popen([self.program, *map(str, files)], env=environment)
        self.window = wait_for(self.find_window)

    def find_window(self):
        desktop = Atspi.get_desktop(0)
        for application in children(desktop):
            if application.get_process_id() == self.process.pid:
                return next((child for child in children(application) if child.get_role() == Atspi.Role.FRAME), None)
        return None

    def speed(self):
        """The big figure: the first label beside its unit."""
        unit = re.escape(self.words.gettext("tok/s at %s")).replace("%s", ".+")
        label = next(item for item in walk(self.window) if item.get_role() == Atspi.Role.LABEL and re.fullmatch(unit, item.get_name()))
        return number(text_of(next(children(label.get_parent()))))

    def settle(self, is_there):
        """Whether the figure shown comes to satisfy the condition."""
        return wait_for(lambda: is_there(self.speed()), fail=False)


def children(node):
    return (node.get_child_at_index(index) for index in range(node.get_child_count()))


def walk(node):
    """The node and all below it, but not the cells of tables and the inside of drop-downs, which are GTK's own."""
    yield node
    if node.get_role() not in (Atspi.Role.TREE_TABLE, Atspi.Role.COMBO_BOX):
        for child in children(node):
            if child is not None:
                yield from walk(child)


def find(node, role, name):
    return next((item for item in walk(node) if item.get_role() == role and item.get_name() == name), None)


def text_of(node):
    if "Text" in node.get_interfaces():
        return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))
    return node.get_name()


def row_of(slider, role):
    """What of the role stands in the slider's row."""
    row = slider.get_parent()
    while row is not None:
        found = next((item for item in walk(row) if item.get_role() == role), None)
        if found is not None:
            return found
        row = row.get_parent()
    return None


def number(text):
    """A figure in the manner of the locale, "1.234,5" or "1,234.5", without its blanks."""
    comma = os.environ.get("LC_ALL", "").startswith("de")
    digits = re.sub(r"[^0-9.,]", "", text)
    return float(digits.replace(".", "").replace(",", ".") if comma else digits.replace(",", ""))


def wait_for(condition, fail=True):
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            answer = condition()
        except GLib.Error:     # the object went away while it was looked at
            answer = None
        if answer:
            return answer
        time.sleep(0.1)
    if fail:
        sys.exit("Bail out! waited in vain for " + condition.__name__)
    return None


def check_accuracy(robot):
    """The basis of the speed leads to what it is worth."""
    basis = find(robot.window, Atspi.Role.PUSH_BUTTON, robot.words.gettext(robot.estimate()["basis"]))
    robot.check(basis is not None and Atspi.Action.do_action(basis, 0), "the basis is a button with an action")
    title = robot.words.gettext("Speed of this plan")
    robot.check(wait_for(lambda: find(robot.window, Atspi.Role.LABEL, title), fail=False), "it leads to how good the numbers are")
    check_names(robot)


def press(robot, name):
    """Whether there is a button of that name, and it has an action."""
    title = robot.words.gettext(name)
    button = wait_for(lambda: find(robot.window, Atspi.Role.PUSH_BUTTON, title), fail=False)
    return button is not None and Atspi.Action.do_action(button, 0)


def check_measure(robot):
    """What was opened beside the plan calibrates it, and that can be taken back."""
    robot.check(press(robot, "Bring measurements"), "how good the numbers are leads to one's own measurements")
    robot.check(press(robot, "Use for This Machine"), "the measurement that was opened can be used")
    basis = robot.words.gettext("your measurement")
    robot.check(wait_for(lambda: find(robot.window, Atspi.Role.PUSH_BUTTON, basis), fail=False), "the basis is the measurement")
    check_names(robot)
    robot.check(press(robot, "Remove Calibration"), "the calibration can be removed")


def check_names(robot):
    """Whatever a person operates or looks at has a name in words, and in the language asked for."""
    names = {(item.get_role(), item.get_name()) for item in walk(robot.window)}
    nameless = sorted(f"{role.value_nick} {name}" for role, name in names if role in OPERATED and not is_name(name))
    robot.check(not nameless, f"everything operated or looked at has a name {nameless or ''}")
    english = sorted({name for _, name in names if robot.words.gettext(name) != name and name})
    robot.check(not english, f"no words are left in English {english or ''}")


def is_name(text):
    """GTK makes the name of a class stand in for a missing name."""
    return text.strip() != "" and not re.match(r"(Gtk|Tok)[A-Z]", text)


def check_slider(robot):
    expected = robot.estimate()["decode"]["tok_s"]
    robot.check(robot.settle(lambda speed: is_shown(speed, expected)), "the window shows the speed that the command line gives")

    slider = find(robot.window, Atspi.Role.SLIDER, robot.words.gettext("Memory bandwidth"))
    robot.check(slider is not None, "the slider of the memory bandwidth is found by its name")
    before = number(text_of(row_of(slider, Atspi.Role.TEXT)))
    middle = (Atspi.Value.get_minimum_value(slider) + Atspi.Value.get_maximum_value(slider)) / 2
    Atspi.Value.set_current_value(slider, middle)
    robot.check(robot.settle(lambda speed: not is_shown(speed, expected)), "moving the slider moves the speed")

    bandwidth = number(text_of(row_of(slider, Atspi.Role.TEXT)))
    robot.check(bandwidth != before, f"the number field follows the slider ({bandwidth:g} GB/s)")
    moved = robot.estimate("--bandwidth", f"{bandwidth:g}")["decode"]["tok_s"]
    robot.check(robot.settle(lambda speed: is_shown(speed, moved)), f"the command line gives the speed shown at {bandwidth:g} GB/s")

    undo = find(robot.window, Atspi.Role.PUSH_BUTTON, robot.words.gettext("Undo"))
    robot.check(undo is not None and Atspi.Action.do_action(undo, 0), "undo is a button with an action")
    robot.check(robot.settle(lambda speed: is_shown(speed, expected)), "undo brings the first speed back")


def is_shown(shown, exact):
    """The window shows three digits."""
    return abs(shown - exact) <= 0.0051 * exact


def check_without_display(robot):
    answer = subprocess.run([robot.program], env={**os.environ, "DISPLAY": ":7777"}, capture_output=True, text=True)
    told = answer.returncode == 1 and answer.stderr.startswith("tokplan: ") and answer.stderr.count("\n") == 1
    robot.check(told, "a display that cannot be opened is told in one sentence")


def main():
    program, locale_folder, screenshot = sys.argv[1:]
    robot = Robot(os.path.abspath(program), locale_folder, screenshot)
    with tempfile.TemporaryDirectory() as folder:
        plan_file = pathlib.Path(folder, "robot.tokplan")
        plan_file.write_text(json.dumps(robot.estimate()["plan"]))
        measured_file = pathlib.Path(folder, "robot.md")
        measured_file.write_text(MEASURED)
        check_without_display(robot)
        robot.start(plan_file, measured_file)
        try:
            check_slider(robot)
            check_names(robot)
            subprocess.run(["import", "-window", "root", "-trim", screenshot], check=True)
            check_accuracy(robot)
            check_measure(robot)
        finally:
            robot.process.terminate()
            code = robot.process.wait(PATIENCE_SECONDS)
        robot.check(code in (0, -15), f"nothing critical was logged (exit code {code})")
    print(f"1..{robot.n_points}")
    return 1 if robot.n_failed else 0


sys.exit(main())
