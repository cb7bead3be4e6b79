// Accelerations as screws, [Gallardo03] (12), (13): along a chain of joints the reduced acceleration state of the last
// body is the sum of the screws times the accelerations of their joints plus the Lie screw of all pairs.
#include "support/random_states.hpp"

#include "kinematics/joint_screws.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain::lie_screw_test {
namespace {

// Relative to the largest acceleration: the sums add up to 15 terms of its size.
constexpr double round_off = 1e-12;

constexpr unsigned seed = 5000;
constexpr int states = 25;

// One step of a chain: velocity, and acceleration with a still base.
struct ScrewStep {
  Screw velocity;
  Screw acceleration;
};

// The freedoms of a joint, one after the other, at the workspace's state. The three of a ball joint are one step with
// axes that stand still in body a.
std::vector<ScrewStep> steps_of(const Workspace& workspace, int index) {
  const Joint& joint = workspace.robot().mechanism().joints[index];
  const Placement A = workspace.body_pose(joint.body_a) * joint.in_a;
  const Placement B = workspace.body_pose(joint.body_b) * joint.in_b;
  const JointState s = workspace.joint(index);
  const Vector3 x = A.R.col(0), y = A.R.col(1), z = A.R.col(2);
  const auto step = [&](const Screw& screw, int k) { return ScrewStep{s.rate[k] * screw, s.acceleration[k] * screw}; };
  switch (joint.type) {
    case JointType::revolute: return {step(axis_screw(z, A.p), 0)};
    case JointType::prismatic: return {step(slide_screw(z), 0)};
    case JointType::helical: return {step(axis_screw(z, A.p, joint.pitch), 0)};
    case JointType::cylindrical: return {step(axis_screw(z, A.p), 0), step(slide_screw(z), 1)};
    case JointType::universal: return {step(axis_screw(z, A.p), 0), step(axis_screw(B.R.col(0), A.p), 1)};
    case JointType::planar: return {step(slide_screw(x), 0), step(slide_screw(y), 1), step(axis_screw(z, B.p), 2)};
    case JointType::spherical: {
      const Vector3 w = A.R * Eigen::Map<const Vector3>(s.rate), dw = A.R * Eigen::Map<const Vector3>(s.acceleration);
      return {{axis_screw(w, A.p), axis_screw(dw, A.p)}};
    }
    case JointType::fixed: break;
  }
  return {};
}

struct ChainState {
  Screw velocity;
  Screw acceleration;
};

ChainState state_of(const Workspace& workspace, int body) {
  const Vector3 p = workspace.body_pose(body).p;
  return {velocity_state(workspace.body_twist(body), p),
          acceleration_state(workspace.body_acceleration(body), workspace.body_twist(body), p)};
}

// Sum of the screws and of all Lie products of earlier with later steps.
ChainState chain_sum(const std::vector<ScrewStep>& steps) {
  ChainState sum;
  for (std::size_t j = 0; j < steps.size(); ++j) {
    sum.velocity = sum.velocity + steps[j].velocity;
    sum.acceleration = sum.acceleration + steps[j].acceleration;
    for (std::size_t i = 0; i < j; ++i) sum.acceleration = sum.acceleration + lie(steps[i].velocity, steps[j].velocity);
  }
  return sum;
}

void expect_same(const ChainState& a, const ChainState& b, const Workspace& workspace) {
  const MotionScale scale = scale_of(workspace);
  // Distances from the base origin count too: the representation point is there.
  double reach = workspace.robot().size();
  for (std::size_t i = 0; i < workspace.robot().mechanism().bodies.size(); ++i) {
    reach = std::max(reach, workspace.body_pose(static_cast<int>(i)).p.norm());
  }
  EXPECT_LT((a.velocity.primary - b.velocity.primary).norm(), round_off * scale.rate);
  EXPECT_LT((a.velocity.dual - b.velocity.dual).norm(), round_off * scale.rate * reach);
  EXPECT_LT((a.acceleration.primary - b.acceleration.primary).norm(), round_off * scale.acceleration);
  EXPECT_LT((a.acceleration.dual - b.acceleration.dual).norm(), round_off * scale.acceleration * reach);
}

class LieScrew : public testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace{robot};
};

