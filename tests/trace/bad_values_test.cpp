// Generated functions answer bad values with a status and zeros, and never with numbers that are not finite.
#include "support/draws.hpp"
#include "support/singular_walks.hpp"
#include "support/traced_robots.hpp"

#include "codegen/compiled.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "trace/code/robot_library.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <optional>

namespace jourdain::bad_values_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double untouched = 77;  // what outputs are filled with before a call

// All functions that the robot has.
std::vector<GeneratedFunction> functions_of(const std::string& robot) {
  std::vector<GeneratedFunction> result;
  for (RobotFunction function : robot_functions) {
    auto made = if_it_has([&] { return generated_function(robot, function); });
    if (made) result.push_back(std::move(*made));
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
  Answer answer{Status::ok, std::vector<double>(f.program.outputs.size(), untouched)};
  answer.status = evaluate<double>(f.program, inputs, f.program.parameter_values, answer.values);
  return answer;
}

// Finite, and zeros where there is a status.
::testing::AssertionResult is_sound(const Answer& answer) {
  if (!answer.is_finite()) return ::testing::AssertionFailure() << "an output is not finite";
  if (answer.status != Status::ok && answer.largest() != 0) {
    return ::testing::AssertionFailure() << to_string(answer.status) << " with outputs";
  }
  return ::testing::AssertionSuccess();
}

// The largest output at usual states.
double usual_output(const GeneratedFunction& f) {
  double most = 0;
  for (const std::vector<double>& sample : f.samples) most = std::max(most, call(f, sample).largest());
  return most;
}

// Inputs for a motion of the output that need not be in reach; other inputs as at a usual state.
std::vector<double> inputs_for(const GeneratedFunction& f, const PlatformState& motion) {
  const Vector3 angles = cardan_from_rotation(motion.pose.R);
  std::map<std::string, double> values;
  for (int i = 0; i < 3; ++i) {
    const std::string axis(1, "xyz"[i]);
    values[axis] = motion.pose.p[i];
    values["r" + axis] = angles[i];
    values["v" + axis] = motion.twist.v[i];
    values["w" + axis] = motion.twist.w[i];
    values["a" + axis] = motion.acceleration.a[i];
    values["b" + axis] = motion.acceleration.dw[i];
  }
  std::vector<double> inputs = f.samples[0];
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (const auto found = values.find(f.program.inputs[i].name); found != values.end()) inputs[i] = found->second;
  }
  return inputs;
}

// Inputs at the workspace's state; forces as at a usual state, and a step of forward kinematics has some way to go.
std::vector<double> inputs_at(const GeneratedFunction& f, const Workspace& workspace) {
  std::vector<double> inputs = input_values(f.program, workspace);
  std::size_t at = 0;
  for (const ArgumentArray& array : f.inputs) {
    for (int i = 0; i < array.size; ++i, ++at) {
      if (array.name == "forces") inputs[at] = f.samples[0][at];
      if (array.name == "joints" && f.name == "forward_step") inputs[at] += 0.02;
    }
  }
  return inputs;
}

bool takes_a_pose(const GeneratedFunction& f) { return f.inputs[0].name == "pose"; }

// Anywhere within a robot's size and in any orientation.
PlatformState wild_motion(const Robot& robot, Random& random) {
  return random_motion(robot, random, {.reach = 1, .turn = M_PI, .rate = 3, .acceleration = 10});
}

// Generating takes longest: one test for all laws of a robot.
class BadValues : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  const std::vector<GeneratedFunction> functions = functions_of(GetParam());

  void refuses_not_finite_inputs();
  void answers_wild_inputs_soundly();
  void accepts_good_states();
};

void BadValues::refuses_not_finite_inputs() {
  for (const GeneratedFunction& f : functions) {
    SCOPED_TRACE(f.name);
    for (std::size_t i = 0; i < f.program.inputs.size(); ++i) {
      for (double bad : {std::nan(""), infinity, -infinity}) {
        std::vector<double> inputs = f.samples[0];
        inputs[i] = bad;
        const Answer answer = call(f, inputs);
        EXPECT_EQ(answer.status, Status::not_finite);
        EXPECT_TRUE(is_sound(answer));
      }
    }
  }
}

