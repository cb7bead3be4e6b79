// Plain description of a mechanism and of its motion for the oracles. Nothing of jourdain and nothing of the foreign
// engines: both sides include this one.
//
// SI units. Rotation matrices R[row][column] turn coordinates of the inner frame into those of the outer one.
#pragma once

#include <vector>

namespace oracle {

struct Frame {
  double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double p[3] = {};
};

// Centre of mass in the body frame, inertia about the centre of mass in body axes.
struct Body {
  double mass = 0;
  double com[3] = {};
  double inertia[3][3] = {};
};

// z is the axis of J_A and J_B. Universal: the other axis is x of J_B. Planar: z is the normal.
enum class JointKind { revolute, prismatic, helical, cylindrical, universal, spherical, planar, fixed };

// Resistance of one freedom: coulomb sign(rate) + viscous rate + offset, and stiffness (q - rest) + preload.
struct Axis {
  double coulomb = 0;
  double viscous = 0;
  double offset = 0;
  double stiffness = 0;
  double rest = 0;
  double preload = 0;
  double near = 0;  // angles count from the turn that this one lies in
};

struct Joint {
  JointKind kind = JointKind::fixed;
  int body_a = 0;
  int body_b = 0;
  Frame in_a;              // J_A in body a
  Frame in_b;              // J_B in body b
  double pitch = 0;        // helical: slide per radian
  std::vector<Axis> axes;  // one per freedom; a ball joint resists as a whole, by axes[0]
  bool actuated = false;
  double rotor = 0;  // actuated: inertia of the rotor as the joint feels it
  // A ball joint that does not let its rod spin: these directions, in body a and in body b, stay perpendicular.
  bool locked = false;
  double lock_a[3] = {};
  double lock_b[3] = {};
};

// A force stiffness (distance - length) + force pulls two points together.
struct Counterbalance {
  int body_a = 0;
  int body_b = 0;
  double at_a[3] = {};
  double at_b[3] = {};
  double stiffness = 0;
  double length = 0;
  double force = 0;
};

struct Mechanism {
  std::vector<Body> bodies;  // bodies[0] is the ground
  std::vector<Joint> joints;
  std::vector<Counterbalance> counterbalances;
  double gravity[3] = {};
  double length = 1;  // lengths are compared with angles by this one
};

// Place of frame B seen from frame A, in axes of A: position, or Cardan angles of R = Rx Ry Rz.
enum class Coordinate { x, y, z, rx, ry, rz };

// A prescribed coordinate. `rate` and `acceleration` belong to the same component of the velocity or angular velocity
// of B in A, and of its derivative in A: for rx, ry, rz these are not the rates of Cardan angles, unless the other two
// angles stay zero.
struct Driver {
  int body_a = 0;
  int body_b = 0;
  Frame in_a;
  Frame in_b;
  Coordinate coordinate = Coordinate::x;
  double value = 0;
  double rate = 0;
  double acceleration = 0;
};

// Motion of a frame: velocity and acceleration of its origin, angular velocity and its derivative.
struct PlatformState {
  Frame pose;
  double v[3] = {};
  double w[3] = {};
  double a[3] = {};
  double dw[3] = {};
};

}  // namespace oracle
