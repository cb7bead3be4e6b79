// The closure equations hold at every configuration that the solvers return.
#include "kinematics/kinematic_state.hpp"
#include "support/random_states.hpp"
#include "support/sanitizer.hpp"

#include <fmt/format.h>

#include <chrono>

namespace jourdain::closure_test {
namespace {

// Lengths over size, and sines; rates over the largest rate of any body, accelerations over the largest acceleration.
// Round-off of 1e-16 grows by the number of joints in a loop and by the condition of the equations.
constexpr double closed = 1e-12;

constexpr unsigned seed = 1000;
constexpr int states = JOURDAIN_SANITIZED ? 500 : 10000;

class Closure : public testing::TestWithParam<std::string> {};
class ClosureMeasure : public testing::TestWithParam<std::string> {};

TEST_P(Closure, HoldsForPositionsRatesAndAccelerations) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  int refused = 0;
  double largest[3] = {};
  const auto start = std::chrono::steady_clock::now();
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    Random random(seed + i);
    if (try_random_state(workspace, random) != Status::ok) {
      ++refused;
      continue;
    }
    const MotionScale scale = scale_of(workspace);
    const double units[] = {1, scale.rate, scale.acceleration};
    for (int k = 0; k < 3; ++k) {
      const double error = workspace.closure_error(static_cast<Order>(k)) / units[k];
      if (!(error < closed)) ADD_FAILURE() << "order " << k << ", error " << error << ", seed " << seed + i;
      largest[k] = std::max(largest[k], error);
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{}: {} states, {} refused, {:.1f} s; largest closure errors {:.1e}, {:.1e}, {:.1e}\n", GetParam(), states,
             refused, seconds, largest[0], largest[1], largest[2]);
  EXPECT_LT(refused, states / 10) << "the states are no longer those that the test is about";
}

// What a joint must not allow, from the frames on its two sides alone: offset and tilt seen from A.
struct Gap {
  double length = 0;
  double angle = 0;
};

// `p` is an offset or the velocity of B's origin against A, `turn` a small rotation or an angular velocity, in A's
// axes.
Gap gap_of(const Joint& joint, const Vector3& p, const Vector3& turn, const Vector3& second_axis) {
  const double across = p.head<2>().norm(), tilt = turn.head<2>().norm();
  switch (joint.type) {
    case JointType::revolute: return {p.norm(), tilt};
    case JointType::prismatic: return {across, turn.norm()};
    case JointType::helical: return {std::hypot(across, p[2] - joint.pitch * turn[2]), tilt};
    case JointType::cylindrical: return {across, tilt};
    case JointType::universal: return {p.norm(), std::abs(turn.dot(Vector3::UnitZ().cross(second_axis)))};
    case JointType::spherical: return {p.norm(), 0};
    case JointType::planar: return {std::abs(p[2]), tilt};
    case JointType::fixed: return {p.norm(), turn.norm()};
  }
  return {};
}

// Every joint, cut or not, from body poses and twists alone.
TEST_P(Closure, EveryJointHoldsTogether) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  int judged = 0;
  for (unsigned i = 0; i < 100; ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    if (try_random_state(workspace, random) != Status::ok) continue;
    ++judged;
    const double rate = scale_of(workspace).rate;
    for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
      const Joint& joint = robot.mechanism().joints[j];
      SCOPED_TRACE(joint.name);
      const Placement A = workspace.body_pose(joint.body_a) * joint.in_a;
      const Placement B = workspace.body_pose(joint.body_b) * joint.in_b;
      const Placement X = A.inverse() * B;
      // Sines of the tilt: z of B in A, and for a universal joint the angle between its axes.
      Vector3 turn = Vector3::UnitZ().cross(X.R.col(2));
      if (joint.type == JointType::helical) turn[2] = workspace.joint(static_cast<int>(j)).position[0];
      if (joint.type == JointType::prismatic || joint.type == JointType::fixed) turn = vector_from_rotation(X.R);
      Gap gap = gap_of(joint, X.p, turn, X.R.col(0));
      if (joint.type == JointType::universal) gap.angle = std::abs(X.R(2, 0));
      EXPECT_LT(gap.length, closed * robot.size());
      EXPECT_LT(gap.angle, closed);
      // The same for the relative velocity, of the point at B's origin.
      const Twist a = workspace.body_twist(joint.body_a), b = workspace.body_twist(joint.body_b);
      const Vector3 v_a = a.v + a.w.cross(B.p - workspace.body_pose(joint.body_a).p);
      const Vector3 v_b = b.v + b.w.cross(B.p - workspace.body_pose(joint.body_b).p);
      gap = gap_of(joint, A.R.transpose() * (v_b - v_a), A.R.transpose() * (b.w - a.w), X.R.col(0));
      EXPECT_LT(gap.length, closed * rate * robot.size());
      EXPECT_LT(gap.angle, closed * rate);
    }
  }
  EXPECT_GT(judged, 80);
}

// The measure can fail: a side of a cut that is moved, or moves too fast, by a known amount opens it by that amount.
TEST_P(ClosureMeasure, SeesAMistake) {
  const Robot& robot = catalogue_robot(GetParam());
  constexpr double mistake = 1e-9;
  Workspace workspace(robot);
  Random random(seed);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const Cut& cut = robot.tree().cuts.back();
  NodeMotion<double>& node = state_of(workspace).tree.n[cut.node_b];
  // Across every axis, so that no joint lets it pass.
  const Vector3 shift = mistake * robot.size() * Vector3(1, 2, 3);
  node.a += shift;
  EXPECT_GT(workspace.closure_error(Order::acceleration), mistake / 10);
  node.v += shift;
  EXPECT_GT(workspace.closure_error(Order::velocity), mistake / 10);
  node.p += shift;
  EXPECT_GT(workspace.closure_error(Order::position), mistake / 10);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Closure, testing::ValuesIn(catalogue_names()), as_identifier);
// A serial arm has nothing to close.
INSTANTIATE_TEST_SUITE_P(Catalogue, ClosureMeasure, testing::ValuesIn(catalogue_except({"serial-arm"})), as_identifier);

}  // namespace
}  // namespace jourdain::closure_test
