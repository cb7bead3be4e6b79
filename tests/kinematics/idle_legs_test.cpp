// Legs on two ball joints spin idly: S-P-S and R-S-S robots move as their U-P-S and R-U-S twins do.
#include "support/random_states.hpp"

#include <fmt/format.h>

namespace jourdain::idle_legs_test {
namespace {

constexpr double round_off = 1e-10;  // twin solves of the same pose, conditions below 1e4
constexpr unsigned seed = 9500;
constexpr int states = 50;

// The robot with the joints whose names end in `name` replaced by ball joints, in the same working modes.
Mechanism with_balls(const Robot& robot, const std::string& name) {
  Mechanism m = robot.mechanism();
  for (const LimbSummary& plan : robot.limbs()) {
    for (Leg& leg : m.legs) {
      if (leg.name == plan.name) leg.mode = plan.mode;
    }
  }
  for (Joint& joint : m.joints) {
    if (!joint.name.ends_with("." + name)) continue;
    joint.type = JointType::spherical;
    joint.axes.assign(3, JointAxis{});
  }
  // Starting values of the replaced joints have another form.
  std::erase_if(m.assembly.joints, [&](const AssemblyHint::JointValue& hint) {
    return m.joints[hint.joint].type == JointType::spherical;
  });
  return m;
}

struct Twin {
  const char* robot;
  const char* joint;
};

void PrintTo(const Twin& twin, std::ostream* out) { *out << twin.robot; }

class IdleLegs : public testing::TestWithParam<Twin> {
 protected:
  const Robot plain = Robot::from_file(GetParam().robot);
  const Robot idle{with_balls(plain, GetParam().joint)};
};

TEST_P(IdleLegs, AreCountedApart) {
  const int legs = static_cast<int>(plain.mechanism().legs.size());
  EXPECT_EQ(idle.mobility().idle, legs);
  EXPECT_EQ(idle.mobility().total, plain.mobility().total + legs);
  EXPECT_EQ(idle.mobility().equations, plain.mobility().equations - legs);
  EXPECT_EQ(idle.mobility().freedoms(), plain.mobility().freedoms());
  EXPECT_EQ(idle.mobility().actuation, Actuation::fully);
  EXPECT_EQ(find_idle_spins(idle.mechanism()).size(), static_cast<std::size_t>(legs));
}

TEST_P(IdleLegs, MoveAsTheirTwins) {
  Workspace a(plain), b(idle), c(idle);
  int judged = 0;
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    const PlatformState motion = random_motion(plain, random);
    if (inverse_kinematics(plain, motion, a) != Status::ok || !is_clear(a)) continue;
    ASSERT_EQ(inverse_kinematics(idle, motion, b), Status::ok) << b.explain();
    const MotionScale scale = scale_of(a);
    const MotorValues m = motors_of(a), n = motors_of(b);
    EXPECT_LT((m.q - n.q).norm(), round_off);
    EXPECT_LT((m.rates - n.rates).norm(), round_off * scale.rate);
    EXPECT_LT((m.accelerations - n.accelerations).norm(), round_off * scale.acceleration);
    // Forward, from a guess nearby.
    Placement guess = motion.pose;
    guess.p += 0.01 * plain.size() * direction3(random);
    ASSERT_EQ(set_guess(idle, guess, c), Status::ok) << c.explain();
    ASSERT_EQ(forward_kinematics(idle, m.q, m.rates, m.accelerations, c), Status::ok) << c.explain();
    EXPECT_LT((c.output_pose().p - a.output_pose().p).norm(), round_off * plain.size());
    EXPECT_LT((c.output_pose().R - a.output_pose().R).norm(), round_off);
    EXPECT_LT((c.output_twist().w - a.output_twist().w).norm(), round_off * scale.rate);
    EXPECT_LT((c.output_acceleration().a - a.output_acceleration().a).norm(),
              round_off * scale.acceleration * plain.size());
    EXPECT_LT(b.closure_error(Order::acceleration), 1e-12 * scale_of(b).acceleration);
    ++judged;
  }
  EXPECT_GT(judged, states / 2);
}

std::string twin_name(const testing::TestParamInfo<Twin>& twin) {
  std::string name = twin.param.robot;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Legs, IdleLegs,
                         testing::Values(Twin{"stewart-tsai", "cardan"}, Twin{"hexa", "elbow"},
                                         Twin{"hexaglide", "cardan"}, Twin{"stewart-gallardo", "cardan"}),
                         twin_name);

// Two links between ball joints with a slide in between, as text: a Stewart platform with S-P-S legs.
constexpr const char* sps_model = R"(jourdain: 1
name: sps
parameters: {R: 500 mm, r: 300 mm}
bodies: {platform: {mass: 5}}
legs:
  repeat: {count: 6, each: {s: [-1, 1, -1, 1, -1, 1], k: [0, 0, 1, 1, 2, 2]}}
  bodies: {lower: {mass: 1, com: [0, 0, 0.2]}, upper: {mass: 1, com: [0, 0, -0.2]}}
  joints:
    foot:  {type: spherical, between: [base, lower], at: [R*cos(k*120 deg + s*10 deg), R*sin(k*120 deg + s*10 deg), 0]}
    slide: {type: prismatic, between: [lower, upper], axis: z, actuated: true}
    head:  {type: spherical, between: [upper, platform],
            at: {platform: [r*cos(k*120 deg + s*45 deg), r*sin(k*120 deg + s*45 deg), 0]}}
platform: {body: platform}
assembly: {platform: [0, 0, 0.6], joints: {slide: 0.65}}
)";

TEST(IdleLegsText, StewartPlatformWithTwoBallsALeg) {
  const Robot robot(read_model(sps_model).mechanism);
  EXPECT_EQ(robot.mobility().idle, 6);
  EXPECT_EQ(robot.mobility().freedoms(), 6);
  Workspace workspace(robot), forward(robot);
  int judged = 0;
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    const PlatformState motion = random_motion(robot, random);
    ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok) << workspace.explain();
    // The leg length is the distance of its ends, whatever its spin.
    for (std::size_t k = 0; k < 6; ++k) {
      const Leg& leg = robot.mechanism().legs[k];
      const Vector3 A = robot.mechanism().joints[leg.joints[0]].in_a.p;
      const Vector3 B = robot.mechanism().joints[leg.joints[2]].in_b.p;
      EXPECT_NEAR(workspace.motor_position(static_cast<int>(k)), (motion.pose * B - A).norm(), 1e-12);
    }
    const MotorValues m = motors_of(workspace);
    if (!is_clear(workspace)) continue;
    ASSERT_EQ(set_guess(robot, {motion.pose.R, motion.pose.p + Vector3(0.002, 0.001, 0.003)}, forward), Status::ok);
    ASSERT_EQ(forward_kinematics(robot, m.q, m.rates, m.accelerations, forward), Status::ok) << forward.explain();
    EXPECT_LT((forward.output_pose().p - motion.pose.p).norm(), round_off);
    EXPECT_LT((forward.output_twist().v - motion.twist.v).norm(), round_off * scale_of(workspace).rate);
    ++judged;
  }
  EXPECT_GT(judged, states / 2);
}

}  // namespace
}  // namespace jourdain::idle_legs_test
