// From base parameters back to bodies that can exist.
#include "linear_form/declared_mechanism.hpp"
#include "support/random_states.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/linear_form/base_parameters.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::consistent_parameters_test {
namespace {

class ConsistencyLaw : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalogue, ConsistencyLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

void expect_consistent(const BaseParameters& base, const VectorX& wanted, const ConsistentParameters& found) {
  ASSERT_TRUE(found.found) << (found.wrong.empty() ? "" : found.wrong[0]) << " after " << found.iterations;
  EXPECT_LT((base.mapping * found.parameters - wanted).norm(), 1e-9 * wanted.norm());
  const std::vector<StandardParameter>& s = base.full.standard();
  for (std::size_t i = 0; i < s.size(); ++i) {
    const int at = static_cast<int>(i);
    if (s[i].kind == ParameterKind::inertial && s[i].entry == 0) {
      const bool massless = found.standard.segment<10>(at).norm() < 1e-6;
      EXPECT_TRUE(massless || is_consistent(found.standard.segment<10>(at))) << s[i].name;
    }
    if (s[i].kind == ParameterKind::coulomb || s[i].kind == ParameterKind::viscous) {
      EXPECT_GE(found.standard[at], -1e-9);
    }
  }
}

// A slightly wrong base, as identification gives it, becomes bodies near those of the model.
TEST_P(ConsistencyLaw, NearestParametersHaveTheGivenBase) {
  const Robot& robot = catalogue_robot(GetParam());
  const LinearForm form(robot);
  const BaseParameters base = find_base_parameters(form);
  // A base that bodies can have: that of the model with every body somewhat larger and heavier.
  Mechanism other = robot.mechanism();
  Random random(31);
  for (std::size_t i = 1; i < other.bodies.size(); ++i) {
    // Legs of one group stay identical.
    Inertial& inertial = other.bodies[i].inertial;
    const double mass = 1.02 * inertial.mass;
    inertial.inertia = 1.05 * inertial.inertia + 0.003 * mass * robot.size() * robot.size() * Matrix3::Identity();
    inertial.mass = mass;
  }
  VectorX p(form.columns());
  const std::vector<StandardParameter> standard = standard_parameters(Robot(other), form.options());
  for (int j = 0; j < form.columns(); ++j) p[j] = standard[form.parameters()[j].parts[0].standard].value;
  const VectorX wanted = base.mapping * p;
  const ConsistentParameters found = nearest_consistent(base, wanted, form.values());
  expect_consistent(base, wanted, found);
  // No farther away than the parameters that the base was made of: those are consistent, too.
  EXPECT_LT(found.violation, 1e-6);
}

TEST(ConsistentParameters, StayWhereTheyAreIfNothingIsWrong) {
  const LinearForm form(Robot::from_file("hexapod-full"));
  const BaseParameters base = find_base_parameters(form);
  const ConsistentParameters found = nearest_consistent(base, base.mapping * form.values(), form.values());
  ASSERT_TRUE(found.found);
  EXPECT_LT((found.parameters - form.values()).norm(), 1e-6 * form.values().norm());
}

TEST(ConsistentParameters, SaysWhenThereAreNone) {
  const LinearForm form(Robot::from_file("palida"), rigid());
  const BaseParameters base = find_base_parameters(form);
  VectorX wanted = base.mapping * form.values();
  wanted[0] = -1;  // mass of platform and sliders together
  ConsistencyOptions options;
  options.most_iterations = 2000;
  const ConsistentParameters found = nearest_consistent(base, wanted, form.values(), options);
  EXPECT_FALSE(found.found);
  EXPECT_FALSE(found.wrong.empty());
  EXPECT_THROW(nearest_consistent(base, VectorX::Zero(3), form.values()), Error);
  wanted[0] = std::nan("");
  EXPECT_THROW(nearest_consistent(base, wanted, form.values()), Error);
}

TEST(ConsistentParameters, KnowWhatABodyCanHave) {
  Inertial ball{2, Vector3(0.1, -0.2, 0.3), 0.01 * Matrix3::Identity()};
  EXPECT_TRUE(is_consistent(inertial_parameters(ball)));
  Inertial impossible = ball;
  impossible.inertia = Vector3(0.01, 0.01, 0.03).asDiagonal();
  EXPECT_FALSE(is_consistent(inertial_parameters(impossible)));
  ball.mass = -1;
  EXPECT_FALSE(is_consistent(inertial_parameters(ball)));
}

}  // namespace
}  // namespace jourdain::consistent_parameters_test
