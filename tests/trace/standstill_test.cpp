// Generated functions where controllers spend their lives: at rest, slowly, and along single axes, where rates of
// joints vanish. They answer where the engine does, with its numbers, in double and in float.
#include "support/leg_forms.hpp"
#include "support/random_states.hpp"
#include "support/traced_robots.hpp"

#include "expression/bound_divisors.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "legs/joint_friction.hpp"
#include "trace/code/robot_library.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

namespace jourdain::standstill_test {
namespace {

constexpr double double_tolerance = 1e-9;  // of the largest result; digits that the conditioning takes come on top
constexpr double float_tolerance = 2e-4;   // likewise

bool is_full() { return std::getenv("JOURDAIN_FULL_TESTS") != nullptr; }

// Rates of the independent coordinates: none, single ones and some of a lattice (all of it in the long run).
std::vector<VectorX> lattice_rates(int n, Random& random) {
  std::vector<VectorX> result{VectorX::Zero(n)};
  for (int i = 0; i < n; ++i) {
    for (const double side : {1.0, -1.0}) result.push_back(side * VectorX::Unit(n, i));
  }
  const auto vertex = [&](int code) {
    VectorX v(n);
    for (int i = 0; i < n; ++i, code /= 3) v[i] = code % 3 - 1;
    return v;
  };
  const int all = static_cast<int>(std::pow(3, n));
  if (is_full()) {
    for (int code = 0; code < all; ++code) result.push_back(vertex(code));
  } else {
    for (int i = 0; i < 6; ++i) result.push_back(vertex(static_cast<int>(random() % static_cast<unsigned>(all))));
  }
  return result;
}

// Speeds of the lattice in 1/s, lengths over size.
constexpr double speeds[] = {1, 0.3, 1e-3, 1e-5, 1e-6, 3e-7, 1e-9};

VectorX row_by_row(const MatrixX& A) {
  const MatrixX columns = A.transpose();
  return Eigen::Map<const VectorX>(columns.data(), columns.size());
}

class AtStandstill : public testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace{robot};
  const int motors = static_cast<int>(robot.motor_joints().size());
  VectorX pushes = VectorX::LinSpaced(motors, -5, 5);

  int coordinates() const {
    return robot.mechanism().output ? static_cast<int>(robot.mechanism().output->moves.size())
                                    : static_cast<int>(data_of(robot).driving.size());
  }

  // Takes the workspace to the pose with these rates and without accelerations of the output.
  bool go_to(const PlatformState& at, const MotorValues& joints, const VectorX& rates) {
    if (!robot.mechanism().output) {
      VectorX motor_rates = VectorX::Zero(motors);
      for (int i = 0; i < rates.size(); ++i) {
        const int k = data_of(robot).driving[i];
        motor_rates[k] = rates[i] * motor_unit(robot, k);
      }
      return forward_kinematics(robot, joints.q, motor_rates, VectorX::Zero(motors), workspace) == Status::ok;
    }
    PlatformState motion{at.pose, {}, {}};
    for (int i = 0; i < rates.size(); ++i) {
      const int move = static_cast<int>(robot.mechanism().output->moves[i]);
      (move < 3 ? motion.twist.v[move] : motion.twist.w[move - 3]) = rates[i] * (move < 3 ? robot.size() : 1.0);
    }
    return inverse_kinematics(robot, motion, workspace) == Status::ok;
  }

  // What the engine says; empty if it has no answer, or if it is not asked.
  std::optional<VectorX> engine(RobotFunction function, const BaseParameters& base) {
    VectorX result(motors);
    switch (function) {
      case RobotFunction::inverse_dynamics:
      case RobotFunction::inverse_dynamics_base:
        if (inverse_dynamics(robot, workspace, result) != Status::ok) return {};
        return result;
      case RobotFunction::forward_dynamics: {
        Workspace moved = workspace;
        if (forward_dynamics(robot, pushes, moved, result) != Status::ok) return {};
        return result;
      }
      case RobotFunction::mass_matrix: {
        const int n = static_cast<int>(data_of(robot).driving.size());
        MatrixX M(n, n);
        if (mass_matrix(robot, workspace, M) != Status::ok) return {};
        return row_by_row(M);
      }
      case RobotFunction::regressor: {
        MatrixX Y(base.form.rows(), base.form.columns());
        LinearFormWorkspace memory(base.form);
        if (regressor(base.form, workspace, memory, Y) != Status::ok) return {};
        return row_by_row(Y);
      }
      case RobotFunction::inverse_kinematics: {
        result.resize(3 * motors);
        const MotorValues m = motors_of(workspace);
        result << m.q, m.rates, m.accelerations;
        // Angles are told within half a turn.
        for (int k = 0; k < motors; ++k)
          if (motor_unit(robot, k) == 1.0) result[k] = std::remainder(result[k], 2 * M_PI);
        return result;
      }
      case RobotFunction::forward_step: return VectorX::Zero(coordinates());
    }
    return {};
  }

