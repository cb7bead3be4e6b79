"""What users do wrong: every verb's units, signs, factors of a thousand, swapped parts, values forgotten, given twice or
contradicting each other, options without effect. Each mistake is refused or told; those of SILENT cannot be."""

import math
import shlex
import unittest

from program import MODELS, VERBS, ProgramTest

TEMPLATE = (MODELS / "templates" / "delta.yaml").read_text().replace("name: NAME", "name: mine")

# A mistake in a model file: what stood there, what stands there now, and what `check` says of it.
MODEL = [
    ("-9.81]", "9.81]", "gravity points along +z"),
    ("-9.81]", "-9810]", "gravity is 9810 m/s^2"),
    ("count: 3", "count: 4", "legs 'leg1' and 'leg4' are in the same place"),
    ("120 deg", "120", "more than one turn"),
    ("  L_A:", "  L_b: 480 mm\n  L_A:", "nothing uses the parameter 'L_b'"),
    ("  L_A:", "  L_A: 480 mm\n  L_A:", "stands twice"),
    ("rated_force: 1.2", "rated_force: 12", "above its max_force"),
    ("2e-5 kg m^2", "0.2", "the rotor of joint"),
    ("2e-5 kg m^2", "2e-5 kg m", "expected an inertia"),
    ("max_force: 2.4 N m", "max_force: 2400", "check the unit of max_force"),
    ("max_force: 2.4 N m, rated_force: 1.2 N m", "max_force: 0.0002", "check the unit of max_force"),
    ("3000 rpm", "3000", "check the unit of max_speed"),
    ("3000 rpm", "50 Hz", "expected an angular speed, but this is a frequency"),
    ("viscous: 0.02", "viscous: 20", "viscous friction of joint"),
    ("coulomb: 0.2", "coulomb: 200", "dry friction of joint"),
    ("coulomb: 0.2", "coulomb: -0.2", "must not be negative"),
    ("mass: 250 g", "mass: 250", "body 'plate' has 250 kg"),
    ("mass: 250 g", "mass: 0", "a mass of 0"),
    ("mass: 250 g", "mass: 250 mm", "expected a mass, but this is a length"),
    ("payload: {mass: 0 kg}", "payload: {mass: 500}", "the payload has 500 kg"),
    ("payload: {mass: 0 kg}", "payload: {mass: 0.2, com: [0, 0, -20]}", "away from the tool"),
    ("L_B: 450 mm", "L_B: 450", "the mechanism is large"),
    ("R_A: 180 mm", "R_A: 18", "cannot be assembled near its hint"),
    ("[-50 deg, 90 deg]", "[-50, 90]", "more than one turn"),
    ("[-50 deg, 90 deg]", "[90 deg, -50 deg]", "the lower limit"),
    ("motor: 11.5 deg", "motor: 11.5", "did you mean '11.5 deg'?"),
    ("[0, 0, -350 mm]", "[0, 0, 350 mm]", "home does not follow the assembly hint"),
    ("[L_A/2, 0, 0]", "[100, 0, 0]", "away from its joints"),
    ("inner_diameter: 26 mm", "inner_diameter: 260 mm", "the inner radius 0.13 exceeds"),
    ("efficiency: 0.9", "efficiency: 90", "above 0 and at most 1"),
    ("gear: 10", "gear: 0.1", "check the unit of max_speed"),
    ("mass: 200 g", "mas: 200 g", "did you mean 'mass'?"),
    ("axis: y\n", "axis: -y\n", "home does not follow the assembly hint"),
    ("width: 80 mm", "width: 80", "did you mean '80 mm'?"),
    ("L_A: 200 mm", "L_A: 450 mm", "home does not follow the assembly hint"),
    ("m_fore: 60 g", "m_fore: 0,06 kg", "a ',' stands where none is expected"),
]

IDENTIFY = "identify five-bar --log log.csv"
SIMULATE = "simulate delta --motion 'circle radius=20mm duration=0.2s'"
EXCITE = "excite five-bar --starts 1 --evaluations 5 --out x.yaml"

