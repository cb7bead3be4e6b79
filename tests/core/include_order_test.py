"""Guards the order of the modules and the lists of tests, and keeps paths of single machines out of the repository.

The order is that of the foreach(module ...) in the top CMakeLists.txt: a module includes only itself and those before
it."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# Eigen's decompositions, which are slow to compile, and the two places that have them.
DECOMPOSITION = re.compile(r"\b(?:\w*SVD|\w*EigenSolver|\w*HouseholderQR|CompleteOrthogonalDecomposition|FullPivLU|(?:colPiv|fullPiv)Householder"
                           r"|completeOrthogonal|fullPivLu|jacobiSvd|bdcSvd|householderQr)\b")
DECOMPOSERS = ("src/core/dense/", "tests/oracles/linear_systems.cpp")
MACHINE_PATH = re.compile(r"(?<![\w.~$}>-])/(?:work|root|home)/")


def module_order(root):
    """The names in foreach(module ...) of the top CMakeLists.txt."""
    match = re.search(r"foreach\(module ([a-z_ \n]+)\)", (root / "CMakeLists.txt").read_text())
    if not match:
        raise AssertionError("no foreach(module ...) in CMakeLists.txt")
    return match.group(1).split()


def sources(root):
    """Every C++ file of the library, with the name of its module."""
    for base in (root / "include" / "jourdain", root / "src"):
        for path in sorted(base.rglob("*")):
            # jourdain.hpp stands beside the modules.
            if path.suffix in (".cpp", ".hpp", ".h", ".c") and path.parent != base:
                yield path, path.relative_to(base).parts[0]


def resolve(root, path, include):
    """The file of the project that an include names, or None."""
    for base in (path.parent, root / "include", root / "src"):
        if (base / include).is_file():
            return (base / include).resolve()
    return None


def include_mistakes(root):
    """One sentence for each include that goes against the order, names nothing, or closes a cycle."""
    root = root.resolve()
    order = module_order(root)
    mistakes = []
    graph = {}
    modules = {path.resolve(): module for path, module in sources(root)}
    for path, module in sources(root):
        name = path.relative_to(root)
        public = name.parts[0] == "include"
        if module not in order:
            mistakes.append(f"{name}: module '{module}' is not in the order of CMakeLists.txt")
            continue
        graph[path.resolve()] = targets = []
        for include in INCLUDE.findall(path.read_text()):
            target = resolve(root, path, include)
            if target is None or target not in modules:
                mistakes.append(f'{name}: "{include}" is no header of the library')
                continue
            targets.append(target)
            if public and root / "include" not in target.parents:
                mistakes.append(f'{name}: a public header includes the private "{include}"')
            other = modules[target]
            if other in order and order.index(other) > order.index(module):
                mistakes.append(f'{name}: {module} comes before {other}, so it may not include "{include}"')
    return mistakes + [
        "include cycle: " + " -> ".join(str(path.relative_to(root)) for path in cycle) for cycle in cycles(graph)]


def cycles(graph):
    """Each cycle found by a depth-first search, as a list of files."""
    found, done = [], set()

    def visit(path, trail):
        if path in trail:
            found.append(trail[trail.index(path):] + [path])
        elif path not in done:
            for target in graph.get(path, []):
                visit(target, trail + [path])
            done.add(path)

    for path in graph:
        visit(path, [])
    return found


def repository_files(root):
    """Files that git tracks or would track; None without git."""
    command = ["git", "-c", f"safe.directory={root}", "-C", str(root), "ls-files", "-z",
               "--cached", "--others", "--exclude-standard"]
    try:
        result = subprocess.run(command, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return [root / name for name in result.stdout.decode().split("\0") if name and (root / name).is_file()]


def machine_paths(root, files):
    """file:line of every absolute path that holds on one machine only."""
    mistakes = []
    for path in files:
        text = path.read_bytes().decode(errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            if MACHINE_PATH.search(line):
                mistakes.append(f"{path.relative_to(root)}:{number}: {line.strip()[:100]}")
    return mistakes


def decompositions(root):
    """One sentence for each use of Eigen's decompositions outside DECOMPOSERS."""
    found = []
    for folder in ("include", "src", "apps", "tests"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            name = path.relative_to(root).as_posix()
            use = None if name.startswith(DECOMPOSERS) else DECOMPOSITION.search(path.read_text())
            if use:
                found.append(f"{name}: {use.group()}: core/dense/decompositions.hpp has it")
    return found


# What writes to a stream or makes JSON; texts of generated code and comments aside.
PRINTING = re.compile(r"\bfmt::print\b|\bprint\(stderr|\b(?:printf|fprintf|puts|fputs|putchar)\s*\(|\bstd::(?:cout|cerr|clog)\b"
                      r"|#\s*include\s*<(?:iostream|cstdio|stdio\.h|print|nlohmann/[^>]*)>")
PRINTERS = ("src/report/", "src/io/", "src/core/contract.cpp")
# Who may look into an answer: what renders it, and sweeps.
READING = re.compile(r"\bfind<(?:jourdain::)?(?:Text|Facts|Table|Series|Matrix|Code|Picture)>\(")
READERS = ("include/jourdain/answer/", "src/answer/", "src/report/", "src/analyses/sweep", "python/src/answers.cpp")


def bare_code(text):
    """Without comments and texts."""
    return re.sub(r'R"(\w*)\((?:.|\n)*?\)\1"|//[^\n]*|/\*(?:.|\n)*?\*/|"(?:\\.|[^"\\\n])*"', '""', text)


def printing(root):
    """One sentence for each place of the library that prints: it makes values, and renderers print."""
    found = []
    for path, _ in sources(root):
        name = path.relative_to(root).as_posix()
        use = None if name.startswith(PRINTERS) else PRINTING.search(bare_code(path.read_text()))
        if use:
            found.append(f"{name}: {use.group()}: the library prints nothing; fill an Answer")
    return found


def answer_readers(root):
    """One sentence for each place that takes an entry out of an answer but a renderer."""
    found = []
    for folder in ("include", "src", "apps", "python/src"):
        for path in sorted((root / folder).rglob("*.[ch]pp")):
            name = path.relative_to(root).as_posix()
            use = None if name.startswith(READERS) else READING.search(bare_code(path.read_text()))
            if use:
                found.append(f"{name}: {use.group()}: numbers come from typed results, not out of answers")
    return found


def named_after_questions(root):
    """Files of the doors that are named after an analysis."""
    questions = set()
    for path in (root / "src" / "analyses").rglob("*.cpp"):
        questions |= {name.replace("-", "_") for name in re.findall(r'\.name = "([a-z-]+)",\s*\.what', path.read_text())}
    return [f"{path.relative_to(root)}: an analysis needs no file of its own in the doors"
            for folder in ("apps", "python/src") for path in sorted((root / folder).rglob("*.[ch]pp"))
            if path.stem in {f"{prefix}{name}" for name in questions for prefix in ("verb_", "run_", "add_")}]


def twice_defined(root):
    """Types of namespaces that two sources define with a body: the linker merges their functions, whichever they are."""
    found = {}
    for path, _ in sources(root):
        text = re.sub(r'//[^\n]*|"(\\.|[^"\\\n])*"', "", path.read_text())
        scopes = []
        for match in re.finditer(r"namespace\s*([\w:]*)\s*\{|\b(?:struct|class|enum class)\s+([\w:]+)(<[^;{}()]*>)?[^;{}()]*\{|[{}]", text):
            if match[0] == "}":
                if scopes:
                    scopes.pop()
                continue
            named = all(kind == "namespace" and name for kind, name in scopes)
            # Members that are defined outside, A::B, and specialisations are other types.
            if match[2] and named and "::" not in match[2] and not match[3]:
                found.setdefault("::".join([name for _, name in scopes] + [match[2]]), set()).add(path.relative_to(root).as_posix())
            scopes.append(("namespace", match[1]) if match[0].startswith("namespace") else ("other", ""))
    return [f"{name}: {', '.join(sorted(files))}" for name, files in found.items() if len(files) > 1]


def unlisted_tests(root):
    """Files named like a test that no CMakeLists.txt below tests/ names: they would never be built."""
    lists = "".join(path.read_text() for path in (root / "tests").rglob("CMakeLists.txt"))
    listed = set(re.findall(r"[\w-]+_test\.cpp", lists))
    return [str(path.relative_to(root)) for path in sorted((root / "tests").rglob("*_test.cpp")) if path.name not in listed]


def unlisted_classes(root):
    """Classes of tests of the command line that no entry of ctest runs."""
    folder = root / "tests" / "cli"
    listed = set(re.findall(r"\w+", (folder / "CMakeLists.txt").read_text()))
    classes, bases = set(), {"ProgramTest"}
    for path in folder.glob("*.py"):
        for name, base in re.findall(r"^class (\w+)\((\w+Test)\)", path.read_text(), re.MULTILINE):
            classes.add(name)
            bases.add(base)
    return sorted(classes - bases - listed)


class TestLists(unittest.TestCase):
    def test_every_class_of_the_command_line_is_run(self):
        self.assertEqual(unlisted_classes(ROOT), [])

    def test_every_test_is_built(self):
        self.assertEqual(unlisted_tests(ROOT), [])


class IncludeOrder(unittest.TestCase):
    def test_decompositions_stand_in_one_place(self):
        self.assertEqual(decompositions(ROOT), [])

    def test_modules_include_only_earlier_modules(self):
        self.assertGreater(len(list(sources(ROOT))), 0)
        self.assertEqual(include_mistakes(ROOT), [])


class TypeNames(unittest.TestCase):
    def test_every_type_is_defined_once(self):
        self.assertEqual(twice_defined(ROOT), [])


class MachinePaths(unittest.TestCase):
    def test_no_file_names_a_path_of_one_machine(self):
        files = repository_files(ROOT)
        if files is None:
            self.skipTest("no git, or not a repository")
        self.assertEqual(machine_paths(ROOT, files), [])


class Answers(unittest.TestCase):
    """Code that computes does not print, and code that prints does not compute."""

    def test_the_library_prints_nothing(self):
        self.assertEqual(printing(ROOT), [])

    def test_numbers_come_from_typed_results(self):
        self.assertEqual(answer_readers(ROOT), [])

    def test_the_doors_have_no_file_for_a_question(self):
        self.assertEqual(named_after_questions(ROOT), [])


class Guard(unittest.TestCase):
    """The guard itself: it must see each kind of mistake when one is planted."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name).resolve()
        self.write("CMakeLists.txt", "foreach(module core io\n  model)\nendforeach()\n")
        self.write("include/jourdain/core/a.hpp", "#include <vector>\n")
        self.write("include/jourdain/io/b.hpp", '#include "jourdain/core/a.hpp"\n')
        self.write("src/io/private.hpp", "")
        self.write("src/io/b.cpp", '#include "jourdain/io/b.hpp"\n#include "io/private.hpp"\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def assert_found(self, words):
        mistakes = include_mistakes(self.root)
        self.assertTrue(any(words in mistake for mistake in mistakes), mistakes)

    def test_accepts_the_right_order(self):
        self.assertEqual(include_mistakes(self.root), [])

    def test_finds_a_type_that_is_defined_twice(self):
        self.write("src/core/a.hpp", "namespace jourdain {\nstruct A;\nstruct A::B { int b; };\nstruct Once { int x; };\nnamespace {\nstruct Own {};\n}\n}\n")
        self.write("src/io/b.hpp", "namespace jourdain {\nstruct A::B { int b; };\nnamespace {\nstruct Own {};\n}\n}\n")
        self.assertEqual(twice_defined(self.root), [])
        self.write("src/io/c.hpp", "namespace jourdain {\nstruct Once { char y; };\n}\n")
        self.assertEqual(twice_defined(self.root), ["jourdain::Once: src/core/a.hpp, src/io/c.hpp"])

    def test_finds_what_prints(self):
        self.write("src/io/text.cpp", '#include <nlohmann/json.hpp>\n')
        self.write("src/model/text.cpp", '// printf(\nconst char* code = "printf(\\"x\\");";\nauto raw = R"(std::cout << 1)";\n')
        self.assertEqual(printing(self.root), [])
        for words in ('#include <cstdio>\n', 'void f() { fmt::print("x"); }\n', "void f() { std::cerr << 1; }\n", "#include <nlohmann/json.hpp>\n"):
            self.write("src/model/text.cpp", words)
            self.assertEqual(len(printing(self.root)), 1, words)

    def test_finds_who_looks_into_answers(self):
        self.write("src/report/text.cpp", 'auto t = answer.find<Table>("a");\n')
        self.assertEqual(answer_readers(self.root), [])
        self.write("src/model/text.cpp", 'auto t = answer.find<Table>("a");\n')
        self.assertEqual(len(answer_readers(self.root)), 1)

    def test_finds_a_file_for_a_question(self):
        self.write("src/analyses/a.cpp", '.name = "drive-gains",\n    .what = "",')
        self.write("apps/jourdain/program.cpp", "")
        self.assertEqual(named_after_questions(self.root), [])
        self.write("apps/jourdain/verb_drive_gains.cpp", "")
        self.assertEqual(len(named_after_questions(self.root)), 1)

    def test_finds_a_later_module(self):
        self.write("src/core/a.cpp", '#include "jourdain/io/b.hpp"\n')
        self.assert_found("core comes before io")

    def test_finds_an_unknown_module(self):
        self.write("src/extra/x.cpp", "")
        self.assert_found("module 'extra'")

    def test_finds_a_private_header_in_a_public_one(self):
        self.write("include/jourdain/model/c.hpp", '#include "io/private.hpp"\n')
        self.assert_found("public header includes the private")

    def test_finds_a_missing_header(self):
        self.write("src/core/a.cpp", '#include "jourdain/core/gone.hpp"\n')
        self.assert_found("no header of the library")

    def test_finds_a_cycle(self):
        self.write("include/jourdain/core/a.hpp", '#include "jourdain/core/z.hpp"\n')
        self.write("include/jourdain/core/z.hpp", '#include "jourdain/core/a.hpp"\n')
        self.assert_found("include cycle")

    def test_finds_a_test_that_is_not_built(self):
        self.write("tests/core/CMakeLists.txt", "jourdain_test(core a_test.cpp)\n")
        self.write("tests/core/a_test.cpp", "")
        self.assertEqual(unlisted_tests(self.root), [])
        self.write("tests/core/b_test.cpp", "")
        self.assertEqual(unlisted_tests(self.root), ["tests/core/b_test.cpp"])

    def test_finds_a_decomposition(self):
        self.write("src/spatial/x.cpp", "Eigen::JacobiSVD<Matrix> svd(A);")
        self.assertEqual(len(decompositions(self.root)), 1)

    def test_finds_a_machine_path(self):
        self.write("notes.txt", "fine: src/root/x, ${dir}/home/y\nbad: /" + "home/me/x\n")
        self.assertEqual(len(machine_paths(self.root, [self.root / "notes.txt"])), 1)


if __name__ == "__main__":
    unittest.main()
