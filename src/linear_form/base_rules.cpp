#include "linear_form/base_rules.hpp"

#include "core/joined.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/robot.hpp"
#include "linear_form/echelon.hpp"
#include "linear_form/index.hpp"
#include "linear_form/rules.hpp"
#include "model/check_mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace jourdain {
namespace {

// Everything the rules say about a mechanism, lengths in units of `length`.
struct RuleBook {
  double length = 1;
  std::vector<int> welcome;
  std::vector<MotionBound> bounds;
  std::vector<Rule> rules;
  Echelon changes;  // all changes without effect, solved for the least welcome parameters
};

RuleBook make_rules(const Mechanism& mechanism, const RuleOptions& options) {
  check_mechanism(mechanism);
  RuleBook book;
  book.length = length_of(mechanism);
  const Mechanism unit = in_units_of(mechanism, book.length);
  book.welcome = welcome_order(unit);
  book.bounds = motion_bounds(unit, options.platform_home ? &*options.platform_home : nullptr);
  book.rules = idle_spin_rules(mechanism, book.welcome);
  for (Rule& rule : collect_rules(unit, book.bounds, book.welcome)) book.rules.push_back(std::move(rule));
  Eigen::Index count = 0;
  for (const Rule& rule : book.rules) count += rule.rows.rows();
  MatrixX all(count, static_cast<Eigen::Index>(book.welcome.size()));
  count = 0;
  for (const Rule& rule : book.rules) {
    all.middleRows(count, rule.rows.rows()) = rule.rows;
    count += rule.rows.rows();
  }
  book.changes = echelon(std::move(all), reversed(book.welcome));
  return book;
}

// The standard set's parameters that all changes leave, as functions of the set: [Abdellatif05] (23). One row each.
MatrixX invariants(const Echelon& changes, Eigen::Index parameters) {
  std::vector<bool> dropped(static_cast<std::size_t>(parameters), false);
  for (const int pivot : changes.pivots) dropped[at(pivot)] = true;
  MatrixX rows = MatrixX::Zero(parameters - static_cast<Eigen::Index>(changes.pivots.size()), parameters);
  Eigen::Index r = 0;
  for (Eigen::Index k = 0; k < parameters; ++k) {
    if (dropped[static_cast<std::size_t>(k)]) continue;
    rows(r, k) = 1;
    for (std::size_t d = 0; d < changes.pivots.size(); ++d) {
      rows(r, changes.pivots[d]) = -changes.rows(static_cast<Eigen::Index>(d), k);
    }
    ++r;
  }
  return rows;
}

// The unit of a standard parameter over kg.
double unit_of(double length, int parameter) { return std::pow(length, length_power(parameter % parameters_per_body)); }

int free_parameter(const InertialSpace& space, const std::string& name) {
  const auto found = std::find(space.names.begin(), space.names.end(), name);
  if (found != space.names.end()) return static_cast<int>(found - space.names.begin());
  throw Error(ErrorKind::usage, fmt::format("'{}' is not a free parameter of this model; they are named like '{}'",
                                            name, space.names.empty() ? "m.body" : space.names.front()));
}

// The free parameters from the most welcome to the least, the user's wishes first.
std::vector<int> free_order(const InertialSpace& space, const RuleOptions& options, const std::vector<int>& welcome) {
  std::vector<int> place(welcome.size());
  for (std::size_t i = 0; i < welcome.size(); ++i) place[at(welcome[i])] = static_cast<int>(i);
  std::vector<int> wish(space.names.size(), 0);
  for (const std::string& name : options.drop) wish[at(free_parameter(space, name))] = 1;
  for (const std::string& name : options.keep) wish[at(free_parameter(space, name))] = -1;
  std::vector<int> order(space.names.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return wish[at(i)] != wish[at(j)] ? wish[at(i)] < wish[at(j)]
                                      : place[at(space.columns[at(i)])] < place[at(space.columns[at(j)])];
  });
  return order;
}

// A wish that cannot be fulfilled is an error that says why.
void check_kept(const RuleOptions& options, const RuleBase& base) {
  for (const std::string& name : options.keep) {
    const int k = free_parameter(base.space, name);
    if (std::find(base.kept.begin(), base.kept.end(), k) != base.kept.end()) continue;
    std::vector<std::string> others;
    for (int i = 0; i < base.count(); ++i) {
      if (base.grouping(i, k) != 0) others.push_back(base.space.names[at(base.kept[at(i)])]);
    }
    throw Error(ErrorKind::usage, others.empty()
                                      ? fmt::format("'{}' cannot be kept: it has no effect", name)
                                      : fmt::format("'{}' cannot be kept: it depends on {}", name, joined(others)));
  }
}

