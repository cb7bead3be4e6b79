#include "core/joined.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace jourdain {
namespace {

TEST(Joined, HasTheSeparatorBetweenWordsAlone) {
  EXPECT_EQ(joined(std::vector<std::string>{}), "");
  EXPECT_EQ(joined(std::vector<std::string>{"one"}, "; "), "one");
  EXPECT_EQ(joined(std::vector<std::string>{"a", "", "c"}), "a, , c");
  EXPECT_EQ(joined(std::vector<std::string>{"a", "b"}, "', '"), "a', 'b");
  EXPECT_EQ(joined(std::vector<std::string_view>{"a", "b"}, " "), "a b");
}

}  // namespace
}  // namespace jourdain
