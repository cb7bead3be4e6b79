"""Runs the built program in an empty folder, as a user would."""

import json
import math
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("JOURDAIN", "jourdain")
MODELS = ROOT / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.yaml"))
VERBS = ["list", "new", "keys", "check", "info", "motors", "ik", "fk", "jacobian", "screws", "workspace", "motion", "inverse", "forward", "statics", "mass-matrix",
         "sizing", "linearize", "simulate", "reproduce", "base", "regressor", "excite", "identify", "validate", "compare", "generate", "count",
         "study", "view"]


def no_constants(name):
    raise ValueError(f"{name} is no JSON number")


def distance(a, b):
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b)))


class ProgramTest(unittest.TestCase):
    """Each test has a folder of its own."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)

    def run_any(self, *arguments, timeout=300, environment=None):
        """Whatever the exit code is."""
        environment = {"PATH": "/usr/bin:/bin", "JOURDAIN_MODELS": str(MODELS), "LANG": "C.UTF-8", **(environment or {})}
        command = [PROGRAM, *map(str, arguments)]
        result = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=timeout)
        self.assertGreaterEqual(result.returncode, 0, f"{shlex.join(command)} was killed")
        self.assertNotIn("\033", result.stdout + result.stderr, "colours in a pipe")
        return result

    def run_program(self, *arguments, code=0, timeout=300, environment=None):
        """The finished program; without a code an answer, good or bad."""
        result = self.run_any(*arguments, timeout=timeout, environment=environment)
        self.assertIn(result.returncode, [0, 1] if code is None else [code], f"{shlex.join(map(str, arguments))}\n{result.stdout}\n{result.stderr}")
        if code in (2, 3, 4):
            self.assertNotEqual(result.stderr, "", "a refusal says why")
        return result

    def run_json(self, *arguments, code=0):
        """The answer; NaN and infinities are refused."""
        return json.loads(self.run_program(*arguments, "--json", code=code).stdout, parse_constant=no_constants)

    def refused(self, code, part, *arguments):
        """The command fails with this code, names the reason, and prints nothing else."""
        result = self.run_program(*arguments, code=code)
        self.assertIn(part, result.stderr)
        self.assertEqual(result.stdout, "")
        answer = self.run_json(*arguments, code=code)
        self.assertFalse(answer["ok"])
        self.assertEqual(answer["exit_code"], code)
        return result.stderr

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def by_name(self, answer, table, by="motor"):
        """Rows of a table of an answer, by the content of one of its columns."""
        return {row[by]: row for row in answer["tables"][table]["rows"]}

    def forces(self, *arguments, of="force"):
        """Of the motors at one state."""
        return [row[of] for row in self.run_json("inverse", *arguments)["tables"]["motors"]["rows"]]

    def joints(self, *arguments, of="position", verb="ik"):
        """Of the motors at one state."""
        return [row[of] for row in self.run_json(verb, *arguments)["tables"]["joints"]["rows"]]

    def columns(self, answer, series="states"):
        """Rows of states of an answer, by column."""
        return {key: column["values"] for key, column in answer["series"][series]["columns"].items()}

    def fact(self, answer, name, group="run"):
        return answer["facts"][group]["values"][name]["value"]

    def table(self, name):
        """Columns of a CSV file as a map from names to lists of numbers."""
        lines = (self.folder / name).read_text().splitlines()
        rows = [line.split(",") for line in lines[1:]]
        return {key: [float(row[i]) for row in rows] for i, key in enumerate(lines[0].split(","))}
