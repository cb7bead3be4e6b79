"""Runs an example in C++ and its twin in Python: twins_test.py PROGRAM INTERPRETER (or "none"). Both must end well and
print the same text; numbers may differ by what rounding makes of their last digit."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"[-+]?\d+\.\d+(?:e[-+]?\d+)?")
# A million states are for people who watch; a test does with less.
ARGUMENTS = {"08_a_million_states": ["20000"]}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def pattern(text):
    """The lines without their numbers; files may be named in any order."""
    return sorted(" ".join(NUMBER.sub("#", line).split()) for line in text.splitlines())


def main():
    program, interpreter = pathlib.Path(sys.argv[1]), sys.argv[2]
    name = program.name
    source = ROOT / "examples" / f"{name}.cpp"
    twin = source.with_suffix(".py")
    arguments = ARGUMENTS.get(name, [])
    for file in (source, twin):
        lines = len(file.read_text().splitlines())
        if not 10 <= lines <= 60:
            sys.exit(f"{file.name} has {lines} lines: examples are short")
    first = run([program, *arguments])
    print(first)
    if not first.strip():
        sys.exit(f"{name} says nothing")
    if interpreter == "none":
        print("the Python package is not built: its twin was not run")
        return
    second = run([interpreter, twin, *arguments])
    if pattern(first) != pattern(second):
        sys.exit(f"the twins of {name} say different things:\n{first}---\n{second}")
    pairs = zip(NUMBER.findall(first), NUMBER.findall(second))
    for one, other in pairs:
        # Half a unit of the last digit on both sides, and simulations to a part in a thousand.
        digits = len(one.split("e")[0].split(".")[1])
        if abs(float(one) - float(other)) > 1.1 * 10.0**-digits + 1e-3 * abs(float(one)):
            sys.exit(f"the twins of {name} differ: {one} and {other}\n{first}---\n{second}")


if __name__ == "__main__":
    main()
