"""Forces and accelerations through the command line."""

import math

from program import MODELS, NAMES, ROOT, ProgramTest, distance

EXAMPLES = ROOT / "examples"

# Tsai's platform (2000) and Clavel's DELTA (1991): geometry and motions published, forces computed independently.
TSAI_TRANSLATION = {
    0.0: [7.246790513, 7.251394166, 7.224433591, 7.215861427, 7.247378051, 7.251339597],
    0.2: [5.272503643, 7.256385857, 3.951016808, 3.299495128, 7.709017401, 6.396971367],
    0.5: [4.089383785, 7.340758625, 1.621935762, 0.442229526, 7.976458634, 5.968556849],
    1.0: [6.690936719, 7.242134570, 6.372854690, 6.211225924, 7.384690983, 6.998092785]}
TSAI_ROTATION = {
    0.0: [7.252898581, 7.254981548, 7.254981548, 7.252898581, 7.255072848, 7.255072848],
    0.2: [9.144140808, 4.899484953, 9.147340061, 4.898420609, 9.146403724, 4.899929325],
    0.5: [10.825728560, 2.212952891, 10.829740551, 2.212558184, 10.827486162, 2.213229520]}
CLAVEL_STATE = ("--pose", "0.05,0.03,-0.30", "--twist", "1,-0.8,0.6", "--acceleration", "50,40,-30")
CLAVEL_FORCES = {"virtual-power": [-0.780763222, 0.467907963, 2.709004127],
                 "bars-simplified": [-0.918698223, 0.481979873, 2.791272268]}
PRINTED = 6e-10  # half a unit of the last printed digit
AGREEMENT = 1e-10  # of exact formulations, over the largest force


# Six legs whose rods may spin idly between their ball joints.
RODS = """jourdain: 1
name: rods
bodies:
  platform: {{mass: 3, inertia: [0.03, 0.03, 0.05]}}
legs:
  repeat:
    count: 6
    each:
      a: [-10 deg, 10 deg, 110 deg, 130 deg, 230 deg, 250 deg]
      b: [-50 deg, 50 deg, 70 deg, 170 deg, 190 deg, 290 deg]
  bodies:
    lower: {{mass: 2, com: [0, 0, 0.15], inertia: [0.02, {across}, {axial}]}}
    upper: {{mass: 1, com: [0, 0, -0.20], inertia: [0.015, 0.015, {axial}]}}
  joints:
    cardan: {{type: spherical, between: [base, lower], at: [0.5*cos(a), 0.5*sin(a), 0]}}
    slide: {{type: prismatic, between: [lower, upper], axis: z, actuated: true}}
    ball: {{type: spherical, between: [upper, platform], at: {{platform: [0.25*cos(b), 0.25*sin(b), 0]}}}}
platform: {{body: platform}}
assembly: {{platform: [0, 0, 0.7], joints: {{slide: 0.75}}}}
"""


def tsai_state(t, turns):
    """A row of Tsai's motions: translation along (1, 1, 1), or rotation about z."""
    s, ds, dds = math.sin(3 * t), 3 * math.cos(3 * t), -9 * math.sin(3 * t)
    if not turns:
        x, v, a = ([0.2 * d] * 3 for d in (s, ds, dds))
        return [t, x[0] - 1.5, x[1], x[2] + 1, 1, 0, 0, 0, *v, 0, 0, 0, *a, 0, 0, 0]
    angle = math.pi / 6 * s
    return [t, -1.5, 0, 1, math.cos(angle / 2), 0, 0, math.sin(angle / 2), 0, 0, 0, 0, 0, math.pi / 6 * ds,
            0, 0, 0, 0, 0, math.pi / 6 * dds]


def table_text(header, rows):
    return "\n".join([header.replace(" ", ","), *(",".join(map(repr, row)) for row in rows)]) + "\n"


STATE = "t x y z qw qx qy qz vx vy vz wx wy wz ax ay az bx by bz"


