"""Files to begin with: jourdain new."""

from program import MODELS, NAMES, ProgramTest

TYPES = sorted(path.stem for path in (MODELS / "templates").glob("*.yaml"))


class NewModels(ProgramTest):
    def test_every_type_passes_check_without_a_warning(self):
        self.assertGreaterEqual(len(TYPES), 8)
        self.assertEqual(list(self.by_name(self.run_json("new"), "types", by="type")), TYPES)
        for kind in TYPES:
            with self.subTest(kind=kind):
                self.run_program("new", kind, f"my {kind}.yaml")
                result = self.run_program("check", f"my {kind}.yaml")
                self.assertEqual(result.stderr, "")
                self.assertIn("good", result.stdout)
                self.assertIn(f"my-{kind}", result.stdout)
                self.assertIn("<-", (self.folder / f"my {kind}.yaml").read_text())

    def test_every_robot_of_the_catalogue_can_be_copied(self):
        others = list(self.by_name(self.run_json("new"), "robots", by="robot"))
        self.assertEqual(sorted([*others, *TYPES]), sorted({*NAMES, *TYPES}))
        for name in others:
            with self.subTest(name=name):
                self.run_program("new", name, "mine.yaml")
                copy, model = (self.folder / "mine.yaml").read_text(), (MODELS / f"{name}.yaml").read_text()
                self.assertEqual(copy.replace("\nname: mine\n", f"\nname: {name}\n"), model)
                self.assertEqual(self.run_json("info", "mine.yaml")["model"], "mine")
                (self.folder / "mine.yaml").unlink()

    def test_files_are_never_overwritten(self):
        self.write("mine.yaml", "precious")
        self.refused(2, "is there already", "new", "delta", "mine.yaml")
        self.assertEqual((self.folder / "mine.yaml").read_text(), "precious")

    def test_nonsense_is_refused(self):
        self.refused(2, "did you mean 'delta'?", "new", "dleta", "x.yaml")
        self.refused(2, "expected a file", "new", "delta")
        self.refused(2, "ends in .yaml", "new", "delta", "x.txt")
        self.refused(3, "", "new", "delta", "none/x.yaml")

    def test_they_do_what_robots_do(self):
        for kind in TYPES:
            self.run_program("new", kind, f"{kind}.yaml")
            self.run_program("inverse", f"{kind}.yaml")