// Inputs of any size, also all zero, most of them far from what the robot can do; joints that do not fit together.
void BadValues::answers_wild_inputs_soundly() {
  Random random(8100);
  for (const GeneratedFunction& f : functions) {
    SCOPED_TRACE(f.name);
    std::vector<double> inputs = f.samples[0];
    for (int i = 0; i < draws(1000, 10000); ++i) {
      const double spread = i == 0 ? 0 : std::pow(10.0, uniform(random, 4));
      for (double& x : inputs) x = uniform(random, spread);
      const Answer answer = call(f, inputs);
      ASSERT_TRUE(is_sound(answer)) << "draw " << i;
    }
    for (double size : {1e100, 1e200, 1.7e308}) {
      std::ranges::fill(inputs, size);
      EXPECT_TRUE(is_sound(call(f, inputs)));
    }
  }
}

// Where the library has an answer that keeps its digits, so does the code.
constexpr double good_conditioning = 1e-4;  // of the library, which refuses below 1e-6
constexpr double refused_share = 1e-3;      // of good states: pivots whose order does not suit them
constexpr int enough = 3000;                // good states that tell such a share

void BadValues::accepts_good_states() {
  Random random(8200);
  Workspace workspace(robot);
  VectorX forces(static_cast<int>(robot.motor_joints().size()));
  const bool posed = takes_a_pose(functions[0]);
  std::vector<int> refused(functions.size(), 0);
  std::vector<double> most(functions.size(), 0);
  int good = 0;
  for (int i = 0; i < (posed ? 10000 : draws(100, 300)) && (good < enough || i < draws(2000, 10000)); ++i) {
    Status status = Status::ok;
    PlatformState motion;
    if (posed) {
      motion = wild_motion(robot, random);
      status = inverse_kinematics(robot, motion, workspace);
    } else {
      status = try_random_state(workspace, random, {.reach = 0.3, .turn = 1});
    }
    const bool reached = status == Status::ok;
    if (reached) status = inverse_dynamics(robot, workspace, forces);
    const bool is_good = status == Status::ok && workspace.report().conditioning > good_conditioning;
    good += is_good;
    for (std::size_t k = 0; k < functions.size(); ++k) {
      const GeneratedFunction& f = functions[k];
      if (!reached && !posed) continue;
      const Answer answer = call(f, reached ? inputs_at(f, workspace) : inputs_for(f, motion));
      ASSERT_TRUE(is_sound(answer)) << f.name << ", state " << i;
      EXPECT_FALSE(status == Status::unreachable && answer.status == Status::ok) << f.name << ", state " << i;
      refused[k] += is_good && answer.status != Status::ok;
      most[k] = std::max(most[k], answer.largest());
    }
  }
  EXPECT_GT(good, 20) << "too few to judge by";
  for (std::size_t k = 0; k < functions.size(); ++k) {
    fmt::print("{} {}: {} guards, {} of {} good states refused, largest output {:.1e} of the usual\n", GetParam(),
               functions[k].name, functions[k].program.guards.size(), refused[k], good,
               most[k] / usual_output(functions[k]));
    EXPECT_LE(refused[k], refused_share * good) << functions[k].name;
  }
}

