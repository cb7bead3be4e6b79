"""The command line from outside: answers, exit codes, files, help and documentation."""

import math
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
import unittest

from program import MODELS, NAMES, PROGRAM, VERBS, ProgramTest, distance
from answers import Answers  # noqa: F401
from branches import Branches, PathsOfStates, Simulations  # noqa: F401
from documentation import Documentation  # noqa: F401  (found by unittest)
from generated_code import Code, Count  # noqa: F401
from dynamics import ForwardDynamics, IdleRods, InverseDynamics, MotorSizing, Simplified  # noqa: F401
from files import Files, WorkspaceMap  # noqa: F401
from front_door import Changes, DataSheets, FrontDoor  # noqa: F401
from hostile import Injection, Names, Outputs, Streams  # noqa: F401
from identification import Identification  # noqa: F401
from jacobian import Jacobian  # noqa: F401
from keys import Keys  # noqa: F401
from linear_form import LinearForm  # noqa: F401
from long_files import LongFiles  # noqa: F401
from mass_matrix import MassMatrix  # noqa: F401
from mistakes import Mistakes  # noqa: F401
from new_models import NewModels  # noqa: F401
from pages import Pages  # noqa: F401
from payloads import Payloads  # noqa: F401
from plots import Plots  # noqa: F401
from motions import Motions  # noqa: F401
from reproduce import Reproduce  # noqa: F401
from rows import BadRows, CoordinateNames, JointRows, Limits, Plausible, Unphysical  # noqa: F401
from screws import Screws  # noqa: F401
from simulate import Linearize, Simulate  # noqa: F401
from statics import Statics  # noqa: F401
from small_traps import JointAxes, SmallTraps  # noqa: F401
from sweeps import Sweeps  # noqa: F401
from tool_frame import ToolFrame  # noqa: F401


