#include "analyses/analysis.hpp"
#include "analyses/option_reader.hpp"

#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

#include <set>

namespace jourdain {
namespace {

TEST(Analyses, HaveNamesHelpAndOptionsOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Analysis* analysis : analyses()) {
    EXPECT_TRUE(names.insert(analysis->name).second) << analysis->name;
    EXPECT_EQ(find_analysis(analysis->name), analysis);
    EXPECT_GT(analysis->what.size(), 40u) << analysis->name;
    EXPECT_TRUE(analysis->examples.starts_with("jourdain " + std::string(analysis->name))) << analysis->name;
    OptionList list;
    analysis->ask()->show(list);
    std::set<std::string_view> options;
    for (const ShownOption& shown : list.options) {
      EXPECT_TRUE(options.insert(shown.option.name).second) << analysis->name << " " << shown.option.name;
      EXPECT_FALSE(shown.option.help.empty()) << shown.option.name;
    }
  }
  EXPECT_EQ(find_analysis("no such"), nullptr);
}

TEST(Analyses, MotorsTellWhatTheModelHas) {
  for (const std::string& name : catalogue_names()) {
    const Subject subject(name);
    const Answer answer = ask(*find_analysis("motors"), *find_analysis("motors")->ask(), subject);
    const Table* table = answer.find<Table>("motors");
    ASSERT_NE(table, nullptr) << name;
    ASSERT_EQ(table->rows.size(), subject.robot().motor_joints().size()) << name;
    for (std::size_t k = 0; k < table->rows.size(); ++k) {
      const Joint& joint = subject.mechanism().joints[subject.robot().motor_joints()[k]];
      EXPECT_EQ(std::get<std::string>(table->rows[k][0].content), joint.name);
      EXPECT_EQ(std::get<Number>(table->rows[k][2].content).value, joint.motor->gear);
    }
  }
}

Answer asked(const char* name, const Subject& subject, const std::vector<GivenOption>& given) {
  const Analysis& analysis = *find_analysis(name);
  const std::unique_ptr<Question> question = analysis.ask();
  OptionReader reader(given);
  question->show(reader);
  reader.finish();
  return ask(analysis, *question, subject);
}

TEST(Analyses, AMassMatrixByThirdsHasTheWeightByHalvesWithoutAFile) {
  const Subject subject(Robot::from_file("delta"));
  const auto simplified = [&](const char* word) {
    return asked("mass-matrix", subject, {{"simplify", {word}}, {"pose", {"0.05, 0.03, -0.3"}}});
  };
  const Answer thirds = simplified("50"), halves = simplified("lumped");
  EXPECT_EQ(thirds.model, "delta-50");
  EXPECT_NE(thirds.find<Matrix>("M")->values, halves.find<Matrix>("M")->values);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(std::get<Number>(thirds.find<Table>("forces")->rows[k][2].content).value,
              std::get<Number>(halves.find<Table>("forces")->rows[k][2].content).value);
}

TEST(Analyses, StatesOfAMotionAreASeriesForItsFile) {
  const Subject subject("five-bar");
  const Answer answer =
      asked("motion", subject, {{"motion", {"hold duration=0.1s"}}, {"rate", {"100 Hz"}}, {"out", {"x.csv"}}});
  const Series* states = answer.find<Series>("states");
  ASSERT_NE(states, nullptr);
  ASSERT_EQ(states->lines.size(), 20u);
  EXPECT_EQ(states->lines[0].key, "t");
  EXPECT_EQ(states->lines[8].measure, Measure::speed);
  EXPECT_EQ(states->lines[19].values.size(), 11u);
  ASSERT_EQ(answer.files.size(), 1u);
  EXPECT_EQ(answer.files[0].entry, "states");
  EXPECT_NE(answer.find<Picture>("plot"), nullptr);
}

TEST(Subject, ChangesAndWarningsArePartOfIt) {
  const Subject subject("delta", {.set = {"m.platform=0.5 kg"}});
  double mass = 0;
  for (const Body& body : subject.mechanism().bodies)
    if (body.name == "platform") mass = body.inertial.mass;
  EXPECT_EQ(mass, 0.5);
  EXPECT_THROW(Subject("delta", {.set = {"m.plattform=0.5 kg"}}), Error);
  EXPECT_THROW(Subject("no-such-robot"), Error);
  EXPECT_THROW(Subject().robot(), Error);
}

}  // namespace
}  // namespace jourdain
