"""What the pages say is there: links and anchors, keys of file formats, commands and their options, status codes."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("JOURDAIN", "jourdain")
DOCS = ROOT / "docs"
FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")


def all_pages():
    listed = subprocess.run(["git", "-c", f"safe.directory={ROOT}", "ls-files", "--cached", "--others", "--exclude-standard", "*.md", "*llms.txt"],
                            cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return [ROOT / name for name in listed.stdout.split() if (ROOT / name).exists()]
    return [path for path in ROOT.rglob("*.md") if "build" not in path.relative_to(ROOT).parts]


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))


def anchors(text):
    """Anchors of the headings, as GitHub and the site make them."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", FENCE.sub("", text), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        plain = re.sub(r"[^\w\- ]", "", plain.strip().lower())
        found.add(plain.replace(" ", "-"))
    return found


def keys_of(schema):
    """Every key that a schema names, and the words that it allows."""
    found = set()
    if isinstance(schema, list):
        return set().union(set(), *map(keys_of, schema))
    if not isinstance(schema, dict):
        return found
    for key, value in schema.items():
        if key == "properties":
            found |= set(value)
            found |= keys_of(list(value.values()))
        elif key in ("enum", "const"):
            found |= {word.lstrip("+-") for word in (value if key == "enum" else [value]) if isinstance(word, str)}
        elif isinstance(value, (dict, list)):
            found |= keys_of(list(value.values()) if key in ("$defs", "definitions", "patternProperties") else value)
    return found


