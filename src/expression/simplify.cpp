#include "jourdain/expression/simplify.hpp"

#include "expression/nary.hpp"
#include "expression/reciprocal_roots.hpp"

#include <limits>

namespace jourdain {
namespace {

// One way through the passes; greedy choices have more than one sensible order.
struct Strategy {
  Splicing splicing;
  bool products_first = false;
  bool last_first = false;
};

constexpr Splicing plain{}, sums{.all_sums = true}, products{.all_products = true},
    all{.all_sums = true, .all_products = true};

// Descent repeats the first; the others take what is shared apart, which may cost more before descent makes it less.
constexpr Strategy strategies[] = {{plain, false, false},  {all, true, false},      {plain, false, true},
                                   {products, true, true}, {products, true, false}, {sums, false, false},
                                   {all, true, true},      {sums, true, true},      {plain, true, false},
                                   {plain, true, true},    {all, false, false},     {products, false, true}};

constexpr double most_effort = 4e5;  // nodes that all passes together may see: a second, whatever the size

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
      for (const Strategy& strategy : strategies) gained |= descend(strategy);
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
      strategy = &strategies[0];
    }
    if (!(least < best_cost_)) return false;
    best_ = std::move(program);
    best_cost_ = least;
    return true;
  }

  Program best_;
  double best_cost_;
  CostModel model_;
  double effort_ = most_effort;
};

}  // namespace

Program simplify(const Program& program, CostModel model) {
  Program result = Search(program, model).run();
  return model == CostModel::time ? reciprocal_roots(result) : result;
}

}  // namespace jourdain
