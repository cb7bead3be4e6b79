// Every experiment in its short form: what the papers state is met, and the results can be written.
#include "analyses/papers/reproduce.hpp"
#include "jourdain/core/error.hpp"
#include "report/heatmap.hpp"
#include "report/plot.hpp"
#include "report/render.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace jourdain::reproduce_test {
namespace {

std::vector<std::string> keys() {
  std::vector<std::string> names;
  for (const PaperExperiment& experiment : paper_experiments()) names.emplace_back(experiment.key);
  return names;
}

class Reproduce : public testing::TestWithParam<std::string> {};

TEST_P(Reproduce, MeetsThePapersStatements) {
  const PaperResult result = reproduce(GetParam(), {.brief = true, .compile = false});
  EXPECT_EQ(result.key, GetParam());
  ASSERT_FALSE(result.claims.empty());
  ASSERT_FALSE(result.tables.empty());
  for (const ResultClaim& claim : result.claims) {
    // Gains of drives are not among what the laws learn, and times are those of a busy machine.
    const bool excused = claim.measured || (GetParam() == "codourey97-adaptive" && !claim.reason.empty());
    EXPECT_TRUE(claim.met || excused) << claim.paper << ": " << claim.ours;
  }
  std::set<std::string> names;
  for (const ResultTable& table : result.tables) {
    EXPECT_TRUE(names.insert(table.name).second) << table.name;
    ASSERT_FALSE(table.rows.empty()) << table.name;
    for (const auto& row : table.rows) {
      ASSERT_EQ(row.size(), table.columns.size()) << table.name;
      for (const ResultCell& cell : row) {
        const auto* number = std::get_if<Number>(&cell.cell.content);
        EXPECT_TRUE(!number || std::isfinite(number->value)) << table.name;
      }
    }
  }
  for (const ResultPlot& plot : result.plots) EXPECT_NE(plot_svg(plot.plot).find("</svg>"), std::string::npos);
  for (const ResultMap& map : result.maps) EXPECT_NE(heatmap_matrix_svg(map.map).find("</svg>"), std::string::npos);
  const Answer answer = papers_answer({result});
  EXPECT_EQ(answer.good(), result.ok());
  for (const ResultTable& table : result.tables) {
    const auto* shown = answer.find<Table>(result.key + "/" + table.name);
    ASSERT_TRUE(shown) << table.name;
    EXPECT_EQ(std::ranges::count(entry_csv(*shown), '\n'), static_cast<long>(table.rows.size()) + 1);
  }
  EXPECT_NE(answer_markdown(answer).find("## " + result.key), std::string::npos);
  EXPECT_NE(page_html(answer_page(answer, "jourdain reproduce"), {.scripts = false}).find(result.title),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Papers, Reproduce, testing::ValuesIn(keys()), [](const auto& named) {
  std::string name = named.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(PaperList, NamesAreUniqueAndUnknownOnesAreRefused) {
  const std::vector<std::string> names = keys();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  try {
    (void)reproduce("codourey98-fig77");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'codourey98-fig7'"), std::string::npos);
  }
}

// A result is bad if a statement is not met and nobody says why.
TEST(PaperResult, IsOkWhereDeparturesAreExplained) {
  PaperResult result;
  result.claims = {{"a", "b", true, ""}, {"c", "d", false, "known"}};
  EXPECT_TRUE(result.ok());
  result.claims.push_back({"e", "f", false, ""});
  EXPECT_FALSE(result.ok());
}

}  // namespace
}  // namespace jourdain::reproduce_test
