// Derivatives of traced functions are those of the library.
#include "support/draws.hpp"
#include "support/random_states.hpp"
#include "support/traced_robots.hpp"

#include "codegen/compiled.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/linear_form/linear_form.hpp"
#include "trace/code/robot_library.hpp"

namespace jourdain::robot_derivatives_test {
namespace {

constexpr double round_off = 1e-11;  // of derivatives, relative; digits that the conditioning takes come on top
constexpr double step = 1e-5;        // of central differences, in the units of the state
constexpr double difference = 2e-6;  // their error, relative; divided by the conditioning
constexpr VariableGroup of_motion[] = {VariableGroup::pose, VariableGroup::twist, VariableGroup::acceleration};

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The derivative of a program by a group at some inputs, as a matrix.
RowMatrix evaluated(const Program& f, VariableGroup group, DerivativeMode mode, const std::vector<double>& inputs) {
  const std::vector<DerivativeColumn> columns = derivative_columns(f, group);
  const Program d = differentiate(f, columns, mode);
  RowMatrix J(static_cast<int>(f.outputs.size()), static_cast<int>(columns.size()));
  EXPECT_EQ(evaluate<double>(d, inputs, d.parameter_values, std::span(J.data(), J.size())), Status::ok);
  return J;
}

double relative(const MatrixX& left, const MatrixX& right) { return (left - right).norm() / (1e-300 + right.norm()); }

// What the columns of a group do when inputs change at these rates. Quaternions: dphi = 2 dq q^-1.
VectorX column_rates(const Program& f, VariableGroup group, const VectorX& inputs, const VectorX& rates) {
  const auto at = [&](const std::string& name) { return find_input(f, name); };
  const std::vector<DerivativeColumn> columns = derivative_columns(f, group);
  VectorX result(static_cast<int>(columns.size()));
  for (int c = 0; c < result.size(); ++c) {
    const DerivativeColumn& column = columns[c];
    if (column.rates.size() == 1) {
      result[c] = rates[at(column.name)];
      continue;
    }
    const std::string joint = column.name.substr(0, column.name.find(".turn_"));
    Eigen::Vector4d q, dq;
    const char* letters = "wxyz";
    for (int i = 0; i < 4; ++i) {
      q[i] = inputs[at(joint + ".q" + letters[i])];
      dq[i] = rates[at(joint + ".q" + letters[i])];
    }
    const Vector3 v = q.tail<3>(), dv = dq.tail<3>();
    const Vector3 turn = 2 * (q[0] * dv - dq[0] * v - dv.cross(v));
    result[c] = turn[column.name.back() - 'x'];
  }
  return result;
}

class RobotDerivatives : public testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace{robot};
  const Program& f = traced_program(GetParam());
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));

  // A state whose rates are far from standstill, where friction jumps.
  void go(Random& random) { ASSERT_TRUE(go_to_random_state(workspace, random)); }

  // Forces and inputs of the program on the way from the workspace's state along a random change of one kind, at a
  // signed distance. False where the way leaves the robot's reach.
  bool aside(const PlatformState& change, const MotorValues& motor_change, VariableGroup group, double distance,
             VectorX& inputs, VectorX& tau) {
    Workspace other = Workspace(robot);
    const double p = group == VariableGroup::pose ? distance : 0;
    const double t = group == VariableGroup::twist ? distance : 0,
                 a = group == VariableGroup::acceleration ? distance : 0;
    Status status = Status::ok;
    if (robot.mechanism().output) {
      PlatformState m = output_of(workspace);
      m.pose.p += p * change.twist.v;
      m.pose.R = rotation_from_vector(p * change.twist.w) * m.pose.R;
      m.twist.v += t * change.twist.v, m.twist.w += t * change.twist.w;
      m.acceleration.a += a * change.acceleration.a, m.acceleration.dw += a * change.acceleration.dw;
      status = inverse_kinematics(robot, m, other);
    } else {
      MotorValues m = motors_of(workspace);
      m.q += p * motor_change.rates, m.rates += t * motor_change.rates,
          m.accelerations += a * motor_change.accelerations;
      status = forward_kinematics(robot, m.q, m.rates, m.accelerations, other);
    }
    if (status != Status::ok || inverse_dynamics(robot, other, tau) != Status::ok) return false;
    const std::vector<double> values = input_values(f, other);
    inputs = Eigen::Map<const VectorX>(values.data(), static_cast<int>(values.size()));
    return true;
  }
};

TEST_P(RobotDerivatives, ForwardEqualsReverse) {
  Random random(8100);
  go(random);
  const std::vector<double> inputs = input_values(f, workspace);
  for (VariableGroup group :
       {VariableGroup::pose, VariableGroup::twist, VariableGroup::acceleration, VariableGroup::parameters}) {
    const RowMatrix forward = evaluated(f, group, DerivativeMode::forward, inputs);
    const RowMatrix reverse = evaluated(f, group, DerivativeMode::reverse, inputs);
    EXPECT_LT(relative(reverse, forward), round_off) << to_string(group);
  }
}

