"""Folders of generated code for the tests: written by the program as a user would."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FUNCTIONS = ["inverse-dynamics", "inverse-kinematics", "forward-step", "mass-matrix", "forward-dynamics"]
ALL_FUNCTIONS = [*FUNCTIONS, "regressor", "inverse-dynamics-base"]
SKIPPED = 77
ENVIRONMENT = {**os.environ, "JOURDAIN_MODELS": str(ROOT / "models")}


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def need(*programs):
    """Skips the test where a program is missing."""
    missing = [program for program in programs if not shutil.which(program)]
    if missing:
        skip(f"{', '.join(missing)}: not installed")


def run(command, folder, timeout=600):
    """Standard output and error of a command that must succeed."""
    result = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=timeout)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def generate(program, robot, folder, *options, functions=FUNCTIONS):
    """Writes the robot's code; functions that it does not have are left out. Returns those that it has."""
    functions = list(functions)
    while functions:
        command = [program, "generate", robot, "--what", ",".join(functions), "--out", folder, *options]
        result = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=ENVIRONMENT, timeout=300)
        if result.returncode == 0:
            return functions
        refused = re.search(r"has no ([a-z-]+)", result.stderr)
        if not refused:
            break
        # The base form is refused in the name of the inverse dynamics.
        functions.remove(refused[1] if refused[1] in functions else refused[1] + "-base")
    sys.exit(f"{robot}: {result.stderr}")


def identifier(robot):
    """The robot's name in C."""
    name = robot.replace("-", "_")
    return "robot_" + name if name[0].isdigit() else name
