#include "codegen/generate.hpp"

#include "codegen/random_library.hpp"
#include "expression/simplify.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include <unistd.h>

namespace jourdain::generate_test {
namespace {

namespace fs = std::filesystem;

constexpr int samples = 11;  // not a multiple of the lanes

// The exit code and the output of a command.
struct Outcome {
  int code = -1;
  std::string text;
};

Outcome run(const std::string& command) {
  Outcome outcome;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) return outcome;
  char buffer[4096];
  while (std::size_t size = fread(buffer, 1, sizeof buffer, pipe)) outcome.text.append(buffer, size);
  const int status = pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

bool exists(const std::string& program) { return run("command -v " + program).code == 0; }

struct Target {
  const char* name;
  CodeOptions options;

  friend std::ostream& operator<<(std::ostream& stream, const Target& target) { return stream << target.name; }
};

constexpr Target targets[] = {
    {"c99", {CodeTarget::c99, CodeScalar::double_precision}},
    {"c99_float", {CodeTarget::c99, CodeScalar::single_precision}},
    {"cpp", {CodeTarget::cpp, CodeScalar::double_precision}},
    {"cpp_float", {CodeTarget::cpp, CodeScalar::single_precision}},
    {"batch", {CodeTarget::batch, CodeScalar::double_precision}},
    {"batch_float", {CodeTarget::batch, CodeScalar::single_precision}},
};

class Generated : public testing::TestWithParam<Target> {
 protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / fmt::format("jourdain-test-{}-{}", GetParam().name, getpid());
    fs::remove_all(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  bool is_cpp() const { return GetParam().options.target == CodeTarget::cpp; }

  // Vectors take long to optimise; Python's batches and the equations of long logs run them optimised.
  const char* level() const {
    return GetParam().options.target == CodeTarget::batch && !std::getenv("JOURDAIN_FULL_TESTS") ? "-O0" : "-O2";
  }

  void write(const GeneratedLibrary& library) { write_files(generate(library, GetParam().options), folder.string()); }

  // Builds with a compiler, as the language that is asked for, and runs the self-test.
  void build_and_run(const std::string& compiler, const std::string& language) {
    constexpr const char* warnings = "-Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Wshadow -Wvla -Werror";
    const std::string sources = is_cpp() ? "*.cpp" : "*.c";
    const Outcome build = run(fmt::format("cd {} && {} {} {} {} -fno-math-errno {} -lm -o self_test", folder.string(),
                                          compiler, language, warnings, level(), sources));
    ASSERT_EQ(build.code, 0) << compiler << " " << language << "\n" << build.text;
    const Outcome test = run((folder / "self_test").string());
    EXPECT_EQ(test.code, 0) << compiler << " " << language << "\n" << test.text;
    EXPECT_NE(test.text.find("robot: passed"), std::string::npos) << test.text;
  }

  fs::path folder;
};

TEST_P(Generated, PassesItsOwnTestWithoutWarnings) {
  struct Build {
    unsigned seed;
    const char* compiler;
    bool as_c;
    bool is_always_built;
  };
  // Outside of the full tests each compiler takes one library in each language.
  constexpr Build builds[] = {
      {1, "gcc", true, true},  {1, "g++", false, false}, {1, "clang-14", true, false}, {1, "clang++-14", false, true},
      {2, "gcc", true, false}, {2, "g++", false, true},  {2, "clang-14", true, true},  {2, "clang++-14", false, false}};
  int built = 0;
  for (const Build& build : builds) {
    if (!build.is_always_built && !std::getenv("JOURDAIN_FULL_TESTS")) continue;
    if ((is_cpp() && build.as_c) || !exists(build.compiler)) continue;
    SCOPED_TRACE(fmt::format("seed {}", build.seed));
    GeneratedLibrary library = test::random_library(build.seed, samples);
    if (build.seed == 2)
      for (GeneratedFunction& function : library.functions)
        function.program = simplify(function.program, CostModel::time);
    write(library);
    build_and_run(build.compiler, build.as_c ? "-std=c99" : "-x c++ -std=c++17");
    fs::remove_all(folder);
    ++built;
  }
  if (built == 0) GTEST_SKIP() << "neither gcc nor clang-14 is here";
}

TEST_P(Generated, NeedsNothingButTheMathematicalLibrary) {
  if (is_cpp()) GTEST_SKIP() << "a header has no object file";
  if (!exists("cc") || !exists("nm")) GTEST_SKIP() << "there is no cc or no nm";
  write(test::random_library(3, 1));
  const Outcome symbols = run(
      fmt::format("cd {} && rm -f *_test.c && cc -std=c99 {} -fno-math-errno -c *.c && nm -u --format=just-symbols *.o",
                  folder.string(), level()));
  ASSERT_EQ(symbols.code, 0) << symbols.text;
  const std::set<std::string> allowed{"sin",  "cos",  "sincos",  "sqrt",  "atan2",
                                      "sinf", "cosf", "sincosf", "sqrtf", "atan2f"};
  std::istringstream lines(symbols.text);
  for (std::string line; std::getline(lines, line);) {
    const bool own = line.starts_with("robot_") || line.empty() || line.back() == ':';
    EXPECT_TRUE(own || allowed.contains(line)) << line;
  }
}

TEST_P(Generated, IsTheSameEveryTime) {
  EXPECT_EQ(generate(test::random_library(4, 3), GetParam().options),
            generate(test::random_library(4, 3), GetParam().options));
}

TEST_P(Generated, BuildsByItsCMakeLists) {
  if (!exists("cmake")) GTEST_SKIP() << "there is no cmake";
  write(test::random_library(5, 4));
  const Outcome outcome =
      run(fmt::format("cd {} && cmake -B b && cmake --build b && ctest --test-dir b", folder.string()));
  EXPECT_EQ(outcome.code, 0) << outcome.text;
}

TEST_P(Generated, ExplainsEveryArgumentParameterAndResult) {
  const GeneratedLibrary library = test::random_library(6, 1);
  const std::string text = generate(library, GetParam().options).back().text;
  for (const char* word :
       {"`pose`", "A place.", "m/s", "`power`", "p0", "A mass.", "kg", "leg_1_length", "workspace", "sqrt"})
    EXPECT_NE(text.find(word), std::string::npos) << word;
}

INSTANTIATE_TEST_SUITE_P(Targets, Generated, testing::ValuesIn(targets),
                         [](const testing::TestParamInfo<Target>& target) { return target.param.name; });

TEST(Generate, RefusesWhatCannotBeWritten) {
  const auto refuses = [](auto change) {
    GeneratedLibrary library = test::random_library(1, 1);
    change(library);
    EXPECT_THROW(generate(library, {}), Error);
  };
  refuses([](GeneratedLibrary& l) { l.name = "double"; });
  refuses([](GeneratedLibrary& l) { l.name = "../robot"; });
  refuses([](GeneratedLibrary& l) { l.name = "math"; });
  refuses([](GeneratedLibrary& l) { l.functions.clear(); });
  refuses([](GeneratedLibrary& l) { l.functions[1].name = l.functions[0].name; });
  refuses([](GeneratedLibrary& l) { l.functions[0].inputs[0].name = "t12"; });
  refuses([](GeneratedLibrary& l) { l.functions[0].inputs[0].name = "force"; });
  refuses([](GeneratedLibrary& l) { l.functions[0].inputs[0].size = 4; });
  refuses([](GeneratedLibrary& l) { l.functions[0].outputs.pop_back(); });
  refuses([](GeneratedLibrary& l) { l.functions[0].samples[0].pop_back(); });
  refuses([](GeneratedLibrary& l) { l.functions[0].program.parameter_values[0] += 1; });
}

// Texts of a library that try to end a comment, or to go on where it ends.
TEST(Generate, KeepsTextsInTheirComments) {
  GeneratedLibrary library = test::random_library(1, 1);
  const std::string attack =
      "end\r#error\n#error *"
      "/ /"
      "* back\\\nslash\\ ?\?/\n\x1b[31m \xe2\x80\xa8#error";
  library.description = library.origin = library.results_note = library.name_note = attack;
  library.notes[0].description = library.functions[0].description = library.functions[0].inputs[0].description = attack;
  for (const Target& target : targets) {
    for (const GeneratedFile& file : generate(library, target.options)) {
      SCOPED_TRACE(file.name);
      std::istringstream lines(file.text);
      for (std::string line; std::getline(lines, line);) {
        for (const char c : line) ASSERT_GE(static_cast<unsigned char>(c), 0x20) << line;
        ASSERT_EQ(line.find("\xe2\x80\xa8"), std::string::npos) << line;
        if (file.name.ends_with(".md")) continue;
        EXPECT_FALSE(line.ends_with('\\') || line.ends_with("\?\?/")) << line;
        if (line.find("#error") == std::string::npos) continue;
        EXPECT_TRUE(line.starts_with("# ") || line.starts_with("//") || line.starts_with(" * ")) << line;
        EXPECT_EQ(line.find("*/"), std::string::npos) << line;
      }
    }
  }
}

class GeneratedFolder : public testing::Test {
 protected:
  GeneratedFolder() : folder(fs::temp_directory_path() / fmt::format("jourdain-folder-{}", getpid())) {
    fs::remove_all(folder);
  }
  ~GeneratedFolder() override { fs::remove_all(folder); }