class Basics(ProgramTest):
    def test_version(self):
        for word in ("--version", "-v"):
            self.assertRegex(self.run_program(word).stdout, r"^jourdain \d+\.\d+\.\d+\n$")

    def test_without_a_word_it_helps(self):
        general = self.run_program("--help").stdout
        for verb in VERBS:
            self.assertIn(f"\n  {verb} ", general)
        self.assertEqual(self.run_program().stdout, general)
        self.assertEqual(self.run_program("help").stdout, general)
        for verb in VERBS:
            self.assertEqual(self.run_program("help", verb).stdout, self.run_program(verb, "--help").stdout)
        self.refused(2, "did you mean 'check'?", "help", "chekc")

    def test_options_stand_in_groups(self):
        text = self.run_program("inverse", "--help").stdout
        places = [text.index(f"\n{heading}:\n") for heading in ("Options", "Model", "Answer", "One state", "Loads")]
        self.assertLess(places[1], text.index("--payload"))
        self.assertLess(places[2], text.index("--json"))
        self.assertLess(places[3], text.index("--joints"))
        self.assertLess(places[4], text.index("--no-friction"))

    def test_a_model_comes_by_the_standard_input(self):
        def check(text, *arguments):
            return subprocess.run([PROGRAM, *arguments], input=text, capture_output=True, text=True, timeout=100, cwd=self.folder)

        model = (MODELS / "delta.yaml").read_text()
        piped = check(model, "check", "-")
        self.assertEqual((piped.returncode, piped.stdout), (0, self.run_program("check", MODELS / "delta.yaml").stdout))
        self.assertEqual(check(model, "inverse", "-").returncode, 0)
        broken = check(model + "nonsense: 1\n", "check", "-")
        self.assertEqual(broken.returncode, 3)
        self.assertIn("standard input:", broken.stderr)

    def test_unknown_verb_gets_a_suggestion(self):
        self.assertIn("did you mean 'check'?", self.run_program("chekc", code=2).stderr)
        self.assertIn("the verbs are", self.run_program("qqqqqq", code=2).stderr)

    def test_unknown_option_gets_a_suggestion(self):
        self.refused(2, "did you mean '--pose'?", "ik", "delta", "--posee", "1")

    def test_values_that_came_apart_get_a_hint(self):
        self.refused(2, "put it in quotes", "ik", "delta", "--pose", "0", "0", "-0.3")

    def test_colours_on_a_terminal_only(self):
        def on_terminal(**extra):
            primary, secondary = pty.openpty()
            environment = {"JOURDAIN_MODELS": str(MODELS), "TERM": "xterm", **extra}
            subprocess.run([PROGRAM, "check", "five-bar"], stdout=secondary, env=environment, check=True, timeout=60)
            os.close(secondary)
            text = os.read(primary, 65536).decode()
            os.close(primary)
            return text
        self.assertIn("\033[", on_terminal())
        self.assertNotIn("\033[", on_terminal(NO_COLOR="1"))
        self.assertNotIn("\033[", on_terminal(TERM="dumb"))

    def test_a_full_disk_is_noticed(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([PROGRAM, "list"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(result.returncode, 3)
        self.assertIn("cannot be written", result.stderr)

    def test_every_verb_needs_its_model(self):
        others = {"compare": "FIRST", "reproduce": "names of experiments"}
        for verb in VERBS:
            if verb in ("list", "new", "keys"):
                continue
            self.refused(2, others.get(verb, "MODEL"), verb)


class Help(ProgramTest):
    def test_every_verb_explains_itself_and_its_examples_run(self):
        self.write("path.csv", "t,x,y,z,vx,vy,vz,ax,ay,az\n0,0,0,-0.3,0,0,0,1,2,-1\n0.1,0.01,0.02,-0.31,0.1,0.2,-0.1,1,2,-1\n")
        self.write("joints.csv", "leg1.motor,leg2.motor,leg3.motor\n0.2,0.3,0.4\n0.21,0.3,0.4\n")
        self.write("states.csv", "x,y,z,vx,vy,vz,ax,ay,az\n0,0,-0.3,0.1,0,0,0,1,0\n0.01,0,-0.3,0.1,0,0,0,1,0\n")
        self.run_program("inverse", "delta", "--states", "states.csv", "--out", "forces.csv")
        self.run_program("excite", "five-bar", "--starts", 1, "--evaluations", 50, "--out", "rich.yaml")
        for run in ["1", "2"]:
            self.run_program("identify", "five-bar", "--rehearse", "rich.yaml", "--seed", run, "--out", f"rehearsal{run}")
            self.write(f"run{run}.csv", (self.folder / f"rehearsal{run}" / "rehearsal.csv").read_text())
        self.assertIn("Exit codes", self.run_program("--help").stdout)
        for verb in sorted(VERBS, key="compare".__eq__):  # it takes folders of others
            text = self.run_program(verb, "--help").stdout
            self.assertGreater(len(text.splitlines()[0]), 40, verb)
            examples = re.findall(r"^  jourdain (.*)$", text, re.MULTILINE)
            self.assertTrue(examples, verb)
            for example in examples:
                with self.subTest(example=example):
                    self.assertNotEqual(self.run_program(*shlex.split(example)).stdout, "")


class Models(ProgramTest):
    def test_list_has_the_whole_catalogue(self):
        text = self.run_program("list").stdout
        names = [model["name"] for model in self.run_json("list")["tables"]["models"]["rows"]]
        self.assertEqual(names, NAMES)
        for name in NAMES:
            self.assertRegex(text, rf"(?m)^  {name} ")

    def test_check_says_what_palida_is(self):
        answer = self.run_json("check", "palida")
        expected = {"mobility": 6, "motors": 6, "bodies": 19, "loops": 5, "equations": 108, "rank": 108, "idle_freedoms": 0}
        self.assertEqual({key: self.fact(answer, key, "model") for key in expected}, expected)
        self.assertTrue(answer["ok"])
        self.assertNotIn("redundant_joints", answer["facts"]["model"]["values"])
        self.assertEqual(answer["facts"]["model"]["values"]["motors"]["note"], "fully actuated")
        text = self.run_program("check", "palida").stdout
        for line in (r"mobility +6", r"motors +6", r"bodies +19", r"loops +5 +\(independent\)", r"type-2 distance +0\.\d+"):
            self.assertRegex(text, line)

    def test_check_names_idle_freedoms_and_redundant_joints(self):
        self.assertEqual(self.fact(self.run_json("check", "delta-rods"), "idle_freedoms", "model"), 6)
        answer = self.run_json("check", "five-bar")
        self.assertEqual(self.fact(answer, "equations", "model") - self.fact(answer, "rank", "model"), 3)
        self.assertEqual(self.fact(answer, "redundant_joints", "model"), "tip")

    def test_check_and_info_take_the_whole_catalogue(self):
        for name in NAMES:
            with self.subTest(name=name):
                self.assertTrue(self.run_json("check", name)["ok"])
                self.assertIn("good", self.run_program("check", name).stdout)
                info = self.run_json("info", name)
                self.assertEqual(len(info["tables"]["motors"]["rows"]), self.fact(info, "motors", "model"))
                self.assertIn("Spanning tree", self.run_program("info", name).stdout)

    def test_a_file_is_as_good_as_a_name(self):
        by_file = self.run_json("check", MODELS / "delta.yaml")
        self.assertEqual(by_file, self.run_json("check", "delta"))

    def test_printed_models_are_models(self):
        for name in ("palida", "delta", "free-form"):
            text = self.run_program("info", name, "--print").stdout
            again = self.run_program("info", self.write("again.yaml", text), "--print").stdout
            self.assertEqual(text, again)

    def test_wrong_files_are_refused_with_their_place(self):
        self.refused(3, "no such file", "check", "none.yaml")
        self.refused(3, "did you mean 'delta'?", "check", "dleta")
        self.refused(3, "folder", "check", "./")
        self.refused(3, "empty", "check", self.write("empty.yaml", ""))
        self.refused(3, "garbage.yaml", "check", self.write("garbage.yaml", bytes(range(256)) * 20))
        text = (MODELS / "five-bar.yaml").read_text()
        wrong = self.write("wrong.yaml", text.replace("mass: 0.30 kg", "mas: 0.30 kg", 1))
        message = self.refused(3, "did you mean 'mass'?", "check", wrong)
        self.assertRegex(message, r"wrong\.yaml:\d+:\d+: error: ")
        self.assertIn("^", message)
        for verb in ("info", "ik", "fk", "workspace"):
            self.refused(3, "wrong.yaml", verb, wrong)

    def test_home_beyond_a_limit_is_a_bad_result(self):
        text = (MODELS / "delta.yaml").read_text().replace("[-60 deg, 100 deg]", "[-60 deg, 10 deg]")
        path = self.write("tight.yaml", text)
        self.assertFalse(self.run_json("check", path, code=1)["ok"])
        self.assertIn("beyond a limit", self.run_program("check", path, code=1).stdout)

    def test_a_structure_that_cannot_move_is_a_bad_result(self):
        path = self.write("stiff.yaml", "jourdain: 1\nname: stiff\nbodies:\n  a: {mass: 1 kg}\njoints:\n"
                          "  weld: {type: fixed, between: [base, a], at: [1, 0, 0]}\n")
        self.assertIn("cannot move", self.run_program("check", path, code=1).stdout)

    def test_a_model_that_makes_no_robot_can_be_looked_at(self):
        text = (MODELS / "four-bar.yaml").read_text().replace("at: [D, 0, 0]", "at: [2, 0, 0]")
        path = self.write("open.yaml", text)
        shown = self.run_program("check", path, code=3)
        self.assertRegex(shown.stderr, r"open\.yaml:\d+:\d+: error: .*cannot be assembled")
        self.assertRegex(shown.stdout, r"joint \w+ stays open by \d")
        answer = self.run_json("check", path, code=3)
        self.assertFalse(answer["ok"])
        self.assertGreater(answer["error"]["diagnostics"][0]["line"], 0)
        self.assertEqual(len(answer["tables"]["open_joints"]["rows"]), 1)
        self.assertGreater(answer["tables"]["open_joints"]["rows"][0]["gap"], 0.01)
        self.assertEqual(len(self.run_json("info", path, code=3)["tables"]["joints"]["rows"]), 4)
        self.assertIn("stays open", self.run_program("info", path, code=3).stdout)
        self.run_program("view", path, "--out", "open.html", code=3)
        page = (self.folder / "open.html").read_text()
        self.assertIn("No robot can be made of this model", page)
        self.assertIn('"open":true', page)
        # A link without length is named, not only what follows from it.
        path = self.write("short.yaml", (MODELS / "five-bar.yaml").read_text().replace("tip:    {type: revolute, between: [left2, right2], "
                          "at: {left2: [L2, 0, 0]", "tip:    {type: revolute, between: [left2, right2], at: {left2: [0, 0, 0]"))
        answer = self.run_json("check", path, code=3)
        self.assertEqual(answer["tables"]["coincident_joints"]["rows"], [{"body": "left2", "first": "elbow1", "second": "tip"}])
        self.refused(3, "a link without length", "ik", path, "--pose", "0,0.3")

    def test_hints_that_home_does_not_follow_get_warnings(self):
        text = (MODELS / "five-bar.yaml").read_text()
        path = self.write("hints.yaml", text.replace("elbow2: 88.8 deg", "elbow2: 88.8 deg, tip: 10 deg"))
        self.assertIn("does not follow the assembly hint", self.run_program("check", path).stderr)
        # Legs that repeat do not repeat the warning.
        path = self.write("far.yaml", (MODELS / "delta.yaml").read_text().replace("L_B: 400 mm", "L_B: 4000 mm"))
        self.assertEqual(self.run_program("check", path, code=None).stderr.count("does not follow the assembly hint"), 1)
        self.assertEqual(self.run_program("check", "five-bar").stderr, "")

    def test_an_installed_program_finds_its_models_beside_it(self):
        for part in ("bin", "share/jourdain/models"):
            (self.folder / part).mkdir(parents=True)
        shutil.copy(PROGRAM, self.folder / "bin" / "jourdain")
        shutil.copy(MODELS / "delta.yaml", self.folder / "share/jourdain/models/only.yaml")
        result = subprocess.run([self.folder / "bin" / "jourdain", "list"], capture_output=True, text=True, timeout=60,
                                env={"PATH": "/usr/bin"}, check=True)
        self.assertIn("only", result.stdout)
        self.assertNotIn("palida", result.stdout)

    def test_suspicious_models_get_warnings(self):
        text = (MODELS / "five-bar.yaml").read_text().replace("gravity: [0, -9.81, 0]", "gravity: [0, -1, 0]")
        path = self.write("moon.yaml", text)
        self.assertRegex(self.run_program("check", path).stderr, r"moon\.yaml:\d+:\d+: warning: ")
        warnings = self.run_json("check", path)["tables"]["warnings"]["rows"]
        self.assertEqual(len(warnings), 1)
        self.assertGreater(warnings[0]["line"], 1)


class Inverse(ProgramTest):
    def positions(self, *arguments):
        return self.joints(*arguments)

    def test_every_way_to_write_a_pose(self):
        expected = self.positions("delta", "--pose", "0.05,0.02,-0.32")
        for pose in ("50 mm, 20 mm, -320 mm", "0.05 0.02 -0.32", "50 mm 20 mm -320 mm", "x=0.05,y=0.02,z=-0.32",
                     "z=-32 cm x=50 mm y=0.02", "0.05,0.02,-0.32,0,0,0", "100 mm/2, 0.02, -(0.3+0.02)"):
            self.assertLess(distance(self.positions("delta", "--pose", pose), expected), 1e-12, pose)

    def test_every_way_to_write_an_orientation(self):
        expected = self.positions("palida", "--pose", "0.01,0.02,-0.75,0,0,90 deg")
        place = ("palida", "--pose", "0.01,0.02,-0.75")
        half = "0.70710678118654752"
        for orientation in (("--quaternion", f"{half},0,0,{half}"), ("--rotation-vector", "0,0,90 deg"),
                            ("--matrix", "0,-1,0,1,0,0,0,0,1")):
            self.assertLess(distance(self.positions(*place, *orientation), expected), 1e-9)

    def test_unnamed_coordinates_stay_at_home(self):
        named, full = self.positions("delta", "--pose", "x=0.03"), self.positions("delta", "--pose", "0.03,0,-0.3")
        self.assertLess(distance(named, full), 1e-9)

    def test_order_adds_rates_and_accelerations(self):
        arguments = ("ik", "delta", "--twist", "0.1,0,0")
        def keys(*more):
            return list(self.run_json(*arguments, *more)["tables"]["joints"]["rows"][0])
        self.assertIn("rate", keys())
        self.assertNotIn("acceleration", keys())
        self.assertIn("acceleration", keys("--acceleration", "0,0,1"))

    def test_all_joints_have_names(self):
        names = self.by_name(self.run_json("ik", "delta", "--all"), "joints", by="joint")
        self.assertEqual(list(names), list(self.by_name(self.run_json("info", "delta"), "joints", by="joint")))
        self.assertIn("leg2.fore.b", self.run_program("ik", "delta", "--all").stdout)

    def test_a_tool_carries_the_output(self):
        text = (MODELS / "delta.yaml").read_text().replace("moves: [x, y, z]", "moves: [x, y, z], tool: {at: [0, 0, -50 mm]}")
        path = self.write("tool.yaml", text)
        at_tool = self.positions(path, "--pose", "0.01,0,-0.37", "--at", "tool")
        self.assertLess(distance(at_tool, self.positions(path, "--pose", "0.01,0,-0.32")), 1e-12)

    def test_nonsense_is_a_usage_error(self):
        for part, arguments in {
                "expected 3 values (x, y, z)": ("--pose", "1,2"),
                "unknown coordinate 'w'": ("--pose", "w=1"),
                "is given twice": ("--pose", "x=1,x=2"),
                "a value is empty": ("--pose", "1,,2"),
                "--pose: 'abc'": ("--pose", "abc,0,0"),
                "--pose: '1 kg'": ("--pose", "1 kg,0,0"),
                "--pose: 'nan'": ("--pose", "nan,0,0"),
                "--pose: '1e999'": ("--pose", "1e999,0,0"),
                "the length is 2": ("--quaternion", "2,0,0,0"),
                "expected 9 numbers": ("--matrix", "1,2,3"),
                "not those of a rotation": ("--matrix", "1,0,0,0,1,0,0,0,-1"),
                "given twice": ("--pose", "0,0,-0.3,0,0,0", "--quaternion", "1,0,0,0"),
                "contradicts the mechanism": ("--pose", "0,0,-0.3,0,0,0.2"),
                "--at": ("--at", "elbow"),
                "--out goes with --states": ("--out", "x.csv"),
                "--pose: expected a value, found nothing": ("--pose", ""),
                "--twist: expected a value, found nothing": ("--twist", " "),
        }.items():
            with self.subTest(arguments=arguments):
                self.refused(2, part, "ik", "delta", *arguments)

    def test_robots_without_output_are_told_to_use_fk(self):
        self.refused(2, "use fk", "ik", "four-bar")

    def test_unreachable_poses_are_numerical_errors(self):
        message = self.refused(4, "unreachable", "ik", "delta", "--pose", "0,0,-5")
        self.assertIn("leg", message)

    def test_a_pose_beyond_limits_is_a_bad_result(self):
        answer = self.run_json("ik", "palida", "--pose", "0,0,-1.3,0,0,0", code=1)
        limit = answer["facts"]["place"]["values"]["limit_exceeded"]
        self.assertRegex(limit["note"], r"leg\d\.")
        value = limit["value"]
        self.assertLess(value["margin"], 0)
        self.assertAlmostEqual(value["margin"], min(value["at"] - value["lower"], value["upper"] - value["at"]))
        self.assertEqual(set(limit["unit"].values()), {"m"})


class Forward(ProgramTest):
    def test_joints_by_order_and_by_name(self):
        one = self.run_json("fk", "delta", "--joints", "20 deg, 10 deg, 15 deg")
        two = self.run_json("fk", "delta", "--joints", "leg3.motor=15 deg, leg1.motor=20 deg, leg2.motor=10 deg")
        self.assertEqual(self.fact(one, "pose", "state"), self.fact(two, "pose", "state"))

    def test_text_shows_every_form_of_the_pose(self):
        text = self.run_program("fk", "hexapod", "--rates", "0.1,0,0,0,0,0").stdout
        for part in ("pose", "mm, rx", "deg", "quaternion", "rotation vector", "velocity", "m/s", "conditioning"):
            self.assertIn(part, text)

    def test_digits_are_as_many_as_wanted(self):
        degrees = f"{math.degrees(1 / 3):.10g}"
        few, many = (self.run_program("fk", "four-bar", "--joints", "1/3", "--digits", digits).stdout for digits in ("4", "10"))
        self.assertIn(f"{float(degrees):.4g}", few)
        self.assertNotIn(degrees, few)
        self.assertIn(degrees, many)

    def test_nonsense_is_a_usage_error(self):
        self.refused(2, "expected 3 values", "fk", "delta", "--joints", "1,2")
        self.refused(2, "did you mean 'leg1.motor'?", "fk", "delta", "--joints", "leg1.moto=1")
        self.refused(2, "is given twice", "fk", "delta", "--joints", "leg1.motor=1,leg1.motor=1")
        self.refused(2, "all values with names", "fk", "delta", "--joints", "leg1.motor=1,2,3")
        self.refused(2, "--joints: '1 m'", "fk", "delta", "--joints", "1 m,0,0")

    def test_impossible_joints_are_refused(self):
        self.refused(4, "", "fk", "palida", "--joints", "0.5,1.2,0.5,1.2,0.5,1.2")

    def test_the_guess_chooses_where_to_start(self):
        pose = self.fact(self.run_json("fk", "five-bar", "--guess", "0.02,0.36"), "pose", "state")
        home = self.fact(self.run_json("info", "five-bar"), "home", "model")
        self.assertLess(distance([pose[axis] for axis in "xyz"], [home[axis] for axis in "xyz"]), 1e-9)


class RoundTrip(ProgramTest):
    """fk(ik(motion)) is the motion, for every robot with an output, at an asymmetric moving pose."""

    # Parts of the robot's size, and radians: small enough for every robot, different for every coordinate.
    OFFSET = {"x": 0.021, "y": -0.013, "z": 0.017, "rx": 0.04, "ry": -0.03, "rz": 0.05}
    TOLERANCE = 1e-8  # of lengths in m, angles in rad, and their rates of order 1

    def test_whole_catalogue(self):
        for name in NAMES:
            info = self.run_json("info", name)
            if "moves" not in info["facts"]["model"]["values"]:
                continue
            with self.subTest(name=name):
                self.check(name, info)

    def check(self, name, info):
        home, size, moves = (self.fact(info, key, "model") for key in ("home", "size", "moves"))
        moves = moves.split()
        scale = {move: size if len(move) == 1 else 1 for move in home}
        pose = ",".join(f"{move}={home[move] + self.OFFSET[move] * scale[move]!r}" for move in moves)
        rates = ",".join(repr(0.1 * (k + 1) * (-1) ** k) for k in range(len(moves)))
        there = self.run_json("ik", name, "--pose", pose, "--twist", rates, "--acceleration", rates)
        self.assertLess(self.fact(there, "closure_error", "place"), 1e-9)
        lists = [",".join(repr(joint[key]) for joint in there["tables"]["joints"]["rows"]) for key in ("position", "rate", "acceleration")]
        back = self.run_json("fk", name, "--joints", lists[0], "--rates", lists[1], "--accelerations", lists[2])
        for part in ("pose", "quaternion", "twist", "acceleration"):
            one, two = (self.fact(answer, part, "state") for answer in (there, back))
            self.assertEqual(list(one), list(two))
            self.assertLess(distance(one.values(), two.values()), self.TOLERANCE, part)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
