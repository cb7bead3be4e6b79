"""Curves over time: --plot of the verbs that go through a motion."""

import re
import xml.etree.ElementTree as xml

from program import ROOT, ProgramTest

DELTA = str(ROOT / "examples" / "delta-pick-and-place.csv")
PALIDA = str(ROOT / "examples" / "palida-circle.csv")


class Plots(ProgramTest):
    def picture(self, name):
        """The texts of a picture that any reader of XML takes."""
        root = xml.parse(self.folder / name).getroot()
        self.assertTrue(root.tag.endswith("svg"))
        return [element.text for element in root.iter() if element.tag.endswith("text")]

    def curves(self, name):
        text = (self.folder / name).read_text()
        self.assertNotIn("nan", text)
        return re.findall(r'stroke-width="1\.7"[^>]* d="(M[^"]*)"', text)

    def test_inverse_draws_forces(self):
        answer = self.run_json("inverse", "palida", "--states", PALIDA, "--plot", "forces.svg")
        self.assertEqual(answer["files"], [{"path": "forces.svg", "entry": "plot"}])
        texts = self.picture("forces.svg")
        for text in ("force (N)", "time (s)", "leg1.slide", "leg6.slide", "palida: forces of the motors"):
            self.assertIn(text, texts)
        self.assertTrue(any(text.startswith("max_force 450 N") for text in texts))
        # The highest point of the first curve is where the force is largest.
        forces = self.columns(answer)["leg1.slide"]
        first = [tuple(map(float, pair.split())) for pair in re.split("[ML]", self.curves("forces.svg")[0])[1:]]
        self.assertEqual(len(first), len(forces))
        self.assertEqual(min(range(len(first)), key=lambda k: first[k][1]), forces.index(max(forces)))

    def test_sizing_draws_force_speed_and_power(self):
        self.assertIn("written: motors.svg", self.run_program("sizing", "delta", "--states", DELTA, "--plot", "motors.svg").stdout)
        texts = self.picture("motors.svg")
        for text in ("torque (N m)", "speed (rad/s)", "power (W)", "time (s)"):
            self.assertEqual(texts.count(text), 1)

    def test_motions_are_drawn_as_files_are(self):
        for verb, motors in (("sizing", 3), ("inverse", 3)):
            with self.subTest(verb=verb):
                self.run_program(verb, "delta", "--motion", "pick", "--plot", "motion.svg")
                self.assertIn("time (s)", self.picture("motion.svg"))
                self.assertGreaterEqual(len(self.curves("motion.svg")), motors)
                self.run_program(verb, "delta", "--motion", "pick", "--rate", "1 kHz", "--plot", "motion.svg")
        self.refused(2, "has no curves with these options", "inverse", "delta", "--plot", "motion.svg")

    def test_ik_draws_what_the_file_has(self):
        self.run_program("ik", "delta", "--states", DELTA, "--plot", "joints.svg", "--out", "joints.csv")
        texts = self.picture("joints.svg")
        for text in ("angle (deg)", "speed (rad/s)", "acceleration (rad/s^2)"):
            self.assertIn(text, texts)
        self.write("poses.csv", "x,y,z\n0,0,-0.3\n0.01,0,-0.3\n")
        self.run_program("ik", "delta", "--states", "poses.csv", "--plot", "joints.svg")
        texts = self.picture("joints.svg")
        self.assertIn("state", texts)
        self.assertNotIn("speed (rad/s)", texts)

    def test_simulations_are_drawn(self):
        for model in ("five-bar", "hexapod", "four-bar"):
            self.run_program("forward", model, "--simulate", "20 ms", "--plot", "fall.svg")
            texts = self.picture("fall.svg")
            for text in ("energy (J)", "kinetic", "change of potential", "time (s)"):
                self.assertIn(text, texts)
            self.assertEqual("output (mm)" in texts, model != "four-bar")

    def test_motors_of_both_kinds_have_panels_of_their_own(self):
        self.run_program("forward", "free-form", "--simulate", "5 ms", "--plot", "fall.svg")
        self.assertIn("angle (deg)", self.picture("fall.svg"))

    def test_a_plot_of_nothing_is_refused(self):
        for verb in ("inverse", "ik", "forward", "sizing"):
            self.refused(2, "has no curves with these options", verb, "delta", "--pose", "0,0,-0.3", "--plot", "x.svg")
        for verb in ("inverse", "sizing"):
            self.refused(2, "pictures are SVG", verb, "delta", "--states", DELTA, "--plot", "x.png")
        self.refused(2, "", "inverse", "delta", "--states", DELTA, "--plot", "x.svg", "--out", "x.svg")
        self.assertFalse((self.folder / "x.svg").exists())
