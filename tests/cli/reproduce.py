"""The papers' experiments through the command line."""

import json

from program import ProgramTest


class Reproduce(ProgramTest):
    def test_list(self):
        names = list(self.by_name(self.run_json("reproduce", "--list"), "experiments", "name"))
        for name in ("codourey98-fig7", "codourey98-table1", "codourey97-adaptive", "abdellatif05-table2", "gallardo03-stewart"):
            self.assertIn(name, names)
        self.assertIn("codourey98-fig7", self.run_program("reproduce", "--list").stdout)

    def test_a_table_with_the_papers_numbers(self):
        answer = self.run_json("reproduce", "abdellatif05-table2")
        totals = list(answer["sections"]["abdellatif05-table2"]["tables"].values())[2]
        self.assertEqual(list(totals["columns"]), ["method", "ours", "paper", "ratio"])
        self.assertEqual(totals["rows"][0]["paper"], 1987)
        self.assertTrue(answer["ok"])

    def test_a_paper_stands_for_its_experiments(self):
        answer = self.run_json("reproduce", "gallardo03", "gallardo03-stewart", "--brief")
        self.assertEqual(list(answer["sections"]), ["gallardo03-gearshift", "gallardo03-stewart"])

    def test_files(self):
        shown = self.run_program("reproduce", "codourey98-fig5", "gallardo03-gearshift", "--brief", "--out", "figures")
        self.assertRegex(shown.stdout, r"\d of \d statements of the papers are met in 2 experiments")
        folder = self.folder / "figures"
        self.assertEqual(sorted(file.name for file in folder.iterdir() if not file.name.startswith(".")),
                         ["codourey98-fig5-inertias.csv", "codourey98-fig5-mass-matrix.svg", "gallardo03-gearshift-agreement.csv",
                          "gallardo03-gearshift-gearshift.svg", "reproduce.html", "reproduce.json", "reproduce.md"])
        self.assertTrue(json.loads((folder / "reproduce.json").read_text())["ok"])
        self.assertIn("met", (folder / "reproduce.html").read_text())
        self.assertIn("## codourey98-fig5", (folder / "reproduce.md").read_text())

    def test_mistakes(self):
        self.refused(2, "did you mean 'codourey98-fig7'?", "reproduce", "codourey98-fg7")
        self.refused(2, "expected names of experiments, or all", "reproduce")
        self.refused(2, "no experiment", "reproduce", "codourey98-fig5", "nonsense")
