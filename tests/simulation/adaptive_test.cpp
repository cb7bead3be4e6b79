// Adaptive laws: they come to follow as well as laws that know the truth, and their parameters stay physical.
#include "support/draws.hpp"
#include "support/random_states.hpp"

#include "control/adaptive_law.hpp"

#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"
#include "jourdain/simulation/closed_loop.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

namespace jourdain::adaptive_test {
namespace {

// The robot as its controller believes it to be.
Robot wrong(const Robot& robot, double rigid, double friction) {
  Mechanism m = robot.mechanism();
  for (Body& body : m.bodies) body.inertial.mass *= rigid, body.inertial.inertia *= rigid;
  for (Joint& joint : m.joints) {
    for (JointAxis& axis : joint.axes) {
      axis.friction.coulomb *= friction;
      axis.friction.viscous *= friction;
    }
  }
  return Robot(m);
}

// Its drives give these shares of the force they are told, by turns.
Robot with_gains(const Robot& robot, double odd, double even) {
  Mechanism m = robot.mechanism();
  bool is_odd = true;
  for (const int joint : robot.motor_joints()) {
    m.joints[joint].motor->drive.gain = is_odd ? odd : even;
    is_odd = !is_odd;
  }
  return Robot(m);
}

struct Cycles {
  std::vector<double> rms;  // position error of the output, by cycle
  double margin = unlimited;
  bool lost = false;
};

// Encoders of 20 000 steps per radian or size, drives of 1 ms: what a law that knows the truth has left.
Robot with_real_drives(const Robot& robot) {
  Mechanism m = robot.mechanism();
  for (const int joint : robot.motor_joints()) {
    Joint& motor = m.joints[joint];
    motor.motor->drive.time_constant = 1e-3;
    motor.motor->drive.encoder_step = 5e-5 * (is_length(motor.type, 0) ? robot.size() : 1.0);
  }
  return Robot(m);
}

Cycles run(const Robot& plant, const Robot& believed, Law law, const std::string& motion, int cycles, double adaptation,
           const std::vector<PayloadChange>& payloads = {}) {
  const Motion one = load_motion(believed, motion).motion;
  const Motion all = repeated(one, cycles);
  LoopOptions options;
  options.timing.lag = 1e-3;
  options.plant.integrator = Integrator::bogacki_shampine;
  options.plant.tolerance = 1e-7;
  options.payloads = payloads;
  LawOptions laws;
  laws.timing = options.timing;
  laws.adaptation = adaptation;
  Workspace ws(believed);
  const auto controller = make_controller(law, believed, ws, laws);
  Cycles result;
  std::vector<double> sum(static_cast<std::size_t>(cycles)), count(sum);
  auto* adaptive = dynamic_cast<AdaptiveLaw*>(controller.get());
  int period = 0;
  const auto record = [&](const LoopSample& sample) {
    const auto k = std::min(static_cast<std::size_t>(sample.time / one.duration()), sum.size() - 1);
    sum[k] += (sample.plant.output_pose().p - sample.wanted.output.pose.p).squaredNorm();
    count[k] += 1;
    if (adaptive && ++period % 50 == 0) result.margin = std::min(result.margin, adaptive->margin());
  };
  result.lost = run_closed_loop(plant, *controller, all, options, record).lost;
  for (std::size_t k = 0; k < sum.size(); ++k) result.rms.push_back(std::sqrt(sum[k] / std::max(count[k], 1.0)));
  return result;
}

std::string text_of(const Cycles& cycles) {
  std::string text;
  for (const double x : cycles.rms) text += fmt::format(" {:.2e}", x);
  return text;
}

// Over the second half of the cycles: samples fall differently into each, which makes them differ by a tenth.
double later_rms(const Cycles& cycles) {
  const auto middle = cycles.rms.begin() + static_cast<std::ptrdiff_t>(cycles.rms.size() / 2);
  return std::accumulate(middle, cycles.rms.end(), 0.0) / static_cast<double>(cycles.rms.end() - middle);
}

struct Case {
  std::string robot;
  Law law;
};

std::ostream& operator<<(std::ostream& stream, const Case& value) {
  return stream << value.robot << " " << to_string(value.law);
}

class AdaptiveLaws : public testing::TestWithParam<Case> {};

// Masses and friction wrong by half: after some cycles the law follows like one that knows the truth.
TEST_P(AdaptiveLaws, LearnWhatTheyWereToldWrong) {
  const Robot robot = with_real_drives(catalogue_robot(GetParam().robot));
  // Within what the drives of the Hexaglide can do.
  const double speed = (GetParam().robot == "hexaglide" ? 1 : 2) * robot.size();
  const std::string motion = fmt::format("circle radius={}m speed={}m/s tilt=30deg", 0.1 * robot.size(), speed);
  const int cycles = draws(16, 30);
  const Cycles known = run(robot, robot, GetParam().law, motion, 2, 0);
  const Cycles learned = run(robot, wrong(robot, 0.5, 0.5), GetParam().law, motion, cycles, 1);
  ASSERT_FALSE(known.lost || learned.lost);
  EXPECT_GT(learned.rms.front(), learned.rms.back()) << text_of(learned);
  EXPECT_LT(later_rms(learned), 1.1 * known.rms.back()) << text_of(known) << " against" << text_of(learned);
  EXPECT_GT(learned.margin, -1e-8);
}

INSTANTIATE_TEST_SUITE_P(Robots, AdaptiveLaws,
                         testing::Values(Case{"delta", Law::adaptive}, Case{"delta", Law::adaptive_desired},
                                         Case{"hexaglide", Law::adaptive_desired}, Case{"hexa", Law::adaptive}),
                         [](const auto& named) {
                           return named.param.robot + (named.param.law == Law::adaptive ? "" : "_desired");
                         });

// Drives that give a half more and a third less than they are told, by turns: their gains are learned, too.
TEST(AdaptiveLaw, LearnsGainsOfDrives) {
  const Robot robot = with_real_drives(catalogue_robot("delta"));
  const std::string motion =
      fmt::format("circle radius={}m speed={}m/s tilt=30deg", 0.1 * robot.size(), 2 * robot.size());
  const Cycles known = run(robot, robot, Law::adaptive, motion, 3, 0);
  const Cycles fixed = run(with_gains(robot, 1 / 1.5, 1.5), robot, Law::adaptive, motion, 3, 0);
  const Cycles learned = run(with_gains(robot, 1 / 1.5, 1.5), robot, Law::adaptive, motion, 10, 1);
  ASSERT_FALSE(known.lost || fixed.lost || learned.lost);
  EXPECT_GT(fixed.rms.back(), 5 * known.rms.back());
  EXPECT_LT(later_rms(learned), 1.15 * known.rms.back()) << text_of(known) << " against" << text_of(learned);
  EXPECT_GT(learned.margin, -1e-8);
}

// What the robot carries falls off: the error rises, and falls again to where it was.
TEST(AdaptiveLaw, LearnsADroppedPayload) {
  Mechanism m = with_real_drives(catalogue_robot("delta")).mechanism();
  m.output->payload.mass = 0.1;
  const Robot robot(m);
  const std::string motion =
      fmt::format("circle radius={}m speed={}m/s tilt=30deg", 0.1 * robot.size(), 2 * robot.size());
  const double cycle = load_motion(robot, motion).motion.duration();
  const std::vector<PayloadChange> drop{{3.1 * cycle, {}}};
  const Cycles fixed = run(robot, robot, Law::adaptive_desired, motion, 6, 0, drop);
  const Cycles learned = run(robot, robot, Law::adaptive_desired, motion, 14, 1, drop);
  ASSERT_FALSE(fixed.lost || learned.lost);
  EXPECT_GT(fixed.rms.back(), 10 * fixed.rms[1]);
  EXPECT_GT(learned.rms[3], 2 * learned.rms[2]) << text_of(learned);
  EXPECT_LT(later_rms(learned), 1.5 * learned.rms[2]) << text_of(learned);
  EXPECT_LT(later_rms(learned), 0.1 * fixed.rms.back()) << text_of(learned);
  EXPECT_GT(learned.margin, -1e-8);
}

}  // namespace
}  // namespace jourdain::adaptive_test
