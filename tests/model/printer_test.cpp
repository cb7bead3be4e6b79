#include "jourdain/model/reader.hpp"
#include "model/model_text.hpp"

#include <random>

namespace jourdain::printer_test {
namespace {

void expect_round_trip(const Mechanism& mechanism) {
  const std::string text = print_model(mechanism);
  try {
    EXPECT_TRUE(read_model(text, "printed").mechanism == mechanism) << text;
  } catch (const Error& error) {
    ADD_FAILURE() << error.what();
  }
}

TEST(Printer, WritesWhatReadsBackBitForBit) {
  for (const std::string& name : catalogue_names()) {
    SCOPED_TRACE(name);
    expect_round_trip(load(name));
  }
}

TEST(Printer, IsStable) {
  const std::string once = print_model(load("palida"));
  EXPECT_EQ(print_model(read_model(once).mechanism), once);
}

TEST(Printer, KeepsEveryFeature) {
  expect_round_trip(good(R"(jourdain: 1
name: "a \"quoted\" name: with \\ and # \u00e9"
description: "two\nlines\tand \x07 \u2028 \U0001F916"
parameters: {bare: 3, length: 250 mm, turn: 30 deg, rate: 2 N m s/rad, below: 1/(2 s), ratio: 1 m/2 m, minus: -0}
gravity: [-0, 0, -9.81]
friction: {oil: {coulomb: 1, viscous: 2}, unused: {offset: 1}}
bodies: {a: {mass: 1}, b: {mass: 5e-324}, c: {massless: true}, plate: {mass: 1}}
joints:
  h: {type: helical, between: [base, a], axis: [1, 2, 3], pitch: 5 mm/rev, actuator: {direction: -1, friction_before_gear: true},
      limits: [none, 3],
      drive: {time_constant: 2 ms, gain: 0.9, force_step: 0.1, force_noise: 0.2, encoder_step: 0.3, position_noise: 0.4},
      friction: {coulomb: 1, breakaway: 2, stribeck_speed: 0.1}}
  c: {type: cylindrical, between: [a, b], axis: -x, friction: [{}, oil], spring: [{rest: 1}, {}],
      limits: [none, [0, 1]]}
  p: {type: planar, between: [b, c], axis: y, zero: x, friction: [oil, oil, {offset: -0.1}]}
  f: {type: fixed, between: [c, plate], axis: {c: z, plate: x}, zero: {c: [1, 1, 0], plate: y}}
  s: {type: spherical, between: [base, plate], friction: oil, cone: 1, cut: true}
  u: {type: universal, between: [base, plate], axes: {base: [x, y], plate: [[1, 1, 0], z]}, friction: oil}
  par: {type: parallelogram, between: [base, plate], length: 1, across: z, as: rods, width: 0.1, mass: 1/3}
counterbalances: {gas: {between: [base, a], at: [0.1, 0.2, 0.3], stiffness: 1, force: -1}}
end_point: {body: plate, at: [1/3, 0, 0], rpy: [0.1, 0.2, 0.3], moves: [rz, x], tool: {at: [0, 0, 1]},
            payload: {mass: 1, inertia: {sphere: 0.1}}}
structure: {underactuated: true, zeros: [sx.a], relations: ["m.a - 3*m.plate + 2*m.par.rod1 + (5/3)*m.a = 0"]}
assembly: {end_point: {rpy: [1, 2, 3]}, joints: {h: 1, c: [1, 2], s: [0.1, 0.2, 0.3], u: [1, 2]}}
)"));
}

// Leg names, groups and modes survive; so do turned frames.
TEST(Printer, KeepsLegs) {
  const Mechanism robot = good(R"(jourdain: 1
name: legs
legs:
  - repeat: {count: 5, about: [1, 1, 1], step: 72 deg, name: "a{i}"}
    mode: positive
    bodies: {arm: {mass: 1}}
    joints: {motor: {type: revolute, between: [base, arm], at: [1, 0, 0.1], axis: [1, 2, 3], actuated: true}}
  - {name: single, bodies: {arm: {mass: 2}}, joints: {motor: {type: prismatic, between: [base, arm], axis: x}}}
)");
  EXPECT_EQ(robot.legs.size(), 6u);
  expect_round_trip(robot);
}

// A mechanism that no reader made: random numbers of all sizes.
TEST(Printer, KeepsRandomNumbers) {
  constexpr unsigned seed = 20240611;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> exponent(-12, 6);
  const auto number = [&] { return std::pow(10.0, exponent(random)) * (random() % 2 == 0 ? 1 : -1); };
  const auto vector = [&] { return Vector3(number(), number(), number()); };
  for (int run = 0; run < 50; ++run) {
    Mechanism m;
    m.name = "random";
    m.gravity = vector();
    m.bodies.push_back({"base", {}});
    for (int k = 1; k < 5; ++k) {
      m.bodies.push_back(
          {"b" + std::to_string(k), {std::abs(number()), vector(), Matrix3::Identity() * std::abs(number())}});
      Joint joint;
      joint.name = "j" + std::to_string(k);
      joint.type = JointType::prismatic;
      joint.body_a = k - 1;
      joint.body_b = k;
      joint.in_a = {Eigen::Quaterniond::UnitRandom().toRotationMatrix(), vector()};
      joint.in_b = {Eigen::Quaterniond::UnitRandom().toRotationMatrix(), vector()};
      joint.axes.resize(1);
      joint.axes[0].friction.offset = number();
      joint.axes[0].spring.rest = number();
      m.joints.push_back(joint);
      m.assembly.joints.push_back({k - 1, {number()}});
    }
    SCOPED_TRACE("seed " + std::to_string(seed) + " run " + std::to_string(run));
    expect_round_trip(m);
  }
}

TEST(Mechanism, ComparesBitForBit) {
  const Mechanism robot = load("hexapod");
  EXPECT_TRUE(robot == robot);
  Mechanism other = robot;
  other.bodies[3].inertial.com.x() = std::nextafter(other.bodies[3].inertial.com.x(), 1.0);
  EXPECT_FALSE(robot == other);
  other = robot;
  other.gravity.x() = -0.0;
  EXPECT_FALSE(robot == other);
  other = robot;
  other.joints[2].motor->max_speed = 1;
  EXPECT_FALSE(robot == other);
}

TEST(Mechanism, GivesInertialParametersAboutTheFrame) {
  Inertial body;
  body.mass = 2;
  body.com = Vector3(1, 2, 3);
  body.inertia = Vector3(1, 1, 1).asDiagonal();
  Eigen::Matrix<double, 10, 1> expected;
  expected << 2, 2, 4, 6, 27, -4, -6, 21, -12, 11;
  EXPECT_EQ(inertial_parameters(body), expected);
}

}  // namespace
}  // namespace jourdain::printer_test
