// The closure Jacobian limb by limb says the same as decomposed as a whole.
#include "kinematics/closure_blocks.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "kinematics/closure.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/mobility.hpp"
#include "support/random_states.hpp"

#include <fmt/format.h>

namespace jourdain::closure_blocks_test {
namespace {

constexpr double rank_bound = 1e-9;
constexpr double round_off = 1e-11;  // of entries about 1, by decompositions of some ten rows
constexpr unsigned seed = 26000;

class ClosureBlocksOf : public testing::TestWithParam<std::string> {};

TEST_P(ClosureBlocksOf, EqualTheWhole) {
  const Robot robot = Robot::from_file(GetParam());
  const RobotData& data = data_of(robot);
  if (data.tree.rows == 0) GTEST_SKIP() << "no loops";
  Workspace workspace(robot);
  for (unsigned i = 0; i < 5; ++i) {
    Random random(seed + i);
    ASSERT_TRUE(go_to_random_state(workspace, random)) << "seed " << seed + i;
    VectorX g(data.tree.rows);
    RowMatrix K(data.tree.rows, data.tree.nv);
    closure_jacobian(data.tree, state_of(workspace).tree, data.size, g, K);
    const RankResult whole = closure_rank(data.tree, state_of(workspace).tree, data.size);
    const ClosureBlocks blocks(data.tree, K, rank_bound);
    ASSERT_EQ(blocks.rank(), whole.rank) << "seed " << seed + i;
    const MatrixX& N = blocks.null_space();
    ASSERT_EQ(N.cols(), whole.null_space.cols());
    EXPECT_LT((K * N).cwiseAbs().maxCoeff(), round_off);
    EXPECT_LT((N.transpose() * N - MatrixX::Identity(N.cols(), N.cols())).cwiseAbs().maxCoeff(), round_off);

    // Any residual: the shortest step of least squares.
    for (int k = 0; k < g.size(); ++k) g[k] = uniform(random, 1);
    const VectorX expected = -dense::least_norm(K, g, rank_bound);
    EXPECT_LT((blocks.step(g) - expected).norm(), 1e-8 * expected.norm()) << "seed " << seed + i;

    const std::vector<int> rows = blocks.independent_rows(K);
    ASSERT_EQ(static_cast<int>(rows.size()), whole.rank);
    const VectorX s = dense::singular_factors(dense::rows(K, rows), dense::Vectors::none).s;
    EXPECT_GT(s[s.size() - 1], 1e-6 * s[0]) << "the rows depend on each other";
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ClosureBlocksOf, testing::ValuesIn(catalogue_names()), as_identifier);

// A platform on a hundred legs, of which six are driven: more coordinates than are decomposed as a whole.
TEST(LargeMechanism, HasItsFreedoms) {
  std::string text = "jourdain: 1\nname: many\nbodies:\n  plate: {mass: 10 kg, inertia: [0.5, 0.5, 0.9]}\n", joints;
  constexpr int legs = 100;
  for (int k = 0; k < legs; ++k) {
    const double a = 2 * M_PI * k / legs, b = a + (k % 2 ? 0.4 : -0.4), z = 0.05 * (k % 3);
    text += fmt::format("  lo{0}: {{mass: 1 kg}}\n  up{0}: {{mass: 1 kg}}\n", k);
    joints += fmt::format(
        "  u{0}: {{type: universal, between: [base, lo{0}], at: {{base: [{1}, {2}, {5}]}}, axes: {{base: [x, y], "
        "lo{0}: "
        "[x, y]}}}}\n  l{0}: {{type: prismatic, between: [lo{0}, up{0}], axis: z{6}}}\n"
        "  s{0}: {{type: spherical, between: [up{0}, plate], at: {{plate: [{3}, {4}, 0]}}}}\n",
        k, std::cos(a), std::sin(a), 0.5 * std::cos(b), 0.5 * std::sin(b), z, k < 6 ? ", actuated: true" : "");
  }
  text += "joints:\n" + joints + "platform: {body: plate}\nassembly: {platform: [0, 0, 1]}\n";
  const Robot robot(read_model(text, "many").mechanism);
  ASSERT_TRUE(is_large(robot.tree()));
  EXPECT_EQ(robot.mobility().freedoms(), 6);
  EXPECT_EQ(robot.mobility().rank, 6 * (2 * legs + 1) - 6);
  Workspace workspace(robot);
  EXPECT_LT(workspace.closure_error(Order::position), 1e-10);
  PlatformState motion;
  motion.pose = robot.home_pose();
  motion.pose.p += Vector3(0.02, -0.01, 0.03);
  motion.twist.v << 0.1, 0.2, -0.3;
  EXPECT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
  EXPECT_LT(workspace.closure_error(Order::acceleration), 1e-10);
  const SingularityReport report = singularity_distance(robot, workspace);
  EXPECT_GT(report.constraint, 1e-3);
  EXPECT_LT(report.constraint, 1);
}

}  // namespace
}  // namespace jourdain::closure_blocks_test
