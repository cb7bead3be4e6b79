#include "analyses/option_reader.hpp"

#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace jourdain {
namespace {

enum class Side { left, right };
std::span<const std::string_view> words(Side) {
  static constexpr std::string_view all[] = {"left", "right"};
  return all;
}

struct Values {
  Side side = Side::left;
  double rate = std::numeric_limits<double>::quiet_NaN();
  std::int64_t rows = 3;
  bool all = false;
  std::string name;
  std::vector<std::string> set;
};

Values read(const std::vector<GivenOption>& given) {
  Values values;
  OptionReader reader(given);
  reader.one_of({.name = "side", .help = ""}, values.side);
  reader.number({.name = "rate", .help = ""}, Measure::frequency, positive, values.rate);
  reader.whole({.name = "rows", .help = ""}, {1, 10}, values.rows);
  reader.flag({.name = "all", .help = ""}, values.all);
  reader.text({.name = "name", .help = ""}, values.name);
  reader.texts({.name = "set", .help = ""}, values.set);
  reader.finish();
  return values;
}

std::string refusal(const std::vector<GivenOption>& given) {
  try {
    read(given);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return "";
}

TEST(OptionReader, TakesValuesInTheirUnits) {
  const Values values =
      read({{"side", {"right"}}, {"rate", {"2 kHz"}}, {"rows", {"7"}}, {"all", {}}, {"set", {"a=1", "b=2"}}});
  EXPECT_EQ(values.side, Side::right);
  EXPECT_EQ(values.rate, 2000);
  EXPECT_EQ(values.rows, 7);
  EXPECT_TRUE(values.all);
  EXPECT_EQ(values.set.size(), 2u);
}

TEST(OptionReader, SaysWhatIsWrong) {
  EXPECT_NE(refusal({{"side", {"rihgt"}}}).find("did you mean 'right'"), std::string::npos);
  EXPECT_NE(refusal({{"rate", {"2 m"}}}).find("--rate"), std::string::npos);
  EXPECT_NE(refusal({{"rate", {"0 Hz"}}}).find("greater than 0"), std::string::npos);
  EXPECT_NE(refusal({{"rows", {"2.5"}}}).find("whole"), std::string::npos);
  EXPECT_NE(refusal({{"rows", {"11"}}}).find("from 1 to 10"), std::string::npos);
  EXPECT_NE(refusal({{"name", {" "}}}).find("found nothing"), std::string::npos);
  EXPECT_NE(refusal({{"nane", {"x"}}}).find("did you mean '--name'"), std::string::npos);
}

}  // namespace
}  // namespace jourdain
