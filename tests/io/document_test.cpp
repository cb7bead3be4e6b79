#include "io/document.hpp"

#include <gtest/gtest.h>

namespace jourdain::document_test {
namespace {

std::string repeat(const std::string& part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

// {name: 1}
std::string flow_mapping(const std::string& name) {
  std::string text(1, '{');
  return text.append(name).append(": 1}");
}

std::vector<Diagnostic> mistakes(std::string_view text, const DocumentLimits& limits = {}) {
  std::vector<Diagnostic> found;
  parse_document(text, found, limits);
  return found;
}

Node parse(std::string_view text) {
  std::vector<Diagnostic> found;
  Node root = parse_document(text, found);
  EXPECT_TRUE(found.empty()) << text << "\n" << (found.empty() ? "" : found[0].message);
  return root;
}

// The first mistake stands there, its message holds these words, and it says what to do.
void expect_mistake(std::string_view text, int line, int column, const std::string& words) {
  const std::vector<Diagnostic> found = mistakes(text);
  ASSERT_FALSE(found.empty()) << text.substr(0, 200);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].mark.line, line) << found[0].message;
  EXPECT_EQ(found[0].mark.column, column) << found[0].message;
  EXPECT_NE(found[0].message.find(words), std::string::npos) << found[0].message;
  EXPECT_FALSE(found[0].hint.empty()) << found[0].message;
}

TEST(Document, KeepsBlockAndFlowStyleInFileOrderWithMarks) {
  const Node root = parse(
      "# a robot\nname: delta\nbodies:\n"
      "  arm: {mass: 1 kg, com: [La/2, 0, 0]}\n  rod:\n    mass: 2\n");
  ASSERT_EQ(root.kind, Node::Kind::mapping);
  ASSERT_EQ(root.members.size(), 2u);
  EXPECT_EQ(root.members[0].key, "name");
  EXPECT_EQ(root.find("name")->text, "delta");
  EXPECT_EQ(root.find("name")->mark.line, 2);
  EXPECT_EQ(root.find("name")->mark.column, 7);
  const Node* arm = root.find("bodies")->find("arm");
  ASSERT_NE(arm, nullptr);
  EXPECT_EQ(arm->members[1].key_mark.column, 21);
  ASSERT_EQ(arm->find("com")->items.size(), 3u);
  EXPECT_EQ(arm->find("com")->items[0].text, "La/2");
  EXPECT_EQ(root.find("bodies")->find("rod")->find("mass")->text, "2");
  EXPECT_EQ(root.find("legs"), nullptr);
}

TEST(Document, TellsQuotedFromPlainAndKeepsNullAsText) {
  const Node root = parse("a: 1\nb: \"1\"\nc: '1'\nd:\ne: ~\nf: null\ng: |\n  text\nh: ''\n");
  EXPECT_FALSE(root.find("a")->quoted);
  EXPECT_TRUE(root.find("b")->quoted);
  EXPECT_TRUE(root.find("c")->quoted);
  EXPECT_EQ(root.find("d")->text, "");
  EXPECT_EQ(root.find("d")->kind, Node::Kind::scalar);
  EXPECT_FALSE(root.find("d")->quoted);
  EXPECT_EQ(root.find("e")->text, "~");
  EXPECT_EQ(root.find("f")->text, "null");
  EXPECT_EQ(root.find("g")->text, "text\n");
  EXPECT_TRUE(root.find("h")->quoted);
}

TEST(Document, CountsColumnsInCharacters) {
  const Node root = parse("\xEF\xBB\xBF{\xC3\xA4\xE2\x82\xAC\xF0\x9F\xA4\x96: x}\r\n");
  EXPECT_EQ(root.find("\xC3\xA4\xE2\x82\xAC\xF0\x9F\xA4\x96")->mark.column, 7);
  EXPECT_EQ(root.members[0].key_mark.column, 2);
}

TEST(Document, AcceptsOneExplicitDocument) { EXPECT_EQ(parse("---\na: 1\n...\n# end\n").find("a")->text, "1"); }

TEST(Document, RefusesAnchorsAliasesAndTags) {
  expect_mistake("a: &x 1\n", 1, 4, "anchors");
  expect_mistake("a: &x {b: 1}\n", 1, 4, "anchors");
  expect_mistake("a: 1\nb: *x\n", 2, 4, "aliases");
  expect_mistake("a: & 1\n", 1, 5, "anchors");
  expect_mistake("a: !!int 1\n", 1, 4, "tags");
  expect_mistake("a: !thing [1]\n", 1, 4, "tags");
  expect_mistake("a: ! 1\n", 1, 4, "tags");
  expect_mistake("a: !e!x 1\n", 1, 4, "tags");
  expect_mistake("%YAML 1.1\n---\na: 1\n", 1, 1, "directives");
}

TEST(Document, ReportsEveryAliasOfABombAndExpandsNone) {
  const std::vector<Diagnostic> found = mistakes("a: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\n");
  EXPECT_EQ(found.size(), 9u);
}

TEST(Document, RefusesASecondDocument) {
  expect_mistake("a: 1\n---\nb: 2\n", 2, 1, "second document");
  expect_mistake("a: 1\n...\n%YAML 1.1\n---\nb: 1\n", 3, 1, "second document");
  expect_mistake("{a: 1} b\n", 1, 8, "ended");
}

TEST(Document, DropsTheLaterOfTwoEqualKeysAndNamesTheFirst) {
  std::vector<Diagnostic> found;
  const Node root = parse_document("a: 1\nb: 2\na: {c: 3}\nd: 4\n", found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].mark.line, 3);
  EXPECT_NE(found[0].message.find("'a'"), std::string::npos);
  EXPECT_NE(found[0].message.find("line 1"), std::string::npos);
  EXPECT_EQ(root.members.size(), 3u);
  EXPECT_EQ(root.find("a")->text, "1");
  EXPECT_EQ(root.find("d")->text, "4");
}

