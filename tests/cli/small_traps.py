"""Small things that used to pass in silence, or were said badly."""

import math
import re

from program import MODELS, ROOT, ProgramTest

PALIDA = str(ROOT / "examples" / "palida-circle.csv")


class SmallTraps(ProgramTest):
    def test_a_pose_behind_a_fold_is_a_bad_result(self):
        message = self.run_program("ik", "five-bar", "--pose", "0,-0.05", code=1).stderr
        self.assertIn("behind a fold", message)
        self.assertIs(self.fact(self.run_json("ik", "five-bar", "--pose", "0,-0.05", code=1), "behind_singularity", "place"), True)
        self.assertIs(self.fact(self.run_json("ik", "five-bar", "--pose", "0,0.3"), "behind_singularity", "place"), False)
        self.write("path.csv", "x,y\n0,-0.05\n0.01,-0.05\n")
        self.assertIn("path.csv:2: this pose lies behind", self.run_program("ik", "five-bar", "--states", "path.csv", code=1).stderr)
        for verb in ("inverse", "statics", "jacobian"):
            self.assertIn("behind a fold", self.run_any(verb, "five-bar", "--pose", "0,-0.05").stderr, verb)
            self.assertNotIn("behind a fold", self.run_any(verb, "five-bar").stderr, verb)

    def test_mobility_findings_have_their_place(self):
        text = (MODELS / "delta.yaml").read_text()
        self.write("moves.yaml", text.replace("moves: [x, y, z]", "moves: [x, y, rz]"))
        self.assertIn("moves.yaml:40:35: error:", self.run_program("check", "moves.yaml", code=3).stderr)
        five = (MODELS / "five-bar.yaml").read_text()
        self.write("few.yaml", five.replace("    actuator: {max_force: 12 N m, max_speed: 20 rad/s}\n", "", 1))
        self.assertRegex(self.run_program("check", "few.yaml", code=3).stderr, r"few.yaml:\d+:\d+: error:")

    def test_nothing_has_no_time_at_which_it_is_largest(self):
        text = self.run_program("inverse", "palida", "--states", PALIDA, "--reactions", "--out", "f.csv").stdout
        for line in re.findall(r"(?m)^  leg\d.ball .*N m.*$", text):
            self.assertNotRegex(line, r" 0  +\d")

    def test_limits_are_told_once(self):
        text = (MODELS / "delta.yaml").read_text().replace("[-60 deg, 100 deg]", "[-60 deg, 10 deg]")
        self.write("tight.yaml", text)
        self.assertEqual(self.run_program("check", "tight.yaml", code=1).stdout.count("leg1.motor at"), 1)

    def test_missed_hints_are_told_once_and_refused_by_other_verbs(self):
        text = (MODELS / "five-bar.yaml").read_text()
        self.write("missed.yaml", text.replace("end_point: [0, 350 mm, 0]", "end_point: [0, 550 mm, 0]"))
        result = self.run_program("check", "missed.yaml", code=1)
        self.assertEqual((result.stdout + result.stderr).count("misses the assembly hint"), 1)
        self.refused(3, "misses the assembly hint", "ik", "missed.yaml", "--pose", "0,0.3")
        self.write("near.yaml", text.replace("end_point: [0, 350 mm, 0]", "end_point: [0, 355 mm, 0]"))
        self.run_program("ik", "near.yaml", "--pose", "0,0.3")

    def test_branches_that_are_near_are_shown(self):
        text = re.sub(r"(?s)assembly:.*", "", (MODELS / "five-bar.yaml").read_text())
        self.write("free.yaml", text)
        message = self.run_program("check", "free.yaml").stderr
        self.assertRegex(message, r"with the same motors there are also x = \S+ mm, y = \S+ mm")
        # The branch that is named is one: both outer links reach it.
        motors = self.run_json("info", "free.yaml")["tables"]["motors"]["rows"]
        x, y = (float(value) / 1000 for value in re.search(r"also x = (\S+) mm, y = (\S+) mm", message).groups())
        q1, q2 = (motor["home"] for motor in motors)
        for sign, q in ((-1, q1), (1, q2)):
            elbow = (sign * 0.1 + 0.2 * math.cos(q), 0.2 * math.sin(q))
            self.assertAlmostEqual(math.dist(elbow, (x, y)), 0.3, delta=1e-3)

    def test_units_are_there(self):
        self.assertRegex(self.run_program("forward", "delta").stdout, r"ax \(m/s\^2\) +ay \(m/s\^2\)")
        self.write("fast.csv", "t,x,y,vx,vy,ax,ay\n0,0,0.35,0,0,900,0\n1,0,0.35,20,0,900,0\n")
        message = self.run_any("inverse", "five-bar", "--states", "fast.csv", "--no-path-check").stderr
        self.assertRegex(message, r"its largest is 12 N m")
        self.assertRegex(message, r"its largest is 20 rad/s")

    def test_json_has_the_data(self):
        self.write("states.csv", "x,y,z,vx,vy,vz,ax,ay,az\n0,0,-0.3,0.1,0,0,0,1,0\n0.01,0,-0.3,0.1,0,0,0,1,0\n")
        answer = self.run_json("regressor", "delta", "--states", "states.csv", "--base", "--identical-legs")
        self.run_program("regressor", "delta", "--states", "states.csv", "--base", "--identical-legs", "--out", "Y.csv")
        table = self.table("Y.csv")
        self.assertEqual([self.fact(answer, key) for key in ("states", "rows", "parameters")], [2, 3, len(table) - 3])
        self.assertEqual(self.columns(answer), table)
        answer = self.run_json("forward", "five-bar", "--simulate", "10 ms")
        for series in ("states", "joints"):
            self.assertEqual(len(answer["series"][series]["columns"]["t"]["values"]), self.fact(answer, "steps", "simulation") + 1)
        for name, motor in self.by_name(answer, "motors").items():
            for key, suffix in (("position", ""), ("rate", "_d"), ("acceleration", "_dd")):
                self.assertEqual(answer["series"]["joints"]["columns"][name + suffix]["values"][-1], motor[key])


