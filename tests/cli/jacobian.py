"""Jacobians through the command line, against the motions that the other verbs tell."""

from program import NAMES, ProgramTest

OUTPUTS = [name for name in NAMES if name not in ("bricard", "four-bar", "free-form")]
TWIST = ["vx", "vy", "vz", "wx", "wy", "wz"]
STATE = ("--pose", "0.05,0.03,-0.3", "--twist", "1,-0.8,0.6")  # of the delta

# A cart with a pole: one motor, two freedoms.
CART = """jourdain: 1
name: cart
bodies:
  cart: {mass: 1}
  pole: {mass: 1, com: [0, 0, 0.5], inertia: [0.1, 0.1, 0.01]}
joints:
  slide: {type: prismatic, between: [base, cart], axis: x, actuated: true}
  hinge: {type: revolute, between: [cart, pole], axis: y}
end_point: {body: pole, at: [0, 0, 1], moves: [x, ry]}
structure: {underactuated: true}
"""


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


class Jacobian(ProgramTest):
    def assert_near(self, left, right, tolerance, message=None):
        self.assertEqual(len(left), len(right), message)
        for a, b in zip(left, right):
            self.assertAlmostEqual(a, b, delta=tolerance, msg=message)

    def test_forward_is_the_inverse_of_inverse_over_the_catalogue(self):
        for name in OUTPUTS:
            with self.subTest(name=name):
                answer = self.run_json("jacobian", name)
                inverse, forward = answer["matrices"]["inverse"], answer["matrices"]["forward"]
                self.assertEqual(inverse["rows"], list(self.by_name(answer, "motors")))
                self.assertEqual(forward["rows"], TWIST)
                self.assertNotIn("forward_rate", answer["matrices"])
                J = [forward["values"][TWIST.index(move)] for move in inverse["columns"]]
                B = [inverse["values"][inverse["rows"].index(motor)] for motor in forward["columns"]]
                for i, row in enumerate(B):
                    product = times(zip(*J), row)
                    self.assert_near(product, [float(i == k) for k in range(len(product))], 1e-9)

    def test_gives_the_velocities_of_ik_and_fk(self):
        answer = self.run_json("jacobian", "delta", *STATE)
        rates = self.joints("delta", *STATE, of="rate")
        self.assert_near(times(answer["matrices"]["inverse"]["values"], [1, -0.8, 0.6]), rates, 1e-12)
        self.assert_near(times(answer["matrices"]["forward"]["values"], rates), [1, -0.8, 0.6, 0, 0, 0], 1e-12)
        by_joints = self.run_json("jacobian", "delta", "--joints", ",".join(str(row["position"]) for row in answer["tables"]["motors"]["rows"]))
        for a, b in zip(by_joints["matrices"]["forward"]["values"], answer["matrices"]["forward"]["values"]):
            self.assert_near(a, b, 1e-10)

    def test_rate_completes_the_acceleration(self):
        """A = J ddq + Jdot dq, [Codourey98] (37)."""
        for name, twist, acceleration in (("delta", "1,-0.8,0.6", "50,40,-30"), ("palida", "0.1,-0.2,0.3,0.4,0.5,-0.6", "1,2,3,-4,5,6")):
            answer = self.run_json("jacobian", name, "--twist", twist)
            joints = self.run_json("ik", name, "--twist", twist, "--acceleration", acceleration)["tables"]["joints"]["rows"]
            by_change = times(answer["matrices"]["forward"]["values"], [joint["acceleration"] for joint in joints])
            by_rate = times(answer["matrices"]["forward_rate"]["values"], [joint["rate"] for joint in joints])
            given = [float(value) for value in acceleration.split(",")]
            self.assert_near([a + b for a, b in zip(by_change, by_rate)], given + [0] * (6 - len(given)), 1e-9, name)

    def test_rate_is_the_derivative_along_the_motion(self):
        h = 1e-4
        for name in ("delta", "hexapod", "3rps", "quattro", "five-bar"):
            home = [row["position"] for row in self.run_json("fk", name)["tables"]["motors"]["rows"]]
            rates = [0.1 * (k + 1) * (-1) ** k for k in range(len(home))]

            def at(t):
                joints = ",".join(repr(q + t * r) for q, r in zip(home, rates))
                return self.run_json("jacobian", name, "--joints", joints, "--rates", ",".join(map(repr, rates)))
            before, after = at(-h)["matrices"]["forward"]["values"], at(h)["matrices"]["forward"]["values"]
            rate = at(0)["matrices"]["forward_rate"]["values"]
            largest = max(abs(entry) for row in rate for entry in row)
            for rows in zip(before, after, rate):
                for a, b, expected in zip(*rows):
                    self.assertAlmostEqual((b - a) / (2 * h), expected, delta=1e-5 * largest, msg=name)

    def test_text_has_names_and_units(self):
        text = self.run_program("jacobian", "delta", *STATE).stdout
        for part in (r"vx \(m/s\)", r"leg2\.motor \(rad/s\)", r"(?m)^  leg3\.motor .* rad/s$", r"(?m)^  vz .* m/s$",
                     r"(?m)^  az .* m/s\^2$", r"type-2 distance +0\.\d", "conditioning"):
            self.assertRegex(text, part)
        self.assertNotRegex(text, r"(?m)^  wx ", "rows that are no moves and stay zero")
        self.assertIn("\n  wz ", self.run_program("jacobian", "five-bar").stdout)

    def test_what_does_not_exist_has_a_reason(self):
        answer = self.run_json("jacobian", "redundant-planar")
        self.assertEqual(len(answer["matrices"]["inverse"]["rows"]), 4)
        self.assertEqual(len(answer["matrices"]["forward"]["columns"]), 3)
        self.assertIn("the others follow", self.run_program("jacobian", "redundant-planar").stdout)
        cart = self.write("cart.yaml", CART)
        answer = self.run_json("jacobian", cart, code=1)
        self.assertNotIn("forward", answer["matrices"])
        self.assertIn("1 motor for 2 freedoms", self.fact(answer, "forward", "conditioning"))
        self.assertEqual(answer["matrices"]["inverse"]["values"], [[1, -1]])
        # A hexapod turned by a right angle.
        singular = ("jacobian", "palida", "--pose", "rz=90 deg")
        answer = self.run_json(*singular, code=1)
        self.assertIn("singular", self.fact(answer, "forward", "conditioning"))
        self.assertEqual(len(answer["matrices"]["inverse"]["values"]), 6)
        self.assertLess(self.fact(answer, "type2", "conditioning"), 1e-9)
        self.assertIn("none: singular", self.run_program(*singular, code=1).stdout)

    def test_limits_of_joints_are_watched(self):
        self.run_program("jacobian", "delta", "--joints", "leg1.motor=-65 deg", code=1)

    def test_nonsense_is_refused(self):
        for part, arguments in {
                "has no platform or end point": ("four-bar",),
                "expected 3 values": ("delta", "--pose", "0,0"),
                "found 2": ("delta", "--joints", "1,2"),
                "not both": ("delta", "--joints", "0,0,0", "--twist", "1,0,0"),
                "contradicts the mechanism": ("delta", "--twist", "1,0,0,0,0,1"),
                "unknown option '--states'": ("delta", "--states", "x.csv"),
                "has no motors": (self.write("still.yaml", CART.replace(", actuated: true", "")),),
        }.items():
            with self.subTest(arguments=arguments):
                self.refused(2, part, "jacobian", *arguments)
        self.refused(4, "unreachable", "jacobian", "delta", "--pose", "0,0,-3")
        self.refused(4, "not plausible", "jacobian", "delta", "--twist", "1e200,0,0")
        self.refused(3, "no model", "jacobian", "nobody")
