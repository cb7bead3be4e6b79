"""Self-tests of generated code as shipped: self_tests.py PROGRAM ROBOT...

Each robot in turn is written for one target and scalar, with all its functions, built and run. With JOURDAIN_FULL_TESTS
every robot of the catalogue is, and those that were named for every target and scalar.
"""
import os
import pathlib
import sys
import tempfile

from generated import ALL_FUNCTIONS, ROOT, generate, identifier, need, run

WAYS = [(target, scalar) for scalar in ("float", "double") for target in ("c99", "cpp", "batch")]


def check(program, robot, target, scalar):
    with tempfile.TemporaryDirectory() as folder:
        functions = generate(program, robot, folder, "--target", target, "--scalar", scalar, functions=ALL_FUNCTIONS)
        sources = sorted(source.name for source in pathlib.Path(folder).glob("*.c*"))
        compiler = ["g++", "-std=c++17"] if target == "cpp" else ["gcc", "-std=c99"]
        run([*compiler, "-O0", *sources, "-lm", "-o", "self_test"], folder)
        verdict = run(["./self_test"], folder).splitlines()[-1]
        print(f"{robot:16} {target:6} {scalar:7} {len(functions)} functions: {verdict}", flush=True)
        return verdict == f"{identifier(robot)}: passed"


def main():
    program, robots = sys.argv[1], sys.argv[2:]
    need("gcc", "g++")
    jobs = [(robot, *WAYS[i % len(WAYS)]) for i, robot in enumerate(robots)]
    if os.environ.get("JOURDAIN_FULL_TESTS"):
        others = sorted({path.stem for path in (ROOT / "models").glob("*.yaml")} - set(robots))
        jobs = [(robot, *way) for robot in robots for way in WAYS]
        jobs += [(robot, *WAYS[i % len(WAYS)]) for i, robot in enumerate(others)]
    failed = [" ".join(job) for job in jobs if not check(program, *job)]
    if failed:
        sys.exit(f"self-tests failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
