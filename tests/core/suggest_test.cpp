#include "core/suggest.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <random>

namespace jourdain::suggest_test {
namespace {

const std::vector<std::string> keys = {"mass", "com", "inertia", "friction", "actuated", "limits"};

TEST(Suggest, FindsTheWordBehindOneTypingError) {
  EXPECT_EQ(suggest("mas", keys), "mass");           // missing letter
  EXPECT_EQ(suggest("masss", keys), "mass");         // letter too many
  EXPECT_EQ(suggest("moss", keys), "mass");          // wrong letter
  EXPECT_EQ(suggest("firction", keys), "friction");  // swapped letters
}

TEST(Suggest, AllowsMoreErrorsInLongerWords) {
  EXPECT_EQ(suggest("actuatde", keys), "actuated");
  EXPECT_EQ(suggest("acutatde", keys), "actuated");
  EXPECT_EQ(suggest("cmo", keys), "com");
  EXPECT_EQ(suggest("cat", keys), "");
}

TEST(Suggest, IgnoresCaseBeforeAnythingElse) {
  EXPECT_EQ(suggest("MASS", {"mast", "mass"}), "mass");
  EXPECT_EQ(suggest("n", {"N", "m"}), "N");
  EXPECT_EQ(suggest("kn", {"km", "kN"}), "kN");
}

TEST(Suggest, PrefersTheNearestAndThenTheFirst) {
  EXPECT_EQ(suggest("limit", {"limbs", "limits"}), "limits");
  EXPECT_EQ(suggest("Lc", {"La", "Lb"}), "La");
}

TEST(Suggest, IsSilentWithoutANeighbour) {
  EXPECT_EQ(suggest("", keys), "");
  EXPECT_EQ(suggest("x", {"y"}), "");
  EXPECT_EQ(suggest("platform", keys), "");
  EXPECT_EQ(suggest("mass", {}), "");
  EXPECT_EQ(suggest(std::string(100000, 'a'), {std::string(100000, 'b')}), "");
}

// The plain full table, against which the banded one of suggest is held.
int plain_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = static_cast<int>(i + j);
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

TEST(Suggest, AgreesWithThePlainEditDistance) {
  const unsigned seed = 20;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const auto word = [&] {
    std::string w(1 + random() % 12, 'a');
    for (char& c : w) c = static_cast<char>('a' + random() % 3);
    return w;
  };
  for (int i = 0; i < 20000; ++i) {
    const std::string a = word();
    const std::string b = word();
    const int longer = static_cast<int>(std::max(a.size(), b.size()));
    const int allowed = longer == 1 ? 0 : std::clamp(longer / 3, 1, 3);
    const bool near = a != b && plain_distance(a, b) <= allowed;
    ASSERT_EQ(suggest(a, {b}), near ? b : "") << a << " " << b;
  }
}

}  // namespace
}  // namespace jourdain::suggest_test
