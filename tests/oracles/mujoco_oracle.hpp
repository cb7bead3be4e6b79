// Equations of motion of a mechanism by MuJoCo, as an independent judge in tests.
//
// MuJoCo's loop constraints are soft, so only its tree is used: mass matrix by composite bodies, bias by Newton and
// Euler, Jacobians and accelerations of bodies. Joints outside the tree are equations between body Jacobians; they are
// written down here, unlike those of the Simbody oracle.
#pragma once

#include "oracles/equations.hpp"

#include <memory>
#include <vector>

namespace oracle {

class Mujoco {
 public:
  explicit Mujoco(const Mechanism& mechanism);
  ~Mujoco();

  // The equations at the configuration with these poses of the bodies, with the rates and accelerations of the drivers.
  // Positions are taken as they are; `gap` is how far the tree is from the given poses, lengths over the robot's.
  Equations equations(const std::vector<Driver>& drivers, const std::vector<Frame>& poses, double& gap);

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace oracle