// Along ways that the loops allow: for joint positions only these mean something.
TEST_P(RobotDerivatives, EqualCentralDifferencesOfTheLibrary) {
  Random random(8200);
  int judged = 0;
  for (int i = 0; i < 4; ++i) {
    go(random);
    const double conditioning = workspace.report().conditioning;
    const std::vector<double> here = input_values(f, workspace);
    const VectorX inputs = Eigen::Map<const VectorX>(here.data(), static_cast<int>(here.size()));
    for (VariableGroup group : of_motion) {
      const PlatformState change = random_motion(robot, random);
      const MotorValues motor_change = random_motor_motion(robot, random);
      VectorX x[2], tau[2] = {forces, forces};
      if (!aside(change, motor_change, group, -step, x[0], tau[0])) continue;
      if (!aside(change, motor_change, group, step, x[1], tau[1])) continue;
      const RowMatrix J = evaluated(f, group, DerivativeMode::forward, here);
      // With joints instead of a pose a change of the pose changes them, and a rate of the output theirs.
      VectorX expected = (tau[1] - tau[0]) / (2 * step), found = VectorX::Zero(forces.size());
      const VectorX rates = (x[1] - x[0]) / (2 * step);
      found += J * column_rates(f, group, inputs, rates);
      EXPECT_LT((found - expected).norm(), difference / conditioning * (1 + J.norm() * rates.norm()))
          << to_string(group) << " of state " << i;
      ++judged;
    }
  }
  EXPECT_GE(judged, 4);
}

TEST_P(RobotDerivatives, ByAccelerationIsTheMassMatrixTimesTheRatesOfTheMotors) {
  Random random(8300);
  const int n = static_cast<int>(driving_motors(robot).size());
  for (int i = 0; i < 5; ++i) {
    go(random);
    const double conditioning = workspace.report().conditioning;
    const RowMatrix J = evaluated(f, VariableGroup::acceleration, DerivativeMode::reverse, input_values(f, workspace));
    MatrixX M(n, n), B = MatrixX::Identity(n, n);
    ASSERT_EQ(mass_matrix(robot, workspace, M), Status::ok);
    const bool known = !robot.mechanism().output || inverse_jacobian(robot, workspace, B) == Status::ok;
    ASSERT_TRUE(known);
    EXPECT_LT(relative(J, M * B), round_off / conditioning);
  }
}

// Legs are recognised by sums of parameters that vanish in the model; each parameter for itself counts in the
// recursion.
TEST_P(RobotDerivatives, ByParametersAreTheColumnsOfTheRegressor) {
  const Program& recursion = traced_program(GetParam(), RobotFunction::inverse_dynamics, {.form = TraceForm::general});
  LinearFormOptions options;
  options.structure = false;
  const LinearForm form(robot, options);
  LinearFormWorkspace memory(form);
  MatrixX Y(form.rows(), form.columns());
  Random random(8400);
  go(random);
  const double conditioning = workspace.report().conditioning;
  const RowMatrix J =
      evaluated(recursion, VariableGroup::parameters, DerivativeMode::reverse, input_values(recursion, workspace));
  ASSERT_EQ(regressor(form, workspace, memory, Y), Status::ok);
  int compared = 0;
  for (std::size_t k = 0; k < recursion.parameters.size(); ++k) {
    const std::string& name = recursion.parameters[k];
    // The linear form gives a ball joint no number.
    const int whole = form.find(name), ball = form.find(name.substr(0, name.size() - 2));
    const int column = whole < 0 && name.ends_with(".1") ? ball : whole;
    if (column < 0) {
      // Springs are no parameters of the linear form, and rotors of identical legs have one name there.
      EXPECT_TRUE(name.starts_with("stiffness.") || name.starts_with("preload.") || name.starts_with("rotor.")) << name;
      continue;
    }
    ++compared;
    EXPECT_LT((J.col(static_cast<int>(k)) - Y.col(column)).norm(), round_off / conditioning * Y.norm()) << name;
  }
  EXPECT_GT(compared, 0);
}

TEST_P(RobotDerivatives, OfForwardDynamicsByForcesInvertTheMassMatrix) {
  const Program& forward = traced_program(GetParam(), RobotFunction::forward_dynamics);
  Random random(8500);
  go(random);
  const int n = static_cast<int>(driving_motors(robot).size());
  const RowMatrix J =
      evaluated(forward, VariableGroup::forces, DerivativeMode::forward, input_values(forward, workspace));
  MatrixX M(n, n);
  ASSERT_EQ(mass_matrix(robot, workspace, M), Status::ok);
  const double conditioning = workspace.report().conditioning;
  EXPECT_LT((M * J - MatrixX::Identity(n, n)).norm(), 1e-9 / conditioning);
}

