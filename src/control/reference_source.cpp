#include "control/reference_source.hpp"

#include "kinematics/kinematic_state.hpp"
#include "kinematics/pose_rates.hpp"
#include "legs/robot_data.hpp"

namespace jourdain {

ReferenceSource::ReferenceSource(const Motion& motion, double lead, bool compiled)
    : follower_(motion),
      now_(motion.robot()),
      later_(motion.robot()),
      lead_(lead),
      wanted_(static_cast<int>(motion.robot().motor_joints().size())),
      ahead_(wanted_) {
  const Robot& robot = motion.robot();
  if (!compiled || motion.space() != Space::platform || !robot.pose_is_explicit()) return;
  code_.emplace(robot);
  if (!code_->is_compiled()) code_.reset();
}

void ReferenceSource::read(const Workspace& workspace, Reference& reference) noexcept {
  if (workspace.robot().mechanism().output) {
    reference.output = {workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()};
  }
  for (int k = 0; k < static_cast<int>(reference.positions.size()); ++k) {
    reference.positions[k] = workspace.motor_position(k);
    reference.rates[k] = workspace.motor_velocity(k);
    reference.accelerations[k] = workspace.motor_acceleration(k);
  }
}

Status ReferenceSource::follow(double time, Workspace& workspace, Reference& reference) noexcept {
  if (by_code_ && follower_.motion().at(time, reference.output) == Status::ok &&
      (*code_)(reference.output, reference.positions, reference.rates, reference.accelerations) == Status::ok) {
    return Status::ok;
  }
  const Status status = follower_(time, workspace);
  if (status == Status::ok) read(workspace, reference);
  return status;
}

Status ReferenceSource::at(double time, bool ahead_too) noexcept {
  Status status = follow(time, now_, wanted_);
  if (status == Status::ok && ahead_too) status = follow(time + lead_, later_, ahead_);
  if (code_ && !by_code_) by_code_ = status == Status::ok && in_home_modes(data_of(now_.robot()), state_of(now_).tree);
  return status;
}

}  // namespace jourdain