// Fills grouping, kept and idle from the invariants over the free parameters.
void choose_base(const Mechanism& mechanism, const RuleOptions& options, const RuleBook& book, RuleBase& base) {
  const InertialSpace& space = base.space;
  const auto standard = static_cast<Eigen::Index>(space.standard.size());
  MatrixX full = space.full;
  for (Eigen::Index i = 0; i < full.rows(); ++i) {
    for (Eigen::Index k = 0; k < full.cols(); ++k) {
      const double unit = unit_of(book.length, space.columns[static_cast<std::size_t>(k)]);
      full(i, k) *= unit / unit_of(book.length, static_cast<int>(i));
    }
  }
  const Echelon chosen = echelon(invariants(book.changes, standard) * full, free_order(space, options, book.welcome));
  // Legs first, the platform last, as in table I of [Abdellatif05].
  const int platform = mechanism.output && mechanism.output->is_platform ? mechanism.output->body : -1;
  const auto place = [&](int row) {
    const int column = space.columns[at(chosen.pivots[at(row)])];
    return std::pair(column / parameters_per_body + 1 == platform, column);
  };
  std::vector<int> rows(chosen.pivots.size());
  for (std::size_t r = 0; r < rows.size(); ++r) rows[r] = static_cast<int>(r);
  std::sort(rows.begin(), rows.end(), [&](int i, int j) { return place(i) < place(j); });
  base.grouping.resize(static_cast<Eigen::Index>(rows.size()), full.cols());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const int pivot = chosen.pivots[at(rows[r])];
    base.kept.push_back(pivot);
    for (Eigen::Index k = 0; k < full.cols(); ++k) {
      const double unit = unit_of(book.length, space.columns[at(pivot)]) /
                          unit_of(book.length, space.columns[static_cast<std::size_t>(k)]);
      base.grouping(static_cast<Eigen::Index>(r), k) = chosen.rows(rows[r], k) * unit;
    }
    base.grouping(static_cast<Eigen::Index>(r), pivot) = 1;
  }
  for (Eigen::Index k = 0; k < full.cols(); ++k) {
    if (base.grouping.col(k).isZero(0)) base.idle.push_back(static_cast<int>(k));
  }
}

// What the result rests on.
std::vector<std::string> used_facts(const Mechanism& mechanism, const RuleOptions& options, const RuleBook& book,
                                    const InertialSpace& space) {
  std::vector<std::string> facts;
  if (space.identical_legs) {
    std::map<std::string, std::vector<std::string>> groups;
    for (const Leg& leg : mechanism.legs) groups[leg.group].push_back(leg.name);
    for (const auto& [group, legs] : groups) {
      if (legs.size() > 1) facts.push_back(fmt::format("identical legs: {}", joined(legs)));
    }
  }
  if (!space.restrictions.empty()) facts.push_back(fmt::format("declared: {}", joined(space.restrictions, "; ")));
  if (options.platform_home && mechanism.output) {
    std::vector<std::string_view> moves;
    for (const Move move : mechanism.output->moves) moves.push_back(to_string(move));
    facts.push_back(fmt::format("the pose of {} follows from {} alone",
                                mechanism.bodies[at(mechanism.output->body)].name, joined(moves)));
  }
  if (mechanism.gravity.isZero(0)) facts.emplace_back("no gravity");
  std::vector<std::string> along;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const MotionBound& bound = book.bounds[i];
    const MatrixX turns = bound.twists.bottomRows(3);
    if (bound.gravity.cols() != 1 || turns.isZero(echelon_zero)) continue;
    const Vector3 g = bound.gravity.col(0);
    if ((turns - g * (g.transpose() * turns)).isZero(1e-9)) along.push_back(mechanism.bodies[i].name);
  }
  if (!along.empty()) facts.push_back(fmt::format("gravity along the axis of {}", joined(along)));
  return facts;
}

RuleOptions with_platform(const Robot& robot, RuleOptions options) {
  const std::optional<Output>& output = robot.mechanism().output;
  const bool bounded = output && output->is_platform && output->moves.size() < 6;
  if (bounded && robot.pose_is_explicit()) options.platform_home = robot.home_pose();
  return options;
}

}  // namespace

RuleBase base_by_rule(const Mechanism& mechanism, const RuleOptions& options) {
  const RuleBook book = make_rules(mechanism, options);
  RuleBase base;
  base.space = inertial_space(mechanism, options.parameters, book.welcome);
  choose_base(mechanism, options, book, base);
  check_kept(options, base);
  std::vector<std::string> causes;
  base.steps = explain_rules(mechanism, book.bounds, book.rules, book.welcome, base.space.identical_legs, causes);
  base.reasons.resize(base.space.names.size());
  const bool wishes = !options.keep.empty() || !options.drop.empty();
  for (std::size_t k = 0; k < base.reasons.size(); ++k) {
    if (std::find(base.kept.begin(), base.kept.end(), static_cast<int>(k)) != base.kept.end()) continue;
    const std::string& cause = causes[at(base.space.columns[k])];
    base.reasons[k] = !cause.empty() ? cause : wishes ? "choice of parameters" : "declared relations";
  }
  base.facts = used_facts(mechanism, options, book, base.space);
  return base;
}

RuleBase base_by_rule(const Robot& robot, RuleOptions options) {
  return base_by_rule(robot.mechanism(), with_platform(robot, std::move(options)));
}

MatrixX exchange_vectors(const Mechanism& mechanism, const RuleOptions& options) {
  const RuleBook book = make_rules(mechanism, options);
  MatrixX vectors = book.changes.rows.transpose();
  for (Eigen::Index i = 0; i < vectors.rows(); ++i) vectors.row(i) *= unit_of(book.length, static_cast<int>(i));
  return vectors;
}

MatrixX exchange_vectors(const Robot& robot, RuleOptions options) {
  return exchange_vectors(robot.mechanism(), with_platform(robot, std::move(options)));
}

}  // namespace jourdain
