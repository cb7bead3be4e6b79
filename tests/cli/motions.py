"""Motions in time through the command line: the verb motion, and --motion beside --states."""

import json
import math
import re

import jsonschema
import yaml

from program import NAMES, ROOT, ProgramTest

EXAMPLES = ROOT / "examples" / "motions"
SCHEMA = ROOT / "schema" / "jourdain-motion.schema.json"
KINDS = ["line", "arc", "circle", "pick", "spline", "lines", "fourier", "hold", "file"]


class Motions(ProgramTest):
    def peak(self, answer, quantity):
        return self.by_name(answer, "peaks", by="quantity")[quantity]["value"]

    def test_every_robot_has_a_default_motion(self):
        for name in NAMES:
            with self.subTest(robot=name):
                answer = self.run_json("motion", name)
                self.assertTrue(answer["ok"])
                self.assertTrue(self.fact(answer, "chosen", "motion"))
                self.assertLess(self.fact(answer, "closure_error", "motion"), 1e-9)
                self.assertEqual(list(self.by_name(answer, "singularities", by="quantity")), ["type1", "type2", "constraint"])
                self.assertNotIn("series", answer)

    def test_examples_are_motions(self):
        for path in sorted(EXAMPLES.glob("*.yaml")):
            with self.subTest(file=path.name):
                self.assertTrue(self.run_json("motion", "delta", "--motion", path)["ok"])

    def test_the_page_shows_motions(self):
        for block in re.findall(r"^```yaml\n(.*?)^```$", (ROOT / "docs" / "motions.md").read_text(), re.MULTILINE | re.DOTALL):
            self.write("page.yaml", block.replace("repeat: 3 ", "repeat: 1 "))
            self.assertTrue(self.run_json("motion", "delta", "--motion", "page.yaml")["ok"])

    def test_figures_of_the_inclined_circle(self):
        answer = self.run_json("motion", "palida", "--motion", "circle radius=100mm speed=1m/s tilt=30deg acceleration=10m/s^2", "--out", "c.csv")
        self.assertAlmostEqual(self.fact(answer, "length", "motion"), 0.2 * math.pi, delta=1e-6)
        self.assertAlmostEqual(self.peak(answer, "speed"), 1, delta=1e-9)
        self.assertEqual(answer["files"], [{"path": "c.csv", "entry": "states"}])
        table = self.table("c.csv")
        middle = len(table["t"]) // 2
        self.assertAlmostEqual(math.hypot(*(table[c][middle] for c in ("vx", "vy", "vz"))), 1, delta=1e-12)
        self.assertAlmostEqual(math.hypot(*(table[c][middle] for c in ("ax", "ay", "az"))), 10, delta=1e-9)
        slope = [table["z"][k] - table["z"][0] - math.tan(math.radians(30)) * table["y"][k] for k in range(len(table["t"]))]
        self.assertLess(max(map(abs, slope)), 1e-12)

    def test_peak_accelerations_of_codourey98_figure_8(self):
        # Half an ellipse over 250 mm of a height that makes L/T^2 = 12.75 m/s^2: 51, 80 and 120 m/s^2 along the path.
        for profile, expected in (("parabolic", 51), ("sine", 80), ("asymmetric-sine", 120)):
            answer = self.run_json("motion", "delta", "--motion", f"pick span=250mm height=99.76mm duration=1s/6 profile={profile} back=false")
            self.assertAlmostEqual(self.fact(answer, "length", "motion"), 12.75 / 36, delta=5e-4)
            self.assertAlmostEqual(self.peak(answer, "path acceleration"), expected, delta=0.006 * expected)

    def test_states_written_are_states_read(self):
        text = "line by={x: 30 mm, z: -20 mm} duration=0.4s; circle radius=20mm speed=0.5m/s"
        self.run_program("motion", "delta", "--motion", text, "--rate", "100 Hz", "--out", "states.csv")
        self.run_program("motion", "delta", "--motion", text, "--rate", "100 Hz", "--out", "joints.csv", "--columns", "motors")
        self.run_program("inverse", "delta", "--states", "states.csv", "--out", "a.csv")
        self.run_program("inverse", "delta", "--states", "joints.csv", "--out", "b.csv")
        self.run_program("inverse", "delta", "--motion", text, "--rate", "100 Hz", "--out", "c.csv")
        a, b, c = (self.table(name) for name in ("a.csv", "b.csv", "c.csv"))
        for column in a:
            for x, y, z in zip(a[column], b[column], c[column]):
                self.assertAlmostEqual(x, y, delta=1e-9)
                self.assertAlmostEqual(x, z, delta=1e-9)

    def test_lists_need_no_brackets(self):
        one = self.run_json("motion", "delta", "--motion", "line to=50 mm,30mm, -320 mm duration=0.3s")
        other = self.run_json("motion", "delta", "--motion", "line to=[50 mm, 30 mm, -320 mm] duration=0.3s")
        self.assertEqual(self.fact(one, "length", "motion"), self.fact(other, "length", "motion"))
        self.assertIn("motion:1:9:", self.refused(2, "values", "motion", "delta", "--motion", "line to=50mm,30mm duration=1s"))

    def test_every_verb_that_takes_states_takes_motions(self):
        text = "circle radius=30mm speed=0.5m/s ramp=0.05s"
        self.assertEqual(len(self.columns(self.run_json("inverse", "delta", "--motion", text, "--rate", "50 Hz"))["t"]),
                         self.fact(self.run_json("sizing", "delta", "--motion", text, "--rate", "50 Hz"), "states"))
        self.run_program("ik", "delta", "--motion", text, "--out", "joints.csv")
        self.run_program("regressor", "delta", "--motion", text, "--out", "y.csv")
        rows = len(self.table("joints.csv")["t"])
        self.assertEqual(3 * rows, len(self.table("y.csv")["t"]))
        # A motion of the motors serves all of them, too.
        motors = "space=motors; line by={leg1.motor: 5 deg} duration=0.5s"
        for verb in ("ik", "inverse", "sizing"):
            self.run_program(verb, "delta", "--motion", motors)

    def test_what_the_robot_cannot_do_has_time_place_and_reason(self):
        answer = self.run_json("motion", "delta", "--motion", "line by={x: 1} duration=1s", code=1)
        event = answer["tables"]["events"]["rows"][0]
        self.assertIn(event["message"], answer["verdict"]["reasons"][0])
        self.assertEqual(event["kind"], "limit")
        self.assertGreater(event["t"], event["first_t"])
        text = self.run_program("motion", "delta", "--motion", "line by={x: 1} duration=1s", code=1).stdout
        self.assertRegex(text, r"t = [\d.]+ s at x [\d.]+ mm, .*unreachable: ")
        self.assertIn("the robot cannot do this motion", text)
        self.assertRegex(text, r"followed +until t = 0\.\d+ s")
        # A motion that does not even begin has no peaks.
        text = self.run_program("motion", "delta", "--motion", "circle radius=5m speed=1m/s", code=1).stdout
        self.assertIn("its first pose is out of reach", text)
        self.assertNotIn("Peaks", text)
        self.assertNotIn("peak speed", text)
        refused = self.refused(4, "no file was written", "motion", "delta", "--motion", "line by={x: 1} duration=1s", "--out", "x.csv")
        self.assertIn("limit", refused)
        # The picture shows how far it goes.
        self.run_program("motion", "delta", "--motion", "line by={x: 1} duration=1s", "--plot", "x.svg", code=1)
        self.assertIn("<svg", (self.folder / "x.svg").read_text())
        self.assertFalse((self.folder / "x.csv").exists())
        self.refused(4, "t = 0.", "inverse", "delta", "--motion", "line by={x: 1} duration=1s")

    def test_options_that_do_not_go_together(self):
        line = "line by={x: 10 mm}"
        self.refused(2, "--rate", "motion", "delta", "--motion", line, "--rate", "10")
        self.refused(2, "--columns goes with --out", "motion", "delta", "--motion", line, "--columns", "motors")
        self.refused(2, "--rate goes with --motion", "inverse", "delta", "--rate", "10")
        self.refused(2, "--motion", "inverse", "delta", "--motion", line, "--states", "x.csv")
        self.refused(2, "--motion", "inverse", "delta", "--motion", line, "--pose", "0,0,-0.3")
        self.refused(2, "--at", "inverse", "delta", "--motion", line, "--at", "tool")
        self.refused(2, "--motion", "ik", "delta", "--motion", line, "--states", "x.csv")
        self.refused(2, "expected states", "regressor", "delta")
        self.refused(2, "positive", "inverse", "delta", "--motion", line, "--rate", "-3")
        self.refused(2, "states of", "inverse", "delta", "--motion", line, "--rate", "1e12")
        self.refused(2, "no platform", "motion", "four-bar", "--motion", "line", "--out", "x.csv", "--columns", "output")

    def test_mistakes_have_line_and_column(self):
        self.write("m.yaml", "motion: 1\nparts:\n  - line: {by: {x: 10 mm}, sped: 1 m/s}\n")
        self.assertIn("m.yaml:3:28: error: 'sped' is not a key", self.refused(3, "did you mean 'speed'?", "motion", "delta", "--motion", "m.yaml"))
        self.assertIn("motion:1:8: error", self.refused(2, "did you mean 'radius'?", "motion", "delta", "--motion", "circle radus=3mm"))
        self.refused(3, "there is no such file", "motion", "delta", "--motion", "nowhere.yaml")
        self.refused(2, "no kind of motion", "motion", "delta", "--motion", "nowhere")
        self.refused(3, "nowhere.csv", "motion", "delta", "--motion", "file csv=nowhere.csv")

    def test_schema_and_reader_know_the_same_keys(self):
        schema = json.loads(SCHEMA.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for path in EXAMPLES.glob("*.yaml"):
            self.assertEqual([e.message for e in validator.iter_errors(yaml.safe_load(path.read_text()))], [], path.name)
        words = {"colour"} | set(schema["properties"])
        for kind in KINDS:
            words |= set(schema["$defs"][kind]["properties"])
        for kind in KINDS + [""]:
            known = set(schema["$defs"][kind]["properties"] if kind else schema["properties"])
            keys = sorted(words - {"motion"})
            unknown = set()
            for part in (keys[:len(keys) // 2], keys[len(keys) // 2:]):  # fifty mistakes are shown at most
                lines = [f"{'  ' if kind else ''}{key}: '?'\n" for key in part if kind or key not in ("space", "frame")]
                self.write("keys.yaml", "motion: 1\n" + (f"{kind}:\n" if kind else "") + "".join(lines))
                said = self.run_program("motion", "delta", "--motion", "keys.yaml", code=3).stderr
                unknown |= set(re.findall(r"'([\w-]+)' is not a key of", said))
            self.assertEqual(unknown, set(keys) - known, kind or "the whole")
