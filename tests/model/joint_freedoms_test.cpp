#include "model/joint_freedoms.hpp"

#include <gtest/gtest.h>

#include <string>

namespace jourdain::joint_freedoms_test {
namespace {

// What the comments of JointType say, by itself: number of turns, number of slides, numbers of a position.
struct Expected {
  JointType type;
  const char* name;
  int turns, slides, positions;
};

constexpr Expected all[] = {
    {JointType::revolute, "revolute", 1, 0, 1},   {JointType::prismatic, "prismatic", 0, 1, 1},
    {JointType::helical, "helical", 1, 0, 1},     {JointType::cylindrical, "cylindrical", 1, 1, 2},
    {JointType::universal, "universal", 2, 0, 2}, {JointType::spherical, "spherical", 3, 0, 4},
    {JointType::planar, "planar", 1, 2, 3},       {JointType::fixed, "fixed", 0, 0, 0},
};

TEST(JointFreedoms, AreThoseOfTheType) {
  ASSERT_EQ(std::size(all), joint_table::kinds.size());
  for (const Expected& expected : all) {
    SCOPED_TRACE(expected.name);
    const JointKind& kind = joint_kind(expected.type);
    EXPECT_EQ(kind.name, expected.name);
    EXPECT_EQ(to_string(expected.type), expected.name);
    EXPECT_EQ(kind.turns(), expected.turns);
    EXPECT_EQ(kind.slides(), expected.slides);
    EXPECT_EQ(kind.positions(), expected.positions);
    EXPECT_EQ(freedoms(expected.type), expected.turns + expected.slides);
    int lengths = 0;
    for (int i = 0; i < kind.freedoms; ++i) lengths += is_length(expected.type, i);
    EXPECT_EQ(lengths, expected.slides);
  }
}

TEST(JointFreedoms, OfNoTypeAreNone) {
  const auto none = static_cast<JointType>(99);
  EXPECT_EQ(freedoms(none), 0);
  EXPECT_EQ(to_string(none), "unknown");
  EXPECT_FALSE(is_length(none, 0));
  EXPECT_FALSE(is_length(JointType::prismatic, 1));
}

}  // namespace
}  // namespace jourdain::joint_freedoms_test
