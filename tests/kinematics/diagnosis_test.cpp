// What is told of mechanisms of which no robot can be made.
#include "jourdain/kinematics/diagnosis.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

namespace jourdain::diagnosis_test {
namespace {

Joint& joint_of(Mechanism& m, const std::string& name) { return m.joints[find_joint(m, name)]; }

// Length zero by the file itself, as its owner would write it.
std::string refusal_of(const Mechanism& m) {
  try {
    const Robot robot(m);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

// The distance of a joint's sides, from the poses and nothing else.
double gap_of(const Mechanism& m, const Diagnosis& diagnosis, int joint) {
  const Joint& j = m.joints[joint];
  return (diagnosis.poses[j.body_a] * j.in_a.p - diagnosis.poses[j.body_b] * j.in_b.p).norm();
}

TEST(Diagnosis, FindsNothingWrongInTheCatalogue) {
  for (const std::string& name : catalogue_names()) {
    const Mechanism m = load(name);
    const Diagnosis diagnosis = diagnose(m);
    EXPECT_EQ(diagnosis.refusal, "") << name;
    EXPECT_TRUE(diagnosis.open.empty() && diagnosis.coincident.empty()) << name;
    EXPECT_EQ(diagnosis.poses.size(), m.bodies.size()) << name;
    EXPECT_NEAR(diagnosis.size, Robot(m).size(), 1e-12) << name;
  }
}

TEST(Diagnosis, NamesTheJointsOfALinkWithoutLength) {
  Mechanism m = load("five-bar");
  for (const char* name : {"elbow1", "tip"}) {
    Joint& joint = joint_of(m, name);
    (m.bodies[joint.body_a].name == "left2" ? joint.in_a : joint.in_b).p.setZero();
  }
  m.assembly = {};
  const Diagnosis diagnosis = diagnose(m);
  ASSERT_EQ(diagnosis.coincident.size(), 1u);
  const std::string text = describe(m, diagnosis.coincident[0]);
  EXPECT_NE(text.find("elbow1 and tip are both at one place of left2"), std::string::npos) << text;
  const std::string message = refusal_of(m);
  EXPECT_NE(message.find(text), std::string::npos) << message;
}

TEST(Diagnosis, NamesUniversalJointsInOnePlaceAndNoSphericalWrist) {
  Mechanism m = load("delta");
  for (Joint& joint : m.joints) {
    for (const auto& [body, frame] : {std::pair(joint.body_a, &joint.in_a), std::pair(joint.body_b, &joint.in_b)}) {
      if (m.bodies[body].name.find("fore") != std::string::npos) frame->p.setZero();
    }
  }
  EXPECT_EQ(coincident_joints(m).size(), 3u);
  // Hinges whose axes cross are a universal joint in parts.
  EXPECT_TRUE(coincident_joints(load("ankle")).empty());
}

TEST(Diagnosis, TellsWhichJointsStayOpenAndHowFar) {
  Mechanism m = load("four-bar");
  joint_of(m, "pivot").in_a.p[0] = 2;
  const Diagnosis diagnosis = diagnose(m);
  EXPECT_NE(diagnosis.refusal.find("cannot be assembled"), std::string::npos);
  ASSERT_EQ(diagnosis.open.size(), 1u);
  ASSERT_EQ(diagnosis.poses.size(), m.bodies.size());
  EXPECT_GT(diagnosis.open[0].gap, 0.1);
  EXPECT_NEAR(gap_of(m, diagnosis, diagnosis.open[0].joint), diagnosis.open[0].gap, 1e-9);
  // All other joints hold.
  for (int j = 0; j < static_cast<int>(m.joints.size()); ++j) {
    if (j == diagnosis.open[0].joint) continue;
    EXPECT_LT(gap_of(m, diagnosis, j), 1e-9);
  }
}

TEST(Diagnosis, DrawsWhatHasNoTreeWithItsMotors) {
  Mechanism m = load("four-bar");
  for (Joint& joint : m.joints) joint.motor = MotorModel{};
  const Diagnosis diagnosis = diagnose(m);
  EXPECT_NE(diagnosis.refusal.find("actuated joints only"), std::string::npos);
  EXPECT_EQ(diagnosis.poses.size(), m.bodies.size());
  EXPECT_TRUE(diagnosis.open.empty());
}

}  // namespace
}  // namespace jourdain::diagnosis_test
