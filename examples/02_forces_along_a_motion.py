"""The torques of a DELTA robot along a pick-and-place motion, every millisecond."""

import jourdain
import numpy as np

robot = jourdain.load("delta")
pick = robot.load_motion("pick span=100mm height=20mm duration=0.2s")

t = pick.sample_times(1000)
torques = robot.inverse_dynamics(pick.at(t))          # all states at once

print(f"{len(t)} states in {pick.duration:.3f} s")
print("largest torques: {:.5f} {:.5f} {:.5f} N m".format(*np.abs(torques).max(axis=0)))
print(f"RMS of all: {np.sqrt(np.mean(torques**2)):.5f} N m")
