"""What new users do wrong, and the small things that they reach for."""

import re

from program import MODELS, ROOT, ProgramTest

# A DELTA as a user writes it: friction, motors, limits and a payload.
DELTA = """jourdain: 1
name: my-delta
parameters: {R_A: 176 mm, R_B: 50 mm, L_A: 200 mm, L_B: 400 mm}
gravity: [0, 0, -9.81]
bodies:
  plate: {mass: 260 g, inertia: {disc: R_B, axis: z}}
legs:
  repeat: {count: 3, about: z, step: 120 deg}
  bodies:
    arm: {mass: 118 g, com: [L_A/2, 0, 0], inertia: {tube: {outer: 12 mm, inner: 10 mm, length: L_A}, axis: x}}
  joints:
    motor:
      type: revolute
      between: [base, arm]
      at: [R_A, 0, 0]
      axis: y
      motor: {gear: 10, rotor_inertia: 2e-5 kg m^2, max_force: 2.4 Nm, rated_force: 1.2 Nm, max_speed: 3000 rpm}
      friction: {coulomb: 0.1 N m, viscous: 0.02 N m s/rad}
      limits: [-60 deg, 100 deg]
    fore:
      type: parallelogram
      between: [arm, plate]
      at: {arm: [L_A, 0, 0], plate: [R_B, 0, 0]}
      across: y
      toward: -z
      length: L_B
      mass: 45 g
platform: {body: plate, moves: [x, y, z], payload: {mass: 100 g}}
assembly: {platform: [0, 0, -300 mm], joints: {motor: 16.6 deg, fore.a: [36 deg, 0], fore.b: [0, -52.6 deg]}}
"""

# What is written instead of what, as people do.
MISTAKES = [
    ("mass: 260 g", "mass: 260"), ("mass: 118 g", "mass: 900"), ("mass: 118 g, ", ""), ("mass: 260 g, ", ""), ("mass: 45 g", "mass: 45"),
    ("mass: 260 g", "mass: 0,26 kg"), ("mass: 260 g", "mass: 260 mm"), ("mass: 260 g", "mas: 260 g"), ("mass: 260 g", "mass: -260 g"),
    ("L_A: 200 mm", "L_A: 200"), ("L_B: 400 mm", "L_B: 400 cm"), ("L_B: 400 mm", "L_B: 40 mm"), ("R_A: 176 mm", "R_A: 176"), ("R_B: 50 mm", "R_B: 50 m"),
    ("L_A/2, 0, 0]", "L_A/2, 0]"), ("com: [L_A/2, 0, 0]", "com: [100, 0, 0]"), ("com: [L_A/2, 0, 0]", "com: [L_a/2, 0, 0]"),
    ("step: 120 deg", "step: 120"), ("count: 3", "count: three"), ("count: 3, about: z, ", "count: 2, about: z, "), ("about: z", "about: q"),
    ("outer: 12 mm, inner: 10 mm", "outer: 10 mm, inner: 12 mm"), ("outer: 12 mm", "diameter: 24 mm"), ("disc: R_B", "disk: R_B"),
    ("type: revolute", "type: hinge"), ("axis: y\n      motor", "motor"), ("between: [base, arm]", "between: [bas, arm]"), ("between: [base, arm]", "between: [base]"),
    ("max_speed: 3000 rpm", "max_speed: 5000000"), ("max_speed: 3000 rpm", "max_speed: 3000 m/s"), ("max_force: 2.4 Nm", "max_force: 0"),
    ("max_force: 2.4 Nm", "max_torque: 2.4 Nm"), ("gear: 10", "gear: -10"), ("gear: 10", "gear: 10:1"), ("coulomb: 0.1 N m", "coulomb: 100 N m"),
    ("coulomb: 0.1 N m", "coulomb: 0.1 N"), ("limits: [-60 deg, 100 deg]", "limits: [100 deg, -60 deg]"), ("limits: [-60 deg, 100 deg]", "limits: [-60, 100, 0]"),
    ("gravity: [0, 0, -9.81]", "gravity: [0, 0, -9810]"), ("gravity: [0, 0, -9.81]", "gravity: -9.81"), ("toward: -z", "toward: y"),
    ("assembly: {platform: [0, 0, -300 mm], ", "assembly: {platform: [0, 0, -300], "), ("moves: [x, y, z]", "moves: [x, y]"),
]


