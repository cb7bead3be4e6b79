// Laws of every motion: exact derivatives, rest at the ends, and that every robot can follow it.
#include "motion/sample_motions.hpp"
#include "support/random_states.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <gtest/gtest.h>

#include <random>

namespace jourdain::motion_test {
namespace {

// Derivative from values at -3h ... 3h: error h^6/140 times the seventh derivative.
template <typename Function>
auto derivative(Function f, double t, double h) {
  using Value = decltype(f(t));
  return Value((45 * (f(t + h) - f(t - h)) - 9 * (f(t + 2 * h) - f(t - 2 * h)) + (f(t + 3 * h) - f(t - 3 * h))) /
               (60 * h));
}

// Times away from the knots, where nothing jumps.
std::vector<double> smooth_times(const Motion& motion, double h) {
  const std::vector<double> knots = motion.curve().knots();
  std::mt19937_64 random(5);
  std::vector<double> times;
  for (int k = 0; k < 12; ++k) {
    const double t = std::uniform_real_distribution<double>(0, motion.duration())(random);
    const bool clear =
        std::all_of(knots.begin(), knots.end(), [&](double knot) { return std::abs(knot - t) > 3.01 * h; });
    if (clear) times.push_back(t);
  }
  return times;
}

MatrixX jet_at(const Motion& motion, double t) {
  MatrixX jet(motion.coordinates().size(), 3);
  EXPECT_EQ(motion.at(t, Jet{jet.col(0), jet.col(1), jet.col(2)}), Status::ok);
  return jet;
}

void expect_exact_coordinates(const NamedMotion& named) {
  const Motion& motion = named.motion;
  const double h = 3e-4 * motion.duration();
  double speed = 0, change = 0;
  for (double t : smooth_times(motion, h)) {
    const MatrixX jet = jet_at(motion, t);
    speed = std::max(speed, jet.col(1).norm());
    change = std::max(change, jet.col(2).norm());
  }
  for (double t : smooth_times(motion, h)) {
    const MatrixX jet = jet_at(motion, t);
    const MatrixX rates = derivative([&](double s) { return jet_at(motion, s); }, t, h);
    EXPECT_LE((rates.col(0) - jet.col(1)).norm(), 1e-9 * speed + 1e-12) << named.name << " velocity at " << t;
    EXPECT_LE((rates.col(1) - jet.col(2)).norm(), 1e-8 * change + 1e-11) << named.name << " acceleration at " << t;
  }
}

PlatformState motion_at(const Motion& motion, double t) {
  PlatformState state;
  EXPECT_EQ(motion.at(t, state), Status::ok);
  return state;
}

void expect_exact_motion(const NamedMotion& named) {
  const Motion& m = named.motion;
  const double h = 3e-4 * m.duration();
  for (double t : smooth_times(m, h)) {
    const PlatformState now = motion_at(m, t);
    const Vector3 v = derivative([&](double s) { return motion_at(m, s).pose.p; }, t, h);
    const Vector3 a = derivative([&](double s) { return motion_at(m, s).twist.v; }, t, h);
    const Matrix3 W = derivative([&](double s) { return motion_at(m, s).pose.R; }, t, h) * now.pose.R.transpose();
    const Vector3 w(W(2, 1), W(0, 2), W(1, 0));
    const Vector3 dw = derivative([&](double s) { return motion_at(m, s).twist.w; }, t, h);
    EXPECT_LE((v - now.twist.v).norm(), 1e-8 * (1 + v.norm())) << named.name;
    EXPECT_LE((a - now.acceleration.a).norm(), 1e-7 * (1 + a.norm())) << named.name;
    EXPECT_LE((w - now.twist.w).norm(), 1e-8 * (1 + w.norm())) << named.name;
    EXPECT_LE((dw - now.acceleration.dw).norm(), 1e-7 * (1 + dw.norm())) << named.name;
  }
}

TEST(Motion, DerivativesAreExactInEverySpace) {
  for (const char* name : {"hexapod", "delta", "3rps", "3rrr", "quattro", "gearshift", "hexaglide"}) {
    const Robot& robot = catalogue_robot(name);
    SCOPED_TRACE(name);
    for (const NamedMotion& motion : sample_motions(MotionSpace::motors(robot), 0.1)) expect_exact_coordinates(motion);
    for (const NamedMotion& motion : sample_motions(MotionSpace::platform(robot), 0.3)) {
      expect_exact_coordinates(motion);
      expect_exact_motion(motion);
    }
  }
}

TEST(Motion, OrientationIsExactBeyondWholeTurns) {
  const MotionSpace space = MotionSpace::platform(catalogue_robot("hexapod"));
  MatrixX points(6, 4);
  for (int k = 0; k < 4; ++k) points.col(k) = place_near_home(space, 4, k);
  expect_exact_motion({"turns", timed_spline(space, {0, 1, 2, 3}, points)});
}

TEST(Motion, ToolMotionsAreThoseOfTheTool) {
  Mechanism mechanism = catalogue_robot("hexapod").mechanism();
  mechanism.output->tool.p = {0.05, -0.02, 0.1};
  mechanism.output->tool.R = rotation_from_cardan({0.3, 0.2, -0.4});
  const Robot robot(mechanism);
  const MotionSpace space = MotionSpace::platform(robot, MotionFrame::tool);
  const VectorX to = place_near_home(space, 0.1, 3);
  const Motion motion = line(space, space.home(), to);
  expect_exact_motion({"tool", motion});
  const Placement end = to_tool(robot, motion_at(motion, 2)).pose;
  EXPECT_LE((end.p - to.head<3>()).norm(), 1e-12);
  EXPECT_LE((end.R - space.pose(to).R).norm(), 1e-12);
}

TEST(Motion, MovesToAnotherRobotWithTheSameMoves) {
  const Robot& robot = catalogue_robot("hexapod");
  Mechanism heavier = robot.mechanism();
  heavier.bodies.back().inertial.mass *= 2;
  const Robot other(heavier);
  const MotionSpace space = MotionSpace::platform(robot);
  const Motion motion = line(space, space.home(), place_near_home(space, 0.05, 2));
  const Motion same = motion.on(other);
  EXPECT_EQ(motion_at(motion, 0.4).pose.R, motion_at(same, 0.4).pose.R);
  Workspace mine(robot), theirs(other);
  EXPECT_EQ(Follower(motion)(0.4, mine), Status::ok);
  EXPECT_EQ(Follower(motion)(0.4, theirs), Status::inconsistent);
  EXPECT_EQ(Follower(same)(0.4, theirs), Status::ok);
  EXPECT_THROW(motion.on(catalogue_robot("delta")), Error);
}

TEST(Motion, RestsBeforeAndBehind) {
  for (const NamedMotion& named : sample_motions(MotionSpace::platform(catalogue_robot("delta")), 0.1)) {
    const Motion& m = named.motion;
    if (m.periodic()) {
      EXPECT_LE((jet_at(m, -0.3) - jet_at(m, m.duration() - 0.3)).norm(), 1e-9) << named.name;
      EXPECT_LE((jet_at(m, 7.25 * m.duration()) - jet_at(m, 0.25 * m.duration())).norm(), 1e-9) << named.name;
      continue;
    }
    EXPECT_EQ(jet_at(m, -1).col(0), jet_at(m, 0).col(0)) << named.name;
    EXPECT_EQ(jet_at(m, m.duration() + 1).col(0), jet_at(m, m.duration()).col(0)) << named.name;
    EXPECT_EQ(jet_at(m, m.duration() + 1).rightCols(2).norm(), 0) << named.name;
  }
}

TEST(Motion, RefusesWhatIsNoTimeOrNoPlace) {
  const MotionSpace space = MotionSpace::platform(catalogue_robot("delta"));
  const Motion motion = hold(space, space.home(), 1);
  PlatformState m;
  MotorState motors(3);
  EXPECT_EQ(motion.at(std::nan(""), m), Status::not_finite);
  EXPECT_EQ(motion.at(INFINITY, m), Status::not_finite);
  EXPECT_EQ(motion.at(0, motors), Status::inconsistent);
  const Motion of_motors = hold(MotionSpace::motors(space.robot()), space.robot().home_motors(), 1);
  EXPECT_EQ(of_motors.at(0, m), Status::inconsistent);
  MotorState wrong(2);
  EXPECT_EQ(of_motors.at(0, wrong), Status::inconsistent);
  EXPECT_EQ(of_motors.at(0, motors), Status::ok);
  VectorX turned = space.home();
  turned[4] += 0.1;
  EXPECT_THROW(hold(space, turned, 1), Error) << "the DELTA does not turn";
  EXPECT_THROW(hold(space, space.home(), 0), Error);
  EXPECT_THROW(hold(space, space.home(), NAN), Error);
  EXPECT_THROW(line(space, space.home(), space.home()), Error);
  EXPECT_THROW(MotionSpace::platform(catalogue_robot("four-bar")), Error);
}

class Follow : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalogue, Follow, testing::ValuesIn(catalogue_names()), as_identifier);

// What the robot's moves do in the workspace: positions, rates and accelerations of x y z and of the angles.
MatrixX coordinates_of(const MotionSpace& space, const Workspace& workspace) {
  const PlatformState actual{workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()};
  return space.coordinates(actual, space.home());
}

TEST_P(Follow, MovesHaveTheTrajectorysRates) {
  const Robot& robot = catalogue_robot(GetParam());
  if (!robot.mechanism().output) GTEST_SKIP() << "no output";
  const MotionSpace space = MotionSpace::platform(robot);
  for (const NamedMotion& named : sample_motions(space, 0.02)) {
    Follower follow(named.motion);
    Workspace workspace(robot);
    for (int k = 0; k <= 4; ++k) {
      const double t = named.motion.duration() * k / 4;
      ASSERT_EQ(follow(t, workspace), Status::ok) << named.name << ": " << workspace.explain();
      const MatrixX wanted = jet_at(named.motion, t), actual = coordinates_of(space, workspace);
      for (int i = 0; i < 6; ++i) {
        if (!space.is_free(i)) continue;
        const double unit = space.is_length(i) ? robot.size() : 1.0;
        for (int order = 0; order < 3; ++order) {
          EXPECT_LE(std::abs(wanted(i, order) - actual(i, order)), 1e-9 * unit * (1 + wanted.col(order).norm() / unit))
              << named.name << " " << space.names()[i] << " order " << order << " at " << t;
        }
      }
      EXPECT_LE(workspace.closure_error(Order::acceleration), 1e-8) << named.name;
    }
  }
}

TEST_P(Follow, JointRatesAreDerivativesOfJoints) {
  const Robot& robot = catalogue_robot(GetParam());
  const bool has_output = robot.mechanism().output.has_value();
  if (!has_output && robot.motor_joints().empty()) GTEST_SKIP() << "nothing to command";
  const MotionSpace space = has_output ? MotionSpace::platform(robot) : MotionSpace::motors(robot);
  const VectorX a = place_near_home(space, 0.02, 1), b = place_near_home(space, 0.02, 2.7);
  const Motion motion = line(space, a, b);
  Follower follow(motion);
  Workspace workspace(robot);
  const auto motors = [&](double t) {
    EXPECT_EQ(follow(t, workspace), Status::ok) << workspace.explain();
    MatrixX jet(static_cast<int>(robot.motor_joints().size()), 3);
    for (int i = 0; i < jet.rows(); ++i) {
      jet.row(i) << workspace.motor_position(i), workspace.motor_velocity(i), workspace.motor_acceleration(i);
    }
    return jet;
  };
  for (double t : {0.21, 0.47, 0.83}) {
    const MatrixX now = motors(t), rates = derivative(motors, t, 2e-3);
    EXPECT_LE((rates.col(0) - now.col(1)).norm(), 1e-7 * (1e-3 + now.col(1).norm()));
    EXPECT_LE((rates.col(1) - now.col(2)).norm(), 1e-6 * (1e-3 + now.col(2).norm()));
  }
}

}  // namespace
}  // namespace jourdain::motion_test