// R = Rx Ry Rz: a small rotation is ex da + Rx ey db + Rx Ry ez dc.
TEST_P(RobotDerivatives, OfMatrixAndAnglesAgree) {
  const Program& by_matrix = traced_program(GetParam(), RobotFunction::inverse_dynamics, {.pose = PoseInput::rotation});
  if (find_input(by_matrix, "R11") < 0) GTEST_SKIP() << "the code takes no rotation matrix";
  Random random(8600);
  go(random);
  const double conditioning = workspace.report().conditioning;
  const RowMatrix angles = evaluated(f, VariableGroup::pose, DerivativeMode::forward, input_values(f, workspace));
  const std::vector<double> inputs = input_values(by_matrix, workspace);
  const Vector3 c = cardan_from_rotation(workspace.output_pose().R);
  const Matrix3 Rx = rotation_from_cardan(Vector3(c[0], 0, 0)), Rxy = rotation_from_cardan(Vector3(c[0], c[1], 0));
  Matrix3 E;
  E << Vector3::UnitX(), Rx.col(1), Rxy.col(2);
  for (DerivativeMode mode : {DerivativeMode::forward, DerivativeMode::reverse}) {
    RowMatrix turns = evaluated(by_matrix, VariableGroup::pose, mode, inputs);
    ASSERT_EQ(turns.cols(), angles.cols());
    turns.rightCols(3) = (turns.rightCols(3) * E).eval();
    EXPECT_LT(relative(turns, angles), round_off / conditioning);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RobotDerivatives, testing::ValuesIn(catalogue_except(with_spare_motors)),
                         as_identifier);

class CompiledDerivatives : public testing::TestWithParam<std::string> {};

TEST_P(CompiledDerivatives, EqualTheirPrograms) {
  const Robot& robot = catalogue_robot(GetParam());
  const GeneratedLibrary library =
      robot_library(robot, {.functions = {RobotFunction::inverse_dynamics, RobotFunction::mass_matrix},
                            .derivatives = {VariableGroup::pose, VariableGroup::twist, VariableGroup::acceleration,
                                            VariableGroup::parameters}});
  // The mass matrix depends on pose and parameters only.
  ASSERT_EQ(library.functions.size(), 8U);
  std::string note;
  const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note);
  if (!compiled && note.starts_with("there is no compiler")) GTEST_SKIP() << note;
  ASSERT_TRUE(compiled) << note;
  for (const GeneratedFunction& f : library.functions) {
    const CompiledFunction call = compiled->function(f.name);
    VectorX expected(static_cast<int>(f.program.outputs.size())), found = expected;
    for (const std::vector<double>& inputs : f.samples) {
      const Status status =
          evaluate<double>(f.program, inputs, f.program.parameter_values, std::span(expected.data(), expected.size()));
      EXPECT_EQ(call(inputs, std::span(found.data(), found.size())), status);
      EXPECT_LE((found - expected).norm(), 1e-12 * expected.norm()) << f.name;
    }
  }
}

// The largest takes its compiler 8 s.
std::vector<std::string> compiled_robots() {
  std::vector<std::string> names{"delta", "five-bar", "four-bar"};
  if (draws(0, 1)) names.push_back("3rps");
  return names;
}
INSTANTIATE_TEST_SUITE_P(Some, CompiledDerivatives, testing::ValuesIn(compiled_robots()), as_identifier);

TEST(DerivativeGroups, AreRefusedWhereTheyAreNot) {
  const Robot robot = Robot::from_file("delta");
  const Program f = trace_inverse_dynamics(robot);
  EXPECT_THROW(differentiate(f, VariableGroup::forces), Error);
  EXPECT_THROW(differentiate(f, VariableGroup::joints), Error);
  EXPECT_THROW(robot_library(robot, {.derivatives = {VariableGroup::forces}}), Error);
  EXPECT_THROW(robot_library(robot, {.derivatives = {VariableGroup::parameters}, .trace = {.parameters = false}}),
               Error);
  const DerivativeColumn unknown[] = {{"nothing", {{"nothing"}}}};
  EXPECT_THROW(differentiate(f, unknown, DerivativeMode::forward), Error);
  EXPECT_THROW(differentiate(f, std::span<const DerivativeColumn>(), DerivativeMode::reverse), Error);
}

TEST(DerivativeGroups, TakeTheCheaperMode) {
  const Program f = trace_inverse_dynamics(Robot::from_file("delta"));
  for (VariableGroup group : {VariableGroup::pose, VariableGroup::parameters}) {
    const double best = cost(differentiate(f, group), CostModel::operations);
    for (DerivativeMode mode : {DerivativeMode::forward, DerivativeMode::reverse}) {
      EXPECT_LE(best, cost(differentiate(f, group, CostModel::operations, mode), CostModel::operations));
    }
  }
}

}  // namespace
}  // namespace jourdain::robot_derivatives_test
