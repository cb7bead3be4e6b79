"""What the tests of the Python package share."""

import functools

import jourdain
import numpy

# Every robot of the catalogue, and those with a motor for every freedom.
NAMES = jourdain.catalogue_names()


@functools.cache
def robot(name):
    return jourdain.load(name)


def is_driven(model):
    """True with a motor for every freedom."""
    return model.mobility["motors"] >= model.mobility["freedoms"]


def is_redundant(model):
    return model.mobility["motors"] > model.mobility["freedoms"]


def motors_near_home(model, count, seed=1, spread=0.02):
    """Random motions of the driving motors near home, asymmetric, with rates and accelerations."""
    rng = numpy.random.default_rng(seed)
    motors = len(model.motor_names)
    slides = [model.joint_types[name] == "prismatic" for name in model.motor_names]
    scale = spread * numpy.where(slides, model.size, 2.0)
    q = model.home_motors + scale * rng.uniform(-1, 1, (count, motors))
    return jourdain.MotorState(q, 5 * scale * rng.uniform(-1, 1, (count, motors)),
                               25 * scale * rng.uniform(-1, 1, (count, motors)))


def motions_near_home(model, count, seed=1):
    """Random motions of the output near home, asymmetric, that the robot can do."""
    rng = numpy.random.default_rng(seed)
    given = {}
    for move in model.moves:
        length = move in "xyz"
        home = jourdain.PlatformState(model.home_pose).coordinates["x y z rx ry rz".split().index(move)]
        reach = 0.02 * model.size if length else 0.05
        rate = {"x": "vx", "y": "vy", "z": "vz", "rx": "wx", "ry": "wy", "rz": "wz"}[move]
        change = {"x": "ax", "y": "ay", "z": "az", "rx": "bx", "ry": "by", "rz": "bz"}[move]
        given[move] = home + reach * rng.uniform(-1, 1, count)
        given[rate] = 5 * reach * rng.uniform(-1, 1, count)
        given[change] = 25 * reach * rng.uniform(-1, 1, count)
    return jourdain.complete_state(model, **given)


def states_near_home(model, count, seed=1):
    """Motions of the output, or of the motors for robots without one."""
    return motions_near_home(model, count, seed) if model.moves else motors_near_home(model, count, seed)
