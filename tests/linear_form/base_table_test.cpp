// Base parameters as a reader sees them.
#include "linear_form/base_rules.hpp"

#include "jourdain/kinematics/robot.hpp"

#include <gtest/gtest.h>

namespace jourdain::base_table_test {
namespace {

// Table I of [Abdellatif05], symbol by symbol; s_x, s_y and the products of the platform are declared zero.
TEST(BaseTable, PalidaReadsAsTableI) {
  const Robot robot = Robot::from_file("palida");
  const std::vector<std::string> expected{
      "Izz.ring + Iyy.stator + Izz.slider",
      "sy.stator",
      "Ixx.stator - Iyy.stator + Ixx.slider - Izz.slider",
      "Izz.stator + Iyy.slider",
      "sz.slider",
      "m.platform + 6 m.slider",
      "sz.platform",
      "Ixx.platform + sum(y.ball^2) m.slider",
      "Iyy.platform + sum(x.ball^2) m.slider",
      "Izz.platform + sum(x.ball^2 + y.ball^2) m.slider",
  };
  EXPECT_EQ(base_expressions(robot.mechanism(), base_by_rule(robot)), expected);
}

TEST(BaseTable, DeltaUsesTheModelsLengths) {
  const Robot robot = Robot::from_file("delta");
  RuleOptions options;
  options.parameters.identical_legs = true;
  const std::vector<std::string> texts = base_expressions(robot.mechanism(), base_by_rule(robot, options));
  const auto has = [&](const std::string& text) { return std::find(texts.begin(), texts.end(), text) != texts.end(); };
  EXPECT_TRUE(has("Iyy.arm + L_A^2 m.fore.rod - L_A^2/L_B sx.fore.rod")) << texts[2];
  EXPECT_TRUE(has("Izz.fore.rod - L_B sx.fore.rod"));
}

TEST(BaseTable, TellsCountRulesAndFacts) {
  const Robot robot = Robot::from_file("palida");
  const std::string table = base_table(robot.mechanism(), base_by_rule(robot));
  for (const char* part : {"10 of 27 (190 in the standard set)",
                           "without effect: ", "spherical joint ball: ", "uses identical legs: leg1"}) {
    EXPECT_NE(table.find(part), std::string::npos) << part << " in\n" << table;
  }
}

}  // namespace
}  // namespace jourdain::base_table_test
