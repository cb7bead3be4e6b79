// From home, forward kinematics finds what lies at the end of a straight way without singularities.
#include "support/random_states.hpp"

#include "core/dense/decompositions.hpp"

#include <fmt/format.h>

namespace jourdain::straight_ways_test {
namespace {

constexpr unsigned seed = 2900;

// Smallest over largest singular value of the motors' rates by the moves, rows of unit length, with the determinant's
// sign; 0 where it cannot be told.
double sided_distance(const Robot& robot, Workspace& at) {
  const auto n = static_cast<Eigen::Index>(robot.motor_joints().size());
  MatrixX B(n, n);
  if (inverse_jacobian(robot, at, B) != Status::ok) return 0;
  B.rowwise().normalize();
  const VectorX s = dense::singular_factors(B, dense::Vectors::none).s;
  return std::copysign(s[n - 1] / s[0], dense::determinant(B));
}

// Whether the output can go straight from home to the pose without meeting a singularity; `truth` ends there.
bool goes_straight(const Robot& robot, const Placement& pose, Workspace& truth) {
  truth.reset();
  const Placement home = robot.home_pose();
  const Vector3 turn = vector_from_rotation(pose.R * home.R.transpose());
  const double at_home = sided_distance(robot, truth);
  constexpr int looks = 200;
  for (int i = 1; i <= looks; ++i) {
    const double s = static_cast<double>(i) / looks;
    PlatformState motion;
    motion.pose = {rotation_from_vector(s * turn) * home.R, home.p + s * (pose.p - home.p)};
    if (inverse_kinematics(robot, motion, truth, Order::position) != Status::ok) return false;
    const double here = sided_distance(robot, truth);
    if (!(here * at_home > 0) || std::abs(here) < 1e-3) return false;
  }
  return true;
}

TEST(StraightWays, FromHomeAreAnswered) {
  int asked = 0, uncertain = 0, wrong = 0;
  std::string which;
  for (const std::string& name : catalogue_except(without_output)) {
    const Robot& robot = catalogue_robot(name);
    if (robot.mechanism().output->moves.size() != robot.motor_joints().size()) continue;
    Workspace truth(robot), workspace(robot);
    int of_this = 0;
    for (unsigned i = 0; i < 200 && of_this < 30; ++i) {
      Random random(seed + i);
      Spread spread;
      spread.reach = 0.2, spread.turn = 0.5;
      const Placement pose = random_motion(robot, random, spread).pose;
      if (!goes_straight(robot, pose, truth)) continue;
      ++of_this, ++asked;
      workspace.reset();
      const Status status = forward_kinematics(robot, motors_of(truth).q, workspace);
      if (status != Status::ok) {
        ++uncertain;
        which += fmt::format("\n{} {}: {}", name, seed + i, workspace.explain());
        continue;
      }
      const Placement answer = workspace.output_pose();
      const double error = (answer.p - truth.output_pose().p).norm() / robot.size() +
                           vector_from_rotation(answer.R * truth.output_pose().R.transpose()).norm();
      if (error > 1e-6) ++wrong, which += fmt::format("\n{} {}: off by {:.3g}", name, seed + i, error);
    }
  }
  fmt::print("{} asked, {} not answered, {} wrong{}\n", asked, uncertain, wrong, which);
  EXPECT_LE(uncertain * 525, 2 * asked);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace jourdain::straight_ways_test
