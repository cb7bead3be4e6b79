#include "io/printable.hpp"

#include <gtest/gtest.h>

namespace jourdain::printable_test {
namespace {

// Escape, bell, carriage return, a C1 control, a line separator, a mark that turns text around, a broken byte.
const std::string nasty =
    "a\x1b[31mb\ac\rd\xc2\x9b"
    "e\xe2\x80\xa8"
    "f\xe2\x80\xae"
    "g\xff";
const std::string mark = "\xef\xbf\xbd";

TEST(Printable, ReplacesWhatCouldMoveTheCursor) {
  EXPECT_EQ(printable(nasty), "a" + mark + "[31mb" + mark + "c d" + mark + "e" + mark + "f" + mark + "g" + mark);
  EXPECT_EQ(printable("one\ntwo\tthree"), "one two three");
}

TEST(Printable, KeepsLinesWhereAskedTo) {
  EXPECT_EQ(printable_lines("one\ntwo\tthree\r\n"), "one\ntwo three \n");
  EXPECT_EQ(printable_lines("\x1b]0;t"), mark + "]0;t");
}

TEST(Printable, LeavesBlanksInGeneratedText) {
  EXPECT_EQ(blank_unprintable(nasty), "a [31mb c d e f g ");
  EXPECT_EQ(blank_unprintable("one\ntwo\rthree"), "one\ntwo three");
}

TEST(Printable, LeavesLettersAlone) {
  const std::string text = "Müller, 机器人, Δ";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable_lines(text), text);
  EXPECT_EQ(blank_unprintable(text), text);
}

}  // namespace
}  // namespace jourdain::printable_test
