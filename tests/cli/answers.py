"""Questions whose answers are values: the same numbers in every form."""

import csv
import functools
import json
import math
import pathlib
import re
import subprocess

import jsonschema
from program import MODELS, NAMES, PROGRAM, ROOT, ProgramTest

SIX = ["delta", "palida", "five-bar", "gearshift", "serial-arm", "redundant-planar"]
SCHEMA = json.loads((ROOT / "schema" / "answer.json").read_text())

# Options with which each is asked, once per robot.
QUESTIONS = {
    "list": [()],
    "new": [()],
    "check": [()],
    "info": [(), ("--print",)],
    "motors": [()],
    "jacobian": [()],
    "sizing": [("--motion", "hold duration=0.02s"), ()],
    "base": [()],
    "view": [()],
}
WITHOUT_MODEL = ("list", "new")
# The table whose numbers are compared in all forms, where it is another than that of the motors.
TABLES = {
    "list": "models",
    "new": "types",
    "check": "warnings",
    "sizing": "at_joint",
    "base": "base",
    "view": None,
}


@functools.cache
def help_of(verb):
    return subprocess.run([PROGRAM, verb, "--help"], capture_output=True, text=True).stdout


class Answers(ProgramTest):
    def each(self, names):
        """Questions with a robot, if they take one, and options."""
        moving = {name for name in names if "moves" in self.run_json("info", name)["facts"]["model"]["values"]}
        for verb, ways in QUESTIONS.items():
            for options in ways:
                for name in [None] if verb in WITHOUT_MODEL else names:
                    if (verb == "jacobian" or "--motion" in options) and name not in moving:
                        continue
                    with self.subTest(verb=verb, robot=name, options=options):
                        yield verb, ([name] if name else []) + list(options)

    def test_all_questions_are_asked_here(self):
        verbs = re.findall(r"(?m)^  ([a-z-]+) ", subprocess.run([PROGRAM, "--help"], capture_output=True, text=True).stdout)
        self.assertEqual(sorted(QUESTIONS), sorted(verb for verb in verbs if "--markdown" in help_of(verb)))

    def test_the_schema_refuses(self):
        good = self.run_json("motors", "delta")
        for change in ({"answer": 2}, {"table": {}}, {"ok": 1}, {"tables": {"motors": {"title": ""}}}):
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate({**good, **change}, SCHEMA)
        wrong = json.loads(json.dumps(good))
        wrong["tables"]["motors"]["columns"]["gear"]["quantity"] = "weight"
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate(wrong, SCHEMA)

    def test_json_keeps_the_schema(self):
        asked = 0
        for verb, words in self.each(NAMES):
            answer = self.run_json(verb, *words, code=None)
            jsonschema.validate(answer, SCHEMA)
            self.assertEqual(answer["verb"], verb)
            asked += 1
        self.assertGreater(asked, 2 * len(NAMES))

    def test_sweeps_keep_the_schema(self):
        jsonschema.validate(self.run_json("sizing", "delta", "--set", "L_B=380:440:20mm"), SCHEMA)

    def test_csv_page_markdown_and_text_have_the_same_numbers(self):
        asked = 0
        for verb, words in self.each(SIX):
            table = TABLES.get(verb, "motors")
            if not table or "--print" in words:
                continue
            text = self.run_program(verb, *words, "--csv", f"{table}=t.csv", "--page", "t.html", "--digits", "12", code=None).stdout
            markdown = self.run_program(verb, *words, "--markdown", "--digits", "12", code=None).stdout
            page = (self.folder / "t.html").read_text()
            answer = self.run_json(verb, *words, code=None)
            with open(self.folder / "t.csv", newline="") as file:
                written = list(csv.DictReader(file))
            rows = answer["tables"][table]["rows"]
            self.assertEqual(len(written), len(rows))
            for row, cells in zip(rows, written):
                for key, value in row.items():
                    if isinstance(value, str):
                        self.assertEqual(cells[key], value)
                        self.assertIn(value, text)
                        self.assertIn(value, page)
                        self.assertIn(value, markdown)
                    elif value is not None:
                        self.assertEqual(float(cells[key]), value)
                    else:
                        self.assertEqual(cells[key], "")
                force = row.get("peak_force")
                if force is not None and abs(force) > 1e-9:
                    shown = f"{force:.12g}"
                    self.assertIn(shown, text)
                    self.assertIn(shown, markdown)
                    self.assertIn(f"{force:.6g}"[:6], page)
            asked += 1
        self.assertGreater(asked, len(SIX))

    def test_nonsense_is_refused(self):
        self.refused(2, "possible are at_joint", "sizing", "delta", "--csv", "nix=a.csv")
        self.refused(2, "ends in .csv", "sizing", "delta", "--csv", "a.txt")
        self.assertIn("exclude each other", self.run_program("motors", "delta", "--markdown", "--json", code=2).stderr)
        states = self.write("s.csv", "x,y,z\n0,0,-0.3\n")
        self.refused(2, "lost", "sizing", "delta", "--states", "s.csv", "--csv", "at_joint=s.csv")
        self.assertEqual(list(self.folder.iterdir()), [states])
