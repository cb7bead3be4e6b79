#include "report/heatmap.hpp"

#include "jourdain/core/error.hpp"
#include "report/svg.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <map>
#include <regex>
#include <set>

namespace jourdain::heatmap_test {
namespace {

Heatmap small_map() {
  Heatmap map;
  map.title = "a <robot> & \"more\"";
  map.subtitle = "z = -300 mm";
  map.across = {"x", "mm", -100, 100, 5};
  map.up = {"y", "mm", -50, 50, 3};
  map.value_label = "type-2 distance";
  for (int k = 0; k < 15; ++k) map.values.push_back(0.1 * k);
  return map;
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// Luminance of "#rrggbb" in linear light.
double luminance(const std::string& colour) {
  const auto channel = [&](int at) { return std::pow(std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0, 2.2); };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

TEST(Heatmap, IsOneSelfContainedPicture) {
  const std::string svg = heatmap_svg(small_map());
  EXPECT_EQ(svg.rfind("<svg xmlns=", 0), 0u);
  EXPECT_EQ(count(svg, "<svg"), count(svg, "</svg>"));
  EXPECT_EQ(count(svg, "<g"), count(svg, "</g>"));
  EXPECT_EQ(count(svg, "href"), 0);
  EXPECT_EQ(count(svg, "nan"), 0);
  EXPECT_EQ(count(svg, "inf"), 0);
}

TEST(Heatmap, EscapesText) {
  const std::string svg = heatmap_svg(small_map());
  EXPECT_NE(svg.find("a &lt;robot&gt; &amp; &quot;more&quot;"), std::string::npos);
  EXPECT_EQ(svg.find("<robot>"), std::string::npos);
}

TEST(Heatmap, MergesRunsOfEqualCells) {
  Heatmap map = small_map();
  map.across.count = 200;
  map.up.count = 200;
  map.values.assign(200 * 200, 0.5);
  map.low = 0;
  map.high = 1;
  EXPECT_LT(heatmap_svg(map).size(), 12000u);
}

// A round workspace, known by its cells alone: from row to row its border goes on by less than half a cell, where the
// cells themselves jump by a whole one. A row of three cells of another kind stays to be seen.
TEST(Heatmap, BordersRunSmoothlyAndNarrowRegionsStay) {
  constexpr int count_of = 41, fine = 8;
  Heatmap map = small_map();
  map.across = {"x", "mm", -20, 20, count_of};
  map.up = {"y", "mm", -20, 20, count_of};
  map.values.assign(count_of * count_of, 0.5);
  map.low = 0;
  map.high = 1;
  for (int k = 0; k < count_of * count_of; ++k) {
    const int x = k % count_of - 20, y = k / count_of - 20;
    const bool tip = y == -14 && std::abs(x) <= 1;
    const bool inside = std::hypot(x - 0.3, y + 0.2) < 13.3;
    map.cells.push_back(tip ? HeatmapCell::behind : inside ? HeatmapCell::value : HeatmapCell::unreachable);
  }
  const std::string svg = heatmap_svg(map);
  EXPECT_NE(svg.find(std::string("fill=\"") + violet + "\" d=\"M"), std::string::npos);
  std::map<int, int> left;  // by row, in fine cells
  const std::size_t from = svg.find("<path fill=\"" + map_colour(32.5 / 64)), to = svg.find("/>", from);
  ASSERT_NE(from, std::string::npos);
  const std::string path = svg.substr(from, to - from);
  const std::regex run("M([0-9]+) ([0-9]+)h");
  for (std::sregex_iterator at(path.begin(), path.end(), run), end; at != end; ++at)
    left.emplace(std::stoi((*at)[2]), std::stoi((*at)[1]));
  int largest = 0;
  for (int row = (20 - 9) * fine; row < (20 + 9) * fine; ++row)
    largest = std::max(largest, std::abs(left.at(row + 1) - left.at(row)));
  EXPECT_LT(largest, fine / 2);
}

TEST(Heatmap, ShowsTheStatesThatOccurAndOnlyThose) {
  Heatmap map = small_map();
  EXPECT_EQ(heatmap_svg(map).find("singular"), std::string::npos);
  map.cells.assign(15, HeatmapCell::value);
  map.cells[0] = HeatmapCell::singular;
  map.cells[1] = HeatmapCell::limit;
  map.values[2] = std::nan("");
  map.cells[3] = HeatmapCell::behind;
  const std::string svg = heatmap_svg(map);
  EXPECT_NE(svg.find("singular 7%"), std::string::npos);
  EXPECT_NE(svg.find("beyond a joint limit 7%"), std::string::npos);
  EXPECT_NE(svg.find("out of reach 7%"), std::string::npos);
  EXPECT_NE(svg.find("behind a singularity 7%"), std::string::npos);
  EXPECT_NE(svg.find("within limits 73%"), std::string::npos);
}

// Every text that begins at the left, by about 6 units a letter, ends within the picture.
TEST(Heatmap, TextStaysWithinTheFrame) {
  Heatmap map = small_map();
  map.subtitle =
      "z = -780 mm, rx = 10 deg, ry = -12.5 deg, rz = 33.3 deg held; 22.1% of 81 x 81 cells are within reach and "
      "limits";
  map.cells.assign(15, HeatmapCell::value);
  map.cells[0] = HeatmapCell::singular;
  map.cells[1] = HeatmapCell::limit;
  map.cells[2] = HeatmapCell::unreachable;
  map.cells[3] = HeatmapCell::behind;
  for (const double narrow : {1.0, 0.1}) {
    map.across.from = -100 * narrow;
    map.across.to = 100 * narrow;
    const std::string svg = heatmap_svg(map);
    std::smatch size;
    ASSERT_TRUE(std::regex_search(svg, size, std::regex("viewBox=\"0 0 ([0-9]+) ([0-9]+)\"")));
    const std::regex text(
        "<text x=\"([0-9.]+)\" y=\"([0-9.]+)\"( font-size=\"1[23]\")? fill=\"[^\"]*\">([^<]*)</text>");
    int seen = 0;
    for (std::sregex_iterator at(svg.begin(), svg.end(), text), end; at != end; ++at, ++seen) {
      EXPECT_LE(std::stod((*at)[1]) + 6.0 * static_cast<double>((*at)[4].length()), std::stod(size[1])) << (*at)[4];
      EXPECT_LT(std::stod((*at)[2]), std::stod(size[2])) << (*at)[4];
    }
    EXPECT_GE(seen, 7);  // two lines of the subtitle, five kinds of cells
  }
}

TEST(Heatmap, EqualUnitsHaveEqualScales) {
  Heatmap map = small_map();
  const std::string svg = heatmap_svg(map);
  std::smatch match;
  ASSERT_TRUE(std::regex_search(svg, match, std::regex("scale\\(([0-9.]+) ([0-9.]+)\\)\" shape")));
  EXPECT_NEAR(std::stod(match[1]), std::stod(match[2]), 1e-3);
}

TEST(Heatmap, MapsWithoutAnyValueHaveNoColourBar) {
  Heatmap map = small_map();
  map.cells.assign(15, HeatmapCell::unreachable);
  const std::string svg = heatmap_svg(map);
  EXPECT_EQ(svg.find("id=\"bar\""), std::string::npos);
  EXPECT_NE(svg.find("out of reach 100%"), std::string::npos);
}

TEST(Heatmap, RefusesSizesThatDoNotFit) {
  Heatmap map = small_map();
  map.values.pop_back();
  EXPECT_THROW(heatmap_svg(map), Error);
  map = small_map();
  map.up.to = map.up.from - 1;
  EXPECT_THROW(heatmap_svg(map), Error);
  map = small_map();
  map.across.from = std::nan("");
  EXPECT_THROW(heatmap_svg(map), Error);
}

HeatmapMatrix small_matrix() {
  HeatmapMatrix matrix;
  matrix.title = "mass <matrix>";
  matrix.across = {"x", "mm", -100, 100, 5};
  matrix.up = {"y", "mm", -50, 50, 3};
  matrix.size = 2;
  matrix.colours = {{"diagonal", false}, {"coupling", true}};
  for (const auto& [row, column] : {std::pair{0, 0}, {0, 1}, {1, 1}}) {
    HeatmapMatrix::Panel panel{row, column, row == column ? 0u : 1u, "M", "ij", {}};
    for (int k = 0; k < 15; ++k) panel.values.push_back(row == column ? 1 + 0.1 * k : -0.2 * k);
    matrix.panels.push_back(panel);
  }
  return matrix;
}

TEST(HeatmapMatrix, IsOneSelfContainedPicture) {
  const std::string svg = heatmap_matrix_svg(small_matrix());
  EXPECT_EQ(svg.rfind("<svg xmlns=", 0), 0u);
  EXPECT_EQ(count(svg, "<g"), count(svg, "</g>"));
  EXPECT_EQ(count(svg, "shape-rendering"), 3);
  EXPECT_NE(svg.find("mass &lt;matrix&gt;"), std::string::npos);
  for (const char* part : {"href", "nan", "inf"}) EXPECT_EQ(count(svg, part), 0) << part;
}

TEST(HeatmapMatrix, CouplingIsColouredAlikeOnBothSidesOfZero) {
  HeatmapMatrix matrix = small_matrix();
  const std::string svg = heatmap_matrix_svg(matrix);
  // The largest magnitude, -2.8, gets the end of the scale; 0 its middle.
  EXPECT_NE(svg.find(diverging_colour(2 * (0.5 / 64) - 1)), std::string::npos);
  EXPECT_NE(svg.find(diverging_colour(2 * (32.5 / 64) - 1)), std::string::npos);
}

TEST(HeatmapMatrix, RefusesWhatDoesNotFit) {
  HeatmapMatrix matrix = small_matrix();
  matrix.panels[1].values.pop_back();
  EXPECT_THROW(heatmap_matrix_svg(matrix), Error);
  matrix = small_matrix();
  matrix.panels[1].row = 2;
  EXPECT_THROW(heatmap_matrix_svg(matrix), Error);
  matrix = small_matrix();
  matrix.panels[1].colours = 2;
  EXPECT_THROW(heatmap_matrix_svg(matrix), Error);
}

TEST(DivergingColour, GrowsDarkerToBothSides) {
  for (int k = 1; k <= 50; ++k) {
    for (int side : {-1, 1}) {
      EXPECT_LT(luminance(diverging_colour(side * k / 50.0)), luminance(diverging_colour(side * (k - 1) / 50.0))) << k;
    }
  }
  EXPECT_EQ(diverging_colour(-3), diverging_colour(-1));
  EXPECT_NE(diverging_colour(-1), diverging_colour(1));
}

TEST(MapColour, GrowsLighterAllTheWay) {
  std::set<std::string> colours;
  for (int k = 0; k <= 100; ++k) {
    const std::string colour = map_colour(k / 100.0);
    EXPECT_TRUE(std::regex_match(colour, std::regex("#[0-9a-f]{6}"))) << colour;
    if (k > 0) {
      EXPECT_GT(luminance(colour), luminance(map_colour((k - 1) / 100.0))) << k;
    }
    colours.insert(colour);
  }
  EXPECT_EQ(colours.size(), 101u);
  EXPECT_EQ(map_colour(-1), map_colour(0));
  EXPECT_EQ(map_colour(2), map_colour(1));
}

TEST(NiceTicks, AreRoundAndWithinTheEnds) {
  EXPECT_EQ(nice_ticks(0, 1, 6), (std::vector<double>{0, 0.2, 0.4, 0.2 * 3, 0.8, 1}));
  EXPECT_EQ(nice_ticks(-476, 476, 5), (std::vector<double>{-400, -200, 0, 200, 400}));
  for (double span : {1e-6, 0.3, 7.0, 12345.0, 1e9}) {
    for (int most = 2; most < 12; ++most) {
      const std::vector<double> ticks = nice_ticks(-0.37 * span, 0.63 * span, most);
      ASSERT_GE(ticks.size(), 2u);
      EXPECT_LE(ticks.size(), static_cast<std::size_t>(most));
      EXPECT_GE(ticks.front(), -0.37 * span * (1 + 1e-9));
      EXPECT_LE(ticks.back(), 0.63 * span * (1 + 1e-9));
    }
  }
}

}  // namespace
}  // namespace jourdain::heatmap_test
