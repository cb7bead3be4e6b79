// No function of the linear form meant for a control loop allocates or frees memory, whether it succeeds or fails.
#include "support/count_allocations.hpp"
#include "support/random_states.hpp"

#include "jourdain/linear_form/linear_form.hpp"

namespace jourdain::no_allocation_test {
namespace {

class NoAllocation : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalogue, NoAllocation, testing::ValuesIn(catalogue_names()), as_identifier);

template <typename Function>
void expect_none(const char* what, Status expected, Function function) {
  AllocationCount count;
  const Status status = function();
  const long allocations = count.stop();
  EXPECT_EQ(allocations, 0) << what;
  EXPECT_EQ(status, expected) << what;
}

TEST_P(NoAllocation, LinearForm) {
  if (JOURDAIN_SANITIZED) GTEST_SKIP() << "the sanitizer has its own malloc";
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace(robot);
  Random random(6100);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  LinearFormOptions options;
  options.friction = options.rotors = options.payload = Columns::all;
  const LinearForm form(robot, options);
  LinearFormWorkspace memory(form);
  MatrixX Y(form.rows(), form.columns()), wrong(1, 1);
  VectorX known(form.rows()), d(form.columns());
  EnergyRegressor h{VectorX(form.columns()), VectorX(form.columns()), 0};
  expect_none("regressor", Status::ok, [&] { return regressor(form, workspace, memory, Y); });
  expect_none("regressor", Status::inconsistent, [&] { return regressor(form, workspace, memory, wrong); });
  expect_none("known_forces", Status::ok, [&] { return known_forces(form, workspace, memory, known); });
  expect_none("energy_regressor", Status::ok, [&] { return energy_regressor(form, workspace, memory, h); });
  expect_none("dissipation_regressor", Status::ok, [&] { return dissipation_regressor(form, workspace, memory, d); });
}

}  // namespace
}  // namespace jourdain::no_allocation_test
