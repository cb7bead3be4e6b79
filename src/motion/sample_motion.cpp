#include "jourdain/motion/follower.hpp"

#include <fmt/format.h>

namespace jourdain {

std::vector<double> sample_times(const Motion& motion, double rate) {
  constexpr double chosen_rate = 200, fewest = 100, most_for_course = 1e5;
  const double T = motion.duration();
  if (rate == 0) rate = std::max({chosen_rate, fewest / T, std::min(course_rate(motion), most_for_course / T)});
  if (!(rate > 0 && rate * T < largest_sample_count)) {
    throw Error(ErrorKind::usage, fmt::format("a rate of {:.6g} per second makes {:.4g} states of {:.6g} s: expected 2 "
                                              "to {:.0f}",
                                              rate, rate * T, T, largest_sample_count));
  }
  std::vector<double> times;
  // A last step that would be a rounding error is left out.
  for (int k = 0; k / rate < T * (1 - 1e-9); ++k) times.push_back(k / rate);
  times.push_back(T);
  return times;
}

MotionTable sample_motion(const Motion& motion, const std::vector<double>& times, bool as_output,
                          const std::string& name) {
  const Robot& robot = motion.robot();
  const bool motors = motion.space() == Space::motors && !as_output;
  StateTable states;
  MotorTable joints;
  Follower follow(motion);
  Workspace workspace(robot);
  MotorState state(static_cast<int>(robot.motor_joints().size()));
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (motors) {
      if (motion.at(times[k], state) != Status::ok) {
        throw Error(ErrorKind::numerical, fmt::format("{}: t = {:.6g} s: the motion is not finite", name, times[k]));
      }
      joints.positions.push_back(state.position);
      joints.rates.push_back(state.velocity);
      joints.accelerations.push_back(state.acceleration);
      joints.lines.push_back(static_cast<int>(k) + 1);
      continue;
    }
    if (follow(times[k], workspace) != Status::ok) {
      throw Error(ErrorKind::numerical, fmt::format("{}: t = {:.6g} s: {}", name, times[k], workspace.explain()));
    }
    states.motions.push_back({workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()});
    states.lines.push_back(static_cast<int>(k) + 1);
  }
  states.time = joints.time = times;
  states.order = joints.order = Order::acceleration;
  return motors ? MotionTable(std::move(joints)) : MotionTable(std::move(states));
}

}  // namespace jourdain
