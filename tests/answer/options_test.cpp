#include "jourdain/answer/options.hpp"

#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

namespace jourdain {
namespace {

enum class Colour { red, green };
std::span<const std::string_view> words(Colour) {
  static constexpr std::string_view all[] = {"red", "green"};
  return all;
}

struct PaintOptions {
  Colour colour = Colour::green;
  double width = 0.002;
  std::string text, file;
  bool wet = false;
  int finish = -1;
};

void show_fields(OptionVisitor& visitor, PaintOptions& options) {
  visitor.one_of({.name = "colour", .help = "Of the paint"}, options.colour);
  visitor.number({.name = "width", .help = "Of the brush", .goes_with = "text"}, Measure::length, positive,
                 options.width);
  visitor.text({.name = "text", .help = "To write", .not_with = "file"}, options.text);
  visitor.file({.name = "file", .help = "To copy"}, FileRole::input, options.file);
  visitor.flag({.name = "wet", .help = "Leave it wet"}, options.wet);
  visitor.choice({.name = "finish", .help = "Of the paint"}, words(Colour{}), options.finish);
}

std::vector<ShownOption> shown() {
  PaintOptions options;
  OptionList list;
  show_fields(list, options);
  return list.options;
}

TEST(Options, AreListedWithTheirDefaultsInUnitsOfPeople) {
  const std::vector<ShownOption> options = shown();
  ASSERT_EQ(options.size(), 6u);
  EXPECT_EQ(options[0].standard, "green");
  EXPECT_EQ(options[0].words.size(), 2u);
  EXPECT_EQ(options[1].standard, "2 mm");
  EXPECT_EQ(options[3].role, FileRole::input);
  EXPECT_EQ(options[5].standard, "");
}

TEST(Options, RelationsAreKept) {
  const std::vector<ShownOption> options = shown();
  EXPECT_NO_THROW(check_relations(options, {{"text", {"a"}}, {"width", {"1 mm"}}}));
  EXPECT_THROW(check_relations(options, {{"text", {"a"}}, {"file", {"b"}}}), Error);
  EXPECT_THROW(check_relations(options, {{"width", {"1 mm"}}}), Error);
}

TEST(Options, OnesGivenByTheirPlaceAreNamedWithoutDashes) {
  std::string file;
  OptionList list;
  list.text({.name = "file-name", .help = "To paint", .required = true, .placed = true}, file);
  EXPECT_EQ(word_of(list.options[0].option), "FILE-NAME");
  try {
    check_relations(list.options, {});
    FAIL() << "a value that must be there was not missed";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "FILE-NAME is required: To paint");
  }
}

}  // namespace
}  // namespace jourdain
