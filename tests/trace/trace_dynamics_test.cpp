// Traced programs compute what the library computes.
#include "support/random_states.hpp"
#include "support/traced_robots.hpp"

#include "expression/count.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "trace/functions/trace_dynamics.hpp"

#include <fmt/format.h>

#include <optional>

namespace jourdain::trace_dynamics_test {
namespace {

constexpr double tolerance = 1e-12;  // of the largest force; digits that the conditioning takes come on top

// Every limb in closed form, as `info` says.
bool has_closed_inverse(const Robot& robot) {
  return robot.pose_is_explicit() &&
         std::all_of(robot.limbs().begin(), robot.limbs().end(),
                     [](const LimbSummary& limb) { return limb.method.find("closed form") != std::string::npos; });
}

class TraceDynamics : public testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace{robot};
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));
};

TEST_P(TraceDynamics, EqualsTheLibrary) {
  const Program& program = traced_program(GetParam());
  const OperationCount c = count(program).call;
  fmt::print("{}: {} + -, {} * /, {} in all, {} roots, {} trigonometric\n", GetParam(), c.additions,
             c.multiplications + c.divisions, c.total(), c.square_roots, c.trigonometric);
  Random random(7100);
  VectorX traced = forces;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    const std::vector<double> inputs = input_values(program, workspace);
    ASSERT_EQ(evaluate<double>(program, inputs, program.parameter_values, std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - forces).norm(), tolerance / workspace.report().conditioning * forces.norm()) << "state " << i;
  }
}

// The form of [Abdellatif05], for platforms whose legs carry all motors.
TEST_P(TraceDynamics, BodyJacobiansEqualTheLibrary) {
  const auto program = if_it_has(
      [&] { return traced_program(GetParam(), RobotFunction::inverse_dynamics, {.form = TraceForm::body_jacobians}); });
  if (!program) {
    EXPECT_FALSE(has_closed_inverse(robot));
    GTEST_SKIP() << "no form in body Jacobians";
  }
  Random random(7900);
  VectorX traced = forces;
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    ASSERT_EQ(evaluate<double>(*program, input_values(*program, workspace), program->parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - forces).norm(), tolerance / workspace.report().conditioning * forces.norm()) << "state " << i;
  }
}

TEST_P(TraceDynamics, MassMatrixEqualsTheLibrary) {
  const Program& program = traced_program(GetParam(), RobotFunction::mass_matrix);
  const int n = static_cast<int>(driving_motors(robot).size());
  Random random(7200);
  MatrixX M(n, n), traced(n, n);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(mass_matrix(robot, workspace, M), Status::ok);
    const double conditioning = workspace.report().conditioning;
    ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - M).norm(), tolerance / conditioning * M.norm()) << "state " << i;
  }
}

TEST_P(TraceDynamics, ForwardDynamicsEqualsTheLibrary) {
  const Program& program = traced_program(GetParam(), RobotFunction::forward_dynamics);
  Random random(7300);
  VectorX accelerations = forces, traced = forces;
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    const double conditioning = workspace.report().conditioning;
    std::vector<double> inputs = input_values(program, workspace);
    for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) {
      const std::string name = "force." + robot.mechanism().joints[robot.motor_joints()[k]].name;
      const int found = find_input(program, name);
      ASSERT_GE(found, 0);
      inputs[found] = forces[static_cast<int>(k)];
    }
    for (int k = 0; k < static_cast<int>(accelerations.size()); ++k) accelerations[k] = workspace.motor_acceleration(k);
    ASSERT_EQ(evaluate<double>(program, inputs, program.parameter_values, std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - accelerations).norm(), 1e-9 / conditioning * accelerations.norm()) << "state " << i;
  }
}

TEST_P(TraceDynamics, RegressorEqualsTheLibrary) {
  const LinearForm& form = base_parameters_of(GetParam()).form;
  const Program& program = traced_program(GetParam(), RobotFunction::regressor);
  LinearFormWorkspace memory(form);
  Random random(7700);
  MatrixX Y(form.rows(), form.columns());
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> traced(form.rows(), form.columns());
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(regressor(form, workspace, memory, Y), Status::ok);
    const double conditioning = workspace.report().conditioning;
    ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - Y).norm(), tolerance / conditioning * Y.norm()) << "state " << i;
  }
}

TEST_P(TraceDynamics, InverseKinematicsEqualsTheLibrary) {
  if (!has_closed_inverse(robot) && !GetParam().starts_with("five-bar")) {
    EXPECT_THROW(trace_inverse_kinematics(robot), Error);
    return;
  }
  const Program& program = traced_program(GetParam(), RobotFunction::inverse_kinematics);
  const int n = static_cast<int>(robot.motor_joints().size());
  Random random(7400);
  VectorX traced(3 * n);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    const MotionScale scale = scale_of(workspace);
    for (int k = 0; k < n; ++k) {
      const double unit = motor_unit(robot, k), error = traced[k] - workspace.motor_position(k);
      EXPECT_LT(std::abs(unit == 1.0 ? std::remainder(error, 2 * M_PI) : error), 1e-12 * unit);
      EXPECT_LT(std::abs(traced[n + k] - workspace.motor_velocity(k)), 1e-10 * scale.rate * unit);
      EXPECT_LT(std::abs(traced[2 * n + k] - workspace.motor_acceleration(k)), 1e-10 * scale.acceleration * unit);
    }
  }
}