TEST(Document, RefusesKeysThatAreNoNames) {
  expect_mistake("[a, b]: 1\nc: 2\n", 1, 1, "plain text");
  expect_mistake("{a: 1}: 1\n", 1, 1, "plain text");
  expect_mistake("? - a\n: 1\n", 1, 3, "plain text");
  expect_mistake("a: 1\n\"\": 1\n", 2, 1, "missing before ':'");
  expect_mistake("{: 1}\n", 1, 2, "missing before ':'");
}

TEST(Document, KeepsTheRestBesideABadKey) {
  std::vector<Diagnostic> found;
  const Node root = parse_document("a: 1\n[b]: {c: 2}\nd: 3\n", found);
  EXPECT_EQ(found.size(), 1u);
  ASSERT_EQ(root.members.size(), 2u);
  EXPECT_EQ(root.members[1].key, "d");
}

TEST(Document, RefusesLongNamesAtAnyLength) {
  EXPECT_TRUE(mistakes(std::string(256, 'a') + ": 1").empty());
  EXPECT_TRUE(mistakes(repeat("\xC3\xA4", 256) + ": 1").empty());
  expect_mistake(std::string(257, 'a') + ": 1", 1, 1, "too long");
  expect_mistake(std::string(2000, 'a') + ": 1", 1, 1, "too long");
  expect_mistake("b: 1\n" + std::string(2000, 'a') + ": 1", 2, 1, "too long");
  expect_mistake(flow_mapping(std::string(1000000, 'a')), 1, 2, "too long");
  expect_mistake(std::string(1000000, 'a') + ": 1", 1, 1, "too long");
  EXPECT_LT(mistakes(flow_mapping(std::string(1000000, 'a')))[0].message.size(), 200u);
}

TEST(Document, StopsAtTheDepthLimit) {
  EXPECT_TRUE(mistakes("a: " + repeat("[", 31) + repeat("]", 31)).empty());
  expect_mistake("a: " + repeat("[", 32) + repeat("]", 32), 1, 35, "too deep");
  expect_mistake(repeat("[", 10000), 1, 33, "too deep");
  expect_mistake(repeat("{a: ", 10000), 1, 129, "too deep");
  expect_mistake(repeat("- ", 10000), 1, 65, "too deep");
  expect_mistake(repeat("? ", 10000), 1, 65, "too deep");
  std::string ladder;
  for (std::size_t i = 0; i < 1000; ++i) ladder += std::string(i, ' ') + "a:\n";
  expect_mistake(ladder, 33, 33, "too deep");
}

