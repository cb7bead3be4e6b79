// Freedoms, equations and motors of every catalogue robot, and what is refused.
#include "core/dense/decompositions.hpp"
#include "support/random_states.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <fstream>

namespace jourdain::mobility_test {
namespace {

struct Expected {
  const char* name;
  int bodies, loops, equations, rank, total, idle, motors;
};

// Counted by hand: bodies and joints from the model file, rank = 6 bodies - freedoms.
constexpr Expected table[] = {
    {"3prr", 7, 2, 45, 39, 3, 0, 3},
    {"3rpr", 7, 2, 45, 39, 3, 0, 3},
    {"3rps", 7, 2, 39, 39, 3, 0, 3},
    {"3rrr", 7, 2, 45, 39, 3, 0, 3},
    {"ankle", 5, 2, 28, 28, 2, 0, 2},
    {"bricard", 5, 1, 30, 29, 1, 0, 1},
    {"delta", 7, 2, 39, 39, 3, 0, 3},
    {"delta-linear", 7, 2, 39, 39, 3, 0, 3},
    {"delta-lumped", 7, 2, 39, 39, 3, 0, 3},
    {"delta-rods", 10, 5, 51, 51, 9, 6, 3},
    {"five-bar", 4, 1, 25, 22, 2, 0, 2},
    {"five-bar-leg", 4, 1, 25, 22, 2, 0, 2},
    {"four-bar", 3, 1, 20, 17, 1, 0, 1},
    {"free-form", 6, 2, 34, 34, 2, 0, 2},
    {"gearshift", 4, 1, 25, 22, 2, 0, 2},
    {"hexa", 13, 5, 72, 72, 6, 0, 6},
    {"hexaglide", 13, 5, 72, 72, 6, 0, 6},
    {"hexapod", 19, 5, 108, 108, 6, 0, 6},
    {"hexapod-full", 19, 5, 108, 108, 6, 0, 6},
    {"orthoglide", 7, 2, 39, 39, 3, 0, 3},
    {"palida", 19, 5, 108, 108, 6, 0, 6},
    {"quattro", 12, 4, 72, 68, 4, 0, 4},
    {"redundant-planar", 9, 3, 60, 51, 3, 0, 4},
    {"serial-arm", 6, 0, 30, 30, 6, 0, 6},
    {"stewart-gallardo", 13, 5, 72, 72, 6, 0, 6},
    {"stewart-tsai", 13, 5, 72, 72, 6, 0, 6},
};

TEST(MobilityTable, HasEveryCatalogueRobot) {
  std::vector<std::string> names;
  for (const Expected& e : table) names.emplace_back(e.name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, catalogue_names());
}

TEST(MobilityTable, EveryRobot) {
  for (const Expected& e : table) {
    SCOPED_TRACE(e.name);
    const Robot robot = Robot::from_file(e.name);
    const Mobility& m = robot.mobility();
    EXPECT_EQ(m.bodies, e.bodies);
    EXPECT_EQ(m.joints, e.bodies + e.loops);
    EXPECT_EQ(m.loops, e.loops);
    EXPECT_EQ(m.equations, e.equations);
    EXPECT_EQ(m.rank, e.rank);
    EXPECT_EQ(m.total, e.total);
    EXPECT_EQ(m.idle, e.idle);
    EXPECT_EQ(m.freedoms(), e.total - e.idle);
    EXPECT_EQ(m.motors, e.motors);
    EXPECT_EQ(m.actuation, e.motors > m.freedoms() ? Actuation::redundantly : Actuation::fully);
    EXPECT_EQ(m.home_excess, 0);
    if (e.rank < e.equations) {
      EXPECT_GT(m.gap, 1e10) << "the rank is not clear";
    }
  }
}

class Mobilities : public testing::TestWithParam<std::string> {};

// Redundant equations belong to cuts, and there are joints named exactly where there are such equations.
TEST_P(Mobilities, RedundantJointsAreNamed) {
  const Robot& robot = catalogue_robot(GetParam());
  const Mobility& m = robot.mobility();
  int rows = 0;
  for (int j : m.redundant_joints) {
    const int cut = robot.tree().joint_cut[j];
    ASSERT_GE(cut, 0) << robot.mechanism().joints[j].name;
    rows += robot.tree().cuts[cut].rows;
  }
  EXPECT_GE(rows, m.equations - m.rank);
  EXPECT_EQ(m.redundant_joints.empty(), m.equations == m.rank);
}

// The rank is that of the neighbourhood, not of home alone.
TEST_P(Mobilities, MotorsControlTheFreedomsInRandomStates) {
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  const int freedoms = robot.mobility().freedoms();
  EXPECT_EQ(static_cast<int>(driving_motors(robot).size()), freedoms);
  MatrixX G(joint_offsets(robot).back(), freedoms);
  for (unsigned seed = 9000; seed < 9020; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(influence_coefficients(robot, workspace, G), Status::ok);
    EXPECT_EQ(dense::PivotedQr(G).rank(), freedoms);
  }
}

TEST_P(Mobilities, NoActuatedJointIsCut) {
  const Robot& robot = catalogue_robot(GetParam());
  for (const Cut& cut : robot.tree().cuts) {
    EXPECT_FALSE(robot.mechanism().joints[cut.joint].motor);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Mobilities, testing::ValuesIn(catalogue_names()), as_identifier);

// The message with which a mechanism is refused.
std::string refusal(const Mechanism& mechanism) {
  try {
    const Robot robot(mechanism);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  ADD_FAILURE() << mechanism.name << " was accepted";
  return {};
}

Joint& joint_named(Mechanism& mechanism, const std::string& name) {
  return mechanism.joints[find_joint(mechanism, name)];
}

TEST(RefusedMechanism, TooFewMotors) {
  Mechanism m = load("delta");
  joint_named(m, "leg2.motor").motor.reset();
  const std::string message = refusal(m);
  EXPECT_NE(message.find("3 freedoms"), std::string::npos) << message;
  EXPECT_NE(message.find("2 motors"), std::string::npos) << message;
  EXPECT_NE(message.find("underactuated"), std::string::npos) << message;
  // Declared, it is accepted; forward kinematics then has no answer.
  m.allow_underactuated = true;
  const Robot robot(m);
  EXPECT_EQ(robot.mobility().actuation, Actuation::under);
  Workspace workspace(robot);
  EXPECT_EQ(forward_kinematics(robot, robot.home_motors(), workspace), Status::inconsistent);
  PlatformState motion;
  motion.pose = robot.home_pose();
  EXPECT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok) << workspace.explain();
}

TEST(RefusedMechanism, IdleFreedomsNeedNoMotorButAreNamed) {
  Mechanism m = load("delta-rods");
  joint_named(m, "leg2.motor").motor.reset();
  EXPECT_NE(refusal(m).find("6 idle"), std::string::npos);
}

// Two four-bars: both motors on the first.
TEST(RefusedMechanism, MotorsThatDoNotControlTheFreedoms) {
  Mechanism m = load("four-bar");
  const Mechanism copy = m;
  const int bodies = static_cast<int>(m.bodies.size());
  for (std::size_t i = 1; i < copy.bodies.size(); ++i) {
    m.bodies.push_back(copy.bodies[i]);
    m.bodies.back().name += "_2";
  }
  for (Joint joint : copy.joints) {
    joint.name += "_2";
    joint.body_a += joint.body_a > 0 ? bodies - 1 : 0;
    joint.body_b += joint.body_b > 0 ? bodies - 1 : 0;
    joint.motor.reset();
    m.joints.push_back(joint);
  }
  const auto hints = copy.assembly.joints;
  for (AssemblyHint::JointValue hint : hints) {
    hint.joint += static_cast<int>(copy.joints.size());
    m.assembly.joints.push_back(hint);
  }
  joint_named(m, "pivot").motor = MotorModel{};
  EXPECT_NE(refusal(m).find("do not control"), std::string::npos);
  // With one motor each it is a robot.
  joint_named(m, "pivot").motor.reset();
  joint_named(m, "pivot_2").motor = MotorModel{};
  EXPECT_EQ(Robot(m).mobility().freedoms(), 2);
}

TEST(RefusedMechanism, WrongMovesNameAValidChoice) {
  Mechanism m = load("delta");
  for (const std::vector<Move>& moves :
       {std::vector<Move>{Move::x, Move::y, Move::rz}, {Move::x, Move::y}, {Move::x, Move::y, Move::z, Move::rz}}) {
    m.output->moves = moves;
    const std::string message = refusal(m);
    EXPECT_NE(message.find("[x, y, z]"), std::string::npos) << message;
  }
  m = load("gearshift");
  m.output->moves = {Move::x, Move::y};
  EXPECT_NE(refusal(m).find("[rx, ry]"), std::string::npos) << refusal(m);
}

// Where the file says what is wrong: the robot's name for the motors, the list of moves, the joint that stays open.
TEST(RefusedMechanism, FilesAreNamedWithLineAndColumn) {
  const auto message = [](const std::string& model, const std::string& from, const std::string& to) {
    std::ifstream source(catalogue_directory() + "/" + model + ".yaml");
    std::string text{std::istreambuf_iterator<char>(source), {}};
    text.replace(text.find(from), from.size(), to);
    const std::string path = ::testing::TempDir() + "refused.yaml";
    std::ofstream(path) << text;
    try {
      Robot::from_file(path);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_EQ(error.diagnostics().size(), 1u);
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const std::string motors =
      message("four-bar", "actuator: {rotor_inertia: 1e-4 kg m^2, gear: 5, max_force: 5 N m, max_speed: 30 rad/s}",
              "limits: [-10, 10]");
  EXPECT_NE(motors.find("refused.yaml:7:7: error: 'four-bar' has 1 freedoms"), std::string::npos) << motors;
  const std::string moves = message("five-bar", "moves: [x, y]", "moves: [x, rz, y]");
  EXPECT_NE(moves.find(": error: 'five-bar': moves [x, y, rz]"), std::string::npos) << moves;
  EXPECT_NE(moves.find("    end_point: {body: left2"), std::string::npos) << moves;
  const std::string open = message("four-bar", "at: [D, 0, 0]", "at: [2, 0, 0]");
  EXPECT_NE(open.find("cannot be assembled"), std::string::npos) << open;
  EXPECT_NE(open.find("^\n"), std::string::npos) << open;
}

TEST(RefusedMechanism, OneThatCannotBeAssembledNamesTheJoint) {
  Mechanism m = load("four-bar");
  joint_named(m, "pivot").in_a.p[0] = 2;
  const std::string message = refusal(m);
  EXPECT_NE(message.find("cannot be assembled"), std::string::npos) << message;
  EXPECT_NE(message.find("joint pivot"), std::string::npos) << message;
}

TEST(RefusedMechanism, LoopOfMotors) {
  Mechanism m = load("four-bar");
  for (Joint& joint : m.joints) joint.motor = MotorModel{};
  EXPECT_NE(refusal(m).find("actuated joints only"), std::string::npos);
}

TEST(CutJoint, IsWhereTheFileSays) {
  for (const char* name : {"pin1", "pin2", "pivot"}) {
    Mechanism m = load("four-bar");
    joint_named(m, name).prefer_cut = true;
    const Robot robot(m);
    ASSERT_EQ(robot.tree().cuts.size(), 1u);
    EXPECT_EQ(robot.tree().cuts[0].joint, find_joint(m, name));
    EXPECT_EQ(robot.mobility().rank, 17);
    // The motion does not depend on it.
    const Robot plain = Robot::from_file("four-bar");
    Workspace workspace(robot), reference(plain);
    const VectorX one = VectorX::Constant(1, 1.3);
    ASSERT_EQ(forward_kinematics(robot, one, one, one, workspace), Status::ok);
    ASSERT_EQ(forward_kinematics(plain, one, one, one, reference), Status::ok);
    for (int b = 1; b <= 3; ++b) {
      constexpr double round_off = 1e-12;
      EXPECT_LT((workspace.body_pose(b).p - reference.body_pose(b).p).norm(), round_off);
      EXPECT_LT((workspace.body_twist(b).w - reference.body_twist(b).w).norm(), round_off);
      EXPECT_LT((workspace.body_acceleration(b).a - reference.body_acceleration(b).a).norm(), 10 * round_off);
    }
  }
}

// Every passive joint of every robot may be asked for: the motors stay in the tree and the freedoms stay.
TEST_P(Mobilities, DoNotDependOnTheCut) {
  const Robot& robot = catalogue_robot(GetParam());
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
    Mechanism m = robot.mechanism();
    if (m.joints[j].motor || m.joints[j].type == JointType::fixed) continue;
    if (j % 5 != 0) continue;  // a fifth of them, for time
    SCOPED_TRACE(m.joints[j].name);
    m.joints[j].prefer_cut = true;
    for (Leg& leg : m.legs) leg.mode.clear();  // a leg that is cut elsewhere has no closed form
    const Robot other(m);
    EXPECT_GE(other.tree().joint_cut[j], 0);
    EXPECT_EQ(other.mobility().rank, robot.mobility().rank);
    EXPECT_EQ(other.mobility().idle, robot.mobility().idle);
    EXPECT_LT(Workspace(other).closure_error(Order::position), 1e-11);
  }
}

}  // namespace
}  // namespace jourdain::mobility_test
