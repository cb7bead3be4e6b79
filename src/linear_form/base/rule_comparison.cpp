#include "linear_form/base/rule_comparison.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "core/joined.hpp"
#include "linear_form/base/echelon.hpp"
#include "linear_form/base/exchanges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Groupings are known to some 1e-9 of the parameters' size where columns differ little.
constexpr double beyond_rules = 1e-6;

// "Izz.rod2 moves to Izz.rod1": in the words of the base parameters that it is a part of.
std::string grouping_text(const BaseParameters& base, int parameter) {
  const auto name = [&](int column) { return base.full.parameters()[column].name; };
  std::vector<std::string> parts;
  for (const BaseParameter& b : base.base) {
    for (const GroupedPart& part : b.groups) {
      if (part.parameter != parameter) continue;
      parts.push_back(part.text == "1" ? name(b.parameter) : fmt::format("{} {}", part.text, name(b.parameter)));
    }
  }
  return fmt::format("{} {}", name(parameter), parts.empty() ? "has no effect" : "moves to " + joined(parts));
}

}  // namespace

RuleComparison compare_with_rules(const BaseParameters& base) {
  const std::vector<Parameter>& parameters = base.full.parameters();
  std::vector<int> bodies, order;
  for (const bool kept : {true, false}) {
    for (int j = 0; j < base.full.columns(); ++j) {
      const bool is_kept = std::ranges::any_of(base.base, [&](const BaseParameter& b) { return b.parameter == j; });
      if (is_kept == kept && parameters[j].kind == ParameterKind::inertial) bodies.push_back(j);
    }
  }
  if (bodies.empty()) return {};
  for (int k = 0; k < static_cast<int>(bodies.size()); ++k) order.push_back(k);
  // Lengths in units of the robot's size. The kept parameters stand first and become the pivots.
  const auto unit = [&](int power) { return std::pow(base.full.robot().size(), power); };
  MatrixX mapping = dense::columns(base.mapping, bodies);
  MatrixX exchanges = exchange_vectors(base.full.robot());
  MatrixX standard = dense::columns(base.full.expansion().topRows(exchanges.rows()), bodies);
  for (const int k : order) {
    const double size = unit(parameters[bodies[k]].length_power);
    mapping.col(k) *= size;
    standard.col(k) *= size;
  }
  for (int i = 0; i < static_cast<int>(exchanges.rows()); ++i) {
    const double size = unit(length_power(i % parameters_per_body));
    exchanges.row(i) /= size;
    standard.row(i) /= size;
  }
  const Echelon solved = echelon(mapping, order);
  RuleComparison result;
  result.by_rank = result.by_rule = static_cast<int>(solved.pivots.size());
  // Each other parameter taken off the pivots changes no force. What is left of these changes without the exchanges?
  std::vector<int> others;
  for (const int k : order) {
    if (std::ranges::find(solved.pivots, k) == solved.pivots.end()) others.push_back(k);
  }
  if (others.empty()) return result;
  MatrixX changes =
      dense::columns(standard, others) - dense::columns(standard, solved.pivots) * dense::columns(solved.rows, others);
  changes.colwise().normalize();
  if (exchanges.cols() > 0) changes -= exchanges * dense::least_squares(exchanges, changes);
  const double largest = changes.colwise().norm().maxCoeff();
  if (!(largest > beyond_rules)) return result;
  const dense::PivotedQr beyond(changes, beyond_rules / largest);
  result.by_rule += beyond.rank();
  for (const int k : beyond.leading_columns(beyond.rank())) {
    const int parameter = bodies[others[k]];
    result.only_rank.push_back(grouping_text(base, parameter));
  }
  return result;
}

}  // namespace jourdain
