// Rates and accelerations of every body, every joint and the output are the derivatives of their positions and rates
// along smooth motions.
#include "support/smooth_motion.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain::differences_test {
namespace {

// Five-point differences over the step h = step / (largest rate), relative to the largest rate or acceleration of any
// body. Truncation: h^4 times a fifth derivative, (5e-4)^4 = 6e-14 times up to (1 / 0.1)^4 where a robot is a tenth
// away from a singularity. Round-off: 1e-15 / 5e-4 = 2e-12. A wrong term shows as 1e-3 and more.
constexpr double step = 5e-4;
constexpr double accuracy = 2e-9;

constexpr unsigned seed = 2000;
constexpr int states = 20;

// The workspace at five moments.
struct Film {
  std::vector<Workspace> at;
  double h = 0;
};

template <typename Path>
testing::AssertionResult shoot(const Path& path, const Workspace& middle, Film& film) {
  film.h = step / scale_of(middle).rate;
  film.at.assign(5, middle);
  for (int k = 0; k < 5; ++k) {
    Workspace& workspace = film.at[k];
    if (path.go((k - 2) * film.h, workspace) != Status::ok) return testing::AssertionFailure() << workspace.explain();
  }
  return testing::AssertionSuccess();
}

template <typename Get>
auto samples(const Film& film, Get get) {
  using T = std::decay_t<decltype(get(film.at[0]))>;
  return Samples<T>{{get(film.at[0]), get(film.at[1]), get(film.at[2]), get(film.at[3]), get(film.at[4])}};
}

// A rigid frame: get_pose, get_twist, get_acceleration from a workspace.
template <typename Pose, typename Speed, typename Change>
void expect_derivatives(const Film& film, Pose pose, Speed twist, Change acceleration) {
  const Workspace& now = film.at[2];
  const double size = now.robot().size(), h = film.h;
  const MotionScale scale = scale_of(now);
  const Vector3 v = derivative(samples(film, [&](const Workspace& w) { return Vector3(pose(w).p); }), h);
  const Vector3 w = angular_velocity(samples(film, [&](const Workspace& s) { return Matrix3(pose(s).R); }), h);
  const Vector3 a = derivative(samples(film, [&](const Workspace& s) { return Vector3(twist(s).v); }), h);
  const Vector3 dw = derivative(samples(film, [&](const Workspace& s) { return Vector3(twist(s).w); }), h);
  EXPECT_LT((v - twist(now).v).norm(), accuracy * scale.rate * size);
  EXPECT_LT((w - twist(now).w).norm(), accuracy * scale.rate);
  EXPECT_LT((a - acceleration(now).a).norm(), accuracy * scale.acceleration * size);
  EXPECT_LT((dw - acceleration(now).dw).norm(), accuracy * scale.acceleration);
}

void expect_joint_derivatives(const Film& film, int index) {
  const Workspace& now = film.at[2];
  const Joint& joint = now.robot().mechanism().joints[index];
  const MotionScale scale = scale_of(now);
  const JointState middle = now.joint(index);
  if (joint.type == JointType::spherical) {
    const Vector3 w =
        angular_velocity(samples(film,
                                 [&](const Workspace& s) {
                                   const JointState state = s.joint(index);
                                   return rotation_from_quaternion(Eigen::Map<const Eigen::Vector4d>(state.position));
                                 }),
                         film.h);
    EXPECT_LT((w - Eigen::Map<const Vector3>(middle.rate)).norm(), accuracy * scale.rate);
  }
  for (int i = 0; i < middle.freedoms; ++i) {
    const bool length = is_length(joint.type, i);
    const double unit = length ? now.robot().size() : 1.0;
    // Angles of joints outside the tree may jump by a turn.
    const auto position = [&](const Workspace& s) {
      const double difference = s.joint(index).position[i] - middle.position[i];
      return length ? difference : std::remainder(difference, 2 * M_PI);
    };
    if (joint.type != JointType::spherical) {
      EXPECT_NEAR(derivative(samples(film, position), film.h), middle.rate[i], accuracy * scale.rate * unit) << i;
    }
    const double change = derivative(samples(film, [&](const Workspace& s) { return s.joint(index).rate[i]; }), film.h);
    EXPECT_NEAR(change, middle.acceleration[i], accuracy * scale.acceleration * unit) << i;
  }
}

void expect_all_derivatives(const Film& film) {
  const Robot& robot = film.at[2].robot();
  for (int i = 0; i < static_cast<int>(robot.mechanism().bodies.size()); ++i) {
    SCOPED_TRACE(robot.mechanism().bodies[i].name);
    expect_derivatives(
        film, [i](const Workspace& w) { return w.body_pose(i); }, [i](const Workspace& w) { return w.body_twist(i); },
        [i](const Workspace& w) { return w.body_acceleration(i); });
  }
  for (int j = 0; j < static_cast<int>(robot.mechanism().joints.size()); ++j) {
    SCOPED_TRACE(robot.mechanism().joints[j].name);
    expect_joint_derivatives(film, j);
  }
  if (robot.mechanism().output) {
    SCOPED_TRACE("output");
    expect_derivatives(
        film, [](const Workspace& w) { return w.output_pose(); }, [](const Workspace& w) { return w.output_twist(); },
        [](const Workspace& w) { return w.output_acceleration(); });
  }
}

class ForwardDifferences : public testing::TestWithParam<std::string> {};
class InverseDifferences : public testing::TestWithParam<std::string> {};
class SameRates : public testing::TestWithParam<std::string> {};

TEST_P(ForwardDifferences, AreRatesAndAccelerations) {
  const Robot& robot = catalogue_robot(GetParam());
  ASSERT_EQ(robot.mobility().actuation, Actuation::fully) << "redundant motors would have to agree";
  Workspace workspace(robot);
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    Film film;
    ASSERT_TRUE(shoot(MotorPath(workspace), workspace, film));
    expect_all_derivatives(film);
  }
}

