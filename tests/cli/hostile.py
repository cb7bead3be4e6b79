"""Hostile surroundings: streams that cannot be written, control characters, odd names, files that must not be lost."""

import os
import pty
import re
import resource
import shlex
import shutil
import signal
import subprocess
import time

from program import MODELS, PROGRAM, ProgramTest

ESCAPE = "\x1b"
# Turns colours on, sets the title of a terminal, ends a line, turns text around: what no terminal may get.
NASTY = f"red{ESCAPE}[31m title{ESCAPE}]0;owned\a back\rfront \x9b31m turned \u202e."
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]")
PATH = "t,x,y,z,vx,vy,vz,ax,ay,az\n" + "".join(f"{0.1 * k:.1f},{0.004 * k},0,-0.3,0,0,0,0,0,0\n" for k in range(4))


def quoted(text):
    """The text as a scalar of YAML."""
    return '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\u{ord(c):04x}" for c in text) + '"'


class HostileTest(ProgramTest):
    environment = {"PATH": "/usr/bin:/bin", "JOURDAIN_MODELS": str(MODELS), "LANG": "C.UTF-8"}

    def model(self, base, file="robot.yaml", **changes):
        """A model of the catalogue with other texts for top-level keys."""
        lines = (MODELS / f"{base}.yaml").read_text().splitlines()
        for key, text in changes.items():
            lines = [line for line in lines if not line.startswith(f"{key}:")]
            lines.insert(1, f"{key}: {quoted(text)}")
        return self.write(file, "\n".join(lines) + "\n")

    def shell(self, command, **extra):
        """Runs a line of the shell in which J is the program."""
        environment = {**self.environment, "J": PROGRAM, **extra}
        return subprocess.run(["bash", "-c", command], cwd=self.folder, env=environment, capture_output=True, timeout=300)


class Streams(HostileTest):
    def test_an_error_stream_that_cannot_be_written_changes_no_exit_code(self):
        self.write("path.csv", "x,y,z,rx,ry,rz\n" + "".join(f"0,0,{-0.6 - 0.1 * k},0,0,0\n" for k in range(8)))
        for arguments, code in ((["check", "nosuch"], 3), (["chekc"], 2), (["ik", "delta", "--pose", "0,0,9"], 4), (["--json", "check"], 2),
                                (["ik", "palida", "--poses", "path.csv", "--out", "out.csv"], 1), (["list"], 0)):
            for closed in ("2>/dev/full", "2>&-", "2>&- <&-"):
                with self.subTest(arguments=arguments, closed=closed):
                    self.assertEqual(self.shell(f'"$J" {shlex.join(arguments)} {closed}').returncode, code)
        # No file takes the place of a closed stream and gets its warnings.
        self.assertNotIn("warning", (self.folder / "out.csv").read_text())

    def test_an_answer_that_cannot_be_written_is_an_error(self):
        for arguments in (["list"], ["list", "--json"], ["--help"], ["ik", "--help"], ["--version"], ["check", "five-bar"],
                          ["info", "delta", "--print"]):
            for closed in (">/dev/full", ">&-", ">/dev/full 2>/dev/full", ">&- 2>&-"):
                with self.subTest(arguments=arguments, closed=closed):
                    result = self.shell(f'"$J" {shlex.join(arguments)} {closed}')
                    self.assertEqual(result.returncode, 3, result.stderr)

    def test_a_reader_that_leaves_ends_the_program_quietly(self):
        result = self.shell('"$J" list --json | head -c 10; echo " ${PIPESTATUS[0]}"')
        self.assertEqual(result.stderr, b"")
        self.assertIn(result.stdout.split()[-1], (b"0", b"141"))

    def on_terminal(self, *arguments):
        """What the program sends to a terminal: both of its streams."""
        primary, secondary = pty.openpty()
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=secondary, stderr=secondary,
                                   env={**self.environment, "TERM": "xterm"})
        os.close(secondary)
        text = b""
        try:
            while piece := os.read(primary, 65536):
                text += piece
        except OSError:  # the terminal's way to say that nobody writes any more
            pass
        process.wait(timeout=60)
        os.close(primary)
        return text.decode()

    def assert_clean(self, text):
        """No control character but line feeds, returns before them, and the colours of the program."""
        for code in ("0m", "1m", "2m", "31m", "32m", "33m"):
            text = text.replace(f"{ESCAPE}[{code}", "")
        text = text.replace("\r\n", "\n")
        for c in text:
            self.assertTrue(c == "\n" or c.isprintable(), f"{c!r} in {text!r}")

    def test_no_control_character_reaches_a_terminal(self):
        path = self.model("five-bar", name=NASTY, description=NASTY)
        self.write("path.csv", f"x,y,{NASTY.replace(chr(13), '')},\n0,0,0,0\n")
        nasty_file = self.write(f"a{ESCAPE}[31m.csv", "x,y,zz\n0,0,1\n")
        for arguments in (("check", path), ("info", path), ("ik", path), ("inverse", path), ("base", path), ("sizing", path, "--pose", "0,0"),
                          ("workspace", path, "--grid", "5", "--picture", "s.svg"), ("ik", path, "--poses", "path.csv"),
                          ("fk", path, "--in", "path.csv"), ("inverse", path, "--states", "path.csv"), ("ik", path, "--poses", nasty_file),
                          ("check", f"no{ESCAPE}[31m"), ("check", f"no{ESCAPE}[31m.yaml"), ("ik", path, f"--p{ESCAPE}[31m"), (f"ch{ESCAPE}ck",),
                          ("check", path, "--json"), ("info", path, "--print"), ("ik", path, "--pose", f"x={ESCAPE}[31m")):
            with self.subTest(arguments=arguments):
                text = self.on_terminal(*arguments)
                self.assertNotEqual(text, "")
                self.assertNotIn(f"{ESCAPE}[31m title", text)
                self.assert_clean(text)
        self.assertEqual(CONTROLS.findall((self.folder / "s.svg").read_bytes().decode()), [])

    def test_printing_a_model_keeps_its_texts(self):
        path = self.model("five-bar", name=NASTY, description=NASTY)
        text = self.run_program("info", path, "--print").stdout
        self.assertEqual(self.run_json("info", self.write("again.yaml", text))["subtitle"],
                         self.run_json("info", path)["subtitle"])
        self.assertEqual(self.run_program("info", self.folder / "again.yaml", "--print").stdout, text)


