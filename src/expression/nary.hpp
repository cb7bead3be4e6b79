// Programs with sums and products of any number of operands, on which simplification works.
#pragma once

#include "expression/count.hpp"

#include <compare>
#include <map>
#include <utility>
#include <vector>

namespace jourdain {

// A reference to an item. In a sum flipped means subtracted, in a product divided by, elsewhere negated. What an
// operand is does not depend on the part in which it was added to its row.
struct Literal {
  NodeId item = -1;
  bool flipped = false;
  Part joined = Part::none;  // the part of the operation that did it; none for the operand that the row began with

  friend bool operator==(const Literal& a, const Literal& b) { return a.item == b.item && a.flipped == b.flipped; }
  friend auto operator<=>(const Literal& a, const Literal& b) {
    return std::pair(a.item, a.flipped) <=> std::pair(b.item, b.flipped);
  }
};

// Two operands become one: the part of the operation that joins them, and that of the one that joins both to the rest.
struct JoinedParts {
  JoinedParts(Part a, Part b) : inner(b == Part::none ? a : b), outer(b == Part::none ? Part::none : a) {}

  Part inner, outer;
};

// A leaf, a function, a sum (Op::add) or a product (Op::multiply).
struct Item {
  Op op = Op::constant;
  std::vector<Literal> operands;
  NodeId leaf = -1;  // place of an input or parameter
  double value = 0;  // of a constant
  Phase phase = Phase::constant;
  int uses = 0;
  Part part = Part::none;  // of its operations that no operand tells
};

// Which sums within sums and products within products are spliced into them: those that nothing else uses, or all up
// to a number of operands; sharing then has to find common parts again, and may find better ones.
struct Splicing {
  bool all_sums = false;
  bool all_products = false;
};

inline constexpr std::size_t no_factor = static_cast<std::size_t>(-1);

// The n-ary form of a program. Items are not in order; what is no longer used stays without harm.
class Nary {
 public:
  Nary(const Program& program, const Splicing& splicing);

  // Back to operations on two operands: what is known at load time first; sums as chains, or as balanced trees.
  Program lower(const Program& names, bool balanced) const;

  Item& item(NodeId id) { return items[id]; }
  const Item& item(NodeId id) const { return items[id]; }
  bool is_load(const Literal& literal) const { return item(literal.item).phase != Phase::call; }

  // A new item with the phase of its operands.
  NodeId append(Op op, std::vector<Literal> operands, Part part);

  // The sums or products that a call computes and that something uses, operands in no order.
  std::vector<NodeId> rows(Op op) const;

  // Makes some operands of a row a row of their own, which begins with the first; returns how it is joined to the rest.
  static Part begin_row(std::vector<Literal>& operands);

  // Gathers the load-time operands of each row into one item.
  void gather_load_time();

  // Cost of a product at a call, one of its factors left out if asked.
  int product_cost(const std::vector<Literal>& factors, CostModel model, std::size_t skip = no_factor) const;

  std::vector<Item> items;
  std::vector<Literal> outputs;
  std::vector<Literal> guards;

 private:
  void add_sum(const GraphNode& node, Part part, bool splice_all);
  void add_product(const GraphNode& node, Part part, bool splice_all);
  void splice(Op op, std::vector<Literal>& row, const Literal& literal, bool splice_all) const;
  void count_uses();
  void square_roots(std::vector<Literal>& row, bool& negative);
  std::vector<NodeId> order() const;
  NodeId lower_row(Graph& graph, const Item& row, const std::vector<NodeId>& lowered, bool balanced) const;

  std::vector<Literal> of_node_;  // the literal of each node of the program
};

// Pulls common factors out of sums, the most profitable first. With last_first, ties go to the factor met last.
void factor(Nary& nary, CostModel model, bool last_first);

// Computes pairs of operands that occur in several rows once, the most profitable first.
void share_pairs(Nary& nary, Op op, CostModel model, bool last_first);

// Replaces several divisions by one value by products with its reciprocal.
void share_reciprocals(Nary& nary);

}  // namespace jourdain
