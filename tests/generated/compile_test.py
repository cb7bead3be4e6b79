"""Generated code compiles without a warning, passes its self-test and needs nothing but libm: compile_test.py PROGRAM ROBOT...

All functions of a robot (the first one for batches), for every target and scalar; where the full tests are not asked for, robots other than WHOLE
have C99 in double and batches in float. Each folder is built by one compiler as C99 and by the other one as C++17;
they change places with the scalar. Optimisation is low to save time: the self-test compares all results.
"""
import os
import pathlib
import sys
import tempfile

from generated import FUNCTIONS, generate, identifier, need, run

WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Wshadow -Wvla -Werror".split()
WHOLE = "delta"
LIBM = {name + suffix for name in ("sin", "cos", "sincos", "sqrt", "atan2") for suffix in ("", "f")}
C = {"gcc": "gcc", "clang": "clang-14"}
CPP = {"gcc": "g++", "clang": "clang++-14"}


def build(folder, compiler, language, sources):
    """Objects of all sources, linked; the self-test must pass."""
    for source in sources:
        run([compiler, *language, *WARNINGS, "-c", source, "-o", source.with_suffix(".o").name], folder)
    objects = [source.with_suffix(".o").name for source in sources]
    run([compiler, *objects, "-lm", "-o", "self_test"], folder)
    return run(["./self_test"], folder).splitlines()[-1]


def foreign_symbols(folder, sources, name):
    """Undefined symbols of the objects, without the self-test, that are neither the code's own nor of libm."""
    objects = [source.with_suffix(".o").name for source in sources if not source.stem.endswith("_test")]
    words = set(run(["nm", "-u", "--format=just-symbols", *objects], folder).split())
    return {word for word in words if not word.endswith(".o:") and not word.startswith(name + "_")} - LIBM


def check(program, robot, functions, target, scalar, c, cpp, legs="auto"):
    with tempfile.TemporaryDirectory() as folder:
        generate(program, robot, folder, "--target", target, "--scalar", scalar, "--legs", legs, functions=functions)
        name = identifier(robot)
        sources = sorted(pathlib.Path(folder).glob("*.c*"))
        languages = [(CPP[cpp], ["-x", "c++", "-std=c++17", "-O0"])]
        if target == "cpp":
            languages.append((CPP[c], ["-std=c++17", "-O1"]))
        else:
            languages.append((C[c], ["-std=c99", "-O1" if target == "c99" else "-O0"]))
        for compiler, language in languages:
            verdict = build(folder, compiler, language, sources)
            foreign = set() if target == "cpp" else foreign_symbols(folder, sources, name)
            print(f"{robot:10} {target:6} {legs:9} {scalar:7} {compiler:11} {' '.join(language):24} {verdict}", flush=True)
            if verdict != f"{name}: passed" or foreign:
                sys.exit(f"{verdict}; foreign symbols: {', '.join(sorted(foreign)) or 'none'}")


def main():
    program, robots = sys.argv[1], sys.argv[2:]
    need("gcc", "g++", "clang-14", "clang++-14", "nm")
    for robot in robots:
        with tempfile.TemporaryDirectory() as folder:
            functions = generate(program, robot, folder, functions=FUNCTIONS)
        print(f"{robot}: {', '.join(functions)}")
        if robot != WHOLE and "JOURDAIN_FULL_TESTS" not in os.environ:
            check(program, robot, functions, "c99", "double", "gcc", "clang")
            check(program, robot, functions[:1], "batch", "float", "clang", "gcc")
            continue
        for target in ("c99", "cpp", "batch"):
            # Batches triple the code: one function shows what they are made of.
            chosen = functions[:1] if target == "batch" else functions
            check(program, robot, chosen, target, "double", "gcc", "clang")
            check(program, robot, chosen, target, "float", "clang", "gcc")
            # Legs as functions and in lanes, which C++ does not have: of the first function.
            check(program, robot, functions[:1], target, "double", "clang", "gcc", "functions")
            if target != "cpp":
                check(program, robot, functions[:1], target, "float", "gcc", "clang", "lanes")


if __name__ == "__main__":
    main()