# A command with a mistake, and what the program says.
COMMANDS = [
    ("list delta", "unexpected 'delta'"),
    ("new dleta my.yaml", "did you mean 'delta'?"),
    ("keys modle", "did you mean 'model'?"),
    ("new delta my-delta", "expected a name that ends in .yaml"),
    ("check delta --payload 500", "the payload has 500 kg"),
    ("info delta --set LB=0.4", "no parameter 'LB'"),
    ("info delta --set m.leg9.arm=0.2", "there is no body 'leg9.arm'"),
    ("ik delta --pose 50,20,-320", "is 323.9 m too short or too long"),
    ("ik delta --pose 0,0,-0.3 --twist 100,0,0", "check the units of rates"),
    ("ik hexapod --quaternion 0,0,0,1", "lies behind a fold"),
    ("ik delta --rate 100", "--rate goes with --motion"),
    ("fk delta --joints 20,10,15", "margin -759.437 deg"),
    ("fk delta --joints '20 mm,10 mm,15 mm'", "expected an angle, but this is a length"),
    ("jacobian delta --twist 1,2", "expected 3 values"),
    ("jacobian five-bar --joints '120 deg,60 deg' --rates '1 Hz,1 Hz'", "1 rev/s is one turn in a second"),
    ("screws palida --body plattform", "did you mean 'platform'?"),
    ("screws gearshift --rates 1000,0", "check the units of rates"),
    ("workspace five-bar --grid 11x11 --range 200", "check its unit"),
    ("workspace five-bar --grid 11x11 --axis z", "--axis goes with --volume"),
    ("workspace five-bar --grid 5x5 --show type1", "--picture"),
    ("motion delta --motion 'circle radius=50'", "did you mean '50 mm'?"),
    ("motion delta --motion 'circle radius=50mm speed=500'", "check the units of rates"),
    ("motion delta --motion 'circle radius=50mm tilt=30'", "did you mean '30 deg'?"),
    ("motion delta --motion 'circle raduis=50mm'", "'raduis' is not a key"),
    ("motion delta --motion circle --rate '6000 rpm' --out x.csv", "1 Hz is once in a second"),
    ("motion delta --motion 'circle radius=10mm duration=0.02s' --rate 100 --out x.csv", "step over what the motion does"),
    ("inverse delta --payload 500", "the payload has 500 kg"),
    ("inverse hexapod --payload 0.5,0,0,-20", "away from the tool"),
    ("inverse delta --set m.leg1.arm=200", "body 'leg1.arm' has 200 kg"),
    ("inverse delta --set L_B=0.4 --set L_B=0.5", "is given twice"),
    ("inverse delta --weights 1,2,3", "--weights has no effect"),
    ("inverse delta --preload 1,2,3", "--preload has no effect"),
    ("inverse delta --bounded", "--bounded has no effect"),
    ("inverse delta --pose 0.05,0.03,-0.3 --acceleration 5000,0,0", "times gravity"),
    ("inverse delta --states sign.csv --out x.csv", "they have the other sign"),
    ("forward delta --forces '1 N,1 N,1 N'", "expected a torque, but this is a force"),
    ("forward five-bar --simulate '0.2 s' --dt '1 s'", "longer than the 0.2 s"),
    ("forward five-bar --dt '1 ms'", "--simulate"),
    ("statics delta --stiffness '500 N/m'", "expected a torsional stiffness"),
    ("statics delta --weights 1,2,3", "--weights has no effect"),
    ("mass-matrix delta --rotor-inertia 150", "check the unit of rotor_inertia"),
    ("sizing delta --motion pick --rotor-inertia 1.5", "check the unit of rotor_inertia"),
    ("sizing delta --motion 'pick duration=0.3s' --rate 1", "step over what the motion does"),
    ("sizing delta --states metres.csv", "millimetres for metres"),
    ("sizing delta --states seconds.csv", "times in ms"),
    ("sizing delta --states accelerations.csv", "ax contradicts the velocities"),
    ("sizing delta --states good.csv --rate 100", "--rate goes with --motion"),
    ("linearize delta --period 1", "a sampling period of 1 s"),
    ("linearize delta --drive time_constant=2", "has a time constant of 2 s"),
    (f"{SIMULATE} --controllers pd --period 1", "too long for 0.2 s of motion"),
    (f"{SIMULATE} --controllers pd --delay '5 s'", "at most a hundred periods"),
    (f"{SIMULATE} --controllers pd --frequency '10 N'", "expected an angular speed"),
    (f"{SIMULATE} --controllers pd --adaptation 5", "--adaptation has no effect"),
    (f"{SIMULATE} --controllers fedforward", "there is no control law 'fedforward'"),
    (f"{SIMULATE} --errors inertia=10", "expected a share from 0 to 1 or a percentage"),
    ("reproduce codourey98-fig9", "there is no experiment 'codourey98-fig9'"),
    ("reproduce --list --brief", "leave out what else is given"),
    ("base palida --keep Izz.slider --drop Izz.slider", "cannot be kept and dropped"),
    ("base palida --drop Izz.slidr", "did you mean 'Izz.slider'?"),
    ("regressor delta --states sign.csv --out x.csv", "they have the other sign"),
    (f"{EXCITE} --reach 150", "expected a value from"),
    (f"{EXCITE} --rate 1", "cannot tell harmonics"),
    (f"{EXCITE} --rate '1000 rpm'", "1 Hz is once in a second"),
    (f"{EXCITE} --resume /dev/zero", "is a device"),
    (f"{IDENTIFY} --map currents.yaml", "needs the motor's constant"),
    (f"{IDENTIFY} --map folder", "is a folder"),
    (f"{IDENTIFY} --map swapped.yaml", "does not fit the robot"),
    (f"{IDENTIFY} --map late.yaml", "expected milliseconds, at most 1 s"),
    (f"{IDENTIFY} --bandwidth '5 kHz'", "expected at most"),
    (f"{IDENTIFY} --bandwidth 1e-9", "expected a higher one"),
    (f"{IDENTIFY} --period '1e6 s'", "no two repetitions"),
    (f"{IDENTIFY} --rate '1000 Hz'", "is not used"),
    (f"{IDENTIFY} --robust huber", "--robust goes with"),
    (f"{IDENTIFY} --validate copy.csv", "it validates nothing"),
    (f"{IDENTIFY} --validate log.csv", "a log does not validate itself"),
    ("identify five-bar --log sign-of-a-force.csv", "does not fit the robot"),
    ("identify five-bar --log mirrored.csv", "motor 'motor2'"),
    ("identify five-bar --log constant.csv", "is it the right channel?"),
    ("validate five-bar --log degrees.csv", "does not fit the robot"),
    ("validate hexapod --log log.csv", "has no force"),
    ("compare study study", "expected the folder of a run of identify"),
    ("generate delta --what inverse-dynamic --out code", "did you mean 'inverse-dynamics'?"),
    ("generate delta --constants --parameters full --out code", "code without parameters cannot have them all"),
    ("count delta --mode reverse", "--derivatives"),
    ("study delta --log log.csv --out x", "has no force"),
    ("study five-bar --map currents.yaml --out x", "--map goes with --log"),
    ("view delta --motion 'circle radius=50' --out x.html", "unreachable"),
    ("view delta --out x.svg", "ends in .html"),
    ("motors delta --set L_B=400", "home misses the assembly hint"),
]

