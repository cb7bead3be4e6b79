"""Robots under control, and their linear models, through the command line."""

import csv
import json
import math

import jsonschema
from program import ROOT, ProgramTest

SCHEMA = json.loads((ROOT / "schema" / "answer.json").read_text())

CIRCLE = ("--motion", "circle radius=40mm speed=0.5m/s")


class Simulate(ProgramTest):
    def rms(self, *arguments, code=0):
        laws = self.by_name(self.run_json("simulate", *arguments, code=code), "laws", by="law")
        return {law: row["position_rms"] for law, row in laws.items()}

    def test_each_part_of_the_model_helps(self):
        laws = ["pd", "force-rigid", "force-drives", "force-all"]
        rms = self.rms("palida", *CIRCLE, "--controllers", ",".join(laws), "--drive", "time_constant=1ms")
        self.assertEqual(list(rms), laws)
        for worse, better in zip(laws, laws[1:]):
            self.assertLess(rms[better], rms[worse])

    def test_repeats_for_a_seed(self):
        noisy = ("delta", *CIRCLE, "--controllers", "feedforward", "--errors", "inertia=10%,gain=5%", "--drive",
                 "encoder_step=0.01 deg,force_noise=0.01")
        self.assertEqual(self.rms(*noisy, "--seed", "3"), self.rms(*noisy, "--seed", "3"))
        self.assertNotEqual(self.rms(*noisy, "--seed", "3"), self.rms(*noisy, "--seed", "4"))

    def test_logs(self):
        self.run_program("simulate", "delta", *CIRCLE, "--controllers", "pd,adaptive", "--duration", "0.05", "--out",
                         "runs")
        summary = json.loads((self.folder / "runs" / "summary.json").read_text())
        jsonschema.validate(summary, SCHEMA)
        self.assertEqual([row["law"] for row in summary["tables"]["laws"]["rows"]], ["pd", "adaptive"])
        self.assertEqual(sorted(path.name for path in (self.folder / "runs").iterdir() if path.name[0] != "."),
                         ["adaptive-forces.svg", "adaptive.csv", "pd-forces.svg", "pd.csv", "summary.json", "tracking.svg"])
        rows = (self.folder / "runs" / "pd.csv").read_text().splitlines()
        self.assertEqual(len(rows), 52)
        self.assertTrue(rows[0].startswith("t,leg1.motor,leg1.motor_wanted,leg1.motor_measured,leg1.motor_command"))
        self.assertIn("m.platform", (self.folder / "runs" / "adaptive.csv").read_text().splitlines()[0])

    def test_the_record_is_the_log(self):
        shown = (*CIRCLE, "--controllers", "pd,feedforward-now", "--duration", "0.05")
        self.run_program("simulate", "delta", *shown, "--out", "runs")
        answer = self.run_json("simulate", "delta", *shown, "--record")
        section = answer["sections"]["feedforward_now"]
        columns = section["series"]["record"]["columns"]
        with open(self.folder / "runs" / "feedforward-now.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0]), list(columns))
        for name, column in columns.items():
            self.assertEqual([float(row[name]) for row in rows], column["values"], name)
        # Its largest values are those of the tables.
        for motor in section["tables"]["motors"]["rows"]:
            force = columns[motor["motor"] + "_force"]["values"]
            self.assertEqual(max(map(abs, force)), abs(motor["force"]))
            off = [abs(a - b) for a, b in zip(columns[motor["motor"]]["values"], columns[motor["motor"] + "_wanted"]["values"])]
            self.assertEqual(max(off), abs(motor["error"]))
            self.assertGreater(motor["proportional"], 0)
        self.assertNotIn("series", self.run_json("simulate", "delta", *shown)["sections"]["pd"])

    def test_settings_are_told(self):
        answer = self.run_json("simulate", "delta", *CIRCLE, "--controllers", "pid", "--drive", "time_constant=2ms,encoder_step=0.01 deg",
                               "--delay", "1 ms", "--errors", "inertia=10%", "--seed", "4", "--integrator", "dormand-prince")
        run, loop = answer["facts"]["run"]["values"], answer["sections"]["settings"]["facts"]["loop"]["values"]
        self.assertEqual((run["period"]["value"], run["delay"]["value"], run["lead"]["value"]), (1e-3, 1e-3, 3.5e-3))
        self.assertEqual((loop["lag"]["value"], loop["seed"]["value"], loop["integrator"]["value"], loop["model"]["value"]),
                         (2e-3, 4, "dormand-prince", "full"))
        self.assertEqual(run["errors"]["value"], {"inertia": 0.1, "friction": 0, "gain": 0})
        drive = answer["sections"]["settings"]["tables"]["drives"]["rows"][0]
        self.assertAlmostEqual(drive["encoder_step"], math.radians(0.01), delta=1e-15)
        self.assertEqual(drive["time_constant"], 2e-3)
        self.assertGreater(answer["sections"]["pid"]["tables"]["motors"]["rows"][0]["integral"], 0)
        plant = answer["sections"]["pid"]["facts"]["run"]["values"]
        self.assertGreater(plant["steps"]["value"], 100)
        self.assertEqual(plant["periods"]["value"], math.ceil(run["duration"]["value"] / 1e-3) + 1)

    def test_laws_over_a_range(self):
        rows = self.run_json("simulate", "delta", *CIRCLE, "--duration", "0.1", "--set", "L_A=190:210:10mm")["tables"]["runs"]["rows"]
        self.assertEqual(len(rows), 3)
        for row in rows:
            self.assertLess(row["position_rms/feedforward"], row["position_rms/pd"])

    def test_models(self):
        rms = {model: self.rms("delta", *CIRCLE, "--controllers", "feedforward", "--model", model)["feedforward"]
               for model in ("full", "58", "lumped")}
        self.assertLess(rms["full"], rms["58"])
        self.assertLess(rms["full"], rms["lumped"])
        self.assertIn("DELTA type", self.run_program("simulate", "palida", *CIRCLE, "--controllers", "feedforward",
                                                     "--model", "58", code=2).stderr)

    def test_a_lost_robot_is_a_bad_result(self):
        answer = self.run_json("simulate", "delta", *CIRCLE, "--controllers", "pd", "--frequency", "5000", code=1)
        self.assertFalse(answer["ok"])
        self.assertIn("error of", answer["verdict"]["reasons"][0])
        self.assertFalse(answer["sections"]["pd"]["ok"])
        self.assertGreater(answer["tables"]["laws"]["rows"][0]["lost_at"], 0)
        self.assertIn("pd: lost at 0.", self.run_program("simulate", "delta", *CIRCLE, "--controllers", "pd", "--frequency", "5000",
                                                        code=1).stdout)

    def test_what_happens_to_the_robot(self):
        calm = self.rms("delta", *CIRCLE, "--controllers", "feedforward")["feedforward"]
        for event in (("--payload-at", "0.1 s:0.2 kg"), ("--load-at", "platform:2,0,0:0.1 s:0.2 s"), ("--delay", "2 ms")):
            self.assertGreater(self.rms("delta", *CIRCLE, "--controllers", "feedforward", *event)["feedforward"], calm)

    def test_mistakes(self):
        for words, expected in (
                (("--controllers", "dp"), "there is no control law 'dp'"),
                (("--controllers", "pd,pd"), "named twice"),
                (("--period", "0"), "--period: expected a value greater than 0"),
                (("--period", "1 mm"), "--period"),
                (("--drive", "lag=1ms"), "--drive: expected time_constant="),
                (("--errors", "mass=1"), "--errors: expected inertia="),
                (("--errors", "inertia=300%"), "expected a share"),
                (("--payload-at", "1 kg"), "expected TIME:MASS"),
                (("--load-at", "platform:1,0,0"), "expected BODY:"),
                (("--gains", "1"), "expected Kp,Kd"),
                (("--tolerance", "1"), "--tolerance"),
                (("--cycles", "0"), "--cycles"),
                (("--frequency", "-1"), "--frequency")):
            with self.subTest(words=words):
                self.assertIn(expected, self.run_program("simulate", "delta", *CIRCLE, *words, code=2).stderr)
        self.assertIn("--motion", self.run_program("simulate", "delta", code=2).stderr)


class Linearize(ProgramTest):
    def test_poles_and_margins(self):
        answer = self.run_json("linearize", "delta", "--pose", "0,0,-0.35", "--drive", "time_constant=2ms")
        modes = answer["tables"]["modes"]["rows"]
        self.assertEqual(sum(2 if mode["imaginary"] else 1 for mode in modes), 6)
        matrices = answer["sections"]["matrices"]["matrices"]
        self.assertEqual(len(matrices["A"]["values"]), 6)
        loop = answer["facts"]["loop"]["values"]
        self.assertAlmostEqual(loop["largest_frequency"]["value"], 1 / (3 * 3e-3), delta=1e-9)
        self.assertGreater(loop["phase_margin"]["value"], 0.5)
        for k, motor in enumerate(answer["tables"]["motors"]["rows"]):
            self.assertGreater(motor["proportional"], 0)
            # Alone, a motor's inertia is its diagonal entry.
            self.assertAlmostEqual(matrices["M"]["values"][k][k], motor["inertia"], delta=1e-12)
        self.assertEqual(answer["tables"]["motors"]["columns"]["proportional"]["unit"], "N m/rad")
        inertias = [row["value"] for row in answer["sections"]["matrices"]["tables"]["inertia_modes"]["rows"]]
        self.assertAlmostEqual(1 / inertias[0], loop["coupling"]["value"], delta=1e-12)

    def test_matrices_are_printed(self):
        self.assertIn("\nA\n", self.run_program("linearize", "five-bar", "--matrices").stdout)
        self.assertNotIn("\nA\n", self.run_program("linearize", "five-bar", "--csv", "matrices/A=a.csv").stdout)
        self.assertEqual(len((self.folder / "a.csv").read_text().splitlines()), 5)

    def test_a_loop_that_swings_is_a_bad_result(self):
        self.run_program("linearize", "delta", "--frequency", "3000", "--delay", "5 ms", code=1)

    def test_spare_motors_are_refused(self):
        self.assertIn("redundant motors", self.run_program("linearize", "redundant-planar", code=2).stderr)
