#include "jourdain/control/reference_source.hpp"

namespace jourdain {

ReferenceSource::ReferenceSource(const Trajectory& trajectory, double lead)
    : follower_(trajectory),
      now_(trajectory.robot()),
      later_(trajectory.robot()),
      lead_(lead),
      wanted_(static_cast<int>(trajectory.robot().actuators().size())),
      ahead_(wanted_) {}

void ReferenceSource::read(const Workspace& workspace, Reference& reference) noexcept {
  if (workspace.robot().mechanism().output) {
    reference.output = {workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()};
  }
  for (int k = 0; k < static_cast<int>(reference.positions.size()); ++k) {
    reference.positions[k] = workspace.actuator_position(k);
    reference.rates[k] = workspace.actuator_velocity(k);
    reference.accelerations[k] = workspace.actuator_acceleration(k);
  }
}

Status ReferenceSource::at(double time, bool ahead_too) noexcept {
  Status status = follower_(time, now_);
  if (status != Status::ok) return status;
  read(now_, wanted_);
  if (!ahead_too) return status;
  status = follower_(time + lead_, later_);
  if (status == Status::ok) read(later_, ahead_);
  return status;
}

}  // namespace jourdain
