"""ask(): the questions of the command line as functions, and their answers."""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jourdain
import numpy
from support import NAMES, robot

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIX = NAMES if os.environ.get("JOURDAIN_FULL_TESTS") else ["delta", "palida", "five-bar", "gearshift", "serial-arm", "redundant-planar"]
CIRCLE = "circle radius=20mm turns=6 duration=6s"
WITHOUT_MODEL = ("list", "new", "keys", "reproduce", "compare")
WAYS = {
    "list": [{}],
    "keys": [{"kind": "model"}],
    "new": [{}],
    "check": [{}],
    "info": [{}, {"print": True}],
    "motors": [{}],
    "ik": [{}, {"all": True}, {"motion": "hold duration=0.02s"}],
    "fk": [{}],
    "jacobian": [{}],
    "inverse": [{}, {"reactions": True, "formulation": "all"}, {"motion": "hold duration=0.02s"}],
    "screws": [{}, {"body": ["{last}"]}],
    "workspace": [{"grid": 5, "show": "margin", "picture": "{folder}/map.svg"}],
    "motion": [{}, {"motion": "hold duration=0.02s", "columns": "motors", "out": "{folder}/states.csv"}],
    "forward": [{}, {"simulate": "5 ms", "energies": True}],
    "statics": [{}, {"load": ["{last}:1,2,3"], "no_friction": True}],
    "mass-matrix": [{}, {"coordinates": "motors", "no_payload": True}],
    "sizing": [{}, {"motion": "hold duration=0.02s"}, {"no_friction": True, "load": ["{last}:1,2,3"]}],
    "regressor": [{"motion": "hold duration=0.02s", "base": True}],
    "linearize": [{"drive": "time_constant=1ms"}],
    "simulate": [{"motion": "hold duration=0.02s", "controllers": "pid,computed-torque", "record": True}],
    "compare": [{"first": "{folder}/run", "second": "{folder}/run"}],
    "generate": [{"out": "{folder}/code"}],
    "count": [{"what": "inverse-dynamics"}, {"table": True, "cost": "time"}],
    "reproduce": [{"name": "abdellatif05-table1", "brief": True}],
    "base": [{}, {"full": True, "friction": "none"}],
    "excite": [{"starts": 1, "evaluations": 5, "harmonics": 2}],
    "identify": [{"rehearse": CIRCLE, "method": "wls"}],
    "validate": [{"log": "{folder}/log.csv"}],
    "study": [],  # its times differ from run to run
    "view": [{"out": "{folder}/view.html"}],
}
# Long ones are asked of one robot.
LONG = ("excite", "identify", "validate")

# What a question needs beside its model.
SHORT = "circle radius=20mm turns=3 duration=2s"
NEEDED = {"view": {"out": "{folder}/view.html"}, "excite": {"starts": 1, "evaluations": 3, "harmonics": 2}, "identify": {"rehearse": SHORT},
          "regressor": {"motion": "hold duration=0.02s"}, "reproduce": {"name": "abdellatif05-table1"}, "simulate": {"motion": "hold duration=0.02s"}, "generate": {"out": "{folder}/code"},
          "count": {"what": "inverse-kinematics"}, "compare": {"first": "{folder}/run", "second": "{folder}/run"}}
# Slow ones, and those that a place needs before them.
NOT_ALONE = {("new", "file"), ("identify", "out"), ("reproduce", "out"), ("simulate", "compiled")}
# Texts and files by the name of their option; others are refused, at both doors alike.
TEXTS = {"pose": "0.02,0.01,-0.3", "twist": "0.1,0,0.2", "acceleration": "1,2,3", "joints": "0.2,0.3,0.4", "rates": "1,2,3", "accelerations": "1,2,3",
         "rate": "1 kHz", "motion": "hold duration=0.02s", "set": "m.arm=0.2 kg", "payload": "0.3 kg", "load": "platform:1,2,3",
         "rotor_inertia": "1e-4", "simplify": "lumped", "type": "delta", "states": str(ROOT / "examples" / "delta-pick-and-place.csv")}


def values_of(option, folder):
    name, kind = jourdain.answers.keyword(option["name"]), option["kind"]
    if option["words"]:
        return option["words"]
    if kind == "flag":
        return [True]
    if kind == "file" and name not in TEXTS:
        return [f"{folder}/no-such-folder/file"]
    if kind in ("whole", "number"):
        return ["3", f"0.5 {option['unit']}".strip(), "-1", "1 lightyear"]
    return [TEXTS.get(name, "1")]


def without_clock(value):
    """The same without what a clock told."""
    if isinstance(value, dict):
        return {key: without_clock(each) for key, each in value.items() if key != "processor_time"}
    return value


def printed(question, name, options):
    """What the command line answers."""
    placed = {option["name"] for option in jourdain.answers.ANALYSES[question]["options"] if option["placed"]}
    words = [] if name is None else [name]
    for key, value in options.items():
        option = "--" + key.rstrip("_").replace("_", "-")
        if option[2:] in placed:
            words.append(str(value))
            continue
        words += [option] if value is True else sum(([option, each] for each in value), []) if isinstance(value, list) else [option, str(value)]
    done = subprocess.run([os.environ["JOURDAIN"], question, *words, "--json"], capture_output=True, text=True,
                          env={**os.environ, "JOURDAIN_MODELS": str(ROOT / "models")})
    return without_clock(json.loads(done.stdout)), done.returncode


