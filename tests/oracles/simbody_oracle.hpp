// Kinematics of a mechanism by Simbody, as an independent judge in tests. Plain structs only: the other side is
// compiled as C++17 with Simbody's headers, this side with those of jourdain.
//
// Maximal coordinates: every moving body floats free, every joint is a set of Simbody constraints (a helical joint:
// those of a cylindrical one and a coupling row). Positions: Newton's method on Simbody's constraint errors from a
// rough guess. Rates and accelerations: Simbody's constraint matrix and bias with one row for each driver, by least
// squares. Redundant equations are no obstacle; what the equations leave open (a rod that spins) gets the smallest
// motion.
//
// SI units. Rotation matrices R[row][column] turn coordinates of the inner frame into those of the outer one.
#pragma once

#include <memory>
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

struct Joint {
  JointKind kind = JointKind::fixed;
  int body_a = 0;
  int body_b = 0;
  Frame in_a;        // J_A in body a
  Frame in_b;        // J_B in body b
  double pitch = 0;  // helical: slide per radian
};

struct Mechanism {
  std::vector<Body> bodies;  // bodies[0] is the ground
  std::vector<Joint> joints;
  double length = 1;  // lengths are compared with angles by this one
};

// Place of frame B seen from frame A, in axes of A: position, or Cardan angles of R = Rx Ry Rz.
enum class Coordinate { x, y, z, rx, ry, rz };

// A prescribed coordinate. `rate` and `change` belong to the same component of the velocity or angular velocity of B in
// A, and of its derivative in A: for rx, ry, rz these are not the rates of Cardan angles, unless the other two angles
// stay zero.
struct Driver {
  int body_a = 0;
  int body_b = 0;
  Frame in_a;
  Frame in_b;
  Coordinate coordinate = Coordinate::x;
  double value = 0;
  double rate = 0;
  double change = 0;
};

// Motion of a frame: velocity and acceleration of its origin, angular velocity and its derivative.
struct Motion {
  Frame pose;
  double v[3] = {};
  double w[3] = {};
  double a[3] = {};
  double dw[3] = {};
};

struct Result {
  std::vector<Motion> bodies;  // body frames, in ground axes
  std::vector<Motion> joints;  // J_B seen from J_A, in axes of J_A
  // Largest errors of all constraints and drivers, each over the norm of its row with lengths over `length`.
  double position_error = 0;
  double velocity_error = 0;
  double acceleration_error = 0;
  int rank = 0;  // independent equations, drivers included
  int open = 0;  // freedoms that they leave
  int steps = 0;
};

class Simbody {
 public:
  explicit Simbody(const Mechanism& mechanism);
  ~Simbody();

  // The motion with the driven coordinates on the branch of `guess`, one body frame each. Throws std::runtime_error if
  // Newton's method does not converge.
  Result solve(const std::vector<Driver>& drivers, const std::vector<Frame>& guess);

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace oracle
