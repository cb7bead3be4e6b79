"""Base values of serial-arm from one noisy log: ours against those of FIGAROH, another program with another engine.

    figaroh_test.py        JOURDAIN names the program; 'scripts/python-environment figaroh' installs FIGAROH from PyPI

FIGAROH gets a URDF that is written here from the numbers of the model file, and its own choice of base parameters;
identify keeps the same ones. Both solve ordinary least squares on the same rows, so that their answers agree although
both differ from the truth by the noise. Ends with 77, and says why, where FIGAROH is not installed."""

import csv
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy
    import yaml
    from figaroh.tools.qrdecomposition import QRDecomposer
    from figaroh.tools.regressor import build_regressor_basic, build_regressor_reduced, get_index_eliminate
    from figaroh.tools.robot import Robot
except ImportError as missing:
    interpreter = Path(__file__).resolve().parents[2] / "build" / "figaroh-venv" / "bin" / "python"
    if interpreter.exists() and Path(sys.executable) != interpreter:
        os.execv(interpreter, [interpreter, __file__])
    print(f"skipped: {missing}; 'scripts/python-environment figaroh' installs it where PyPI is reached")
    sys.exit(77)

MODEL = Path(__file__).resolve().parents[2] / "models" / "serial-arm.yaml"
PROGRAM = os.environ.get("JOURDAIN", "jourdain")
AGREED = 1e-6  # of the size of a value, or of its standard deviation
MOTION = ("space=motors; fourier frequency=0.5Hz periods=4 ramp=0s "
          "sine={j1: [40deg, 20deg, -14deg], j2: [20deg, -12deg, 8deg], j3: [-25deg, 15deg, 9deg], "
          "j4: [50deg, -30deg, 20deg], j5: [30deg, 22deg, -14deg], j6: [60deg, -35deg, 25deg]} "
          "cosine={j1: [-10deg, 14deg, 9deg], j2: [9deg, 8deg, -7deg], j3: [12deg, -9deg, 8deg], "
          "j4: [-20deg, 18deg, 12deg], j5: [14deg, -12deg, 10deg], j6: [30deg, 20deg, -16deg]}")


def run(*words):
    # Exit code 1 is a verdict.
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(f"{' '.join(map(str, words))}: {done.stderr}")
    return done.stdout


