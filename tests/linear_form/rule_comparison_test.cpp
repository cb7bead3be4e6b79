// The two ways to base parameters agree, or the rules leave more and the rank says which.
#include "linear_form/rule_comparison.hpp"

#include "support/random_states.hpp"

namespace jourdain::rule_comparison_test {
namespace {

class RuleComparisons : public testing::TestWithParam<std::string> {};

TEST_P(RuleComparisons, RulesNeverLeaveFewerThanTheRank) {
  const Robot& robot = catalogue_robot(GetParam());
  for (bool structure : {true, false}) {
    LinearFormOptions options;
    options.structure = structure;
    const RuleComparison c = compare_with_rules(LinearForm(robot, options));
    EXPECT_GE(c.by_rule, c.by_rank);
    EXPECT_EQ(static_cast<int>(c.only_rank.size()), c.by_rule - c.by_rank);
  }
}

// Legs on a platform with ball joints: the rules find all.
TEST(RuleComparison, AgreesForLegsOnBallJoints) {
  for (const char* name :
       {"palida", "hexapod", "hexapod-full", "stewart-tsai", "stewart-gallardo", "hexa", "hexaglide"}) {
    for (LegSharing legs : {LegSharing::independent, LegSharing::identical}) {
      LinearFormOptions options;
      options.legs = legs;
      options.structure = false;
      const RuleComparison c = compare_with_rules(LinearForm(Robot::from_file(name), options));
      EXPECT_EQ(c.by_rule, c.by_rank) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RuleComparisons, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::rule_comparison_test
