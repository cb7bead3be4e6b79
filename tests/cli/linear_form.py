"""Base parameters and regressor on the command line."""

import csv
import io

from program import ProgramTest

PATH = "t,x,y,z,vx,vy,vz,ax,ay,az\n0,0,0,-0.3,1,0,0,0,10,0\n0.1,0.05,0.02,-0.31,0,1,0,5,0,-5\n"


class LinearForm(ProgramTest):
    def test_palida_has_table_one(self):
        answer = self.run_json("base", "palida")
        self.assertEqual([self.fact(answer, kind, "base") for kind in ("rigid", "friction")], [10, 14])
        self.assertGreaterEqual(self.fact(answer, "gap", "base"), 1e8)
        self.assertEqual(self.by_name(answer, "base", "name")["Izz.ring"]["expression"], "Izz.ring + Iyy.stator + Izz.slider")
        details = answer["sections"]["details"]["tables"]
        self.assertEqual({row["parameter"] for row in details["groups"]["rows"] if row["base"] == "Izz.ring"}, {"Iyy.stator", "Izz.slider"})
        self.assertEqual(len(details["dropped"]["rows"]) + 24, self.fact(answer, "parameters", "base"))

    def test_options_choose_the_parameters(self):
        def rigid(*options):
            return self.fact(self.run_json("base", *options), "rigid", "base")
        self.assertEqual(rigid("palida", "--full"), 23)
        self.assertEqual(rigid("palida", "--full", "--independent-legs"), 88)
        self.assertEqual(rigid("delta", "--identical-legs"), 12)
        functions = ("--elemental", "stribeck:0.02:slide", "--elemental", "tanh:0.1:beta:shared")
        self.assertEqual(self.fact(self.run_json("base", "palida", *functions), "friction", "base"), 14 + 6 + 1)
        self.assertEqual(self.fact(self.run_json("base", "palida", "--friction", "none"), "friction", "base"), 0)

    def test_every_format(self):
        self.assertIn("Without effect", self.run_program("base", "delta").stdout)
        self.assertIn("| 1 |", self.run_program("base", "delta", "--format", "markdown").stdout)
        self.assertEqual(self.run_program("base", "delta", "--format", "markdown").stdout, self.run_program("base", "delta", "--markdown").stdout)
        self.assertIn("\\begin{tabular}", self.run_program("base", "delta", "--format", "latex").stdout)
        self.assertIn('"base"', self.run_program("base", "delta", "--format", "json").stdout)

    def test_nonsense_is_a_usage_error(self):
        self.refused(2, "depends on the others", "base", "palida", "--keep", "Izz.ring,Iyy.stator,Izz.slider")
        self.refused(2, "did you mean 'Izz.ring'?", "base", "palida", "--keep", "Izz.rnig")
        self.refused(2, "cannot be dropped", "base", "palida", "--drop", "sz.slider")
        self.refused(2, "no legs", "base", "five-bar", "--identical-legs")
        self.refused(2, "exclude each other", "base", "delta", "--identical-legs", "--independent-legs")
        self.refused(2, "no elemental function", "base", "palida", "--elemental", "tanh")
        self.refused(2, "does not exist", "base", "palida", "--elemental", "tanh:1:nowhere")

    def test_regressor_writes_one_row_per_state_and_motor(self):
        self.write("path.csv", PATH)
        text = self.run_program("regressor", "delta", "--states", "path.csv", "--base", "--identical-legs").stdout
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(len(rows), 2 * 3)
        self.assertEqual([row["motor"] for row in rows], ["1", "2", "3"] * 2)
        self.assertEqual(len(rows[0]), 4 + 12)
        self.run_program("regressor", "delta", "--states", "path.csv", "--out", "y.csv")
        with open(self.folder / "y.csv") as file:
            self.assertEqual(len(next(csv.reader(file))), 4 + 70)

    def test_a_state_out_of_reach_is_named(self):
        self.write("path.csv", "x,y,z\n0,0,-0.3\n3,0,-0.3\n")
        self.refused(4, "path.csv:3: unreachable", "regressor", "delta", "--states", "path.csv", "--static")
        self.refused(2, "they go with --base", "regressor", "delta", "--states", "path.csv", "--keep", "m.platform")
        self.refused(3, "nowhere.csv", "regressor", "delta", "--states", "nowhere.csv")