class InverseDynamics(ProgramTest):
    def test_tsais_platform(self):
        for turns, cases in ((False, TSAI_TRANSLATION), (True, TSAI_ROTATION)):
            self.write("states.csv", table_text(STATE, [tsai_state(t, turns) for t in cases]))
            self.run_program("inverse", "stewart-tsai", "--states", "states.csv", "--out", "forces.csv")
            forces = self.table("forces.csv")
            self.assertEqual(list(forces), ["t"] + [f"leg{k}.slide" for k in range(1, 7)])
            for row, expected in enumerate(cases.values()):
                for k in range(6):
                    self.assertAlmostEqual(forces[f"leg{k + 1}.slide"][row], expected[k], delta=PRINTED)

    def test_clavels_delta_by_every_formulation(self):
        answer = self.run_json("inverse", "delta", *CLAVEL_STATE, "--formulation", "all")
        rows = answer["tables"]["motors"]["rows"]
        self.assertEqual(list(rows[0]), ["motor", "force", "virtual-work", "screw", "bars", "bars-simplified", "max_force"])
        self.assertEqual(self.fact(answer, "formulations"), "virtual-power, virtual-work, screw, bars, bars-simplified")
        for name in list(rows[0])[1:-1]:
            values = [row[name] for row in rows]
            expected = CLAVEL_FORCES.get(name, CLAVEL_FORCES["virtual-power"])
            for value, wanted in zip(values, expected):
                self.assertAlmostEqual(value, wanted, delta=PRINTED, msg=name)
        by_name = self.by_name(answer, "differences", by="formulation")
        for name in ("virtual-work", "screw", "bars"):
            self.assertLess(by_name[name]["relative"], AGREEMENT)
        # The simplified model loses 5 % of the largest torque, and 18 % on one motor.
        self.assertAlmostEqual(by_name["bars-simplified"]["relative"], 0.05, delta=0.002)
        self.assertAlmostEqual(max(by_name["bars-simplified"][f"leg{k}.motor_relative"] for k in (1, 2, 3)), 0.18, delta=0.005)

    def test_exact_formulations_agree_on_the_examples(self):
        for model, file in (("palida", "palida-circle.csv"), ("delta", "delta-pick-and-place.csv")):
            self.run_program("inverse", model, "--states", EXAMPLES / file, "--formulation", "all", "--out", "all.csv",
                             "--conditioning")
            table = self.table("all.csv")
            reference = [name for name in table if ":" not in name and name not in ("t", "digits_lost")]
            largest = max(abs(value) for name in reference for value in table[name])
            for name in reference:
                for other in ("virtual-work", "screw"):
                    gap = max(abs(a - b) for a, b in zip(table[name], table[f"{name}:{other}"]))
                    self.assertLess(gap / largest, AGREEMENT, (model, name, other))
            self.assertTrue(all(0 <= digits < 4 for digits in table["digits_lost"]))

    def test_one_formulation_has_plain_columns(self):
        columns = []
        for formulation in ("virtual-power", "virtual-work", "screw", "bars"):
            self.run_program("inverse", "delta", "--states", EXAMPLES / "delta-pick-and-place.csv", "--out", "f.csv",
                             "--formulation", formulation)
            table = self.table("f.csv")
            self.assertEqual(list(table), ["t", "leg1.motor", "leg2.motor", "leg3.motor"])
            columns.append(table["leg2.motor"])
        for other in columns[1:]:
            self.assertLess(max(abs(a - b) for a, b in zip(columns[0], other)), 1e-10)

    def test_forces_round_trip_at_full_precision(self):
        self.run_program("inverse", "palida", "--states", EXAMPLES / "palida-circle.csv", "--out", "f.csv")
        answer = self.run_json("inverse", "palida", "--states", EXAMPLES / "palida-circle.csv")
        table = self.table("f.csv")
        columns = self.columns(answer)
        for name, values in table.items():
            self.assertEqual(columns[name], values)

    def test_columns_come_in_any_order_and_only_moves_are_needed(self):
        self.write("few.csv", table_text("az x vy z y vx ax vz ay", [[-30, .05, -.8, -.3, .03, 1, 50, .6, 40]]))
        self.write("all.csv", table_text(STATE, [[0, .05, .03, -.3, 1, 0, 0, 0, 1, -.8, .6, 0, 0, 0, 50, 40, -30, 0, 0, 0]]))
        for file in ("few.csv", "all.csv"):
            columns = self.columns(self.run_json("inverse", "delta", "--states", file))
            forces = [columns[f"leg{k}.motor"][0] for k in (1, 2, 3)]
            self.assertLess(distance(forces, CLAVEL_FORCES["virtual-power"]), 1e-8)
        home = list(self.fact(self.run_json("info", "3rrr"), "home", "model").values())
        self.write("planar.csv", table_text("x y phi vx vy wz ax ay bz",
                                            [[home[0] + 0.01, home[1] - 0.02, 0.1, 0.1, 0.2, -0.3, 1, -2, 3]]))
        self.assertEqual(len(self.by_name(self.run_json("inverse", "3rrr", "--states", "planar.csv"), "motors")), 3)

    def test_joint_motion_gives_the_same_forces(self):
        self.run_program("ik", "delta", "--poses", EXAMPLES / "delta-pick-and-place.csv", "--out", "joints.csv")
        self.run_program("inverse", "delta", "--states", "joints.csv", "--out", "by_joints.csv")
        self.run_program("inverse", "delta", "--states", EXAMPLES / "delta-pick-and-place.csv", "--out", "by_pose.csv")
        by_joints, by_pose = self.table("by_joints.csv"), self.table("by_pose.csv")
        self.assertEqual(list(by_joints), list(by_pose))
        for name, values in by_pose.items():
            self.assertLess(max(abs(a - b) for a, b in zip(values, by_joints[name])), 1e-8, name)

    def test_robots_without_output_are_driven_by_their_joints(self):
        motor = self.run_json("motors", "four-bar")["tables"]["motors"]["rows"][0]["motor"]
        self.write("turn.csv", f"{motor},{motor}_d,{motor}_dd\n0.9,2,1\n1.0,2,1\n")
        self.run_program("inverse", "four-bar", "--states", "turn.csv", "--out", "f.csv", "--formulation", "all")
        table = self.table("f.csv")
        self.assertLess(distance(table[motor], table[f"{motor}:screw"]), 1e-9 * max(map(abs, table[motor])))

    def test_the_whole_catalogue_has_holding_forces(self):
        for name in NAMES:
            with self.subTest(name=name):
                answer = self.run_json("inverse", name, "--formulation", "all", "--reactions")
                for entry in answer["tables"]["differences"]["rows"]:
                    if entry["formulation"] in ("virtual-work", "screw"):
                        self.assertLess(entry["relative"] or 0, 1e-8)
                self.assertLess(self.fact(answer, "residual", "loads"), 1e-8)

    def test_loads_and_switches_change_what_they_should(self):
        def forces(*arguments):
            return self.forces("palida", *arguments)
        plain, loaded = forces(), forces("--load", "platform:0,0,100 N")
        # A force upwards on a platform below the base: six legs along e share it.
        self.assertGreater(distance(plain, loaded), 10)
        twice = forces("--load", "platform:0,0,100", "--load", "platform:0,0,100,0,0,0")
        for a, b, c in zip(plain, loaded, twice):
            self.assertAlmostEqual(c - b, b - a, delta=1e-9)
        moving = ("--twist", "0.3,0.2,-0.1,0.1,0.2,0.3")
        self.assertGreater(distance(forces(*moving), forces(*moving, "--no-friction")), 1)

    def test_reactions_say_whether_they_are_unique(self):
        text = self.run_program("inverse", "stewart-tsai", "--reactions").stdout
        self.assertIn("Joint loads", text)
        self.assertIn("unique", text)
        self.assertNotRegex(text, r"N m? +no$")
        answer = self.run_json("inverse", "five-bar", "--reactions")
        self.assertEqual(self.fact(answer, "open", "loads"), 3)
        self.assertIn(False, [row["unique"] for row in answer["tables"]["joint_loads"]["rows"]])
        self.assertRegex(self.run_program("inverse", "five-bar", "--reactions").stdout, r"(?m)^  motor1 .* no$")
        self.run_program("inverse", "delta", "--states", EXAMPLES / "delta-pick-and-place.csv", "--reactions", "--out", "r.csv")
        self.assertIn("leg2.fore.b:mz", self.table("r.csv"))

    def test_platform_weight_is_carried_by_the_reactions(self):
        loads = self.by_name(self.run_json("inverse", "stewart-tsai", "--reactions"), "joint_loads", by="joint")
        up = sum(loads[f"leg{k}.ball"]["fz"] for k in range(1, 7))
        self.assertAlmostEqual(up, 1.5 * 9.80665, delta=1e-9)

    def test_text_tells_conditioning_and_motors(self):
        text = self.run_program("inverse", "delta", "--states", EXAMPLES / "delta-pick-and-place.csv", "--out", "f.csv").stdout
        self.assertRegex(text, r"digits lost +\d\.\d+ +\(of 16, worst at t = ")
        self.assertRegex(text, r"(?m)^  leg1\.motor +-?\d")
        self.assertIn("written", text)
        table = self.run_program("inverse", "delta", "--states", EXAMPLES / "delta-pick-and-place.csv").stdout
        self.assertIn("leg3.motor (N m)", table)

    def test_motors_beyond_their_limits_are_a_bad_result(self):
        result = self.run_program("inverse", "palida", "--load", "platform:0,0,-9000", code=1)
        self.assertRegex(result.stderr, r"warning: motor leg\d\.slide needs \d+(\.\d+)? N, its largest is 450")
        self.assertFalse(self.run_json("inverse", "palida", "--load", "platform:0,0,-9000", code=1)["ok"])

    def test_singular_states_are_refused_with_row_and_distance(self):
        # Turned back by the platform's twist, the three legs of 3rpr meet in one point: no motor holds the rotation.
        def row(offset):
            return [0, 0, -math.radians(70) + offset, 0, 0, 0, 1, 0, 0]
        header = "x y phi vx vy wz ax ay bz"
        self.write("meet.csv", table_text(header, [row(0.5), row(1e-11)]))
        message = self.refused(4, "meet.csv:3: singular", "inverse", "3rpr", "--states", "meet.csv", "--out", "f.csv")
        self.assertRegex(message, r"type 2 2\.\de-11")
        self.write("near.csv", table_text(header, [row(0.5), row(2e-6)]))
        result = self.run_program("inverse", "3rpr", "--states", "near.csv")
        self.assertRegex(result.stderr, r"near\.csv:3: the forces lose [56]\.\d digits: a singularity is near")
        self.assertFalse((self.folder / "f.csv").exists())

    def test_spare_motors_share_the_load_as_asked(self):
        def forces(*options):
            return self.forces("redundant-planar", "--pose", "0.02,0.01,0.1", "--acceleration", "1,2,3", *options)
        plain, weighed, tense = forces(), forces("--weights", "leg4.motor=100"), forces("--preload", "1,-1,1,-1")
        self.assertLess(abs(weighed[3]), 0.1 * abs(plain[3]))
        self.assertGreater(sum(f * f for f in tense), sum(f * f for f in plain))
        self.refused(2, "--weights: expected 4 values, one for each motor, found 2",
                     "inverse", "redundant-planar", "--weights", "1,1")
        self.refused(2, "--preload: 'nosuch' is no motor", "inverse", "redundant-planar", "--preload", "nosuch=1")
        self.refused(4, "the force of a motor is exceeded",
                     "inverse", "redundant-planar", "--bounded", "--load", "platform:0,9000,0")

    def test_wrong_state_files_are_refused(self):
        good = "x,y,z,vx,vy,vz,ax,ay,az"
        for part, text in {
                "missing columns 'ax', 'ay', 'az'": "x,y,z,vx,vy,vz\n0,0,-0.3,0,0,0\n",
                "missing columns 'vx', 'vy', 'vz'": "x,y,z,ax,ay,az\n0,0,-0.3,0,0,0\n",
                "missing column 'az'": "x,y,z,vx,vy,vz,ax,ay\n0,0,-0.3,0,0,0,0,0\n",
                "unknown column: 'power'": good + ",power\n0,0,-0.3,0,0,0,0,0,0,1\n",
                "unknown column: 'x'": "leg1.motor,leg2.motor,leg3.motor,x\n0,0,0,0\n",
                "missing columns 'leg1.motor_d', 'leg2.motor_d', 'leg3.motor_d'": "leg1.motor,leg2.motor,leg3.motor\n0,0,0\n",
                "s.csv:2: error: column 'vy': expected a finite number, found 'inf'": good + "\n0,0,-0.3,0,inf,0,0,0,0\n",
                "the quaternion has the length 1.00001": good + ",qw,qx,qy,qz\n0,0,-0.3,0,0,0,0,0,0,1.00001,0,0,0\n",
                "wx = 1e-08 contradicts the mechanism": good + ",wx,wy,wz\n0,0,-0.3,1,0,0,0,0,0,1e-8,0,0\n",
                "the orientation contradicts": good + ",qw,qx,qy,qz\n0,0,-0.3,0,0,0,0,0,0,0.6,0.8,0,0\n",
        }.items():
            with self.subTest(part=part):
                self.write("s.csv", text)
                self.refused(3, part, "inverse", "delta", "--states", "s.csv", "--out", "f.csv")
        self.write("s.csv", good + ",qw,qx,qy,qz\n0,0,-0.3,0,0,0,0,0,0,1.0000005,0,0,0\n")
        self.run_program("inverse", "delta", "--states", "s.csv")
        self.write("s.csv", good + "\n0,0,-0.3,0,0,0,0,0,0\n0,0,-3,0,0,0,0,0,0\n")
        self.refused(4, "s.csv:3: unreachable", "inverse", "delta", "--states", "s.csv")

    def test_nonsense_is_a_usage_error(self):
        for part, arguments in {
                "--formulation": ("delta", "--formulation", "newton"),
                "is no DELTA": ("palida", "--formulation", "bars"),
                "--load: 'platform'": ("delta", "--load", "platform"),
                "did you mean 'platform'?": ("delta", "--load", "platfrom:0,0,1"),
                "found 2 values": ("delta", "--load", "platform:0,1"),
                "--load: '1 kg'": ("delta", "--load", "platform:0,0,1 kg"),
                "the base does not move": ("delta", "--load", "base:0,0,1"),
                "not both": ("delta", "--states", "s.csv", "--pose", "0,0,-0.3"),
                "that of the joints, not both": ("delta", "--joints", "0,0,0", "--pose", "0,0,-0.3"),
                "--pose: expected a value, found nothing": ("delta", "--pose", ""),
                "no platform or end point": ("four-bar", "--pose", "0,0,0"),
        }.items():
            with self.subTest(arguments=arguments):
                self.refused(2, part, "inverse", *arguments)


