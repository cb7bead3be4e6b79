#include "kinematics/doubtful_rates.hpp"

#include "jourdain/model/plausibility.hpp"

#include <fmt/format.h>

namespace jourdain {

RateDoubt doubtful_rate(const Robot& robot, const Workspace& workspace, Order order) {
  constexpr double largest_acceleration = 2000;  // m/s^2, of the output: 200 g
  enum class Doubtful { none, motor, speed, acceleration } doubtful = Doubtful::none;
  RateDoubt doubt;
  double value = 0;
  int motor = 0;
  const auto look = [&](Doubtful which, double size, double most, int index) {
    if (!(size > doubt.excess * most)) return;
    doubt.excess = size / most, doubtful = which, value = size, motor = index;
  };
  const auto& motors = robot.motor_joints();
  const auto slides = [&](int k) { return is_length(robot.mechanism().joints[motors[k]].type, 0); };
  for (int k = 0; k < static_cast<int>(motors.size()); ++k)
    look(Doubtful::motor, std::abs(workspace.motor_velocity(k)), slides(k) ? fast_slide : fast_turn, k);
  if (robot.mechanism().output) {
    look(Doubtful::speed, workspace.output_twist().v.norm(), fast_slide, 0);
    if (order == Order::acceleration)
      look(Doubtful::acceleration, workspace.output_acceleration().a.norm(), largest_acceleration, 0);
  }
  if (!(doubt.excess > 1)) return doubt;
  const char* check = "check the units of rates: bare numbers are in m/s, rad/s and m/s^2";
  if (doubtful == Doubtful::motor) {
    const int joint = motors[motor];
    doubt.message = fmt::format("{} would move at {:.4g} {}: {}", robot.mechanism().joints[joint].name, value,
                                slides(motor) ? "m/s" : "rad/s", check);
  } else if (doubtful == Doubtful::speed) {
    doubt.message = fmt::format("the output would move at {:.4g} m/s: {}", value, check);
  } else {
    doubt.message = fmt::format("the output would be accelerated by {:.4g} m/s^2, {:.3g} times gravity: {}", value,
                                value / 9.81, check);
  }
  return doubt;
}

}  // namespace jourdain
