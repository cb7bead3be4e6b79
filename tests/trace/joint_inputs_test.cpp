// Inputs of generated code for robots whose positions have no closed form: coordinates that commands give.
#include "support/random_states.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "trace/code/robot_library.hpp"
#include "trace/inputs/program_inputs.hpp"

namespace jourdain::joint_inputs_test {
namespace {

constexpr double tolerance = 1e-11;  // of the forces: round-off and the conditioning of six mixed legs

// Names that `ik --all`, `fk` and state files have.
bool is_given(const Robot& robot, const std::string& name) {
  static const std::vector<std::string> pose{"platform.x",  "platform.y",  "platform.z", "platform.qw",
                                             "platform.qx", "platform.qy", "platform.qz"};
  static const std::vector<std::string> motion{"x",  "y",  "z",  "rx", "ry", "rz", "vx", "vy", "vz",
                                               "wx", "wy", "wz", "ax", "ay", "az", "bx", "by", "bz"};
  std::vector<std::string> known = pose;
  known.insert(known.end(), motion.begin(), motion.end());
  const Mechanism& mechanism = robot.mechanism();
  for (int j = 0; j < static_cast<int>(mechanism.joints.size()); ++j) {
    const std::vector<std::string> positions = joint_position_names(mechanism, j);
    known.insert(known.end(), positions.begin(), positions.end());
    for (const std::string& rate : joint_rate_names(mechanism, j))
      known.insert(known.end(), {rate + "_d", rate + "_dd"});
  }
  return std::find(known.begin(), known.end(), name) != known.end();
}

TEST(JointInputs, AreCoordinatesThatCommandsGive) {
  for (const std::string& name : catalogue_except(with_spare_motors)) {
    const Robot robot = Robot::from_file(name);
    for (const std::string& input : names_of(trace_inverse_dynamics(robot).inputs))
      EXPECT_TRUE(is_given(robot, input)) << name << " wants " << input;
  }
  const Robot mixed = Robot::from_file(JOURDAIN_TESTS_DIR "/trace/mixed-legs.yaml");
  for (const std::string& input : names_of(trace_inverse_dynamics(mixed).inputs))
    EXPECT_TRUE(is_given(mixed, input)) << "mixed legs want " << input;
}

// A ball joint whose idle spin is taken out is given by its quaternion like any other; joints written from the platform
// to the base as well.
TEST(JointInputs, OfMixedLegsGiveTheForces) {
  for (const bool turned : {false, true}) {
    Mechanism mechanism = load(JOURDAIN_TESTS_DIR "/trace/mixed-legs.yaml");
    for (Joint& joint : mechanism.joints) {
      if (!turned || joint.type != JointType::spherical) continue;
      std::swap(joint.body_a, joint.body_b);
      std::swap(joint.in_a, joint.in_b);
    }
    const Robot robot(std::move(mechanism));
    ASSERT_EQ(robot.mobility().idle, 1);
    const Program program = trace_inverse_dynamics(robot);
    Workspace workspace(robot);
    VectorX forces(6), traced(6);
    for (unsigned seed = 1; seed <= 10; ++seed) {
      Random random(seed);
      ASSERT_TRUE(go_to_random_state(workspace, random)) << "seed " << seed;
      ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
      const std::vector<double> inputs = input_values(program, workspace);
      ASSERT_EQ(evaluate<double>(program, inputs, program.parameter_values, std::span(traced.data(), 6)), Status::ok);
      EXPECT_LT((traced - forces).norm(), tolerance * forces.norm()) << "seed " << seed << ", turned " << turned;
    }
  }
}

// Another spin of an idle rod is the same state of the robot: whatever the quaternions of its ball joints say of it,
// the forces stay.
TEST(JointInputs, OfIdleRodsHaveNoSpin) {
  const Robot robot = Robot::from_file(JOURDAIN_TESTS_DIR "/trace/mixed-legs.yaml");
  ASSERT_EQ(robot.idle_spins().size(), 1u);
  const IdleSpin& spin = robot.idle_spins()[0];
  const Program program = trace_inverse_dynamics(robot);
  const int first = spin.joint_a;
  ASSERT_GE(find_input(program, joint_quaternion_input(robot.mechanism(), first, 0).name), 0);
  const Joint& joint = robot.mechanism().joints[first];
  const Joint& other = robot.mechanism().joints[spin.joint_b];
  ASSERT_EQ(joint.body_a, 0) << "the first ball joint stands on the base";
  Workspace workspace(robot);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    ASSERT_TRUE(go_to_random_state(workspace, random)) << "seed " << seed;
    VectorX forces(6), traced(6);
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    std::vector<double> inputs = input_values(program, workspace);
    // The line in the axes of the first joint on the base.
    const Vector3 from = workspace.body_pose(joint.body_a) * joint.in_a.p;
    const Vector3 to = workspace.body_pose(other.body_b) * other.in_b.p;
    const Vector3 line = (workspace.body_pose(joint.body_a).R * joint.in_a.R).transpose() * (to - from).normalized();
    std::array<std::size_t, 4> at{};
    Eigen::Vector4d q;
    for (int i = 0; i < 4; ++i) {
      at[i] = static_cast<std::size_t>(find_input(program, joint_quaternion_input(robot.mechanism(), first, i).name));
      q[i] = inputs[at[i]];
    }
    for (const double angle : {0.5, 2.0, -3.0}) {
      const Matrix3 turned = rotation_from_vector(angle * line) * rotation_from_quaternion(q);
      const Eigen::Vector4d spun = quaternion_from_rotation(turned);
      for (int i = 0; i < 4; ++i) inputs[at[i]] = spun[i];
      ASSERT_EQ(evaluate<double>(program, inputs, program.parameter_values, std::span(traced.data(), 6)), Status::ok);
      EXPECT_LT((traced - forces).norm(), tolerance * forces.norm()) << "seed " << seed << ", angle " << angle;
    }
  }
}

TEST(PoseInputs, TakeARotationOnlyWhereItMatters) {
  for (const std::string& name : catalogue_names()) {
    const Robot robot = Robot::from_file(name);
    if (robot.mobility().motors > robot.mobility().freedoms()) continue;
    TraceOptions options;
    options.form = TraceForm::general;
    options.pose = PoseInput::rotation;
    EXPECT_EQ(takes_rotation(robot), find_input(trace_inverse_dynamics(robot, options), "R11") >= 0) << name;
  }
}

}  // namespace
}  // namespace jourdain::joint_inputs_test
