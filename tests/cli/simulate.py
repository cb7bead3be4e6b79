"""Robots under control, and their linear models, through the command line."""

import json

from program import ProgramTest

CIRCLE = ("--motion", "circle radius=40mm speed=0.5m/s")


class Simulate(ProgramTest):
    def rms(self, *arguments, code=0):
        answer = self.run_json("simulate", *arguments, code=code)
        return {law["law"]: law["output"]["position_rms"] for law in answer["laws"]}

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
        self.assertEqual([law["law"] for law in summary["laws"]], ["pd", "adaptive"])
        rows = (self.folder / "runs" / "pd.csv").read_text().splitlines()
        self.assertEqual(len(rows), 52)
        self.assertTrue(rows[0].startswith("t,leg1.motor,leg1.motor_wanted,leg1.motor_measured,leg1.motor_command"))
        self.assertIn("m.platform", (self.folder / "runs" / "adaptive.csv").read_text().splitlines()[0])

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
        self.assertIn("error of", answer["laws"][0]["lost"]["reason"])
        self.assertIn("LOST", self.run_program("simulate", "delta", *CIRCLE, "--controllers", "pd", "--frequency", "5000",
                                               code=1).stdout)

    def test_what_happens_to_the_robot(self):
        calm = self.rms("delta", *CIRCLE, "--controllers", "feedforward")["feedforward"]
        for event in (("--payload-at", "0.1 s:0.2 kg"), ("--load-at", "platform:2,0,0:0.1 s:0.2 s"), ("--delay", "2 ms")):
            self.assertGreater(self.rms("delta", *CIRCLE, "--controllers", "feedforward", *event)["feedforward"], calm)

    def test_mistakes(self):
        for words, expected in (
                (("--controllers", "dp"), "there is no control law 'dp'"),
                (("--controllers", "pd,pd"), "named twice"),
                (("--period", "0"), "--period: expected a positive time"),
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
        self.assertEqual(len(answer["modes"]), 6)
        self.assertEqual(len(answer["A"]["entries"]), 6)
        loop = answer["loop"]
        self.assertAlmostEqual(loop["largest_frequency"], 1 / (3 * 3e-3), delta=1e-9)
        self.assertGreater(loop["phase_margin"], 0.5)
        for k, inertia in enumerate(answer["loop"]["proportional"]):
            self.assertGreater(inertia, 0, k)

    def test_matrices_are_printed(self):
        self.assertIn("\nA\n", self.run_program("linearize", "five-bar", "--matrices").stdout)

    def test_a_loop_that_swings_is_a_bad_result(self):
        self.run_program("linearize", "delta", "--frequency", "3000", "--delay", "5 ms", code=1)

    def test_spare_motors_are_refused(self):
        self.assertIn("redundant motors", self.run_program("linearize", "redundant-planar", code=2).stderr)
