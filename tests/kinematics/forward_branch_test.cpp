// Forward kinematics never answers with another branch than the one that the guess was meant for: it gives the right
// pose or refuses. And it refuses inputs that are not finite, and never loses a robot that moves step by step.
#include "core/dense/decompositions.hpp"
#include "support/draws.hpp"
#include "support/random_states.hpp"
#include "support/sanitizer.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace jourdain::forward_branch_test {
namespace {

constexpr double degree = M_PI / 180;

// Poses are drawn around home, guesses around poses: lengths over size.
constexpr double pose_shift = 0.10, pose_turn = 15 * degree;
constexpr double wide_shift = 0.20, wide_turn = 30 * degree;
constexpr double near_shift = 0.05, near_turn = 10 * degree;

// A right answer is exact up to round-off times a condition below 1e4; another branch is at least a thousandth away.
constexpr double right_answer = 1e-8;

constexpr unsigned seed = 11000;

// Many in the long run, a few under a sanitizer.
int calls() { return JOURDAIN_SANITIZED ? 2000 : draws(10000, 250000); }

struct Counts {
  long right = 0, wrong = 0, refused = 0, no_guess = 0;
  std::string note;  // about the last wrong answer
  long asked() const { return right + wrong + refused; }
};

// Displaced by a uniform magnitude in a random direction.
Placement displaced(const Placement& pose, double shift, double turn, Random& random) {
  const double length = std::abs(uniform(random, shift)), angle = std::abs(uniform(random, turn));
  return {rotation_from_vector(angle * direction3(random)) * pose.R, pose.p + length * direction3(random)};
}

class ForwardBranch : public testing::TestWithParam<std::string> {
 protected:
  // A reachable pose near home with its leg lengths in `truth`. Not one behind a second-type singularity: there the
  // robot would be assembled otherwise than at home. (Of stewart-tsai's poses these are 0.2 %.)
  bool draw_pose(Random& random) {
    PlatformState motion;
    motion.pose.p = robot.home_pose().p + uniform3(random, pose_shift * robot.size());
    motion.pose.R = rotation_from_cardan(cardan_from_rotation(robot.home_pose().R) + uniform3(random, pose_turn));
    truth.reset();
    if (inverse_kinematics(robot, motion, truth, Order::position) != Status::ok) return false;
    return determinant(truth) * home_determinant > 0;
  }

  // Of the motors' rates by the output's; 1 with redundant motors.
  double determinant(Workspace& at) const {
    const auto motors = static_cast<Eigen::Index>(robot.motor_joints().size());
    const auto moves = static_cast<Eigen::Index>(robot.mechanism().output->moves.size());
    MatrixX B(motors, moves);
    if (motors != moves) return 1;
    return inverse_jacobian(robot, at, B) == Status::ok ? dense::determinant(B) : 0;
  }

  // Smallest over largest singular value of the motors' rates by the platform's, rows of unit length, lengths in robot
  // sizes.
  double motor_distance() {
    MatrixX B(6, 6);
    if (inverse_jacobian(robot, truth, B) != Status::ok) return 0;
    B.leftCols(3) *= robot.size();
    B.rowwise().normalize();
    const VectorX s = dense::singular_factors(B, dense::Vectors::none).s;
    return s[5] / s[0];
  }

  // One call from a displaced guess.
  void ask(double shift, double turn, Random& random, Counts& counts) {
    const Placement pose = truth.output_pose();
    if (set_guess(robot, displaced(pose, shift * robot.size(), turn, random), workspace) != Status::ok) {
      ++counts.no_guess;
      return;
    }
    if (forward_kinematics(robot, motors_of(truth).q, workspace) != Status::ok) {
      ++counts.refused;
      return;
    }
    const Placement answer = workspace.output_pose();
    const double error =
        (answer.p - pose.p).norm() / robot.size() + vector_from_rotation(answer.R * pose.R.transpose()).norm();
    ++(error < right_answer ? counts.right : counts.wrong);
    if (!(error < right_answer)) counts.note = fmt::format("an answer is off by {:.3g}", error);
  }

  void print(const char* what, const Counts& counts, double seconds) {
    fmt::print("{}, {}: {} right, {} wrong, {} refused ({:.2f} %), {} guesses out of reach, {:.1f} s\n", GetParam(),
               what, counts.right, counts.wrong, counts.refused,
               100.0 * static_cast<double>(counts.refused) / static_cast<double>(counts.asked()), counts.no_guess,
               seconds);
  }

