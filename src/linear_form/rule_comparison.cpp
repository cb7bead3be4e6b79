#include "linear_form/rule_comparison.hpp"

#include "core/dense/decompositions.hpp"
#include "linear_form/base_rules.hpp"

#include <algorithm>

namespace jourdain {
namespace {

InertialChoice choice_of(const LinearFormOptions& options) {
  InertialChoice choice;
  if (options.legs != LegSharing::as_declared) choice.identical_legs = options.legs == LegSharing::identical;
  choice.relations = options.structure;
  return choice;
}

LinearFormOptions without_others(LinearFormOptions options) {
  options.rotors = options.friction = options.payload = Columns::none;
  options.elemental.clear();
  return options;
}

RuleComparison compare(const BaseParameters& rank) {
  const LinearForm& form = rank.full;
  RuleOptions rules;
  rules.parameters = choice_of(form.options());
  const RuleBase rule = base_by_rule(form.robot(), rules);
  RuleComparison result{static_cast<int>(rank.base.size()), rule.count(), {}};
  if (result.by_rule > result.by_rank) {
    // The base as a function of the standard set: with p_standard = S p it is mapping S^+.
    const MatrixX S = rank.full.expansion();
    const MatrixX forces = rank.mapping * dense::pseudo_inverse(S);
    result.only_rank = groupings_beyond(form.robot().mechanism(), rule, forces);
  }
  return result;
}

}  // namespace

RuleComparison compare_with_rules(const LinearForm& form, const BaseOptions& options) {
  BaseOptions search;
  search.seed = options.seed;
  return compare(find_base_parameters(LinearForm(form.robot(), without_others(form.options())), search));
}

RuleComparison compare_with_rules(const BaseParameters& base, const BaseOptions& options) {
  const auto is_inertial = [](const Parameter& p) { return p.kind == ParameterKind::inertial; };
  const bool bodies_only = std::ranges::all_of(base.full.parameters(), is_inertial);
  return bodies_only && options.keep.empty() && options.drop.empty() ? compare(base)
                                                                     : compare_with_rules(base.full, options);
}

}  // namespace jourdain
