"""study and view: pages in HTML, and the files beside them."""

import csv
import json

from program import ProgramTest


class Pages(ProgramTest):
    def test_study_writes_a_report_and_all_its_numbers(self):
        shown = self.run_program("study", "four-bar", "--out", "s", "--seed", "3")
        lines = shown.stdout.strip().split("\n")
        self.assertLessEqual(len(lines), 40)
        for words in ("is sound", "can do", "A log"):
            self.assertIn(words, shown.stdout)
        self.assertIn("written: s: report.html, numbers.json", lines[-1])
        page = (self.folder / "s" / "report.html").read_text()
        self.assertIn("jourdain study four-bar --out s --seed 3", page)
        numbers = json.loads((self.folder / "s" / "numbers.json").read_text())
        self.assertEqual(list(numbers["sections"]), ["robot", "motion", "workspace", "base", "excitation", "identification", "controllers", "code"])
        self.assertEqual(numbers["verdict"]["question"], "Is the model sound?")
        self.assertEqual(len(numbers["further"]), 2)
        named = [path for path in (self.folder / "s").glob("*-*.csv")]
        self.assertGreater(len(named), 8)
        for path in named:
            with open(path) as file:
                rows = list(csv.reader(file))
            self.assertGreater(len(rows), 1, path)
            self.assertEqual({len(row) for row in rows}, {len(rows[0])}, path)
            self.assertNotIn("", rows[0], path)
        for name in ("model.yaml", "identified.yaml", "excitation.yaml", "measurement.csv"):
            self.assertTrue((self.folder / "s" / name).exists(), name)
        # What was written can be used again.
        self.run_program("check", "s/identified.yaml")
        self.run_program("study", "four-bar", "--out", "s")

    def test_study_takes_a_log_and_a_motion(self):
        self.run_program("excite", "five-bar", "--starts", "1", "--evaluations", "20", "--out", "e.yaml")
        self.run_program("identify", "five-bar", "--rehearse", "e.yaml", "--out", "run")
        answer = json.loads(self.run_program("study", "five-bar", "--log", "run/rehearsal.csv", "--motion", "circle radius=30mm", "--out", "s",
                                             "--plain", "--json").stdout)
        self.assertTrue(answer["ok"])
        self.assertEqual([verdict["question"][:4] for verdict in [answer["verdict"], *answer["further"]]], ["Is t", "Can ", "What"])
        outcome = {step["name"]: step["outcome"] for step in answer["tables"]["steps"]["rows"]}
        self.assertEqual(outcome["excitation"], "left out")
        self.assertEqual(outcome["check"], "good")
        page = (self.folder / "s" / "report.html").read_text()
        self.assertNotIn('id="data"', page)
        self.assertIn("circle radius=30mm", page)

    def test_study_refuses_what_it_cannot_use(self):
        for arguments, code, text in ((("--map", "m.yaml"), 2, "--map goes with --log"),
                                      (("--motion", "dance"), 2, "dance"),
                                      (("--log", "none.csv"), 3, "none.csv")):
            failed = self.run_program("study", "four-bar", "--out", "s", *arguments, code=code)
            self.assertIn(text, failed.stderr)
            self.assertFalse((self.folder / "s" / "report.html").exists())
        (self.folder / "mine").mkdir()
        self.write("mine/thesis.txt", "precious")
        self.assertIn("no study", self.run_program("study", "four-bar", "--out", "mine", code=2).stderr)
        self.write("file", "")
        self.assertIn("expected a folder", self.run_program("study", "four-bar", "--out", "file", code=3).stderr)

    def test_view_of_a_model_and_of_a_motion(self):
        self.assertTrue(self.run_program("view", "delta").stdout.endswith("written: view-delta.html\n"))
        page = (self.folder / "view-delta.html").read_text()
        # The page solves the mechanism, and has answers to check itself.
        self.assertIn('"mechanism":{"axes":[{"name":"x"', page)
        self.assertEqual(page.count('"type2":'), 4)
        # Without an output the motors are moved.
        self.run_program("view", "four-bar", "--out", "f.html")
        self.assertIn('"mechanism":{"axes":[{"name":"motor"', (self.folder / "f.html").read_text())
        self.run_program("view", "delta", "--motion", "circle", "--out", "c.html")
        self.assertIn('"mechanism":null', (self.folder / "c.html").read_text())
        self.assertIn("unreachable", self.run_program("view", "delta", "--motion", "line by={z: 5 m}", "--out", "d.html", code=4).stderr)
        self.assertFalse((self.folder / "d.html").exists())

    def test_names_from_files_cannot_break_the_page(self):
        text = self.run_program("info", "five-bar", "--print").stdout.replace("name: five-bar", 'name: "</script><script>alert(1)</script>"')
        self.write("evil.yaml", text)
        self.run_program("view", "evil.yaml", "--out", "v.html")
        self.assertNotIn("alert(1)</script>", (self.folder / "v.html").read_text())
