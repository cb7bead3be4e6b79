#include "experiments/study.hpp"

#include "experiments/study_run.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"
#include "report/page_numbers.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace jourdain::study_test {
namespace {

// A folder of its own, gone afterwards.
class Study : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("jourdain-study-" + GetParam());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_P(Study, SaysSomethingAboutEveryStep) {
  const Robot robot = Robot::from_file(GetParam());
  StudyOptions options;
  options.folder = folder_.string();
  int told = 0;
  options.progress = [&](int step, int steps, const std::string& what) {
    EXPECT_EQ(step, ++told);
    EXPECT_EQ(steps, 8);
    EXPECT_FALSE(what.empty());
  };
  const jourdain::Study study = study_robot(robot, options);
  ASSERT_EQ(study.steps.size(), 8u);
  for (const StudyStep& step : study.steps) {
    EXPECT_FALSE(step.result.empty()) << step.name;
    EXPECT_NE(step.tone, Tone::bad) << step.name << ": " << step.result;
  }
  EXPECT_FALSE(study.page.verdict.text.empty());
  EXPECT_GT(page_html(study.page).size(), 10000u);
  EXPECT_GT(page_numbers(study.page, options.folder).size(), 5u);
}

// All of the catalogue takes minutes: some by default.
std::vector<std::string> studied() {
  if (std::getenv("JOURDAIN_FULL_TESTS")) return catalogue_names();
  return {"bricard", "four-bar", "redundant-planar"};
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Study, testing::ValuesIn(studied()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(RealMachine, KeepsLegsIdenticalThatTheModelTakesForIdentical) {
  const Robot robot = Robot::from_file("hexapod");
  const Mechanism& model = robot.mechanism();
  const Mechanism real = real_machine(model, 7);
  bool changed = false;
  for (std::size_t b = 1; b < model.bodies.size(); ++b)
    changed = changed || real.bodies[b].inertial.mass != model.bodies[b].inertial.mass;
  EXPECT_TRUE(changed);
  EXPECT_NO_THROW(LinearForm{Robot(real)}) << "the linear form refuses identical legs that differ";
  EXPECT_EQ(real_machine(model, 7), real) << "the same seed, the same machine";
}

}  // namespace
}  // namespace jourdain::study_test
