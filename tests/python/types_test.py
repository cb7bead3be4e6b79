"""The types that the package tells type checkers: mypy --strict takes the examples, and finds what is wrong."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RIGHT = '''import jourdain

robot = jourdain.load("delta")
motion = jourdain.PlatformState(robot.home_pose)
count: int = len(motion[None])
for row in motion[None]:
    forces = robot.inverse_dynamics(row)
answer = jourdain.questions.sizing("delta", motion="hold duration=0.02s", no_friction=True)
ok: bool = answer.ok
peaks = robot.ask("sizing").to_dict()["tables"]
'''
WRONG = {
    'jourdain.load("delta").sizes()\n': "has no attribute",
    'jourdain.PlatformState([0.0] * 6).positon\n': "has no attribute",
    'jourdain.questions.sizing("delta", motion=b"x")\n': "incompatible type",
    'jourdain.questions.sizing("delta", moton="x")\n': "Unexpected keyword",
    'jourdain.questions.motors()\n': "Missing positional argument",
    'x: str = jourdain.questions.motors("delta").ok\n': "Incompatible types",
}


@unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not there: python/requirements.txt names it")
@unittest.skipIf(os.environ.get("JOURDAIN_SANITIZED"), "no types are made of a module with the address sanitizer")
class Types(unittest.TestCase):
    def check(self, *files):
        package = os.environ["PYTHONPATH"].split(os.pathsep)[0]
        with tempfile.TemporaryDirectory() as cache:
            return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache, *map(str, files)], capture_output=True,
                                  text=True, env={**os.environ, "MYPYPATH": package, "LD_PRELOAD": ""})

    def test_the_examples_and_the_package(self):
        done = self.check(*sorted((ROOT / "examples").glob("[0-9]*.py")))
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_what_is_right_and_what_is_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            right = pathlib.Path(folder) / "right.py"
            right.write_text(RIGHT)
            files = [right]
            for k, line in enumerate(WRONG):
                files.append(pathlib.Path(folder) / f"wrong{k}.py")
                files[-1].write_text("import jourdain\n\n" + line)
            done = self.check(*files)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertNotIn("right.py", done.stdout)
        for k, words in enumerate(WRONG.values()):
            with self.subTest(words=words):
                self.assertRegex(done.stdout, rf"wrong{k}\.py:\d+: error: .*{words}")


if __name__ == "__main__":
    unittest.main()
