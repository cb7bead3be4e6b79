#include "analyses/analysis.hpp"

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
    ASSERT_EQ(table->rows.size(), subject.robot().actuators().size()) << name;
    for (std::size_t k = 0; k < table->rows.size(); ++k) {
      const Joint& joint = subject.mechanism().joints[subject.robot().actuators()[k]];
      EXPECT_EQ(std::get<std::string>(table->rows[k][0].content), joint.name);
      EXPECT_EQ(std::get<Number>(table->rows[k][2].content).value, joint.actuator->gear);
    }
  }
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
