// Equations by generated code against those of the engine, and reading ahead against reading.
#include "support/draws.hpp"
#include "support/recorded_motion.hpp"

#include "identification/logs/read_ahead.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/identification/estimate.hpp"
#include "jourdain/linear_form/base_parameters.hpp"

#include <gtest/gtest.h>

namespace jourdain::equations_test {
namespace {

// Robots whose equations take the compiler long are tried in ./check --full.
std::vector<std::string> robots() {
  if (draws(0, 1) == 0) return {"delta-lumped"};
  return {"delta-lumped", "delta", "3rps", "palida", "hexapod", "stewart"};
}

class EquationsLaw : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Some, EquationsLaw, ::testing::ValuesIn(robots()), as_identifier);

// Two stretches of a motion at 1 kHz, the second elsewhere.
std::vector<Sample> two_stretches(const Robot& robot) {
  std::vector<Sample> samples = recorded_samples(robot, 5, 1200, 1000, 2), result;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i >= 500 && i < 700) continue;
    result.push_back(samples[i]);
    if (i == 700) result.back().first = true;
  }
  return result;
}

TEST_P(EquationsLaw, AreTheSameByGeneratedCode) {
  // Newton's method stops at steps of 1e-8, whose square is left; rates and accelerations follow from a linear system.
  constexpr double tolerance = 1e-9;
  const Robot& robot = catalogue_robot(GetParam());
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  SampleList samples(two_stretches(robot)), again(two_stretches(robot));
  EquationOptions engine, generated;
  engine.compile_after = -1;
  generated.compile_after = 10;
  Equations truth(base.form, samples, engine), fast(base.form, again, generated);
  long count = 0;
  while (const Equation* e = truth.next()) {
    const Equation* f = fast.next();
    ASSERT_NE(f, nullptr);
    EXPECT_EQ(e->row, f->row);
    EXPECT_EQ(e->first, f->first);
    EXPECT_LT((e->Y - f->Y).cwiseAbs().maxCoeff(), tolerance * e->Y.cwiseAbs().maxCoeff()) << "row " << e->row;
    EXPECT_LT((e->b - f->b).cwiseAbs().maxCoeff(), 1e-12 * (1 + e->b.cwiseAbs().maxCoeff()));
    ++count;
  }
  EXPECT_EQ(fast.next(), nullptr);
  EXPECT_EQ(count, 1000);
  EXPECT_EQ(truth.note(), "");
  EXPECT_TRUE(fast.note().starts_with("generated code") || fast.note().find("compiler") != std::string::npos)
      << fast.note();
}

TEST(Equations, SayWhyNoCodeIsGenerated) {
  const Robot& robot = catalogue_robot("serial-arm");
  SampleList samples(recorded_samples(robot, 5, 40, 100));
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  EquationOptions options;
  options.compile_after = 10;
  Equations equations(base.form, samples, options);
  while (equations.next()) continue;
  EXPECT_NE(equations.note().find("the general engine is used"), std::string::npos) << equations.note();
}

class BrokenSource : public SampleSource {
 public:
  void rewind() override { next_ = 0; }
  bool next(Sample& sample) override {
    if (next_ == 700) throw Error(ErrorKind::input, "row 700");
    sample.row = next_++;
    return true;
  }

 private:
  long next_ = 0;
};

TEST(ReadAhead, PassesErrorsOnInTheirPlaceAndCanBeginAgain) {
  BrokenSource source;
  ReadAhead ahead(source);
  for (int pass = 0; pass < 2; ++pass) {
    ahead.rewind();
    Sample sample;
    for (long i = 0; i < 700; ++i) {
      ASSERT_TRUE(ahead.next(sample));
      EXPECT_EQ(sample.row, i);
    }
    EXPECT_THROW(ahead.next(sample), Error);
  }
}

}  // namespace
}  // namespace jourdain::equations_test