// From home in some direction until a rod is too short: before that the limb is stretched, a singularity of type 1.
TEST_P(BadValues, AreSoundAtTheBorderOfTheWorkspace) {
  if (!takes_a_pose(functions[0])) GTEST_SKIP() << "positions of joints, which fit together or not";
  Random random(8300);
  Workspace workspace(robot);
  int judged = 0;
  for (int way = 0; way < 20; ++way) {
    const PlatformState far = wild_motion(robot, random);
    const Vector3 angles = cardan_from_rotation(far.pose.R), home = cardan_from_rotation(robot.home_pose().R);
    const auto at = [&](double s) {
      PlatformState motion = far;
      motion.pose.p = robot.home_pose().p + s * 4 * (far.pose.p - robot.home_pose().p);
      motion.pose.R = rotation_from_cardan(home + s * (angles - home));
      return motion;
    };
    double good = 0, bad = 1;
    if (inverse_kinematics(robot, at(bad), workspace, Order::position) == Status::ok) continue;
    ++judged;
    while (bad - good > 1e-16) {
      const double middle = (good + bad) / 2;
      if (middle == good || middle == bad) break;
      (inverse_kinematics(robot, at(middle), workspace, Order::position) == Status::ok ? good : bad) = middle;
    }
    for (const GeneratedFunction& f : functions) {
      SCOPED_TRACE(f.name);
      for (int k = 0; k <= 16; ++k) EXPECT_TRUE(is_sound(call(f, inputs_for(f, at(good * (1 - std::pow(10.0, -k)))))));
      EXPECT_TRUE(is_sound(call(f, inputs_for(f, at(good)))));
      EXPECT_TRUE(is_sound(call(f, inputs_for(f, at(bad)))));
      EXPECT_NE(call(f, inputs_for(f, at(good + 1e-3))).status, Status::ok);
    }
  }
  if (judged == 0) {
    EXPECT_TRUE(std::ranges::all_of(robot.motors(), &Motor::slides)) << "no way leads out of the workspace";
    GTEST_SKIP() << "legs that stretch reach every pose";
  }
}

TEST_P(BadValues, GiveAStatusOrFiniteAnswersAndGoodStatesAnAnswer) {
  ASSERT_FALSE(functions.empty());
  refuses_not_finite_inputs();
  answers_wild_inputs_soundly();
  accepts_good_states();
}

INSTANTIATE_TEST_SUITE_P(Catalogue, BadValues, ::testing::ValuesIn(catalogue_except(with_spare_motors)), as_identifier);

// How outputs may grow towards a singularity of type 2, as a power of 1 / bound of divisors; the others stay as they
// are. The usual outputs are those of other poses and motions.
// The mass matrix of hexaglide reaches 2.7e4 of that.
constexpr double usual_slack = 1000, squared_slack = 1e5;
int growth(const std::string& function) {
  if (function == "mass_matrix") return 2;
  return function == "inverse_kinematics" || function == "forward_dynamics" ? 0 : 1;
}

class GeneratedIntoSingularity : public ::testing::TestWithParam<Walk> {};

TEST_P(GeneratedIntoSingularity, OutputsAreBoundedAndEndWithAStatus) {
  const Robot robot = changed_robot(GetParam().robot, GetParam().changes);
  const double crossing = find_crossing(robot, GetParam());
  ASSERT_GT(crossing, 0) << "the way meets no singularity";
  int judged = 0;
  for (RobotFunction function : robot_functions) {
    SCOPED_TRACE(to_string(function));
    const auto library = if_it_has([&] { return robot_library(robot, {.functions = {function}}); });
    if (!library) continue;
    ++judged;
    const GeneratedFunction& f = library->functions[0];
    const int power = growth(f.name);
    const double limit =
        (power == 2 ? squared_slack : usual_slack) * usual_output(f) * std::pow(1 / smallest_divisor_double, power);
    double most = 0;
    bool refused = false;
    Workspace walker(robot);
    for (int k = 1; k <= 17; ++k) {
      const double s = k == 17 ? crossing : crossing * (1 - std::pow(10.0, -k));
      ASSERT_EQ(inverse_kinematics(robot, motion_at(robot, GetParam(), s), walker), Status::ok);
      const Answer answer = call(f, inputs_at(f, walker));
      ASSERT_TRUE(is_sound(answer));
      EXPECT_TRUE(answer.status == Status::ok || answer.status == Status::singular);
      refused = refused || answer.status != Status::ok;
      EXPECT_FALSE(refused && k < 5) << "refused 1e-" << k << " before the singularity";
      most = std::max(most, answer.largest());
    }
    fmt::print("{} {}: largest output {:.1e} of the usual{}\n", GetParam().robot, f.name, most / usual_output(f),
               refused ? ", then refused" : "");
    EXPECT_LE(most, limit);
    EXPECT_EQ(refused, power > 0);
  }
  EXPECT_GT(judged, 2);
}

