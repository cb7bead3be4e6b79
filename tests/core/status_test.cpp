#include "jourdain/core/status.hpp"

#include <gtest/gtest.h>

#include <set>

namespace jourdain::status_test {
namespace {

// Every status, in the order of the enumeration.
constexpr Status all[] = {Status::ok,           Status::not_finite,    Status::unreachable,
                          Status::singular,     Status::not_converged, Status::uncertain,
                          Status::inconsistent, Status::limit};

TEST(Status, EveryOneHasItsOwnWordAndSentence) {
  std::set<std::string_view> words;
  std::set<std::string_view> sentences;
  for (const Status status : all) {
    EXPECT_TRUE(words.insert(to_string(status)).second) << to_string(status);
    EXPECT_TRUE(sentences.insert(explain(status)).second) << explain(status);
    EXPECT_EQ(to_string(status).find(' '), std::string_view::npos);
    EXPECT_NE(to_string(status), "unknown");
  }
}

TEST(Status, AForeignNumberIsUnknown) { EXPECT_EQ(to_string(static_cast<Status>(1000)), "unknown"); }

}  // namespace
}  // namespace jourdain::status_test