class JointAxes(ProgramTest):
    def test_loads_along_and_across_the_axes(self):
        text = self.run_program("inverse", "palida", "--reactions").stdout
        self.assertIn("In joint axes", text)
        self.run_program("inverse", "delta-rods", "--states", ROOT / "examples" / "delta-pick-and-place.csv", "--reactions",
                         "--out", "loads.csv")
        table = self.table("loads.csv")
        force = [math.hypot(*parts) for parts in zip(*(table[f"leg1.motor:{c}"] for c in ("fx", "fy", "fz")))]
        axes = [math.hypot(*parts) for parts in zip(table["leg1.motor:axial"], table["leg1.motor:radial"])]
        self.assertLess(max(abs(a - b) for a, b in zip(force, axes)), 1e-9)
        answer = self.run_json("inverse", "delta-rods", "--states", ROOT / "examples" / "delta-pick-and-place.csv", "--reactions")
        rods = self.by_name(answer, "rods", by="rod")
        self.assertEqual(len(rods), 6)
        self.assertAlmostEqual(rods["leg1.fore.rod1"]["tension"], max(table["leg1.fore.rod1:tension"]), delta=1e-9)

    def test_a_hanging_plate_pulls_its_rods(self):
        # Three vertical rods would carry a third each: here the plate hangs below, all rods are pulled.
        answer = self.run_json("inverse", "delta-rods", "--reactions")
        for rod in answer["tables"]["rods"]["rows"]:
            self.assertGreater(rod["tension"], 0)
            self.assertIsNone(rod["compression"])

    def test_parallelograms_have_cones(self):
        text = (MODELS / "delta.yaml").read_text()
        self.write("cone.yaml", text.replace("      width: 60 mm\n", "      width: 60 mm\n      cone: 20 deg\n"))
        self.run_program("ik", "cone.yaml", "--pose", "0,0,-0.3")
        answer = self.run_json("ik", "cone.yaml", "--pose", "0.1,0.2,-0.35", code=1)
        self.assertIn("fore.a (second)", answer["facts"]["place"]["values"]["limit_exceeded"]["note"])
        # The tilt is the angle of the rod out of the leg's plane: asin(y / L_B) for leg1.
        joints = self.run_json("ik", "delta", "--pose", "0.1,0.2,-0.35", "--all")["tables"]["joints"]["rows"]
        tilt = [row["position"] for row in joints if row["joint"] == "leg1.fore.a"][1]
        self.assertAlmostEqual(abs(tilt), math.asin(0.2 / 0.4), delta=1e-9)