TEST_P(InverseDifferences, AreRatesAndAccelerations) {
  const Robot& robot = catalogue_robot(GetParam());
  ASSERT_TRUE(OutputPath::suits(robot)) << "no pose to follow";
  Workspace workspace(robot);
  int done = 0;
  for (unsigned i = 0; done < states && i < 5 * states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    const OutputPath path(robot, random);
    workspace.reset();
    if (path.go(0, workspace) != Status::ok) continue;
    if (!is_clear(workspace)) continue;
    Film film;
    ASSERT_TRUE(shoot(path, workspace, film));
    expect_all_derivatives(film);
    ++done;
  }
  EXPECT_EQ(done, states);
}

// Robots whose other coordinates follow from the mechanism: the motion that forward kinematics found, asked for again,
// has the same rates, so that these are derivatives too.
TEST_P(SameRates, ByForwardAndByInverseKinematics) {
  const Robot& robot = catalogue_robot(GetParam());
  ASSERT_TRUE(robot.mechanism().output);
  constexpr double round_off = 1e-10;  // both solves lose the digits of one condition number, below 1e4
  Workspace forward(robot), inverse(robot);
  for (unsigned i = 0; i < states && !HasFailure(); ++i) {
    SCOPED_TRACE(fmt::format("seed {}", seed + i));
    Random random(seed + i);
    ASSERT_TRUE(go_to_random_state(forward, random));
    const MotorValues m = motors_of(forward);
    ASSERT_EQ(forward_kinematics(robot, m.q, m.rates, m.accelerations, forward), Status::ok) << forward.explain();
    inverse.reset();
    ASSERT_EQ(inverse_kinematics(robot, output_of(forward), inverse), Status::ok) << inverse.explain();
    const MotionScale scale = scale_of(forward);
    for (int b = 1; b < static_cast<int>(robot.mechanism().bodies.size()); ++b) {
      SCOPED_TRACE(robot.mechanism().bodies[b].name);
      const double size = robot.size();
      EXPECT_LT((forward.body_twist(b).v - inverse.body_twist(b).v).norm(), round_off * scale.rate * size);
      EXPECT_LT((forward.body_twist(b).w - inverse.body_twist(b).w).norm(), round_off * scale.rate);
      const Acceleration f = forward.body_acceleration(b), k = inverse.body_acceleration(b);
      EXPECT_LT((f.a - k.a).norm(), round_off * scale.acceleration * size);
      EXPECT_LT((f.dw - k.dw).norm(), round_off * scale.acceleration);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ForwardDifferences, testing::ValuesIn(catalogue_except(with_spare_motors)),
                         as_identifier);
INSTANTIATE_TEST_SUITE_P(Catalogue, InverseDifferences,
                         testing::ValuesIn(catalogue_except({"bricard", "four-bar", "free-form", "3rps", "gearshift",
                                                             "ankle"})),
                         as_identifier);
INSTANTIATE_TEST_SUITE_P(Catalogue, SameRates, testing::ValuesIn(catalogue_except(without_output)), as_identifier);

}  // namespace
}  // namespace jourdain::differences_test