class FrontDoor(ProgramTest):
    def check(self, text, *arguments):
        self.write("my.yaml", text)
        result = self.run_any("check", "my.yaml", *arguments)
        return result.returncode, result.stderr + result.stdout

    def test_the_model_itself_is_good(self):
        code, text = self.check(DELTA)
        self.assertEqual(code, 0, text)
        self.assertNotIn("warning", text)

    def test_mistakes_are_seen(self):
        self.assertEqual(len(MISTAKES), 43)
        silent = []
        for good, bad in MISTAKES:
            self.assertEqual(DELTA.count(good), 1, good)
            code, text = self.check(DELTA.replace(good, bad))
            if code == 0 and "warning" not in text:
                silent.append(f"{good} -> {bad}")
        self.assertEqual(silent, [])

    def test_a_missing_mass_is_an_error(self):
        self.write("my.yaml", DELTA.replace("mass: 118 g, ", ""))
        self.assertIn("the mass is missing", self.refused(3, "massless: true", "check", "my.yaml"))
        self.write("my.yaml", re.sub(r"arm: \{.*\}", "arm: {massless: true}", DELTA))
        self.run_program("check", "my.yaml")

    def test_a_decimal_comma_is_explained(self):
        self.write("my.yaml", DELTA.replace("mass: 260 g", "mass: 0,26 kg"))
        self.refused(3, "decimal point", "check", "my.yaml")

    def test_suspicious_values_are_said_by_every_verb(self):
        self.write("my.yaml", DELTA.replace("mass: 260 g", "mass: 260"))
        self.assertIn("others have about", self.run_program("ik", "my.yaml", "--pose", "0,0,-0.3").stderr)

    def test_no_assembly_hint_is_a_warning(self):
        _, text = self.check(re.sub(r"assembly: .*\n", "", DELTA))
        self.assertIn("there is no assembly hint", text)

    def test_files_of_other_formats(self):
        self.write("robot.urdf", "<robot/>")
        self.refused(3, "a model file has the extension .yaml", "check", "robot.urdf")

    def test_a_robot_of_the_catalogue_with_an_extension(self):
        self.refused(3, "the catalogue has 'hexapod': name it without extension", "check", "hexapod.yaml")

    def test_files_are_blamed_once(self):
        self.write("s.csv", "x,y\n1,2\n")
        self.assertEqual(self.refused(3, "missing column", "ik", "delta", "--states", "s.csv").count("error:"), 1)

    def test_the_workspace_ends_within_the_picture(self):
        for model in ("palida", "delta", "five-bar", "3rrr"):
            answer = self.run_json("workspace", model, "--grid", "31", "--picture", "w.svg")
            grid = answer["tables"]["grid"]["rows"]
            axes = self.fact(answer, "plane", "slice").split(",")
            edges = [{cell[axis] for cell in grid} for axis in axes]
            border = [cell for cell in grid if any(cell[axis] in (min(edge), max(edge)) for axis, edge in zip(axes, edges))]
            self.assertEqual(len(grid), 31 * 31)
            self.assertEqual({cell["state"] for cell in border} & {"ok"}, set(), model)
            self.assertIn(">home<", self.read("w.svg"))
        self.run_program("workspace", "delta", "--grid", "11", "--at", "z=-0.25", "--picture", "w.svg")
        self.assertNotIn(">home<", self.read("w.svg"))

    def test_pictures_are_svg(self):
        self.refused(2, ".svg", "workspace", "delta", "--picture", "x.png")

    def test_regressor_wants_velocities(self):
        self.write("s.csv", "x,y,z\n0,0,-0.3\n")
        self.refused(3, "vx", "regressor", "delta", "--states", "s.csv")
        self.run_program("regressor", "delta", "--states", "s.csv", "--static")

    def test_one_name_for_files_of_states(self):
        states = ROOT / "examples" / "delta-pick-and-place.csv"
        self.run_program("ik", "delta", "--states", states, "--out", "a.csv")
        self.run_program("ik", "delta", "--poses", states, "--out", "b.csv")
        self.assertEqual(self.read("a.csv"), self.read("b.csv"))
        self.run_program("fk", "delta", "--states", "a.csv", "--out", "c.csv")
        self.run_program("fk", "delta", "--in", "a.csv", "--out", "d.csv")
        self.assertEqual(self.read("c.csv"), self.read("d.csv"))

    def read(self, name):
        return (self.folder / name).read_text()