class LieScrewOfLegs : public LieScrew {};

// One joint between two moving bodies, cut or not: A_b = A_a + steps + [V_a, V_b - V_a].
TEST_P(LieScrew, HoldsAcrossEveryJoint) {
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    for (int j = 0; j < static_cast<int>(robot.mechanism().joints.size()); ++j) {
      const Joint& joint = robot.mechanism().joints[j];
      SCOPED_TRACE(joint.name);
      const ChainState a = state_of(workspace, joint.body_a);
      ChainState sum = chain_sum(steps_of(workspace, j));
      sum.acceleration = sum.acceleration + a.acceleration + lie(a.velocity, sum.velocity);
      sum.velocity = sum.velocity + a.velocity;
      expect_same(sum, state_of(workspace, joint.body_b), workspace);
    }
  }
}

// Rates and accelerations of a chain's joints times their screws.
ChainState screw_sums(const Workspace& workspace, const JointChain& chain) {
  ChainState sum;
  for (const ChainJoint& at : chain) {
    const std::vector<Screw> screws = joint_screws(workspace, at.joint);
    const JointState s = workspace.joint(at.joint);
    EXPECT_EQ(static_cast<int>(screws.size()), s.freedoms);
    for (std::size_t k = 0; k < screws.size(); ++k) {
      const double sign = at.forward ? 1 : -1;
      sum.velocity = sum.velocity + (sign * s.rate[k]) * screws[k];
      sum.acceleration = sum.acceleration + (sign * s.acceleration[k]) * screws[k];
    }
  }
  return sum;
}

// The library's chains: to every body, (12), and around every loop, (16).
TEST_P(LieScrew, CompletesTheAccelerationsOfAllChains) {
  const std::vector<JointChain> bodies = body_chains(robot.mechanism()), loops = loop_chains(robot.mechanism());
  ASSERT_EQ(bodies.size(), robot.mechanism().bodies.size());
  EXPECT_EQ(static_cast<int>(loops.size()), robot.mobility().loops);
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const auto whole = [&](const JointChain& chain) {
      ChainState sum = screw_sums(workspace, chain);
      sum.acceleration = sum.acceleration + lie_screw(workspace, chain);
      return sum;
    };
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      SCOPED_TRACE(robot.mechanism().bodies[b].name);
      expect_same(whole(bodies[b]), state_of(workspace, static_cast<int>(b)), workspace);
    }
    for (const JointChain& loop : loops) expect_same(whole(loop), ChainState{}, workspace);
  }
}

// Joints from the base along the leg, if the leg is one open chain of its joints in file order.
std::vector<int> chain_of(const Mechanism& mechanism, const std::vector<int>& joints) {
  int body = 0;
  for (int j : joints) {
    const Joint& joint = mechanism.joints[j];
    if (joint.body_a != body) return {};
    body = joint.body_b;
  }
  return joints;
}

// Whole chains from the base: every leg, and the serial arm.
TEST_P(LieScrewOfLegs, IsTheSumAlongTheChain) {
  std::vector<std::vector<int>> chains;
  for (const Leg& leg : robot.mechanism().legs) chains.push_back(chain_of(robot.mechanism(), leg.joints));
  if (robot.mobility().loops == 0) chains.push_back(chain_of(robot.mechanism(), robot.motor_joints()));
  int checked = 0;
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    for (const std::vector<int>& chain : chains) {
      if (chain.empty()) continue;
      std::vector<ScrewStep> steps;
      for (int j : chain) {
        for (const ScrewStep& step : steps_of(workspace, j)) steps.push_back(step);
      }
      const int last = robot.mechanism().joints[chain.back()].body_b;
      expect_same(chain_sum(steps), state_of(workspace, last), workspace);
      ++checked;
    }
  }
  EXPECT_GE(checked, states);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, LieScrew, testing::ValuesIn(catalogue_names()), as_identifier);
// The others have no legs that are chains.
INSTANTIATE_TEST_SUITE_P(Catalogue, LieScrewOfLegs,
                         testing::ValuesIn(catalogue_except({"bricard", "four-bar", "free-form", "five-bar",
                                                             "five-bar-leg", "delta-rods"})),
                         as_identifier);

}  // namespace
}  // namespace jourdain::lie_screw_test
