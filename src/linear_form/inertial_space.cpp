#include "linear_form/inertial_space.hpp"

#include "jourdain/core/error.hpp"
#include "linear_form/echelon.hpp"
#include "linear_form/index.hpp"
#include "linear_form/leg_sharing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace jourdain {
namespace {

int entry_index(const std::string& entry) {
  const auto found = std::ranges::find(inertial_entries, entry);
  return found == inertial_entries.end() ? -1 : static_cast<int>(found - inertial_entries.begin());
}

// A relation as a row over the standard set; false if it does not concern this leg.
bool relation_row(const Mechanism& mechanism, const Sharing& sharing, const InertialRelation& relation, const Leg* leg,
                  Eigen::Ref<Eigen::RowVectorXd> row) {
  row.setZero();
  bool in_leg = false;
  for (const InertialRelation::Term& term : relation.terms) {
    int body = find_body(mechanism, term.body);
    if (body < 0 && leg) {
      body = find_body(mechanism, leg->name + "." + term.body);
      in_leg = in_leg || body >= 0;
    }
    const int entry = entry_index(term.entry);
    if (entry < 0) throw Error(ErrorKind::input, fmt::format("'{}' is not an inertial entry", term.entry));
    if (body <= 0) return false;
    row[parameters_per_body * (sharing.body[at(body)] - 1) + entry] += term.factor;
  }
  return !leg || in_leg;
}

// All declared relations, one row each; a leg's own name makes one row per leg.
MatrixX relation_rows(const Mechanism& mechanism, const Sharing& sharing, Eigen::Index parameters) {
  std::vector<Eigen::RowVectorXd> rows;
  Eigen::RowVectorXd row(parameters);
  for (const InertialRelation& relation : mechanism.relations) {
    bool used = relation_row(mechanism, sharing, relation, nullptr, row);
    if (used) rows.push_back(row);
    for (const Leg& leg : mechanism.legs) {
      if (!relation_row(mechanism, sharing, relation, &leg, row)) continue;
      rows.push_back(row);
      used = true;
    }
    if (!used) throw Error(ErrorKind::input, "a relation names bodies that do not exist together in any leg");
  }
  MatrixX all(static_cast<Eigen::Index>(rows.size()), parameters);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double largest = rows[i].cwiseAbs().maxCoeff();
    all.row(static_cast<Eigen::Index>(i)) = rows[i] / (largest > 0 ? largest : 1);
  }
  return all;
}

// "sz.stator = -sy.ring": a row solved for its pivot.
std::string restriction_text(const Eigen::RowVectorXd& row, int pivot, const std::vector<std::string>& names) {
  std::string right;
  for (Eigen::Index k = 0; k < row.size(); ++k) {
    if (k == pivot || row[k] == 0) continue;
    const double value = -row[k];
    right += right.empty() ? (value < 0 ? "-" : "") : (value < 0 ? " - " : " + ");
    if (std::abs(value) != 1) right += fmt::format("{:.6g} ", std::abs(value));
    right += names[static_cast<std::size_t>(k)];
  }
  return fmt::format("{} = {}", names[at(pivot)], right.empty() ? "0" : right);
}

}  // namespace

InertialSpace inertial_space(const Mechanism& mechanism, const InertialChoice& choice, const std::vector<int>& order) {
  InertialSpace space;
  space.identical_legs = choice.identical_legs.value_or(mechanism.identical_legs);
  const Sharing sharing = share_legs(mechanism, space.identical_legs);
  const int count = parameters_per_body * (static_cast<int>(mechanism.bodies.size()) - 1);
  std::vector<std::string> labels;
  std::vector<int> stands;  // standard parameter that stands for each
  for (const StandardParameter& p : parameter_list(mechanism)) {
    if (p.kind != ParameterKind::inertial) continue;
    space.standard.push_back(p.name);
    labels.push_back(space.identical_legs ? p.shared : p.name);
    stands.push_back(parameters_per_body * (sharing.body[at(p.owner)] - 1) + p.entry);
  }
  std::vector<int> welcome = order;
  if (welcome.empty()) {
    welcome.resize(at(count));
    std::iota(welcome.begin(), welcome.end(), 0);
  }
  // Each relation takes away the least welcome parameter in it.
  Echelon relations;
  relations.rows.resize(0, count);
  if (choice.relations) relations = echelon(relation_rows(mechanism, sharing, count), reversed(welcome));
  std::vector<int> column(at(count), -1);
  for (int i = 0; i < count; ++i) {
    const bool taken = std::find(relations.pivots.begin(), relations.pivots.end(), i) != relations.pivots.end();
    if (stands[at(i)] != i || taken) continue;
    column[at(i)] = static_cast<int>(space.columns.size());
    space.columns.push_back(i);
    space.names.push_back(labels[at(i)]);
  }
  space.full = MatrixX::Zero(count, static_cast<Eigen::Index>(space.columns.size()));
  for (int i = 0; i < count; ++i) {
    if (stands[at(i)] == i && column[at(i)] >= 0) space.full(i, column[at(i)]) = 1;
  }
  for (std::size_t r = 0; r < relations.pivots.size(); ++r) {
    const Eigen::RowVectorXd row = relations.rows.row(static_cast<Eigen::Index>(r));
    for (int i = 0; i < count; ++i) {
      if (column[at(i)] >= 0) space.full(relations.pivots[r], column[at(i)]) = -row[i];
    }
    space.restrictions.push_back(restriction_text(row, relations.pivots[r], labels));
  }
  // The bodies of identical legs follow the first.
  for (int i = 0; i < count; ++i) {
    if (stands[at(i)] != i) space.full.row(i) = space.full.row(stands[at(i)]);
  }
  return space;
}

}  // namespace jourdain