class Simplified(ProgramTest):
    def test_massless_legs_lose_what_the_legs_weigh(self):
        answer = self.run_json("inverse", "delta", *CLAVEL_STATE, "--simplify", "massless-legs")
        simple = [row["force"] for row in answer["tables"]["motors"]["rows"]]
        for motor, force, full in zip(answer["tables"]["loss"]["rows"], simple, CLAVEL_FORCES["virtual-power"]):
            self.assertAlmostEqual(motor["difference"], force - full, delta=1e-8)
            self.assertAlmostEqual(motor["force"], full, delta=PRINTED)
        self.assertGreater(self.fact(answer, "loss"), 0.05)

    def test_lumped_masses_hold_exactly_at_rest(self):
        answer = self.run_json("inverse", "delta", "--pose", "0.05,0.03,-0.3", "--simplify", "lumped")
        self.assertLess(self.fact(answer, "loss"), 1e-10)

    def test_the_loss_is_that_of_the_users_motion(self):
        for kind in ("massless", "lumped"):
            text = self.run_program("inverse", "palida", "--states", EXAMPLES / "palida-circle.csv", "--simplify", kind,
                                    "--out", f"{kind}.csv").stdout
            self.assertIn(f"Loss of {kind} against the full model", text)
            self.run_program("inverse", "palida", "--states", EXAMPLES / "palida-circle.csv", "--out", "full.csv")
            answer = self.run_json("inverse", "palida", "--states", EXAMPLES / "palida-circle.csv", "--simplify", kind)
            simple, full = self.table(f"{kind}.csv"), self.table("full.csv")
            for motor, row in self.by_name(answer, "loss").items():
                gap = max(abs(a - b) for a, b in zip(simple[motor], full[motor]))
                self.assertAlmostEqual(abs(row["difference"]), gap, delta=1e-9)

    def test_robots_without_legs_are_refused(self):
        self.refused(2, "", "inverse", "four-bar", "--simplify", "lumped")
        self.refused(2, "--simplify: there is no 'lump'; expected massless, lumped, 58", "inverse", "delta", "--simplify", "lump")

    def test_one_name_for_all_verbs(self):
        for verb in ("inverse", "sizing", "forward", "statics", "mass-matrix", "base", "info"):
            answer = self.run_json(verb, "delta", "--simplify", "lumped")
            self.assertEqual(answer["model"], "delta-lumped", verb)
        # The same parameters, forces and matrices as the catalogue's lumped model.
        by_option = self.run_json("mass-matrix", "delta", "--simplify", "lumped", "--pose", "0.05,0.03,-0.3")["matrices"]["M"]["values"]
        by_file = self.run_json("mass-matrix", "delta-lumped", "--pose", "0.05,0.03,-0.3")["matrices"]["M"]["values"]
        for left, right in zip(by_option, by_file):
            self.assertLess(max(abs(a - b) for a, b in zip(left, right)), 1e-15)

    def test_the_linear_form_of_codourey_has_seven_parameters(self):
        answer = self.run_json("base", "delta-lumped")
        self.assertEqual([b["name"] for b in answer["tables"]["base"]["rows"]],
                         ["m.platform"] + [f"{entry}.leg{k}.arm" for k in (1, 2, 3) for entry in ("sx", "Iyy")])
        self.assertEqual(len(self.run_json("base", "delta", "--simplify", "lumped")["tables"]["base"]["rows"]), 10)

    def test_models_by_their_numbers(self):
        answer = self.run_json("inverse", "delta", *CLAVEL_STATE, "--simplify", "58")
        self.assertEqual(self.fact(answer, "formulations"), "bars-simplified")
        for row, published in zip(answer["tables"]["motors"]["rows"], CLAVEL_FORCES["bars-simplified"]):
            self.assertAlmostEqual(row["force"], published, delta=PRINTED)
        self.assertAlmostEqual(self.fact(answer, "loss"), 0.05, delta=0.002)
        self.refused(2, "no DELTA", "inverse", "palida", "--simplify", "58")
        self.refused(2, "those of 58", "inverse", "delta", "--simplify", "50")
        self.refused(2, "which no bodies have", "base", "delta", "--simplify", "58")
        self.refused(2, "give it or --formulation", "inverse", "delta", "--simplify", "58", "--formulation", "all")

    def test_the_mass_matrix_of_figures_4_and_5(self):
        # [Codourey98] (50) at a pose by its own formula, and its weight by halves of the forearms.
        answer = self.run_json("mass-matrix", "delta", "--simplify", "50", "--pose", "0.05,0.03,-0.3")
        J = self.run_json("jacobian", "delta", "--pose", "0.05,0.03,-0.3")["matrices"]["forward"]["values"]
        q = self.joints("delta", "--pose", "0.05,0.03,-0.3")
        L, m_b, m_c, m_ab, m_n = 0.2, 0.1, 0.018, 0.045, 0.1
        I_bt = L * L * (m_b / 3 + m_c + 2 / 3 * m_ab)
        for i in range(3):
            for j in range(3):
                M = (m_n + m_ab) * sum(J[k][i] * J[k][j] for k in range(3)) + (I_bt if i == j else 0)
                self.assertAlmostEqual(answer["matrices"]["M"]["values"][i][j], M, delta=1e-12)
            weight = (m_n + 1.5 * m_ab) * 9.81 * J[2][i] - L * (m_b / 2 + m_c + m_ab / 2) * 9.81 * math.cos(q[i])
            self.assertAlmostEqual(answer["tables"]["forces"]["rows"][i]["gravity"], weight, delta=1e-12)
        cuts = [self.run_json("mass-matrix", "delta", "--simplify", "50", "--cut", f"z={z}", "--range", "0.25", "--grid", "21",
                              "--rotor-inertia", "0.015")["tables"]["diagonal"]["rows"][0]["ratio"] for z in (-0.23, -0.35)]
        self.assertGreater(cuts[0], cuts[1])  # more variation in the upper cut


