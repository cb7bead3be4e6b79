// Closed loops: what the laws are for.
#include "support/random_states.hpp"

#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"
#include "jourdain/simulation/closed_loop.hpp"

#include <gtest/gtest.h>

namespace jourdain::closed_loop_test {
namespace {

struct Setting {
  LoopOptions loop;
  LawOptions laws;
};

Setting setting(double lag = 0) {
  Setting s;
  s.loop.timing.lag = lag;
  s.loop.plant.integrator = Integrator::bogacki_shampine;
  s.loop.plant.tolerance = 1e-8;
  s.laws.timing = s.loop.timing;
  return s;
}

Robot with_lag(const std::string& name, double lag) {
  Mechanism m = catalogue_robot(name).mechanism();
  for (Joint& joint : m.joints) {
    if (joint.actuator) joint.actuator->drive.time_constant = lag;
  }
  return Robot(m);
}

LoopReport run(const Robot& plant, const Robot& believed, Law law, const std::string& motion, const Setting& s,
               const std::function<void(const LoopSample&)>& record = {}) {
  const Trajectory trajectory = load_motion(believed, motion).trajectory;
  Workspace ws(believed);
  const auto controller = make_controller(law, believed, ws, s.laws);
  return run_closed_loop(plant, *controller, trajectory, s.loop, record);
}

const char* const fast_circle = "circle radius=80mm speed=1m/s tilt=30deg";

// [Abdellatif05] V: each part of the model that is taken in makes the errors smaller.
TEST(ClosedLoop, ComputedForcesInThePapersOrder) {
  const Robot robot = with_lag("palida", 1e-3);
  const Setting s = setting(1e-3);
  double last = unlimited;
  for (const Law law : {Law::pd, Law::force_rigid, Law::force_drives, Law::force_all}) {
    const LoopReport report = run(robot, robot, law, fast_circle, s);
    ASSERT_FALSE(report.lost) << report.reason;
    EXPECT_LT(report.position_rms, 0.7 * last) << to_string(law);
    last = report.position_rms;
  }
}

// [Codourey98] figure 7: the four regulators, the model a little wrong.
TEST(ClosedLoop, RegulatorsInThePapersOrder) {
  const Robot robot = with_lag("delta", 2e-3 / 2.2);
  const Robot plant(with_errors(robot.mechanism(), {.inertia = 0.1}, 3));
  const Setting s = setting(2e-3 / 2.2);
  double last = unlimited, first = 0;
  for (const Law law : {Law::pd, Law::pd_acceleration, Law::feedforward_now, Law::feedforward}) {
    const LoopReport report = run(plant, robot, law, fast_circle, s);
    ASSERT_FALSE(report.lost) << report.reason;
    double largest = 0;
    for (const MotorTracking& motor : report.motors) largest = std::max(largest, std::abs(motor.error.value));
    if (law == Law::pd) first = largest;
    EXPECT_LT(largest, 1.02 * last) << to_string(law);
    last = largest;
  }
  EXPECT_GT(first, 4 * last);
}

// Work is bounded by counting, so that a run ends at the same place on every machine.
TEST(ClosedLoop, EndsAfterSoMuchWork) {
  const Robot robot = with_lag("delta", 1e-3);
  Setting s = setting(1e-3);
  s.loop.most_evaluations = 500;
  const LoopReport report = run(robot, robot, Law::pd, fast_circle, s);
  EXPECT_TRUE(report.lost);
  EXPECT_NE(report.reason.find("500 evaluations"), std::string::npos) << report.reason;
  EXPECT_LT(report.plant.evaluations, 600);
  EXPECT_GT(report.lost_at, 0);
}

// Every law on every kind of robot keeps it, and those that know the truth are near it.
class EveryLaw : public testing::TestWithParam<std::string> {};

TEST_P(EveryLaw, KeepsTheRobot) {
  const Robot robot = with_lag(GetParam(), 1e-3);
  const Setting s = setting(1e-3);
  const MotionSpace space = MotionSpace::motors(robot);
  VectorX to = space.home();
  for (int k = 0; k < to.size(); ++k) to[k] += 0.03 * motor_unit(robot, k) * (k % 2 ? 1 : 0.4);
  Timing timing;
  timing.duration = 0.2;
  const Trajectory motion = line(space, space.home(), to, timing);
  double pd = 0;
  for (const Law law : all_laws()) {
    Workspace ws(robot);
    const auto controller = make_controller(law, robot, ws, s.laws);
    const LoopReport report = run_closed_loop(robot, *controller, motion, s.loop);
    ASSERT_FALSE(report.lost) << to_string(law) << ": " << report.reason;
    double error = 0;
    for (std::size_t k = 0; k < report.motors.size(); ++k) {
      error = std::max(error, std::abs(report.motors[k].error.value) / motor_unit(robot, static_cast<int>(k)));
    }
    if (law == Law::pd) pd = error;
    if (law == Law::feedforward || law == Law::computed_torque || law == Law::adaptive) {
      EXPECT_LT(error, 0.2 * pd) << to_string(law);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryLaw, testing::Values("delta", "palida", "3rrr", "gearshift"),
                         [](const auto& named) { return named.param; });

// What servo drives do keeps every robot that has a motor for every freedom, and holds it where PD sags.
class Cascade : public testing::TestWithParam<std::string> {};

TEST_P(Cascade, FollowsAndDoesNotSag) {
  const Robot robot = with_lag(GetParam(), 1e-3);
  if (driving_actuators(robot).empty()) GTEST_SKIP() << "has no motor for every freedom";
  const Setting s = setting(1e-3);
  // Motors that must agree are led by the platform.
  const bool redundant = driving_actuators(robot).size() < robot.actuators().size();
  const MotionSpace space = redundant ? MotionSpace::platform(robot) : MotionSpace::motors(robot);
  VectorX to = space.home();
  if (redundant) {
    to[0] += 0.01 * robot.size();
  } else {
    for (int k = 0; k < static_cast<int>(to.size()); ++k) to[k] += 0.01 * motor_unit(robot, k) * (k % 2 ? 1 : 0.4);
  }
  // Slow against every loop: what stays is the weight.
  Timing timing;
  timing.duration = 1;
  const Trajectory motion = line(space, space.home(), to, timing);
  double rms[2] = {};
  for (const Law law : {Law::pd, Law::cascade}) {
    Workspace ws(robot);
    const auto controller = make_controller(law, robot, ws, s.laws);
    const LoopReport report = run_closed_loop(robot, *controller, motion, s.loop);
    ASSERT_FALSE(report.lost) << to_string(law) << ": " << report.reason;
    for (std::size_t k = 0; k < report.motors.size(); ++k) {
      const double unit = motor_unit(robot, static_cast<int>(k));
      rms[law == Law::cascade] = std::max(rms[law == Law::cascade], report.motors[k].error_rms / unit);
    }
  }
  EXPECT_LT(rms[1], 0.8 * rms[0] + 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Cascade, testing::ValuesIn(catalogue_names()),
                         [](const auto& named) { return as_identifier(named); });

// The same seed gives the same bits, another one another run.
TEST(ClosedLoop, RepeatsForASeed) {
  Mechanism m = catalogue_robot("delta").mechanism();
  for (Joint& joint : m.joints) {
    if (joint.actuator) joint.actuator->drive = {1e-3, 1, 1e-3, 2e-3, 1e-5, 1e-5};
  }
  const Robot robot(m);
  Setting s = setting(1e-3);
  s.loop.duration = 0.1;
  const auto log = [&](std::uint64_t seed) {
    s.loop.seed = seed;
    std::vector<double> values;
    run(robot, robot, Law::feedforward, fast_circle, s, [&](const LoopSample& sample) {
      for (int k = 0; k < 3; ++k) values.push_back(sample.plant.actuator_position(k));
    });
    return values;
  };
  const std::vector<double> first = log(7);
  EXPECT_EQ(first, log(7));
  EXPECT_NE(first, log(8));
}

// A payload that is dropped and a push are felt; a law far too fast loses the robot and says so.
TEST(ClosedLoop, FeelsWhatHappens) {
  const Robot robot = with_lag("delta", 1e-3);
  Setting s = setting(1e-3);
  const double calm = run(robot, robot, Law::feedforward, fast_circle, s).position_rms;
  Setting loaded = s;
  loaded.loop.payloads = {{0.2, {.mass = 0.2}}};
  EXPECT_GT(run(robot, robot, Law::feedforward, fast_circle, loaded).position_rms, 10 * calm);
  Setting pushed = s;
  BodyLoad load{.body = robot.mechanism().output->body};
  load.force = Vector3(1, 0, 0);
  pushed.loop.loads = {{0.2, 0.3, load}};
  EXPECT_GT(run(robot, robot, Law::feedforward, fast_circle, pushed).position_rms, 10 * calm);
  Setting wild = s;
  wild.laws.frequency = 5000;
  const LoopReport lost = run(robot, robot, Law::pd, fast_circle, wild);
  EXPECT_TRUE(lost.lost);
  EXPECT_FALSE(lost.reason.empty());
}

// Generated code gives the loop that the general engine gives.
TEST(ClosedLoop, GeneratedCodeGivesTheSameLoop) {
  const Robot& robot = catalogue_robot("hexapod");
  Setting s = setting();
  s.loop.duration = 0.15;
  s.loop.plant.tolerance = 1e-10;
  const LoopReport engine = run(robot, robot, Law::feedforward, fast_circle, s);
  s.loop.plant.compiled = true;
  const LoopReport code = run(robot, robot, Law::feedforward, fast_circle, s);
  if (!code.compiled) GTEST_SKIP() << code.note;
  EXPECT_NEAR(engine.position_rms, code.position_rms, 1e-9);
  EXPECT_NEAR(engine.motors[2].force.value, code.motors[2].force.value, 1e-4);
}

}  // namespace
}  // namespace jourdain::closed_loop_test
