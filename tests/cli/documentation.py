"""Runs every example of docs/*.md and compares what it prints. JOURDAIN_UPDATE_DOCS=1 writes what is printed instead."""

import os
import pathlib
import re
import shlex
import subprocess

from program import MODELS, PROGRAM, ROOT, ProgramTest

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")
# What may differ between compilers: rounding errors, pivots, and which of several equal legs or times is named.
NOISE = re.compile(r"closure error.*|\d+ Newton steps?|(?<=leg)\d|0\.0e\+00|\d\.\de-1\d|lost  .*|worst at.*|\bt = [\d.]+|conditioning.*|fall by \S+|off by \S+"
                   r"|self-test passed:.*|optimality .*")
TOLERANCE = 2e-3  # a cell on a border of a map may fall on either side


def same(left, right):
    """Equal text, with numbers equal within the tolerance."""
    left, right = NOISE.sub("", left), NOISE.sub("", right)
    if NUMBER.sub("#", left).split() != NUMBER.sub("#", right).split():
        return False
    pairs = zip(map(float, NUMBER.findall(left)), map(float, NUMBER.findall(right)))
    return all(abs(a - b) <= TOLERANCE * max(abs(a), abs(b), 1e-3) for a, b in pairs)


def pages_with_examples():
    return [page for page in sorted((ROOT / "docs").glob("*.md")) if "```console\n" in page.read_text()]


class Documentation(ProgramTest):
    def run_in_shell(self, command, code):
        """A command other than jourdain alone, such as a compiler."""
        path = f"{pathlib.Path(PROGRAM).resolve().parent}:/usr/bin:/bin"
        shown = subprocess.run(["sh", "-c", command], cwd=self.folder, capture_output=True, text=True, timeout=300,
                               env={"PATH": path, "JOURDAIN_MODELS": str(MODELS), "LANG": "C.UTF-8"})
        self.assertEqual(shown.returncode, code, f"{command}\n{shown.stdout}\n{shown.stderr}")
        return shown

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
            self.assertTrue(line.startswith("$ "), line)
            command, _, code = line[2:].partition("  # exit code ")
            if command.startswith("jourdain ") and not re.search(r"[|;&>]", re.sub(r"'[^']*'", "", command)):
                shown = self.run_program(*shlex.split(command)[1:], code=int(code or 0))
            else:
                shown = self.run_in_shell(command, int(code or 0))
            printed = (shown.stderr + shown.stdout).rstrip("\n")
            result += printed.split("\n") if printed else []
            while lines and not lines[0].startswith("$ "):
                lines.pop(0)
        return "\n".join(result) + "\n"

    def setUp(self):
        super().setUp()
        (self.folder / "examples").symlink_to(ROOT / "examples")

    def check_page(self, page):
        text = page.read_text()
        if os.environ.get("JOURDAIN_UPDATE_DOCS"):
            page.write_text(BLOCK.sub(lambda match: f"```console\n{self.run_block(match[1])}```", text))
            return
        for block in BLOCK.findall(text):
            with self.subTest(command=block.splitlines()[0]):
                actual = self.run_block(block)
                self.assertTrue(same(block, actual), f"{page.name} shows\n{block}\nbut it prints\n{actual}\n"
                                "JOURDAIN_UPDATE_DOCS=1 ctest -R cli.Documentation writes it anew")

    def test_there_are_pages_with_examples(self):
        self.assertLessEqual({"cli.md", "errors.md", "tutorial.md"}, {page.name for page in pages_with_examples()})


for _page in pages_with_examples():
    # The blocks of one page share a folder.
    setattr(Documentation, f"test_every_example_of_{_page.stem.replace('-', '_')}", lambda self, page=_page: self.check_page(page))