def table(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def length(value, parameters):
    """'30 mm', 0 or the name of a parameter, in metres."""
    if isinstance(value, str) and value in parameters:
        return length(parameters[value], {})
    if isinstance(value, str):
        number, unit = value.split()
        return float(number) * {"mm": 1e-3, "m": 1}[unit]
    return float(value)


def urdf(model):
    """Every body frame lies at its inner joint and is parallel to the base frame at zero."""
    text = '<robot name="serial-arm"><link name="base"/>'
    for name, body in model["bodies"].items():
        com = " ".join(str(length(x, {})) for x in body["com"])
        xx, yy, zz = map(float, body["inertia"])
        text += (f'<link name="{name}"><inertial><origin xyz="{com}"/><mass value="{float(body["mass"].split()[0])}"/>'
                 f'<inertia ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="0" ixz="0" iyz="0"/></inertial></link>')
    for name, joint in model["joints"].items():
        at = " ".join(str(length(x, model["parameters"])) for x in joint.get("at", [0, 0, 0]))
        axis = {"x": "1 0 0", "y": "0 1 0", "z": "0 0 1"}[joint["axis"]]
        inner, outer = joint["between"]
        text += (f'<joint name="{name}" type="revolute"><parent link="{inner}"/><child link="{outer}"/><origin xyz="{at}"/>'
                 f'<axis xyz="{axis}"/><limit lower="-7" upper="7" velocity="100" effort="1000"/></joint>')
    return text + "</robot>"


def record(model, path):
    """A log with noisy forces of an arm that is not quite as its model: exact positions, rates and accelerations."""
    states, forces = path.with_name("states.csv"), path.with_name("forces.csv")
    run("motion", MODEL, "--motion", MOTION, "--rate", "100 Hz", "--columns", "motors", "--out", states)
    run("inverse", MODEL, "--set", "m.upperarm=12.5", "--set", "viscous.j3=6", "--states", states, "--out", forces)
    moved, pushed = table(states), table(forces)
    draw = random.Random(7)
    joints = list(model["joints"])
    columns = ["t"] + [joint + end for joint in joints for end in ("", "_d", "_dd", "_force")]
    rows = []
    for i, t in enumerate(moved["t"]):
        row = [t]
        for joint in joints:
            row += [moved[joint + end][i] for end in ("", "_d", "_dd")]
            row.append(pushed[joint][i] + 0.01 * max(map(abs, pushed[joint])) * draw.gauss(0, 1))
        rows.append(row)
    path.write_text("\n".join([",".join(columns)] + [",".join(map(repr, row)) for row in rows]) + "\n")
    return numpy.array(rows)


def our_name(theirs, model):
    """mx_j3 -> sx.elbow, fv_j3 -> viscous.j3."""
    kind, joint = theirs.split("_", 1)
    if kind in ("fv", "fs", "ia"):
        return {"fv": "viscous", "fs": "coulomb", "ia": "rotor"}[kind] + "." + joint
    return kind.replace("mx", "sx").replace("my", "sy").replace("mz", "sz") + "." + model["joints"][joint]["between"][1]


def figaroh(folder, model, rows):
    """Names of the base parameters that FIGAROH keeps, and its values."""
    file = folder / "arm.urdf"
    file.write_text(urdf(model))
    robot = Robot(str(file), str(folder))
    joints = list(robot.model.names)[1:]
    assert joints == list(model["joints"])
    q, v, a, tau = (rows[:, 1 + k::4] for k in range(4))
    settings = {"has_friction": True, "has_actuator_inertia": True, "has_joint_offset": False, "is_joint_torques": True,
                "is_external_wrench": False, "force_torque": None, "act_idxv": list(range(6))}
    names = [f"{kind}_{joint}" for joint in joints for kind in ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")]
    names += [f"{kind}_{joint}" for kind in ("fv", "fs", "ia") for joint in joints]
    whole = build_regressor_basic(robot, q, v, a, settings)
    moved, kept = get_index_eliminate(whole, dict.fromkeys(names, 0.0))
    solver = QRDecomposer()
    regressor, _, _, values = solver.double_decomposition(tau.T.reshape(-1), build_regressor_reduced(whole, moved), kept)[:4]
    error = tau.T.reshape(-1) - regressor @ values
    variance = numpy.linalg.inv(regressor.T @ regressor).diagonal() * (error @ error) / (len(error) - len(values))
    return [kept[i] for i in solver.base_indices], values, numpy.sqrt(variance)


def main():
    model = yaml.safe_load(MODEL.read_text())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = folder / "log.csv"
        names, values, deviations = figaroh(folder, model, record(model, log))
        kept = [our_name(theirs, model) for theirs in names]
        found = run("identify", MODEL, "--log", log, "--method", "ols", "--full", "--keep", ",".join(kept), "--json")
        ours = {p["name"]: p for p in json.loads(found)["tables"]["parameters"]["rows"]}
    worst = 0
    for theirs, mine, value, deviation in zip(names, kept, values, deviations):
        if mine not in ours:
            sys.exit(f"{mine} is a base parameter of FIGAROH, and none of ours: {sorted(ours)}")
        # FIGAROH has rotors as seen at the joint.
        joint = theirs.split("_", 1)[1]
        factor = model["joints"][joint]["actuator"]["gear"] ** 2 if theirs.startswith("ia_") else 1
        difference = abs(factor * ours[mine]["value"] - value) / max(abs(value), deviation)
        worst = max(worst, difference)
        if difference > AGREED:
            print(f"{mine}: ours {factor * ours[mine]['value']:.10g}, FIGAROH {value:.10g} +- {deviation:.2g}")
    print(f"{len(names)} base parameters of FIGAROH, {len(ours)} of ours, largest difference {worst:.1e} of a value or its deviation")
    sys.exit(0 if worst <= AGREED and len(names) == len(ours) else 1)


main()
