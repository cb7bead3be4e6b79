// The model that a law computes forces with: the robot's, or a simpler one.
#pragma once

#include "jourdain/control/controller.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/trace/compiled_dynamics.hpp"

#include <optional>

namespace jourdain {

enum class ModelChoice {
  full,
  codourey58,  // [Codourey98] (58): a third of each forearm on the plate and the rest at the elbow, halves for gravity
  lumped,      // Simplification::lumped
};
enum class FrictionChoice { none, drives, all };
std::string_view to_string(ModelChoice choice);
std::string_view to_string(FrictionChoice choice);

// Inverse dynamics of a chosen model at a motion of reference, or at measured positions and rates. Nothing allocates
// after the constructor; a control loop may call everything else.
class ControlModel {
 public:
  // Throws Error(usage) where the robot has no such model. `compiled`: forces() for a reference by generated code where
  // there is a compiler and a form for the robot.
  ControlModel(const Robot& robot, ModelChoice choice, FrictionChoice friction, bool compiled = false);

  const Robot& robot() const { return robot_; }
  Workspace& workspace() { return workspace_; }

  // Forces for the reference's motion: of the output if the robot has one, else of the motors.
  Status forces(const Reference& reference, VectorX& forces) noexcept;

  // Brings the workspace to the motors' positions and rates; with redundant motors to those of the driving ones.
  Status move_to(const VectorX& positions, const VectorX& rates) noexcept;

  // Forces at that state for changes of the motors' rates, or for an acceleration of the output.
  Status forces_for(const VectorX& accelerations, VectorX& forces) noexcept;
  Status forces_for(const Acceleration& acceleration, VectorX& forces) noexcept;

  // Mass matrix of the driving motors' rates at that state.
  Status inertia(MatrixX& M) noexcept;

 private:
  Status add_weight(const Placement& pose, VectorX& forces) noexcept;

  Robot robot_;
  Workspace workspace_;
  // (58) takes other masses for gravity than for inertia.
  std::optional<Robot> weight_robot_;
  std::optional<Workspace> weight_workspace_;
  // Copies of a model run one after the other and may share it.
  struct Code {
    explicit Code(const Robot& of) : robot(of), dynamics(robot) {}
    Robot robot;
    CompiledDynamics dynamics;
  };
  std::shared_ptr<Code> code_;
  VectorX actuators_, weight_;
};

}  // namespace jourdain