class Injection(HostileTest):
    def build(self, folder, target):
        command = "c++ -std=c++17 -Wall -Wextra -Werror *.cpp" if target == "cpp" else "cc -std=c99 -Wall -Wextra -Werror *.c -lm"
        if not shutil.which(command.split()[0]):
            self.skipTest(f"there is no {command.split()[0]}")
        built = subprocess.run(f"{command} && ./a.out", shell=True, cwd=self.folder / folder, capture_output=True, text=True, timeout=300)
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)

    def test_texts_of_a_model_stay_comments(self):
        """Each text tries to leave its comment; what it leaves does not compile."""
        attempts = ["\r#error out\r", "\n#error out\n", "*/ #error out /*", "/*/ #error out", "back\\", "back??/", "\u2028#error out",
                    "\x0b#error out\x0c", "\x85#error out", "]] message(FATAL_ERROR out)", NASTY]
        for i, text in enumerate(attempts):
            path = self.model("five-bar", name="five-bar", description="A text.\n" + text + "\n" + text)
            for target in ("c99", "cpp"):
                with self.subTest(text=text, target=target):
                    self.run_program("generate", path, "--target", target, "--out", f"{target}{i}")
                    for file in (self.folder / f"{target}{i}").iterdir():
                        self.assertEqual(CONTROLS.findall(file.read_bytes().decode()), [], file.name)
                    if i == 0 or target == "cpp" or "*" in text or text.endswith("/"):
                        self.build(f"{target}{i}", target)


