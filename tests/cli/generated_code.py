"""Generated code and operation counts through the command line."""

import pathlib
import shutil
import subprocess
import unittest

from program import MODELS, ProgramTest

FUNCTIONS = ["inverse-dynamics", "inverse-kinematics", "forward-step", "mass-matrix", "forward-dynamics", "regressor"]


class Code(ProgramTest):
    def build(self, folder, command):
        """Builds the folder as its README says and runs the self-test."""
        if not shutil.which(command.split()[0]):
            raise unittest.SkipTest(f"there is no {command.split()[0]}")
        built = subprocess.run(f"{command} && ./a.out", shell=True, cwd=self.folder / folder, capture_output=True, text=True, timeout=300)
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
        return built.stdout

    def files(self, folder):
        return {path.name: path.read_bytes() for path in (self.folder / folder).iterdir()}

    def test_the_folder_builds_and_tests_itself(self):
        text = self.run_program("generate", "palida", "--what", ",".join(FUNCTIONS), "--out", "deep/palida").stdout
        self.assertIn("cc *.c -lm && ./a.out", text)
        self.assertEqual(set(self.files("deep/palida")), {"palida.h", "palida_parameters.c", "palida_test.c", "CMakeLists.txt", "README.md"}
                         | {f"palida_{name.replace('-', '_')}.c" for name in FUNCTIONS})
        self.assertIn("palida: passed", self.build("deep/palida", "cc *.c -lm"))

    def test_derivatives_build_and_test_themselves(self):
        answer = self.run_json("generate", "five-bar", "--what", "inverse-dynamics,forward-dynamics,inverse-dynamics-base",
                               "--derivatives", "pose,forces,parameters", "--out", "d")
        self.assertEqual([row["function"] for row in answer["tables"]["functions"]["rows"]],
                         ["inverse_dynamics", "inverse_dynamics_by_pose", "inverse_dynamics_by_parameters",
                          "forward_dynamics", "forward_dynamics_by_pose", "forward_dynamics_by_forces", "forward_dynamics_by_parameters",
                          "inverse_dynamics_base", "inverse_dynamics_base_by_pose", "inverse_dynamics_base_by_parameters"])
        readme = (self.folder / "d/README.md").read_text()
        self.assertIn("2 rows: motor1, motor2: along the motors' coordinates; 2 columns: x, y", readme)
        self.assertIn("base parameter Izz.left", readme)
        self.assertIn("five_bar: passed", self.build("d", "cc *.c -lm"))

    def test_every_target_and_scalar(self):
        for target, scalar, command, file in (("c99", "float", "cc *.c -lm", "five_bar.h"), ("cpp", "double", "c++ -std=c++17 *.cpp", "five_bar.hpp"),
                                              ("cpp", "float", "c++ -std=c++17 *.cpp", "five_bar.hpp"),
                                              ("batch", "double", "cc *.c -lm", "five_bar_inverse_dynamics_batch8.c"),
                                              ("batch", "float", "cc *.c -lm", "five_bar_inverse_dynamics_batch4.c")):
            with self.subTest(target=target, scalar=scalar):
                folder = f"{target}-{scalar}"
                text = self.run_program("generate", "five-bar", "--target", target, "--scalar", scalar, "--out", folder).stdout
                self.assertIn(command, text)
                self.assertIn(file, self.files(folder))
                self.assertIn("five_bar: passed", self.build(folder, command))

    def test_regenerated_code_is_the_same_to_the_byte(self):
        for folder in ("one", "two"):
            self.run_program("generate", "delta", "--what", "inverse-dynamics,mass-matrix", "--target", "batch", "--out", folder)
        self.assertEqual(self.files("one"), self.files("two"))
        before = self.files("one")
        self.run_program("generate", MODELS / "delta.yaml", "--what", "inverse-dynamics,mass-matrix", "--target", "batch", "--out", "one")
        self.assertEqual(self.files("one"), before)

    def test_json_names_the_files_and_counts(self):
        answer = self.run_json("generate", "delta", "--out", "d")
        self.assertTrue(answer["ok"])
        self.assertEqual({pathlib.Path(file["path"]) for file in answer["files"]}, {pathlib.Path("d") / name for name in self.files("d")})
        self.assertEqual(self.fact(answer, "files", "code"), len(answer["files"]))
        call, = answer["tables"]["functions"]["rows"]
        load, = answer["sections"]["load"]["tables"]["functions"]["rows"]
        self.assertEqual((call["function"], call["at_loading"]), ("inverse_dynamics", load["total"]))
        self.assertEqual(call["additions"] + call["multiplications"] + call["divisions"], call["total"])
        self.assertNotIn("other_sources", answer["facts"]["code"]["values"])

    def test_options_change_what_they_name(self):
        def total(*more):
            return self.run_json("generate", "palida", *more, "--out", "p")["tables"]["functions"]["rows"][0]
        plain = total()
        self.assertLess(total("--no-friction")["total"], plain["total"])
        self.assertEqual(total("--pose", "rotation")["trigonometric"], 0)
        self.assertLessEqual(total("--cost", "time")["divisions"], plain["divisions"])
        self.run_program("generate", "palida", "--constants", "--out", "constants")
        self.assertNotIn(b"m_platform", self.files("constants")["palida.h"])
        self.assertIn(b"m_platform", self.files("p")["palida.h"])

    def test_other_sources_in_the_folder_get_a_warning(self):
        self.run_program("generate", "delta", "--what", "inverse-dynamics,mass-matrix", "--out", "d")
        self.assertIn("delta_mass_matrix.c", self.run_program("generate", "delta", "--out", "d").stderr)
        self.assertEqual(self.fact(self.run_json("generate", "delta", "--out", "d"), "other_sources", "code"), "delta_mass_matrix.c")

    def test_nonsense_is_a_usage_error(self):
        for part, arguments in {
                "choose of inverse-dynamics, ": ("--what", "foo"),
                "did you mean 'inverse-dynamics'?": ("--what", "inverse-dynamic"),
                "'mass-matrix' is given twice": ("--what", "mass-matrix,mass-matrix"),
                "a value is empty": ("--what", "mass-matrix,,forward-step"),
                "--target": ("--target", "rust"),
                "--scalar": ("--scalar", "half"),
                "--cost": ("--cost", "beauty"),
                "--pose": ("--pose", "quaternion"),
                "did you mean 'twist'?": ("--derivatives", "twists"),
                "'pose' is given twice": ("--derivatives", "pose,pose"),
                "'delta' has no derivative by forces": ("--derivatives", "forces"),
                "'delta' has no derivative by parameters": ("--derivatives", "parameters", "--constants"),
                "--mode": ("--derivatives", "pose", "--mode", "sideways"),
        }.items():
            with self.subTest(arguments=arguments):
                self.refused(2, part, "generate", "delta", *arguments, "--out", "d")
        self.refused(2, "--out is required", "generate", "delta")
        self.assertFalse((self.folder / "d").exists())

    def test_functions_that_a_robot_does_not_have_are_refused_with_the_reason(self):
        for robot, function, reason in (("3rps", "forward-step", "its pose does not follow from its motors"),
                                        ("3rps", "inverse-kinematics", "no closed form"), ("four-bar", "inverse-kinematics", "no closed form"),
                                        ("redundant-planar", "inverse-dynamics", "one motor for each freedom, not 4 for 3")):
            with self.subTest(robot=robot, function=function):
                message = self.refused(3, f"'{robot}' has no {function}", "generate", robot, "--what", function, "--out", "d")
                self.assertIn(reason, message)
        self.assertFalse((self.folder / "d").exists())

    def test_a_folder_that_cannot_be_made_is_refused(self):
        self.write("file", "not a folder")
        self.refused(3, "is a file: expected a folder", "generate", "delta", "--out", "file")
        self.refused(3, "file/inside: cannot be made", "generate", "delta", "--out", "file/inside")
        self.assertEqual((self.folder / "file").read_text(), "not a folder")

    def test_compiled_code_computes_the_rows_of_a_file(self):
        if not shutil.which("cc"):
            self.skipTest("there is no cc")
        rows = [f"{0.02 * i:.3f},{0.01 * i:.3f},{0.3 + 0.01 * i:.3f},0.1,{0.05 * i:.3f},0.2,1,2,{i}" for i in range(5)]
        self.write("states.csv", "\n".join(["x,y,z,vx,vy,vz,ax,ay,az", *(row.replace(",0.3", ",-0.3", 1) for row in rows)]) + "\n")
        command = ["inverse", "delta", "--states", "states.csv", "--out"]
        self.run_program(*command, "engine.csv")
        self.assertIn("generated code", self.run_program(*command, "code.csv", "--compiled").stdout)
        self.assert_same_forces("engine.csv", "code.csv")
        self.assertIs(self.fact(self.run_json(*command, "code.csv", "--compiled"), "generated_code"), True)

    def test_states_that_the_code_refuses_are_counted(self):
        if not shutil.which("cc"):
            self.skipTest("there is no cc")
        columns = "x,y,z,rx,ry,rz,vx,vy,vz,wx,wy,wz,ax,ay,az,bx,by,bz"
        rows = [f"0,0,0.95,0,0,0,{speed},0,0,0,0,0,0,0,0,0,0,0" for speed in ("0", "1e-7", "1e-5")]
        self.write("rest.csv", "\n".join([columns, *rows, ""]))
        self.assertEqual(self.fact(self.run_json("inverse", "hexapod-full", "--states", "rest.csv", "--compiled"), "refused_by_code"), 0)

    def test_without_a_compiler_the_engine_computes_and_says_so(self):
        for environment, part in (({"PATH": "/nonexistent"}, "there is no compiler 'cc'"), ({"CC": "false"}, "the compiler 'false' failed"),
                                  ({"TMPDIR": "/nonexistent"}, "no folder can be made"), ({"TMPDIR": "/proc"}, "no folder can be made")):
            with self.subTest(environment):
                result = self.run_program("inverse", "five-bar", "--compiled", "--out", "code.csv", environment=environment)
                self.assertIn(part, result.stderr)
                self.assertIn("the general engine is used", result.stderr)
                self.run_program("inverse", "five-bar", "--out", "engine.csv")
                self.assert_same_forces("engine.csv", "code.csv")

    def test_compiled_code_gives_forces_only(self):
        for option in (("--reactions",), ("--conditioning",), ("--formulation", "screw")):
            self.refused(2, option[0], "inverse", "delta", "--compiled", *option)
        self.assertIn("loads on bodies", self.run_program("inverse", "palida", "--compiled", "--load", "platform:0,0,-1").stderr)

    def assert_same_forces(self, left, right):
        left, right = (self.table(name) for name in (left, right))
        self.assertEqual(list(left), list(right))
        largest = max(abs(x) for column in left.values() for x in column)
        for name in left:
            for x, y in zip(left[name], right[name], strict=True):
                self.assertLess(abs(x - y), 1e-12 * largest, name)



