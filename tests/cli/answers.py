"""Questions whose answers are values: the same numbers in every form."""

import csv
import functools
import html
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
    "keys": [("model",)],
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
LONG = ("generate", "count", "linearize", "simulate", "excite", "identify", "validate", "study")  # asked of a few robots
REFUSED = {("linearize", "redundant-planar"): (2, "redundant motors"), ("generate", "redundant-planar"): (3, "has no inverse-dynamics"),
           ("count", "redundant-planar"): (3, "has no inverse-dynamics")}
WITHOUT_MODEL = ("list", "new", "keys", "reproduce", "compare")
# How people read what is an angle, a length, a share, an area or a volume.
SCALES = {"angle": 180 / math.pi, "length": 1000, "share": 100, "area": 1e4, "volume": 1000}
# Tables for programs; people are told by warnings, texts and pictures.
UNSHOWN = ("warnings", "robots", "grid", "events")
UNITS = {"angle": "deg", "length": "mm", "share": "%", "area": "cm^2", "volume": "litres"}
# What is shown as 0: a motion that is nothing, and rounding errors beside the largest number of a column or matrix.
NOTHING = {quantity: 1e-12 for quantity in ("share", "time", "length", "angle", "speed", "turn rate", "acceleration", "turn acceleration")}
ROUNDING, MATRIX_ROUNDING = 1e-14, 1e-13
MOST_ROWS = 200  # longer tables are shown by their first rows
LONGEST = ("excite", "identify", "validate", "study")
TWO = ["five-bar", "delta"]


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def units_of(json):
    """Each quantity in an answer with its unit."""
    if isinstance(json, list):
        for entry in json:
            yield from units_of(entry)
    if not isinstance(json, dict):
        return
    # Facts and columns have a title, key numbers a group; columns of a table may be called "quantity", too.
    measured = isinstance(json.get("title", json.get("group")), str)
    quantity, unit = (json.get("quantity"), json.get("unit", "")) if measured else (None, "")
    if isinstance(quantity, str):
        yield quantity, unit
    elif isinstance(quantity, list):
        yield from zip(quantity, unit, strict=True)
    elif isinstance(quantity, dict):
        yield from ((quantity[key], unit[key]) for key in quantity)
    for entry in json.values():
        yield from units_of(entry)


def set_apart(line):
    return [word.strip(",();") for word in re.split(r"[\s|]+", line)]


