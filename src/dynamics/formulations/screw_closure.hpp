// Velocities and accelerations of a whole mechanism from its loops in screw form, [Gallardo03] sections 2 and 3.
#pragma once

#include "kinematics/joint_screws.hpp"

#include <vector>

namespace jourdain {

// Every joint as a sequence of one-freedom screws at the base origin, and the chains of screws that lead to the bodies.
class ScrewClosure {
 public:
  explicit ScrewClosure(const Workspace& workspace);

  // Solves the loops for the driving motors; false where they do not determine the passive joints.
  bool solve();

  // Smallest over largest pivot of the loops' matrix in solve(), 1 without loops.
  double conditioning() const { return conditioning_; }

  // Influence coefficients (17), rows as in influence_coefficients().
  MatrixX influence_coefficients() const;

  // Partial screw (20) of a body for the i-th driving motor.
  Screw partial_screw(int body, Eigen::Index i) const;

  // Velocity state (18) and reduced acceleration state (12) of a body.
  Screw velocity(int body) const;
  Screw acceleration(int body) const;

  // Accelerations of all motors.
  VectorX motor_accelerations() const;

 private:
  // One screw of a chain, passed along (+1) or against (-1) its positive sense.
  struct Step {
    int column;
    double sign;
  };
  using Chain = std::vector<Step>;

  void add_joint_screws(int joint);
  void add_spin_free_ball(int joint);
  Chain columns_of(const JointChain& joints) const;
  Screw sum(const Chain& chain, const VectorX& factors) const;
  Screw lie_screw(const Chain& chain) const;
  MatrixX loop_matrix() const;

  const Workspace& workspace_;
  const Robot& robot_;
  std::vector<Screw> screws_;      // one per column
  std::vector<bool> slides_;       // the rate of this column is a length
  std::vector<int> first_;         // first column of each joint; the last entry is their number
  std::vector<Chain> chains_;      // from the base to each body
  std::vector<Chain> loops_;       // one per joint that the chains do not pass
  MatrixX G_;                      // rates of all columns by the driving motors
  VectorX rates_, accelerations_;  // of all columns
  double conditioning_ = 1;
};

}  // namespace jourdain
