#include "jourdain/model/reader.hpp"

#include "model/model_text.hpp"

#include <cmath>
#include <numbers>

namespace jourdain::reader_test {
namespace {

constexpr double rounding = 1e-15;  // of numbers of size one
constexpr double degree = std::numbers::pi / 180;

TEST(Reader, LoadsTheFirstRobotOfTheDocumentAsWritten) {
  const std::string document = file_text(JOURDAIN_TESTS_DIR "/../docs/model-format.md");
  const std::size_t begin = document.find("```yaml\n") + 8;
  const Mechanism robot = good(document.substr(begin, document.find("```", begin) - begin));
  EXPECT_EQ(robot.name, "my-five-bar");
  EXPECT_EQ(robot.bodies.size(), 5u);
  EXPECT_EQ(robot.joints.size(), 5u);
  EXPECT_EQ(actuated_joints(robot), (std::vector<int>{0, 1}));
  EXPECT_EQ(robot.gravity, Vector3(0, -9.81, 0));
  EXPECT_EQ(body_of(robot, "left2").inertial.com, Vector3(0.15, 0, 0));
  EXPECT_EQ(joint_of(robot, "motor1").in_a.p, Vector3(-0.1, 0, 0));
  EXPECT_EQ(joint_of(robot, "tip").in_b.p, Vector3(0.3, 0, 0));
  ASSERT_TRUE(robot.output);
  EXPECT_FALSE(robot.output->is_platform);
  EXPECT_EQ(robot.output->moves, (std::vector{Move::x, Move::y}));
  ASSERT_EQ(robot.assembly.joints.size(), 4u);
  EXPECT_NEAR(robot.assembly.joints[0].value[0], 130 * degree, rounding * 10);
}

TEST(Reader, LoadsEveryModelOfTheCatalogueWithoutWarnings) {
  const std::vector<std::string> names = catalogue_names();
  EXPECT_FALSE(names.empty());
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    try {
      const LoadedModel model = load_model(name);
      EXPECT_EQ(model.mechanism.name, name);
      EXPECT_TRUE(model.warnings.empty()) << model.warnings.front().message;
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

TEST(Reader, KnowsTheInertiaOfShapes) {
  const auto inertia = [](const std::string& text) {
    return body_of(good(with_body("mass: 12, inertia: " + text)), "arm").inertial.inertia;
  };
  const auto diagonal = [](double x, double y, double z) -> Matrix3 { return Vector3(x, y, z).asDiagonal(); };
  EXPECT_EQ(inertia("point"), Matrix3::Zero());
  EXPECT_EQ(inertia("[1, 2, 3]"), diagonal(1, 2, 3));
  EXPECT_EQ(inertia("{rod: 2, axis: y}"), diagonal(4, 0, 4));
  EXPECT_EQ(inertia("{rod: 2}"), diagonal(0, 4, 4));
  EXPECT_EQ(inertia("{box: [1, 2, 3]}"), diagonal(13, 10, 5));
  EXPECT_EQ(inertia("{cylinder: {radius: 1, length: 2}, axis: x}"), diagonal(6, 7, 7));
  EXPECT_EQ(inertia("{tube: {outer: 2, inner: 1, length: 1}}"), diagonal(16, 16, 30));
  EXPECT_EQ(inertia("{disc: 1, axis: y}"), diagonal(3, 6, 3));
  EXPECT_TRUE(inertia("{sphere: 1}").isApprox(diagonal(4.8, 4.8, 4.8)));
  const Matrix3 full = inertia("{xx: 1, yy: 2, zz: 2.5, xy: 0.1, xz: 0.2, yz: 0.3}");
  EXPECT_EQ(full(0, 1), 0.1);
  EXPECT_EQ(full(1, 0), 0.1);
  EXPECT_EQ(full(2, 1), 0.3);
}

TEST(Reader, MovesAnInertiaFromTheFrameToTheCentreOfMass) {
  const Body body =
      body_of(good(with_body("mass: 2, com: [1, 0, 0], inertia: {about: frame, xx: 1, yy: 3, zz: 3}")), "arm");
  EXPECT_TRUE(body.inertial.inertia.isApprox(Matrix3::Identity()));
  EXPECT_EQ(inertial_parameters(body.inertial)[7], 3);
}

TEST(Reader, PutsTheJointFrameWhereAxisAndZeroSay) {
  const Joint plain = joint_of(good(with_joint("type: revolute, at: [1, 2, 3], axis: y")), "hinge");
  EXPECT_EQ(plain.in_a.p, Vector3(1, 2, 3));
  EXPECT_EQ(plain.in_b.p, Vector3::Zero());
  EXPECT_EQ(plain.in_a.R.col(2), Vector3::UnitY());
  EXPECT_EQ(plain.in_a.R.col(0), Vector3::UnitZ());  // the next axis in cyclic order
  EXPECT_EQ(plain.in_a.R, plain.in_b.R);

  const Joint mapped =
      joint_of(good(with_joint("type: revolute, axis: {base: -y, arm: z}, zero: {base: -z, arm: x}")), "hinge");
  EXPECT_EQ(mapped.in_a.R.col(2), -Vector3::UnitY());
  EXPECT_EQ(mapped.in_a.R.col(0), -Vector3::UnitZ());
  EXPECT_EQ(mapped.in_b.R, Matrix3::Identity());

  const Joint skew = joint_of(good(with_joint("type: prismatic, axis: [1, 1, 0]")), "hinge");
  EXPECT_TRUE((skew.in_a.R.transpose() * skew.in_a.R).isIdentity(1e-14));
  EXPECT_NEAR(skew.in_a.R.determinant(), 1, 1e-14);
  EXPECT_NEAR(skew.in_a.R(0, 2), std::sqrt(0.5), rounding);

  const Joint cardan = joint_of(good(with_joint("type: universal, axes: [x, -z]")), "hinge");
  EXPECT_EQ(cardan.in_a.R.col(2), Vector3::UnitX());
  EXPECT_EQ(cardan.in_b.R.col(0), -Vector3::UnitZ());
}

TEST(Reader, ReadsWhatBelongsToTheFreedoms) {
  const std::string sets = "friction: {oil: {coulomb: 1 N m, viscous: 2 N m s/rad, offset: -3 N m}}\n";
  const Mechanism robot = good(with_joint("type: cylindrical, axis: z, friction: [oil, {coulomb: 5 N}], "
                                          "spring: [{stiffness: 1 N m/rad, rest: 2 deg}, {preload: 4 N}], "
                                          "limits: [[-10 deg, 20 deg], [none, 5 mm]]") +
                               sets);
  const Joint& joint = joint_of(robot, "hinge");
  ASSERT_EQ(joint.axes.size(), 2u);
  EXPECT_EQ(joint.axes[0].friction.shared, "oil");
  EXPECT_EQ(joint.axes[0].friction.viscous, 2);
  EXPECT_EQ(joint.axes[0].friction.offset, -3);
  EXPECT_EQ(joint.axes[1].friction.coulomb, 5);
  EXPECT_EQ(joint.axes[0].spring.rest, 2 * degree);
  EXPECT_EQ(joint.axes[1].spring.preload, 4);
  EXPECT_EQ(joint.axes[0].limits.lower, -10 * degree);
  EXPECT_EQ(joint.axes[1].limits.lower, -unlimited);
  EXPECT_EQ(joint.axes[1].limits.upper, 5e-3);

  const Joint both = joint_of(good(with_joint("type: universal, axes: [x, y], friction: {coulomb: 3}")), "hinge");
  EXPECT_EQ(both.axes[1].friction.coulomb, 3);
  const Joint ball =
      joint_of(good(with_joint("type: spherical, friction: {coulomb: 3}, cone: 30 deg, cut: true")), "hinge");
  EXPECT_EQ(ball.axes.size(), 3u);
  EXPECT_EQ(ball.axes[0].friction.coulomb, 3);
  EXPECT_EQ(ball.cone, 30 * degree);
  EXPECT_TRUE(ball.prefer_cut);
}

TEST(Reader, ReadsDrivesAndFrictionThatSticks) {
  const Joint joint = joint_of(
      good(with_joint("type: revolute, axis: z, actuator: {gear: 10}, friction: {coulomb: 2 N m, breakaway: 3 N m, "
                      "stribeck_speed: 1 deg/s}, drive: {time_constant: 2 ms, gain: 0.9, force_step: 0.1 N m, "
                      "force_noise: 10 mNm, encoder_counts: 1000, position_noise: 0.001 deg}")),
      "hinge");
  EXPECT_EQ(joint.axes[0].friction.breakaway, 3);
  EXPECT_EQ(joint.axes[0].friction.stribeck_speed, degree);
  const DriveModel& drive = joint.motor->drive;
  EXPECT_EQ(drive.time_constant, 2e-3);
  EXPECT_EQ(drive.gain, 0.9);
  EXPECT_EQ(drive.force_step, 0.1);
  EXPECT_NEAR(drive.force_noise, 0.01, 1e-15);
  EXPECT_NEAR(drive.encoder_step, 2 * M_PI / 1e4, 1e-15);
  EXPECT_NEAR(drive.position_noise, 1e-3 * degree, 1e-15);
  const Joint slide =
      joint_of(good(with_joint("type: prismatic, axis: z, actuated: true, drive: {encoder_step: 1 um}")), "hinge");
  EXPECT_NEAR(slide.motor->drive.encoder_step, 1e-6, 1e-20);
  EXPECT_EQ(slide.motor->drive.gain, 1);
}

TEST(Reader, ReadsMotors) {
  const Joint joint = joint_of(good(with_joint("type: helical, axis: z, pitch: 5 mm/rev, actuator: {gear: 10, "
                                               "rotor_inertia: 1e-5 kg m^2, direction: -1, zero: 90 deg, "
                                               "max_force: 3 N m, max_speed: 60 rpm}")),
                               "hinge");
  ASSERT_TRUE(joint.motor);
  EXPECT_NEAR(joint.pitch, 5e-3 / (2 * std::numbers::pi), rounding);
  EXPECT_EQ(joint.motor->gear, 10);
  EXPECT_EQ(joint.motor->direction, -1);
  EXPECT_NEAR(joint.motor->max_speed, 2 * std::numbers::pi, 1e-14);
  const Joint belt =
      joint_of(good(with_joint("type: prismatic, axis: z, actuator: {gear: 20 rad/m, rotor_inertia: 2 kg}")), "hinge");
  EXPECT_EQ(belt.motor->gear, 20);
  EXPECT_EQ(belt.motor->rotor_inertia, 2);
}

// At coordinates zero, chained frames of a parallelogram put b where `toward` says.
TEST(Reader, AlignsABarWithToward) {
  const Mechanism robot =
      good(with_joint("type: parallelogram, at: {base: [1, 0, 0], arm: [0, 0, 0.5]}, length: 2, "
                      "across: y, toward: -z, mass: 3"));
  ASSERT_EQ(robot.joints.size(), 2u);
  ASSERT_EQ(robot.bodies.size(), 3u);
  const Joint& a = joint_of(robot, "hinge.a");
  const Joint& b = joint_of(robot, "hinge.b");
  EXPECT_EQ(a.type, JointType::universal);
  EXPECT_EQ(a.in_a.R.col(2), Vector3::UnitY());  // outer axes lie across
  EXPECT_EQ(b.in_b.R.col(0), Vector3::UnitY());
  EXPECT_EQ(a.in_b.R.col(0), b.in_a.R.col(2));  // inner axes are parallel in the rod
  const Placement rod = a.in_a * a.in_b.inverse();
  EXPECT_EQ(rod.R.col(0), -Vector3::UnitZ());
  EXPECT_EQ(rod.R.col(1), Vector3::UnitY());
  const Placement arm = rod * b.in_a * b.in_b.inverse();
  EXPECT_EQ(arm.R, Matrix3::Identity());
  EXPECT_EQ(arm.p, Vector3(1, 0, -2.5));
  const Inertial& inertial = body_of(robot, "hinge.rod").inertial;
  EXPECT_EQ(inertial.com, Vector3(1, 0, 0));
  EXPECT_EQ(inertial.inertia(0, 0), 0);
  EXPECT_EQ(inertial.inertia(1, 1), 1);
}

TEST(Reader, MakesTwoRodsOnBallJoints) {
  const Mechanism robot =
      good(with_joint("type: parallelogram, length: 2, across: y, as: rods, width: 0.2, mass: 3, "
                      "friction: {a: {coulomb: 1}, b: {coulomb: 2}}"));
  ASSERT_EQ(robot.joints.size(), 4u);
  EXPECT_EQ(robot.joints[0].name, "hinge.a1");
  EXPECT_EQ(robot.joints[3].name, "hinge.b2");
  EXPECT_EQ(joint_of(robot, "hinge.a1").in_a.p, Vector3(0, 0.1, 0));
  EXPECT_EQ(joint_of(robot, "hinge.b2").in_b.p, Vector3(0, -0.1, 0));
  EXPECT_EQ(joint_of(robot, "hinge.b2").in_a.p, Vector3(2, 0, 0));
  EXPECT_EQ(joint_of(robot, "hinge.b2").axes[0].friction.coulomb, 2);
  EXPECT_EQ(body_of(robot, "hinge.rod2").inertial.mass, 1.5);
  EXPECT_EQ(body_of(robot, "hinge.rod2").inertial.inertia(2, 2), 0.5);
}

const std::string legs_model = R"(jourdain: 1
name: legs
bodies: {plate: {mass: 1}}
legs:
  repeat: {count: 4, about: z, step: 90 deg, start: 90 deg, name: "l{i}",
           each: {h: [1, 2, 3, 4], B: [[1, 0, 0], [2, 0, 0], [3, 0, 0], [4, 0, 0]]}}
  mode: negative
  bodies: {arm: {mass: h*i}}
  joints:
    motor: {type: revolute, between: [base, arm], at: [2, 0, 0], axis: x, actuated: true}
    tip: {type: spherical, between: [arm, plate], at: {arm: [0, 0, 1], plate: B}}
platform: {body: plate, moves: [phi, x]}
assembly: {platform: {at: [0, 0, 1], rpy: [0, 0, 90 deg]}, joints: {motor: 1, l2.motor: 2, tip: [1, 0, 0, 0]}}
)";

TEST(Reader, TurnsTheCopiesOfALeg) {
  const Mechanism robot = good(legs_model);
  ASSERT_EQ(robot.legs.size(), 4u);
  EXPECT_EQ(robot.legs[1].name, "l2");
  EXPECT_EQ(robot.legs[1].group, "legs");
  EXPECT_EQ(robot.legs[1].mode, "negative");
  EXPECT_EQ(robot.legs[1].bodies, (std::vector<int>{3}));
  EXPECT_EQ(robot.legs[1].joints, (std::vector<int>{2, 3}));
  EXPECT_EQ(body_of(robot, "l3.arm").inertial.mass, 9);
  // Base and plate are outside the leg, the arm is its own.
  const Joint& motor = joint_of(robot, "l1.motor");
  EXPECT_EQ(motor.in_a.p, Vector3(0, 2, 0));
  EXPECT_EQ(motor.in_a.R.col(2), Vector3::UnitY());
  EXPECT_EQ(motor.in_b.R.col(2), Vector3::UnitX());
  const Joint& tip = joint_of(robot, "l2.tip");
  EXPECT_EQ(tip.in_a.p, Vector3(0, 0, 1));
  EXPECT_EQ(tip.in_b.p, Vector3(-2, 0, 0));
}

TEST(Reader, SetsAJointOfEveryLegUnlessItsFullNameIsGiven) {
  const Mechanism robot = good(legs_model);
  ASSERT_EQ(robot.assembly.joints.size(), 8u);
  EXPECT_EQ(robot.assembly.joints[0].value, (std::vector<double>{1}));
  EXPECT_EQ(robot.assembly.joints[1].value, (std::vector<double>{2}));
  EXPECT_EQ(robot.assembly.joints[4].value, (std::vector<double>{1, 0, 0, 0}));
  EXPECT_EQ(robot.output->moves, (std::vector{Move::x, Move::rz}));
  EXPECT_TRUE(robot.assembly.output->R.col(0).isApprox(Vector3::UnitY(), 1e-14));
}

TEST(Reader, ReadsSingleLegsAndLists) {
  const Mechanism robot = good(R"(jourdain: 1
name: two
bodies: {foot: {mass: 1}}
joints: {ankle: {type: fixed, between: [base, foot]}}
legs:
  - name: left
    group: both
    bodies: {arm: {mass: 1}}
    joints: {motor: {type: revolute, between: [base, arm], axis: z}}
  - {name: right, group: both, bodies: [foot], joints: [ankle]}
)");
  ASSERT_EQ(robot.legs.size(), 2u);
  EXPECT_EQ(robot.legs[0].name, "left");
  EXPECT_EQ(robot.legs[1].group, "both");
  EXPECT_EQ(robot.legs[1].joints, (std::vector<int>{0}));
  EXPECT_EQ(robot.joints[1].name, "left.motor");
}

TEST(Reader, ReadsToolPayloadAndCounterbalances) {
  const Mechanism robot = good(hinge_model + R"(end_point:
  body: arm
  at: [1, 0, 0]
  quaternion: [0.7071, 0, 0, 0.7071]
  moves: [x]
  tool: {at: [0, 0, 1], rpy: [0, 90 deg, 0]}
  payload: {mass: 2, com: [0, 0, 1]}
counterbalances: {gas: {between: [base, arm], at: {arm: [1, 0, 0]}, stiffness: 2 N/mm, length: 10 mm, force: 3 N}}
)");
  EXPECT_EQ(robot.output->payload.mass, 2);
  EXPECT_TRUE(robot.output->frame.R.col(0).isApprox(Vector3::UnitY(), 1e-14));
  EXPECT_TRUE(robot.output->tool.R.col(2).isApprox(Vector3::UnitX(), 1e-14));
  ASSERT_EQ(robot.counterbalances.size(), 1u);
  EXPECT_EQ(robot.counterbalances[0].stiffness, 2000);
  EXPECT_EQ(robot.counterbalances[0].at_b, Vector3(1, 0, 0));
}

TEST(Reader, ReadsRelations) {
  const Mechanism robot = good(with_body("mass: 2, com: [1, 2, 0]") + R"(parameters: {half: 0.5}
structure:
  zeros: [sz.arm]
  relations: ["sx.arm - half*sy.arm = 0", "-2*sx.arm = -sy.arm", "(1 + 1)*m.arm - sy.arm = 0"]
  underactuated: true
)");
  ASSERT_EQ(robot.relations.size(), 4u);
  EXPECT_EQ(robot.relations[0].terms[0].entry, "sz");
  EXPECT_EQ(robot.relations[1].terms[1].factor, -0.5);
  EXPECT_EQ(robot.relations[2].terms[0].factor, -2);
  EXPECT_EQ(robot.relations[2].terms[1].factor, 1);
  EXPECT_EQ(robot.relations[3].terms[0].factor, 2);
  EXPECT_TRUE(robot.allow_underactuated);
}

}  // namespace
}  // namespace jourdain::reader_test