# Why nothing can tell.
SILENT = [
    ("ik delta --pose 0.02,0.05,-0.32", "x and y are swapped, and the robot reaches both poses"),
    ("inverse delta --set m.leg1.arm=0.12", "0.12 for 0.1 kg is a mass that an arm may have"),
    ("validate identified.yaml --log log.csv", "a model does not know from which log its parameters are"),
]


def states(sign=1, metres=1, seconds=1, accelerations=1):
    """A swing of the DELTA along x, with a mistake."""
    rows = ["t,x,y,z,vx,vy,vz,ax,ay,az"]
    for i in range(101):
        t = 0.01 * i
        rows.append(f"{t * seconds},{0.03 * math.sin(9 * t)},0,-0.3,{sign * metres * 0.27 * math.cos(9 * t)},0,0,"
                    f"{-2.43 * accelerations * math.sin(9 * t)},0,0")
    return "\n".join(rows) + "\n"


class Mistakes(ProgramTest):
    def answer(self, command):
        """Exit code and all that was said."""
        result = self.run_any(*shlex.split(command))
        return result.returncode, " ".join((result.stderr + result.stdout).split())

    def logs(self):
        """A log of the five-bar, and what becomes of it by mistakes."""
        self.run_program("study", "five-bar", "--out", "study")
        (self.folder / "log.csv").write_text((self.folder / "study" / "measurement.csv").read_text())
        (self.folder / "identified.yaml").write_text((self.folder / "study" / "identified.yaml").read_text())
        log = self.table("log.csv")
        names = list(log)

        def spoilt(name, **columns):
            table = {**log, **columns}
            rows = zip(*(table[key] for key in names))
            self.write(name, "\n".join([",".join(names), *(",".join(map(repr, row)) for row in rows)]) + "\n")
        minus = {key: [-v for v in log[key]] for key in ("motor1_force", "motor2", "motor2_force")}
        spoilt("copy.csv")
        spoilt("sign-of-a-force.csv", motor1_force=minus["motor1_force"])
        spoilt("mirrored.csv", motor2=minus["motor2"], motor2_force=minus["motor2_force"])
        spoilt("constant.csv", motor2_force=[0.0] * len(log["t"]))
        spoilt("degrees.csv", **{key: [math.degrees(v) for v in log[key]] for key in ("motor1", "motor2")})
        start = "time: t\npositions: [motor1, motor2]\n"
        self.write("currents.yaml", start + "currents: [motor1_force, motor2_force]\n")
        self.write("swapped.yaml", start + "forces: [motor2_force, motor1_force]\n")
        self.write("late.yaml", start + "forces: [motor1_force, motor2_force]\nforce_delay: 5\n")
        (self.folder / "folder").mkdir()

    def test_mistakes_in_models_are_told(self):
        self.assertIn("good", self.run_program("check", self.write("mine.yaml", TEMPLATE)).stdout)
        for old, new, says in MODEL:
            with self.subTest(mistake=new):
                self.assertIn(old, TEMPLATE)
                self.write("mine.yaml", TEMPLATE.replace(old, new, 1))
                code, text = self.answer("check mine.yaml")
                self.assertIn(says, text)
                self.assertNotIn("good: the model can be used", text)
                self.assertIn(code, (0, 1, 3))

    def test_mistakes_in_commands_are_told(self):
        self.logs()
        for name, mistake in {"good": {}, "sign": {"sign": -1}, "metres": {"metres": 1000}, "seconds": {"seconds": 1000},
                              "accelerations": {"accelerations": -1}}.items():
            self.write(f"{name}.csv", states(**mistake))
        for command, says in COMMANDS:
            with self.subTest(command=command):
                code, text = self.answer(command)
                self.assertIn(says, text)
                self.assertIn(code, range(5))
        for command, reason in SILENT:
            with self.subTest(command=command, reason=reason):
                code, text = self.answer(command)
                self.assertEqual(code, 0, text)
                self.assertNotIn("warning", text)

    def test_the_table_is_complete(self):
        self.assertGreaterEqual(len(MODEL) + len(COMMANDS), 80)
        self.assertLessEqual(len(SILENT), 5)
        self.assertEqual({command.split()[0] for command, _ in COMMANDS}, set(VERBS))


if __name__ == "__main__":
    unittest.main()
