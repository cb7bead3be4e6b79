"""C code of a robot's inverse dynamics: written to a folder for a controller, and built, loaded and called here."""

import tempfile

import jourdain
import numpy as np

robot = jourdain.load("hexapod")

# A folder with sources, header, README and a self-test.
files = robot.generate(["inverse_dynamics"])
with tempfile.TemporaryDirectory() as folder:
    jourdain.write_files(files, folder)
for name in files:
    print(name)

# The same code, called at once.
code = jourdain.compile(robot)
if not code.is_compiled:
    print(code.note)
motion = jourdain.PlatformState(robot.home_pose, twist=[0.2, 0.1, -0.1, 0, 0, 0])
fast, forces = code.inverse_dynamics(motion), robot.inverse_dynamics(motion)
for force in fast:
    print(f"{force:.6f} N")
print("as the library:", "yes" if np.linalg.norm(fast - forces) < 1e-9 * np.linalg.norm(forces) else "no")
