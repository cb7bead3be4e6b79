"""What a control loop calls is compiled for it: hot_functions_test.py NM HOT... -- OTHER...

A template or inline function that both a hot and a cold object hold is one function after linking, that of whichever
was linked first (docs/decisions/0007-build-time.md). So hot objects share with the others only what a loop does not
wait for."""

import re
import subprocess
import sys

# Set-up, and what is called rarely or does next to nothing.
HARMLESS = re.compile(r"""
    ^std:: | ::~ | ::throw_std_bad_alloc\(
  | \bjourdain::Mechanism::Mechanism\(                                    # a copy
  | \bjourdain::(\w+_parameters|ball_mass|slider_at_ball|telescopic_friction)<double>\(  # of a plan
  | \bjourdain::(ConstantForces::at|MotorForces::reads_rates)\(           # virtual, of a line
""", re.VERBOSE)


def shared_functions(hot, others):
    """Functions of both that matter, of two sets of names."""
    return sorted(name for name in hot & others if not HARMLESS.search(name))


def weak_functions(nm, objects):
    """Readable names of the functions that objects may share with others."""
    # Among the objects of a target is its precompiled header.
    objects = [name for name in objects if name.endswith(".o")]
    listing = subprocess.run([nm, "-C", "--defined-only", *objects], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"^[0-9a-f]+ W (.+)$", listing, re.MULTILINE))


def main():
    nm, *objects = sys.argv[1:]
    end = objects.index("--")
    hot, others = weak_functions(nm, objects[:end]), weak_functions(nm, objects[end + 1:])
    # This very test can fail.
    kernel, setup = "double Eigen::internal::dot(int)", "void jourdain::arm_parameters<double>(int)"
    assert shared_functions({kernel, setup}, {kernel, setup}) == [kernel]
    if not hot or not others:
        sys.exit("no functions were found: are these objects of a release build?")
    print(f"{len(hot)} functions in hot objects, {len(others)} in others, {len(hot & others)} in both")
    mistakes = shared_functions(hot, others)
    if mistakes:
        sys.exit("compiled with little optimisation elsewhere, and perhaps called by a control loop:\n  " + "\n  ".join(mistakes) +
                 "\nMove the other source to the same part of the library, or let the hot one inline the function.")


if __name__ == "__main__":
    main()