class MotorSizing(ProgramTest):
    def test_peaks_are_those_of_the_forces_and_rates(self):
        states = EXAMPLES / "delta-pick-and-place.csv"
        self.run_program("inverse", "delta", "--states", states, "--out", "forces.csv")
        self.run_program("ik", "delta", "--poses", states, "--out", "joints.csv")
        forces, joints = self.table("forces.csv"), self.table("joints.csv")
        answer = self.run_json("sizing", "delta", "--states", states)
        self.assertAlmostEqual(self.fact(answer, "duration"), 0.3)
        powers = self.by_name(answer, "power")
        for name, motor in self.by_name(answer, "at_joint").items():
            force, speed = forces[name], joints[name + "_d"]
            self.assertAlmostEqual(abs(motor["peak_force"]), max(map(abs, force)), delta=1e-12)
            self.assertAlmostEqual(abs(motor["peak_speed"]), max(map(abs, speed)), delta=1e-12)
            power = [f * v for f, v in zip(force, speed)]
            self.assertAlmostEqual(powers[name]["driving_peak"], max(power), delta=1e-9)
            self.assertAlmostEqual(powers[name]["braking_peak"], min(power), delta=1e-9)
            # There and back: the motion begins and ends at rest in one place, so that motors give what they take.
        self.assertAlmostEqual(sum(row["energy_given"] + row["energy_taken"] for row in powers.values()), 0, delta=1e-3)

    def test_gears_trade_force_for_speed(self):
        motor = self.run_json("motors", "four-bar")["tables"]["motors"]["rows"][0]["motor"]
        self.write("turn.csv", f"t,{motor},{motor}_d,{motor}_dd\n0,0.9,2,1\n0.1,1.1,2.1,1\n")
        answer = self.run_json("sizing", "four-bar", "--states", "turn.csv")
        joint, shaft = self.by_name(answer, "at_joint")[motor], self.by_name(answer, "at_motor")[motor]
        self.assertAlmostEqual(joint["peak_force"] / 5, shaft["peak_force"])
        self.assertAlmostEqual(joint["peak_speed"] * 5, shaft["peak_speed"])
        self.assertIn("At the motors", self.run_program("sizing", "four-bar", "--states", "turn.csv").stdout)

    def test_motors_that_are_too_weak_are_a_bad_result(self):
        answer = self.run_json("sizing", "palida", "--load", "platform:0,0,-9000", code=1)
        self.assertGreater(self.fact(answer, "largest_share"), 1)
        text = self.run_program("sizing", "palida", "--states", EXAMPLES / "palida-circle.csv").stdout
        self.assertRegex(text, r"leg6\.slide +29\.\d+ +26\.\d+")
        self.assertIn("max_force", text)

    def test_states_without_an_answer_are_refused(self):
        self.write("s.csv", "x,y,z,vx,vy,vz,ax,ay,az\n0,0,-3,0,0,0,0,0,0\n")
        self.refused(4, "s.csv:2: unreachable", "sizing", "delta", "--states", "s.csv")


