#include "expression/simplify.hpp"

#include "expression/nary.hpp"
#include "expression/reciprocal_roots.hpp"

#include <array>
#include <bit>
#include <limits>
#include <unordered_map>

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
constexpr std::array<Strategy, 12> strategies{{{plain, false, false},
                                               {all, true, false},
                                               {plain, false, true},
                                               {products, true, true},
                                               {products, true, false},
                                               {sums, false, false},
                                               {all, true, true},
                                               {sums, true, true},
                                               {plain, true, false},
                                               {plain, true, true},
                                               {all, false, false},
                                               {products, false, true}}};

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

std::uint64_t hash_of(const Program& program) {
  std::uint64_t hash = program.nodes.size();
  const auto add = [&](std::uint64_t word) { hash = (std::rotl(hash, 23) ^ word) * 0x9e3779b97f4a7c15u; };
  for (const GraphNode& node : program.nodes) {
    add(std::uint64_t{static_cast<std::uint32_t>(node.a)} << 32 | static_cast<std::uint32_t>(node.b));
    add(std::bit_cast<std::uint64_t>(node.value) + static_cast<std::uint64_t>(node.op));
  }
  for (const NodeId id : program.outputs) add(static_cast<std::uint32_t>(id));
  return hash;
}

// What may still be spent on making a program cheaper, and what was found on the way. Ways through the passes meet
// again and again: each program is kept once, with what the passes made of it.
class Search {
 public:
  Search(const Program& program, CostModel model) : model_(model), best_(number_of(program)) {}

  // Tries each strategy on the best program so far, and what descent makes of it, until none of them gains.
  Program run() {
    bool gained = true;
    while (gained) {
      gained = false;
      for (std::size_t strategy = 0; strategy < strategies.size(); ++strategy) gained |= descend(strategy);
    }
    return std::move(met_[best_].program);
  }

 private:
  static constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();

  struct Met {
    Program program;
    double cost = 0;
    std::array<std::size_t, strategies.size()> after{};  // the program that each strategy makes of it
  };

  std::size_t number_of(Program program) {
    const std::uint64_t hash = hash_of(program);
    for (auto [at, end] = by_hash_.equal_range(hash); at != end; ++at) {
      const Program& other = met_[at->second].program;
      if (other == program && other.parts == program.parts) return at->second;
    }
    by_hash_.emplace(hash, met_.size());
    Met& met = met_.emplace_back(Met{std::move(program), 0, {}});
    met.cost = cost(met.program, model_);
    met.after.fill(unknown);
    return met_.size() - 1;
  }

  std::size_t after(std::size_t program, std::size_t strategy) {
    std::size_t next = met_[program].after[strategy];
    if (next == unknown) {
      next = number_of(pass(met_[program].program, model_, strategies[strategy]));
      met_[program].after[strategy] = next;
    }
    return next;
  }

  bool descend(std::size_t strategy) {
    std::size_t program = best_;
    double least = std::numeric_limits<double>::infinity();
    while (effort_ > 0) {
      effort_ -= static_cast<double>(met_[program].program.nodes.size());
      const std::size_t candidate = after(program, strategy);
      if (!(met_[candidate].cost < least)) break;
      program = candidate;
      least = met_[candidate].cost;
      strategy = 0;
    }
    if (!(least < met_[best_].cost)) return false;
    best_ = program;
    return true;
  }

  CostModel model_;
  std::vector<Met> met_;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
  std::size_t best_;
  double effort_ = most_effort;
};

}  // namespace

Program simplify(const Program& program, CostModel model) {
  Program result = Search(program, model).run();
  return model == CostModel::time ? reciprocal_roots(result) : result;
}

}  // namespace jourdain
