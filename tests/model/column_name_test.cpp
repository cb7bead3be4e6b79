#include "jourdain/model/mechanism.hpp"

#include "model/model_text.hpp"

#include <algorithm>

namespace jourdain::column_name_test {
namespace {

Mechanism with_joints(const std::vector<std::string>& names) {
  Mechanism mechanism;
  for (const std::string& name : names) mechanism.joints.emplace_back().name = name;
  return mechanism;
}

TEST(ColumnName, IsTheJointsOwnWhereItCanBe) {
  const std::vector<std::string> names{"motor1", "leg1.slide", "leg1.x", "leg1.t", "d",
                                       "dd",     "R4",         "R111",   "tt",     "forces"};
  const Mechanism mechanism = with_joints(names);
  for (std::size_t j = 0; j < names.size(); ++j) EXPECT_EQ(column_name(mechanism, static_cast<int>(j)), names[j]);
}

TEST(ColumnName, AvoidsOtherColumns) {
  const std::vector<std::string> names{"t",      "x",       "rz",        "phi",     "qw",        "vx",          "wz",
                                       "ax",     "bz",      "R11",       "R33",     "kinetic",   "digits_lost", "arm_d",
                                       "arm_dd", "leg1.qx", "potential", "force.x", "platform.x"};
  const Mechanism mechanism = with_joints(names);
  for (std::size_t j = 0; j < names.size(); ++j) {
    const std::string column = column_name(mechanism, static_cast<int>(j));
    EXPECT_NE(column, names[j]);
    EXPECT_EQ(column_name(with_joints({column}), 0), column);
  }
}

TEST(ColumnName, IsAnotherForEachJoint) {
  const Mechanism mechanism = with_joints({"x", "x_", "x__", "arm", "arm_d", "arm_d_"});
  std::vector<std::string> columns;
  for (int j = 0; j < 6; ++j) {
    for (const char* suffix : {"", "_d", "_dd"}) columns.push_back(column_name(mechanism, j) + suffix);
  }
  std::sort(columns.begin(), columns.end());
  EXPECT_EQ(std::unique(columns.begin(), columns.end()), columns.end());
}

TEST(ColumnName, IsToldByTheReader) {
  const LoadedModel model = read_model(replaced(hinge_model, "hinge:", "vx:"));
  ASSERT_EQ(model.warnings.size(), 1u);
  EXPECT_NE(model.warnings[0].message.find("are called 'vx_'"), std::string::npos) << model.warnings[0].message;
  EXPECT_EQ(model.warnings[0].mark.line, 6);
}

}  // namespace
}  // namespace jourdain::column_name_test
