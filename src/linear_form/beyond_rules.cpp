// What the forces of the whole mechanism say beyond the rules.
#include "core/dense/decompositions.hpp"
#include "core/joined.hpp"
#include "linear_form/base_rules.hpp"
#include "linear_form/echelon.hpp"
#include "linear_form/index.hpp"
#include "linear_form/motion_bound.hpp"
#include "linear_form/recognise.hpp"
#include "linear_form/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

int entry_power(const RuleBase& base, int row) {
  return length_power(base.space.columns[at(base.kept[at(row)])] % parameters_per_body);
}

// The rows of the base from the least welcome.
std::vector<int> drop_order(const Mechanism& mechanism, const RuleBase& base) {
  const std::vector<int> welcome = welcome_order(mechanism);
  std::vector<int> order(at(base.count()));
  for (int i = 0; i < base.count(); ++i) order[at(i)] = i;
  const auto place = [&](int row) {
    return std::find(welcome.begin(), welcome.end(), base.space.columns[at(base.kept[at(row)])]);
  };
  std::sort(order.begin(), order.end(), [&](int i, int j) { return place(i) > place(j); });
  return order;
}

}  // namespace

std::vector<std::string> groupings_beyond(const Mechanism& mechanism, const RuleBase& base, const MatrixX& forces,
                                          double threshold) {
  if (base.count() == 0) return {};
  // With all other free parameters zero the kept ones are the base parameters.
  const double length = length_of(mechanism);
  MatrixX columns(forces.rows(), base.count());
  for (int i = 0; i < base.count(); ++i) {
    columns.col(i) = std::pow(length, entry_power(base, i)) * (forces * base.space.full.col(base.kept[at(i)]));
  }
  const dense::SingularFactors svd = dense::singular_factors(columns, dense::Vectors::right);
  const MatrixX changes = svd.null_space(svd.rank(threshold)).transpose();
  const Echelon reduced = echelon(changes, drop_order(mechanism, base));
  const Recogniser recogniser(mechanism, base.space.identical_legs);
  const auto name = [&](int row) { return base.space.names[at(base.kept[at(row)])]; };
  std::vector<std::string> texts;
  for (std::size_t r = 0; r < reduced.pivots.size(); ++r) {
    const int pivot = reduced.pivots[r];
    std::vector<std::string> parts;
    for (int k = 0; k < base.count(); ++k) {
      const double value = -reduced.rows(static_cast<Eigen::Index>(r), k);
      // What was known to the threshold only is not 0 to the last digit.
      if (k == pivot || std::abs(value) <= std::sqrt(threshold)) continue;
      const int power = entry_power(base, k) - entry_power(base, pivot);
      const int target = base.space.columns[at(base.kept[at(k)])],
                source = base.space.columns[at(base.kept[at(pivot)])];
      const double coefficient = value * std::pow(length, power);
      parts.push_back(fmt::format("{} {}", name(k), recogniser.text(coefficient, power, target, source)));
    }
    texts.push_back(parts.empty() ? fmt::format("{} has no effect", name(pivot))
                                  : fmt::format("{} moves to {}", name(pivot), joined(parts)));
  }
  return texts;
}

}  // namespace jourdain
