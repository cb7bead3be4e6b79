#!/usr/bin/env python3
"""What general engines answer for a mechanism with a loop, beside jourdain: a planar five-bar, numbers of models/five-bar.yaml.

    python3 -m venv venv && venv/bin/pip install mujoco==4.0.0 pin==4.1.0
    JOURDAIN=build/release/apps/jourdain/jourdain venv/bin/python bench/loops/general_engines.py

The kinematics of the five-bar is computed here by its own closed form, so that no engine is given numbers of another."""

import json
import os
import pathlib
import subprocess
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
D, L1, L2, M1, M2, G = 0.2, 0.2, 0.3, 0.30, 0.25, 9.81
TIP, RATE, ACCELERATION = np.array([0.05, 0.3]), np.array([0.5, -0.2]), np.array([3.0, -2.0])


def direction(angle):
    return np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])


def leg(side):
    """Angle of the crank, of the rod against it, and their rates and accelerations, for the leg on one side (-1 or 1)."""
    r = TIP - np.array([side * D / 2, 0])
    distance = np.hypot(*r)
    q = np.arctan2(r[1], r[0]) - side * np.arccos((L1**2 + distance**2 - L2**2) / (2 * L1 * distance))
    rod = np.arctan2(*(r - L1 * direction(q)[0])[::-1])
    jacobian = np.column_stack([L1 * direction(q)[1], L2 * direction(rod)[1]])
    rates = np.linalg.solve(jacobian, RATE)
    bias = L1 * direction(q)[0] * rates[0]**2 + L2 * direction(rod)[0] * rates[1]**2
    accelerations = np.linalg.solve(jacobian, ACCELERATION + bias)
    relative = np.array([[1, 0], [-1, 1]])
    return relative @ [q, rod], relative @ rates, relative @ accelerations, relative @ np.linalg.inv(jacobian)


LEFT, RIGHT = leg(-1), leg(1)
Q, DQ, DDQ = (np.concatenate([LEFT[k], RIGHT[k]]) for k in range(3))
# Rates of all joints by those of the two motors.
by_tip = np.vstack([LEFT[3], RIGHT[3]])
BY_MOTORS = by_tip @ np.linalg.inv(by_tip[[0, 2]])


def jourdain(*arguments):
    program = os.environ.get("JOURDAIN", "jourdain")
    shown = subprocess.run([program, *arguments, "--json"], capture_output=True, text=True, check=True,
                           env={**os.environ, "JOURDAIN_MODELS": str(ROOT / "models")})
    return json.loads(shown.stdout)


def motor_forces():
    words = [",".join(map(str, v)) for v in (TIP, RATE, ACCELERATION)]
    answer = jourdain("inverse", "five-bar", "--no-friction", "--pose", words[0], "--twist", words[1], "--acceleration", words[2])
    return np.array([row["force"] for row in answer["tables"]["motors"]["rows"]])


def show(words, values):
    print(f"  {words:<62}" + " ".join(f"{value:11.6f}" for value in values))


def mujoco_model(mujoco, softness=""):
    def rod(name, length, mass, inner):
        small = 1e-9  # MuJoCo wants a volume; it does not matter in the plane
        return (f'<body name="{name}" pos="{{}} 0 0"><joint name="{name}" axis="0 0 1"/>'
                f'<inertial pos="{length / 2} 0 0" mass="{mass}" diaginertia="{small} {mass * length**2 / 12} {mass * length**2 / 12}"/>{inner}</body>')
    text = f'<mujoco><option gravity="0 {-G} 0" timestep="0.001"/><worldbody>'
    for name, at in (("left", -D / 2), ("right", D / 2)):
        text += rod(name, L1, M1, rod(name + "2", L2, M2, "").format(L1)).format(at)
    text += (f'</worldbody><equality><connect body1="left2" body2="right2" anchor="{L2} 0 0" {softness}/></equality></mujoco>')
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    return model, data


def set_state(data, q, dq, ddq=None):
    data.qpos[:], data.qvel[:] = q, dq
    if ddq is not None:
        data.qacc[:] = ddq


