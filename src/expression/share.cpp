#include "expression/nary.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace jourdain {
namespace {

// Two operands of a row, up to what they share: both sides of a sum or product may be exchanged.
struct Pair {
  Literal first, second;

  friend auto operator<=>(const Pair&, const Pair&) = default;
};

// The rows in which pairs occur, by open addressing: most pairs occur once, and nothing is allocated for them.
class PairPlaces {
 public:
  struct Rows {
    Pair pair;
    std::size_t count = 0;
    std::size_t first = 0;
    std::vector<std::size_t> more;  // behind the first

    std::size_t last() const { return more.empty() ? first : more.back(); }
    void add(std::size_t row) {
      if (count++ == 0) {
        first = row;
      } else {
        more.push_back(row);
      }
    }
    void clear() {
      count = 0;
      more.clear();
    }
  };

  // Stays where it is until the next pair is asked for.
  Rows& of(const Pair& pair) {
    if (2 * (rows_.size() + 1) > slots_.size()) grow();
    std::uint32_t& slot = slots_[slot_of(pair)];
    if (slot == 0) {
      rows_.push_back({pair, 0, 0, {}});
      slot = static_cast<std::uint32_t>(rows_.size());
    }
    return rows_[slot - 1];
  }

  const std::vector<Rows>& all() const { return rows_; }

 private:
  std::size_t slot_of(const Pair& pair) const {
    const auto word = [](const Literal& literal) {
      return 2 * static_cast<std::uint64_t>(literal.item) + (literal.flipped ? 1 : 0);
    };
    const std::uint64_t mixed = (word(pair.first) << 32 | word(pair.second)) * 0x9e3779b97f4a7c15u;
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(mixed >> 29) & mask;
    while (slots_[slot] != 0 && rows_[slots_[slot] - 1].pair != pair) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), 0);
    for (std::size_t i = 0; i < rows_.size(); ++i) slots_[slot_of(rows_[i].pair)] = static_cast<std::uint32_t>(i + 1);
  }

  std::vector<Rows> rows_;
  std::vector<std::uint32_t> slots_;  // places in rows_ from 1; 0: free; a power of two, at most half full
};

// Greedy sharing of pairs over all rows of one kind.
class Sharing {
 public:
  Sharing(Nary& nary, Op op, CostModel model, bool last_first)
      : nary_(nary), op_(op), model_(model), last_first_(last_first), rows_(nary.rows(op)) {}