class IdleRods(ProgramTest):
    STATE = ("--pose", "0.02,0.03,0.7,0.1,0.1,0.2", "--twist", "0.3,0.2,-0.5,1,-0.7,0.4", "--acceleration", "3,2,1,-4,2,5")

    def forces(self, **values):
        self.write("rods.yaml", RODS.format(**{"across": 0.02, "axial": 0.02, **values}))
        result = self.run_program("inverse", "rods.yaml", *self.STATE, "--out", "forces.csv")
        table = self.table("forces.csv")
        return [column[0] for column in table.values()], result.stderr

    def test_their_moments_about_the_line_do_not_enter(self):
        thick, warning = self.forces()
        self.assertEqual(warning, "")
        thin, _ = self.forces(axial=0)
        self.assertEqual(len(thick), 6)
        for one, two in zip(thick, thin):
            self.assertAlmostEqual(one, two, delta=1e-10)
        self.assertEqual(self.fact(self.run_json("base", "rods.yaml", "--friction", "none"), "rigid", "base"), 76)

    def test_a_warning_says_why_their_spin_matters(self):
        _, warning = self.forces(across=0.021)
        self.assertIn("leg1.lower is not axisymmetric", warning)
        self.assertIn("5 more", warning)
        self.assertIn("axisymmetric", self.run_json("check", "rods.yaml")["warnings"][0])

    def test_loads_that_turn_them_are_refused(self):
        self.forces()
        self.refused(4, "nothing holds leg1.lower", "inverse", "rods.yaml", "--load", "leg1.lower:0,0,0,0,0,1")
        self.refused(4, "nothing holds leg1.lower", "forward", "rods.yaml", "--forces", "0,0,0,0,0,0", "--load", "leg1.lower:0,0,0,0,0,1")