def try_mujoco(truth):
    try:
        import mujoco
    except ImportError:
        return print("MuJoCo is not installed: left out\n")
    print(f"MuJoCo {mujoco.__version__}")
    # The closure is right at home of the anchor: it is given in body 1 and taken over for body 2 at the reference pose.
    model, data = mujoco_model(mujoco)
    model.eq_data[0, 3:6] = [L2, 0, 0]
    set_state(data, Q, DQ, DDQ)
    mujoco.mj_inverse(model, data)
    tree = data.qfrc_inverse.copy()
    show("mj_inverse: motors", tree[[0, 2]])
    show("mj_inverse: elbows, which have no motor", tree[[1, 3]])
    show("the same, projected by hand on the motors (G^T t)", BY_MOTORS.T @ tree)
    hard = 'solref="0.002 1" solimp="0.9999 0.9999 0.001"'
    for softness, words in (("", "default softness"), (hard, "as hard as steps of 1 ms allow")):
        model, data = mujoco_model(mujoco, softness)
        model.eq_data[0, 3:6] = [L2, 0, 0]
        set_state(data, Q, DQ)
        data.qfrc_applied[[0, 2]] = truth
        mujoco.mj_forward(model, data)
        show(f"mj_forward, {words}: motors, rad/s^2", data.qacc[[0, 2]])
        gap = 0.0
        for _ in range(2000):
            mujoco.mj_step(model, data)
            tips = [data.body(name).xpos + data.body(name).xmat.reshape(3, 3) @ [L2, 0, 0] for name in ("left2", "right2")]
            gap = max(gap, np.linalg.norm(tips[0] - tips[1]))
        print(f"  mj_step, 2 s under these forces: the tip comes apart by {1000 * gap:.3f} mm")
    print()


def try_pinocchio(truth):
    try:
        import pinocchio as pin
    except ImportError:
        return print("Pinocchio is not installed: left out\n")
    print(f"Pinocchio {pin.__version__}")
    model = pin.Model()
    model.gravity.linear = np.array([0, -G, 0])
    tips = []
    for at in (-D / 2, D / 2):
        parent, place = 0, np.array([at, 0, 0])
        for length, mass in ((L1, M1), (L2, M2)):
            parent = model.addJoint(parent, pin.JointModelRZ(), pin.SE3(np.eye(3), place), f"joint{model.njoints}")
            inertia = np.diag([0, mass * length**2 / 12, mass * length**2 / 12])
            model.appendBodyToJoint(parent, pin.Inertia(mass, np.array([length / 2, 0, 0]), inertia), pin.SE3.Identity())
            place = np.array([length, 0, 0])
        tips.append(parent)
    data = model.createData()
    tree = pin.rnea(model, data, Q, DQ, DDQ).copy()
    show("rnea of the open tree: motors", tree[[0, 2]])
    show("rnea of the open tree: elbows, which have no motor", tree[[1, 3]])
    show("the same, projected by hand on the motors (G^T t)", BY_MOTORS.T @ tree)
    at_tip = pin.SE3(np.eye(3), np.array([L2, 0, 0]))
    forces = np.array([truth[0], 0, truth[1], 0])
    closures, closure_data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    closures.append(pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, model, tips[0], at_tip, tips[1], at_tip, pin.ReferenceFrame.LOCAL))
    closure_data.append(closures[0].createData())
    pin.initConstraintDynamics(model, data, closures, closure_data)
    # Points closed by three equations, of which the one across the plane is redundant.
    for mu, steps in ((0.0, 1), (1e-12, 1), (1e-6, 1), (1e-6, 10)):
        settings = pin.ProximalSettings(1e-14, mu, steps)
        try:
            result = pin.constraintDynamics(model, data, Q, DQ, forces, closures, closure_data, settings)
            show(f"constraintDynamics, mu = {mu:g}, {steps} steps: motors, rad/s^2", result[[0, 2]])
        except Exception as error:  # what the engine says is the result
            print(f"  constraintDynamics, mu = {mu:g}: {type(error).__name__}: {str(error).splitlines()[0]}")
    print()


def main():
    truth = motor_forces()
    print("five-bar: tip at", TIP, "m, rate", RATE, "m/s, acceleration", ACCELERATION, "m/s^2; no friction\n")
    print("jourdain")
    show("inverse: motors, N m", truth)
    show("accelerations of the motors that belong to them, rad/s^2", DDQ[[0, 2]])
    print()
    try_mujoco(truth)
    try_pinocchio(truth)


if __name__ == "__main__":
    sys.exit(main())
