// The equations of motion of a mechanism at one state, as a foreign engine has them in velocity coordinates u of its
// own choice, and what the motor forces are by them. Joint forces, loads and the projection on the motors are
// written here anew, from the description alone; nothing is taken from jourdain.
#pragma once

#include "oracles/mechanism.hpp"

#include <cstddef>
#include <vector>

namespace oracle {

// Row by row.
struct Matrix {
  Matrix() = default;
  Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), at(r * c) {}
  double& operator()(std::size_t i, std::size_t j) { return at[i * columns + j]; }
  double operator()(std::size_t i, std::size_t j) const { return at[i * columns + j]; }

  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> at;
};

// Motion of a frame B seen from a frame A as a function of u: velocity (w; v) = J u, acceleration (dw; a) = J du +
// bias, in axes of A. Pose and velocity are those of the state.
struct FrameEquations {
  PlatformState motion;  // without accelerations
  Matrix J;              // 6 x n
  double bias[6] = {};
};

// M du + h = forces of joints, loads and motors, with A du = b.
struct Equations {
  Matrix M;
  std::vector<double> h;  // Coriolis forces less gravity
  Matrix A;               // independent or not
  std::vector<double> b;
  std::vector<FrameEquations> bodies;  // body frames seen from the ground
  std::vector<FrameEquations> joints;  // J_B seen from J_A
  std::vector<double> du;              // accelerations of the prescribed motion
};

// Force at the body frame's origin and moment, in axes of the ground.
struct Load {
  int body = 0;
  double force[3] = {};
  double moment[3] = {};
};

struct Loads {
  bool friction = true;
  bool springs = true;
  std::vector<Load> on_bodies;
};

// Forces of the actuated joints, in the order of joints, that go with the accelerations `du`; of least norm if there
// are more motors than freedoms.
std::vector<double> motor_forces(const Mechanism& mechanism, const Equations& equations, const Loads& loads);

// Accelerations of the actuated joints that these forces give.
std::vector<double> motor_accelerations(const Mechanism& mechanism, const Equations& equations, const Loads& loads,
                                        const std::vector<double>& forces);

// Mass matrix of the rates of some actuated joints, numbered among them, which must be independent and all there are;
// rotors included.
Matrix motor_mass_matrix(const Mechanism& mechanism, const Equations& equations, const std::vector<int>& motors);

// The same of the velocity components of a frame that is fixed in a body, seen from the ground.
Matrix frame_mass_matrix(const Mechanism& mechanism, const Equations& equations, int body, const Frame& in_body,
                         const std::vector<Coordinate>& coordinates);

}  // namespace oracle
