#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

namespace jourdain::diagnostics_test {
namespace {

std::string format(SourceMark mark, std::string_view text, const std::string& message = "wrong",
                   const std::string& hint = "") {
  return format_diagnostics({{Severity::error, mark, message, hint}}, text, "a.yaml");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

TEST(Diagnostics, LookLikeThoseOfACompiler) {
  EXPECT_EQ(format({2, 7}, "name: x\nmass: 3 mm\n", "expected a mass", "write kg"),
            "a.yaml:2:7: error: expected a mass\n"
            "    mass: 3 mm\n"
            "          ^\n"
            "  hint: write kg\n");
}

TEST(Diagnostics, ComeInTheirOrderWithTheirSeverity) {
  const std::vector<Diagnostic> two = {{Severity::warning, {1, 1}, "odd", ""}, {Severity::error, {1, 4}, "bad", ""}};
  EXPECT_EQ(format_diagnostics(two, "a: b", "f"),
            "f:1:1: warning: odd\n    a: b\n    ^\nf:1:4: error: bad\n    a: b\n       ^\n");
}

TEST(Diagnostics, LeaveOutWhatIsUnknown) {
  EXPECT_EQ(format({}, "a: 1\n"), "a.yaml: error: wrong\n");
  EXPECT_EQ(format({1, 0}, "a: 1\n"), "a.yaml:1: error: wrong\n    a: 1\n");
  EXPECT_EQ(format({9, 1}, "a: 1\n"), "a.yaml:9:1: error: wrong\n");
  EXPECT_EQ(format({2, 1}, "a: 1\n"), "a.yaml:2:1: error: wrong\n");
}

TEST(Diagnostics, CountCharactersForTheCaret) {
  EXPECT_EQ(format({1, 4}, "\u00E4: \u20ACx\n"), "a.yaml:1:4: error: wrong\n    \u00E4: \u20ACx\n       ^\n");
  EXPECT_EQ(format({1, 3},
                   "\xEF\xBB\xBF"
                   "a: b"),
            "a.yaml:1:3: error: wrong\n    a: b\n      ^\n");
}

TEST(Diagnostics, KnowEveryLineEnd) {
  for (const char* text : {"x: 1\nab: 2\nc: 3", "x: 1\r\nab: 2\r\nc: 3", "x: 1\rab: 2\rc: 3"}) {
    EXPECT_EQ(format({2, 5}, text), "a.yaml:2:5: error: wrong\n    ab: 2\n        ^\n");
  }
}

TEST(Diagnostics, PutTheCaretBehindALineThatIsTooShort) {
  EXPECT_EQ(format({1, 99}, "abc\n"), "a.yaml:1:99: error: wrong\n    abc\n       ^\n");
}

TEST(Diagnostics, MakeControlCharactersAndBadBytesHarmless) {
  const std::string text = "a:\t\x1B[31m\xFF\u202E b\n";
  const std::string shown = format({1, 4}, text, "bad \x1B]0;x\x07", "two\nlines");
  EXPECT_EQ(shown,
            "a.yaml:1:4: error: bad \uFFFD]0;x\uFFFD\n    a: \uFFFD[31m\uFFFD\uFFFD b\n       ^\n  hint: two lines\n");
}

TEST(Diagnostics, ShowAWindowOfALongLine) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "0123456789";
  text[500] = 'X';
  const std::vector<std::string> lines = lines_of(format({1, 501}, text));
  ASSERT_GE(lines.size(), 3u);
  EXPECT_EQ(lines[1].size(), 4u + 120u);
  EXPECT_TRUE(lines[1].starts_with("    ..."));
  EXPECT_TRUE(lines[1].ends_with("..."));
  EXPECT_EQ(lines[1].find('X'), lines[2].find('^'));
}

TEST(Diagnostics, KeepTheCaretUnderItsCharacterAtEveryColumnOfALongLine) {
  const std::string filler(300, '.');
  for (std::size_t column = 0; column < filler.size(); ++column) {
    std::string text = filler;
    text[column] = 'X';
    const std::vector<std::string> lines = lines_of(format({1, static_cast<int>(column) + 1}, text));
    ASSERT_GE(lines.size(), 3u);
    EXPECT_LE(lines[1].size(), 124u);
    EXPECT_EQ(lines[1].find('X'), lines[2].find('^')) << column;
  }
}

TEST(Diagnostics, FindPlacesInAnyOrderInOneLongLine) {
  std::string text(1000, '.');
  text[100] = 'A';
  text[900] = 'B';
  std::vector<Diagnostic> findings;
  for (const int column : {901, 101, 901}) findings.push_back({Severity::error, {1, column}, "", ""});
  const std::vector<std::string> lines = lines_of(format_diagnostics(findings, text, "f"));
  EXPECT_EQ(lines[1].find('B'), lines[2].find('^'));
  EXPECT_EQ(lines[4].find('A'), lines[5].find('^'));
  EXPECT_EQ(lines[7].find('B'), lines[8].find('^'));
}

}  // namespace
}  // namespace jourdain::diagnostics_test
