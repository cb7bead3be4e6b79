// Inputs of a robot's programs: a declared list with kinds, found once per program; their values are then copied by
// index.
#pragma once

#include "legs/robot_data.hpp"

#include "expression/program.hpp"
#include "jourdain/kinematics/workspace.hpp"

#include <string>
#include <vector>

namespace jourdain {

enum class InputKind {
  position,      // of the output: x, y, z and Cardan angles
  rotation,      // entries of the output's rotation matrix, row by row
  twist,         // of the output
  acceleration,  // of the output
  joint,         // positions of joints of the tree
  platform,      // place of the platform's node: x, y, z and a quaternion
  motor_rate,
  motor_acceleration,
  force,
};

// Value number `component` of item `item` (a joint or an actuator, where the kind has items).
struct ProgramInput {
  InputKind kind = InputKind::position;
  int item = 0;
  int component = 0;
  std::string name;
};

// All inputs that programs of this robot may have.
std::vector<ProgramInput> declared_inputs(const RobotData& robot);

class InputReader {
 public:
  InputReader() = default;
  // Throws Error(input) for a name that the robot does not declare.
  InputReader(const RobotData& robot, const std::vector<std::string>& names);

  const std::vector<ProgramInput>& inputs() const { return inputs_; }

  // True if all inputs follow from the output's motion.
  bool takes_motion() const { return takes_motion_; }

  // One value per input: from the output's motion alone, or from all that the workspace holds; forces are 0. A control
  // loop may call both.
  void read(const Motion& motion, double* values) const;
  void read(const Workspace& workspace, double* values) const;

 private:
  std::vector<ProgramInput> inputs_;
  bool takes_motion_ = false, takes_angles_ = false, takes_output_ = false;
};

}  // namespace jourdain