class Frame:
    """Columns as pandas has them."""

    def __init__(self, columns):
        self.columns = columns

    def keys(self):
        return self.columns.keys()

    def __getitem__(self, key):
        return self.columns[key]


class Answers(unittest.TestCase):
    def test_every_question_is_asked_here(self):
        names = {name.replace("_", "-") for name in vars(jourdain.questions) if not name.startswith("_")}
        self.assertEqual(set(WAYS), names)

    def test_python_and_the_command_line_say_the_same_bits(self):
        asked = 0
        folder = self.enterContext(tempfile.TemporaryDirectory())
        jourdain.write_simulated_log(robot("five-bar").load_motion(CIRCLE), folder + "/log.csv")
        pathlib.Path(folder, "run").mkdir()
        pathlib.Path(folder, "run", "result.json").write_text(json.dumps(
            {"model": "delta", "tables": {"parameters": {"rows": [
                {"name": "m.arm", "unit": "kg", "value": 0.1, "deviation": 0.01, "outcome": "estimated"}]}}}))
        for question, ways in WAYS.items():
            for name in [None] if question in WITHOUT_MODEL else ["five-bar"] if question in LONG else SIX:
                for way in ways:
                    if name and len(robot(name).moves) < (2 if question == "workspace" else question in ("ik", "jacobian") or "motion" in way):
                        continue
                    if question in ("linearize", "generate", "count") and name == "redundant-planar":  # has none
                        continue
                    way = {key: [each.format(last=robot(name).bodies[-1]) for each in value] if isinstance(value, list) else
                           value.format(folder=folder) if isinstance(value, str) else value for key, value in way.items()}
                    with self.subTest(question=question, name=name, way=way):
                        expected, code = printed(question, name, way)
                        answer = jourdain.ask(question, name, **way)
                        self.assertEqual(without_clock(answer.to_dict()), expected)
                        self.assertEqual(answer.ok, code == 0)
                        asked += 1
                        if name is None:
                            continue
                        # A robot that was loaded gives the same, but for what the reader said.
                        again = without_clock(robot(name).ask(question, **way).to_dict())
                        expected.pop("warnings", None), again.pop("warnings", None)
                        self.assertEqual(again, expected)
        self.assertGreater(asked, 20)

    def test_every_option_does_the_same_at_both_doors(self):
        """Answers and refusals, each option alone beside what a question needs, with a value of its kind."""
        folder = self.enterContext(tempfile.TemporaryDirectory())
        asked = 0
        for question, analysis in jourdain.answers.ANALYSES.items():
            base = {key: value.format(folder=folder) if isinstance(value, str) else value for key, value in NEEDED.get(question, {}).items()}
            for option in analysis["options"]:
                name = jourdain.answers.keyword(option["name"])
                if name in base or (question, name) in NOT_ALONE or question == "study":
                    continue
                for value in values_of(option, folder):
                    with self.subTest(question=question, option=name, value=value):
                        way = {**base, name: value}
                        model = None if question in WITHOUT_MODEL else "delta"
                        expected, code = printed(question, model, way)
                        try:
                            answer = jourdain.ask(question, model, **way)
                            self.assertEqual(without_clock(answer.to_dict()), expected)
                        except jourdain.Error as error:
                            self.assertGreater(code, 1, str(error))
                            self.assertEqual(str(error), expected["error"]["message"])
                        asked += 1
        self.assertGreater(asked, 70)

    def test_columns_are_arrays(self):
        answer = jourdain.ask("sizing", "palida", pose=[0.05, 0, 0.6, 0.1, 0, 0])
        table = answer.table("at_joint")
        self.assertEqual(table["motor"], robot("palida").motor_names)
        self.assertEqual(table["peak_force"].dtype, numpy.float64)
        forces = robot("palida").inverse_dynamics(jourdain.PlatformState([0.05, 0, 0.6, 0.1, 0, 0]))
        numpy.testing.assert_allclose(table["peak_force"], forces, rtol=1e-13)
        self.assertEqual(answer.key_numbers["peak_force"], max(abs(forces)))
        self.assertIsNone(jourdain.ask("motors", "delta").to_dict()["tables"]["motors"]["rows"][0]["max_speed"])

    def test_records_are_arrays(self):
        answer = jourdain.ask("simulate", "delta", motion="circle radius=40mm speed=0.5m/s", duration=0.05, record=True)
        record = answer.table("feedforward/record")
        self.assertEqual(len(record["t"]), 51)
        motor = robot("delta").motor_names[0]
        self.assertEqual(max(abs(record[motor + "_force"])), abs(answer.table("feedforward/motors")["force"][0]))
        # The same run by the binding of the library.
        delta = robot("delta")
        run = delta.run_closed_loop("feedforward", delta.load_motion("circle radius=40mm speed=0.5m/s"), duration=0.05)
        numpy.testing.assert_array_equal(run["forces"][:, 0], record[motor + "_force"])
        numpy.testing.assert_array_equal(run["wanted"][:, 0], record[motor + "_wanted"])
        self.assertEqual(run["position_rms"], answer.table("laws")["position_rms"][1])

    def test_values_are_text_numbers_lists_and_dicts(self):
        text = jourdain.ask("sizing", "delta", pose="0.05, 0.03, -0.3", twist="vx=1").to_dict()
        self.assertEqual(jourdain.ask("sizing", "delta", pose=(0.05, 0.03, -0.3), twist={"vx": 1}).to_dict(), text)
        self.assertEqual(jourdain.ask("sizing", "delta", pose=numpy.array([0.05, 0.03, -0.3]), twist={"vx": 1.0}).to_dict(), text)

    def test_robots_take_changes_but_of_their_file(self):
        heavy = robot("delta").ask("sizing", payload=1)
        self.assertEqual(heavy.to_dict()["tables"], jourdain.ask("sizing", "delta", payload="1 kg").to_dict()["tables"])
        with self.assertRaisesRegex(jourdain.Error, "parameter of the file"):
            robot("delta").ask("sizing", set="L_B=410 mm")

    def test_arrays_are_identified_as_their_file(self):
        model = robot("five-bar")
        motion = model.with_errors(inertia=0.2, seed=4).load_motion("fourier frequency=1Hz periods=8 sine={x: [40 mm, 15 mm], y: [25 mm, 20 mm]}")
        arrays = jourdain.simulated_log(motion, rate=250)
        self.assertEqual(list(arrays), ["t", "motor1", "motor2", "motor1_force", "motor2_force"])
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "log.csv")
            jourdain.write_simulated_log(motion, log, rate=250)
            from_file = model.identify(log)
            frame = Frame(arrays)
            for question in ("identify", "validate"):
                tables = [jourdain.ask(question, model, log=source).to_dict()["tables"] for source in (log, arrays, frame)]
                self.assertGreater(len(tables[0]), 0)
                self.assertEqual(tables, 3 * tables[:1])
        with self.assertRaisesRegex(jourdain.Error, "--motion: takes no columns in memory"):
            jourdain.ask("sizing", model, motion=frame)
        from_arrays = model.identify(arrays)
        numpy.testing.assert_array_equal(from_arrays.values, from_file.values)
        numpy.testing.assert_array_equal(from_arrays.deviations, from_file.deviations)
        self.assertEqual(model.validate(arrays)["samples"], from_file.samples)
        with self.assertRaisesRegex(jourdain.Error, "of one length"):
            model.identify({**arrays, "t": arrays["t"][:-1]})
        with self.assertRaisesRegex(jourdain.Error, "no column of time"):
            model.identify({key: value for key, value in arrays.items() if key != "t"})

    def test_sweeps_are_answers(self):
        runs = jourdain.ask("sizing", "delta", set="L_B=380:440:20mm").table("runs")
        self.assertEqual(list(runs["value"]), [380, 400, 420, 440])
        self.assertTrue(numpy.all(numpy.isfinite(runs["peak_force"])))

    def test_answers_are_written_by_their_ending(self):
        answer = jourdain.ask("sizing", "delta", motion="hold duration=0.02s")
        with tempfile.TemporaryDirectory() as folder:
            for ending, entry in (("html", ""), ("json", ""), ("md", ""), ("csv", "power"), ("svg", "plot")):
                path = pathlib.Path(folder, "answer." + ending)
                answer.save(path, entry)
                self.assertGreater(path.stat().st_size, 100)
            self.assertEqual(json.loads(pathlib.Path(folder, "answer.json").read_text()), answer.to_dict())
            with self.assertRaises(KeyError):
                answer.save(pathlib.Path(folder, "x.csv"), "nix")
            self.assertFalse(pathlib.Path(folder, "x.csv").exists())

    def test_nonsense_is_refused(self):
        for error, part, question, model, options in (
                (ValueError, "no question", "sizig", "delta", {}), (TypeError, "give a model", "sizing", None, {}),
                (jourdain.Error, "did you mean '--motion'", "sizing", "delta", {"motoin": "x"}),
                (TypeError, "pose: expected", "sizing", "delta", {"pose": object()}),
                (jourdain.Error, "no model 'nix'", "motors", "nix", {}), (jourdain.Error, "found 'base'", "sizing", "delta", {"at": "base"})):
            with self.subTest(part=part), self.assertRaisesRegex(error, part):
                jourdain.ask(question, model, **options)
        with self.assertRaises(KeyError):
            jourdain.ask("motors", "delta").table("nix")

    def test_a_question_can_be_interrupted(self):
        code = """
import jourdain, os, signal, threading
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    while True:
        jourdain.ask("sizing", "hexapod", motion="hold duration=10s", rate="100 kHz")
except KeyboardInterrupt:
    print("interrupted")
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout, "interrupted\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
