"""Runs every example of docs/cli.md and compares what it prints. JOURDAIN_UPDATE_DOCS=1 writes what is printed instead."""

import os
import re
import shlex

from program import ROOT, ProgramTest

PAGE = ROOT / "docs" / "cli.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")
# What may differ between compilers: rounding errors, pivots, and which of several equal legs or times is named.
NOISE = re.compile(r"closure error.*|\d+ Newton steps?|(?<=leg)\d|0\.0e\+00|\d\.\de-1\d|lost  .*|worst at.*|\bt = [\d.]+|conditioning.*|fall by \S+|off by \S+")
TOLERANCE = 2e-3  # a cell on a border of a map may fall on either side


def same(left, right):
    """Equal text, with numbers equal within the tolerance."""
    left, right = NOISE.sub("", left), NOISE.sub("", right)
    if NUMBER.sub("#", left).split() != NUMBER.sub("#", right).split():
        return False
    pairs = zip(map(float, NUMBER.findall(left)), map(float, NUMBER.findall(right)))
    return all(abs(a - b) <= TOLERANCE * max(abs(a), abs(b), 1e-3) for a, b in pairs)


class Documentation(ProgramTest):
    def run_block(self, block):
        """Each command of a block and what it prints; 'cat > FILE' lines write a file up to 'END'."""
        result = []
        lines = block.splitlines()
        while lines:
            line = lines.pop(0)
            result.append(line)
            if line.startswith("$ cat > "):
                content = lines[:lines.index("END")]
                self.write(shlex.split(line)[3], "\n".join(content) + "\n")
                result += content + ["END"]
                lines = lines[len(content) + 1:]
                continue
            self.assertTrue(line.startswith("$ jourdain "), line)
            command, _, code = line.partition("  # exit code ")
            shown = self.run_program(*shlex.split(command)[2:], code=int(code or 0))
            result += (shown.stderr + shown.stdout).rstrip("\n").split("\n")
            while lines and not lines[0].startswith("$ "):
                lines.pop(0)
        return "\n".join(result) + "\n"

    def setUp(self):
        super().setUp()
        (self.folder / "examples").symlink_to(ROOT / "examples")

    def test_every_example_prints_what_the_page_shows(self):
        text = PAGE.read_text()
        if os.environ.get("JOURDAIN_UPDATE_DOCS"):
            PAGE.write_text(BLOCK.sub(lambda match: f"```console\n{self.run_block(match[1])}```", text))
            return
        blocks = BLOCK.findall(text)
        self.assertGreaterEqual(len(blocks), 6)
        for block in blocks:
            with self.subTest(command=block.splitlines()[0]):
                actual = self.run_block(block)
                self.assertTrue(same(block, actual), f"docs/cli.md shows\n{block}\nbut it prints\n{actual}\n"
                                "JOURDAIN_UPDATE_DOCS=1 ctest -R cli.Documentation writes it anew")
