#include "report/render.hpp"

#include "codegen/run_program.hpp"
#include "io/atomic_file.hpp"
#include "io/output_folder.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

namespace jourdain {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// One entry of each kind, with what is not known and what mixes units.
Answer every_kind() {
  Answer answer{"test", "five-bar: a test"};
  answer.model = "five-bar";
  answer.verdict = {Tone::caution, "it may do", {"for one reason"}};
  answer.warnings = {"a warning"};
  answer.add(
      Facts{"facts",
            "Facts",
            {{"reach", "reach", Number{0.25, Measure::length}}, {"none", "nothing", Number{nan, Measure::force}}}});
  answer.add(Table{"motors",
                   "Motors",
                   {{"motor", "motor"}, {"force", "force"}, {"share", "share"}},
                   {{"a|b", Number{12.5, Measure::force}, Number{0.5, Measure::share}},
                    {"=c,d", Number{-1, Measure::torque}, Cell()}}});
  answer.add(
      Series{"states", "States", {{"t", "time", Measure::time, {0, 0.1}}, {"q", "q", Measure::angle, {1, nan}}}});
  answer.add(Matrix{"M", "M", {"x"}, {"x", "y"}, {1, 2}, {"kg"}});
  answer.add(Code{"code", "Code", "a <b>\n", "c"});
  Plot plot;
  plot.x = {0, 1};
  plot.panels.push_back({{"y", "m", {}, {}}, {{"y", {}, {1, 2}}}, {}, {}});
  answer.add(Picture{"plot", "Plot", plot});
  Answer inner{"more", "More"};
  inner.add(Text{"text", "some `code`", Tone::bad});
  answer.sections.push_back(inner);
  return answer;
}

TEST(Render, JsonIsBareSiNumbersWithUnitsBesideThem) {
  const auto json = nlohmann::json::parse(answer_json(every_kind()));
  EXPECT_EQ(json["answer"], 1);
  EXPECT_EQ(json["verb"], "test");
  EXPECT_EQ(json["ok"], true);
  EXPECT_EQ(json["facts"]["facts"]["values"]["reach"]["value"], 0.25);
  EXPECT_EQ(json["facts"]["facts"]["values"]["reach"]["unit"], "m");
  EXPECT_TRUE(json["facts"]["facts"]["values"]["none"]["value"].is_null());
  const auto& motors = json["tables"]["motors"];
  EXPECT_EQ(motors["rows"][1]["force"], -1);
  EXPECT_TRUE(motors["rows"][1]["share"].is_null());
  EXPECT_EQ(motors["columns"]["force"]["unit"], nlohmann::json({"N", "N m"}));
  EXPECT_EQ(motors["columns"]["share"]["quantity"], "share");
  EXPECT_TRUE(json["series"]["states"]["columns"]["q"]["values"][1].is_null());
  EXPECT_EQ(json["matrices"]["M"]["values"][0][1], 2);
  EXPECT_EQ(json["sections"]["more"]["texts"]["text"]["tone"], "bad");
}

TEST(Render, TextHasPeoplesUnits) {
  const std::string text = answer_text(every_kind());
  EXPECT_NE(text.find("reach    250 mm"), std::string::npos) << text;
  EXPECT_NE(text.find("nothing  none"), std::string::npos) << text;
  EXPECT_NE(text.find("12.5 N"), std::string::npos) << text;
  EXPECT_NE(text.find("share (%)"), std::string::npos) << text;
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_NE(answer_text(every_kind(), {6, true}).find("\033[33m"), std::string::npos);
}

// Small is not nothing: only beside a large number of the same kind a value is a rounding error.
TEST(Render, RoundingErrorsAreZeroBesideWhatTheyAreErrorsOf) {
  Answer answer{"test", "test"};
  answer.add(Facts{"facts",
                   "",
                   {{"inertia", "inertia", Number{1.5e-13, Measure::inertia}},
                    {"compliance", "compliance", Number{2.5e-13}},
                    {"angle", "angle", Number{3e-17, Measure::angle}},
                    {"pose", "pose", NamedNumbers{{{"fx", {3, Measure::force}}, {"fy", {4.5e-16, Measure::force}}}}}}});
  answer.add(Table{"t",
                   "",
                   {{"a", "alone"}, {"b", "beside"}},
                   {{Number{6.5e-14, Measure::torque}, Number{7.5e-14, Measure::torque}},
                    {Number{8.5e-14, Measure::torque}, Number{9.5, Measure::torque}}}});
  for (const std::string& text :
       {answer_text(answer), answer_markdown(answer), page_html(answer_page(answer, ""), {})}) {
    for (const char* there : {"1.5e-13 kg m^2", "2.5e-13", "0 deg", "fx 3 N, fy 0 N", "6.5e-14", "8.5e-14", "9.5"})
      EXPECT_NE(text.find(there), std::string::npos) << there << "\n" << text;
    // Pages are sorted by the exact numbers, which stand in an attribute.
    for (const char* shown : {" 7.5e-14", ">7.5e-14"}) EXPECT_EQ(text.find(shown), std::string::npos) << text;
  }
}

TEST(Render, InfiniteIsSaidToPeopleAndNotKnownToPrograms) {
  Answer answer{"test", "test"};
  answer.add(Facts{"facts", "", {{"most", "most", Number{std::numeric_limits<double>::infinity(), Measure::force}}}});
  EXPECT_NE(answer_text(answer).find("most  infinite"), std::string::npos);
  EXPECT_TRUE(nlohmann::json::parse(answer_json(answer))["facts"]["facts"]["values"]["most"]["value"].is_null());
}

TEST(Render, LongTablesThatAreNotForPeopleAreInJsonAndCsv) {
  Answer answer = every_kind();
  Table& table = std::get<Table>(answer.entries[1]);
  table.shown = 0;
  EXPECT_NE(answer_markdown(answer).find("12.5"), std::string::npos);
  table.rows.insert(table.rows.end(), 300, table.rows.front());
  for (const std::string& text : {answer_text(answer), answer_markdown(answer), page_html(answer_page(answer, ""), {})})
    EXPECT_EQ(text.find("12.5"), std::string::npos) << text;
  EXPECT_NE(answer_json(answer).find("12.5"), std::string::npos);
  EXPECT_NE(entry_csv(answer.entries[1]).find("12.5"), std::string::npos);
}

TEST(Render, CsvHasKeysAndExactNumbers) {
  const Answer answer = every_kind();
  EXPECT_EQ(entry_csv(answer.entries[1]), "motor,force,share\na|b,12.5,0.5\n\"=c,d\",-1,\n");
  EXPECT_EQ(entry_csv(answer.entries[2]), "t,q\n0,1\n0.1,\n");
  EXPECT_THROW(entry_csv(answer.entries[0]), Error);
}

TEST(Render, MarkdownKeepsCellsApart) {
  const std::string text = answer_markdown(every_kind());
  EXPECT_NE(text.find("| a\\|b | 12.5 N | 50 |"), std::string::npos) << text;
  EXPECT_NE(text.find("```c\na <b>\n```"), std::string::npos) << text;
}

TEST(Render, PageHasAllEntries) {
  const std::string html = page_html(answer_page(every_kind(), "jourdain test"), {.scripts = false});
  EXPECT_NE(html.find("<h3>Facts</h3>"), std::string::npos);
  for (const char* word : {"a warning", "it may do", "12.5 N", "a &lt;b&gt;", "<svg", "<code>code</code>"})
    EXPECT_NE(html.find(word), std::string::npos) << word;
}

TEST(Render, FoldedSectionsAreOneLineOfText) {
  Answer answer = every_kind();
  answer.sections[0].folded = true;
  EXPECT_EQ(answer_text(answer).find("More"), std::string::npos);
  answer.sections[0].subtitle = "what they say";
  const std::string text = answer_text(answer);
  EXPECT_NE(text.find("More\nwhat they say\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("some `code`"), std::string::npos);
}

TEST(Render, BriefAnswersLeaveSectionsToPages) {
  Answer answer = every_kind();
  answer.brief = true;
  EXPECT_EQ(answer_text(answer).find("some `code`"), std::string::npos);
  const std::string html = page_html(answer_page(answer, ""), {.scripts = false});
  EXPECT_LT(html.find("some <code>code"), html.find("a warning")) << "what stands for the sections comes behind them";
}

TEST(Render, SentencesStandInLines) {
  Answer answer{"test", "test"};
  const std::string sentence =
      "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen";
  answer.add(Table{"t", "", {{"a", "a"}, {"b", "b"}, {"n", "n"}}, {{sentence, sentence, Number{1}}}});
  const std::string text = answer_text(answer);
  EXPECT_EQ(text.find("ten eleven twelve"), std::string::npos) << text;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = text.find('\n', at);
    EXPECT_LT(end - at, 130u) << text;
  }
  std::get<Table>(answer.entries[0]).rows[0][1] = "short";
  EXPECT_NE(answer_text(answer).find(sentence), std::string::npos) << "one long column is left as it is";
}

TEST(Render, CurvesAreCsvToo) {
  const Answer answer = every_kind();
  EXPECT_EQ(entry_csv(answer.entries.back()), "\"time (s)\",\"y: y (m)\"\n0,1\n1,2\n");
}

TEST(Render, OneEntryCanBeAllThatIsPrinted) {
  Answer answer = every_kind();
  answer.printed = "code";
  EXPECT_EQ(answer_text(answer), "a <b>\n");
  answer.printed = "states";
  EXPECT_EQ(answer_text(answer), "t,q\n0,1\n0.1,\n");
  answer.printed = "json";
  EXPECT_EQ(answer_text(answer), answer_json(answer));
  answer.printed = "markdown";
  EXPECT_EQ(answer_text(answer), answer_markdown(answer));
}

TEST(Render, FoldersAppearTogether) {
  const TemporaryPath scratch = make_scratch_folder();
  const std::filesystem::path path = std::filesystem::path(scratch.path()) / "run";
  Answer answer = every_kind();
  answer.folder = {path.string(), std::make_shared<OutputFolder>(path.string())};
  write_atomically(answer.folder->place->staged("made.csv"), "a\n1\n");
  answer.folder->files = {{"all.json"}, {"code.c", "code"}, {"made.csv", "", true}, {"own.yaml", "", false, "a: 1\n"}};
  const auto json = nlohmann::json::parse(answer_json(answer));
  EXPECT_EQ(json["files"][1]["path"], (path / "code.c").string());
  EXPECT_NE(answer_text(answer).find("run: all.json, code.c, made.csv, own.yaml"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path));
  write_answer(answer, "");
  for (const char* name : {"all.json", "code.c", "made.csv", "own.yaml"})
    EXPECT_TRUE(std::filesystem::exists(path / name)) << name;
  // What is written does not tell where it is written.
  std::ifstream file(path / "all.json");
  EXPECT_FALSE(nlohmann::json::parse(file).contains("files"));
}

TEST(Render, SeriesInFilesAreNotRepeatedNorThoseInPicturesShown) {
  Answer answer = every_kind();
  std::get<Series>(answer.entries[2]).in_text = false;
  EXPECT_EQ(answer_text(answer).find("States"), std::string::npos);
  EXPECT_EQ(answer_markdown(answer).find("States"), std::string::npos);
  EXPECT_NE(answer_json(answer).find("States"), std::string::npos);
  std::get<Series>(answer.entries[2]).in_text = true;
  EXPECT_NE(answer_text(answer).find("States"), std::string::npos);
  answer.files = {{"a.csv", "states"}};
  EXPECT_EQ(answer_text(answer).find("States"), std::string::npos);
  EXPECT_FALSE(nlohmann::json::parse(answer_json(answer)).contains("series"));
  EXPECT_EQ(answer_files(answer, "").at(0).text.substr(0, 4), "t,q\n");
}

TEST(Render, FilesGoByTheirEndings) {
  Answer answer = every_kind();
  answer.files = {{"a.csv", "states"}, {"b.svg", "plot"}, {"c.json"}, {"d.c", "code"}, {"gone.csv", "states", true}};
  const std::vector<FileText> files = answer_files(answer, "");
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[0].text.substr(0, 4), "t,q\n");
  EXPECT_TRUE(files[1].text.starts_with("<svg"));
  EXPECT_EQ(files[3].text, "a <b>\n");
  answer.files = {{"a.xyz"}};
  EXPECT_THROW(answer_files(answer, ""), Error);
  answer.files = {{"a.csv", "nothing"}};
  EXPECT_THROW(answer_files(answer, ""), Error);
}

TEST(Render, AFailureSaysWhyThereIsNoMore) {
  Answer answer = every_kind();
  answer.verdict = {};
  EXPECT_TRUE(answer.good());
  answer.failure = Error(ErrorKind::input, "nothing fits", {{Severity::error, {3, 7}, "a gap", "close it"}});
  EXPECT_FALSE(answer.good());
  const auto json = nlohmann::json::parse(answer_json(answer));
  EXPECT_EQ(json["ok"], false);
  EXPECT_EQ(json["exit_code"], 3);
  EXPECT_EQ(json["error"]["kind"], "input");
  EXPECT_EQ(json["error"]["diagnostics"][0]["line"], 3);
  EXPECT_EQ(json["error"], nlohmann::json::parse(failure_json(*answer.failure))["error"]);
}

}  // namespace
}  // namespace jourdain
