#!/usr/bin/env python3
"""Writes the state files of this folder: motions in closed form, with their exact velocities and accelerations."""

import math
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent


def write(name, columns, rows):
    lines = [",".join(columns)] + [",".join(repr(value) for value in row) for row in rows]
    (FOLDER / name).write_text("\n".join(lines) + "\n")


def ramp(t, duration):
    """Sine on ramp, [Codourey98] section 5: a share of the way from 0 to 1, with its two derivatives."""
    w = 2 * math.pi / duration
    return t / duration - math.sin(w * t) / (2 * math.pi), (1 - math.cos(w * t)) / duration, w * math.sin(w * t) / duration


def palida_circle(speed=1.0, radius=0.1, tilt=math.radians(30), height=-0.78, rows=101):
    """A circle inclined by 30 degrees to the x axis, run at constant speed: the experiment of [Abdellatif05]."""
    duration = 2 * math.pi * radius / speed
    u, v = (math.cos(tilt), 0.0, math.sin(tilt)), (0.0, 1.0, 0.0)
    w = 2 * math.pi / duration
    for k in range(rows):
        t = duration * k / (rows - 1)
        c, s = math.cos(w * t), math.sin(w * t)
        around = lambda a, b: [radius * (a * u[i] + b * v[i]) for i in range(3)]
        x, dx, ddx = around(c, s), around(-w * s, w * c), around(-w * w * c, -w * w * s)
        yield [t, x[0], x[1], x[2] + height, 1.0, 0.0, 0.0, 0.0, *dx, 0.0, 0.0, 0.0, *ddx, 0.0, 0.0, 0.0]


def delta_pick_and_place(width=0.25, lift=0.05, floor=-0.35, duration=0.15, rows=76):
    """Half an ellipse over 250 mm and back with a sine on ramp: [Codourey98] section 5."""
    for half in range(2):
        for k in range(half, rows):
            t = duration * k / (rows - 1)
            s, ds, dds = ramp(t, duration)
            if half:
                s, ds, dds = 1 - s, -ds, -dds
            a, da, dda = math.pi * s, math.pi * ds, math.pi * dds
            c, n = math.cos(a), math.sin(a)
            x, dx, ddx = -width / 2 * c, width / 2 * n * da, width / 2 * (c * da * da + n * dda)
            z, dz, ddz = floor + lift * n, lift * c * da, lift * (-n * da * da + c * dda)
            yield [half * duration + t, x, 0.0, z, dx, 0.0, dz, ddx, 0.0, ddz]


if __name__ == "__main__":
    pose, twist, acceleration = "x y z qw qx qy qz".split(), "vx vy vz wx wy wz".split(), "ax ay az bx by bz".split()
    write("palida-circle.csv", ["t", *pose, *twist, *acceleration], palida_circle())
    write("delta-pick-and-place.csv", "t x y z vx vy vz ax ay az".split(), delta_pick_and_place())