  std::string text(const std::string& name) const {
    std::ifstream file(folder / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::size_t files() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {})); }

  fs::path folder;
  const std::vector<GeneratedFile> code = generate(test::random_library(1, 1), {});
};

TEST_F(GeneratedFolder, ReplacesOnlyWhatWasGenerated) {
  write_files(code, folder.string());
  write_files(code, folder.string());
  EXPECT_EQ(files(), code.size());
  for (const GeneratedFile& file : code) {
    SCOPED_TRACE(file.name);
    std::ofstream(folder / file.name) << "mine\n\nGenerated by jourdain\n";
    EXPECT_THROW(write_files(code, folder.string()), Error);
    EXPECT_EQ(text(file.name).substr(0, 5), "mine\n");
    write_files(code, folder.string(), Replace::any);
    EXPECT_EQ(text(file.name), file.text);
  }
}

TEST_F(GeneratedFolder, IsNotLeftHalfWritten) {
  std::vector<GeneratedFile> broken = code;
  broken.push_back({code.front().name + "/file.c", "text"});
  EXPECT_THROW(write_files(broken, (folder / "deep/er").string()), Error);
  EXPECT_FALSE(fs::exists(folder));
  fs::create_directory(folder);
  EXPECT_THROW(write_files(broken, folder.string()), Error);
  EXPECT_EQ(files(), 0u);
}

TEST(Generate, RefusesConstantsThatTheScalarCannotHold) {
  Graph graph;
  const Expression outputs[] = {graph.input("x") * 1e60};
  const GeneratedLibrary library{
      "big", "", "", {{"times", "", make_program(graph, outputs), {{"u", 1, "", ""}}, {{"w", 1, "", ""}}, {}}}, {}};
  EXPECT_NO_THROW(generate(library, {}));
  EXPECT_THROW(generate(library, {CodeTarget::c99, CodeScalar::single_precision}), Error);
}

}  // namespace
}  // namespace jourdain::generate_test
