#include "analyses/sweep.hpp"

#include "analyses/option_reader.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

namespace jourdain {
namespace {

struct WeighOptions {
  std::string out;
};
void show_fields(OptionVisitor& visitor, WeighOptions& options) {
  visitor.file({.name = "out", .help = "To write"}, FileRole::output, options.out);
}

// Refuses light robots, as an analysis may that has no answer.
Answer weigh(const Subject& subject, const WeighOptions& options, const Job&) {
  double mass = 0;
  for (const Body& body : subject.mechanism().bodies)
    if (body.name == "platform") mass = body.inertial.mass;
  if (mass < 0.15) throw Error(ErrorKind::numerical, "too light");
  Answer answer{"weigh", "weight"};
  answer.key_numbers.push_back({"mass", "mass", "", {mass, Measure::mass}});
  if (!options.out.empty()) answer.files.push_back({options.out});
  if (mass > 0.35) answer.verdict = {Tone::bad, "too heavy"};
  return answer;
}

const Analysis weigh_analysis{
    .name = "weigh", .what = "", .examples = "", .has_key_numbers = true, .ask = QuestionOf<WeighOptions, weigh>::ask};

Answer swept(const std::string& range) {
  const ModelChanges changes{.set = {"m.platform=" + range}};
  return sweep(weigh_analysis, *weigh_analysis.ask(), "delta", changes, *find_sweep(changes));
}

TEST(Sweep, IsALoopOverAnswers) {
  const Answer answer = swept("100:400:100g");
  const Table* runs = answer.find<Table>("runs");
  ASSERT_NE(runs, nullptr);
  ASSERT_EQ(runs->rows.size(), 4u);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(runs->rows[0][1].content));
  EXPECT_DOUBLE_EQ(std::get<Number>(runs->rows[2][1].content).value, 0.3);
  EXPECT_EQ(std::get<std::string>(runs->rows[0][2].content), "too light");
  EXPECT_EQ(std::get<std::string>(runs->rows[3][2].content), "too heavy");
  EXPECT_FALSE(answer.good());
  ASSERT_NE(answer.find<Picture>("plot"), nullptr);
  EXPECT_EQ(std::get<Plot>(answer.find<Picture>("plot")->data).panels.at(0).up.unit, "kg");
}

TEST(Sweep, RefusesWhatHasNoAnswerAnywhereAndWhatIsNoRange) {
  EXPECT_THROW(swept("10:100:10g"), Error);
  for (const char* range : {"1:2", "1:2:3:4", "1 kg:2 g:1 kg", "2:1:1", "1:2:1e-9", "a:b:c"})
    EXPECT_THROW(find_sweep({.set = {std::string("m.platform=") + range}}), Error) << range;
  EXPECT_THROW(find_sweep({.set = {"a=1:2:1", "b=1:2:1"}}), Error);
  EXPECT_FALSE(find_sweep({.set = {"a=1"}}));
}

TEST(Sweep, WritesNoFilesOfItsRuns) {
  const ModelChanges changes{.set = {"m.platform=200:300:100g"}};
  const std::vector<GivenOption> given{{"out", {"x.json"}}};
  OptionReader reader(given);
  const std::unique_ptr<Question> question = weigh_analysis.ask();
  question->show(reader);
  EXPECT_THROW(sweep(weigh_analysis, *question, "delta", changes, *find_sweep(changes)), Error);
}

}  // namespace
}  // namespace jourdain
