"""Instructions per call, counted by callgrind, do not depend on the state: constant_work_test.py PROGRAM.

Every function below runs a fixed sequence of sums over the tree, eliminations and substitutions: no iteration. What is
left to vary are rows swapped or not in an elimination, friction in or outside the dead band, and branches within the C
library's sin, cos and atan2: about one in a hundred at most. An iteration more or less would show as tens.

Inverse kinematics is recorded for robots all of whose legs have closed forms. The others (free graphs, and platforms
some of whose coordinates follow from the mechanism) take Newton steps: their work is bounded, not constant.
"""
import collections
import glob
import re
import shutil
import subprocess
import sys
import tempfile

SPREAD = 0.02  # largest less smallest count over the largest
SKIPPED = 77


def count(program, robots):
    """Instructions of every recorded call: {(robot, function): [counts]}."""
    counts = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--collect-atstart=no", "--callgrind-out-file=" + folder + "/calls"]
        result = subprocess.run(command + [program, *robots], capture_output=True, text=True)
        if result.returncode == SKIPPED:
            skip(result.stdout.strip())
        if result.returncode != 0 or ": not ok" in result.stderr:
            sys.exit(result.stderr)
        for path in glob.glob(folder + "/calls.*"):
            with open(path) as dump:
                text = dump.read()
            label = re.search(r"^desc: Trigger: Client Request: (\S+) (\S+)$", text, re.M)
            total = re.search(r"^(?:totals|summary): (\d+)", text, re.M)
            if label and total and int(total[1]) > 0:
                counts[label[1], label[2]].append(int(total[1]))
    return counts


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def main():
    program, robots = sys.argv[1], sys.argv[2:]
    if not shutil.which("valgrind"):
        skip("valgrind is not installed")
    counts = count(program, robots)
    if not counts:
        sys.exit("no calls were recorded")
    bad = 0
    for (robot, function), calls in sorted(counts.items()):
        spread = (max(calls) - min(calls)) / max(calls)
        wrong = spread > SPREAD
        bad += wrong
        print(f"{robot:18} {function:20} {min(calls):8} to {max(calls):8}  {100 * spread:5.2f} %"
              f"{'  TOO MUCH' if wrong else ''}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
