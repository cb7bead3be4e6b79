"""Screws through the command line, against the motions that the other verbs tell."""

from jacobian import CART
from program import NAMES, ProgramTest

PALIDA = ("palida", "--pose", "0.1,0.05,-0.75,0.05,-0.1,0.2", "--twist", "0.3,-0.2,0.1,0.5,0.4,-0.6")


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def stacked(screw):
    """Turn and velocity, or their changes."""
    return [screw[key] for key in (("bx", "by", "bz", "ax", "ay", "az") if "bx" in screw else ("wx", "wy", "wz", "vx", "vy", "vz"))]


def chain_of(row):
    """Names of the joints on the way, and whether they are passed forward."""
    return [(name.removeprefix("-"), not name.startswith("-")) for name in row["chain"].split()]


def freedoms(answer, key):
    """Rates or accelerations of all joints under the names of their freedoms, by joint."""
    values = {}
    for row in answer["tables"]["joints"]["rows"]:
        values.setdefault(row["joint"], []).append(row[key])
    return {joint: {joint if len(own) == 1 else f"{joint}.{k + 1}": value for k, value in enumerate(own)} for joint, own in values.items()}


class Screws(ProgramTest):
    def assert_near(self, left, right, tolerance):
        for a, b in zip(left, right, strict=True):
            self.assertAlmostEqual(a, b, delta=tolerance)

    def test_whole_catalogue(self):
        for name in NAMES:
            with self.subTest(name=name):
                answer = self.run_json("screws", name)
                G = answer["matrices"]["influence"]
                self.assertEqual(G["rows"], list(self.by_name(answer, "joints", by="joint")))
                self.assertEqual(G["row_units"], [row["unit"] for row in answer["tables"]["joints"]["rows"]])
                for k, motor in enumerate(G["columns"]):
                    own = [float(k == i) for i in range(len(G["columns"]))]
                    self.assert_near(G["values"][G["rows"].index(motor)], own, 1e-9)
                self.assertNotIn("lie_bodies", answer["tables"])

    def test_influence_coefficients_give_the_rates_of_all_joints(self):
        G = self.run_json("screws", *PALIDA)["matrices"]["influence"]
        rates = {}
        for own in freedoms(self.run_json("ik", *PALIDA, "--all"), "rate").values():
            rates |= own
        motors = [rates[name] for name in G["columns"]]
        for name, row in zip(G["rows"], G["values"]):
            self.assertAlmostEqual(sum(a * b for a, b in zip(row, motors)), rates[name], delta=1e-10, msg=name)

    def test_partial_screws_give_the_velocity_at_the_base_origin(self):
        answer = self.run_json("screws", *PALIDA, "--body", "platform")
        self.assertEqual({row["body"] for row in answer["tables"]["partial"]["rows"]}, {"platform"})
        there = self.run_json("ik", *PALIDA)
        rates = {row["joint"]: row["rate"] for row in there["tables"]["joints"]["rows"]}
        total = [0.0] * 6
        for motor, screw in self.by_name(answer, "partial").items():
            total = [a + rates[motor] * b for a, b in zip(total, stacked(screw))]
        twist, pose = (list(self.fact(there, part, "state").values()) for part in ("twist", "pose"))
        v, w = twist[:3], twist[3:]
        self.assert_near(total, w + [a - b for a, b in zip(v, cross(w, pose[:3]))], 1e-10)

    def test_lie_screws_close_the_loops(self):
        """Accelerations of the joints times their screws and the Lie screw add up to nothing, [Gallardo03] (16)."""
        for state in (PALIDA, ("delta", "--pose", "0.05,0.03,-0.3", "--twist", "1,-0.8,0.6"), ("quattro", "--twist", "1,2,3,4")):
            answer = self.run_json("screws", *state)
            acceleration = ",".join(str(k) for k, _ in enumerate(state[-1].split(",")))
            changes = {}
            for joint, own in freedoms(self.run_json("ik", *state, "--acceleration", acceleration, "--all"), "acceleration").items():
                changes[joint] = list(own.items())
            screws = {name: stacked(row) for name, row in self.by_name(answer, "joints", by="joint").items()}
            self.assertGreater(len(answer["tables"]["lie_loops"]["rows"]), 0)
            for loop in answer["tables"]["lie_loops"]["rows"]:
                total = stacked(loop)
                self.assertGreater(max(map(abs, total)), 1e-3)
                for joint, forward in chain_of(loop):
                    for name, change in changes[joint]:
                        factor = change if forward else -change
                        total = [a + factor * b for a, b in zip(total, screws[name])]
                self.assert_near(total, [0] * 6, 1e-8)

    def test_gearshift_as_in_the_paper(self):
        """Both axes meet at right angles: the knob's Lie screw is the product of the rates about z."""
        lie = self.run_json("screws", "gearshift", "--rates", "1,-0.5", "--body", "knob")["tables"]
        self.assert_near(stacked(lie["lie_bodies"]["rows"][0]), [0, 0, 0.5, 0, 0, 0], 1e-12)

    def test_text(self):
        text = self.run_program("screws", "gearshift", "--rates", "1,-0.5").stdout
        for part in ("Joint screws", "Influence coefficients", "Partial screws", "Lie screws", r"(?m)^  knob .* chain2\.motor chain2\.s2$",
                     r"(?m)^  1 .* -chain2\.s2 -chain2\.motor$", r"rad/s\^2", r"conditioning +\d"):
            self.assertRegex(text, part)
        self.assertIn("zero at rest", self.run_program("screws", "gearshift").stdout)

    def test_without_motors_for_all_freedoms(self):
        cart = self.write("cart.yaml", CART)
        answer = self.run_json("screws", cart, "--pose", "0.1,0.2", "--twist", "1,2", code=1)
        self.assertNotIn("matrices", answer)
        self.assertIn("1 motor for 2 freedoms", self.fact(answer, "influence", "motion"))
        self.assertIn("1 motor for 2 freedoms", answer["verdict"]["reasons"][0])
        # The hinge turns at 2 rad/s about y on a cart that slides.
        self.assert_near(stacked(answer["tables"]["lie_bodies"]["rows"][1]), [0, 0, 0, 0, 0, -1.920266], 1e-6)
        bare = self.write("bare.yaml", "\n".join(line for line in CART.splitlines() if not line.startswith("end_point")))
        self.run_program("screws", bare, code=1)
        self.refused(2, "it stays at home", "screws", bare, "--rates", "1")
        singular = self.run_json("screws", "palida", "--pose", "rz=90 deg", "--twist", "0,0,1,0,0,1", code=1)
        self.assertIn("singular", self.fact(singular, "influence", "motion"))
        self.assertEqual(len(singular["tables"]["lie_loops"]["rows"]), 5)

    def test_nonsense_is_refused(self):
        for part, arguments in {
                "did you mean 'platform'?": ("delta", "--body", "platfrom"),
                "see info for the names": ("delta", "--body", "foot"),
                "the base does not move": ("delta", "--body", "base"),
                "found 2": ("delta", "--rates", "1,2"),
                "no platform or end point": ("four-bar", "--pose", "0,0,0"),
        }.items():
            with self.subTest(arguments=arguments):
                self.refused(2, part, "screws", *arguments)
        self.refused(4, "unreachable", "screws", "delta", "--pose", "0,0,-3")
