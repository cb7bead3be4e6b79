#include "jourdain/expression/simplify.hpp"

#include "expression/nary.hpp"

#include <limits>

namespace jourdain {
namespace {

// One way through the passes; greedy choices have more than one sensible order.
struct Strategy {
  Splicing splicing;
  bool products_first = false;
  bool last_first = false;
};

constexpr Splicing kOwn{}, kSums{.all_sums = true}, kProducts{.all_products = true},
    kAll{.all_sums = true, .all_products = true};

// Descent repeats the first; the others take what is shared apart, which may cost more before descent makes it less.
constexpr Strategy kStrategies[] = {{kOwn, false, false},    {kAll, true, false},      {kOwn, false, true},
                                    {kProducts, true, true}, {kProducts, true, false}, {kSums, false, false},
                                    {kAll, true, true},      {kSums, true, true},      {kOwn, true, false},
                                    {kOwn, true, true},      {kAll, false, false},     {kProducts, false, true}};

constexpr double kEffort = 4e5;  // nodes that all passes together may see: a second, whatever the size

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

// A program with its cost, and what may still be spent on making it cheaper.
class Search {
 public:
  Search(const Program& program, CostModel model) : best_(program), best_cost_(cost(program, model)), model_(model) {}

  // Tries each strategy on the best program so far, and what descent makes of it, until none of them gains.
  Program run() {
    bool gained = true;
    while (gained) {
      gained = false;
      for (const Strategy& strategy : kStrategies) gained |= descend(strategy);
    }
    return std::move(best_);
  }

 private:
  bool descend(const Strategy& start) {
    Program program = best_;
    double least = std::numeric_limits<double>::infinity();
    const Strategy* strategy = &start;
    while (effort_ > 0) {
      effort_ -= static_cast<double>(program.nodes.size());
      Program candidate = pass(program, model_, *strategy);
      const double candidate_cost = cost(candidate, model_);
      if (!(candidate_cost < least)) break;
      program = std::move(candidate);
      least = candidate_cost;
      strategy = &kStrategies[0];
    }
    if (!(least < best_cost_)) return false;
    best_ = std::move(program);
    best_cost_ = least;
    return true;
  }

  Program best_;
  double best_cost_;
  CostModel model_;
  double effort_ = kEffort;
};

}  // namespace

Program simplify(const Program& program, CostModel model) { return Search(program, model).run(); }

}  // namespace jourdain