class Names(HostileTest):
    def test_names_of_robots_become_names_of_code(self):
        long = "a-very-long-name-" * 12
        for name, library in (("test", "test_robot"), ("math", "math_robot"), ("stddef", "stddef_robot"), ("m", "m_robot"), ("all", "all_robot"),
                              ("clean", "clean_robot"), ("help", "help_robot"), ("install", "install_robot"), ("ALL_BUILD", "ALL_BUILD_robot"),
                              ("EOF", "EOF_robot"), ("class", "class_robot"), ("restrict", "restrict_robot"), ("gamma", "gamma_robot"),
                              ("features", "features_robot"), ("_x", "x"), ("Müller", "M_ller"), ("five bar (2)", "five_bar_2"),
                              ("test_inverse_dynamics", "test_inverse_dynamics_robot"), ("five-bar", "five_bar"), ("Delta", "Delta")):
            with self.subTest(name=name):
                folder = f"folder of {name}"
                answer = self.run_json("generate", self.model("five-bar", name=name), "--out", folder)
                self.assertEqual(self.fact(answer, "library", "code"), library)
                readme = (self.folder / folder / "README.md").read_text()
                self.assertEqual("cannot be that of code" in readme, name.replace("-", "_") != library)
        for name in ("é", "机器人", long, long + "2", "-"):
            answer = self.run_json("generate", self.model("five-bar", name=name), "--out", "o", "--force")
            self.assertRegex(self.fact(answer, "library", "code"), "^[a-z][a-z0-9_]{4,60}$")
        self.assertIn("cannot be that of code", self.run_program("generate", self.model("five-bar", name="test"), "--out", "t").stdout)

    def test_odd_names_build(self):
        """By CMake, the strictest of the ways: a target, a header and a namespace of that name."""
        if not shutil.which("cmake"):
            self.skipTest("there is no cmake")
        full = os.environ.get("JOURDAIN_FULL_TESTS")
        names = ["test", "math", "EOF", "é"]
        if full:
            names += ["stddef", "m", "all", "clean", "help", "install", "ALL_BUILD", "class", "gamma", "features", "_x", "long" * 60, "wrong", "x"]
        for name in names:
            for target in ("c99", "cpp") if full or name in ("EOF", "math") else ("c99",):
                with self.subTest(name=name, target=target):
                    folder = self.folder / f"{target}-{name[:20]}"
                    self.run_program("generate", self.model("five-bar", name=name), "--target", target, "--out", folder)
                    built = subprocess.run("cmake -B build && cmake --build build && ctest --test-dir build --no-tests=error", shell=True,
                                           cwd=folder, capture_output=True, text=True, timeout=300)
                    self.assertEqual(built.returncode, 0, built.stdout + built.stderr)

    def test_joints_called_as_other_columns_are_told_apart(self):
        text = (MODELS / "five-bar.yaml").read_text()
        names = ("motor1", "motor2")
        self.write("plain.yaml", text)
        plain = self.forces("plain.yaml", "--twist", "0.1,0.2", "--acceleration", "1,2")
        for one, two in (("t", "x"), ("vx", "y"), ("R11", "phi"), ("arm_d", "arm"), ("qw", "kinetic"), ("bx", "digits_lost")):
            with self.subTest(names=(one, two)):
                path = self.write("robot.yaml", text.replace(names[0], one).replace(names[1], two))
                result = self.run_program("check", path)
                self.assertIn(f"the columns of this joint are called '{one}_'", result.stderr)
                # The same robot: forces, files there and back, generated code.
                self.assertEqual(self.forces(path, "--twist", "0.1,0.2", "--acceleration", "1,2"), plain)
                rows = "t,x,y,vx,vy,ax,ay\n0,0.05,0.25,0,0.1,0,0\n1,0.06,0.26,0.1,0,0,1\n"
                self.write("states.csv", rows)
                self.run_program("ik", path, "--poses", "states.csv", "--out", "joints.csv", "--no-path-check")
                header = (self.folder / "joints.csv").read_text().splitlines()[0].split(",")
                self.assertEqual(len(set(header)), len(header), header)
                self.run_program("fk", path, "--in", "joints.csv", "--out", "poses.csv")
                for key, values in self.table("states.csv").items():
                    for wanted, found in zip(values, self.table("poses.csv")[key], strict=True):
                        self.assertAlmostEqual(wanted, found, places=9, msg=key)
                self.run_program("inverse", path, "--states", "joints.csv", "--out", "forces.csv")
                self.run_program("forward", path, "--states", "joints.csv", "--forces", "forces.csv", "--out", "accelerations.csv")
                self.run_program("generate", path, "--what", "inverse-dynamics,forward-dynamics", "--derivatives", "pose", "--out", "code")

    def test_inputs_of_generated_code_are_told_apart(self):
        """A mechanism without output, whose code takes the positions of joints: as many as with other names."""
        text = (MODELS / "four-bar.yaml").read_text()
        whats = ("--what", "inverse-dynamics,forward-dynamics", "--derivatives", "joints,forces")
        plain = self.run_json("generate", "four-bar", *whats, "--out", "plain")
        for names in (("t", "x", "vx"), ("R11", "qw", "pin_d")):
            path = self.write("robot.yaml", text.replace("motor:", names[0] + ":").replace("pin1:", names[1] + ":").replace("pivot:", names[2] + ":"))
            answer = self.run_json("generate", path, *whats, "--out", names[0])
            self.assertEqual(answer["tables"]["functions"], plain["tables"]["functions"])
            if shutil.which("cc"):
                built = subprocess.run("cc *.c -lm && ./a.out", shell=True, cwd=self.folder / names[0], capture_output=True, timeout=300)
                self.assertEqual(built.returncode, 0, built.stdout + built.stderr)


