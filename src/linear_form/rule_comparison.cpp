#include "jourdain/linear_form/rule_comparison.hpp"

#include "jourdain/linear_form/base_rules.hpp"

namespace jourdain {
namespace {

InertialChoice choice_of(const LinearFormOptions& options) {
  InertialChoice choice;
  if (options.legs != LegSharing::as_declared) choice.identical_legs = options.legs == LegSharing::identical;
  choice.relations = options.structure;
  return choice;
}

}  // namespace

RuleComparison compare_with_rules(const LinearForm& form, const BaseOptions& options) {
  LinearFormOptions bodies = form.options();
  bodies.rotors = bodies.friction = bodies.payload = Columns::none;
  bodies.elemental.clear();
  BaseOptions search;
  search.seed = options.seed;
  const BaseParameters rank = find_base_parameters(LinearForm(form.robot(), bodies), search);
  RuleOptions rules;
  rules.parameters = choice_of(bodies);
  const RuleBase rule = base_by_rule(form.robot(), rules);
  RuleComparison result{static_cast<int>(rank.base.size()), rule.count(), {}};
  if (result.by_rule > result.by_rank) {
    // The base as a function of the standard set: with p_standard = S p it is mapping S^+.
    const MatrixX S = rank.full.expansion();
    const MatrixX forces = rank.mapping * S.completeOrthogonalDecomposition().pseudoInverse();
    result.only_rank = groupings_beyond(form.robot().mechanism(), rule, forces);
  }
  return result;
}

}  // namespace jourdain