  void run() {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const std::vector<Literal>& operands = of(row);
      for (std::size_t i = 0; i < operands.size(); ++i)
        for (std::size_t k = i + 1; k < operands.size(); ++k) note(normal(operands[i], operands[k]), row);
    }
    for (const PairPlaces::Rows& rows : places_.all()) offer(rows.pair, rows.count);
    while (!queue_.empty()) {
      const auto [gain, tie, pair] = queue_.top();
      queue_.pop();
      const std::vector<std::size_t> where = current(pair);
      // The entry is old if rows have lost the pair since: put it back with what it is worth now.
      if (worth(pair, where.size()) != gain) {
        PairPlaces::Rows& rows = places_.of(pair);
        rows.clear();
        for (const std::size_t row : where) rows.add(row);
        offer(pair, where.size());
      } else {
        extract(pair, where);
      }
    }
  }

 private:
  std::vector<Literal>& of(std::size_t row) { return nary_.item(rows_[row]).operands; }

  // The pair with the smaller item first and not flipped. In a sum and in a product of two numerators or two divisors
  // the whole pair is flipped for that; a quotient is not the inverse quotient, its numerator comes first.
  Pair normal(Literal a, Literal b) const {
    const bool quotient = op_ == Op::multiply && a.flipped != b.flipped;
    if (quotient ? a.flipped : b < a) std::swap(a, b);
    if (!quotient && b.item < a.item) std::swap(a, b);
    if (a.flipped) a.flipped = false, b.flipped = !b.flipped;
    return {a, b};
  }

  int worth(const Pair& pair, std::size_t rows) const {
    if (rows < 2) return 0;
    const bool is_sign = nary_.item(pair.first.item).op == Op::sign || nary_.item(pair.second.item).op == Op::sign;
    const Op op = op_ == Op::multiply && pair.second.flipped ? Op::divide : op_;
    return static_cast<int>(rows - 1) * (is_sign && op == Op::multiply ? 1 : cost(op, model_));
  }

  void note(const Pair& pair, std::size_t row) {
    PairPlaces::Rows& rows = places_.of(pair);
    if (rows.count == 0 || rows.last() != row) rows.add(row);
  }

  void offer(const Pair& pair, std::size_t rows) {
    const int gain = worth(pair, rows);
    if (gain <= 0) return;
    const std::int64_t tie =
        (static_cast<std::int64_t>(pair.first.item) << 32) + 2 * pair.second.item + pair.second.flipped;
    queue_.emplace(gain, last_first_ ? tie : -tie, pair);
  }

  // Where the pair stands in the row as (first, second) or with both flipped; false if it does not.
  bool find(std::size_t row, const Pair& pair, std::size_t& i, std::size_t& k) {
    const std::vector<Literal>& operands = of(row);
    for (i = 0; i < operands.size(); ++i) {
      if (operands[i].item != pair.first.item) continue;
      for (k = 0; k < operands.size(); ++k)
        if (k != i && operands[k].item == pair.second.item && normal(operands[i], operands[k]) == pair) return true;
    }
    return false;
  }

  std::vector<std::size_t> current(const Pair& pair) {
    const PairPlaces::Rows& rows = places_.of(pair);
    std::vector<std::size_t> result = rows.more;
    if (rows.count > 0) result.push_back(rows.first);
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    std::size_t i = 0, k = 0;
    std::erase_if(result, [&](std::size_t row) { return !find(row, pair, i, k); });
    return result;
  }

  static Literal alone(const Literal& literal) { return {literal.item, literal.flipped}; }

  // The part in which a row joins the pair.
  Part part_of(const Pair& pair, std::size_t row) {
    std::size_t i = 0, k = 0;
    find(row, pair, i, k);
    const Part joint = JoinedParts(of(row)[i].joined, of(row)[k].joined).inner;
    return joint == Part::none ? nary_.item(rows_[row]).part : joint;
  }

  void extract(const Pair& pair, const std::vector<std::size_t>& where) {
    const NodeId shared = nary_.append(op_, {alone(pair.first), alone(pair.second)}, part_of(pair, where[0]));
    nary_.item(shared).uses = static_cast<int>(where.size());
    for (const std::size_t row : where) {
      std::vector<Literal>& operands = of(row);
      std::size_t i = 0, k = 0;
      while (find(row, pair, i, k)) {  // more than once for powers
        const bool quotient = op_ == Op::multiply && pair.second.flipped;
        const Literal literal{shared, !quotient && operands[i].flipped,
                              JoinedParts(operands[i].joined, operands[k].joined).outer};
        operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(std::max(i, k)));
        operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(std::min(i, k)));
        operands.push_back(literal);
      }
      // The pairs that the new operand makes with the others.
      const Literal literal = operands.back();
      for (std::size_t other = 0; other + 1 < operands.size(); ++other) {
        const Pair fresh = normal(operands[other], literal);
        note(fresh, row);
        if (const std::size_t rows = places_.of(fresh).count; rows > 1) offer(fresh, rows);
      }
    }
    places_.of(pair).clear();
  }

  Nary& nary_;
  Op op_;
  CostModel model_;
  bool last_first_;
  std::vector<NodeId> rows_;
  PairPlaces places_;
  std::priority_queue<std::tuple<int, std::int64_t, Pair>> queue_;
};

}  // namespace

void share_pairs(Nary& nary, Op op, CostModel model, bool last_first) { Sharing(nary, op, model, last_first).run(); }

void share_reciprocals(Nary& nary) {
  const std::vector<NodeId> rows = nary.rows(Op::multiply);
  std::unordered_map<NodeId, int> divisions;
  for (const NodeId row : rows)
    for (const Literal& literal : nary.item(row).operands) divisions[literal.item] += literal.flipped;

  std::unordered_map<NodeId, NodeId> reciprocal;
  for (const NodeId row : rows) {
    const std::size_t factors = nary.item(row).operands.size();
    for (std::size_t i = 0; i < factors; ++i) {
      const Literal literal = nary.item(row).operands[i];
      if (!literal.flipped || divisions[literal.item] < 2) continue;
      const auto [place, is_new] = reciprocal.try_emplace(literal.item, -1);
      const Part part = literal.joined == Part::none ? nary.item(row).part : literal.joined;
      if (is_new) place->second = nary.append(Op::multiply, {{literal.item, literal.flipped}}, part);
      ++nary.item(place->second).uses;
      nary.item(row).operands[i] = {place->second, false, literal.joined};
    }
  }
}

}  // namespace jourdain
