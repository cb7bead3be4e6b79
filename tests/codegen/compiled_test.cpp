#include "codegen/compiled.hpp"

#include "codegen/random_library.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace jourdain::compiled_test {
namespace {

// Contraction of products and sums into one rounding, on values of order 1 to 10 through some hundred operations.
constexpr double round_off = 5e-14;

TEST(Compiled, EqualsTheInterpreter) {
  const GeneratedLibrary library = test::random_library(11, 0);
  std::string note;
  const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note);
  if (note.starts_with("there is no compiler")) GTEST_SKIP() << note;
  ASSERT_TRUE(compiled) << note;
  std::mt19937 random(5);
  for (const GeneratedFunction& function : library.functions) {
    CompiledFunction fast = compiled->function(function.name);
    const Program& program = function.program;
    for (int i = 0; i < 200; ++i) {
      // New parameters need no new code.
      std::vector<double> parameters = program.parameter_values;
      if (i >= 100)
        for (double& p : parameters) p *= 1 + 0.1 * std::sin(i);
      const Status prepared = fast.set_parameters(parameters);
      EXPECT_EQ(prepared, Status::ok);
      const std::vector<double> inputs = test::random_inputs(program.inputs.size(), random);
      std::vector<double> expected(program.outputs.size()), result(program.outputs.size(), std::nan(""));
      EXPECT_EQ(evaluate<double>(program, inputs, parameters, expected), fast(inputs, result));
      for (std::size_t k = 0; k < result.size(); ++k) EXPECT_NEAR(result[k], expected[k], round_off);
    }
  }
}

TEST(Compiled, AnswersBadValuesWithAStatusAndZeros) {
  const GeneratedLibrary library = test::random_library(12, 0);
  std::string note;
  const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note);
  if (note.starts_with("there is no compiler")) GTEST_SKIP() << note;
  ASSERT_TRUE(compiled) << note;
  CompiledFunction reach = compiled->function("reach");
  const std::vector<double> zeros(6, 0.0);
  std::vector<double> result(6, 1.0);
  for (const double bad :
       {std::nan(""), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}) {
    result.assign(6, 1.0);
    EXPECT_EQ(reach(std::vector<double>{bad, 0}, result), Status::not_finite);
    EXPECT_EQ(result, zeros);
  }
  EXPECT_EQ(reach(std::vector<double>{-1, 1}, result), Status::unreachable);
  EXPECT_EQ(result, zeros);
  EXPECT_EQ(reach(std::vector<double>{1, 1}, result), Status::singular);
  EXPECT_EQ(reach(std::vector<double>{1}, result), Status::inconsistent);
  EXPECT_EQ(reach.set_parameters(std::vector<double>{-1, 0.25}), Status::limit);
  EXPECT_EQ(reach(std::vector<double>{0, 2}, result), Status::limit);
  EXPECT_EQ(result, zeros);
  EXPECT_EQ(reach.set_parameters(std::vector<double>{std::nan(""), 0.25}), Status::not_finite);
  EXPECT_EQ(reach.set_parameters(std::vector<double>{0.3, 0.25}), Status::ok);
  EXPECT_EQ(reach(std::vector<double>{0, 2}, result), Status::ok);
  EXPECT_THROW(compiled->function("nothing"), Error);
}

TEST(Compiled, SaysWhyThereIsNoCode) {
  const char* before = std::getenv("CC");
  const std::string kept = before ? before : "";
  setenv("CC", "no-such-compiler", 1);
  std::string note;
  EXPECT_FALSE(CompiledLibrary::compile(test::random_library(13, 0), note).has_value());
  EXPECT_NE(note.find("no-such-compiler"), std::string::npos) << note;
  setenv("CC", "false", 1);
  EXPECT_FALSE(CompiledLibrary::compile(test::random_library(13, 0), note).has_value());
  EXPECT_NE(note.find("failed"), std::string::npos) << note;
  if (before) {
    setenv("CC", kept.c_str(), 1);
  } else {
    unsetenv("CC");
  }
}

}  // namespace
}  // namespace jourdain::compiled_test