class Links(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        texts = {page: page.read_text() for page in all_pages()}
        self.assertGreater(len(texts), 30)
        for page, text in texts.items():
            for target in LINK.findall(without_code(text)):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                file = (page.parent / path).resolve() if path else page
                with self.subTest(page=str(page.relative_to(ROOT)), link=target):
                    self.assertTrue(file.exists(), "there is no such file")
                    if anchor:
                        self.assertIn(anchor, anchors(file.read_text()))

    def test_every_source_that_a_page_names_is_there(self):
        sources = {str(path.relative_to(ROOT)) for folder in ("src", "include", "apps", "python", "tests", "bench", "web", "examples") for path in (ROOT / folder).rglob("*")}
        folders = {path.name for path in (ROOT / "src").iterdir() if path.is_dir()}
        named = 0
        # Old names stand in the page of changes.
        for page in [*set(DOCS.glob("*.md")) - set(DOCS.glob("changes-in-*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
            for name in re.findall(r"`([a-z_]+(?:/[a-z_0-9]+)*(?:\.[ch]pp)?)`", page.read_text()):
                if name.endswith((".cpp", ".hpp")) or name.partition("/")[0] in folders and "/" in name:
                    found = re.compile(rf"(.*/)?{re.escape(name)}(\.[ch]pp)?$")
                    with self.subTest(page=page.name, source=name):
                        self.assertTrue(any(map(found.match, sources)), "there is no such file")
                    named += 1
        self.assertGreater(named, 100)

    def test_every_page_of_docs_is_in_the_contents(self):
        contents = (DOCS / "index.md").read_text()
        for page in DOCS.glob("*.md"):
            if page.name != "index.md":
                self.assertIn(f"({page.name})", contents)


class Readme(unittest.TestCase):
    def block(self, kind):
        return re.search(rf"^```{kind}\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)[1].splitlines()

    def test_it_is_short(self):
        """A picture, two commands, what they print, a dozen lines of code."""
        self.assertLessEqual(len((ROOT / "README.md").read_text().splitlines()), 120)
        self.assertEqual(len(self.block("sh")), 2)
        self.assertLessEqual(len(self.block("python")), 12)

    def test_the_study_prints_what_it_shows(self):
        """But for times, and for what follows from random draws: both differ between machines."""
        with tempfile.TemporaryDirectory() as folder:
            shown = subprocess.run([PROGRAM, "study", "hexapod"], cwd=folder, capture_output=True, text=True, timeout=600)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        vague = re.compile(r"[\d.]+ µs|(?<=Control: ).*|(?<=A log gives ).*")
        lines = vague.sub("", shown.stdout).splitlines()
        for line in self.block("text"):
            if line != "...":
                self.assertIn(vague.sub("", line), lines)

    def test_the_versions_agree(self):
        version = re.search(r"project\(jourdain VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertRegex((ROOT / "CITATION.cff").read_text(), rf"(?m)^version: {re.escape(version)}$")
        self.assertRegex((ROOT / "CHANGELOG.md").read_text(), rf"(?m)^## {re.escape(version)}\b")
        self.assertIn(f"jourdain_{version}_", (ROOT / "README.md").read_text())
        minor = version.rpartition(".")[0]
        self.assertIn(f"find_package(jourdain {minor} REQUIRED)", (DOCS / "install.md").read_text())
        self.assertIn(f"Version {minor},", (DOCS / "first-steps.md").read_text())

    def test_every_robot_is_in_the_catalogue(self):
        text = (DOCS / "catalogue.md").read_text()
        named = {name for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for name in re.findall(r"`([\w-]+)`", row)}
        self.assertEqual(named, {path.stem for path in (ROOT / "models").glob("*.yaml")})
        self.assertIn(f"{len(named)} robots", text)


class Formats(unittest.TestCase):
    def test_every_key_is_explained(self):
        for name, page in (("model", "model-format.md"), ("motion", "motions.md"), ("log-map", "identification.md")):
            keys = keys_of(json.loads((ROOT / "schema" / f"jourdain-{name}.schema.json").read_text()))
            words = set(re.findall(r"[A-Za-z_][\w-]*", (DOCS / page).read_text()))
            self.assertGreater(len(keys), 5)
            self.assertEqual(sorted(keys - words), [], f"docs/{page} does not name these keys of the schema")

    def test_every_status_is_explained(self):
        header = (ROOT / "include/jourdain/core/status.hpp").read_text()
        codes = re.findall(r"^  (\w+),", header, re.MULTILINE)
        self.assertGreater(len(codes), 5)
        text = (DOCS / "errors.md").read_text()
        for code in codes:
            self.assertIn(f"`{code}`", text)


class Commands(unittest.TestCase):
    def test_every_command_has_its_options(self):
        helps = {}

        def options_of(verb):
            if verb not in helps:
                shown = subprocess.run([PROGRAM, verb, "--help"], capture_output=True, text=True, timeout=60)
                self.assertEqual(shown.returncode, 0, f"there is no verb '{verb}'")
                helps[verb] = set(re.findall(r"--[a-z][a-z-]*", shown.stdout))
            return helps[verb]

        for page in all_pages():
            text = page.read_text()
            code = "\n".join([*re.findall(r"`+([^`]+)`+", text), text])
            for verb, rest in re.findall(r"(?:^|[\s(])(?:jourdain|\./run) ([a-z][a-z-]+)((?:[ \t][^\n`|;&]*)?)", code):
                if verb not in self.verbs() or "# exit code 2" in rest:
                    continue
                for option in re.findall(r"(?<![\w'\"=-])--[a-z][a-z-]*", rest.split("  #")[0]):
                    with self.subTest(page=str(page.relative_to(ROOT)), command=f"{verb}{rest}"):
                        self.assertIn(option, options_of(verb) | {"--help"})

    def test_every_verb_is_in_the_table_of_the_command_line(self):
        text = (DOCS / "cli.md").read_text()
        listed = set(re.findall(r"^\| \[`([a-z-]+)`\]", text, re.MULTILINE))
        self.assertEqual(sorted(self.verbs() - listed - {"help"}), [])

    def verbs(self):
        if not hasattr(self, "_verbs"):
            shown = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, timeout=60).stdout
            self._verbs = set(re.findall(r"^  ([a-z][a-z-]*) {2,}", shown, re.MULTILINE))
            self.assertGreater(len(self._verbs), 20)
        return self._verbs


if __name__ == "__main__":
    unittest.main()
