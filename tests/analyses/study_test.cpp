#include "analyses/study/robot_study.hpp"

#include "analyses/study/study_run.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"
#include "report/render.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace jourdain::study_test {
namespace {

class Study : public testing::TestWithParam<std::string> {};

TEST_P(Study, SaysSomethingAboutEveryStep) {
  const Robot robot = Robot::from_file(GetParam());
  StudyOptions options;
  int told = 0;
  options.job.tell = [&](std::string_view what) { EXPECT_TRUE(what.starts_with(std::to_string(++told) + " of 8: ")); };
  const jourdain::Study study = study_robot(robot, options);
  EXPECT_EQ(told, 8);
  ASSERT_EQ(study.steps.size(), 8u);
  for (const StudyStep& step : study.steps) {
    EXPECT_FALSE(step.result.empty()) << step.name;
    EXPECT_NE(step.tone, Tone::bad) << step.name << ": " << step.result;
    EXPECT_EQ(step.result.find("processor time"), std::string::npos) << step.result;
    EXPECT_EQ(step.result.find(" 0 trials"), std::string::npos) << step.result;
  }
  const Answer& answer = study.answer;
  EXPECT_FALSE(answer.verdict.text.empty());
  EXPECT_GT(page_html(answer_page(answer, "")).size(), 10000u);
  EXPECT_LE(std::ranges::count(answer_text(answer), '\n'), 40);
  ASSERT_EQ(answer.sections.size(), 8u);
  int tables = 0;
  for (const Answer& section : answer.sections)
    for (const Entry& entry : section.entries) {
      if (!is_tabular(entry)) continue;
      ++tables;
      EXPECT_NE(entry_csv(entry), "") << key_of(entry);
    }
  EXPECT_GT(tables, 5);
  // Three questions have three answers, and the page's colour is that of the first.
  const StudyVerdicts& v = study.verdicts;
  EXPECT_EQ(answer.verdict.tone, v.model.tone);
  EXPECT_EQ(answer.verdict.text, v.model.text);
  ASSERT_EQ(answer.further.size(), 2u);
  EXPECT_EQ(answer.further[0].text, v.motion.text);
  EXPECT_EQ(answer.further[1].text, v.log.text);
  EXPECT_EQ(v.model.tone, examine_model(robot).tone());
  EXPECT_EQ(v.motion.tone, Tone::good) << v.motion.text;
  EXPECT_FALSE(v.log.text.empty());
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

// A verdict that nearly always warns is none: few robots of the catalogue are amber, each with what its owner can do.
TEST(ModelVerdict, WarnsOfFewRobotsAndSaysWhatToDo) {
  std::string amber;
  int count = 0;
  for (const std::string& name : catalogue_names()) {
    const ModelFindings found = examine_model(Robot::from_file(name));
    EXPECT_NE(found.tone(), Tone::bad) << name << ": " << found.problems.front();
    if (found.tone() != Tone::caution) continue;
    ++count;
    amber += "\n  " + name + ": " + found.advice.front();
  }
  std::cout << "amber:" << amber << std::endl;
  EXPECT_LE(count, 6);
  EXPECT_EQ(examine_model(Robot::from_file("hexapod")).tone(), Tone::good) << "./run greets with green";
  const std::string quattro = examine_model(Robot::from_file("quattro")).advice.at(0);
  EXPECT_NE(quattro.find("0.0097 from a constraint singularity"), std::string::npos) << quattro;
}

TEST(ModelVerdict, TellsAModelWithoutMass) {
  Mechanism light = Robot::from_file("four-bar").mechanism();
  for (Body& body : light.bodies) body.inertial = {};
  EXPECT_EQ(examine_model(Robot(light)).tone(), Tone::caution);
}

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
