"""Every verb on every robot of the catalogue that can carry a payload. The last body's numbers are followed by the payload's."""

import os

from program import NAMES, ProgramTest

PAYLOAD = ("--payload", "0.5, 10 mm, 0, -20 mm")
# One that turns, one on two arms, one without a platform, one on two limbs: all verbs.
ALL_VERBS = ["five-bar", "five-bar-leg", "gearshift", "serial-arm"]
WITHOUT_OUTPUT = ["bricard", "four-bar", "free-form"]
# Functions that some robots do not have as code.
FUNCTIONS = ["inverse-dynamics", "inverse-dynamics-base", "mass-matrix", "forward-dynamics", "regressor"]
FULL = bool(os.environ.get("JOURDAIN_FULL_TESTS"))


class Payloads(ProgramTest):
    def run_loaded(self, verb, robot, *arguments):
        """An answer, or a refusal that is none of a broken program."""
        result = self.run_any(verb, robot, *PAYLOAD, *arguments)
        self.assertIn(result.returncode, [0, 1], f"{verb} {robot}\n{result.stderr}")

    def excite(self, robot):
        self.run_loaded("excite", robot, "--starts", 1, "--evaluations", 10, "--harmonics", 2, "--period", "2 s", "--out", f"{robot}.yaml")
        return f"{robot}.yaml"

    def linear_form(self, robot):
        self.run_loaded("base", robot, "--full")
        self.run_loaded("motion", robot, "--motion", self.excite(robot), "--rate", "5 Hz", "--out", "states.csv")
        self.run_loaded("regressor", robot, "--states", "states.csv", "--base", "--out", "y.csv")
        for function in FUNCTIONS:
            # A robot without such code is refused by name.
            result = self.run_any("generate", robot, *PAYLOAD, "--what", function, "--out", f"code-{robot}-{function}")
            if result.returncode != 0:
                self.assertIn(f"has no {function.removesuffix('-base')}", result.stderr)

    def every_verb(self, robot):
        motion = self.excite(robot)
        self.run_loaded("motion", robot, "--motion", motion, "--rate", "20 Hz", "--out", "states.csv")
        for verb in ["inverse", "regressor"]:
            self.run_loaded(verb, robot, "--states", "states.csv", "--out", f"{verb}.csv")
        self.run_loaded("sizing", robot, "--motion", "states.csv")
        self.run_loaded("identify", robot, "--rehearse", motion, "--method", "wls", "--out", f"run-{robot}")
        self.run_loaded("validate", robot, "--log", f"run-{robot}/rehearsal.csv")
        for verb in ["check", "info", "ik", "statics", "mass-matrix", "linearize", "forward", "jacobian", "screws", "count"]:
            self.run_loaded(verb, robot)
        self.run_loaded("simulate", robot, "--motion", motion, "--out", f"simulation-{robot}")
        self.run_loaded("view", robot, "--out", f"{robot}.html")
        self.run_loaded("study", robot, "--out", f"study-{robot}")

    def test_linear_forms_of_every_robot(self):
        for robot in NAMES:
            if robot not in WITHOUT_OUTPUT:
                with self.subTest(robot=robot):
                    self.linear_form(robot)

    def test_every_verb(self):
        for robot in [name for name in NAMES if name not in WITHOUT_OUTPUT] if FULL else ALL_VERBS:
            with self.subTest(robot=robot):
                self.every_verb(robot)

    def test_a_robot_that_carries_nothing_says_so(self):
        for robot in WITHOUT_OUTPUT:
            self.refused(2, "no platform and no end point to carry it", "base", robot, *PAYLOAD)

    # A wrist that carries its payload below its last body: no length of the model is near the payload but its own place.
    def test_places_of_a_payload_are_named(self):
        self.write("wrist.yaml", """
jourdain: 1
name: wrist
parameters: {L: 300 mm, h: 135 mm}
bodies:
  a: {mass: 1, com: [L/2, 0, 0], inertia: [0.01, 0.01, 0.01]}
  b: {mass: 1, com: [0.1, 0, 0], inertia: [0.01, 0.01, 0.01]}
joints:
  m1: {type: revolute, between: [base, a], axis: z, actuated: true}
  m2: {type: revolute, between: [a, b], at: [L, 0, 0], axis: y, actuated: true}
end_point: {body: b, at: [0, 0, -h], moves: [x, y], payload: {mass: 1 kg, com: [0, 0, -0.04], inertia: [0.002, 0.002, 0.002]}}
assembly: {joints: {m2: 20 deg}}
""")
        expressions = [entry["expression"] for entry in self.run_json("base", "wrist.yaml")["tables"]["base"]["rows"]]
        self.assertIn("Iyy.b + h^2 m.payload - 2*h sz.payload + Iyy.payload", expressions)
        self.assertIn("sz.b - h m.payload + sz.payload", expressions)
