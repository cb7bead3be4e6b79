// Closed loops: what the laws are for.
#include "support/random_states.hpp"

#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"
#include "jourdain/simulation/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace jourdain::closed_loop_test {
namespace {

SimulatedLoop loop_of(const Robot& robot) {
  SimulatedLoop loop(robot);
  loop.loop.plant.integrator = Integrator::bogacki_shampine;
  loop.loop.plant.tolerance = 1e-8;
  return loop;
}

Robot with_lag(const std::string& name, double lag) {
  Mechanism m = catalogue_robot(name).mechanism();
  for (Joint& joint : m.joints) {
    if (joint.motor) joint.motor->drive.time_constant = lag;
  }
  return Robot(m);
}

const char* const fast_circle = "circle radius=80mm speed=1m/s tilt=30deg";

LoopReport run(const SimulatedLoop& loop, Law law) {
  return simulate(loop, law, load_motion(loop.believed, fast_circle).motion, 0).report;
}

// [Abdellatif05] V: each part of the model that is taken in makes the errors smaller.
TEST(ClosedLoop, ComputedForcesInThePapersOrder) {
  const Robot robot = with_lag("palida", 1e-3);
  double last = unlimited;
  for (const Law law : {Law::pd, Law::force_rigid, Law::force_drives, Law::force_all}) {
    const LoopReport report = run(loop_of(robot), law);
    ASSERT_FALSE(report.lost) << report.reason;
    EXPECT_LT(report.position_rms, 0.7 * last) << to_string(law);
    last = report.position_rms;
  }
}

// [Codourey98] figure 7: the four regulators, the model a little wrong.
TEST(ClosedLoop, RegulatorsInThePapersOrder) {
  const Robot robot = with_lag("delta", 2e-3 / 2.2);
  SimulatedLoop loop = loop_of(robot);
  loop.plant = Robot(with_errors(robot.mechanism(), {.inertia = 0.1}, 3));
  double last = unlimited, first = 0;
  for (const Law law : {Law::pd, Law::pd_acceleration, Law::feedforward_now, Law::feedforward}) {
    const SimulatedRun one = simulate(loop, law, load_motion(robot, fast_circle).motion, 0);
    ASSERT_FALSE(one.report.lost) << one.report.reason;
    const double largest = one.largest_error();
    if (law == Law::pd) first = largest;
    EXPECT_LT(largest, 1.02 * last) << to_string(law);
    last = largest;
  }
  EXPECT_GT(first, 4 * last);
}

// Work is bounded by counting, so that a run ends at the same place on every machine.
TEST(ClosedLoop, EndsAfterSoMuchWork) {
  SimulatedLoop loop = loop_of(with_lag("delta", 1e-3));
  loop.loop.most_evaluations = 500;
  const LoopReport report = run(loop, Law::pd);
  EXPECT_TRUE(report.lost);
  EXPECT_NE(report.reason.find("500 evaluations"), std::string::npos) << report.reason;
  EXPECT_LT(report.plant.evaluations, 600);
  EXPECT_GT(report.lost_at, 0);
}

// Every law on every kind of robot keeps it, and those that know the truth are near it.
class EveryLaw : public testing::TestWithParam<std::string> {};

TEST_P(EveryLaw, KeepsTheRobot) {
  const Robot robot = with_lag(GetParam(), 1e-3);
  const MotionSpace space = MotionSpace::motors(robot);
  VectorX to = space.home();
  for (int k = 0; k < to.size(); ++k) to[k] += 0.03 * motor_unit(robot, k) * (k % 2 ? 1 : 0.4);
  Timing timing;
  timing.duration = 0.2;
  const Motion motion = line(space, space.home(), to, timing);
  double pd = 0;
  for (const Law law : all_laws()) {
    const LoopReport report = simulate(loop_of(robot), law, motion, 0).report;
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
  if (driving_motors(robot).empty()) GTEST_SKIP() << "has no motor for every freedom";
  // Motors that must agree are led by the platform.
  const bool redundant = driving_motors(robot).size() < robot.motor_joints().size();
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
  const Motion motion = line(space, space.home(), to, timing);
  double rms[2] = {};
  for (const Law law : {Law::pd, Law::cascade}) {
    const LoopReport report = simulate(loop_of(robot), law, motion, 0).report;
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
    if (joint.motor) joint.motor->drive = {1e-3, 1, 1e-3, 2e-3, 1e-5, 1e-5};
  }
  const Robot robot(m);
  SimulatedLoop loop = loop_of(robot);
  loop.loop.duration = 0.1;
  const auto log = [&](std::uint64_t seed) {
    loop.loop.seed = seed;
    return simulate(loop, Law::feedforward, load_motion(robot, fast_circle).motion).record.positions;
  };
  const std::vector<std::vector<double>> first = log(7);
  EXPECT_EQ(first.at(2).size(), 101U);
  EXPECT_EQ(first, log(7));
  EXPECT_NE(first, log(8));
}

// The record and the report say the same, whoever reads them; periods may be left out.
TEST(ClosedLoop, RecordsWhatTheReportSums) {
  const Robot robot = with_lag("delta", 1e-3);
  SimulatedLoop loop = loop_of(robot);
  loop.loop.duration = 0.1;
  const Motion motion = load_motion(robot, fast_circle).motion;
  const SimulatedRun run = simulate(loop, Law::adaptive, motion), tenth = simulate(loop, Law::adaptive, motion, 10);
  EXPECT_EQ(run.law, "adaptive");
  EXPECT_GT(run.frequency, 0);
  const std::vector<double> off = run.record.output_errors(), motors = run.record.largest_errors();
  EXPECT_EQ(*std::ranges::max_element(off), run.report.position_error.value);
  EXPECT_EQ(*std::ranges::max_element(motors), run.largest_error());
  ASSERT_EQ(run.record.parameters.size(), run.record.parameter_names.size());
  EXPECT_EQ(run.record.first_parameters.size(), run.record.parameters.size());
  ASSERT_EQ(tenth.record.time.size(), 11U);
  for (std::size_t k = 0; k < 11; ++k) {
    EXPECT_EQ(tenth.record.time[k], run.record.time[10 * k]);
    EXPECT_EQ(tenth.record.forces[1][k], run.record.forces[1][10 * k]);
  }
  EXPECT_TRUE(simulate(loop, Law::pd, motion, 0).record.time.empty());
}

// Something around a law acts on the loop.
TEST(ClosedLoop, WrapsTheLaw) {
  class Weak final : public Controller {
   public:
    explicit Weak(std::unique_ptr<Controller> law) : law_(std::move(law)) {}
    std::string_view name() const override { return law_->name(); }
    Status start(const ControlInput& input) override { return law_->start(input); }
    Status step(const ControlInput& input, VectorX& forces) noexcept override {
      const Status status = law_->step(input, forces);
      forces *= 0.9;
      return status;
    }

   private:
    std::unique_ptr<Controller> law_;
  };
  SimulatedLoop loop = loop_of(with_lag("delta", 1e-3));
  const double before = run(loop, Law::feedforward).position_rms;
  loop.wrap = [](std::unique_ptr<Controller> law) { return std::make_unique<Weak>(std::move(law)); };
  EXPECT_GT(run(loop, Law::feedforward).position_rms, 2 * before);
}

// A payload that is dropped and a push are felt; a law far too fast loses the robot and says so.
TEST(ClosedLoop, FeelsWhatHappens) {
  const Robot robot = with_lag("delta", 1e-3);
  const SimulatedLoop loop = loop_of(robot);
  const double calm = run(loop, Law::feedforward).position_rms;
  SimulatedLoop loaded = loop;
  loaded.loop.payloads = {{0.2, {.mass = 0.2}}};
  EXPECT_GT(run(loaded, Law::feedforward).position_rms, 10 * calm);
  SimulatedLoop pushed = loop;
  BodyLoad load{.body = robot.mechanism().output->body};
  load.force = Vector3(1, 0, 0);
  pushed.loop.loads = {{0.2, 0.3, load}};
  EXPECT_GT(run(pushed, Law::feedforward).position_rms, 10 * calm);
  SimulatedLoop wild = loop;
  wild.laws.frequency = 5000;
  const LoopReport lost = run(wild, Law::pd);
  EXPECT_TRUE(lost.lost);
  EXPECT_FALSE(lost.reason.empty());
}

// Generated code gives the loop that the general engine gives.
TEST(ClosedLoop, GeneratedCodeGivesTheSameLoop) {
  SimulatedLoop loop = loop_of(catalogue_robot("hexapod"));
  loop.loop.duration = 0.15;
  loop.loop.plant.tolerance = 1e-10;
  const LoopReport engine = run(loop, Law::feedforward);
  loop.loop.plant.compiled = true;
  const LoopReport code = run(loop, Law::feedforward);
  if (!code.compiled) GTEST_SKIP() << code.note;
  EXPECT_NEAR(engine.position_rms, code.position_rms, 1e-9);
  EXPECT_NEAR(engine.motors[2].force.value, code.motors[2].force.value, 1e-4);
}

}  // namespace
}  // namespace jourdain::closed_loop_test
