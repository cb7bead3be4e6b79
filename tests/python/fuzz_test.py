"""Nonsense as arguments: every call answers, or refuses with an exception; nothing crashes and nothing hangs."""

import ast
import os
import random
import re
import time
import unittest

import jourdain
import numpy
from support import robot, states_near_home

CALLS = int(os.environ.get("JOURDAIN_FUZZ_CALLS", "10000"))
SEED = int(os.environ.get("JOURDAIN_SEED", "1"))
ALLOWED = (ValueError, TypeError, jourdain.Error, RuntimeError, OverflowError, OSError)
# What writes files, builds code or optimises is tried elsewhere.
LEFT_OUT = {"write_files", "compile", "excite", "CompiledModel", "generate", "run_closed_loop", "identify", "validate",
            "write_simulated_log", "simulated_log", "workspace_volume", "mass_matrix_map", "workspace_slice", "check_motion", "Error", "study",
            "view_html"}


class Nonsense:
    """Draws arguments: good ones, nearly good ones and nonsense."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.numpy = numpy.random.default_rng(seed)
        self.robots = [robot(name) for name in ("hexapod", "delta", "five-bar", "bricard", "redundant-planar", "3rps")]
        self.good = [states_near_home(r, n) for r in self.robots for n in (1, 3) if r.mobility["motors"] > 0]
        self.forms = [jourdain.LinearForm(r) for r in self.robots[:3]]
        self.bases = [jourdain.find_base_parameters(self.forms[2])]
        self.spaces = [jourdain.MotionSpace(r) for r in self.robots[:3]]
        self.motions = [r.load_motion("hold duration=0.01s") for r in self.robots[:3]]
        self.files = {"a.txt": "text"}

    def array(self):
        r = self.random
        shape = tuple(r.choice([0, 1, 2, 3, 4, 5, 6, 7, 12]) for _ in range(r.randrange(4)))
        kind = r.choice(["float64", "float64", "float32", "int64", "uint8", "complex128", "bool", "object", "U3", ">f8"])
        scale = r.choice([0.01, 0.1, 1.0, 1e3, 1e300])
        with numpy.errstate(all="ignore"):
            values = numpy.asarray(scale * self.numpy.standard_normal(shape)).astype(kind)
        if kind.startswith("float") and values.size and r.random() < 0.2:
            values.flat[r.randrange(values.size)] = r.choice([numpy.nan, numpy.inf, -numpy.inf])
        values = numpy.array(values)
        if r.random() < 0.2:
            values = values.T
        if values.ndim and r.random() < 0.2:
            values = values[::-1]
        if r.random() < 0.2:
            values.setflags(write=False)
        return values

    def anything(self):
        r = self.random
        return r.choice([
            lambda: r.choice(self.robots), lambda: r.choice(self.good), lambda: r.choice(self.good),
            lambda: r.choice(self.forms), lambda: r.choice(self.bases), lambda: r.choice(self.spaces),
            lambda: r.choice(self.motions), self.array, self.array, self.array, lambda: None,
            lambda: r.choice([0, 1, -1, 2, 10**6, -10**30, 10**30]), lambda: r.choice([0.0, 1.0, -1.0, 0.5, 1e-320, 1e308, numpy.nan]),
            lambda: r.choice(["", "x", "platform", "output", "screw", "nan", "leg1", "\0", "\udcff", "line to=0,0,0", "ö" * 50]),
            lambda: {"platform": self.array()}, lambda: [1, [2, 3]], lambda: (), lambda: object(), lambda: True, lambda: b"bytes",
        ])()

    def plausible(self, name):
        """An argument that often fits its name."""
        r = self.random
        by_name = {"robot": self.robots, "states": self.good, "form": self.forms, "base": self.bases,
                   "space": self.spaces, "motion": self.motions,
                   "threads": [0, 1, 2], "path": [True, False], "errors": ["nan", "raise"], "body": ["platform", "base"],
                   "parts": [self.motions[:1]], "times": [1, 2], "timing": [jourdain.Timing(duration=0.1)]}
        if name in by_name and r.random() < 0.8:
            return r.choice(by_name[name])
        return self.anything()


class Fuzz(unittest.TestCase):
    def targets(self):
        for name in dir(jourdain._core):
            item = getattr(jourdain._core, name)
            if not name.startswith("_") and name not in LEFT_OUT and callable(item):
                yield name, item

    def test_nonsense_is_refused(self):
        draw = Nonsense(SEED)
        targets = list(self.targets())
        self.assertGreater(len(targets), 50)
        signatures = {name: [part for part in argument_names(item) if part != "self"] for name, item in targets}
        refused = answered = 0
        slowest = (0.0, "")
        for i in range(CALLS):
            name, item = draw.random.choice(targets)
            names = signatures[name]
            arguments, keywords = [], {}
            for part in names:
                if draw.random.random() < 0.35 and part not in ("robot", "states", "form", "space"):
                    continue
                keywords[part] = draw.plausible(part)
            if draw.random.random() < 0.05:
                arguments.append(draw.anything())
            start = time.process_time()
            try:
                item(*arguments, **keywords)
                answered += 1
            except ALLOWED:
                refused += 1
            slowest = max(slowest, (time.process_time() - start, name))
        print(f"seed {SEED}: {answered} answered, {refused} refused, slowest {slowest[0]:.3f} s of processor time ({slowest[1]})")
        self.assertGreater(answered, CALLS // 20)
        self.assertLess(slowest[0], 20)


def argument_names(item):
    """Argument names of a bound function or class, from its nanobind signature."""
    target = item.__init__ if isinstance(item, type) else item
    signature = getattr(target, "__nb_signature__", None) or getattr(item, "__nb_signature__", None)
    if not signature and isinstance(item, type):
        signature = getattr(getattr(item, "__new__", None), "__nb_signature__", None)
    if not signature:
        return []
    # Default values stand as \\0, \\1 ...
    text = re.sub(r"\\\d+", "...", signature[0][0]).split(" -> ")[0]
    function = ast.parse(text + ": ...").body[0]
    return [arg.arg for arg in function.args.args + function.args.kwonlyargs]


if __name__ == "__main__":
    unittest.main()
