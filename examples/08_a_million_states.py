"""Motor forces of a hexapod at a million states, by all processors: with the library, and with generated code."""

import sys
import time

import jourdain
import numpy as np

count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000000
robot = jourdain.load("hexapod")
u = np.sin(np.outer(np.arange(1, count + 1), np.arange(1, 10)))
pose = np.tile(robot.home_pose, (count, 1, 1))
pose[:, :3, 3] += 0.05 * u[:, :3]
still = np.zeros((count, 3))
motion = jourdain.PlatformState(pose, np.hstack([u[:, 3:6], still]), np.hstack([5 * u[:, 6:9], still]))

code = jourdain.compile(robot)
for name, engine in (("library", robot), ("generated code", code)):
    begin = time.perf_counter()
    forces = engine.inverse_dynamics(motion)
    seconds = time.perf_counter() - begin
    print(f"{name}: RMS {np.sqrt(np.mean(forces**2)):.6f} N")
    print(f"{1e9 * seconds / count:.0f} ns per state", file=sys.stderr)
