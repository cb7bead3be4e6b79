// The two ways to base parameters agree, or the rules leave more and the rank says which.
#include "linear_form/base/rule_comparison.hpp"

#include "linear_form/declared_mechanism.hpp"
#include "support/random_states.hpp"

#include <map>

namespace jourdain::rule_comparison_test {
namespace {

class RuleComparisons : public testing::TestWithParam<std::string> {};

// What the rules leave too many: loops that restrict motions in a way that is no group. By all ten parameters of
// independent legs, and of identical ones.
const std::map<std::string, std::pair<int, int>> left_too_many{
    {"bricard", {3, 3}}, {"delta-rods", {21, 7}}, {"quattro", {8, 8}}};

TEST_P(RuleComparisons, RulesFindAllButKnownLoops) {
  const Robot& robot = catalogue_robot(GetParam());
  const auto known = left_too_many.find(GetParam());
  for (const LegSharing legs : {LegSharing::independent, LegSharing::identical}) {
    const RuleComparison c = compare_with_rules(find_base_parameters(LinearForm(robot, rigid(legs, false))));
    const bool independent = legs == LegSharing::independent;
    const int expected = known == left_too_many.end() ? 0 : independent ? known->second.first : known->second.second;
    EXPECT_EQ(c.by_rule - c.by_rank, expected);
    EXPECT_EQ(static_cast<int>(c.only_rank.size()), expected);
  }
}

// Rotors, friction and a payload change nothing about the bodies.
TEST_P(RuleComparisons, AreOfTheBodiesAlone) {
  const LinearForm form(catalogue_robot(GetParam()));
  const RuleComparison bodies = compare_with_rules(find_base_parameters(LinearForm(form.robot(), rigid())));
  const RuleComparison all = compare_with_rules(find_base_parameters(form));
  EXPECT_EQ(all.by_rank, bodies.by_rank);
  EXPECT_EQ(all.by_rule, bodies.by_rule);
}

TEST(RuleComparison, SaysWhatOnlyTheRankFound) {
  const Robot robot = Robot::from_file("delta-rods");
  const RuleComparison c = compare_with_rules(find_base_parameters(LinearForm(robot, rigid())));
  EXPECT_NE(std::ranges::find(c.only_rank, "Izz.leg1.fore.rod2 moves to Izz.leg1.fore.rod1"), c.only_rank.end());
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RuleComparisons, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::rule_comparison_test