  template <typename T>
  Status run(const Program& program, VectorX& result) const {
    std::vector<T> inputs, outputs(program.outputs.size());
    const std::vector<double> values = input_values(program, workspace);
    for (std::size_t i = 0; i < values.size(); ++i) {
      double value = values[i];
      for (int k = 0; k < motors; ++k) {
        const Joint& joint = robot.mechanism().joints[robot.motor_joints()[k]];
        if (program.inputs[i].name == "force." + joint.name) value = pushes[k];
      }
      inputs.push_back(static_cast<T>(value));
    }
    const std::vector<T> parameters(program.parameter_values.begin(), program.parameter_values.end());
    const Status status = evaluate<T>(program, inputs, parameters, outputs);
    result = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, 1>>(outputs.data(), static_cast<int>(outputs.size()))
                 .template cast<double>();
    return status;
  }

  // The function's program as generated; nothing where the robot has none.
  std::optional<Program> code(RobotFunction function, bool single) {
    TraceOptions options;
    options.single_precision = single;
    return if_it_has([&]() -> Program {
      if (is_full()) {
        RobotCodeOptions all;
        all.functions = {function};
        all.trace = options;
        if (single) all.smallest_divisor = smallest_divisor_float;
        return robot_library(robot, all).functions[0].program;
      }
      // Without simplification, which takes long and divides by the same values, and regrouped once at most.
      const bool by_legs = static_cast<bool>(data_of(robot).plan);
      if (single && !by_legs) options.form = TraceForm::general;
      const Program& traced = traced_program(GetParam(), function, options);
      std::vector<std::vector<double>> usual;
      Random random(7510);
      for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(go_to_random_state(workspace, random));
        usual.push_back(input_values(traced, workspace));
      }
      return bound_divisors(traced, usual, single ? smallest_divisor_float : smallest_divisor_double);
    });
  }

  // Rates beside the bands: of float's and double's both or of none.
  bool bands_do_not_matter() const {
    constexpr double narrow = 1e-15;  // round-off of what should vanish
    for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
      const JointState state = workspace.joint(static_cast<int>(j));
      const JointType type = robot.mechanism().joints[j].type;
      const double speed = Vector3(state.rate[0], state.rate[1], state.rate[2]).norm();
      for (int i = 0; i < state.freedoms; ++i) {
        const double rate = type == JointType::spherical ? speed : std::abs(state.rate[i]);
        const double over = rate / (is_length(type, i) ? robot.size() : 1.0);
        if (over > narrow && over < 2 * dead_band_float) return false;
      }
    }
    return true;
  }
};

TEST_P(AtStandstill, GeneratedFunctionsAnswerWhereTheEngineDoes) {
  const BaseParameters& base = base_parameters_of(GetParam());
  int answered = 0;
  for (const RobotFunction function : robot_functions) {
    const std::optional<Program> program = code(function, false), single = code(function, true);
    if (!program || !single) continue;
    SCOPED_TRACE(to_string(function));
    Random random(7500);
    for (int place = 0; place < 2; ++place) {
      // Home, which is often symmetric, and a place that is not.
      workspace.reset();
      if (place == 1) {
        ASSERT_TRUE(go_to_random_state(workspace, random));
      }
      const PlatformState at = output_of(workspace);
      const MotorValues joints = motors_of(workspace);
      double scale = 0;
      for (const VectorX& rates : lattice_rates(coordinates(), random)) {
        for (const double speed : speeds) {
          if (!go_to(at, joints, speed * rates)) continue;
          const std::optional<VectorX> expected = engine(function, base);
          if (!expected) continue;
          const double conditioning = std::min(1.0, workspace.report().conditioning);
          scale = std::max(scale, expected->norm());
          VectorX result, in_double, in_float;
          const auto where = [&] {
            return fmt::format("place {}, {} times ({})", place, speed, fmt::join(rates, ", "));
          };
          ASSERT_EQ(run<double>(*program, result), Status::ok) << where();
          EXPECT_LE((result - *expected).norm(), double_tolerance / conditioning * (scale + robot.size())) << where();
          // Float has a band of its own: its code is compared with itself in double.
          ASSERT_EQ(run<double>(*single, in_double), Status::ok) << where();
          ASSERT_EQ(run<float>(*single, in_float), Status::ok) << where();
          EXPECT_LE((in_float - in_double).norm(), float_tolerance / conditioning * (scale + robot.size())) << where();
          if (bands_do_not_matter()) {
            EXPECT_LE((in_double - *expected).norm(), double_tolerance / conditioning * (scale + robot.size()))
                << where();
          }
          ++answered;
          if (rates.isZero(0)) break;
        }
      }
    }
  }
  EXPECT_GT(answered, 0);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, AtStandstill, testing::ValuesIn(catalogue_except(with_spare_motors)),
                         as_identifier);

}  // namespace
}  // namespace jourdain::standstill_test
