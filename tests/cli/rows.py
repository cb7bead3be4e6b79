"""Rows of files that have no answer, data that no body can have, and results that are not plausible."""

import csv
import io

from program import MODELS, ProgramTest, distance

# Good rows in lines 2, 4 and 7; line 3 is out of reach, line 5 no number, line 6 too short.
POSES = "t,x,y,z,vx,vy,vz,ax,ay,az\n0,0,0,-0.3,1,0,0,0,10,0\n0.1,3,0,-0.3,1,0,0,0,10,0\n0.2,0.05,0.02,-0.31,0,1,0,5,0,-5\n" \
        "0.3,nan,0,-0.3,1,0,0,0,10,0\n0.4,0,0\n0.5,0.01,0,-0.3,1,0,0,0,10,0\n"
BAD = [3, 5, 6]


class BadRows(ProgramTest):
    def rows(self, text):
        return list(csv.DictReader(io.StringIO(text)))

    def test_are_reported_and_left_out_by_every_command(self):
        self.write("path.csv", POSES)
        good = "".join(line for i, line in enumerate(POSES.splitlines(keepends=True), 1) if i not in BAD)
        self.write("good.csv", good)
        for verb, *more in (("sizing",), ("inverse",), ("ik", "--no-path-check"), ("regressor",), ("forward",)):
            self.run_program(verb, "delta", "--states", "path.csv", *more, code=3)
            result = self.run_program(verb, "delta", "--states", "path.csv", "--skip-bad", *more)
            for line in BAD:
                self.assertIn(f"path.csv:{line}: ", result.stderr, verb)
            self.assertIn("3 rows left out", result.stderr)
        answer = self.run_json("sizing", "delta", "--states", "path.csv", "--skip-bad")
        self.assertEqual(sorted(self.by_name(answer, "skipped", by="line")), BAD)
        clean = self.run_json("sizing", "delta", "--states", "good.csv")
        for table in ("shares", "power"):
            self.assertEqual(answer["tables"].get(table), clean["tables"].get(table))
        for motor, row in self.by_name(clean, "at_joint").items():
            self.assertEqual(row["force_rms"], self.by_name(answer, "at_joint")[motor]["force_rms"])
        for verb, *more in (("inverse",), ("forward",), ("ik", "--no-path-check"), ("regressor",)):
            answer, clean = (self.run_json(verb, "delta", *more, "--states", *file) for file in (("path.csv", "--skip-bad"), ("good.csv",)))
            self.assertEqual(sorted(self.by_name(answer, "skipped", by="line")), BAD)
            self.assertEqual([self.fact(answer, "states"), self.fact(answer, "skipped"), self.fact(clean, "states")], [3, 3, 3])
            columns, others = self.columns(answer), self.columns(clean)
            rows, own = columns.pop("line", None) or columns.pop("state", None), others.pop("line", None) or others.pop("state", None)
            self.assertEqual(rows, {"inverse": [2, 4, 7], "forward": [2, 4, 7], "ik": None, "regressor": [1] * 3 + [3] * 3 + [6] * 3}[verb])
            self.assertNotEqual(rows or [], own)
            self.assertEqual(columns, others)
            self.assertEqual(answer["tables"].get("motors"), clean.get("tables", {}).get("motors"))

    def test_of_joints_are_left_out(self):
        self.write("joints.csv", "leg1.motor,leg2.motor,leg3.motor\n0.2,0.1,0.15\n0.2,1e6,0.2\n0.3,0.1,0.1\n")
        self.refused(4, "joints.csv:3: ", "fk", "delta", "--in", "joints.csv")
        answer = self.run_json("fk", "delta", "--in", "joints.csv", "--skip-bad")
        self.assertEqual(list(self.by_name(answer, "skipped", by="line")), [3])
        self.assertEqual(self.columns(answer, "certificates")["line"], [2, 4])

    def test_forces_stay_with_their_states(self):
        self.write("path.csv", POSES)
        forces = ["leg1.motor,leg2.motor,leg3.motor"] + [f"0.{i},0.2,0.3" for i in range(1, 7)]
        self.write("forces.csv", "\n".join(forces) + "\n")
        all_rows = self.run_json("forward", "delta", "--states", "path.csv", "--forces", "forces.csv", "--skip-bad")
        one = self.run_json("forward", "delta", "--pose", "0.01,0,-0.3", "--twist", "1,0,0", "--forces", "0.6,0.2,0.3")
        last, only = ([answer["series"]["states"]["columns"][f"leg{k}.motor_dd"]["values"][-1] for k in (1, 2, 3)] for answer in (all_rows, one))
        self.assertLess(distance(last, only), 1e-9)
        self.assertEqual(len(all_rows["tables"]["skipped"]["rows"]), self.fact(all_rows, "skipped"))

    def test_end_the_run_where_nothing_is_left(self):
        self.write("path.csv", "x,y,z\n3,0,-0.3\n4,0,-0.3\n")
        self.refused(4, "no row has an answer", "ik", "delta", "--poses", "path.csv", "--skip-bad")
        self.refused(2, "--skip-bad goes with", "inverse", "delta", "--skip-bad")
        self.refused(2, "--skip-bad goes with", "ik", "delta", "--skip-bad")
        self.refused(2, "--skip-bad goes with", "fk", "delta", "--skip-bad")


