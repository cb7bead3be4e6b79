"""A verb over a range of a value: --set NAME=from:to:step."""

import xml.etree.ElementTree as xml

from program import ROOT, ProgramTest

STATES = str(ROOT / "examples" / "delta-pick-and-place.csv")


class Sweeps(ProgramTest):
    def runs(self, *arguments, code=0):
        answer = self.run_json(*arguments, code=code)
        if "sweep" in answer:
            return answer["sweep"]["runs"]
        return [{"numbers": {key: value for key, value in row.items() if key not in ("value", "trouble") and value is not None},
                 "error": row["trouble"]} for row in answer["tables"]["runs"]["rows"]]

    def test_each_value_is_a_run(self):
        answer = self.run_json("sizing", "delta", "--states", STATES, "--set", "L_B=380:440:20mm")
        runs = self.by_name(answer, "runs", by="value")
        self.assertEqual(list(runs), [380, 400, 420, 440])
        for value, run in runs.items():
            alone = self.run_json("sizing", "delta", "--states", STATES, "--set", f"L_B={value} mm")
            largest = max(abs(row["peak_force"]) for row in alone["tables"]["at_joint"]["rows"])
            self.assertEqual(run["peak_force"], largest)
        columns = answer["tables"]["runs"]["columns"]
        self.assertEqual(columns["peak_force"]["unit"], "N m")
        self.assertEqual(columns["peak_speed"]["unit"], "rad/s")

    def test_every_verb_with_numbers_sweeps(self):
        for verb, *more in (("check",), ("ik",), ("fk",), ("inverse",), ("jacobian",), ("statics",), ("motion",), ("forward",), ("count", "--what", "inverse-kinematics"), ("mass-matrix",), ("mass-matrix", "--cut", "z=-0.3", "--grid", "3"), ("workspace", "--grid", "5", "--volume")):
            answer = self.run_json(verb, "delta", *more, "--set", "L_A=190:210:10 mm")
            self.assertEqual(len(answer["tables"]["runs"]["rows"]), 3, verb)
            self.assertGreater(len(answer["tables"]["runs"]["columns"]), 2, verb)

    def test_counts_sweep(self):
        rows = self.run_json("count", "delta", "--what", "inverse-kinematics", "--set", "L_A=190:210:10 mm")["tables"]["runs"]["rows"]
        self.assertEqual(len({row["operations/inverse_kinematics"] for row in rows}), 1)

    def test_base_parameters_sweep(self):
        rows = self.run_json("base", "delta", "--set", "L_A=190:210:10 mm")["tables"]["runs"]["rows"]
        self.assertEqual([row["rigid"] for row in rows], [34] * 3)

    def test_masses_friction_and_payload_sweep(self):
        heavy = self.run_json("statics", "delta", "--payload", "0:1:0.5kg")["tables"]["runs"]["rows"]
        self.assertLess(heavy[2]["holding/leg1.motor"], heavy[0]["holding/leg1.motor"])  # more negative: it pulls down
        for arguments in (("delta", "--set", "m.arm=100:300:100 g"), ("five-bar", "--set", "coulomb.motor1=0:0.2:0.1", "--set", "L1=210 mm")):
            runs = self.run_json("inverse", *arguments)["tables"]["runs"]["rows"]
            self.assertEqual(len(runs), 3)
            self.assertTrue(all(run["peak_force"] > 0 for run in runs))

    def test_the_table_and_the_plot(self):
        text = self.run_program("check", "delta", "--set", "L_B=300:500:50mm", "--plot", "sweep.svg").stdout
        self.assertRegex(text, r"L_B \(mm\) +distance type1 +distance type2")
        texts = [element.text for element in xml.parse(self.folder / "sweep.svg").iter() if element.tag.endswith("text")]
        self.assertIn("L_B (mm)", texts)
        self.assertIn("type2", texts)
        text = self.run_program("check", "delta", "--set", "L_B=400:450:20mm").stdout
        self.assertIn("the steps end at 440 mm, before 450", text)

    def test_runs_without_an_answer_are_rows_with_a_reason(self):
        arguments = ("ik", "delta", "--pose", "0,0,-0.5", "--set", "L_B=300:500:100mm")
        runs = self.run_json(*arguments, code=1)["tables"]["runs"]["rows"]
        self.assertIn("unreachable", runs[0]["trouble"])
        self.assertIsNone(runs[-1]["trouble"])
        self.assertIn("unreachable", self.run_program(*arguments, code=1).stdout)
        self.refused(4, "unreachable", "ik", "delta", "--pose", "0,0,-5", "--set", "L_B=300:500:100mm")

    def test_nonsense_is_refused(self):
        for part, value in {"expected from:to:step": "L_B=1:2", "has less than two values": "L_B=500:300:20mm", "expected from:to:step ": "L_B=a:b:c",
                            "more than 1000 values": "L_B=1:500:0.001mm", "give one, behind the step": "L_B=30 cm:500:20mm"}.items():
            self.refused(2, part, "check", "delta", "--set", value)
        self.refused(2, "less than two values", "check", "delta", "--set", "L_B=300:500:0mm")
        self.refused(2, "a range is of one value", "statics", "delta", "--payload", "0:1:0.5 kg, 0,0,0")
        self.refused(2, "sweep one at a time", "check", "delta", "--set", "L_B=300:500:20mm", "--set", "L_A=1:2:1")
        self.refused(2, "no numbers to compare", "info", "delta", "--set", "L_B=300:500:20mm")
        self.refused(2, "goes without a sweep", "workspace", "delta", "--grid", "5", "--out", "x.csv", "--set", "L_B=300:500:20mm")
        self.refused(2, "goes without a sweep", "inverse", "delta", "--out", "x.csv", "--set", "L_B=300:500:20mm")
        self.refused(2, "it draws a sweep", "check", "delta", "--plot", "x.svg")
        self.refused(3, "", "check", "delta", "--set", "L_C=300:500:20mm")
