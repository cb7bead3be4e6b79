"""Loads a robot of the catalogue, moves its platform and asks for the motors and the distance to singularities."""

import jourdain

robot = jourdain.load("hexapod")
print(f"{robot.name}: {robot.mobility['freedoms']} freedoms, {len(robot.motor_names)} motors")

pose = robot.home_pose
pose[:3, 3] += [0.05, -0.02, 0.03]
motion = jourdain.PlatformState(pose, twist=[0.1, 0.2, 0, 0, 0, 0])

motors = robot.inverse_kinematics(motion)
for name, position, velocity in zip(robot.motor_names, motors.position, motors.velocity):
    print(f"{name} at {position:.6f} m, {velocity:.6f} m/s")
print(f"distance to a singularity of the second type: {robot.singularity_distance(motion)['type2']:.4f}")
