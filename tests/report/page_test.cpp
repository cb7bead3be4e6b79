#include "report/page.hpp"

#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace jourdain::page_test {
namespace {

constexpr const char* nasty = "<script>alert(\"x\")</script> & </style>";

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

Plot small_plot(std::size_t points) {
  Plot plot;
  plot.title = nasty;
  for (std::size_t k = 0; k < points; ++k) plot.x.push_back(0.01 * static_cast<double>(k));
  PlotPanel panel;
  panel.up = {nasty, "N", {}, {}};
  PlotSeries series;
  series.name = nasty;
  for (double x : plot.x) series.y.push_back(std::sin(x));
  panel.series = {series};
  panel.limits = {{0.5, nasty}};
  plot.panels = {panel};
  return plot;
}

Scene small_scene() {
  Scene scene;
  scene.title = nasty;
  scene.bodies = {{nasty, ScenePart::base, {}, {}},
                  {"arm", ScenePart::link, {{Vector3(0, 0, 0), Vector3(1, 0, 0), 1}}, {}},
                  {"plate", ScenePart::platform, {}, {Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)}}};
  scene.joints = {{nasty, SceneJointKind::hinge, true, 1, Vector3::Zero(), Vector3::UnitZ()}};
  scene.time = {0, 0.5, 1};
  scene.frames.assign(3, std::vector<Placement>(3));
  scene.frames[2][1].p = Vector3(0, 0, 2);
  scene.forces = {{"motor", true, 1, Vector3::Zero(), Vector3::UnitZ(), {1, 2, NAN}, 0}};
  scene.readings = {{"x", "mm", {1, 2, 3}}};
  return scene;
}

Page small_page() {
  Page page;
  page.title = nasty;
  page.verdict = {Tone::good, nasty, {nasty}};
  PageTable table;
  table.columns = {{nasty, nasty}, {"value", "N"}};
  table.rows = {{nasty, 1.0 / 3}, {PageCell("b", Tone::bad), NAN}};
  table.note = nasty;
  PageSection section{nasty, {PageText{nasty, Tone::caution}, table, PageCode{nasty}}, false};
  section.elements.push_back(PageFigures{{{nasty, nasty, nasty, Tone::good}}});
  section.elements.push_back(PagePlot{small_plot(50), "run"});
  section.elements.push_back(PageScene{small_scene(), nasty});
  page.sections = {section, section, {"folded", {PageText{"- one\n- `two`\n\nthree", Tone::plain}}, true}};
  page.command = nasty;
  page.notes = {nasty};
  return page;
}

TEST(Page, EscapesAllText) {
  for (bool scripts : {true, false}) {
    const std::string html = page_html(small_page(), {scripts});
    EXPECT_EQ(count(html, "<script>alert"), 0);
    EXPECT_EQ(count(html, "alert(\"x\")"), 0);
    EXPECT_EQ(count(html, "</script> &"), 0);
    EXPECT_EQ(count(html, "<script"), count(html, "</script>"));
    EXPECT_EQ(count(html, "<style>"), count(html, "</style>"));
  }
}

TEST(Page, FetchesNothing) {
  const std::string html = page_html(small_page());
  EXPECT_EQ(count(html, " src="), 0);
  EXPECT_EQ(count(html, "<link"), 0);
  EXPECT_EQ(count(html, "@import"), 0);
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(Page, HasPicturesWhereThereAreNoScripts) {
  const std::string html = page_html(small_page(), {.scripts = false});
  EXPECT_EQ(count(html, "id=\"data\""), 0);
  EXPECT_EQ(count(html, "<svg"), 4);  // two plots, two scenes
  EXPECT_NE(html.find("Pictures instead of interactive plots"), std::string::npos);
}

TEST(Page, HasItsNumbersWhereThereAreScripts) {
  if (!page_scripts_built_in()) GTEST_SKIP() << "built without libjs-three or libjs-dygraphs";
  const std::string html = page_html(small_page());
  EXPECT_NE(html.find("\"time\":[0,0.5,1]"), std::string::npos);
  EXPECT_NE(html.find("\"values\":[1,2,null]"), std::string::npos);
  EXPECT_NE(html.find("Copyright 2010-2017 three.js authors"), std::string::npos) << "the licence asks for the notice";
}

TEST(Page, ThinsLongSeriesButKeepsPeaks) {
  if (!page_scripts_built_in()) GTEST_SKIP() << "built without libjs-three or libjs-dygraphs";
  Page page;
  Plot plot = small_plot(200000);
  plot.panels[0].series[0].y[123457] = 77.125;
  page.sections = {{"long", {PagePlot{plot, ""}}, false}};
  const std::string long_page = page_html(page);
  EXPECT_NE(long_page.find("77.125"), std::string::npos);
  page.sections.clear();
  EXPECT_LT(long_page.size() - page_html(page).size(), 400000u);
}

TEST(Page, SetsTextAsParagraphsListsAndCode) {
  const std::string html = page_html(small_page(), {.scripts = false});
  EXPECT_NE(html.find("<ul><li>one</li><li><code>two</code></li></ul>"), std::string::npos);
  EXPECT_NE(html.find("<p>three</p>"), std::string::npos);
  EXPECT_NE(html.find("data-v=\"0.3333333333\">0.3333</td>"), std::string::npos);
  EXPECT_NE(html.find("<td class=\"short\">-</td>"), std::string::npos);
}

TEST(Page, AnswersFurtherQuestionsBelowTheFirst) {
  Page page;
  page.verdict = {Tone::good, "It is sound.", {}, "Is it sound?"};
  page.further = {{Tone::caution, "Hardly.", {"slower"}, "Does it move?"}};
  const std::string html = page_html(page);
  EXPECT_NE(html.find("verdict good\""), std::string::npos);
  EXPECT_NE(html.find("verdict caution further"), std::string::npos);
  EXPECT_LT(html.find("Is it sound?"), html.find("Does it move?"));
}

TEST(Page, RefusesWhatDoesNotFit) {
  Page untitled;
  PageTable table;
  table.columns = {{"", "N"}};
  untitled.sections = {{"", {table}, false}};
  EXPECT_THROW(page_html(untitled), Error);
  Page page = small_page();
  std::get<PageTable>(page.sections[0].elements[1]).rows.push_back({"one"});
  EXPECT_THROW(page_html(page), Error);
  Scene scene = small_scene();
  scene.frames[1].pop_back();
  page.sections = {{"", {PageScene{scene, ""}}, false}};
  EXPECT_THROW(page_html(page), Error);
  scene = small_scene();
  scene.readings[0].values.pop_back();
  EXPECT_THROW(scene_svg(scene), Error);
}

}  // namespace
}  // namespace jourdain::page_test
