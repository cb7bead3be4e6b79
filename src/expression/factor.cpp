#include "expression/nary.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace jourdain {
namespace {

struct TermsHash {
  std::size_t operator()(const std::vector<Literal>& terms) const {
    std::uint64_t hash = terms.size();
    for (const Literal& term : terms)
      hash = (hash ^ (2 * static_cast<std::uint64_t>(term.item) + (term.flipped ? 1 : 0))) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(hash ^ (hash >> 29));
  }
};

// Pulls factors out of one sum and out of the sums that this makes.
class Factoring {
 public:
  Factoring(Nary& nary, CostModel model, bool last_first) : nary_(nary), model_(model), last_first_(last_first) {}

  // Notes the sums that exist, and those that pulling out would make.
  void survey(const std::vector<NodeId>& sums) {
    for (const NodeId sum : sums) {
      ++known_[normal(nary_.item(sum).operands)];
      for (const Literal& candidate : candidates(sum))
        if (const std::vector<Literal> terms = atomic_rests(sum, candidate); !terms.empty()) ++possible_[normal(terms)];
    }
  }

  void run(NodeId sum) {
    std::vector<NodeId> open{sum};
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      while (const std::optional<Literal> factor = best(id)) open.push_back(pull_out(id, *factor));
    }
  }

 private:
  // The factors of a term that is a product of its own, or nothing.
  const std::vector<Literal>* factors(const Literal& term) const {
    const Item& item = nary_.item(term.item);
    return item.op == Op::multiply && item.uses == 1 ? &item.operands : nullptr;
  }

  static std::vector<Literal> without(std::vector<Literal> row, const Literal& literal) {
    row.erase(std::ranges::find(row, literal));
    return row;
  }

  // Terms without regard to order and common sign.
  static std::vector<Literal> normal(std::vector<Literal> terms) {
    std::ranges::sort(terms);
    if (!terms.empty() && terms[0].flipped)
      for (Literal& term : terms) term.flipped = !term.flipped;
    return terms;
  }

  // The terms of the inner sum that a factor leaves, if each of them is a single item.
  std::vector<Literal> atomic_rests(NodeId sum, const Literal& factor) const {
    std::vector<Literal> result;
    for (const Literal& term : nary_.item(sum).operands) {
      const std::vector<Literal>* row = factors(term);
      if (!row || std::ranges::find(*row, factor) == row->end()) continue;
      if (row->size() != 2) return {};
      const Literal& other = (*row)[(*row)[0] == factor ? 1 : 0];
      if (other.flipped) return {};
      result.push_back({other.item, term.flipped});
    }
    return result;
  }

  // The additions that an inner sum saves because others need it too.
  int shared_gain(NodeId sum, const Literal& factor) const {
    const std::vector<Literal> terms = atomic_rests(sum, factor);
    if (terms.size() < 2) return 0;
    const std::vector<Literal> key = normal(terms);
    const int additions = static_cast<int>(terms.size() - 1) * cost(Op::add, model_);
    if (known_.contains(key)) return additions;
    const auto found = possible_.find(key);
    return found == possible_.end() || found->second < 2 ? 0 : additions * (found->second - 1) / found->second;
  }

  // What pulling the factor out of all terms that have it saves.
  int gain(NodeId sum, const Literal& factor) const {
    int saved = -nary_.product_cost({factor, Literal{sum, false}}, model_);
    int terms = 0, load_terms = 0;
    for (const Literal& term : nary_.item(sum).operands) {
      const std::vector<Literal>* row = factors(term);
      if (!row) continue;
      const auto at = std::ranges::find(*row, factor);
      if (at == row->end()) continue;
      const auto skip = static_cast<std::size_t>(at - row->begin());
      saved += nary_.product_cost(*row, model_) - nary_.product_cost(*row, model_, skip);
      ++terms;
      bool load = true;
      for (std::size_t i = 0; i < row->size() && load; ++i) load = i == skip || nary_.is_load((*row)[i]);
      load_terms += load;
    }
    // Load-time terms of the inner sum are added up at load time.
    if (load_terms > 1) saved += (load_terms - 1) * cost(Op::add, model_);
    return terms > 1 ? saved + shared_gain(sum, factor) : 0;
  }

  // Factors of at least two terms, in the order in which they are met.
  std::vector<Literal> candidates(NodeId sum) const {
    std::vector<Literal> result;
    ++survey_;
    occurrences_.resize(2 * nary_.items.size());
    const auto count = [&](const Literal& literal) -> int& {
      Occurrences& of = occurrences_[2 * static_cast<std::size_t>(literal.item) + (literal.flipped ? 1 : 0)];
      if (of.survey != survey_) of = {survey_, 0};
      return of.count;
    };
    for (const Literal& term : nary_.item(sum).operands) {
      const std::vector<Literal>* row = factors(term);
      if (!row) continue;
      for (auto at = row->begin(); at != row->end(); ++at)
        if (std::find(row->begin(), at, *at) == at && ++count(*at) == 2) result.push_back(*at);
    }
    return result;
  }

  std::optional<Literal> best(NodeId sum) const {
    std::optional<Literal> result;
    int best_gain = 0;
    for (const Literal& candidate : candidates(sum)) {
      const int candidate_gain = gain(sum, candidate);
      if (candidate_gain > best_gain || (last_first_ && candidate_gain == best_gain && result)) {
        best_gain = candidate_gain;
        result = candidate;
      }
    }
    return result;
  }

  // Replaces f a + f b + c by f (a + b) + c; returns the inner sum.
  NodeId pull_out(NodeId sum, const Literal& factor) {
    std::vector<Literal> inner, outer;
    Part part = nary_.item(sum).part;
    for (const Literal& term : std::vector<Literal>(nary_.item(sum).operands)) {
      const std::vector<Literal>* row = factors(term);
      if (!row || std::ranges::find(*row, factor) == row->end()) {
        outer.push_back(term);
        continue;
      }
      if (inner.empty()) part = nary_.item(term.item).part;
      inner.push_back({rest_of(without(*row, factor), nary_.item(term.item).part), term.flipped, term.joined});
    }
    const Part joined = Nary::begin_row(inner);
    ++known_[normal(inner)];
    const NodeId inner_sum = nary_.append(Op::add, std::move(inner), nary_.item(sum).part);
    nary_.item(inner_sum).uses = 1;
    const NodeId product = nary_.append(Op::multiply, {{factor.item, factor.flipped}, {inner_sum, false}}, part);
    nary_.item(product).uses = 1;
    outer.push_back({product, false, joined});
    nary_.item(sum).operands = std::move(outer);
    return inner_sum;
  }

  NodeId rest_of(std::vector<Literal> row, Part part) {
    if (row.size() == 1 && !row[0].flipped) return row[0].item;
    const NodeId id = nary_.append(Op::multiply, std::move(row), part);
    nary_.item(id).uses = 1;
    return id;
  }

  Nary& nary_;
  CostModel model_;
  bool last_first_;
  std::unordered_map<std::vector<Literal>, int, TermsHash> known_, possible_;

  // How many terms of a sum have a factor, as far as the numbers are of the present survey.
  struct Occurrences {
    int survey = 0;
    int count = 0;
  };
  mutable std::vector<Occurrences> occurrences_;
  mutable int survey_ = 0;
};

}  // namespace

void factor(Nary& nary, CostModel model, bool last_first) {
  Factoring factoring(nary, model, last_first);
  const std::vector<NodeId> sums = nary.rows(Op::add);
  factoring.survey(sums);
  for (const NodeId sum : sums) factoring.run(sum);
}

}  // namespace jourdain
