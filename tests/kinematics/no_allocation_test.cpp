// No function meant for a control loop allocates or frees memory, whether it succeeds or fails.
#include "support/count_allocations.hpp"
#include "support/random_states.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace jourdain::no_allocation_test {
namespace {

constexpr unsigned seed = 6000;

class NoAllocation : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (JOURDAIN_SANITIZED) GTEST_SKIP() << "the sanitizer has its own malloc";
  }

  // Runs the function, which returns a value to keep the compiler from dropping the call.
  template <typename Function>
  void expect_none(const char* what, Function function) {
    AllocationCount count;
    const double result = function();
    const long allocations = count.stop();
    EXPECT_EQ(allocations, 0) << what << ", result " << result;
  }

  static double number(Status status) { return static_cast<double>(status); }

  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace{robot};
};

TEST_P(NoAllocation, InverseKinematics) {
  if (!robot.mechanism().output) GTEST_SKIP() << "no output";
  Random random(seed);
  for (int i = 0; i < 20; ++i) {
    const PlatformState motion = random_motion(robot, random);
    for (Order order : {Order::position, Order::velocity, Order::acceleration}) {
      expect_none("inverse_kinematics", [&] { return number(inverse_kinematics(robot, motion, workspace, order)); });
    }
    expect_none("set_guess", [&] { return number(set_guess(robot, motion.pose, workspace)); });
    expect_none("from_tool", [&] { return from_tool(robot, motion).pose.p[0]; });
    expect_none("to_tool", [&] { return to_tool(robot, motion).pose.p[0]; });
  }
}

TEST_P(NoAllocation, RefusedInverseKinematics) {
  PlatformState far, broken;
  far.pose = robot.home_pose();
  far.pose.p += 20 * robot.size() * Vector3(1, 0.7, 0.4);
  broken.pose.p[1] = std::numeric_limits<double>::quiet_NaN();
  for (const PlatformState& motion : {far, broken}) {
    expect_none("inverse_kinematics", [&] { return number(inverse_kinematics(robot, motion, workspace)); });
    expect_none("set_guess", [&] { return number(set_guess(robot, motion.pose, workspace)); });
  }
  EXPECT_NE(workspace.report().status, Status::ok);
}

TEST_P(NoAllocation, ForwardKinematics) {
  Random random(seed);
  int judged = 0;
  for (int i = 0; i < 20; ++i) {
    if (try_random_state(workspace, random) != Status::ok) continue;
    ++judged;
    const MotorValues m = motors_of(workspace);
    if (i % 2 == 1) workspace.reset();
    for (Order order : {Order::position, Order::velocity, Order::acceleration}) {
      expect_none("forward_kinematics",
                  [&] { return number(forward_kinematics(robot, m.q, m.rates, m.accelerations, workspace, order)); });
    }
    expect_none("forward_kinematics of positions", [&] { return number(forward_kinematics(robot, m.q, workspace)); });
  }
  EXPECT_GT(judged, 10);
}

TEST_P(NoAllocation, RefusedForwardKinematics) {
  const VectorX good = robot.home_motors();
  VectorX far = good, broken = good;
  for (int i = 0; i < far.size(); ++i) far[i] += (i + 1) * 3 * motor_unit(robot, i);
  broken[0] = std::numeric_limits<double>::infinity();
  const VectorX wrong_size = VectorX::Zero(good.size() + 1);
  for (const VectorX* q : {&std::as_const(far), &std::as_const(broken), &wrong_size}) {
    expect_none("forward_kinematics", [&] { return number(forward_kinematics(robot, *q, workspace)); });
    expect_none("forward_kinematics with rates",
                [&] { return number(forward_kinematics(robot, *q, *q, *q, workspace)); });
  }
}

TEST_P(NoAllocation, Results) {
  Random random(seed);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  for (int i = 0; i < static_cast<int>(robot.motor_joints().size()); ++i) {
    expect_none("actuator", [&] {
      return workspace.motor_position(i) + workspace.motor_velocity(i) + workspace.motor_acceleration(i);
    });
  }
  expect_none("output", [&] {
    return workspace.output_pose().p[0] + workspace.output_twist().v[0] + workspace.output_acceleration().a[0];
  });
  for (int i = 0; i < static_cast<int>(robot.mechanism().bodies.size()); ++i) {
    expect_none("body", [&] {
      return workspace.body_pose(i).p[0] + workspace.body_twist(i).v[0] + workspace.body_acceleration(i).a[0];
    });
  }
  for (int i = 0; i < static_cast<int>(robot.mechanism().joints.size()); ++i) {
    expect_none("joint", [&] { return workspace.joint(i).position[0]; });
  }
  for (Order order : {Order::position, Order::velocity, Order::acceleration}) {
    expect_none("closure_error", [&] { return workspace.closure_error(order); });
  }
  expect_none("nearest_limit", [&] { return nearest_limit(robot, workspace).margin; });
  expect_none("report", [&] { return workspace.report().conditioning; });
  expect_none("reset", [&] {
    workspace.reset();
    return 0.0;
  });
}

TEST_P(NoAllocation, Jacobians) {
  Random random(seed);
  const int columns = static_cast<int>(driving_motors(robot).size());
  MatrixX G(joint_offsets(robot).back(), columns), J(6, columns);
  MatrixX B(static_cast<int>(robot.motor_joints().size()), columns);
  std::vector<Screw> screws(static_cast<std::size_t>(columns));
  ASSERT_TRUE(go_to_random_state(workspace, random));
  expect_none("influence_coefficients", [&] { return number(influence_coefficients(robot, workspace, G)); });
  for (int i = 0; i < static_cast<int>(robot.mechanism().bodies.size()); ++i) {
    expect_none("body_jacobian", [&] { return number(body_jacobian(robot, workspace, i, J)); });
    expect_none("partial_screws", [&] { return number(partial_screws(robot, workspace, i, screws)); });
  }
  expect_none("output_jacobian", [&] { return number(output_jacobian(robot, workspace, J)); });
  expect_none("output_jacobian_rate", [&] { return number(output_jacobian_rate(robot, workspace, J)); });
  expect_none("inverse_jacobian", [&] { return number(inverse_jacobian(robot, workspace, B)); });
}

// The test can fail: allocations of every kind are seen while armed, and only then.
TEST(AllocationCounting, SeesAllocations) {
  if (JOURDAIN_SANITIZED) GTEST_SKIP() << "the sanitizer has its own malloc";
  const Robot robot = Robot::from_file("five-bar");
  const auto counted = [](auto function) {
    AllocationCount count;
    function();
    return count.stop();
  };
  volatile int length = 100;
  EXPECT_EQ(counted([] {}), 0);
  EXPECT_EQ(counted([&] { std::vector<double> v(static_cast<std::size_t>(length)); }), 2);
  EXPECT_EQ(counted([&] { VectorX v = VectorX::Zero(length); }), 2);
  EXPECT_EQ(counted([&] {
              void* volatile memory = std::calloc(static_cast<std::size_t>(length), 2);
              std::free(memory);
            }),
            2);
  EXPECT_GT(counted([&] { Workspace workspace(robot); }), 2);
  EXPECT_GT(counted([&] { singularity_distance(robot, Workspace(robot)); }), 2);
  std::vector<double> unarmed(static_cast<std::size_t>(length));
  EXPECT_EQ(counted([] {}), 0);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, NoAllocation, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::no_allocation_test
