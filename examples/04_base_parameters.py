"""The smallest set of parameters of a hexapod, with names, and the forces as a product with the regressor."""

import jourdain
import numpy as np

robot = jourdain.load("palida")
base = jourdain.find_base_parameters(jourdain.LinearForm(robot))
friction = sum("coulomb" in name or "viscous" in name for name in base.names)
print(f"{len(base) - friction} inertial parameters and {friction} of friction describe all motions")
for value, expression in list(zip(base.values, base.expressions))[:10]:
    print(f"{value:10.6f} = {expression}")

# Forces are linear in them: tau = Y p.
motion = jourdain.PlatformState(robot.home_pose, twist=[0.3, -0.2, 0.1, 0, 0, 0], acceleration=[1, 2, -3, 0, 0, 0])
forces = robot.inverse_dynamics(motion)
difference = np.abs(base.form.regressor(motion) @ base.values - forces).max()
print("Y p gives the forces:", "yes" if difference < 1e-9 * np.linalg.norm(forces) else "no")
