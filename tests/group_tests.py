#!/usr/bin/env python3
"""Writes ctest entries for a test binary: group_tests.py BINARY MODULE MODELS RESULTS FILE [SUITE...].

All laws of one robot are one entry, `trace.palida`, and run in one process, so that what they have in common is
computed once. Other tests are one entry per suite, those of the named suites one per parameter. Each entry writes its single results as XML; scripts/count-tests
adds them up."""

import pathlib
import subprocess
import sys


def tests_of(binary):
    """The full names of all tests; a name that is not plain text is a mistake."""
    listing = subprocess.run([binary, "--gtest_list_tests"], check=True, capture_output=True, text=True).stdout
    suite = ""
    for line in listing.splitlines():
        # What follows is the value of the parameter as gtest prints it.
        name = line.split("  # ")[0].rstrip()
        if line.startswith("Running main"):
            continue
        if not all(" " <= c <= "~" for c in line) or "-byte object <" in line:
            sys.exit(f"group_tests: {binary}: a test's name or parameter is not printable: {line!r}; "
                     "give the parameter's type an operator<<")
        if not name.startswith(" "):
            suite = name
        else:
            yield suite + name.strip()


def groups_of(tests, robots, split):
    """Names of tests by entry, in the order of their first appearance."""
    groups = {}
    for test in tests:
        parameter = test.rpartition("/")[2] if test.count("/") else ""
        suite = test.partition(".")[0].rpartition("/")[2]
        group = parameter if parameter in robots else f"{suite}.{parameter}" if suite in split else suite
        groups.setdefault(group, []).append(test)
    return groups


def main():
    binary, module, models, results, target, *split = sys.argv[1:]
    robots = {path.stem.replace("-", "_") for path in pathlib.Path(models).glob("*.yaml")}
    lines = []
    for group, tests in groups_of(tests_of(binary), robots, split).items():
        name = f"{module}.{group}"
        lines.append(f'add_test([=[{name}]=] [=[{binary}]=] [=[--gtest_filter={":".join(tests)}]=]\n'
                     f'  [=[--gtest_output=xml:{results}/{name}.xml]=])\n'
                     f'set_tests_properties([=[{name}]=] PROPERTIES COST {len(tests)})\n')
    pathlib.Path(target).write_text("".join(lines))


if __name__ == "__main__":
    main()