TEST(Document, StopsAtTheSizeAndNodeLimits) {
  const std::vector<Diagnostic> large = mistakes("a: " + std::string(1 << 20, 'x'));
  ASSERT_EQ(large.size(), 1u);
  EXPECT_NE(large[0].message.find("bytes"), std::string::npos);
  const std::vector<Diagnostic> many = mistakes(repeat("- a\n", 20), {.nodes = 10});
  ASSERT_EQ(many.size(), 1u);
  EXPECT_NE(many[0].message.find("too many"), std::string::npos);
  EXPECT_EQ(mistakes(repeat("a: 1\n", 10000)).size(), 101u);
}

TEST(Document, RefusesWhatIsNotPlainUtf8Text) {
  using std::string_literals::operator""s;
  expect_mistake("a: 1\nb: \0\n"s, 2, 4, "NUL");
  expect_mistake("a: 1\n\xC3\xA4: \xFF\n", 2, 4, "UTF-8");
  expect_mistake("a: \xC0\xAF\n", 1, 4, "UTF-8");          // overlong
  expect_mistake("a: \xED\xA0\x80\n", 1, 4, "UTF-8");      // surrogate
  expect_mistake("a: \xF4\x90\x80\x80\n", 1, 4, "UTF-8");  // beyond the last character
  expect_mistake("a: \xE2\x82", 1, 4, "UTF-8");            // cut off
  expect_mistake(
      "\xFF\xFE"
      "a\0"s,
      1, 1, "UTF-8");  // UTF-16
  expect_mistake("a: 1\r\nb: \x1B[31m\r\n", 2, 4, "control character");
  expect_mistake("a: \xE2\x80\xA8 1\n", 1, 4, "line break");
}

TEST(Document, RefusesTabsForIndentation) {
  expect_mistake("a:\n\tb: 1\n", 2, 1, "tab");
  EXPECT_TRUE(mistakes("a: 1\t# behind a value\n").empty());
}

TEST(Document, SaysInPlainWordsWhatIsNotYaml) {
  expect_mistake("a: b: c\n", 1, 5, "':'");
  expect_mistake("a: 1\nb 2\nc: 3\n", 2, 1, "':' is missing");
  expect_mistake("a: [1, 2\nb: 3\n", 2, 2, "not closed");
  expect_mistake("a: {b: 1, c: 2\n", 1, 4, "not closed");
  expect_mistake("a: \"text\nb: 1\n", 1, 4, "never closed");
  expect_mistake("a:\n  b: 1\n c: 2\n", 3, 2, "same indentation");
  expect_mistake("a:\n  - 1\n - 2\n", 3, 2, "same indentation");
  expect_mistake("a: \"\\q\"\n", 1, 5, "'\\'");
  expect_mistake("a: @b\n", 1, 4, "'@'");
  expect_mistake("a: ]\n", 1, 4, "']'");
  expect_mistake("a: [1,,2]\n", 1, 7, "','");
  expect_mistake("a: - 1\n", 1, 4, "list");
}

TEST(Document, NeedsAMappingAtTheRoot) {
  expect_mistake("", 1, 1, "empty");
  expect_mistake("# nothing\n\n", 1, 1, "empty");
  expect_mistake("---\n", 1, 1, "empty");
  expect_mistake("- a\n- b\n", 1, 1, "a list");
  expect_mistake("\nhello\n", 2, 1, "a single text");
}

TEST(Document, ReturnsAMappingOnlyIfTheTextWasReadToItsEnd) {
  std::vector<Diagnostic> found;
  EXPECT_EQ(parse_document("a: 1\nb: [", found).kind, Node::Kind::scalar);
  EXPECT_EQ(parse_document("- a", found).kind, Node::Kind::scalar);
  EXPECT_EQ(parse_document("a: &x 1", found).kind, Node::Kind::mapping);
}

TEST(Document, SurvivesEveryPrefixOfAModel) {
  const std::string text =
      "jourdain: 1\nname: \"my \\u00e4 robot\"\nbodies:\n"
      "  - {mass: 1 kg, com: [La/2, 0, 0]}\n  - ? a\n    : |\n     x\n";
  for (std::size_t length = 0; length <= text.size(); ++length) mistakes(text.substr(0, length));
}

}  // namespace
}  // namespace jourdain::document_test
