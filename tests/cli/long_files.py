"""Files of states that are answered block by block give what whole files give."""

import json
import math
import os
import subprocess

from program import MODELS, PROGRAM, ProgramTest

ROWS = 9000  # several blocks of 1 MB


def states(rows, shape):
    """A smooth motion about home with exact derivatives: shape has name, centre, amplitude and circular frequency."""
    lines = [",".join(["t"] + [name for name, *_ in shape] + [("v" if name in "xyz" else "w") + name[-1] for name, *_ in shape] +
                      [("a" if name in "xyz" else "b") + name[-1] for name, *_ in shape])]
    for i in range(rows):
        t = i * 1e-3
        values = [t]
        values += [c + a * math.sin(w * t) for _, c, a, w in shape]
        values += [a * w * math.cos(w * t) for _, _, a, w in shape]
        values += [-a * w * w * math.sin(w * t) for _, _, a, w in shape]
        lines.append(",".join(map(repr, values)))
    return lines


PALIDA = [("x", 0, 0.05, 1.1), ("y", 0, 0.04, 0.9), ("z", -0.78, 0.03, 1.3), ("rx", 0, 0.1, 0.7), ("ry", 0, 0.08, 0.8), ("rz", 0, 0.06, 0.5)]


class LongFiles(ProgramTest):
    def setUp(self):
        super().setUp()
        self.lines = states(ROWS, PALIDA)
        self.write("states.csv", "\n".join(self.lines) + "\n")

    def piped(self, verb, name, *more):
        """The file read through a pipe."""
        done = subprocess.run([PROGRAM, verb, "palida", "--states", "/dev/stdin", *more], cwd=self.folder, text=True, check=True,
                              env={**os.environ, "JOURDAIN_MODELS": str(MODELS)}, input=(self.folder / name).read_text(),
                              capture_output=True, timeout=100)
        return json.loads(done.stdout) if "--json" in more else done.stdout

    def same(self, one, other):
        self.assertEqual((self.folder / one).read_bytes(), (self.folder / other).read_bytes())

    def test_the_table_is_that_of_a_whole_file(self):
        # One processor answers the rows in their order; a pipe does so, too.
        for verb in ("inverse", "ik"):
            with self.subTest(verb=verb):
                self.run_program(verb, "palida", "--states", "states.csv", "--out", "blocks.csv", "--plot", "plot.svg")
                self.piped(verb, "states.csv", "--out", "whole.csv")
                self.same("blocks.csv", "whole.csv")

    def test_the_summary_is_that_of_a_whole_file(self):
        blocks = self.run_json("inverse", "palida", "--states", "states.csv", "--out", "blocks.csv")
        one = self.piped("inverse", "states.csv", "--json", "--out", "whole.csv")
        shown = self.run_json("inverse", "palida", "--states", "states.csv")
        self.assertEqual(self.fact(blocks, "states"), ROWS)
        for whole in (one, shown):
            self.assertEqual(blocks["facts"], whole["facts"])
            for key in ("motors", "path"):
                self.assertEqual(blocks["tables"][key], whole["tables"][key])
        self.assertEqual([row["name"] for row in blocks["tables"]["columns"]["rows"]], ["t"] + [f"leg{k}.slide" for k in range(1, 7)])
        self.assertEqual(blocks["files"], [{"path": "blocks.csv", "entry": ""}])
        self.assertNotIn("series", blocks)
        table = self.table("blocks.csv")
        for motor, row in self.by_name(blocks, "motors").items():
            self.assertEqual([row["least"], row["most"]], [min(table[motor]), max(table[motor])])
            self.assertEqual(self.columns(shown)[motor], table[motor])

    def test_forward_kinematics_and_regressor(self):
        self.run_program("ik", "palida", "--states", "states.csv", "--out", "joints.csv")
        self.write("few.csv", "\n".join((self.folder / "joints.csv").read_text().splitlines()[:3001]) + "\n")
        self.run_program("fk", "palida", "--states", "few.csv", "--out", "poses.csv")
        self.assertEqual((self.folder / "poses.csv").read_text(), self.run_program("fk", "palida", "--states", "few.csv").stdout)
        self.write("short.csv", "\n".join(self.lines[:301]) + "\n")
        self.run_program("regressor", "palida", "--base", "--states", "short.csv", "--out", "Y.csv")
        self.assertEqual((self.folder / "Y.csv").read_text(), self.run_program("regressor", "palida", "--base", "--states", "short.csv").stdout)

    def test_rows_of_motors_in_closed_form(self):
        """The DELTA's forward kinematics: blocks start at home, a whole file goes on from row to row."""
        self.write("delta.csv", "\n".join(states(ROWS, [("x", 0, 0.05, 1.1), ("y", 0, 0.04, 0.9), ("z", -0.3, 0.03, 1.3)])) + "\n")
        self.run_program("ik", "delta", "--states", "delta.csv", "--out", "joints.csv")
        self.assertGreater((self.folder / "joints.csv").stat().st_size, 1 << 20, "several blocks")
        self.run_program("fk", "delta", "--states", "joints.csv", "--out", "poses.csv")
        self.assertEqual((self.folder / "poses.csv").read_text(), self.run_program("fk", "delta", "--states", "joints.csv").stdout)

    def test_a_mistake_is_named_and_nothing_is_written(self):
        lines = list(self.lines)
        lines[8000] = lines[8000].replace(",", ",x", 1)
        self.write("bad.csv", "\n".join(lines) + "\n")
        self.assertIn("bad.csv:8001: ", self.refused(3, "expected a number", "inverse", "palida", "--states", "bad.csv", "--out", "f.csv"))
        lines = list(self.lines)
        lines[7000] = "6.0" + lines[7000][lines[7000].index(","):]
        self.write("bad.csv", "\n".join(lines) + "\n")
        self.assertIn("bad.csv:7001: ", self.refused(3, "the time must rise", "ik", "palida", "--states", "bad.csv", "--out", "f.csv"))
        self.assertFalse((self.folder / "f.csv").exists())

    def test_bad_rows_are_left_out_in_every_block(self):
        lines = list(self.lines)
        for row in (1, 2600, 2601, 5200, ROWS):
            lines[row] = lines[row].replace(",", ",x", 1)
        lines[4000] = "what?"
        self.write("bad.csv", "\n".join(lines) + "\n\n\n")
        bad = [2, 2601, 2602, 4001, 5201, ROWS + 1]
        self.write("good.csv", "".join(line + "\n" for k, line in enumerate(self.lines, 1) if k not in bad))
        blocks = self.run_json("inverse", "palida", "--states", "bad.csv", "--skip-bad", "--out", "blocks.csv")
        whole = self.run_json("inverse", "palida", "--states", "good.csv", "--out", "whole.csv")
        self.assertEqual([self.fact(blocks, "states"), self.fact(blocks, "skipped")], [ROWS - 6, 6])
        self.assertEqual(sorted(self.by_name(blocks, "skipped", by="line")), bad)
        self.assertEqual(blocks["tables"]["motors"], whole["tables"]["motors"])
        self.same("blocks.csv", "whole.csv")

    def test_pipes_can_be_read(self):
        self.write("few.csv", "\n".join(self.lines[:3001]) + "\n")
        self.piped("inverse", "few.csv", "--out", "piped.csv")
        self.run_program("inverse", "palida", "--states", "few.csv", "--out", "read.csv")
        self.same("piped.csv", "read.csv")