class JointRows(ProgramTest):
    def test_of_the_regressor_are_those_of_inverse(self):
        self.write("motion.csv", "motor,motor_d,motor_dd\n1.1,2,3\n1.3,-1,0.5\n")
        self.run_program("regressor", "four-bar", "--states", "motion.csv", "--out", "y.csv")
        rows = len(self.table("y.csv")["state"])
        base = self.run_json("base", "four-bar")
        forces = self.columns(self.run_json("inverse", "four-bar", "--states", "motion.csv"))["motor"]
        self.run_program("regressor", "four-bar", "--states", "motion.csv", "--base", "--out", "y.csv")
        text = (self.folder / "y.csv").read_text()
        values = {entry["name"]: entry["value"] for entry in base["tables"]["base"]["rows"]}
        for row, expected in zip(csv.DictReader(io.StringIO(text)), forces):
            force = float(row["known"]) + sum(float(row[name]) * value for name, value in values.items())
            self.assertAlmostEqual(force, expected, delta=1e-9)
        self.assertEqual(rows, 2)
        self.refused(2, "no tool frame", "regressor", "four-bar", "--states", "motion.csv", "--at", "tool")


class Unphysical(ProgramTest):
    def setUp(self):
        super().setUp()
        text = (MODELS / "five-bar.yaml").read_text()
        model = text.replace("inertia: {rod: L1, axis: x}", "inertia: [1e-3, 1e-3, 5e-3]")
        self.assertNotEqual(text, model)
        self.model = self.write("odd.yaml", model)

    def test_data_are_refused_with_the_way_out(self):
        self.refused(3, "--allow-unphysical", "inverse", self.model)

    def test_answers_are_marked(self):
        for arguments in (("check",), ("info",), ("inverse",), ("forward",), ("mass-matrix",), ("sizing",), ("ik",), ("fk",),
                          ("jacobian",), ("screws",), ("statics",), ("base", "--bodies-only"), ("count", "--what", "mass-matrix")):
            verb, *more = arguments
            answer = self.run_json(verb, self.model, "--allow-unphysical", *more)
            self.assertTrue(answer["unphysical"], verb)
            result = self.run_program(verb, self.model, "--allow-unphysical", *more)
            self.assertIn("(unphysical)", result.stdout, verb)
            if verb != "check":
                self.assertIn("unphysical: no body can have the inertia of", result.stderr, verb)
            self.assertNotIn("unphysical", self.run_json(verb, "five-bar", *more), verb)

    def test_generated_code_is_marked(self):
        self.run_program("generate", self.model, "--allow-unphysical", "--out", "code")
        for name in ("five_bar.h", "README.md"):
            self.assertIn("UNPHYSICAL", (self.folder / "code" / name).read_text(), name)
        self.assertTrue(self.run_program("info", self.model, "--allow-unphysical", "--print").stdout.startswith("# five-bar (unphysical)"))


