"""The examples in docstrings, in docs/python.md and in the README run as they stand."""

import contextlib
import doctest
import io
import os
import pathlib
import re
import tempfile
import unittest

import jourdain
import numpy
from jourdain import _core

ROOT = pathlib.Path(__file__).resolve().parents[2]
GLOBALS = {"jourdain": jourdain, "numpy": numpy, "np": numpy}


def documented():
    """(name, docstring) of the module, its classes, methods and functions."""
    yield "jourdain", jourdain.__doc__
    for item in (jourdain.show, jourdain.plot, jourdain.View):
        yield item.__name__, item.__doc__
    for name in dir(_core):
        item = getattr(_core, name)
        if not name.startswith("_") and (callable(item) or isinstance(item, type)):
            yield name, item.__doc__
            if isinstance(item, type):
                for part in vars(item):
                    if not part.startswith("_"):
                        yield f"{name}.{part}", getattr(getattr(item, part), "__doc__", None)


class Docstrings(unittest.TestCase):
    def test_every_function_and_class_says_what_it_does(self):
        for name, text in documented():
            self.assertTrue(text and len(text.strip()) > 3, name)

    def test_examples_run(self):
        parser, examples = doctest.DocTestParser(), 0
        seen = set()
        for name, text in documented():
            if not text or text in seen or name.startswith("Robot."):
                continue
            seen.add(text)
            case = parser.get_doctest(text, dict(GLOBALS), name, None, 0)
            if case.examples:
                examples += len(case.examples)
                result = doctest.DocTestRunner(verbose=False).run(case)
                self.assertEqual(result.failed, 0, name)
        self.assertGreater(examples, 25)

    def test_the_page_runs(self):
        page = ROOT / "docs" / "python.md"
        result = doctest.testfile(str(page), module_relative=False, globs=dict(GLOBALS))
        self.assertGreater(result.attempted, 15)
        self.assertEqual(result.failed, 0)

    @unittest.skipIf("JOURDAIN_SANITIZED" in os.environ, "compiled code is loaded: release build only")
    def test_the_readme_runs(self):
        code = re.search(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)[1]
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            os.chdir(folder)
            try:
                exec(code, {})
                self.assertGreater(pathlib.Path("hexapod.html").stat().st_size, 10000)
            finally:
                os.chdir(before)
        self.assertGreater(len(printed.getvalue()), 10)


if __name__ == "__main__":
    unittest.main()