def lines_and_words(text):
    return [(re.sub(r"\s+", " ", line), set_apart(line)) for line in text.splitlines()]


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
                for name in [None] if verb in WITHOUT_MODEL else TWO if verb in LONGEST else names:
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
        asked, units = 0, {}
        for verb, words in self.each(NAMES):
            answer = self.run_json(verb, *words, code=None)
            jsonschema.validate(answer, SCHEMA)
            self.assertEqual(answer["verb"], verb)
            for quantity, unit in units_of(answer):
                self.assertEqual(units.setdefault(quantity, unit), unit, quantity)
            asked += 1
        self.assertGreater(asked, 2 * len(NAMES))

    def test_sweeps_keep_the_schema(self):
        jsonschema.validate(self.run_json("sizing", "delta", "--set", "L_B=380:440:20mm"), SCHEMA)

    def shown(self, number, digits):
        """A number as people read it."""
        value, quantity, largest = number
        if abs(value) < max(NOTHING.get(quantity, 0), ROUNDING * largest):
            return "0"
        return f"{value * SCALES.get(quantity, 1):.{15 if quantity == 'count' else min(digits, 3) if quantity == 'share' else digits}g}"

    def beside(self, numbers):
        """(value, quantity) with the largest of that quantity among them."""
        return [(value, quantity, max(abs(v) for v, q in numbers if q == quantity)) for value, quantity in numbers]

    def lines_of(self, answer, text):
        """Numbers that people find in one line, with what else stands there: (words, numbers, in a table); a closed section is not in the text."""
        for group in answer.get("facts", {}).values():
            for fact in group["values"].values():
                values, quantities = fact["value"], fact.get("quantity")
                pairs = [(value, quantities[key]) for key, value in values.items()] if isinstance(values, dict) else [(values, quantities)]
                yield [fact["title"]], self.beside([pair for pair in pairs if is_number(pair[0])]), False
        for key, table in answer.get("tables", {}).items():
            if len(table["rows"]) > MOST_ROWS or key in UNSHOWN:
                continue
            columns = []
            heads = []
            for name, column in table["columns"].items():
                quantity = column.get("quantity")
                quantities = quantity if isinstance(quantity, list) else [quantity] * len(table["rows"])
                there = [r for r, row in enumerate(table["rows"]) if is_number(row[name])]
                columns.append(dict(zip(there, self.beside([(table["rows"][r][name], quantities[r]) for r in there]))))
                unit = UNITS.get(quantity, column.get("unit")) if there and not isinstance(quantity, list) else ""
                if there:
                    heads.append(f"{column['title']} ({unit})" if unit else column["title"])
            if heads:
                yield heads, [], True
            for r in range(len(table["rows"])):
                yield [], [column[r] for column in columns if r in column], True
        for series in answer.get("series", {}).values():
            columns = series["columns"].values()
            if series["title"] not in text or any(len(column["values"]) > MOST_ROWS for column in columns):
                continue  # a picture shows it, or its file
            columns = [dict(zip(there, self.beside([(column["values"][r], column["quantity"]) for r in there]))) for column in columns
                       for there in [[r for r, value in enumerate(column["values"]) if value is not None]]]
            for r in range(max((max(column, default=-1) for column in columns), default=-1) + 1):
                yield [], [column[r] for column in columns if r in column], None
        for matrix in answer.get("matrices", {}).values():
            across = [max(map(abs, row), default=0) for row in matrix["values"]]
            down = [max(map(abs, column), default=0) for column in zip(*matrix["values"])]
            for r, row in enumerate(matrix["values"]):
                kept = [0 if abs(value) < MATRIX_ROUNDING * math.sqrt(across[r] * down[c]) else value for c, value in enumerate(row)]
                if any(kept) and across[r] > 10 * MATRIX_ROUNDING * max(across):  # else left out
                    yield [matrix["rows"][r]], [(value, "number", 0) for value in kept], True
        for section in answer.get("sections", {}).values() if not answer.get("brief") else ():
            if not section.get("folded") and section["title"] in text:
                yield from self.lines_of(section, text)

    def assert_shown(self, words, numbers, digits, lines):
        """One of the lines has the words, and after each other the numbers."""
        expected = [self.shown(number, digits) for number in numbers]
        for line, tokens in lines:
            rest = iter(tokens)
            if all(word in line for word in words) and all(number in rest for number in expected):
                return
        self.fail(f"no line has {words} {expected}")

    def check_csv(self, answer, verb, words):
        for kind, key, entry in [(kind, key, entry) for kind in ("tables", "series", "matrices") for key, entry in answer.get(kind, {}).items()]:
            self.run_program(verb, *words, "--csv", f"{key}=t.csv", code=None)
            with open(self.folder / "t.csv", newline="") as file:
                heads, *written = csv.reader(file)
            if kind == "series":
                names = list(entry["columns"])
                rows = list(zip(*(column["values"] for column in entry["columns"].values())))
            elif kind == "matrices":
                names = ["row", *entry["columns"], *(["unit"] if "row_units" in entry else [])]
                rows = [[entry["rows"][r], *row, *entry.get("row_units", [])[r:r + 1]] for r, row in enumerate(entry["values"])]
                rows = [row for row, known in ((row, {cells[0] for cells in written}) for row in rows) if row[0] in known]
            else:
                # Numbers with names of their own have a column each.
                inner = {name: list(dict.fromkeys(k for row in entry["rows"] if isinstance(row[name], dict) for k in row[name])) for name in entry["columns"]}
                names = [f"{name}_{k}" if k else name for name, keys in inner.items() for k in keys or [""]]
                rows = [[(row[name] or {}).get(k) if k else row[name] for name, keys in inner.items() for k in keys or [""]] for row in entry["rows"]]
            self.assertEqual((heads, len(written)), (names, len(rows)), key)
            for row, cells in zip(rows, written):
                for value, cell in zip(row, cells, strict=True):
                    if is_number(value) and kind == "matrices":
                        self.assertIn(float(cell), (value, 0), key)  # rounding errors are 0
                    elif is_number(value):
                        self.assertEqual(float(cell), value, key)
                    elif isinstance(value, str):
                        self.assertEqual(cell, re.sub(r"[\r\n]", " ", value.replace('"', "'")), key)
                    else:
                        self.assertEqual(cell, {None: "", True: "yes", False: "no"}[value], key)

    def test_csv_page_markdown_and_text_have_the_same_numbers(self):
        asked = 0
        for verb, words in self.each(SIX):
            if "--print" in words or verb == "study":  # its times differ from run to run
                continue
            page = words if verb == "view" else [*words, "--page", "t.html"]
            text = self.run_program(verb, *page, "--digits", "12", code=None).stdout
            markdown = self.run_program(verb, *words, "--markdown", "--digits", "12", code=None).stdout
            file = f"view-{words[0]}.html" if verb == "view" else "t.html"
            page = re.sub(r"(?s)<(script|style).*?</\1>", "", (self.folder / file).read_text())
            answer = self.run_json(verb, *words, code=None)
            if verb in ("ik", "regressor") and "--motion" in words:
                # The text is the table, as its file would be.
                self.run_program(verb, *words, "--csv", "states=t.csv", code=None)
                self.assertEqual(text, (self.folder / "t.csv").read_text())
                text = markdown
            text_lines, markdown_lines = lines_and_words(text), lines_and_words(markdown.replace("\\|", "|"))
            rows = [html.unescape(re.sub(r"<[^>]*>", " ", row)) for row in re.findall(r"(?s)<tr>.*?</tr>", page)]
            page_rows = [(row, set_apart(row)) for row in rows]
            page = html.unescape(re.sub(r"<[^>]*>", " ", page))
            for names, numbers, in_table in self.lines_of(answer, text):
                self.assert_shown(names, numbers, 12, text_lines)
                self.assert_shown(names, numbers, 12, markdown_lines)
                if in_table:
                    self.assert_shown([re.sub(r" \(.*", "", name) for name in names], numbers, 4, page_rows)
                elif in_table is False:
                    for number in numbers:
                        self.assertIn(self.shown(number, 4), page)
                asked += len(numbers)
            self.check_csv(answer, verb, words)
        self.assertGreater(asked, 1000)

    def test_nonsense_is_refused(self):
        self.refused(2, "possible are at_joint", "sizing", "delta", "--csv", "nix=a.csv")
        self.refused(2, "ends in .csv", "sizing", "delta", "--csv", "a.txt")
        self.assertIn("exclude each other", self.run_program("motors", "delta", "--markdown", "--json", code=2).stderr)
        states = self.write("s.csv", "x,y,z\n0,0,-0.3\n")
        self.refused(2, "lost", "sizing", "delta", "--states", "s.csv", "--csv", "at_joint=s.csv")
        self.assertEqual(list(self.folder.iterdir()), [states])
