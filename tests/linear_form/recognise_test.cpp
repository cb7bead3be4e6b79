#include "linear_form/base/recognise.hpp"

#include "jourdain/linear_form/parameters.hpp"
#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

namespace jourdain::recognise_test {
namespace {

TEST(Recognise, WholeNumbersAndFractions) {
  const Recogniser recogniser(load("delta"));
  EXPECT_EQ(recogniser.text(0, 0), "0");
  EXPECT_EQ(recogniser.text(1, 0), "1");
  EXPECT_EQ(recogniser.text(-1, 0), "-1");
  EXPECT_EQ(recogniser.text(6, 0), "6");
  EXPECT_EQ(recogniser.text(1.5, 0), "3/2");
  EXPECT_EQ(recogniser.text(std::sqrt(0.75), 0), "cos(30 deg)");
}

TEST(Recognise, LengthsOfTheModelAndTheirProducts) {
  const Recogniser recogniser(load("delta"));
  EXPECT_EQ(recogniser.text(0.2, 1), "L_A");
  EXPECT_EQ(recogniser.text(0.2 * 0.2, 2), "L_A^2");
  EXPECT_EQ(recogniser.text(-2 * 0.176, 1), "-2*R_A");
  EXPECT_EQ(recogniser.text(1 / 0.176, -1), "1/R_A");
  EXPECT_EQ(recogniser.text(0.2 * 0.176, 2), "R_A*L_A");
  EXPECT_EQ(recogniser.text(0.176 * std::cos(M_PI / 6), 1), "R_A*cos(30 deg)");
}

// A mass is no length, whatever its value.
TEST(Recognise, UsesOnlyWhatHasTheRightUnit) {
  const Recogniser recogniser(load("delta"));
  EXPECT_EQ(recogniser.text(0.018, 1), "0.018");
  EXPECT_EQ(recogniser.text(0.2, 0), "1/5");
}

// A mass on each ball adds to Ixx, Iyy and Izz; the sums over x^2 and y^2 are equal here, but mean different things.
TEST(Recognise, SumsOverIdenticalLegs) {
  const Mechanism robot = load("palida");
  double sum = 0;
  for (const Joint& joint : robot.joints) {
    if (joint.type == JointType::spherical) sum += joint.in_b.p.y() * joint.in_b.p.y();
  }
  const int platform = parameters_per_body * (find_body(robot, "platform") - 1);
  EXPECT_EQ(Recogniser(robot).text(sum, 2, platform + 4), "sum(y.ball^2)");
  EXPECT_EQ(Recogniser(robot).text(sum, 2, platform + 7), "sum(x.ball^2)");
}

// 2 R_B = L_A^2/L_B in this model; the plate's radius has nothing to do with arm and rod.
TEST(Recognise, PrefersLengthsOfTheBodiesConcerned) {
  const Mechanism robot = load("delta");
  const int arm = parameters_per_body * (find_body(robot, "leg1.arm") - 1);
  const int rod = parameters_per_body * (find_body(robot, "leg1.fore.rod") - 1);
  EXPECT_EQ(Recogniser(robot).text(0.1, 1, arm + 7, rod + 1), "L_A^2/L_B");
}

TEST(Recognise, LeavesOtherNumbersAsTheyAre) {
  const Recogniser recogniser(load("delta"));
  EXPECT_EQ(recogniser.text(0.123456789, 1), "0.123457");
  EXPECT_EQ(recogniser.text(-0.123456789, 2), "-0.123457");
}

}  // namespace
}  // namespace jourdain::recognise_test