class Changes(ProgramTest):
    STATE = ("--pose", "0.05,0.03,-0.30", "--twist", "1,-0.8,0.6", "--acceleration", "50,40,-30")

    def forces(self, model, *more):
        return super().forces(model, *self.STATE, *more)

    def edited(self, *pairs):
        text = (MODELS / "delta.yaml").read_text()
        for old, new in pairs:
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        self.write("edited.yaml", text)
        return self.forces("edited.yaml")

    def test_parameters_are_those_of_an_edited_file(self):
        self.assertEqual(self.forces("delta", "--set", "L_B=420 mm", "--set", "m_fore=0.06"),
                         self.edited(("L_B: 400 mm", "L_B: 420 mm"), ("m_fore: 45 g", "m_fore: 60 g")))

    def test_masses_friction_and_payload(self):
        self.assertEqual(self.forces("delta", "--set", "m.platform=0.3"), self.edited(("mass: 0.1 kg, inertia", "mass: 0.3 kg, inertia")))
        self.assertEqual(self.forces("delta", "--set", "coulomb.motor=0.2", "--set", "viscous.motor=0.1 N m s/rad"),
                         self.edited(("actuated: true,", "actuated: true, friction: {coulomb: 0.2, viscous: 0.1},")))
        self.assertEqual(self.forces("delta", "--payload", "0.5"),
                         self.edited(("moves: [x, y, z]", "moves: [x, y, z], payload: {mass: 0.5}")))
        self.assertNotEqual(self.forces("delta", "--payload", "0.5"), self.forces("delta"))

    def test_nonsense_is_refused(self):
        for part, arguments in {"no parameter 'L_X'": ("--set", "L_X=1"), "NAME=VALUE": ("--set", "L_B"), "there is no body 'am'": ("--set", "m.am=1"),
                                "must not be negative": ("--set", "m.arm=-1"), "there is no joint": ("--set", "coulomb.x=1"),
                                "expected a mass": ("--payload", "1,2")}.items():
            with self.subTest(part):
                self.write("unused", "")
                result = self.run_any("info", "delta", *arguments)
                self.assertIn(result.returncode, (2, 3))
                self.assertIn(part, result.stderr)
        self.assertIn("mass", self.run_any("info", "delta", "--set", "L_B=3 kg").stderr)

    def test_info_prints_the_changed_model(self):
        self.write("changed.yaml", self.run_program("info", "delta", "--print", "--set", "m.arm=0.2", "--payload", "0.5").stdout)
        self.assertEqual(self.forces("changed.yaml"), self.forces("delta", "--set", "m.arm=0.2", "--payload", "0.5"))


class DataSheets(ProgramTest):
    """The same motor, by its data sheet and as the joint sees it."""

    def sizing(self, text, code=0):
        self.write("my.yaml", text)
        return self.run_json("sizing", "my.yaml", "--states", ROOT / "examples" / "delta-pick-and-place.csv", code=code)

    def test_both_sides_agree(self):
        shaft = self.sizing(DELTA)
        joint = self.sizing(re.sub(r"motor: \{gear.*\}", "actuator: {gear: 10, rotor_inertia: 2e-5, max_force: 24, rated_force: 12, max_speed: 300 rpm}", DELTA))
        demands, others = self.by_name(shaft, "at_motor"), self.by_name(joint, "shares")
        for name, a in self.by_name(shaft, "shares").items():
            for key in ("max_force", "max_speed", "rated_force"):
                self.assertAlmostEqual(a[key], others[name][key], delta=1e-12)
            self.assertAlmostEqual(a["max_speed"], abs(demands[name]["peak_speed"]) / (3000 * 2 * 3.141592653589793 / 60), delta=1e-9)
            self.assertAlmostEqual(a["max_force"], abs(demands[name]["peak_force"]) / 2.4, delta=1e-9)
            self.assertGreater(a["inertia_ratio"], 0)

    def test_losses_make_the_motor_stronger_when_it_drives(self):
        full, lossy = self.sizing(DELTA), self.sizing(DELTA.replace("gear: 10,", "gear: 10, efficiency: 0.8,"))
        self.assertEqual(full["tables"]["at_joint"], lossy["tables"]["at_joint"])
        for name, a in self.by_name(full, "at_motor").items():
            self.assertGreater(self.by_name(lossy, "at_motor")[name]["peak_force"] ** 2, a["peak_force"] ** 2)

    def test_rms_and_line_bound_the_motion(self):
        weak = self.sizing(DELTA.replace("rated_force: 1.2 Nm", "rated_force: 1 mNm"), code=1)
        self.assertIn("rated_force", weak["verdict"]["text"])
        slow = self.sizing(DELTA.replace("max_speed: 3000 rpm", "no_load_speed: 20 rpm"), code=1)
        self.assertIn("force-speed line", slow["verdict"]["text"])

    def test_friction_of_the_motor_is_multiplied_by_the_gear(self):
        plain = re.sub(r" +friction: .*\n", "", DELTA)
        self.write("shaft.yaml", plain.replace("gear: 10,", "gear: 10, friction: {coulomb: 0.01 Nm, viscous: 2e-4 N m s/rad},"))
        self.write("joint.yaml", DELTA)
        forces = [self.forces(name, *Changes.STATE) for name in ("shaft.yaml", "joint.yaml")]
        for a, b in zip(*forces):
            self.assertAlmostEqual(a, b, delta=1e-12)

    def test_nonsense_is_refused(self):
        for old, new, part in (("gear: 10,", "gear: 10, efficiency: 1.2,", "efficiency"), ("max_force: 2.4 Nm", "max_force: 0 Nm", "must be positive"),
                               ("gear: 10,", "gear: 10, stall_force: 1 Nm,", "no_load_speed"), ("max_force: 2.4 Nm", "no_load_speed: 20 rpm", "the line begins there"),
                               ("gear: 10,", "gear: 10, friction: {coulomb: 1 Nm},", "has its friction already")):
            self.write("my.yaml", DELTA.replace(old, new))
            self.refused(3, part, "check", "my.yaml")
