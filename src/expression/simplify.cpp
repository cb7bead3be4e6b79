#include "jourdain/expression/simplify.hpp"

#include "expression/nary.hpp"

namespace jourdain {
namespace {

constexpr int kRounds = 12;  // each must gain; two to five are usual

// One way through the passes; greedy choices have more than one sensible order.
struct Strategy {
  Splicing splicing;
  bool products_first = false;
  bool last_first = false;
};

constexpr Splicing kOwn{}, kAllProducts{.all_products = true}, kAll{.all_sums = true, .all_products = true};
constexpr Strategy kStrategies[] = {
    {kOwn, false, false}, {kOwn, false, true},        {kOwn, true, false},         {kOwn, true, true},
    {kAll, true, false},  {kAllProducts, true, true}, {kAllProducts, true, false},
};

Program pass(const Program& program, CostModel model, const Strategy& strategy) {
  Nary nary(program, strategy.splicing);
  nary.gather_load_time();
  if (model == CostModel::time) share_reciprocals(nary);
  if (strategy.products_first) share_pairs(nary, Op::multiply, model, strategy.last_first);
  factor(nary, model, strategy.last_first);
  nary.gather_load_time();
  share_pairs(nary, Op::multiply, model, strategy.last_first);
  share_pairs(nary, Op::add, model, strategy.last_first);
  return nary.lower(program, model == CostModel::time);
}

}  // namespace

Program simplify(const Program& program, CostModel model) {
  Program best = program;
  double best_cost = cost(best, model);
  for (int round = 0; round < kRounds; ++round) {
    const Program start = best;
    bool gained = false;
    for (const Strategy& strategy : kStrategies) {
      Program candidate = pass(start, model, strategy);
      const double candidate_cost = cost(candidate, model);
      if (!(candidate_cost < best_cost)) continue;
      best = std::move(candidate);
      best_cost = candidate_cost;
      gained = true;
    }
    if (!gained) break;
  }
  return best;
}

}  // namespace jourdain
