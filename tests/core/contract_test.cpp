#include "jourdain/core/status.hpp"

#include <gtest/gtest.h>

namespace jourdain::contract_test {
namespace {

TEST(Contract, HoldsInSilence) { contract(true, "never seen"); }

TEST(Contract, EndsTheProgramWithTheReason) {
  EXPECT_DEATH(contract(false, "there is no such body"), "contract broken: there is no such body");
}

}  // namespace
}  // namespace jourdain::contract_test
