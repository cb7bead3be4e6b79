#include "report/plot.hpp"

#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>

namespace jourdain::plot_test {
namespace {

// Two panels of the same motors over time, and a path.
Plot small_plot() {
  Plot plot;
  plot.title = "a <robot> & more";
  plot.subtitle = "path.csv, 101 states";
  for (int k = 0; k <= 100; ++k) plot.x.push_back(0.01 * k);
  PlotPanel force{{"force", "N", {}, {}}, {}, {{12, "max force"}, {-12, "max force"}}, {}};
  PlotPanel speed{{"speed", "m/s", {}, {}}, {}, {}, {}};
  for (int motor = 0; motor < 3; ++motor) {
    PlotSeries f{"leg" + std::to_string(motor + 1), {}, {}}, v = f;
    for (double t : plot.x) f.y.push_back(10 * std::sin(6 * t + motor)), v.y.push_back(std::cos(6 * t + motor));
    force.series.push_back(f);
    speed.series.push_back(v);
  }
  PlotPanel path{{"y", "mm", {}, {}}, {}, {}, PlotAxis{"x", "mm", {}, {}}};
  PlotSeries way{"way", {}, {}};
  for (double t : plot.x) way.x.push_back(100 * std::cos(6 * t)), way.y.push_back(50 * std::sin(6 * t));
  path.series.push_back(way);
  plot.panels = {force, speed, path};
  return plot;
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(PlotPicture, IsOneSelfContainedPicture) {
  const std::string svg = plot_svg(small_plot());
  EXPECT_EQ(svg.rfind("<svg xmlns=", 0), 0u);
  EXPECT_EQ(count(svg, "<g"), count(svg, "</g>"));
  EXPECT_EQ(count(svg, "href"), 0);
  EXPECT_EQ(count(svg, "nan"), 0);
  EXPECT_EQ(count(svg, "inf"), 0);
  EXPECT_NE(svg.find("a &lt;robot&gt; &amp; more"), std::string::npos);
  EXPECT_EQ(svg.find("<robot>"), std::string::npos);
  for (const char* label : {"force (N)", "speed (m/s)", "time (s)", "x (mm)", "y (mm)"})
    EXPECT_EQ(count(svg, label), 1) << label;
}

TEST(PlotPicture, PanelsOfTheSameNamesShareALegend) {
  Plot plot = small_plot();
  EXPECT_EQ(count(plot_svg(plot), ">leg2<"), 1);
  plot.panels[1].series[0].name = "other";
  EXPECT_EQ(count(plot_svg(plot), ">leg2<"), 2);
}

TEST(PlotPicture, LimitsAreDashedAndNamedOnce) {
  Plot plot = small_plot();
  std::string svg = plot_svg(plot);
  EXPECT_EQ(count(svg, ">max force<"), 1);
  EXPECT_EQ(count(svg, "stroke-dasharray=\"7 4\""), 3);  // two lines and the legend
  // A limit far away would squeeze the curves: it is told, not drawn.
  plot.panels[0].limits = {{500, "max force"}, {-500, "max force"}};
  svg = plot_svg(plot);
  EXPECT_EQ(count(svg, ">max force (not in view)<"), 1);
  EXPECT_EQ(count(svg, "stroke-dasharray=\"7 4\""), 1);
}

// By about 6 units a letter, every text that begins at the left ends within the picture.
TEST(PlotPicture, TextStaysWithinTheFrame) {
  Plot plot = small_plot();
  plot.title = "a robot of a long name: forces of the motors, their speeds, and the way of the platform in the plane";
  plot.subtitle = plot.title + ", " + plot.title + ", " + plot.title;
  for (PlotPanel& panel : plot.panels) {
    for (PlotSeries& series : panel.series) series.name += ": a motor that has quite a long name";
  }
  const std::string svg = plot_svg(plot);
  std::smatch size;
  ASSERT_TRUE(std::regex_search(svg, size, std::regex("viewBox=\"0 0 ([0-9]+) ([0-9]+)\"")));
  const std::regex text("<text x=\"([0-9.]+)\" y=\"([0-9.]+)\"( font-size=\"[0-9]+\")?[^>]*>([^<]*)</text>");
  int seen = 0;
  for (std::sregex_iterator at(svg.begin(), svg.end(), text), end; at != end; ++at) {
    if ((*at)[4].length() < 20) continue;
    EXPECT_LE(std::stod((*at)[1]) + 6.0 * static_cast<double>((*at)[4].length()), std::stod(size[1])) << (*at)[4];
    EXPECT_LT(std::stod((*at)[2]), std::stod(size[2])) << (*at)[4];
    ++seen;
  }
  EXPECT_GE(seen, 2 + 3 + 4);  // lines of title and subtitle, four names
}

TEST(PlotPicture, PathsHaveEqualScales) {
  Plot plot = small_plot();
  plot.panels.erase(plot.panels.begin(), plot.panels.begin() + 2);
  const std::string svg = plot_svg(plot);
  // The drawn ellipse keeps its ratio of two to one.
  std::smatch line;
  ASSERT_TRUE(std::regex_search(svg, line, std::regex("round\" d=\"(M[^\"]*)\"")));
  const std::string d = line[1];
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  const std::regex pair("([0-9.]+) ([0-9.]+)");
  for (std::sregex_iterator at(d.begin(), d.end(), pair), end; at != end; ++at) {
    for (int c = 0; c < 2; ++c) {
      const double value = std::stod((*at)[c + 1]);
      low[c] = std::min(low[c], value), high[c] = std::max(high[c], value);
    }
  }
  EXPECT_NEAR((high[0] - low[0]) / (high[1] - low[1]), 2, 0.01);
}

TEST(PlotPicture, LongSeriesStaySmallAndKeepTheirPeaks) {
  Plot plot;
  plot.panels.resize(1);
  PlotSeries noise{"noise", {}, {}};
  for (int k = 0; k < 1000000; ++k) {
    plot.x.push_back(1e-6 * k);
    noise.y.push_back(std::sin(0.1 * k));
  }
  noise.y[543210] = 30;
  plot.panels[0].series = {noise};
  EXPECT_LT(plot_svg(plot).size(), 60000u);
  const std::vector<std::size_t> kept = thinned(plot.x, noise.y, 1.0 / 640, 0.1);
  EXPECT_TRUE(std::ranges::is_sorted(kept));
  EXPECT_NE(std::ranges::find(kept, 543210u), kept.end());
  EXPECT_EQ(kept.front(), 0u);
  EXPECT_EQ(kept.back(), 999999u);
  EXPECT_LE(kept.size(), 4u * 642u);
}

TEST(PlotPicture, GapsStayGaps) {
  const double none = std::nan("");
  const std::vector<double> x{0, 1, 2, 3, 4, 5, 6}, y{none, 1, 2, none, none, 3, none};
  EXPECT_EQ(thinned(x, y, 0.1, 0.1), (std::vector<std::size_t>{1, 2, 3, 5}));
  const std::vector<double> back{0, 1, 2, 3, 2, 1, 0};
  EXPECT_EQ(thinned(back, y, 0.1, 0.1), (std::vector<std::size_t>{1, 2, 3, 5}));
  Plot plot;
  plot.panels.resize(1);
  plot.panels[0].series = {{"gaps", x, y}};
  const std::string svg = plot_svg(plot);
  std::smatch line;
  ASSERT_TRUE(std::regex_search(svg, line, std::regex("round\" d=\"([^\"]*)\"")));
  EXPECT_EQ(count(line[1], "M"), 2);
  EXPECT_EQ(count(line[1], "L"), 1);
}

TEST(PlotPicture, ConstantsAndNothingCanBeDrawn) {
  Plot plot;
  plot.panels.resize(3);
  plot.x = {0, 1, 2};
  plot.panels[0].series = {{"zero", {}, {0, 1e-17, 0}}};
  plot.panels[1].series = {{"constant", {}, {5, 5 + 1e-13, 5}}};
  plot.panels[2].series = {{"nothing", {}, {std::nan(""), HUGE_VAL, std::nan("")}}};
  const std::string svg = plot_svg(plot);
  EXPECT_EQ(count(svg, "nan"), 0);
  EXPECT_EQ(count(svg, "inf"), 0);
  plot.x = {1};
  for (PlotPanel& panel : plot.panels) panel.series[0].y.resize(1);
  EXPECT_EQ(count(plot_svg(plot), "nan"), 0);
}

TEST(PlotPicture, ColoursThatRepeatAreDashed) {
  Plot plot;
  plot.x = {0, 1};
  plot.panels.resize(1);
  for (int k = 0; k < plot_colours + 1; ++k)
    plot.panels[0].series.push_back({"s" + std::to_string(k), {}, {0, 1.0 * k}});
  EXPECT_EQ(count(plot_svg(plot), "stroke-dasharray=\"5 3\""), 2);  // line and legend
  EXPECT_EQ(plot_colour(0), plot_colour(plot_colours));
  EXPECT_NE(plot_colour(0), plot_colour(1));
}

TEST(PlotPicture, CurvesThatCoincideAreBothSeen) {
  Plot plot = small_plot();
  EXPECT_EQ(count(plot_svg(plot), "stroke-dasharray=\"9 9\""), 0);
  plot.panels[0].series[2].y = plot.panels[0].series[0].y;
  EXPECT_EQ(count(plot_svg(plot), "stroke-dasharray=\"9 9\""), 1);
}

TEST(PlotPicture, RefusesWhatDoesNotFit) {
  EXPECT_THROW(plot_svg(Plot{}), Error);
  Plot plot = small_plot();
  plot.panels[0].series[0].y.pop_back();
  EXPECT_THROW(plot_svg(plot), Error);
  plot = small_plot();
  plot.across.low = 2, plot.across.high = 1;
  EXPECT_THROW(plot_svg(plot), Error);
  plot = small_plot();
  plot.panels[1].up.low = std::nan("");
  EXPECT_THROW(plot_svg(plot), Error);
}

}  // namespace
}  // namespace jourdain::plot_test