class Count(ProgramTest):
    told = {}  # by arguments: counting takes a second, and laws share its answers

    def rows(self, *arguments):
        if arguments not in self.told:
            told = self.told[arguments] = {}
            tables = self.run_json("count", *arguments)["sections"]["counts"]["tables"]
            for phase in ("call", "load"):
                for row in tables[phase]["rows"]:
                    form = told.setdefault((row["function"], row["form"]), {"parts": {}})
                    numbers = {key: value for key, value in row.items() if key not in ("function", "form", "part", "at_loading")}
                    (form["parts"].setdefault(row["part"], {}) if row["part"] else form)[phase] = numbers
        return self.told[arguments]

    def test_table_2_of_the_paper(self):
        text = self.run_program("count", "palida", "--table").stdout
        self.assertRegex(text, r"single strut \(6 x\) +88 +151 ")
        self.assertRegex(text, r"total +801 +1186 +\d+ +\d+ +\d+ +\d+")
        answer = self.run_json("count", "palida", "--table")
        rows = self.by_name(answer, "table", by="part")

        def both(part, form):
            return rows[part][form + "_additions"] + rows[part][form + "_multiplications_and_divisions"]
        parts = [part for part in rows if part != "total" and not part.startswith("single")]
        for form in ("papers_form", "generated"):
            total = both("total", form)
            self.assertEqual(sum(both(part, form) for part in parts), total)
            self.assertIn(total, [row["total"] for row in answer["sections"]["counts"]["tables"]["call"]["rows"] if not row["part"]])
        self.assertEqual(sum(both(part, "published") for part in parts), 1987)
        self.assertEqual(both("total", "published"), 1987)
        self.assertNotIn("published", self.run_program("count", "delta", "--table").stdout)
        self.refused(2, "leave --what out", "count", "palida", "--table", "--what", "mass-matrix")

    def test_simplified_forms_cost_no_more_and_legs_less(self):
        rows = self.rows("palida", "--what", "inverse-dynamics,regressor")
        for (function, form), row in rows.items():
            if form.endswith("as traced"):
                after = rows[function, form.replace("as traced", "simplified")]
                self.assertLessEqual(after["call"]["total"], row["call"]["total"])
        totals = [rows["inverse-dynamics", f"{form}, simplified"]["call"]["total"] for form in ("general", "by legs")]
        self.assertLess(totals[1], totals[0] / 2)

    def test_the_table_has_every_function_and_the_rule(self):
        text = self.run_program("count", "delta").stdout
        for function in FUNCTIONS:
            self.assertIn(f"\n{function}\n", text)
        self.assertIn("counted are + - * /", text)

    def test_parts_add_up(self):
        for row in self.rows("delta").values():
            for phase in ("call", "load"):
                for entry, whole in row[phase].items():
                    self.assertEqual(sum(part[phase][entry] for part in row["parts"].values()), whole)

    def test_parts_are_those_of_the_paper(self):
        rows = self.rows("palida", "--what", "inverse-dynamics")
        self.assertEqual({form.split(",")[0] for _, form in rows}, {"body Jacobians", "general", "grouped", "by legs"})
        for row in rows.values():
            self.assertEqual(list(row["parts"]),
                             ["legs, kinematics", "legs, dynamics", "platform", "solve", "friction"])
            self.assertTrue(all(part["call"]["total"] > 0 for part in row["parts"].values()))
        for row in self.rows("palida", "--what", "inverse-dynamics", "--no-friction").values():
            self.assertEqual(list(row["parts"].values())[-1]["call"]["total"], 0)

    def test_a_function_asked_for_by_name_is_not_left_out(self):
        self.assertEqual({function for function, _ in self.rows("delta", "--what", "mass-matrix,regressor")},
                         {"mass-matrix", "regressor"})
        self.refused(3, "'3rps' has no forward-step", "count", "3rps", "--what", "forward-step")
        self.refused(2, "did you mean 'regressor'?", "count", "delta", "--what", "regresor")

    def test_functions_that_a_robot_does_not_have_are_left_out(self):
        self.assertEqual({function for function, _ in self.rows("3rps")},
                         {"inverse-dynamics", "mass-matrix", "forward-dynamics", "regressor", "inverse-dynamics-base"})

    def test_the_count_is_that_of_the_generated_code(self):
        best = self.rows("palida", "--what", "inverse-dynamics")["inverse-dynamics", "by legs, simplified"]["call"]
        call = self.run_json("generate", "palida", "--out", "p")["tables"]["functions"]["rows"][0]
        self.assertEqual(best, {key: call[key] for key in best})

    def test_options_change_what_they_name(self):
        key = ("inverse-dynamics", "general, simplified")
        plain = self.rows("3rpr")[key]["call"]
        self.assertEqual(self.rows("five-bar", "--no-friction").keys(), self.rows("five-bar").keys())
        self.assertLessEqual(self.rows("3rpr", "--no-friction")[key]["call"]["total"], plain["total"])

    def test_nonsense_is_a_usage_error(self):
        self.refused(2, "--cost", "count", "delta", "--cost", "beauty")
        self.refused(2, "--pose", "count", "delta", "--pose", "quaternion")
        self.refused(3, "did you mean 'delta'?", "count", "dleta")