  const Robot& robot = catalogue_robot(GetParam());
  Workspace truth{robot}, workspace{robot};
  const double home_determinant = determinant(workspace);
};

TEST_P(ForwardBranch, IsNeverAnotherOneFromFarGuesses) {
  Counts counts;
  const auto start = std::chrono::steady_clock::now();
  const int count = calls();
  for (int i = 0; i < count; ++i) {
    Random random(seed + static_cast<unsigned>(i));
    if (!draw_pose(random)) continue;
    const long wrong = counts.wrong;
    ask(wide_shift, wide_turn, random, counts);
    EXPECT_EQ(counts.wrong, wrong) << counts.note << ", seed " << seed + static_cast<unsigned>(i);
    if (counts.wrong > 20) break;
  }
  print("guesses within 20 % and 30 deg", counts,
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  EXPECT_EQ(counts.wrong, 0);
  EXPECT_GT(counts.right, counts.refused) << "refusing everything is no answer";
}

TEST_P(ForwardBranch, IsFoundFromNearGuesses) {
  // Distance from second-type singularities with lengths counted in robot sizes; home has 0.11 (stewart-tsai), 0.07
  // (palida).
  constexpr double enough = 0.05;
  Counts far, close;
  const auto start = std::chrono::steady_clock::now();
  const int count = JOURDAIN_SANITIZED ? 1000 : draws(5000, 20000);
  for (int i = 0; i < count; ++i) {
    Random random(seed + static_cast<unsigned>(i));
    if (!draw_pose(random)) continue;
    Counts& counts = motor_distance() > enough ? far : close;
    const long wrong = counts.wrong;
    ask(near_shift, near_turn, random, counts);
    EXPECT_EQ(counts.wrong, wrong) << counts.note << ", seed " << seed + static_cast<unsigned>(i);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  print("guesses within 5 % and 10 deg, away from singularities", far, seconds);
  if (close.asked() > 0) print("guesses within 5 % and 10 deg, the other poses", close, seconds);
  EXPECT_GT(far.asked(), count / 2);
  EXPECT_GE(static_cast<double>(far.right), 0.99 * static_cast<double>(far.asked() + far.no_guess));
}

// Guesses as good as those of a slow loop, near singularities too, where two solutions come together.
TEST_P(ForwardBranch, IsKeptFromVeryNearGuesses) {
  Counts counts;
  const int count = JOURDAIN_SANITIZED ? 1000 : draws(10000, 50000);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) {
    Random random(seed + static_cast<unsigned>(i));
    if (!draw_pose(random)) continue;
    const long wrong = counts.wrong;
    ask(0.01, degree, random, counts);
    EXPECT_EQ(counts.wrong, wrong) << counts.note << ", seed " << seed + static_cast<unsigned>(i);
  }
  print("guesses within 1 % and 1 deg", counts,
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  EXPECT_GT(counts.asked(), count / 2);
  EXPECT_GE(static_cast<double>(counts.right), 0.97 * static_cast<double>(counts.asked() + counts.no_guess));
}

class ForwardBranchOfAll : public ForwardBranch {};

TEST_P(ForwardBranchOfAll, IsNeverAnotherOne) {
  const int count = JOURDAIN_SANITIZED ? 100 : draws(500, 2000);
  Counts counts;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) {
    Random random(seed + static_cast<unsigned>(i));
    if (!draw_pose(random)) continue;
    const long wrong = counts.wrong;
    workspace.reset();
    ask(near_shift, near_turn, random, counts);
    EXPECT_EQ(counts.wrong, wrong) << counts.note << ", seed " << seed + static_cast<unsigned>(i);
  }
  print("guesses within 5 % and 10 deg", counts,
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  EXPECT_GT(counts.right, counts.asked() / 2);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ForwardBranchOfAll, testing::ValuesIn(catalogue_except(without_output)),
                         as_identifier);
INSTANTIATE_TEST_SUITE_P(Hexapods, ForwardBranch, testing::Values("stewart-tsai", "palida"), as_identifier);

class ControlLoop : public testing::TestWithParam<std::string> {};

// A millisecond step is about a thousandth of the robot at full speed; each answer is the next guess.
TEST_P(ControlLoop, FollowsAPathOfSmallSteps) {
  constexpr int steps = 2000;
  const Robot& robot = catalogue_robot(GetParam());
  const bool by_output = robot.mechanism().output.has_value();
  Workspace inverse(robot), forward(robot);
  const double size = robot.size();
  int followed = 0;
  for (int i = 0; i < steps; ++i) {
    const double t = 1e-3 * i, a = std::sin(3 * t), b = std::sin(4.1 * t), c = std::sin(5.3 * t);
    VectorX q = robot.home_motors();
    const bool redundant = robot.mobility().motors > robot.mobility().freedoms();
    if (by_output) {
      PlatformState motion;
      motion.pose.p = robot.home_pose().p + 0.06 * size * Vector3(a, b, c);
      const Vector3 angles = cardan_from_rotation(robot.home_pose().R) + 0.15 * Vector3(c, a, b);
      motion.pose.R = rotation_from_cardan(angles);
      ASSERT_EQ(inverse_kinematics(robot, motion, inverse, Order::position), Status::ok)
          << i << ": " << inverse.explain();
      q = motors_of(inverse).q;
    } else {
      for (int k = 0; k < q.size(); ++k) q[k] += 0.2 * (k % 2 == 0 ? a : b) * motor_unit(robot, k);
    }
    // Any rates; those of redundant motors would have to agree.
    ASSERT_EQ(forward_kinematics(robot, q, q, q, forward, redundant ? Order::position : Order::acceleration),
              Status::ok)
        << i << ": " << forward.explain();
    ASSERT_TRUE(forward.report().certified) << i;
    if (by_output) {
      ASSERT_LT((forward.output_pose().p - inverse.output_pose().p).norm(), right_answer * size) << i;
      ASSERT_LT((forward.output_pose().R - inverse.output_pose().R).norm(), right_answer) << i;
    }
    ++followed;
  }
  EXPECT_EQ(followed, steps);
}

// What the workspace holds, as numbers.
std::vector<double> contents(const Workspace& workspace) {
  std::vector<double> all;
  for (int b = 0; b < static_cast<int>(workspace.robot().mechanism().bodies.size()); ++b) {
    const Placement X = workspace.body_pose(b);
    const Twist t = workspace.body_twist(b);
    const Acceleration a = workspace.body_acceleration(b);
    for (int i = 0; i < 3; ++i) {
      for (double value : {X.p[i], X.R(i, 0), X.R(i, 1), X.R(i, 2), t.v[i], t.w[i], a.a[i], a.dw[i]})
        all.push_back(value);
    }
  }
  return all;
}

constexpr double bad_numbers[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity()};

TEST_P(ControlLoop, EveryBrokenNumberOfAMotionIsRefused) {
  const Robot& robot = catalogue_robot(GetParam());
  if (!robot.mechanism().output) GTEST_SKIP() << "no output";
  Workspace workspace(robot);
  Random random(seed);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const std::vector<double> before = contents(workspace);
  for (int i = 0; i < 24; ++i) {
    for (double bad : bad_numbers) {
      SCOPED_TRACE(fmt::format("input {} is {}", i, bad));
      PlatformState motion = output_of(workspace);
      double* entries[] = {motion.pose.p.data(),  motion.pose.R.data(),         motion.twist.v.data(),
                           motion.twist.w.data(), motion.acceleration.a.data(), motion.acceleration.dw.data()};
      // 3 of p, 9 of R, then 3 each.
      double& entry = i < 3 ? entries[0][i] : i < 12 ? entries[1][i - 3] : entries[2 + (i - 12) / 3][(i - 12) % 3];
      entry = bad;
      EXPECT_EQ(inverse_kinematics(robot, motion, workspace), Status::not_finite);
      EXPECT_EQ(workspace.report().status, Status::not_finite);
      // Numbers that the order does not ask for do not matter.
      Workspace other = workspace;
      const Status without_changes = inverse_kinematics(robot, motion, other, Order::velocity);
      EXPECT_EQ(without_changes, i < 18 ? Status::not_finite : Status::ok);
      if (i < 12) {
        EXPECT_EQ(set_guess(robot, motion.pose, workspace), Status::not_finite);
      }
      EXPECT_EQ(contents(workspace), before);
    }
  }
}

TEST_P(ControlLoop, EveryBrokenNumberOfTheMotorsIsRefused) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  Random random(seed);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const std::vector<double> before = contents(workspace);
  const int n = static_cast<int>(robot.motor_joints().size());
  for (int i = 0; i < 3 * n; ++i) {
    for (double bad : bad_numbers) {
      SCOPED_TRACE(fmt::format("input {} is {}", i, bad));
      MotorValues m = motors_of(workspace);
      (i < n ? m.q : i < 2 * n ? m.rates : m.accelerations)[i % n] = bad;
      EXPECT_EQ(forward_kinematics(robot, m.q, m.rates, m.accelerations, workspace), Status::not_finite);
      EXPECT_EQ(workspace.report().status, Status::not_finite);
      if (i < n) {
        EXPECT_EQ(forward_kinematics(robot, m.q, workspace), Status::not_finite);
      }
      EXPECT_EQ(contents(workspace), before);
    }
  }
}

// Numbers that are finite but absurd: refused without a trace, or answered with a closed configuration (a leg may be a
// thousand kilometres long, a motor may turn as often as it likes).
TEST_P(ControlLoop, AbsurdNumbersAreRefusedOrAnswered) {
  const Robot& robot = catalogue_robot(GetParam());
  for (double absurd : {1e6, 1e150, -1e300}) {
    SCOPED_TRACE(absurd);
    Random random(seed);
    Workspace start(robot);
    ASSERT_TRUE(go_to_random_state(start, random));
    PlatformState motion = output_of(start);
    motion.pose.p += absurd * robot.size() * Vector3(1, 1, 1);
    VectorX q = motors_of(start).q;
    for (int i = 0; i < q.size(); ++i) q[i] += absurd * motor_unit(robot, i);
    for (bool by_output : {true, false}) {
      Workspace workspace = start;
      const Status status =
          by_output ? inverse_kinematics(robot, motion, workspace) : forward_kinematics(robot, q, workspace);
      if (status != Status::ok) {
        EXPECT_EQ(contents(workspace), contents(start));
        continue;
      }
      for (double number : contents(workspace)) ASSERT_TRUE(std::isfinite(number));
      EXPECT_LT(workspace.closure_error(Order::position), 1e-11 * std::max(1.0, workspace.output_pose().p.norm()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ControlLoop, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::forward_branch_test
