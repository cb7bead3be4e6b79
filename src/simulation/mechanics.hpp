// The mechanism of a plant: minimal coordinates, their rates, and accelerations for forces that are decided once the
// rates are known.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "structure/tree_parameters.hpp"

#include <memory>
#include <vector>

namespace jourdain {

// A freedom with dry friction, of its joint or of its motor's gear.
struct DryAxis {
  int joint = -1, freedom = 0;
  int motor = -1;       // index into Robot::motor_joints(), -1: passive
  int entry = -1;       // of TreeParameters::joints
  int coordinate = -1;  // velocity coordinate of the tree; -1: the joint is outside the tree
  double offset = 0;    // constant part of friction
  double coulomb = 0, breakaway = 0, stribeck_speed = 0;

  // Dry friction while it moves at this rate.
  double moving(double rate) const;
};

// A ball joint with dry friction: it creeps at speeds below `creep`, and never sticks.
struct DryBall {
  int joint = -1;
  int entry = -1;
  double coulomb = 0, viscous = 0, creep = 0;
};

// State y: position and quaternion of the platform and its rates in `moves`, for platforms on limbs in closed form;
// positions and rates of the driving motors for all others. Loops cannot drift apart: every state closes them.
class CompiledPlant;

class Mechanics {
 public:
  explicit Mechanics(const Robot& robot);
  ~Mechanics();

  const Robot& robot() const { return robot_; }
  int freedoms() const { return freedoms_; }
  int size() const { return positions_ + freedoms_; }
  int positions() const { return positions_; }
  bool is_platform() const { return platform_; }
  const std::vector<DryAxis>& axes() const { return axes_; }
  Workspace& workspace() { return workspace_; }
  const Workspace& workspace() const { return workspace_; }
  DynamicsOptions& options() { return options_; }

  // Masses, payload and so on that the plant has from now on; friction stays with the axes. Allocates.
  void set_parameters(const TreeParameters<double>& parameters);

  // Lets generated code compute from now on, where it can; the note says why not. Allocates.
  void compile(std::string& note);
  // The general engine alone from now on, for states and forces that the code does not know.
  void leave_code() { beyond_code_ = true, by_code_ = false; }
  bool is_compiled() const { return code_ && !beyond_code_; }
  bool by_code() const { return by_code_; }

  // What an error of y[i] is divided by: size or 1 for positions; rates the same over a second.
  double unit(int i) const { return units_[i]; }

  void read_state(VectorX& y) const;
  void normalise(VectorX& y) const;

  // The workspace gets the platform's motion at the state y with its slopes dy; joints and bodies follow by
  // body_motions().
  void hold(const VectorX& y, const VectorX& dy);

  // Positions and rates of everything. Status as inverse_kinematics and forward_kinematics.
  Status move_to(const VectorX& y);

  // Rates of all axes and of all motors, and positions of the motors, after move_to.
  Status read_rates(VectorX& axes, VectorX& motors, VectorX& positions);

  // Pose of the output at the state y of a platform.
  Placement pose_of(const VectorX& y) const { return motion_of(y).pose; }

  // Rate of an axis by the engine, after move_to.
  double rate(const DryAxis& axis) const;

  // Changes of the rates of these axes, after accelerate; of all by the engine.
  Status read_accelerations(const std::vector<int>& wanted, VectorX& axes);

  // The part of dy that the rates of y give: changes of the positions.
  void position_slopes(const VectorX& y, VectorX& dy) const;

  // dy for these motor forces and dry resistances (one per axis), after move_to. Status as forward_dynamics.
  Status accelerate(const VectorX& forces, const VectorX& resistance, const VectorX& y, VectorX& dy);

 private:
  double acceleration_of(const DryAxis& axis) const;
  void set_acceleration(const VectorX& dy, PlatformState& motion) const;
  void find_axes();
  PlatformState motion_of(const VectorX& y) const;
  void find_units();

  Robot robot_;
  Workspace workspace_;
  TreeParameters<double> parameters_;
  DynamicsOptions options_;
  bool platform_ = false;
  int freedoms_ = 0, positions_ = 0;
  std::vector<DryAxis> axes_;
  std::vector<DryBall> balls_;
  VectorX units_, motors_, motor_accelerations_;
  std::unique_ptr<CompiledPlant> code_;
  bool by_code_ = false, beyond_code_ = false, accelerated_by_code_ = false;
  PlatformState motion_;  // of the last state, for the code
};

}  // namespace jourdain
