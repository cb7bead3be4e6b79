#include "linear_form/parameters/parameter_space.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace jourdain {
namespace {

// Values that must be equal differ by rounding of the file's numbers at most; the reader's own bound.
constexpr double equal_values = 1e-9;

// A linear equation between columns: sum of factor * column = 0.
using Equation = std::map<int, double>;

class ParameterSpace {
 public:
  explicit ParameterSpace(const LinearFormData& data)
      : m_(data.robot.mechanism()), robot_(data.robot), options_(data.options), standard_(data.standard) {
    for (std::size_t i = 0; i < standard_.size(); ++i) add(static_cast<int>(i));
    if (options_.structure) impose_relations();
  }

  std::vector<Parameter> take() { return std::move(parameters_); }

 private:
  // The name under which a value is shared: sets of friction always, legs if they are identical.
  const std::string& shared_name(const StandardParameter& p) const {
    return is_friction(p.kind) || shares_legs(m_, options_) ? p.shared : p.name;
  }

  // A rotor counts as what its motor sees at the joint: gear^2 times its inertia.
  int length_power_of(const StandardParameter& p) const {
    if (p.kind == ParameterKind::rotor) {
      const int joint = robot_.motor_joints()[p.owner];
      return is_length(m_.joints[joint].type, 0) ? 0 : 2;
    }
    if (p.kind != ParameterKind::inertial && p.kind != ParameterKind::payload) return 0;
    return length_power(p.entry);
  }

  void add(int index) {
    const StandardParameter& p = standard_[index];
    const std::string name = shared_name(p);
    const auto [at, fresh] = index_.emplace(name, static_cast<int>(parameters_.size()));
    if (fresh) {
      parameters_.push_back({p.kind, p.entry, p.value, length_power_of(p), name, {{index, 1.0}}});
    } else {
      Parameter& shared = parameters_[at->second];
      check_equal(shared, p);
      shared.parts.push_back({index, 1.0});
    }
    column_of_.push_back(at->second);
  }

  void check_equal(const Parameter& shared, const StandardParameter& p) const {
    const StandardParameter& first = standard_[shared.parts.front().standard];
    double scale = std::max(std::abs(first.value), std::abs(p.value));
    // Entries of a tensor or vector are compared with its size.
    if (p.kind == ParameterKind::inertial) {
      const auto q = inertial_parameters(m_.bodies[p.owner].inertial);
      scale = std::max(scale, p.entry == 0 ? 0.0 : p.entry < 4 ? q.segment<3>(1).norm() : q.tail<6>().norm());
    }
    if (std::abs(first.value - p.value) <= equal_values * scale) return;
    throw Error(ErrorKind::usage,
                fmt::format("{} and {} cannot share one value: they are {:.9g} and {:.9g}\n  hint: take the legs as "
                            "independent, or give them the same values",
                            first.name, p.name, first.value, p.value));
  }

  // The equation that a relation makes in one leg (or without one); empty if it does not concern it.
  Equation equation(const InertialRelation& relation, const Leg* leg) const {
    Equation result;
    for (const InertialRelation::Term& term : relation.terms) {
      int body = find_body(m_, term.body);
      if (body < 0 && leg) body = find_body(m_, leg->name + "." + term.body);
      if (body < 0) return {};
      const auto entry = std::find(inertial_entries.begin(), inertial_entries.end(), term.entry);
      if (entry == inertial_entries.end())
        throw Error(ErrorKind::input, fmt::format("a relation has '{}', which is no inertial entry such as {}",
                                                  term.entry, inertial_entries.back()));
      const auto standard = static_cast<std::size_t>(10 * (body - 1) + (entry - inertial_entries.begin()));
      result[column_of_[standard]] += term.factor;
    }
    return result;
  }

  // Replaces one column of each relation by the others, in echelon form: the last one that weighs enough.
  void impose_relations() {
    if (!options_.inertial) return;
    std::vector<std::pair<int, Equation>> solved;
    for (const InertialRelation& relation : m_.relations) {
      std::vector<Equation> equations{equation(relation, nullptr)};
      for (const Leg& leg : m_.legs) equations.push_back(equation(relation, &leg));
      if (std::ranges::all_of(equations, &Equation::empty))
        throw Error(ErrorKind::input, "a relation names bodies that do not exist together in any leg");
      for (Equation& e : equations) reduce(e, solved);
    }
    if (solved.empty()) return;
    // p_gone = -sum factor p_other: its parts move to the others.
    std::vector<bool> gone(parameters_.size(), false);
    for (const auto& [pivot, e] : solved) {
      gone[pivot] = true;
      for (const auto& [column, factor] : e) {
        if (column == pivot) continue;
        for (const Parameter::Part& part : parameters_[pivot].parts)
          parameters_[column].parts.push_back({part.standard, -factor * part.factor});
      }
    }
    std::vector<Parameter> rest;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (!gone[i]) rest.push_back(std::move(parameters_[i]));
    }
    parameters_ = std::move(rest);
  }

  static void reduce(Equation& e, std::vector<std::pair<int, Equation>>& solved) {
    constexpr double nothing = 1e-12;
    const auto subtract = [](Equation& from, double factor, const Equation& what) {
      for (const auto& [column, f] : what) from[column] -= factor * f;
    };
    double size = 0;
    for (const auto& [column, factor] : e) size = std::max(size, std::abs(factor));
    for (const auto& [pivot, other] : solved) {
      const auto at = e.find(pivot);
      if (at != e.end()) subtract(e, double(at->second), other);
    }
    std::erase_if(e, [&](const auto& term) { return std::abs(term.second) <= nothing * size; });
    if (e.empty()) return;
    double largest = 0;
    for (const auto& [column, factor] : e) largest = std::max(largest, std::abs(factor));
    const auto last =
        std::find_if(e.rbegin(), e.rend(), [&](const auto& t) { return std::abs(t.second) >= 0.1 * largest; });
    const int pivot = last->first;
    const double scale = last->second;
    for (auto& [column, factor] : e) factor /= scale;
    for (auto& [old, other] : solved) {
      const auto at = other.find(pivot);
      if (at == other.end()) continue;
      subtract(other, double(at->second), e);
      std::erase_if(other, [&](const auto& term) { return std::abs(term.second) <= nothing; });
    }
    solved.emplace_back(pivot, e);
  }

  const Mechanism& m_;
  const Robot& robot_;
  const LinearFormOptions& options_;
  const std::vector<StandardParameter>& standard_;
  std::vector<Parameter> parameters_;
  std::map<std::string, int> index_;
  std::vector<int> column_of_;  // of each standard parameter, before relations
};

}  // namespace

bool shares_legs(const Mechanism& mechanism, const LinearFormOptions& options) {
  return options.legs == LegSharing::identical || (options.legs == LegSharing::as_declared && mechanism.identical_legs);
}

std::vector<Parameter> share_parameters(const LinearFormData& data) { return ParameterSpace(data).take(); }

}  // namespace jourdain
