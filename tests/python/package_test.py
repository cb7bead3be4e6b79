"""The package as a user gets it: import, stubs, version, the catalogue."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

import jourdain

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(jourdain.__file__).parent


class Package(unittest.TestCase):
    def test_the_import_brings_nothing_but_numpy(self):
        """What pages and plots need is imported when they are asked for."""
        code = """
import sys
import numpy
before = set(sys.modules)
import jourdain
roots = {name.split(".")[0] for name in set(sys.modules) - before}
print(*sorted(roots - set(sys.stdlib_module_names)))
"""
        self.assertEqual(subprocess.check_output([sys.executable, "-c", code], text=True), "jourdain\n")

    def test_the_version_is_the_projects(self):
        wanted = re.search(r"project\(jourdain VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertEqual(jourdain.__version__, wanted)

    @unittest.skipIf("JOURDAIN_SANITIZED" in os.environ, "stubs are made from the release build")
    def test_stubs_tell_every_name(self):
        stub = (PACKAGE / "_core.pyi").read_text()
        self.assertTrue((PACKAGE / "py.typed").exists())
        compile(stub, "_core.pyi", "exec")
        for name in jourdain.__all__:
            if hasattr(jourdain._core, name):
                self.assertRegex(stub, rf"(def|class) {name}\b|^{name}:|\b{name} =")

    def test_the_catalogue_is_found_from_any_folder(self):
        code = "import jourdain; print(len(jourdain.catalogue_names()))"
        count = int(subprocess.check_output([sys.executable, "-c", code], cwd="/"))
        self.assertEqual(count, len(list((ROOT / "models").glob("*.yaml"))))

    def test_a_robot_can_be_interrupted(self):
        """Ctrl-C ends a long computation, and the interpreter lives on."""
        code = """
import jourdain, numpy, os, signal, threading
robot = jourdain.load("hexapod")
motion = jourdain.PlatformState(numpy.tile(jourdain.PlatformState(robot.home_pose).coordinates, (500000, 1)))
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    while True:
        robot.joint_reactions(motion)
except KeyboardInterrupt:
    print("interrupted", robot.name)
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, "interrupted hexapod\n", done.stderr)

    def test_a_closed_loop_can_be_interrupted(self):
        """Under a law of the library, and under a function."""
        code = """
import jourdain, os, signal, threading
robot = jourdain.load("five-bar")
motion = robot.load_motion("circle radius=20mm turns=1 duration=1s")
for law in ("pd", lambda time, q, dq, wanted, rates, accelerations: 100 * (wanted - q)):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        while True:
            robot.run_closed_loop(law, motion, duration=1000, record=False)
    except KeyboardInterrupt:
        print("interrupted")
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, 2 * "interrupted\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
