// Random mechanisms of many families against Simbody: motions, motor forces, accelerations and mass matrices,
// entered from poses and from joint coordinates, moving and at rest; and the laws that need no oracle on the same
// mechanisms.
//
// Seeds are fixed in the default run. With JOURDAIN_FULL_TESTS there are many, from a fresh first one. JOURDAIN_SEED
// sets the first seed of both; a failure names its seed and leaves the model in a file.
#include "oracles/dynamics_difference.hpp"
#include "oracles/motion_difference.hpp"
#include "oracles/simbody_oracle.hpp"
#include "support/draws.hpp"
#include "support/full_model.hpp"
#include "support/random_mechanism.hpp"
#include "support/smooth_motion.hpp"

#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/linear_form/linear_form.hpp"
#include "trace/functions/trace_dynamics.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>

namespace jourdain::random_mechanisms_test {
namespace {

// Largest difference over largest entry. States have a clearance of some thousandths and more, so that both sides keep
// 13 digits, and forces may be the small difference of large ones.
constexpr double agreement = 1e-9;

// Accelerations magnify what positions differ by where the state is conditioned worse than this: of 12,000 random
// states two exceeded 1e-10, both commanded by redundant motors, by 1.6e-10 at 0.029 and 0.0054.
constexpr double same_position = 1e-12, same_motion = 1e-10, well_conditioned = 0.1;

// What was commanded comes back: of an angle, or of the robot's size.
constexpr double same_coordinate = 1e-12;

// Two formulations of ours, and the linear form.
constexpr double same_force = 1e-9;

// Differences of fourth order, in steps of this angle of the fastest body.
constexpr double balanced = 1e-6;
constexpr double angle_step = 5e-4;

// Mechanisms nearer to a singularity at home than this are not judged.
constexpr double least_clearance = 0.005;

bool full_tests() { return std::getenv("JOURDAIN_FULL_TESTS") != nullptr; }
unsigned mechanisms() { return static_cast<unsigned>(draws(2, 30)); }

unsigned first_seed() {
  static const unsigned seed = [] {
    if (const char* text = std::getenv("JOURDAIN_SEED")) return static_cast<unsigned>(std::strtoul(text, nullptr, 10));
    return full_tests() ? std::random_device{}() % 1000000000u : 1u;
  }();
  return seed;
}

// How a state is entered, and whether it moves.
struct Entry {
  bool by_output = true;
  bool moving = true;
  std::string name() const {
    return fmt::format("{}, {}", by_output ? "pose" : "joints", moving ? "moving" : "at rest");
  }
};

constexpr Spread near_home{.reach = 0.05, .turn = 0.12, .rate = 1, .acceleration = 3};

bool has_spare_motors(const Robot& robot) { return driving_motors(robot).size() < robot.motor_joints().size(); }

// One mechanism, ours and Simbody's.
class RandomTwin {
 public:
  RandomTwin(const Robot& robot, Random& random, bool payload)
      : robot_(robot),
        random_(random),
        payload_(payload),
        mechanism_(oracle::to_mechanism(robot, {payload, true})),
        simbody_(mechanism_) {}

  Workspace& workspace() { return workspace_; }

  // Takes the workspace to a random state away from singularities; false if there is none.
  bool go(const Entry& entry) {
    for (int attempt = 0; attempt < 50; ++attempt) {
      workspace_.reset();
      const Status status = entry.by_output ? go_by_output(entry.moving) : go_by_joints(entry.moving);
      if (status == Status::ok && is_clear(workspace_)) return true;
    }
    return false;
  }

  // The state that go() commanded, as Simbody has it.
  void expect_agreement(const Entry& entry) {
    oracle::Result truth = simbody_.solve(drivers_, oracle::to_poses(workspace_, mechanism_));
    EXPECT_EQ(truth.open, 0);
    if (entry.moving) {
      // Without the payload, which is no body of ours.
      truth.bodies.resize(robot_.mechanism().bodies.size());
      truth.joints.resize(robot_.mechanism().joints.size());
      const Difference motion = compare(workspace_, truth);
      EXPECT_LE(motion.position, same_position);
      EXPECT_LE(motion.velocity, same_motion);
      EXPECT_LE(motion.acceleration, same_motion * std::max(1.0, well_conditioned / workspace_.report().conditioning));
    }
    const oracle::Equations equations = simbody_.equations();
    const std::array<BodyLoad, 2> loads = random_loads(robot_, random_);
    const DynamicsOptions options = options_with(loads);
    EXPECT_LE(force_difference(workspace_, mechanism_, equations, options), agreement);
    EXPECT_LE(acceleration_difference(workspace_, mechanism_, equations, options, random_motor_forces(robot_, random_)),
              agreement);
    EXPECT_LE(mass_matrix_difference(workspace_, mechanism_, equations, payload_), agreement);
  }

