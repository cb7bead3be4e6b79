// Which rule takes away which parameter, in words.
#include "linear_form/echelon.hpp"
#include "linear_form/index.hpp"
#include "linear_form/leg_sharing.hpp"
#include "linear_form/rules.hpp"

#include "core/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace jourdain {
namespace {

// Changes in echelon form, added one after the other: each takes away one parameter, the least welcome in it.
class GrowingEchelon {
 public:
  explicit GrowingEchelon(const std::vector<int>& welcome) : drop_(reversed(welcome)), row_of_(welcome.size(), -1) {}

  // The parameter that this change takes away, -1 if it follows from those before.
  int add(Eigen::RowVectorXd row) {
    double largest = row.cwiseAbs().maxCoeff();
    for (const int lead : drop_) {
      if (std::abs(row[lead]) <= echelon_zero * largest) {
        row[lead] = 0;
        continue;
      }
      if (row_of_[at(lead)] < 0) {
        row_of_[at(lead)] = static_cast<int>(rows_.size());
        rows_.push_back(row / row[lead]);
        return lead;
      }
      const double before = largest;
      row -= double(row[lead]) * rows_[at(row_of_[at(lead)])];
      row[lead] = 0;
      largest = row.cwiseAbs().maxCoeff();
      if (largest <= echelon_zero * before) return -1;
    }
    return -1;
  }

 private:
  std::vector<int> drop_;
  std::vector<int> row_of_;  // row that begins with each parameter
  std::vector<Eigen::RowVectorXd> rows_;
};

std::string joint_label(const Mechanism& mechanism, int joint, bool identical) {
  const std::string& name = mechanism.joints[at(joint)].name;
  if (!identical) return name;
  for (const Leg& leg : mechanism.legs) {
    if (std::find(leg.joints.begin(), leg.joints.end(), joint) == leg.joints.end()) continue;
    const auto same = [&](const Leg& other) { return other.group == leg.group; };
    return std::count_if(mechanism.legs.begin(), mechanism.legs.end(), same) > 1 ? own_name(leg, name) : name;
  }
  return name;
}

// "m, sz, Iyy of stator move to ring; no effect: sx of stator".
std::string step_text(const Sharing& sharing, const Rule& rule, const std::vector<std::pair<int, bool>>& taken) {
  std::map<std::pair<bool, int>, std::vector<std::string_view>> entries;  // by (without effect, body)
  std::vector<std::pair<int, bool>> sorted = taken;
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [parameter, moves] : sorted) {
    entries[{!moves, parameter / parameters_per_body + 1}].push_back(
        inertial_entries[at(parameter % parameters_per_body)]);
  }
  std::string text;
  for (const auto& [key, words] : entries) {
    const auto& [idle, body] = key;
    const std::string& of = sharing.label[at(body)];
    if (!text.empty()) text += "; ";
    if (idle) {
      text += fmt::format("{} of {} {} no effect", joined(words), of, words.size() == 1 ? "has" : "have");
    } else {
      text += fmt::format("{} of {} {} to {}", joined(words), of, words.size() == 1 ? "moves" : "move",
                          sharing.label[at(body == rule.receiver ? rule.body : rule.receiver)]);
    }
  }
  return text;
}

}  // namespace

std::vector<GroupingStep> explain_rules(const Mechanism& mechanism, const std::vector<MotionBound>& bounds,
                                        const std::vector<Rule>& rules, const std::vector<int>& welcome,
                                        bool identical_legs, std::vector<std::string>& causes) {
  const Sharing sharing = share_legs(mechanism, identical_legs);
  const auto stands = [&](int body) { return body < 0 || sharing.body[at(body)] == body; };
  causes.assign(welcome.size(), {});
  std::vector<GroupingStep> steps;
  GrowingEchelon known(welcome);
  for (const Rule& rule : rules) {
    // Identical legs need one explanation, and exchange nothing with each other.
    if (!stands(rule.body) || !stands(rule.receiver)) continue;
    GroupingStep step;
    if (rule.idle_spin) {
      step.cause = sharing.label[at(rule.body)] + " may spin idly";
    } else if (rule.joint < 0) {
      step.cause = sharing.label[at(rule.body)] + " " + describe_motion(bounds[at(rule.body)]);
    } else {
      step.cause = fmt::format("{} joint {}", to_string(mechanism.joints[at(rule.joint)].type),
                               joint_label(mechanism, rule.joint, identical_legs));
    }
    std::vector<std::pair<int, bool>> taken;
    for (Eigen::Index r = 0; r < rule.rows.rows(); ++r) {
      const int lead = known.add(rule.rows.row(r));
      if (lead < 0) continue;
      // It moves if both bodies take part in the change.
      const auto part = [&](int body) {
        return body > 0 && !rule.rows.row(r).segment(parameters_per_body * (body - 1), parameters_per_body).isZero(0);
      };
      taken.emplace_back(lead, part(rule.body) && part(rule.receiver));
      causes[at(lead)] = step.cause;
    }
    if (taken.empty()) continue;
    step.text = step_text(sharing, rule, taken);
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace jourdain
