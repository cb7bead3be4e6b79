"""Joint coordinates, working modes, certificates and paths on the command line."""

import math

from program import ROOT, ProgramTest, distance

CASES = ROOT / "tests" / "cases"

# Behind a singularity twice; see tests/cases/fk-3leg2-2.yaml.
BEHIND = ("--joints", "0.0912498853421492,0.04936232312333323,-0.16575973228756674,-0.22774259453084758,"
          "0.42359538044337963,0.2329997596459502",
          "--guess", "x=-0.07143509649301419,y=-0.13164111034652298,z=0.520104501661534,"
          "rx=-0.5554362272248039,ry=0.6380647178616912,rz=0.14588743056623368")


class Branches(ProgramTest):
    def test_forces_are_those_of_the_joints_given(self):
        # Computed by an independent solver for these motor coordinates, one of them behind the fold of its leg.
        forces = self.forces("delta-linear", "--joints", "0.4095,0.7604,0.1153")
        self.assertLess(distance(forces, [8.45, 19.50, 6.78]), 0.01)

    def test_formulations_agree_behind_a_fold(self):
        answer = self.run_json("inverse", "delta", "--joints=-1.0114,-0.2189,-1.0198", "--formulation", "all")
        rows = answer["tables"]["motors"]["rows"]
        for name in ("virtual-work", "screw", "bars"):
            self.assertLess(distance([row[name] for row in rows], [row["force"] for row in rows]), 1e-9, name)

    def test_compiled_code_is_not_used_behind_a_fold(self):
        self.write("j.csv", "leg1.motor,leg2.motor,leg3.motor,leg1.motor_d,leg2.motor_d,leg3.motor_d,"
                   "leg1.motor_dd,leg2.motor_dd,leg3.motor_dd\n0.4095,0.7604,0.1153,1,1,1,0,0,0\n")
        one, two = (self.columns(self.run_json("inverse", "delta-linear", "--states", "j.csv", *more)) for more in ([], ["--compiled"]))
        for k in (1, 2, 3):
            self.assertAlmostEqual(one[f"leg{k}.motor"][0], two[f"leg{k}.motor"][0], delta=1e-9)

    def test_the_guess_chooses_the_side(self):
        joints = ("fk", "delta", "--joints", "0.2,0.2,0.2")
        below = self.run_json(*joints)
        self.assertIs(self.fact(below, "certified", "method"), True)
        self.assertLess(self.fact(below, "pose", "state")["z"], -0.1)
        above = self.run_json(*joints, "--guess", "0,0,0.3", code=1)
        self.assertIs(self.fact(above, "certified", "method"), False)
        self.assertGreater(self.fact(above, "pose", "state")["z"], 0.1)
        self.assertIn("not certified", self.run_program(*joints, "--guess", "0,0,0.3", code=1).stdout)
        self.assertNotIn("not certified", self.run_program(*joints).stdout)

    def test_answers_behind_singularities_are_not_certified(self):
        self.refused(4, "uncertain", "fk", CASES / "fk-3leg2-2.yaml", *BEHIND)

    def test_certificates_of_rows(self):
        self.write("j.csv", "leg1.motor,leg2.motor,leg3.motor\n0.2,0.2,0.2\n0.3,0.2,0.2\n")
        answer = self.run_json("fk", "delta", "--in", "j.csv")
        self.assertEqual(self.fact(answer, "uncertified"), 0)
        self.assertEqual(self.columns(answer, "certificates")["certified"], [1, 1])
        answer = self.run_json("fk", "delta", "--in", "j.csv", "--guess", "0,0,0.3", code=1)
        self.assertEqual(self.fact(answer, "uncertified"), 2)
        self.assertEqual(self.columns(answer, "certificates")["certified"], [0, 0])
        self.assertIn("j.csv:2: ", self.run_program("fk", "delta", "--in", "j.csv", "--guess", "0,0,0.3", code=1).stderr)

    def test_rates_of_spare_motors_must_agree(self):
        self.refused(4, "leg4.motor", "fk", "redundant-planar", "--rates=1,1,1,-5")
        self.refused(4, "leg4.motor", "fk", "redundant-planar", "--rates=0,0,0,0", "--accelerations=1,1,1,-5")
        self.run_program("fk", "redundant-planar", "--rates=0,0,0,0")

    def test_home_on_a_stretched_leg_is_not_good(self):
        answer = self.run_json("check", CASES / "pus-unreachable-home.yaml", code=1)
        self.assertFalse(answer["ok"])
        self.assertTrue(any("type-1" in problem for problem in answer["verdict"]["reasons"]))
        self.assertTrue(any("hint of the output" in warning for warning in answer["warnings"]))
        self.assertNotIn("good", self.run_program("check", CASES / "pus-unreachable-home.yaml", code=1).stdout)

    def test_home_far_from_its_hint_is_not_good(self):
        text = (ROOT / "models" / "stewart-tsai.yaml").read_text()
        wrong = self.write("far.yaml", text + "\n")
        self.assertTrue(self.run_json("check", wrong)["ok"])
        delta = (ROOT / "models" / "delta.yaml").read_text().replace("platform: [0, 0, -300 mm]", "platform: [0, 0, -900 mm]")
        answer = self.run_json("check", self.write("deep.yaml", delta), code=1)
        self.assertTrue(any("hint of the output" in problem for problem in answer["verdict"]["reasons"]), answer["verdict"])


