// Motion through time keeps its account of energy, through folds of limbs too; what cannot be followed is refused with
// a reason, and never steps over.
#include "support/full_model.hpp"
#include "support/random_states.hpp"
#include "support/sanitizer.hpp"

#include "simulation/checked_motion.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace jourdain::checked_motion_test {
namespace {

constexpr unsigned seed = 5100;

VectorX list(std::initializer_list<double> values) {
  VectorX v(static_cast<int>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

struct Outcome {
  Status status = Status::ok;
  double time = 0;
  double largest_kinetic = 0;
  EnergyAccount account;
  bool energy_refused = false;
  std::string reason;
};

Outcome follow(const Robot& robot, const VectorX& forces, double duration, double dt, const DynamicsOptions& options,
               Workspace& workspace) {
  CheckedMotion motion(robot, forces, options);
  Outcome result;
  result.status = motion.start(workspace);
  const int steps = static_cast<int>(std::lround(duration / dt));
  for (int k = 0; k < steps && result.status == Status::ok; ++k) {
    result.status = motion.advance(dt, workspace);
    result.time = result.status == Status::ok ? dt * (k + 1) : result.time + motion.advanced();
    result.largest_kinetic = std::max(result.largest_kinetic, motion.account().kinetic);
  }
  result.account = motion.account();
  result.energy_refused = motion.is_open();
  result.reason = workspace.explain();
  return result;
}

// Half of the legs' carriages pass the fold of their rods within this time.
TEST(CheckedMotion, KeepsItsEnergyThroughAFold) {
  const Robot robot = Robot::from_file("delta-linear");
  Workspace workspace(robot);
  DynamicsOptions options;
  options.friction = false;
  const Outcome result = follow(robot, list({15, 15, 0}), 0.35, 1e-4, options, workspace);
  if (result.status == Status::ok) {
    EXPECT_LT(std::abs(result.account.open), 1e-6 * result.largest_kinetic);
  } else {
    EXPECT_FALSE(result.energy_refused) << result.reason;
    EXPECT_GT(result.reason.size(), 20u);
  }
  fmt::print("delta-linear: {:.3f} s of 0.35, {:.3g} J kinetic, open {:.2g} J; {}\n", result.time,
             result.largest_kinetic, result.account.open, result.reason);
}

// Steps of half a millisecond used to jump over a place at which shorter ones stop.
TEST(CheckedMotion, DoesNotStepOverAPlaceWithoutMotion) {
  const Robot robot = Robot::from_file("free-form");
  DynamicsOptions options;
  options.friction = false;
  double times[2];
  int i = 0;
  for (double dt : {5e-4, 5e-5}) {
    Workspace workspace(robot);
    const Outcome result = follow(robot, list({1.0566, -2.3149}), 0.35, dt, options, workspace);
    if (result.status == Status::ok) {
      EXPECT_LT(std::abs(result.account.open), 1e-4 * result.largest_kinetic);
    } else {
      EXPECT_GT(result.reason.size(), 20u);
    }
    times[i++] = result.time;
  }
  EXPECT_NEAR(times[0], times[1], 1e-3) << "both end at the same place";
}

class CheckedMotionLaw : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, CheckedMotionLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

// Random constant forces from a random state, without friction: the work of the motors is all that comes in.
TEST_P(CheckedMotionLaw, EnergyIsTheWorkOfTheMotors) {
  const Robot robot(with_all_terms(GetParam()));
  if (robot.mobility().motors < robot.mobility().freedoms()) GTEST_SKIP() << "motors that do not hold it";
  DynamicsOptions options;
  options.friction = false;
  const int runs = std::getenv("JOURDAIN_FULL_TESTS") ? 20 : JOURDAIN_SANITIZED ? 1 : 2;
  for (int i = 0; i < runs; ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + static_cast<unsigned>(i)));
    Random random(seed + static_cast<unsigned>(i));
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    // About what holds the robot.
    VectorX forces(static_cast<int>(robot.motor_joints().size()));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces, options), Status::ok);
    for (double& force : forces) force *= 1 + uniform(random, 0.5);
    const Outcome result = follow(robot, forces, 0.3, 1e-3, options, workspace);
    // Where a limb folds, or the motors lose the platform, their coordinates do not describe the motion any more: no
    // step is short enough.
    if (result.energy_refused) {
      EXPECT_LT(singularity_distance(robot, workspace).nearest(), 0.05) << result.reason;
    }
    EXPECT_LT(std::abs(result.account.open), 2e-3 * (result.largest_kinetic + std::abs(result.account.motors)))
        << result.time;
    if (result.status != Status::ok) {
      EXPECT_GT(result.reason.size(), 20u);
    }
  }
}

// With friction from rest: what friction takes is in the account, and sticking does not stop the run.
TEST_P(CheckedMotionLaw, FrictionIsInTheAccount) {
  const Robot robot(with_all_terms(GetParam()));
  if (robot.mobility().motors < robot.mobility().freedoms()) GTEST_SKIP() << "motors that do not hold it";
  Workspace workspace(robot);
  const VectorX none = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));
  const Outcome result = follow(robot, none, 0.05, 1e-3, {}, workspace);
  EXPECT_FALSE(result.energy_refused) << result.time << ": " << result.reason;
  EXPECT_GE(result.account.friction, 0);
}

}  // namespace
}  // namespace jourdain::checked_motion_test
