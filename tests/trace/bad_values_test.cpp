// Generated functions answer bad values with a status and zeros, and never with numbers that are not finite.
#include "support/singular_walks.hpp"

#include "jourdain/codegen/compiled.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/trace/robot_code.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <optional>

namespace jourdain {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// All functions that the robot has, as generated.
std::vector<GeneratedFunction> functions_of(const Robot& robot) {
  std::vector<GeneratedFunction> result;
  for (RobotFunction function : robot_functions) {
    try {
      RobotCodeOptions options;
      options.functions = {function};
      result.push_back(robot_library(robot, options).functions[0]);
    } catch (const Error&) {
      // The robot has no such function.
    }
  }
  return result;
}

struct Answer {
  Status status;
  std::vector<double> values;

  bool is_finite() const {
    return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
  }
  double largest() const {
    double most = 0;
    for (double x : values) most = std::max(most, std::abs(x));
    return most;
  }
};

Answer call(const GeneratedFunction& f, const std::vector<double>& inputs) {
  Answer answer{Status::ok, std::vector<double>(f.program.outputs.size(), 77)};
  answer.status = evaluate<double>(f.program, inputs, f.program.parameter_values, answer.values);
  return answer;
}

void expect_refused(const Answer& answer, Status status) {
  EXPECT_EQ(answer.status, status);
  EXPECT_EQ(answer.largest(), 0);
  EXPECT_TRUE(answer.is_finite());
}

class BadValues : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot robot = Robot::from_file(GetParam());
  const std::vector<GeneratedFunction> functions = functions_of(robot);
};

TEST_P(BadValues, NotFiniteInEveryInput) {
  for (const GeneratedFunction& f : functions) {
    SCOPED_TRACE(f.name);
    for (std::size_t i = 0; i < f.program.inputs.size(); ++i) {
      for (double bad : {std::nan(""), infinity, -infinity}) {
        std::vector<double> inputs = f.samples[0];
        inputs[i] = bad;
        expect_refused(call(f, inputs), Status::not_finite);
      }
    }
  }
}

// Inputs of any size, most of them far from what the robot can do; joints that do not fit together.
TEST_P(BadValues, AnswersToWildInputsAreFinite) {
  Random random(8100);
  for (const GeneratedFunction& f : functions) {
    SCOPED_TRACE(f.name);
    std::map<Status, int> seen;
    double most = 0;
    for (int i = 0; i < 10000; ++i) {
      const double spread = std::pow(10.0, uniform(random, 3));
      std::vector<double> inputs = f.samples[0];
      for (double& x : inputs) x = i % 100 == 0 ? 0 : uniform(random, spread);
      const Answer answer = call(f, inputs);
      ++seen[answer.status];
      ASSERT_TRUE(answer.is_finite());
      if (answer.status != Status::ok) {
        ASSERT_EQ(answer.largest(), 0);
      }
      most = std::max(most, answer.largest());
    }
    fmt::print("WILD {} {}: most {:.1e}", GetParam(), f.name, most);
    for (const auto& [status, count] : seen) fmt::print(", {} {}", to_string(status), count);
    fmt::print("; {} guards\n", f.program.guards.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, BadValues, ::testing::ValuesIn(catalogue_except(with_spare_motors)), as_identifier);

}  // namespace
}  // namespace jourdain
