"""A robot that is not what its model says is recorded, identified, and said what the result is good for."""

import pathlib
import tempfile

import jourdain

model = jourdain.load("five-bar")
real = model.with_errors(inertia=0.2, seed=4)

with tempfile.TemporaryDirectory() as folder:
    # The log of the real robot; a file of your own controller's works as well.
    motion = real.load_motion("fourier frequency=1Hz periods=8 sine={x: [40 mm, 15 mm], y: [25 mm, 20 mm]}")
    log = pathlib.Path(folder) / "run.csv"
    jourdain.write_simulated_log(motion, log, rate=500)

    found = model.identify(log)
    for name, before, value, width in zip(found.names, found.model_values, found.values, found.half_widths):
        print(f"{name:<16} model {before:9.5f}, identified {value:9.5f} +- {width:.5f}")
    print(found.verdict)