class ForwardDynamics(ProgramTest):
    def test_inverts_inverse_dynamics(self):
        for model, file in (("palida", "palida-circle.csv"), ("delta", "delta-pick-and-place.csv")):
            self.run_program("inverse", model, "--states", EXAMPLES / file, "--out", "forces.csv", "--reactions", "--conditioning",
                             "--formulation", "all")
            answer = self.run_json("forward", model, "--states", EXAMPLES / file, "--forces", "forces.csv", "--out", "m.csv")
            self.assertLess(self.fact(answer, "difference"), 1e-9 * self.fact(answer, "largest"))
            self.assertNotIn("series", answer)
            # The answer is a state file with the same motion.
            self.run_program("inverse", model, "--states", "m.csv", "--out", "again.csv")
            first, second = self.table("forces.csv"), self.table("again.csv")
            for name, values in second.items():
                self.assertLess(max(abs(a - b) for a, b in zip(values, first[name])), 1e-7, name)

    def test_clavels_state(self):
        forces = ",".join(map(repr, CLAVEL_FORCES["virtual-power"]))
        columns = self.run_json("forward", "delta", *CLAVEL_STATE[:4], "--forces", forces)["series"]["states"]["columns"]
        self.assertEqual(columns["leg1.motor_dd"]["unit"], "rad/s^2")
        state = {name: column["values"][0] for name, column in columns.items()}
        self.assertLess(distance([state[name] for name in ("ax", "ay", "az")], [50, 40, -30]), 1e-6)
        expected = [-77.055767499, 155.333826381, 412.747035170]
        self.assertLess(distance([state[f"leg{k}.motor_dd"] for k in (1, 2, 3)], expected), 1e-5)

    def test_simulated_motion_needs_the_forces_it_was_made_with(self):
        self.run_program("forward", "delta", "--simulate", "0.1 s", "--dt", "0.5 ms", "--forces", "0.3,0.35,0.4",
                         "--out", "motion.csv")
        self.run_program("inverse", "delta", "--states", "motion.csv", "--out", "forces.csv")
        table = self.table("forces.csv")
        self.assertEqual(len(table["t"]), 201)
        for name, force in (("leg1.motor", 0.3), ("leg2.motor", 0.35), ("leg3.motor", 0.4)):
            self.assertLess(max(abs(value - force) for value in table[name]), 1e-9, name)

    def test_free_motion_keeps_its_energy(self):
        answer = self.run_json("forward", "five-bar", "--simulate", "0.2", "--dt", "1e-4", "--no-friction", "--out", "f.csv",
                               "--energies")
        kinetic = self.fact(answer, "kinetic", "energy")
        self.assertGreater(kinetic, 0.01)
        self.assertLess(abs(self.fact(answer, "lost", "energy")), 1e-8 * kinetic)
        self.assertLess(self.fact(answer, "closure_error", "simulation"), 1e-9)
        self.assertEqual(self.fact(answer, "steps", "simulation"), 2000)
        table = self.table("f.csv")
        sums = [k + p for k, p in zip(table["kinetic"], table["potential"])]
        self.assertLess(max(sums) - min(sums), 1e-8 * kinetic)

    def test_text_shows_accelerations(self):
        text = self.run_program("forward", "delta", "--forces", "0,0,0").stdout
        self.assertIn("leg1.motor_dd (rad/s^2)", text)
        self.assertIn("az", text)

    def test_wrong_input_is_refused(self):
        self.write("s.csv", "x,y,z,vx,vy,vz\n0,0,-0.3,0,0,0\n0,0,-0.31,0,0,0\n0,0,-0.32,0,0,0\n")
        self.write("two.csv", "leg1.motor,leg2.motor,leg3.motor\n0,0,0\n0,0,0\n")
        self.refused(3, "2 rows of forces for 3 states", "forward", "delta", "--states", "s.csv", "--forces", "two.csv")
        self.write("bad.csv", "leg1.motor,leg2.motor\n0,0\n")
        self.refused(3, "missing column 'leg3.motor'", "forward", "delta", "--states", "s.csv", "--forces", "bad.csv")
        self.refused(3, "no such file", "forward", "delta", "--forces", "none.csv")
        self.write("pose.csv", "x,y,z\n0,0,-0.3\n")
        self.refused(3, "missing columns 'vx', 'vy', 'vz'", "forward", "delta", "--states", "pose.csv")
        self.refused(2, "expected 3 values", "forward", "delta", "--forces", "1,2")
        self.refused(2, "--forces: '1 kg'", "forward", "delta", "--forces", "1 kg,0,0")
        self.refused(2, "--simulate: expected a value greater than 0, found '0'", "forward", "delta", "--simulate", "0")
        self.refused(2, "million", "forward", "delta", "--simulate", "1", "--dt", "1e-9")
        self.refused(2, "starts from one state", "forward", "delta", "--simulate", "1", "--states", "s.csv")
        self.refused(2, "goes with --simulate", "forward", "delta", "--energies")

    def test_a_motion_into_a_singularity_stops_with_its_time(self):
        self.refused(4, "t = ", "forward", "delta", "--simulate", "20 s", "--dt", "2 ms", "--out", "f.csv")
        self.assertFalse((self.folder / "f.csv").exists())
