"""Forces at rest, capability and stiffness through the command line."""

from program import MODELS, NAMES, ProgramTest

PALIDA = ("palida", "--pose", "0.1,0.05,-0.75,0.05,-0.1,0.2")
AXES = ["fx", "fy", "fz", "mx", "my", "mz"]


class Statics(ProgramTest):
    def holding(self, *arguments, code=0):
        return [motor["holding"] for motor in self.run_json("statics", *arguments, code=code)["tables"]["motors"]["rows"]]

    def test_holding_forces_are_those_of_inverse_at_rest(self):
        for name in NAMES:
            with self.subTest(name=name):
                forces = self.forces(name)
                for a, b in zip(self.holding(name), forces, strict=True):
                    self.assertAlmostEqual(a, b, delta=1e-9 * max(map(abs, forces)) + 1e-12)
        loaded = (*PALIDA, "--load", "platform:10,-20,-100,3,2,1", "--no-friction")
        forces = self.forces(*loaded)
        for a, b in zip(self.holding(*loaded), forces, strict=True):
            self.assertAlmostEqual(a, b, delta=1e-9)

    def test_springs_can_be_left_out(self):
        self.assertNotAlmostEqual(self.holding("four-bar")[0], self.holding("four-bar", "--no-springs")[0], delta=1e-3)

    def test_joints_give_the_same_forces_as_their_pose(self):
        joints = ",".join(map(repr, self.joints(*PALIDA)))
        for a, b in zip(self.holding("palida", "--joints", joints), self.holding(*PALIDA)):
            self.assertAlmostEqual(a, b, delta=1e-7)

    def test_largest_force_takes_one_motor_to_its_limit(self):
        answer = self.run_json("statics", *PALIDA)
        motors = list(self.by_name(answer, "motors"))
        most = self.by_name(answer, "forces", by="axis")
        self.assertEqual(list(most), AXES)
        for c, axis in enumerate(AXES):
            for sense, sign in (("along", 1), ("against", -1)):
                # The surroundings press back.
                load = ",".join(repr(-sign * most[axis][sense] if k == c else 0.0) for k in range(6))
                forces = self.holding(*PALIDA, "--load", f"platform:{load}", code=None)
                self.assertAlmostEqual(max(map(abs, forces)), 450, delta=1e-6)
                self.assertAlmostEqual(abs(forces[motors.index(most[axis][sense + "_limited_by"])]), 450, delta=1e-6)

    def test_largest_speed_takes_one_motor_to_its_limit(self):
        answer = self.run_json("statics", *PALIDA)
        speeds = self.by_name(answer, "speeds", by="axis")
        self.assertEqual(list(speeds), ["vx", "vy", "vz", "wx", "wy", "wz"])
        for axis, most in speeds.items():
            rates = {joint["joint"]: abs(joint["rate"])
                     for joint in self.run_json("ik", *PALIDA, "--twist", f"{axis}={most['speed']!r}")["tables"]["joints"]["rows"]}
            self.assertAlmostEqual(rates[most["limited_by"]], 3, delta=1e-9)
            self.assertLess(max(rates.values()), 3 + 1e-9)

    def test_stiffness_is_that_of_the_motors_seen_from_the_output(self):
        """K_x = B^T K_q B with the inverse Jacobian B."""
        stiffness = [1e6, 2e6, 3e6, 4e6, 5e6, 6e6]
        K = self.run_json("statics", *PALIDA, "--stiffness", ",".join(map(repr, stiffness)))["matrices"]["stiffness"]
        B = self.run_json("jacobian", *PALIDA)["matrices"]["inverse"]["values"]
        self.assertEqual((K["rows"], K["row_units"]), (AXES, ["N"] * 3 + ["N m"] * 3))
        self.assertEqual(K["column_units"], ["m"] * 3 + ["rad"] * 3)
        largest = max(abs(entry) for row in K["values"] for entry in row)
        for i in range(6):
            for j in range(6):
                expected = sum(k * row[i] * row[j] for k, row in zip(stiffness, B))
                self.assertAlmostEqual(K["values"][i][j], expected, delta=1e-10 * largest)
        # One value for all, with a unit, in the order of the file, or by name.
        column = [row[2] for row in self.run_json("jacobian", "delta")["matrices"]["inverse"]["values"]]
        for text in ("500", "500 N m/rad", "500,500,500", "leg3.motor=500,leg1.motor=500,leg2.motor=500"):
            entries = self.run_json("statics", "delta", "--stiffness", text)["matrices"]["stiffness"]["values"]
            self.assertAlmostEqual(entries[2][2], 500 * sum(b * b for b in column), delta=1e-8, msg=text)

    def test_motors_without_limits(self):
        answer = self.run_json("statics", "delta")
        self.assertIsNone(answer["tables"]["motors"]["rows"][0]["max_force"])
        self.assertNotIn("forces", answer["tables"])
        self.assertIn("the model gives no max_force", self.fact(answer, "forces", "distances"))
        self.assertIsNone(self.by_name(self.run_json("statics", "five-bar"), "forces", by="axis")["fz"]["along"])
        self.assertIn("the model gives no max_force", self.run_program("statics", "delta").stdout)
        one = (MODELS / "five-bar.yaml").read_text().replace("{max_force: 12 N m, max_speed: 20 rad/s}", "{max_speed: 20 rad/s}", 1)
        text = self.run_program("statics", self.write("one.yaml", one)).stdout
        self.assertIn("Without max_force, and taken as unlimited: motor1", text)
        self.assertNotIn("the structure carries it", text)

    def test_text_has_units_and_limits(self):
        text = self.run_program("statics", "five-bar").stdout
        for part in (r"motor +force \(N m\) +its limit \(N m\)", r"(?m)^  motor1 +-0\.719\d+ +12 ", r"(?m)^  fy +73\.6\d+ N +motor\d ", r"fz +infinite",
                     "the structure carries it", r"speed \(m/s\)", r"vy +6\.128\d+ +motor\d"):
            self.assertRegex(text, part)

    def test_spare_motors_share_as_they_are_told(self):
        pose = ("redundant-planar", "--load", "platform:10,5,0", "--pose", "0.02,0.01,0.1")
        plain = self.holding(*pose)
        self.assertNotAlmostEqual(plain[0], self.holding(*pose, "--weights", "100,1,1,1")[0], delta=1e-3)
        self.assertNotAlmostEqual(plain[0], self.holding(*pose, "--preload", "1,-1,1,-1")[0], delta=1e-3)

    def test_what_cannot_be_held_is_told(self):
        result = self.run_program("statics", "five-bar", "--load", "left2:0,-100,0", code=1)
        self.assertIn("motor motor1 needs 13.45 N m to hold, its largest is 12", result.stderr)
        answer = self.run_json("statics", "five-bar", "--load", "left2:0,-100,0", code=1)
        self.assertFalse(answer["ok"])
        self.assertIn("motor motor1 needs 13.45 N m", answer["verdict"]["reasons"][0])
        self.refused(4, "limit", "statics", "five-bar", "--load", "left2:0,-100,0", "--bounded")

    def test_mechanisms_without_an_output_have_holding_forces(self):
        answer = self.run_json("statics", "four-bar")
        self.assertEqual(list(answer["tables"]), ["motors"])
        self.assertNotIn("state", answer["facts"])
        self.assertIn("no platform or end point", self.run_program("statics", "four-bar").stdout)

    def test_nonsense_is_refused(self):
        for part, arguments in {
                "--stiffness: expected 3 values": ("delta", "--stiffness", "1,2"),
                "'leg2.motor' has no value": ("delta", "--stiffness", "leg1.motor=3"),
                "must be positive": ("delta", "--stiffness", "-3"),
                "this is a stiffness": ("delta", "--stiffness", "3 N/m"),
                "--stiffness: 'four-bar' has no platform": ("four-bar", "--stiffness", "3"),
                "no platform or end point": ("four-bar", "--pose", "0,0,0"),
                "unknown option '--twist'": ("delta", "--twist", "1,0,0"),
                "no body 'foot'": ("delta", "--load", "foot:1,2,3"),
                "expected 4 values": ("redundant-planar", "--preload", "1,2"),
                "not both": ("delta", "--pose", "0,0,-0.3", "--joints", "0,0,0"),
        }.items():
            with self.subTest(arguments=arguments):
                self.refused(2, part, "statics", *arguments)
        self.refused(4, "not plausible", "statics", "delta", "--stiffness", "1e308")
        self.refused(4, "unreachable", "statics", "delta", "--pose", "0,0,-3")
        self.refused(4, "holding forces: singular", "statics", "palida", "--pose", "rz=90 deg")
