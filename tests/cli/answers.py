"""Questions whose answers are values: the same numbers in every form."""

import csv
import functools
import json
import math
import os
import pathlib
import re
import subprocess

import jsonschema
from program import MODELS, NAMES, PROGRAM, ROOT, ProgramTest

SIX = NAMES if os.environ.get("JOURDAIN_FULL_TESTS") else ["delta", "palida", "five-bar", "gearshift", "serial-arm", "redundant-planar"]
SCHEMA = json.loads((ROOT / "schema" / "answer.json").read_text())

CIRCLE = "circle radius=20mm turns=6 duration=6s"
# Options with which each is asked, once per robot.
QUESTIONS = {
    "list": [()],
    "new": [()],
    "check": [()],
    "info": [(), ("--print",)],
    "motors": [()],
    "ik": [(), ("--all",), ("--motion", "hold duration=0.02s")],
    "fk": [()],
    "jacobian": [()],
    "inverse": [(), ("--reactions", "--formulation", "all"), ("--motion", "hold duration=0.02s")],
    "screws": [()],
    "workspace": [("--grid", "5", "--volume")],
    "motion": [("--motion", "hold duration=0.02s", "--forces"), ()],
    "forward": [(), ("--simulate", "5 ms")],
    "statics": [()],
    "mass-matrix": [()],
    "sizing": [("--motion", "hold duration=0.02s"), ()],
    "linearize": [()],
    "simulate": [("--motion", "hold duration=0.02s", "--record")],
    "reproduce": [("abdellatif05-table1", "codourey98-fig5", "--brief", "--no-times")],
    "base": [()],
    "regressor": [("--motion", "hold duration=0.02s", "--base")],
    "excite": [("--starts", 1, "--evaluations", 5, "--harmonics", 2)],
    "identify": [("--rehearse", CIRCLE)],
    "validate": [("--log", "run/rehearsal.csv")],
    "study": [("--out", "s")],
    "compare": [("run", "run")],  # what was validated last
    "generate": [("--out", "code")],
    "count": [("--what", "inverse-dynamics")],
    "view": [()],
}
LONG = ("generate", "count", "linearize", "simulate")  # six robots are enough
REFUSED = {("linearize", "redundant-planar"): (2, "redundant motors"), ("generate", "redundant-planar"): (3, "has no inverse-dynamics"),
           ("count", "redundant-planar"): (3, "has no inverse-dynamics")}
WITHOUT_MODEL = ("list", "new", "reproduce", "compare")
# How people read what is an angle, a length, a share, an area or a volume.
SCALES = {"angle": 180 / math.pi, "length": 1000, "share": 100, "area": 1e4, "volume": 1000}
# Tables for programs; people are told by warnings, texts and pictures.
UNSHOWN = ("warnings", "robots", "grid", "events")
NOISE = 1e-12  # what is smaller is shown as 0
MOST_ROWS = 200  # longer tables are shown by their first rows
# Long ones are asked of two robots.
LONG = ("excite", "identify", "validate", "study")
TWO = ["five-bar", "delta"]


@functools.cache
def help_of(verb):
    return subprocess.run([PROGRAM, verb, "--help"], capture_output=True, text=True).stdout


