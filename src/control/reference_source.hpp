// The references of a control loop, from a motion.
#pragma once

#include "jourdain/control/laws.hpp"
#include "jourdain/motion/follower.hpp"
#include "trace/compiled/compiled_kinematics.hpp"

namespace jourdain {

// What a motion asks for now and a while later. One per loop; nothing allocates after the constructor.
class ReferenceSource {
 public:
  // `lead`: by how much `ahead` is later, s. `compiled`: by generated code where there is a compiler and a form for
  // the robot, from the second call on.
  ReferenceSource(const Motion& motion, double lead, bool compiled = false);

  // Status as Follower; without `ahead_too` ahead() stays as it is. A control loop may call it.
  Status at(double time, bool ahead_too = true) noexcept;

  const Reference& wanted() const { return wanted_; }
  const Reference& ahead() const { return ahead_; }

  // All joints at the time of wanted(); with generated code at that of the first call.
  const Workspace& workspace() const { return now_; }

 private:
  static void read(const Workspace& workspace, Reference& reference) noexcept;
  Status follow(double time, Workspace& workspace, Reference& reference) noexcept;

  Follower follower_;
  Workspace now_, later_;
  double lead_;
  Reference wanted_, ahead_;
  std::optional<CompiledKinematics> code_;
  bool by_code_ = false;  // the motion began in home's working modes, which are those of the code
};

}  // namespace jourdain