class PathsOfStates(ProgramTest):
    """The legs of the 3-RPR meet in one point at -70 deg, between two rows that are far from it."""

    def setUp(self):
        super().setUp()
        rows = ["x,y,rz,vx,vy,wz,ax,ay,bz"]
        for angle in (-10, -40, -60, -85, -100):
            rows.append(f"0,0,{angle * math.pi / 180!r},0,0,0,0,0,0")
        self.write("cross.csv", "\n".join(rows) + "\n")
        self.write("clear.csv", "\n".join(rows[:4]) + "\n")

    def test_a_crossing_is_a_bad_result(self):
        for verb in ("inverse", "sizing"):
            with self.subTest(verb=verb):
                result = self.run_program(verb, "3rpr", "--states", "cross.csv", code=1)
                self.assertRegex(result.stderr, r"cross\.csv:4: type-2 crossing, 4\d% of the way")
                answer = self.run_json(verb, "3rpr", "--states", "cross.csv", code=1)
                self.assertFalse(answer["ok"])
                self.assertIn("type-2 crossing", [event["kind"] for event in answer["tables"]["path"]["rows"]])
                self.run_program(verb, "3rpr", "--states", "cross.csv", "--no-path-check")
                answer = self.run_json(verb, "3rpr", "--states", "clear.csv")
                self.assertEqual(answer["tables"]["path"]["rows"], [])

    def test_compiled_code_is_watched_too(self):
        self.run_program("inverse", "3rpr", "--states", "cross.csv", "--compiled", code=1)

    def test_joints_need_no_watch(self):
        self.assertNotIn("path", self.run_json("inverse", "delta", "--joints", "0.2,0.2,0.2")["tables"])


class Simulations(ProgramTest):
    def test_energy_is_kept_through_a_fold(self):
        answer = self.run_json("forward", "delta-linear", "--simulate", "0.35 s", "--dt", "0.1 ms", "--forces=15,15,0",
                               "--no-friction")
        change, work, kinetic = (self.fact(answer, key, "energy") for key in ("change", "work_of_motors", "kinetic"))
        self.assertLess(abs(change - work), 1e-6 * kinetic)

    def test_a_place_without_motion_is_not_stepped_over(self):
        self.refused(4, "t = ", "forward", "free-form", "--simulate", "0.35", "--dt", "0.5 ms", "--forces=1.0566,-2.3149",
                     "--no-friction")
