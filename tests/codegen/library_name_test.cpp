#include "codegen/names.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace jourdain::library_name_test {
namespace {

TEST(LibraryName, IsAnIdentifierForEveryText) {
  for (const std::string name : {"", "-", "_x", "__", "3rps", "five-bar", "a b", "Müller", "机器人", "double", "t12",
                                 "\x1b[31m", "../robot", "a\nb"}) {
    const std::string library = library_identifier(name);
    EXPECT_TRUE(is_identifier(library)) << name << " " << library;
    EXPECT_EQ(library.find("__"), std::string::npos) << library;
    EXPECT_EQ(library_identifier(library), library) << "a name that was made is a name";
  }
  EXPECT_EQ(library_identifier("five-bar"), "five_bar");
  EXPECT_EQ(library_identifier("3rps"), "robot_3rps");
  EXPECT_EQ(library_identifier("_x"), "x");
}

TEST(LibraryName, TellsLongNamesApart) {
  const std::string start(200, 'a');
  const std::string one = library_identifier(start + "1"), two = library_identifier(start + "2");
  EXPECT_NE(one, two);
  EXPECT_LE(one.size(), 60u);
  EXPECT_NE(library_identifier("é"), library_identifier("ü"));
}

TEST(LibraryName, AvoidsWhatBuildsAndHeadersUse) {
  for (const std::string name :
       {"test",   "all",   "clean",    "help",     "install", "ALL_BUILD", "m",    "math",    "Math",
        "stddef", "time",  "EOF",      "M_PI",     "gamma",   "y0",        "sinf", "size_t",  "printf",
        "random", "class", "typename", "restrict", "linux",   "errno",     "NULL", "features"})
    EXPECT_EQ(library_identifier(name), name + "_robot");
  for (const std::string name :
       {"delta", "Delta", "PALIDA", "palida", "tests2", "mathe", "x", "W3", "robot", "M_ller", "math_robot"})
    EXPECT_EQ(library_identifier(name), name);
}

// A namespace cannot have the name of a macro of the headers that generated C++ includes.
TEST(LibraryName, AvoidsTheMacrosOfTheHeaders) {
  FILE* pipe = popen(
      "printf '#include <array>\\n#include <cmath>\\n#include <cstdio>\\n#include <algorithm>\\n' | "
      "c++ -std=c++17 -x c++ -E -dM - 2>/dev/null",
      "r");
  ASSERT_NE(pipe, nullptr);
  int count = 0;
  std::array<char, 65536> line;
  while (std::fgets(line.data(), static_cast<int>(line.size()), pipe)) {
    const std::string text(line.data() + std::string("#define ").size());
    const std::string name = text.substr(0, text.find_first_of(" (\n"));
    if (name.starts_with('_')) continue;
    EXPECT_NE(library_identifier(name), name);
    ++count;
  }
  if (pclose(pipe) != 0 || count == 0) GTEST_SKIP() << "there is no c++";
}

}  // namespace
}  // namespace jourdain::library_name_test