class Outputs(HostileTest):
    def listing(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))

    def test_an_output_never_takes_the_place_of_an_input(self):
        self.write("states.csv", PATH)
        model = self.write("my.yaml", (MODELS / "delta.yaml").read_text())
        (self.folder / "link.csv").symlink_to("states.csv")
        self.run_program("ik", "my.yaml", "--poses", "states.csv", "--out", "joints.csv")
        self.run_program("inverse", "my.yaml", "--states", "states.csv", "--out", "forces.csv")
        before = {name: (self.folder / name).read_bytes() for name in ("states.csv", "my.yaml", "joints.csv", "forces.csv")}
        for arguments in (["workspace", "my.yaml", "--grid", "5", "--out", "my.yaml"], ["workspace", "my.yaml", "--grid", "5", "--picture", "my.yaml"],
                          ["workspace", "my.yaml", "--grid", "5", "--out", "./my.yaml"], ["workspace", "my.yaml", "--grid", "5", "--out", model],
                          ["ik", "my.yaml", "--poses", "states.csv", "--out", "states.csv"], ["ik", "my.yaml", "--poses", "states.csv", "--out", "link.csv"],
                          ["ik", "my.yaml", "--poses", "link.csv", "--out", "states.csv"], ["ik", "my.yaml", "--poses", "states.csv", "--out", "my.yaml"],
                          ["fk", "my.yaml", "--in", "joints.csv", "--out", "joints.csv"],
                          ["inverse", "my.yaml", "--states", "states.csv", "--out", "states.csv"],
                          ["forward", "my.yaml", "--states", "states.csv", "--forces", "forces.csv", "--out", "forces.csv"],
                          ["forward", "my.yaml", "--states", "states.csv", "--forces", "forces.csv", "--out", "states.csv"],
                          ["regressor", "my.yaml", "--states", "states.csv", "--out", "states.csv"],
                          ["mass-matrix", "my.yaml", "--cut", "z=-0.3", "--grid", "3", "--out", "my.yaml"]):
            with self.subTest(arguments=arguments):
                self.refused(2, "would be lost", *arguments)
                self.assertEqual({name: (self.folder / name).read_bytes() for name in before}, before)
        # The catalogue is read, too.
        shutil.copytree(MODELS, self.folder / "models")
        result = self.run_program("workspace", "delta", "--grid", "5", "--out", "models/delta.yaml", code=2,
                                  environment={"JOURDAIN_MODELS": str(self.folder / "models")})
        self.assertIn("would be lost", result.stderr)
        self.assertEqual((self.folder / "models/delta.yaml").read_bytes(), (MODELS / "delta.yaml").read_bytes())

    def contents(self):
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def unchanged(self, message, *arguments, code=2):
        """Refused, and every file is what it was."""
        with self.subTest(arguments=arguments):
            before = self.contents()
            self.refused(code, message, *arguments)
            self.assertEqual(self.contents(), before)

    def test_a_folder_never_takes_the_place_of_an_input_or_of_foreign_files(self):
        self.run_program("study", "five-bar", "--out", "s", code=None)
        shutil.copy(self.folder / "s/measurement.csv", self.folder / "log.csv")
        self.run_program("identify", "five-bar", "--log", "log.csv", "--out", "r", code=None)
        self.unchanged("would be lost", "study", "s/model.yaml", "--out", "s")
        self.unchanged("would be lost", "identify", "r/identified.yaml", "--log", "log.csv", "--out", "r", "--force")
        shutil.copy(self.folder / "log.csv", self.folder / "s/workspace.csv")
        self.unchanged("would be lost", "study", "five-bar", "--log", "s/workspace.csv", "--out", "s")
        # Not read, but changed or put there by somebody.
        self.unchanged("workspace.csv would be lost: changed since", "study", "five-bar", "--out", "s")
        shutil.copy(self.folder / "log.csv", self.folder / "r/forces.csv")
        self.unchanged("would be lost", "identify", "five-bar", "--log", "r/forces.csv", "--out", "r", "--force")
        self.unchanged("forces.csv would be lost: changed since", "identify", "five-bar", "--log", "log.csv", "--out", "r", "--force")
        # Folders of any content; the motion file names a table.
        (self.folder / "d").mkdir()
        self.run_program("motion", "five-bar", "--motion", "circle radius=20mm", "--out", "d/pd.csv")
        self.write("d/m.yaml", "motion: 1\nfile: {csv: pd.csv}\n")
        for motion in ("d/pd.csv", "d/m.yaml"):
            self.unchanged("would be lost", "simulate", "five-bar", "--motion", motion, "--controllers", "pd", "--out", "d")
        self.unchanged("would be lost", "inverse", "five-bar", "--motion", "d/m.yaml", "--out", "d/pd.csv")
        (self.folder / "d/pd.csv").unlink()
        self.write("d/summary.json", "mine")
        self.unchanged("summary.json would be lost: not written by jourdain", "simulate", "five-bar", "--motion", "hold duration=10ms", "--controllers",
                       "pd", "--out", "d")
        self.write("d/reproduce.md", "mine")
        self.unchanged("reproduce.md would be lost", "reproduce", "codourey98-table1", "--out", "d")
        self.unchanged("two outputs", "excite", "five-bar", "--evaluations", "5", "--starts", "1", "--out", "x", "--resume", "x")
        (self.folder / "x-slow.yaml").write_bytes((MODELS / "five-bar.yaml").read_bytes())
        self.unchanged("would be lost", "excite", "x-slow.yaml", "--separate", "--evaluations", "5", "--starts", "1", "--out", "x.yaml")

    def test_folders_are_replaced_again_and_again(self):
        for controllers in ("pd", "pd", "pd,force-all"):
            self.run_program("simulate", "five-bar", "--motion", "hold duration=10ms", "--controllers", controllers, "--out", "d")
        for _ in range(2):
            self.run_program("identify", "five-bar", "--rehearse", "circle radius=20mm turns=6 duration=6s", "--out", "r", "--force", code=None)
            self.assertIn("r/rehearsal.csv", self.contents())
        self.assertEqual([name for name in self.contents() if "XXXX" in name or ".jourdain-" in name and not name.endswith("-files")], [])

    def test_two_outputs_need_two_files(self):
        (self.folder / "link").symlink_to("one")
        for arguments in (["workspace", "five-bar", "--grid", "5"], ["mass-matrix", "delta", "--cut", "z=-0.3", "--grid", "3"]):
            for picture in ("one", "./one", "link", f"{self.folder}/one"):
                with self.subTest(arguments=arguments, picture=picture):
                    self.refused(2, "named for two outputs", *arguments, "--out", "one", "--picture", picture)
            self.run_program(*arguments, "--out", "/dev/null", "--picture", "/dev/null")
        self.assertEqual(self.listing(), ["link"])

    def test_a_stream_named_as_a_file_is_written_not_replaced(self):
        self.write("states.csv", PATH)
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            with self.subTest(name=name):
                self.write("log", "precious\n")
                command = '"$J" ik delta --poses states.csv --out'
                self.assertEqual(self.shell(f"{command} {name} >> log").returncode, 0)
                text = (self.folder / "log").read_text()
                self.assertTrue(text.startswith("precious\nt,leg1.motor"), text)
                self.assertIn("4 states", text)
        self.assertEqual(self.shell('"$J" ik delta --poses states.csv --out /dev/fd/3 3>> log').returncode, 0)
        self.assertEqual((self.folder / "log").read_text().count("t,leg1.motor"), 2)
        # The file behind the standard output is in use.
        self.write("log", "precious\n")
        self.assertEqual(self.shell('"$J" ik delta --poses states.csv --out log >> log').returncode, 2)
        self.assertEqual((self.folder / "log").read_text(), "precious\n")

    def test_links_and_protected_files(self):
        self.write("states.csv", PATH)
        (self.folder / "round").symlink_to("round")
        self.refused(3, "its links lead nowhere", "ik", "delta", "--poses", "states.csv", "--out", "round")
        (self.folder / "new").symlink_to("made.csv")
        self.run_program("ik", "delta", "--poses", "states.csv", "--out", "new")
        self.assertTrue((self.folder / "new").is_symlink() and (self.folder / "made.csv").is_file())
        if os.geteuid() != 0:
            self.write("protected.csv", "precious\n").chmod(0o444)
            self.refused(3, "cannot be replaced", "ik", "delta", "--poses", "states.csv", "--out", "protected.csv")

    def test_generate_replaces_only_what_was_generated(self):
        mine = {"README.md": "My notes.\n\nGenerated by jourdain, I think.\n", "CMakeLists.txt": "project(mine)\n", "delta.h": "int x;\n"}
        for name, text in mine.items():
            (self.folder / "mine").mkdir(exist_ok=True)
            self.write(f"mine/{name}", text)
        message = self.refused(3, "README.md", "generate", "delta", "--out", "mine")
        for name in mine:
            self.assertIn(name, message)
        self.assertEqual({path.name: path.read_text() for path in (self.folder / "mine").iterdir()}, mine)
        (self.folder / "elsewhere").mkdir()
        (self.folder / "elsewhere/README.md").symlink_to("../mine/README.md")
        self.refused(3, "README.md", "generate", "delta", "--out", "elsewhere")
        # Its own files it knows, of every target; and --force replaces all.
        for target in ("c99", "cpp", "batch"):
            for _ in range(2):
                self.run_program("generate", "delta", "--target", target, "--out", target)
        self.run_program("generate", "delta", "--out", "mine", "--force")
        self.assertIn("Generated by jourdain", (self.folder / "mine/CMakeLists.txt").read_text().splitlines()[0])

    def test_a_full_disk_leaves_neither_folder_nor_files(self):
        self.write("states.csv", PATH)
        before = self.listing()
        for arguments, limit in ((["generate", "palida", "--out", "deep/palida"], 20000), (["ik", "delta", "--poses", "states.csv", "--out", "out.csv"], 40),
                                 (["workspace", "five-bar", "--grid", "9", "--out", "s.csv", "--picture", "s.svg"], 4000),
                                 (["simulate", "five-bar", "--motion", "circle radius=20mm duration=0.2s", "--controllers", "pd", "--out", "deep/run"], 8000),
                                 (["identify", "five-bar", "--rehearse", "circle radius=20mm turns=6 duration=6s", "--out", "deep/run"], 60000)):
            with self.subTest(arguments=arguments):
                result = subprocess.run([PROGRAM, *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=60,
                                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                self.assertEqual(result.returncode, 3, result.stderr)
                self.assertIn("cannot be written", result.stderr)
                self.assertEqual(self.listing(), before)

    def wait_for(self, condition, process):
        """Until the condition holds; the process must not end before."""
        for _ in range(6000):
            if condition():
                return
            self.assertIsNone(process.poll(), "the program ended before it could be interrupted")
            time.sleep(0.01)
        self.fail("the program did not come to the place where it is interrupted")

    def start(self, *arguments, **environment):
        process = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, env={**self.environment, **environment}, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        return process

    def test_an_interrupted_run_leaves_no_temporary_files(self):
        """Nobody reads the pipe: the table is written, but not yet in its place, when the signal comes."""
        os.mkfifo(self.folder / "pipe")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                process = self.start("workspace", "five-bar", "--grid", "5", "--out", "s.csv", "--picture", "pipe")
                self.wait_for(lambda: len(self.listing()) > 1, process)
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=60), -number)
                self.assertEqual(self.listing(), ["pipe"])

    def test_an_interrupted_compilation_leaves_no_folder(self):
        compiler = self.write("compiler", "#!/bin/sh\ntouch started\nexec sleep 100\n")
        compiler.chmod(0o755)
        (self.folder / "tmp").mkdir()
        process = self.start("inverse", "five-bar", "--compiled", CC=str(compiler), TMPDIR=str(self.folder / "tmp"))
        self.wait_for((self.folder / "started").exists, process)
        self.assertEqual(len(list((self.folder / "tmp").iterdir())), 1)
        process.terminate()
        self.assertEqual(process.wait(timeout=60), -signal.SIGTERM)
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])
