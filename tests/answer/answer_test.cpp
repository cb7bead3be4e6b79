#include "jourdain/answer/answer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace jourdain {
namespace {

TEST(Measure, EveryQuantityHasItsOwnWordAndASensibleScale) {
  std::set<std::string_view> seen;
  for (int k = 0; k <= static_cast<int>(Measure::bytes); ++k) {
    const MeasureWords& words = words_of(static_cast<Measure>(k));
    EXPECT_TRUE(seen.insert(words.word).second) << words.word;
    EXPECT_GT(words.scale, 0);
    if (words.scale == 1) {
      EXPECT_EQ(words.unit, words.shown) << words.word;
    }
  }
  EXPECT_EQ(words_of(motion_measure(true, 1)).unit, "m/s");
  EXPECT_EQ(words_of(motion_measure(false, 2)).unit, "rad/s^2");
  EXPECT_EQ(words_of(force_measure(false)).word, "torque");
}

TEST(Answer, EntriesAreFoundByTheirPath) {
  Answer answer{"all", "all"};
  Answer inner{"code", "code"};
  inner.add(Table{"counts", "operations"});
  answer.sections.push_back(inner);
  answer.add(Facts{"facts", ""});
  EXPECT_NE(answer.find<Table>("code/counts"), nullptr);
  EXPECT_NE(answer.find<Facts>("facts"), nullptr);
  EXPECT_EQ(answer.find<Facts>("code/counts"), nullptr);
  EXPECT_EQ(answer.find<Table>("counts"), nullptr);
  EXPECT_EQ(answer.find<Table>("none/counts"), nullptr);
}

TEST(Answer, AColumnIsSaidOnce) {
  const Table table = table_of<double>("numbers", "Numbers", {1, 2},
                                       {{"x", "x",
                                         [](const double& x) {
                                           return Cell(Number{x, Measure::length});
                                         }},
                                        {"big", "big", [](const double& x) { return Cell(x > 1.5); }}});
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(std::get<Number>(table.rows[1][0].content).value, 2);
  EXPECT_FALSE(std::get<bool>(table.rows[0][1].content));
  EXPECT_TRUE(std::get<bool>(table.rows[1][1].content));
}

}  // namespace
}  // namespace jourdain
