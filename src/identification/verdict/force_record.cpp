#include "identification/verdict/force_record.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <cmath>

namespace jourdain {
namespace {

std::vector<std::string> record_columns(const Robot& robot) {
  std::vector<std::string> columns{"t", "row"};
  for (const int motor : driving_motors(robot)) {
    const int joint = robot.motor_joints()[motor];
    const std::string& name = robot.mechanism().joints[joint].name;
    for (const char* kind : {":measured", ":predicted"}) columns.push_back(name + kind);
  }
  return columns;
}

}  // namespace

ForceRecord::ForceRecord(const Robot& robot, const std::string& path) : file_(path), csv_(record_columns(robot)) {}

void ForceRecord::add(const Equation& equation, const VectorX& predicted) {
  if (++rows_ > most_rows) return;
  const auto add = [&](double value) { std::isfinite(value) ? csv_.add(value) : csv_.add_blank(); };
  add(equation.time);
  csv_.add(static_cast<double>(equation.row));
  for (int k = 0; k < predicted.size(); ++k) {
    add(equation.b[k]);
    add(predicted[k]);
  }
  csv_.end_row();
  constexpr std::size_t piece = std::size_t{1} << 16;
  if (csv_.text().size() > piece) file_.write(csv_.take());
}

void ForceRecord::commit() {
  file_.write(csv_.take());
  file_.commit();
}

}  // namespace jourdain
