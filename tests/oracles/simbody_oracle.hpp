// Kinematics and equations of motion of a mechanism by Simbody, as an independent judge in tests. Plain structs only:
// the other side is compiled as C++17 with Simbody's headers, this side with those of jourdain.
//
// Maximal coordinates: every moving body floats free, every joint is a set of Simbody constraints (a helical joint:
// those of a cylindrical one and a coupling row). Positions: Newton's method on Simbody's constraint errors from a
// rough guess. Rates and accelerations: Simbody's constraint matrix and bias with one row for each driver, by least
// squares. Redundant equations are no obstacle; what the equations leave open (a rod that spins) gets the smallest
// motion.
#pragma once

#include "oracles/equations.hpp"

#include <memory>
#include <vector>

namespace oracle {

struct Result {
  std::vector<PlatformState> bodies;  // body frames, in ground axes
  std::vector<PlatformState> joints;  // J_B seen from J_A, in axes of J_A
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

  // At the motion that was found last, in the speeds of all bodies.
  Equations equations() const;

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace oracle
