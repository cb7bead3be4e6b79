// Homes far from their hint, and what is suspicious in a file: every door of the library says the same.
#include "kinematics/home_hints.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include "support/model_text.hpp"

#include <gtest/gtest.h>

namespace jourdain::home_hints_test {
namespace {

// The five-bar with another place for its end point, in mm.
std::string five_bar_to(const std::string& y) {
  std::string text = catalogue_model("five-bar");
  const std::string place = "end_point: [0, 350 mm, 0]";
  return text.replace(text.find(place), place.size(), "end_point: [0, " + y + " mm, 0]");
}

std::string refusal(const std::string& text) {
  try {
    Robot::from_text(text, "mine.yaml");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "accepted";
}

TEST(HomeHints, AHomeFarFromItsHintIsRefusedWithItsPlaceInTheFile) {
  const std::string message = refusal(five_bar_to("550"));
  EXPECT_NE(message.find("home misses the assembly hint of the output by"), std::string::npos) << message;
  EXPECT_NE(message.find("give a place within reach"), std::string::npos) << message;
  EXPECT_EQ(message.find("mine.yaml:"), 0u) << message;
  EXPECT_THROW(Robot(read_model(five_bar_to("550")).mechanism), Error);
}

TEST(HomeHints, WhoWantsToSeeTheRobotMayAcceptIt) {
  const Robot robot(read_model(five_bar_to("550")).mechanism, FarHome::accepted);
  EXPECT_GT(missed_place(robot).distance, far_from_hint);
}

TEST(HomeHints, ANearHomeIsNotRefused) {
  const Robot robot = Robot::from_text(five_bar_to("352"));
  EXPECT_LT(missed_place(robot).distance, far_from_hint);
  EXPECT_TRUE(robot.warnings().empty());
}

TEST(HomeHints, EveryCatalogueRobotIsAtItsHint) {
  for (const std::string& name : catalogue_names())
    EXPECT_LT(missed_place(Robot::from_file(name)).distance, far_from_hint) << name;
}

TEST(Warnings, TheReadersAreKeptByTheRobot) {
  std::string text = catalogue_model("five-bar");
  text.replace(text.find("-9.81"), 5, "-9810");
  const std::vector<Diagnostic> expected = read_model(text).warnings;
  ASSERT_FALSE(expected.empty());
  const Robot robot = Robot::from_text(text);
  ASSERT_GE(robot.warnings().size(), expected.size());
  EXPECT_EQ(robot.warnings().front().message, expected.front().message);
  EXPECT_EQ(robot.warnings().front().mark.line, expected.front().mark.line);
}

}  // namespace
}  // namespace jourdain::home_hints_test
