// Values of the inputs of a robot's programs, by the kinds that they were declared with.
#pragma once

#include "expression/program.hpp"
#include "jourdain/kinematics/workspace.hpp"

#include <vector>

namespace jourdain {

class InputReader {
 public:
  InputReader() = default;
  // Throws Error(usage) for an input of no kind.
  explicit InputReader(const std::vector<ProgramInput>& inputs);

  // True if all inputs follow from the output's motion.
  bool takes_motion() const { return takes_motion_; }

  // One value per input: from the output's motion alone, or from all that the workspace holds; forces are 0. A control
  // loop may call both.
  void read(const PlatformState& motion, double* values) const;
  void read(const Workspace& workspace, double* values) const;

 private:
  struct Source {
    InputKind kind;
    int item, component;
  };
  static double output_value(const PlatformState& motion, const Vector3& angles, const Source& source);

  std::vector<Source> sources_;
  bool takes_motion_ = false, takes_angles_ = false, takes_output_ = false;
};

}  // namespace jourdain