// Newton's method by the traced step arrives at the pose that the motors belong to.
TEST_P(TraceDynamics, ForwardStepConverges) {
  if (!has_closed_inverse(robot) || robot.mechanism().output->moves.size() != robot.motor_joints().size())
    GTEST_SKIP() << "the pose does not follow from the motors limb by limb";
  const Program program = trace_forward_step(robot, {.pose = PoseInput::rotation});
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  Random random(7500);
  VectorX step(static_cast<int>(moves.size()));
  ASSERT_TRUE(go_to_random_state(workspace, random, {.reach = 0.03, .turn = 0.05}));
  const Placement wanted = workspace.output_pose();
  Workspace guess(robot);
  double size = 1;
  for (int i = 0; i < 12 && size > 1e-13; ++i) {
    std::vector<double> inputs = input_values(program, guess);
    for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) {
      const std::string& name = robot.mechanism().joints[robot.motor_joints()[k]].name;
      const int found = find_input(program, name);
      ASSERT_GE(found, 0);
      inputs[found] = workspace.motor_position(static_cast<int>(k));
    }
    ASSERT_EQ(evaluate<double>(program, inputs, program.parameter_values, std::span(step.data(), step.size())),
              Status::ok);
    PlatformState next;
    next.pose = guess.output_pose();
    Vector3 turn = Vector3::Zero();
    for (std::size_t k = 0; k < moves.size(); ++k) {
      const int c = static_cast<int>(moves[k]);
      (c < 3 ? next.pose.p[c] : turn[c - 3]) += step[static_cast<int>(k)];
    }
    next.pose.R = rotation_from_vector(turn) * next.pose.R;
    ASSERT_EQ(inverse_kinematics(robot, next, guess, Order::position), Status::ok);
    size = step.norm();
  }
  EXPECT_LT((guess.output_pose().p - wanted.p).norm(), 1e-12 * robot.size());
  EXPECT_LT((guess.output_pose().R - wanted.R).norm(), 1e-12);
}

// Columns of legs that are not identical, and of parameters that the model declares zero or related.
TEST(TraceRegressor, EqualsTheLibraryForEverySharing) {
  for (const char* name : {"palida", "hexapod", "hexapod-full", "stewart-tsai", "delta"}) {
    const Robot robot = Robot::from_file(name);
    for (const LegSharing legs : {LegSharing::independent, LegSharing::identical}) {
      for (const bool structure : {false, true}) {
        SCOPED_TRACE(fmt::format("{}, legs {}, structure {}", name, static_cast<int>(legs), structure));
        LinearFormOptions options;
        options.legs = legs;
        options.structure = structure;
        const LinearForm form(robot, options);
        const Program program = trace_regressor(form);
        LinearFormWorkspace memory(form);
        Workspace workspace(robot);
        Random random(7900);
        MatrixX Y(form.rows(), form.columns());
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> traced(form.rows(), form.columns());
        for (int i = 0; i < 3; ++i) {
          ASSERT_TRUE(go_to_random_state(workspace, random));
          ASSERT_EQ(regressor(form, workspace, memory, Y), Status::ok);
          ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                                     std::span(traced.data(), traced.size())),
                    Status::ok);
          EXPECT_LT((traced - Y).norm(), tolerance / workspace.report().conditioning * Y.norm()) << "state " << i;
        }
      }
    }
  }
}

// Identical legs in two groups: bodies of the same name in both have parameters of their own.
TEST(TraceTwoGroups, EqualsTheLibrary) {
  Mechanism mechanism = load("hexapod-full");
  for (std::size_t k = 3; k < 6; ++k) {
    mechanism.legs[k].group = "others";
    for (int body : mechanism.legs[k].bodies) mechanism.bodies[body].inertial.mass *= 1.5;
  }
  const Robot robot(mechanism);
  const Program program = trace_inverse_dynamics(robot);
  Workspace workspace(robot);
  Random random(7800);
  VectorX forces(6), traced(6);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - forces).norm(), tolerance / workspace.report().conditioning * forces.norm());
  }
}

// A motor that stands still up to round-off does not rub.
TEST_P(TraceDynamics, HasADeadBandOfDryFriction) {
  const Program& program = traced_program(GetParam());
  Random random(7150);
  VectorX traced = forces;
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    MotorValues motors = motors_of(workspace);
    motors.rates[i % motors.rates.size()] = 0;
    ASSERT_EQ(forward_kinematics(robot, motors.q, motors.rates, motors.accelerations, workspace), Status::ok);
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - forces).norm(), 1e-9 / workspace.report().conditioning * forces.norm()) << "state " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, TraceDynamics, testing::ValuesIn(catalogue_except(with_spare_motors)),
                         as_identifier);

}  // namespace
}  // namespace jourdain::trace_dynamics_test
