// Traced programs compute what the library computes.
#include "support/random_states.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/expression/count.hpp"
#include "jourdain/trace/trace_dynamics.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

constexpr double tolerance = 1e-12;  // of the largest force; digits that the conditioning takes come on top

class TraceDynamics : public testing::TestWithParam<std::string> {
 protected:
  const Robot robot = Robot::from_file(GetParam());
  Workspace workspace{robot};
  VectorX forces = VectorX::Zero(static_cast<int>(robot.actuators().size()));
};

TEST_P(TraceDynamics, EqualsTheLibrary) {
  const Program program = trace_inverse_dynamics(robot);
  const OperationCount c = count(program).call;
  fmt::print("{}: {} + -, {} * /, {} in all, {} roots, {} trigonometric\n", GetParam(), c.additions,
             c.multiplications + c.divisions, c.total(), c.square_roots, c.trigonometric);
  Random random(7100);
  VectorX traced = forces;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    const std::vector<double> inputs = input_values(program, workspace);
    ASSERT_EQ(evaluate<double>(program, inputs, program.parameter_values, std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - forces).norm(), tolerance / workspace.report().conditioning * forces.norm()) << "state " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, TraceDynamics, testing::ValuesIn(catalogue_except(with_spare_motors)),
                         as_identifier);

}  // namespace
}  // namespace jourdain
