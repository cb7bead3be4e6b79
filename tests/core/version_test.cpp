#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace jourdain::version_test {
namespace {

TEST(Version, IsMajorMinorPatch) {
  EXPECT_TRUE(std::regex_match(std::string(version()), std::regex("[0-9]+\\.[0-9]+\\.[0-9]+"))) << version();
}

TEST(Version, IsThatOfTheProject) { EXPECT_STREQ(version(), JOURDAIN_EXPECTED_VERSION); }

}  // namespace
}  // namespace jourdain::version_test
