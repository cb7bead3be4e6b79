"""A robot from scratch: a planar platform on two motors, written in a few lines and computed with at once."""

import jourdain

MODEL = """
jourdain: 1
name: my-five-bar
parameters: {D: 120 mm, L1: 150 mm, L2: 250 mm}
gravity: [0, -9.81, 0]
bodies:
  left:   {mass: 0.2 kg, com: [L1/2, 0, 0], inertia: {rod: L1, axis: x}}
  right:  {mass: 0.2 kg, com: [L1/2, 0, 0], inertia: {rod: L1, axis: x}}
  left2:  {mass: 0.1 kg, com: [L2/2, 0, 0], inertia: {rod: L2, axis: x}}
  right2: {mass: 0.1 kg, com: [L2/2, 0, 0], inertia: {rod: L2, axis: x}}
joints:
  motor1: {type: revolute, between: [base, left],  at: [-D/2, 0, 0], axis: z, actuated: true}
  motor2: {type: revolute, between: [base, right], at: [D/2, 0, 0],  axis: z, actuated: true}
  elbow1: {type: revolute, between: [left, left2],   at: [L1, 0, 0], axis: z}
  elbow2: {type: revolute, between: [right, right2], at: [L1, 0, 0], axis: z}
  tip:    {type: revolute, between: [left2, right2], at: {left2: [L2, 0, 0], right2: [L2, 0, 0]}, axis: z}
end_point: {body: left2, at: [L2, 0, 0], moves: [x, y]}
assembly:
  end_point: [0, 300 mm, 0]
  joints: {motor1: 120 deg, elbow1: -70 deg, motor2: 60 deg, elbow2: 70 deg}
"""

robot = jourdain.from_text(MODEL, "my-five-bar")
print("{freedoms} freedoms, {motors} motors, {loops} loop".format(**robot.mobility))
x = [0.0, 0.05, 0.1]
forces = robot.holding_forces(jourdain.complete_state(robot, x=x, y=0.28))
for position, (first, second) in zip(x, forces):
    print(f"x = {position:.2f} m: held by {first:.5f} and {second:.5f} N m")