INSTANTIATE_TEST_SUITE_P(Robots, GeneratedIntoSingularity, ::testing::ValuesIn(singular_walks), walk_name);

// The same through compiled C: equal statuses, and equal values where there are any.
class CompiledBadValues : public ::testing::TestWithParam<std::string> {};

TEST_P(CompiledBadValues, AreThoseOfTheProgram) {
  const Robot& robot = catalogue_robot(GetParam());
  RobotCodeOptions options;
  options.functions.clear();
  for (RobotFunction function : robot_functions) {
    if (GetParam() != "five-bar" || function != RobotFunction::forward_step) options.functions.push_back(function);
  }
  const GeneratedLibrary library = robot_library(robot, options);
  std::string note;
  const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note);
  if (!compiled && note.starts_with("there is no compiler")) GTEST_SKIP() << note;
  ASSERT_TRUE(compiled) << note;
  for (const GeneratedFunction& f : library.functions) {
    SCOPED_TRACE(f.name);
    const CompiledFunction function = compiled->function(f.name);
    Random random(8400);
    for (int i = 0; i < draws(2000, 10000); ++i) {
      std::vector<double> inputs = f.samples[0];
      if (i % 2 == 0) {
        inputs = inputs_for(f, wild_motion(robot, random));
      } else {
        const double spread = std::pow(10.0, uniform(random, 4));
        for (double& x : inputs) x = uniform(random, spread);
      }
      if (i % 10 == 0) inputs[static_cast<std::size_t>(i / 10) % inputs.size()] = i % 20 == 0 ? std::nan("") : infinity;
      const Answer expected = call(f, inputs);
      Answer answer{Status::ok, std::vector<double>(f.program.outputs.size(), untouched)};
      answer.status = function(inputs, answer.values);
      ASSERT_TRUE(is_sound(answer)) << i;
      ASSERT_EQ(answer.status, expected.status) << i;
    }
  }
}

// With float, bounds are higher: pivots have fewer digits.
constexpr double refused_share_float = 1e-2;

TEST_P(CompiledBadValues, AreRefusedInSinglePrecisionToo) {
  const Robot& robot = catalogue_robot(GetParam());
  RobotCodeOptions options;
  options.smallest_divisor = smallest_divisor_float;
  const GeneratedFunction f = robot_library(robot, options).functions[0];
  const std::vector<float> parameters(f.program.parameter_values.begin(), f.program.parameter_values.end());
  Workspace workspace(robot);
  VectorX forces(static_cast<int>(robot.motor_joints().size()));
  Random random(8500);
  int good = 0, refused = 0;
  for (int i = 0; i < draws(2000, 10000); ++i) {
    const PlatformState motion = wild_motion(robot, random);
    const std::vector<double> wanted = inputs_for(f, motion);
    const std::vector<float> inputs(wanted.begin(), wanted.end());
    std::vector<float> outputs(f.program.outputs.size(), static_cast<float>(untouched));
    const Status status = evaluate<float>(f.program, inputs, parameters, outputs);
    ASSERT_TRUE(is_sound({status, std::vector<double>(outputs.begin(), outputs.end())})) << i;
    if (inverse_kinematics(robot, motion, workspace) != Status::ok) continue;
    if (inverse_dynamics(robot, workspace, forces) != Status::ok) continue;
    if (!(workspace.report().conditioning > good_conditioning)) continue;
    ++good;
    refused += status != Status::ok;
  }
  EXPECT_GT(good, 20) << "too few to judge by";
  fmt::print("{} in single precision: {} of {} good states refused\n", GetParam(), refused, good);
  EXPECT_LE(refused, refused_share_float * good);
}

// One of each kind; the largest takes its compiler 8 s.
std::vector<std::string> compiled_robots() {
  std::vector<std::string> names{"palida", "delta", "five-bar"};
  if (draws(0, 1)) names.push_back("hexa");
  return names;
}
INSTANTIATE_TEST_SUITE_P(Robots, CompiledBadValues, ::testing::ValuesIn(compiled_robots()), as_identifier);

}  // namespace
}  // namespace jourdain::bad_values_test