class Plausible(ProgramTest):
    def test_rates_that_overflow_are_no_singularity(self):
        for arguments in (("inverse", "delta", "--twist", "1e200,0,0"), ("ik", "delta", "--twist", "1e200,0,0", "--acceleration", "0,0,0"),
                          ("fk", "delta", "--rates", "1e200,0,0", "--accelerations", "0,0,0"),
                          ("inverse", "serial-arm", "--rates", "1e200,0,0,0,0,0"), ("forward", "delta", "--twist", "1e160,0,0"),
                          ("forward", "delta", "--forces", "1e300,0,0"), ("mass-matrix", "delta", "--twist", "1e200,0,0")):
            message = self.refused(4, "not plausible", *arguments)
            self.assertNotIn("singular", message)

    def test_motors_without_force_are_refused(self):
        text = (MODELS / "four-bar.yaml").read_text().replace("max_force: 5 N m", "max_force: 0 N m")
        self.refused(3, "'max_force' is 0: it must be positive", "sizing", self.write("weak.yaml", text))

    def test_scales_of_friction_are_like_rates(self):
        self.refused(2, "expected a number like the rates", "base", "delta", "--elemental", "cube:1e-100:motor")
        self.refused(2, "expected a number like the rates", "base", "delta", "--elemental", "tanh:1e30:motor")


class Limits(ProgramTest):
    def test_of_joints_are_watched_by_every_command(self):
        self.write("path.csv", "x,y,z,vx,vy,vz,ax,ay,az\n0,0,-0.3,0,0,0,0,0,0\n0,0,-0.22,0,0,0,0,0,0\n")
        limit = (MODELS / "delta.yaml").read_text().replace("[-60 deg, 100 deg]", "[0 deg, 30 deg]")
        model = self.write("stiff.yaml", limit)
        for verb in ("inverse", "sizing", "forward"):
            result = self.run_program(verb, model, "--states", "path.csv", code=1)
            self.assertRegex(result.stderr, r"path\.csv:3: beyond a limit: leg\d\.motor", verb)
            answer = self.run_json(verb, model, "--states", "path.csv", code=1)
            self.assertFalse(answer["ok"])
        result = self.run_program("forward", model, "--simulate", "0.2 s", code=1)
        self.assertRegex(result.stderr, r"t = 0\.\d+ s: beyond a limit")


class CoordinateNames(ProgramTest):
    def test_positions_have_one_shape(self):
        for arguments in (("ik", "delta"), ("ik", "delta", "--all"), ("fk", "four-bar"), ("ik", "hexapod", "--all")):
            for row in self.run_json(*arguments)["tables"]["joints"]["rows"]:
                self.assertIsInstance(row["position"], float)
        for row in self.run_json("fk", "delta")["tables"]["motors"]["rows"]:
            self.assertIsInstance(row["position"], float)

    def test_rotation_matrices_are_refused_where_they_do_nothing(self):
        self.refused(2, "--pose rotation: code for 'delta' has no orientation", "generate", "delta", "--pose", "rotation",
                     "--out", "code")
        self.refused(2, "--pose rotation", "count", "five-bar", "--pose", "rotation")

    def test_springs_stand_apart_from_gravity(self):
        self.assertIn("springs", self.run_program("mass-matrix", "four-bar").stdout)
        self.assertIn("apart", self.fact(self.run_json("mass-matrix", "four-bar"), "springs", "energy"))
        self.assertNotIn("springs", self.run_program("mass-matrix", "delta").stdout)
