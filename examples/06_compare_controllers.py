"""Control laws on a DELTA robot whose masses and friction are not quite those that its controller knows."""

import jourdain

known = jourdain.load("delta")
real = known.with_errors(inertia=0.1, friction=0.2, seed=3)
motion = known.load_motion("pick span=60mm height=15mm duration=0.25s")

for law in ("pd", "feedforward", "computed-torque"):
    loop = known.run_closed_loop(law, motion, plant=real)
    print(f"{law:<16} {1e6 * loop['position_rms']:8.2f} micrometres RMS, largest {1e6 * loop['position_error']:8.2f}")