class Answers(ProgramTest):
    def each(self, names):
        """Questions with a robot, if they take one, and options."""
        models = {name: self.run_json("info", name)["facts"]["model"]["values"] for name in names}
        moves = {name: values["moves"]["value"].split() if "moves" in values else [] for name, values in models.items()}
        for verb, ways in QUESTIONS.items():
            for options in ways:
                for name in [None] if verb in WITHOUT_MODEL else TWO if verb in LONG else names:
                    if verb == "validate":
                        self.run_program("identify", name, "--rehearse", CIRCLE, "--out", "run", "--force", code=None)
                    if (verb in ("ik", "jacobian", "workspace") or "--motion" in options) and not moves[name]:
                        continue
                    if verb == "workspace" and len(set(moves[name]) & {"x", "y", "z"}) < 2:
                        continue
                    if verb in LONG and name not in SIX:
                        continue
                    if (verb, name) in REFUSED:
                        self.refused(*REFUSED[verb, name], verb, name, *options)
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

    def shown(self, value, quantity, digits):
        """A number as people read it."""
        if abs(value) < NOISE:
            return "0"
        return f"{value * SCALES.get(quantity, 1):.{15 if quantity == 'count' else min(digits, 3) if quantity == 'share' else digits}g}"

    def numbers_of(self, answer, text):
        """Each number that people are shown, with its quantity and whether a page has it; a closed section is not in the text."""
        for group in answer.get("facts", {}).values():
            for fact in group["values"].values():
                values, quantities = fact["value"], fact.get("quantity")
                for key, value in values.items() if isinstance(values, dict) else [("", values)]:
                    if isinstance(value, (int, float)) and not isinstance(value, bool):
                        yield value, quantities[key] if isinstance(quantities, dict) else quantities, True
        for key, table in answer.get("tables", {}).items():
            if len(table["rows"]) > MOST_ROWS or key in UNSHOWN:
                continue
            for r, row in enumerate(table["rows"]):
                for name, value in row.items():
                    quantity = table["columns"][name].get("quantity")
                    if isinstance(value, (int, float)) and not isinstance(value, bool):
                        yield value, quantity[r] if isinstance(quantity, list) else quantity, True
        for series in answer.get("series", {}).values():
            columns = series["columns"].values()
            if series["title"] not in text:  # a picture shows it
                continue
            if any(len(column["values"]) > MOST_ROWS for column in columns):
                continue
            for column in columns:
                yield from ((value, column["quantity"], False) for value in column["values"] if value is not None)
        for section in answer.get("sections", {}).values() if not answer.get("brief") else ():
            if not section.get("folded") and section["title"] in text:
                yield from self.numbers_of(section, text)

    def check_csv(self, answer, verb, words):
        for kind, key, entry in [(kind, key, entry) for kind in ("tables", "series") for key, entry in answer.get(kind, {}).items()]:
            self.run_program(verb, *words, "--csv", f"{key}=t.csv", code=None)
            with open(self.folder / "t.csv", newline="") as file:
                written = list(csv.DictReader(file))
            if kind == "series":
                rows = [dict(zip(entry["columns"], row)) for row in zip(*(column["values"] for column in entry["columns"].values()))]
            else:
                rows = entry["rows"]
            self.assertEqual(len(written), len(rows), key)
            for row, cells in zip(rows, written):
                for name, value in row.items():
                    if value is None or isinstance(value, dict):
                        continue
                    if isinstance(value, (int, float)) and not isinstance(value, bool):
                        self.assertEqual(float(cells[name]), value)
                    elif isinstance(value, str):
                        self.assertEqual(cells[name], value)

    def test_csv_page_markdown_and_text_have_the_same_numbers(self):
        asked = 0
        for verb, words in self.each(SIX):
            if "--print" in words or verb == "study":  # its times differ from run to run
                continue
            page = words if verb == "view" else [*words, "--page", "t.html"]
            text = self.run_program(verb, *page, "--digits", "12", code=None).stdout
            markdown = self.run_program(verb, *words, "--markdown", "--digits", "12", code=None).stdout
            file = f"view-{words[0]}.html" if verb == "view" else "t.html"
            page = re.sub(r"<[^>]*>", " ", re.sub(r"(?s)<(script|style).*?</\1>", "", (self.folder / file).read_text()))
            answer = self.run_json(verb, *words, code=None)
            if verb in ("ik", "regressor") and "--motion" in words:
                # The text is the table, as its file would be.
                self.run_program(verb, *words, "--csv", "states=t.csv", code=None)
                self.assertEqual(text, (self.folder / "t.csv").read_text())
                text = markdown
            for value, quantity, on_page in self.numbers_of(answer, text):
                self.assertIn(self.shown(value, quantity, 12), text)
                self.assertIn(self.shown(value, quantity, 12), markdown)
                if on_page:
                    self.assertIn(self.shown(value, quantity, 4), page)
                asked += 1
            self.check_csv(answer, verb, words)
        self.assertGreater(asked, 1000)

    def test_nonsense_is_refused(self):
        self.refused(2, "possible are at_joint", "sizing", "delta", "--csv", "nix=a.csv")
        self.refused(2, "ends in .csv", "sizing", "delta", "--csv", "a.txt")
        self.assertIn("exclude each other", self.run_program("motors", "delta", "--markdown", "--json", code=2).stderr)
        states = self.write("s.csv", "x,y,z\n0,0,-0.3\n")
        self.refused(2, "lost", "sizing", "delta", "--states", "s.csv", "--csv", "at_joint=s.csv")
        self.assertEqual(list(self.folder.iterdir()), [states])
