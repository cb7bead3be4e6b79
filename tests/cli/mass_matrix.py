"""Mass matrices and their maps through the command line."""

import math
import re
import xml.etree.ElementTree

from dynamics import CLAVEL_FORCES, CLAVEL_STATE
from program import MODELS, NAMES, ProgramTest, distance


class MassMatrix(ProgramTest):
    def matrix(self, *arguments):
        return self.run_json("mass-matrix", *arguments)["matrices"]["M"]["values"]

    def test_equals_differences_of_inverse_dynamics(self):
        pose = ("--pose", "0.05,0.03,-0.30")
        answer = self.run_json("mass-matrix", "delta", *pose, "--coordinates", "output")

        def generalised(acceleration):
            """J^T-forces of the output by power: forces times motor rates per unit velocity."""
            forces = self.forces("delta", *pose, "--acceleration", acceleration)
            rates = [self.joints("delta", *pose, "--twist", twist, of="rate")
                     for twist in ("1,0,0", "0,1,0", "0,0,1")]
            return [sum(f * r for f, r in zip(forces, rate)) for rate in rates]
        still = generalised("0,0,0")
        self.assertLess(distance(still, [row["gravity"] for row in answer["tables"]["forces"]["rows"]]), 1e-10)
        for k, acceleration in enumerate(("1,0,0", "0,1,0", "0,0,1")):
            column = [a - b for a, b in zip(generalised(acceleration), still)]
            self.assertLess(distance(column, [row[k] for row in answer["matrices"]["M"]["values"]]), 1e-10)

    def test_terms_add_up_to_the_forces(self):
        """M ddq + c + g = Q at Clavel's state."""
        answer = self.run_json("mass-matrix", "delta", *CLAVEL_STATE[:4])
        change = [-77.055767499, 155.333826381, 412.747035170]
        M = answer["matrices"]["M"]
        self.assertEqual((M["row_units"], M["column_units"]), (["N m"] * 3, ["rad/s^2"] * 3))
        self.assertEqual(M["rows"], list(self.by_name(answer, "forces", by="coordinate")))
        for row, forces, expected in zip(M["values"], answer["tables"]["forces"]["rows"], CLAVEL_FORCES["virtual-power"], strict=True):
            force = sum(m * q for m, q in zip(row, change)) + forces["coriolis"] + forces["gravity"]
            self.assertAlmostEqual(force, expected, delta=1e-8)

    def test_whole_catalogue(self):
        for name in NAMES:
            with self.subTest(name=name):
                M = self.matrix(name)
                largest = max(abs(entry) for row in M for entry in row)
                for i in range(len(M)):
                    self.assertGreater(M[i][i], 0)
                    for j in range(i):
                        self.assertLess(abs(M[i][j] - M[j][i]), 1e-10 * largest)
                        self.assertLess(M[i][j] ** 2, M[i][i] * M[j][j])
        self.assertIn("kg m^2", self.run_program("mass-matrix", "delta").stdout)
        self.assertIn("kg, kg m, kg m^2", self.run_program("mass-matrix", "palida", "--coordinates", "output").stdout)

    def test_rotor_inertia_is_added_to_the_diagonal(self):
        plain, with_rotors = (self.matrix("delta", *more) for more in ((), ("--rotor-inertia", "0.015 kg m^2")))
        for i in range(3):
            for j in range(3):
                self.assertAlmostEqual(with_rotors[i][j] - plain[i][j], 0.015 if i == j else 0, delta=1e-12)
        named = self.matrix("delta", "--rotor-inertia", "leg2.motor=0.015")
        self.assertAlmostEqual(named[1][1], with_rotors[1][1])
        self.assertAlmostEqual(named[0][0], plain[0][0])

    # Figures 4 and 5 of [Codourey98] with Clavel's numbers.
    UPPER, LOWER = "z=-0.23", "z=-0.35"

    def cut(self, model, held, *more):
        # In the lower cut two corners are out of reach, and entries near them grow with the fineness of the grid.
        return self.run_json("mass-matrix", model, "--cut", held, "--range", "0.25", "--grid", "26", *more)

    def coupling(self, model, held):
        return self.fact(self.cut(model, held), "largest_coupling", "slice")

    def test_ratio_of_the_diagonal_over_the_cuts(self):
        """The mass matrix (50), with 2/3 of each forearm at the elbow and 1/3 on the plate, and the full one (47)."""
        text = (MODELS / "delta.yaml").read_text()
        for old, new in (("m_elbow: 18 g", "m_elbow: 48 g"), ("m_fore: 45 g", "m_fore: 0 g"), ("{mass: 0.1 kg,", "{mass: 0.145 kg,")):
            self.assertIn(old, text)
            text = text.replace(old, new)
        lumped = self.write("lumped.yaml", text)
        for model, held, rotor, expected in (
                (lumped, self.UPPER, "0", 6.1), (lumped, self.LOWER, "0", 2.6), (lumped, self.UPPER, "0.015", 2.1),
                (lumped, self.LOWER, "0.015", 1.6), ("delta", self.UPPER, "0", 7.1), ("delta", self.LOWER, "0", 2.7),
                ("delta", self.UPPER, "0.015", 2.2), ("delta", self.LOWER, "0.015", 1.6)):
            ratio = self.cut(model, held, "--rotor-inertia", rotor)["tables"]["diagonal"]["rows"][0]["ratio"]
            self.assertAlmostEqual(ratio, expected, delta=0.06, msg=(model, held, rotor))

    def test_coupling_is_of_the_order_of_the_diagonal(self):
        self.assertGreater(self.coupling("delta", self.UPPER), 0.3)
        self.assertLess(self.coupling("delta", self.UPPER), 1)

    def test_maps_have_three_fold_symmetry(self):
        """A turn by 120 degrees takes each leg to the next: M_22 at R p is M_11 at p."""
        c, s = math.cos(2 * math.pi / 3), math.sin(2 * math.pi / 3)
        for x, y in ((0.1, 0.03), (-0.06, 0.12), (0.02, -0.15)):
            here = self.matrix("delta", "--pose", f"{x},{y},-0.23")
            there = self.matrix("delta", "--pose", f"{c * x - s * y!r},{s * x + c * y!r},-0.23")
            for i in range(3):
                for j in range(3):
                    self.assertAlmostEqual(there[(i + 1) % 3][(j + 1) % 3], here[i][j], delta=1e-12)

    def test_table_and_picture(self):
        self.run_program("mass-matrix", "delta", "--cut", self.UPPER, "--range", "250 mm", "--grid", "21", "--out", "m.csv",
                         "--picture", "m.svg")
        lines = (self.folder / "m.csv").read_text().splitlines()
        self.assertEqual(lines[0], "x,y,state,M11,M12,M13,M22,M23,M33")
        self.assertEqual(len(lines), 1 + 21 * 21)
        picture = (self.folder / "m.svg").read_text()
        xml.etree.ElementTree.fromstring(picture)
        self.assertNotRegex(picture, re.compile("href|nan|script", re.IGNORECASE))
        for part in ("diagonal (kg m\u00b2)", "coupling (kg m\u00b2)", ">23<", "z = -230 mm"):
            self.assertIn(part, picture)

    def test_robots_without_a_closed_form_have_maps_too(self):
        answer = self.run_json("mass-matrix", "3rps", "--plane", "rx,ry", "--range", "10 deg", "--grid", "7", "--picture", "m.svg",
                               "--coordinates", "output")
        self.assertEqual(answer["tables"]["diagonal"]["columns"]["largest"]["unit"], ["kg", "kg m^2"])
        self.assertEqual(len(answer["tables"]["grid"]["rows"]), 49)

    def test_nonsense_is_a_usage_error(self):
        for part, arguments in {
                "no platform or end point": ("four-bar", "--cut", "z=0"),
                "--coordinates": ("delta", "--coordinates", "joint"),
                "found 'actuators': did you mean 'motors'?": ("delta", "--coordinates", "actuators"),
                "one half width, or four": ("delta", "--range", "1,2"),
                "--cut: unknown coordinate": ("delta", "--cut", "w=1"),
                "not both": ("delta", "--cut", "z=-0.3", "--pose", "0,0,-0.3"),
                "no motor 'leg9.motor'": ("delta", "--rotor-inertia", "leg9.motor=1"),
                "must not be negative": ("delta", "--rotor-inertia", "-1"),
                "--rotor-inertia: '1 m'": ("delta", "--rotor-inertia", "1 m"),
        }.items():
            with self.subTest(arguments=arguments):
                self.refused(2, part, "mass-matrix", *arguments)
        self.refused(4, "unreachable", "mass-matrix", "delta", "--pose", "0,0,-3")
        self.run_program("mass-matrix", "delta", "--cut", "z=-3", "--grid", "5", code=1)