  DynamicsOptions options_with(std::span<const BodyLoad> loads) const {
    DynamicsOptions options;
    options.loads = loads;
    options.payload = payload_;
    return options;
  }

 private:
  Status go_by_output(bool moving) {
    PlatformState wanted = random_motion(robot_, random_, near_home);
    if (!moving) wanted.twist = {}, wanted.acceleration = {};
    const Status status = inverse_kinematics(robot_, wanted, workspace_);
    drivers_ = oracle::output_drivers(robot_, wanted);
    return status;
  }

  // Accelerations stay at rest: a motor starts.
  Status go_by_joints(bool moving) {
    MotorValues wanted = random_motor_motion(robot_, random_, near_home);
    if (has_spare_motors(robot_)) {
      // Redundant motors must agree with each other.
      const Status status = go_by_output(moving);
      if (status != Status::ok) return status;
      wanted = motors_of(workspace_);
      workspace_.reset();
    }
    if (!moving) wanted.rates.setZero();
    const Status status = forward_kinematics(robot_, wanted.q, wanted.rates, wanted.accelerations, workspace_);
    drivers_ = oracle::motor_drivers(robot_, wanted.q, wanted.rates, wanted.accelerations);
    if (status == Status::ok) {
      for (int i = 0; i < static_cast<int>(wanted.q.size()); ++i)
        EXPECT_NEAR(workspace_.motor_position(i), wanted.q[i], same_coordinate * motor_unit(robot_, i));
    }
    return status;
  }

  Robot robot_;
  Random& random_;
  bool payload_;
  Workspace workspace_{robot_};
  oracle::Mechanism mechanism_;
  oracle::Simbody simbody_;
  std::vector<oracle::Driver> drivers_;
};

bool has_closed_limbs(const Robot& robot) {
  return robot.pose_is_explicit() &&
         std::all_of(robot.limbs().begin(), robot.limbs().end(),
                     [](const LimbSummary& limb) { return limb.method.find("closed form") != std::string::npos; });
}

void expect_formulations(Workspace& workspace, const DynamicsOptions& options) {
  const VectorX expected = forces_at(workspace, options);
  VectorX forces(expected.size());
  for (const Formulation formulation : {Formulation::virtual_work, Formulation::screw, Formulation::bars}) {
    SCOPED_TRACE(to_string(formulation));
    const Status status = inverse_dynamics_by(formulation, workspace.robot(), workspace, forces, options);
    // Bars are for robots of DELTA type only.
    if (formulation == Formulation::bars && status == Status::inconsistent) continue;
    ASSERT_EQ(status, Status::ok) << workspace.explain();
    EXPECT_LT(relative_difference(forces, expected), same_force);
  }
}

void expect_linear_form(Workspace& workspace) {
  LinearFormOptions everything;
  everything.structure = false;
  everything.rotors = everything.friction = everything.payload = Columns::all;
  const LinearForm form(workspace.robot(), everything);
  LinearFormWorkspace memory(form);
  MatrixX Y(form.rows(), form.columns());
  VectorX known(form.rows());
  const VectorX p = form.values(), expected = forces_at(workspace);
  ASSERT_EQ(regressor(form, workspace, memory, Y), Status::ok);
  ASSERT_EQ(known_forces(form, workspace, memory, known), Status::ok);
  // What is summed up may be much larger than the sum.
  const double scale = (Y.cwiseAbs() * p.cwiseAbs()).maxCoeff() + known.cwiseAbs().maxCoeff();
  EXPECT_LT((Y * p + known - expected).cwiseAbs().maxCoeff(), same_force * scale);
}

// What motors feed and friction does not take is stored.
void expect_power_balance(const Workspace& start) {
  const Robot& robot = start.robot();
  Workspace workspace = start;
  const double fed = forces_at(workspace).dot(motors_of(workspace).rates), lost = friction_power(robot, workspace);
  const double step = angle_step / scale_of(workspace).rate;
  const MotorPath path(workspace);
  Samples<double> kinetic, potential;
  for (int i = -2; i <= 2; ++i) {
    Workspace there = workspace;
    ASSERT_EQ(path.go(i * step, there), Status::ok) << there.explain();
    kinetic.at[i + 2] = kinetic_energy(robot, there);
    potential.at[i + 2] = potential_energy(robot, there);
  }
  const double dT = derivative(kinetic, step), dU = derivative(potential, step);
  EXPECT_NEAR(fed - lost, dT + dU, balanced * (std::abs(fed) + lost + std::abs(dT) + std::abs(dU)));
}

// The program of the inverse dynamics. Where Newton's method finds the positions, tracing takes seconds, and so does
// the search for the best form.
std::optional<Program> traced(const Robot& robot, bool thorough) {
  if (has_spare_motors(robot) || !(thorough || has_closed_limbs(robot))) return std::nullopt;
  const bool by_legs = robot.dynamics_method().starts_with("by legs");
  return trace_inverse_dynamics(robot, {.form = thorough || by_legs ? TraceForm::best : TraceForm::general});
}

void expect_traced(const Program& program, Workspace& workspace) {
  const VectorX expected = forces_at(workspace);
  VectorX traced(expected.size());
  ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                             std::span(traced.data(), static_cast<std::size_t>(traced.size()))),
            Status::ok);
  EXPECT_LT(relative_difference(traced, expected), same_force);
}

