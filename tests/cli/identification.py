"""identify, validate, compare and excite from outside, on logs of a simulated five-bar."""

import json
import math
import random

import jsonschema
import yaml

from program import ROOT, ProgramTest

RATE = 250
DURATION = 6.0


class Identification(ProgramTest):
    def log(self, name, seed=1, noise=0.01, change=None, factor=1.0):
        """A log with quantised positions and noisy forces of the five-bar's motors."""
        motion = f"fourier frequency=0.5Hz periods=3 ramp=0s sine={{motor1: [{6 + seed} deg, 4 deg, -3 deg], motor2: [5 deg, -{3 + seed} deg, 4 deg]}}"
        self.run_program("motion", "five-bar", "--motion", f"space=motors; {motion}", "--rate", f"{RATE} Hz", "--out", "states.csv", code=None)
        self.run_program("inverse", "five-bar", "--states", "states.csv", "--out", "forces.csv", code=None)
        states, forces = self.table("states.csv"), self.table("forces.csv")
        draw = random.Random(seed)
        lines = ["t,motor1,motor2,motor1_torque,motor2_torque"]
        for i, t in enumerate(states["t"]):
            cells = [t] + [round(states[m][i] / 1e-5) * 1e-5 for m in ("motor1", "motor2")]
            size = max(map(abs, forces["motor1"]))
            cells += [factor * forces[m][i] + noise * size * draw.gauss(0, 1) for m in ("motor1", "motor2")]
            lines.append(",".join(repr(x) for x in cells))
        if change:
            change(lines)
        return self.write(name, "\n".join(lines) + "\n")

    def test_a_run_gives_a_model_that_other_verbs_take(self):
        self.log("run1.csv", 1), self.log("run2.csv", 2)
        answer = self.run_json("identify", "five-bar", "--log", "run1.csv", "--validate", "run2.csv", "--out", "run", code=None)
        self.assertIn(self.fact(answer, "use"), ["nothing", "feedforward", "simulation"])
        ranges = answer["sections"]["details"]["tables"]["validation"]["rows"]
        shares = [m["rms"] / r["measured_range"] for m, r in zip(answer["tables"]["validation"]["rows"], ranges)]
        self.assertLess(max(shares), 0.05)
        self.assertEqual(shares, [m["share_of_range"] for m in answer["tables"]["validation"]["rows"]])
        folder = self.folder / "run"
        for name in ["identified.yaml", "result.json", "forces.csv", "model.yaml", "report.html"]:
            self.assertTrue((folder / name).exists(), name)
            self.assertIn({"path": f"run/{name}", "entry": ""}, answer["files"])
        kept = json.loads((folder / "result.json").read_text())
        answer.pop("files")
        self.assertEqual(kept, answer)
        self.run_program("check", "run/identified.yaml")
        self.run_program("validate", "run/identified.yaml", "--log", "run2.csv")
        # The folder holds a run now.
        self.refused(2, "holds an earlier run", "identify", "five-bar", "--log", "run1.csv", "--out", "run")
        self.run_program("identify", "five-bar", "--log", "run1.csv", "--out", "run", "--force", code=None)

    def test_logs_of_other_units_and_names_are_told_apart(self):
        def degrees(lines):
            for i in range(1, len(lines)):
                cells = [float(x) for x in lines[i].split(",")]
                lines[i] = ",".join(repr(x) for x in [cells[0], *(math.degrees(q) for q in cells[1:3]), *cells[3:]])

        def rename(lines):
            degrees(lines)
            lines[0] = "Time,Motor A [deg],Motor B [deg],Torque A,Torque B"

        self.log("degrees.csv", change=degrees)
        self.refused(3, "the positions are in degrees", "identify", "five-bar", "--log", "degrees.csv")
        self.log("mine.csv", change=rename)
        self.refused(3, "name them in a file for --map: 'positions: [column of motor1, column of motor2]'", "identify", "five-bar", "--log", "mine.csv")
        self.write("map.yaml", "positions: [Motor A, Motor B]\nforces: [Torque A, Torque B]\n")
        self.run_program("identify", "five-bar", "--log", "mine.csv", "--map", "map.yaml", "--method", "wls", code=None)

    def test_every_method_finds_the_parameters(self):
        self.log("run.csv")
        for method in ["ols", "wls", "irls", "consistent"]:
            answer = self.run_json("identify", "five-bar", "--log", "run.csv", "--method", method, code=None)
            covered = [abs(p["value"] - p["model"]) <= 2 * p["half_width"] for p in answer["tables"]["parameters"]["rows"] if p["outcome"] == "estimated"]
            self.assertGreater(sum(covered), 0.9 * len(covered), method)

    def test_noisy_positions_have_instruments(self):
        self.run_program("excite", "five-bar", "--starts", 1, "--evaluations", 20, "--out", "reference.yaml")
        self.run_program("identify", "five-bar", "--rehearse", "reference.yaml", "--encoder", "1e-4,1e-4", "--method", "wls", "--out", "run", code=None)
        answer = self.run_json("identify", "five-bar", "--log", "run/rehearsal.csv", "--bandwidth", "40 Hz", "--method", "iv", "--reference", "reference.yaml", code=None)
        covered = [abs(p["value"] - p["model"]) <= 2 * (p["half_width"] or 0) for p in answer["tables"]["parameters"]["rows"]]
        self.assertGreater(sum(covered), 0.85 * len(covered))
        self.refused(2, "--method iv and --reference", "identify", "five-bar", "--log", "run/rehearsal.csv", "--method", "iv")
        self.refused(3, "from the reference", "identify", "five-bar", "--log", "run/rehearsal.csv", "--bandwidth", "40 Hz", "--method", "iv", "--reference", "reference.yaml", "--reference-start", "0.4 s")

    def test_methods_that_forget_or_take_two_logs(self):
        self.log("run.csv")
        self.run_program("identify", "five-bar", "--log", "run.csv", "--method", "recursive", "--memory", "3 s", "--out", "run", code=None)
        history = self.table("run/history.csv")
        self.assertGreater(len(history["t"]), 50)
        self.refused(2, "--memory goes with", "identify", "five-bar", "--log", "run.csv", "--memory", "3 s")
        self.log("slow.csv", 2)
        answer = self.run_json("identify", "five-bar", "--log", "run.csv", "--method", "two-stage", "--slow-log", "slow.csv", code=None)
        outcomes = {p["name"]: p["outcome"] for p in answer["tables"]["parameters"]["rows"]}
        self.assertEqual(outcomes["coulomb.motor1"], "given")
        self.assertEqual(outcomes["Izz.left"], "estimated")
        self.refused(2, "go together", "identify", "five-bar", "--log", "run.csv", "--method", "two-stage")

    def test_friction_terms_are_told_or_not(self):
        self.log("run.csv")
        answer = self.run_json("identify", "five-bar", "--log", "run.csv", "--friction-terms", "stribeck,load", code=None)
        self.assertEqual(len(answer["tables"]["friction_terms"]["rows"]), 2)
        self.refused(2, "expected stribeck, load or both", "identify", "five-bar", "--log", "run.csv", "--friction-terms", "stick")
        self.refused(2, "friction terms", "identify", "five-bar", "--log", "run.csv", "--friction-terms", "load", "--method", "recursive")

    def test_the_page_of_a_run_has_its_verdict(self):
        self.log("run.csv")
        answer = self.run_json("identify", "five-bar", "--log", "run.csv", "--smoothing", "spline", "--bandwidth", "20 Hz", "--out", "run", code=None)
        self.assertEqual(self.fact(answer["sections"]["log"], "smoothing", "log"), "spline")
        page = (self.folder / "run" / "report.html").read_text()
        self.assertIn(answer["verdict"]["text"], page)
        for words in ["Measured and predicted", "Spectrum of the residuals", "coulomb.motor1"]:
            self.assertIn(words, page)

    def test_schema_and_reader_of_the_map_agree(self):
        schema = json.loads((ROOT / "schema" / "jourdain-log-map.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        self.log("run.csv")
        columns = "positions: [motor1, motor2]\n"
        forces = "forces: {columns: {motor1: motor1_torque, motor2: motor2_torque}, unit: N m, signs: [1, 1]}\n"
        good = ["time: t\n" + columns + forces, "time: {column: t, unit: s}\n" + columns + forces + "force_delay: 0 ms\n",
                "time: t\n" + columns + forces + "force_delay: [0 ms, 1 ms]\nforce_lag: {motor1: 1 ms, motor2: 2 ms}\n"]
        bad = ["time: t\ncolour: red\n" + columns + forces, columns + forces.replace("unit", "units"), columns + forces.replace("[1, 1]", "[1, 2]"),
               columns + "currents: {columns: [motor1_torque, motor2_torque]}\n"]
        for text in good:
            self.assertTrue(validator.is_valid(yaml.safe_load(text)), text)
            self.write("map.yaml", text)
            self.run_program("identify", "five-bar", "--log", "run.csv", "--map", "map.yaml", "--bandwidth", "20 Hz", "--method", "ols", code=None)
        for text in bad:
            self.assertFalse(validator.is_valid(yaml.safe_load(text)), text)
            self.write("map.yaml", text)
            self.refused(3, "map.yaml", "identify", "five-bar", "--log", "run.csv", "--map", "map.yaml", "--bandwidth", "20 Hz")

    def test_two_runs_are_compared(self):
        self.log("a.csv", 1), self.log("b.csv", 2), self.log("c.csv", 2, factor=1.5)
        for name in "abc":
            self.run_program("identify", "five-bar", "--log", f"{name}.csv", "--out", name, "--method", "wls", code=None)
        answer = self.run_json("compare", "a", "b")
        self.assertEqual(self.fact(answer, "significant", "comparison"), 0)
        row = answer["tables"]["parameters"]["rows"][0]
        self.assertAlmostEqual(row["difference"], row["second"] - row["first"], delta=1e-12)
        answer = self.run_json("compare", "a", "c", code=1)
        significant = [row["name"] for row in answer["tables"]["parameters"]["rows"] if row["significant"]]
        self.assertEqual(self.fact(answer, "significant", "comparison"), len(significant))
        self.assertGreater(len(significant), 0)
        self.assertIn(f"{len(significant)} of", self.run_program("compare", "a", "c", code=1).stdout)
        self.refused(3, "expected the folder of a run", "compare", "a", "nowhere")

    def test_wrong_logs_are_refused_by_name(self):
        def inverted(lines):
            for i, line in enumerate(lines[1:], 1):
                cells = line.split(",")
                cells[3] = repr(-float(cells[3]))
                lines[i] = ",".join(cells)
        self.log("inverted.csv", change=inverted)
        self.refused(3, "the force of motor 'motor1' has the other sign", "identify", "five-bar", "--log", "inverted.csv")

        def in_degrees(lines):
            for i, line in enumerate(lines[1:], 1):
                cells = line.split(",")
                cells[1:3] = [repr(math.degrees(float(x))) for x in cells[1:3]]
                lines[i] = ",".join(cells)
        self.log("degrees.csv", change=in_degrees)
        self.refused(3, "in degrees", "identify", "five-bar", "--log", "degrees.csv", "--bandwidth", "10 Hz")
        self.refused(3, "no such file", "identify", "five-bar", "--log", "nowhere.csv")
        self.refused(2, "--essential", "identify", "five-bar", "--log", "degrees.csv", "--essential")

    def test_repairs_are_told_with_row_and_column(self):
        def spoilt(lines):
            cells = lines[500].split(",")
            cells[2] = "NaN"
            lines[500] = ",".join(cells)
            del lines[700]
        self.log("spoilt.csv", change=spoilt)
        result = self.run_program("identify", "five-bar", "--log", "spoilt.csv", code=None)
        self.assertIn("spoilt.csv:501: column 'motor2': filled", result.stderr)
        self.assertIn("missing rows", result.stderr)

    def test_a_rehearsal_needs_no_log(self):
        self.run_program("excite", "five-bar", "--starts", 1, "--evaluations", 60, "--out", "excitation.yaml")
        answer = self.run_json("identify", "five-bar", "--rehearse", "excitation.yaml", "--out", "run")
        covered = [abs(p["value"] - p["model"]) <= 2 * (p["half_width"] or 0) for p in answer["tables"]["parameters"]["rows"]]
        self.assertGreater(sum(covered), 14)
        self.assertTrue((self.folder / "run" / "rehearsal.csv").exists())
        period = self.fact(self.run_json("excite", "five-bar", "--starts", 1, "--evaluations", 2), "period", "excitation")
        mean = self.run_json("identify", "five-bar", "--rehearse", "excitation.yaml", "--period", f"{period} s", "--method", "wls", code=None)
        self.assertGreaterEqual(self.fact(mean, "repetitions"), 2)
        self.refused(3, "does not repeat itself", "identify", "five-bar", "--rehearse", "excitation.yaml", "--period", "1 s")
        self.refused(2, "expected --log FILE", "identify", "five-bar")
        self.refused(2, "does not go with --log", "identify", "five-bar", "--log", "a.csv", "--rehearse", "excitation.yaml")

    def test_gains_need_two_logs(self):
        self.refused(2, "go together", "identify", "five-bar", "--log", "a.csv", "--method", "tls")
        self.log("a.csv", 1)
        self.refused(2, "expected --loaded FILE and --load", "identify", "five-bar", "--log", "a.csv", "--method", "tls", "--loaded", "a.csv")

    def test_a_search_is_resumed_and_motions_are_separated(self):
        options = ["--starts", 1, "--evaluations", 20, "--harmonics", 2, "--resume", "state.txt"]
        first = self.run_json("excite", "five-bar", *options)
        again = self.run_json("excite", "five-bar", *options)
        self.assertEqual(first["facts"], again["facts"])
        self.refused(3, "another robot or other options", "excite", "five-bar", *options, "--reach", 0.1)
        self.write("state.txt", "nonsense")
        self.refused(3, "is no state of a search", "excite", "five-bar", *options)
        both = self.run_json("excite", "five-bar", "--separate", "--starts", 1, "--evaluations", 10, "--out", "both.yaml")
        both = both["sections"]
        self.assertGreater(self.fact(both["slow"], "period", "excitation"), self.fact(both["fast"], "period", "excitation"))
        names = {part: set(self.by_name(both[part], "parameters", "name")) for part in ["slow", "fast"]}
        self.assertIn("coulomb.motor1", names["slow"])
        self.assertNotIn("coulomb.motor1", names["fast"])
        for part in ["slow", "fast"]:
            self.run_program("motion", "five-bar", "--motion", f"both-{part}.yaml")

    def test_an_excitation_is_a_motion(self):
        answer = self.run_json("excite", "five-bar", "--starts", 1, "--evaluations", 60, "--random", 20, "--out", "excitation.yaml")
        self.assertGreater(self.fact(answer, "condition", "excitation"), 1)
        self.assertEqual(self.fact(answer, "count", "random"), 20)
        self.assertEqual(len(answer["tables"]["parameters"]["rows"]), 17)
        self.run_program("motion", "five-bar", "--motion", "excitation.yaml", "--out", "path.csv")
        again = self.run_json("excite", "five-bar", "--starts", 1, "--evaluations", 60)
        self.assertEqual(answer["facts"]["excitation"], again["facts"]["excitation"])
