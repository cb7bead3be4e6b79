"""Turns the C++ examples of a page into a test: one function per block. Usage: documentation_examples.py PAGE.md OUT.cpp"""

import pathlib
import re
import sys

BLOCK = re.compile(r"^```cpp\n(.*?)^```$", re.MULTILINE | re.DOTALL)

page, out = map(pathlib.Path, sys.argv[1:])
includes, tests = set(), []
for number, block in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")), 1):
    lines = block.splitlines()
    includes |= {line for line in lines if line.startswith("#include")}
    body = "\n".join("  " + line for line in lines if line and not line.startswith("#include"))
    tests.append(f"TEST(Documentation, Example{number}) {{\n{body}\n}}\n")
if not tests:
    sys.exit(f"no example in {page}")
text = "\n".join(sorted(includes)) + "\n"
text += '#include "jourdain/model/reader.hpp"\n#include <gtest/gtest.h>\n#include <array>\n#include <cmath>\n#include <stdexcept>\n'
text += "// Examples end with values that a reader would go on with.\n"
text += '#pragma GCC diagnostic ignored "-Wunused-variable"\n'
text += "namespace jourdain {\nnamespace {\n\n" + "\n".join(tests) + "\n}  // namespace\n}  // namespace jourdain\n"
out.write_text(text, encoding="utf-8")
