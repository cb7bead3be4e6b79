// Into type-2 singularities: answers say how many digits they lost, and end with a status before they mean nothing.
#include "core/dense/decompositions.hpp"
#include "support/singular_walks.hpp"

#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/dynamics/statics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace jourdain::singularity_test {
namespace {

class IntoSingularity : public ::testing::TestWithParam<Walk> {
 protected:
  PlatformState at(double s) const { return motion_at(robot, GetParam(), s); }
  double find_crossing() const { return jourdain::find_crossing(robot, GetParam()); }

  const Robot robot = changed_robot(GetParam().robot, GetParam().changes);
  const int n = static_cast<int>(robot.motor_joints().size());
};

INSTANTIATE_TEST_SUITE_P(Robots, IntoSingularity, ::testing::ValuesIn(singular_walks), walk_name);

// The conditioning is a ratio of pivots, not of singular values: it may be this much off.
constexpr double pivot_slack = 100;

// Functions whose answers the motors' hold decides. Each returns its status and the largest entry of what it wrote into
// memory filled with `untouched`.
constexpr double untouched = 77;
struct Answer {
  Status status = Status::ok;
  VectorX value;
};
using Function = std::function<Answer(const Robot&, Workspace&)>;

template <typename Call>
Function vector_function(Call call) {
  return [call](const Robot& robot, Workspace& workspace) {
    Answer answer{Status::ok, VectorX::Constant(static_cast<int>(robot.motor_joints().size()), untouched)};
    answer.status = call(robot, workspace, answer.value);
    return answer;
  };
}

template <typename Call>
Function matrix_function(Call call) {
  return [call](const Robot& robot, Workspace& workspace) {
    const int n = static_cast<int>(robot.motor_joints().size());
    MatrixX M = MatrixX::Constant(n, n, untouched);
    const Status status = call(robot, workspace, M);
    return Answer{status, Eigen::Map<VectorX>(M.data(), M.size())};
  };
}

// How a function's answers grow before the singularity, as a power of 1 / distance. Forward dynamics has an answer in
// the singularity itself, where it need not refuse: there motors lose their hold, and the platform still has inertia.
struct Growth {
  const char* name;
  int power;
  bool must_refuse;
  Function function;
};

const std::vector<Growth> functions{
    {"inverse_dynamics", 1, true,
     vector_function([](const Robot& r, Workspace& w, VectorX& x) { return inverse_dynamics(r, w, x); })},
    {"holding_forces", 1, true,
     vector_function([](const Robot& r, Workspace& w, VectorX& x) { return holding_forces(r, w, x); })},
    {"virtual_work", 1, true, vector_function([](const Robot& r, Workspace& w, VectorX& x) {
       return inverse_dynamics_by(Formulation::virtual_work, r, w, x);
     })},
    {"screw", 1, true, vector_function([](const Robot& r, Workspace& w, VectorX& x) {
       return inverse_dynamics_by(Formulation::screw, r, w, x);
     })},
    {"gravity_forces", 1, true,
     vector_function([](const Robot& r, Workspace& w, VectorX& x) { return gravity_forces(r, w, x); })},
    {"coriolis_forces", 3, true,
     vector_function([](const Robot& r, Workspace& w, VectorX& x) { return coriolis_forces(r, w, x); })},
    {"mass_matrix", 2, true,
     matrix_function([](const Robot& r, Workspace& w, MatrixX& M) { return mass_matrix(r, w, M); })},
    {"mass_matrix_from_energy", 2, true,
     matrix_function([](const Robot& r, Workspace& w, MatrixX& M) { return mass_matrix_from_energy(r, w, M); })},
    {"forward_dynamics", 0, false, vector_function([](const Robot& r, Workspace& w, VectorX& x) {
       return forward_dynamics(r, VectorX::Ones(x.size()), w, x);
     })},
};

TEST_P(IntoSingularity, AnswersSayWhatTheyLostAndEndWithAStatus) {
  const double crossing = find_crossing();
  ASSERT_GT(crossing, 0) << "the way meets no singularity";
  for (const auto& [name, power, must_refuse, function] : functions) {
    SCOPED_TRACE(name);
    double first = 0;  // answer times conditioning, at a tenth of the way before the singularity
    bool refused = false;
    Workspace walker(robot);
    for (int k = 1; k <= 15; ++k) {
      ASSERT_EQ(inverse_kinematics(robot, at(crossing * (1 - std::pow(10.0, -k))), walker), Status::ok);
      Workspace workspace = walker;
      const Answer answer = function(robot, workspace);
      const Report& report = workspace.report();
      EXPECT_EQ(report.status, answer.status);
      if (answer.status == Status::ok) {
        EXPECT_FALSE(refused) << "an answer beyond a refusal, 1e-" << k << " before the singularity";
        EXPECT_TRUE(answer.value.allFinite());
        const double weighed = answer.value.norm() * std::pow(report.conditioning, power);
        if (k == 1) first = weighed;
        EXPECT_LE(weighed, std::pow(pivot_slack, std::max(power, 1)) * first)
            << "1e-" << k << " before the singularity";
      } else {
        refused = true;
        EXPECT_EQ(answer.status, Status::singular);
        EXPECT_EQ(answer.value, VectorX::Constant(answer.value.size(), untouched));
        EXPECT_LT(report.conditioning, 1e-5);
        EXPECT_NE(workspace.explain().find("digit"), std::string::npos) << workspace.explain();
      }
    }
    EXPECT_TRUE(refused || !must_refuse) << "a number passed off as an answer";
  }
}

// What the output can do in type-2 singularities has an answer: stiffness is finite and loses a direction.
TEST_P(IntoSingularity, StiffnessOfTheOutputVanishesInOneDirection) {
  const double crossing = find_crossing();
  ASSERT_GT(crossing, 0);
  Workspace workspace(robot);
  MatrixX K(n, n);
  ASSERT_EQ(inverse_kinematics(robot, at(crossing), workspace), Status::ok);
  ASSERT_EQ(output_stiffness(robot, workspace, VectorX::Ones(n), K), Status::ok);
  // Moments over size and turns times size.
  VectorX unit = VectorX::Ones(n);
  for (int k = 0; k < n; ++k) {
    if (robot.mechanism().output->moves[k] >= Move::rx) unit[k] = 1 / robot.size();
  }
  const MatrixX scaled = unit.asDiagonal() * K * unit.asDiagonal();
  const VectorX stiffness = dense::symmetric_factors(scaled, false).values;
  EXPECT_LT(stiffness[0], 1e-12 * stiffness[n - 1]);
}

TEST(Conditioning, OfAGoodAnswerIsSilentAndOfAPoorOneSpoken) {
  const Robot robot = Robot::from_file("delta");
  Workspace workspace(robot);
  VectorX Q(3);
  PlatformState motion;
  motion.pose = robot.home_pose();
  ASSERT_EQ(inverse_dynamics(robot, motion, workspace, Q), Status::ok);
  EXPECT_GT(workspace.report().conditioning, 1e-3);
  EXPECT_EQ(workspace.explain(), "ok: the answer is valid");
}

}  // namespace
}  // namespace jourdain::singularity_test