// Where a failed mechanism is left.
std::string keep_model(const Mechanism& mechanism, const std::string& family, unsigned seed) {
  const std::string path = fmt::format("{}{}-{}.yaml", testing::TempDir(), family, seed);
  std::ofstream(path) << print_model(mechanism);
  return path;
}

// A mechanism that is away from singularities at home.
Robot clear_robot(const std::string& family, Random& random) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    const Robot robot(random_mechanism(family, random));
    if (home_clearance(robot) > least_clearance) return robot;
  }
  throw std::runtime_error("no mechanism away from singularities in 100 draws");
}

class RandomMechanisms : public testing::TestWithParam<std::string> {
 protected:
  // `thorough`: whatever it takes.
  void judge(const Robot& robot, Random& random, bool thorough) {
    const std::string text = print_model(robot.mechanism());
    EXPECT_EQ(print_model(read_model(text).mechanism), text);
    RandomTwin twin(robot, random, coin(random));
    const std::optional<Program> program = traced(robot, thorough);
    for (const bool by_output : {true, false}) {
      if (by_output && !robot.mechanism().output) continue;
      for (const bool moving : {true, false}) {
        const Entry entry{by_output, moving};
        SCOPED_TRACE(entry.name());
        ASSERT_TRUE(twin.go(entry)) << twin.workspace().explain();
        twin.expect_agreement(entry);
        if (program) expect_traced(*program, twin.workspace());
        if (moving && !by_output) expect_other_forms(twin, random);
      }
    }
  }

 private:
  void expect_other_forms(RandomTwin& twin, Random& random) {
    const Robot& robot = twin.workspace().robot();
    const std::array<BodyLoad, 2> loads = random_loads(robot, random);
    expect_formulations(twin.workspace(), twin.options_with(loads));
    if (has_spare_motors(robot)) return;
    expect_linear_form(twin.workspace());
    expect_power_balance(twin.workspace());
  }
};

TEST_P(RandomMechanisms, ObeyTheLawsAndAgreeWithSimbody) {
  for (unsigned seed = first_seed(); seed < first_seed() + mechanisms() && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("again with JOURDAIN_SEED={}", seed));
    Random random(seed);
    const Robot robot = clear_robot(GetParam(), random);
    judge(robot, random, full_tests() && seed == first_seed());
    if (HasFailure()) fmt::print("model: {}\n", keep_model(robot.mechanism(), GetParam(), seed));
  }
  fmt::print("{}: {} mechanisms from seed {}\n", GetParam(), mechanisms(), first_seed());
}

INSTANTIATE_TEST_SUITE_P(Families, RandomMechanisms, testing::ValuesIn(family_names()), as_identifier);

}  // namespace
}  // namespace jourdain::random_mechanisms_test
