// Declared symmetries: identical legs, inertial entries that are zero, linear relations between them.
#include "model/model_keys.hpp"
#include "model/read_keys.hpp"
#include "model/read_sections.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

const std::vector<std::string>& entry_words() {
  static const std::vector<std::string> words{"m", "sx", "sy", "sz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};
  return words;
}

// A piece of a relation between two operators.
struct Piece {
  std::string text;
  std::size_t offset = 0;
  bool negative = false;
  bool right_side = false;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Cuts a relation at + - =, which need a blank on the left where a name could go on. False if there is not one '='.
bool split(const std::string& text, std::vector<Piece>& pieces) {
  int depth = 0;
  int equal_signs = 0;
  Piece piece;
  const auto finish = [&](std::size_t next) {
    while (!piece.text.empty() && is_blank(piece.text.back())) piece.text.pop_back();
    if (!piece.text.empty()) pieces.push_back(piece);
    piece.text.clear();
    piece.negative = false;
    piece.offset = next;
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '(') ++depth;
    if (c == ')') --depth;
    const bool name_goes_on = c == '-' && !piece.text.empty() && !is_blank(text[k - 1]);
    if (depth > 0 || name_goes_on || (c != '+' && c != '-' && c != '=')) {
      if (piece.text.empty() && is_blank(c)) continue;
      if (piece.text.empty()) piece.offset = k;
      piece.text += c;
      continue;
    }
    const bool sign_of_next = piece.text.empty();  // the second of two signs
    const bool negative_before = piece.negative;
    finish(k + 1);
    if (c == '=') {
      ++equal_signs;
      piece.right_side = true;
    } else {
      piece.negative = (sign_of_next && negative_before) != (c == '-');
    }
  }
  finish(text.size());
  return equal_signs == 1;
}

SourceMark mark_at(const Node& node, std::size_t offset) {
  return {node.mark.line, node.mark.column + static_cast<int>(offset) + (node.quoted ? 1 : 0)};
}

// True if some body has this full name, or this name inside a leg.
bool body_exists(const Context& context, const std::string& name) {
  const auto& index = context.reading.body_index;
  if (index.contains(name)) return true;
  const auto& legs = context.reading.mechanism.legs;
  return std::any_of(legs.begin(), legs.end(), [&](const Leg& leg) { return index.contains(leg.name + "." + name); });
}

std::string body_hint(const Context& context, const std::string& name) {
  std::vector<std::string> names;
  for (const Body& body : context.reading.mechanism.bodies) names.push_back(body.name);
  for (const Leg& leg : context.reading.mechanism.legs) {
    for (const int body : leg.bodies) {
      const std::string& full = context.reading.mechanism.bodies[body].name;
      if (full.starts_with(leg.name + ".")) names.push_back(full.substr(leg.name.size() + 1));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return context.reading.findings.spelling_hint(name, names);
}

// "Ixy.stator": entry and body of a term.
bool read_entry(const Context& context, const std::string& text, SourceMark mark, InertialRelation::Term& term) {
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) {
    context.error(mark, fmt::format("expected an inertial entry such as sx.arm, found {}", quoted_name(text)),
                  "write blanks around + and -");
    return false;
  }
  term.entry = text.substr(0, dot);
  term.body = text.substr(dot + 1);
  const auto& words = entry_words();
  if (std::find(words.begin(), words.end(), term.entry) == words.end()) {
    context.error(mark, fmt::format("{} is not an inertial entry", quoted_name(term.entry)),
                  context.reading.findings.spelling_hint(term.entry, words));
    return false;
  }
  if (term.body == "base" || !body_exists(context, term.body)) {
    context.error(mark, fmt::format("there is no body {}", quoted_name(term.body)), body_hint(context, term.body));
    return false;
  }
  return true;
}

// "2*Ixy.stator": a term with its factor.
bool read_term(const Context& context, const Node& node, const Piece& piece, InertialRelation::Term& term) {
  const std::size_t star = piece.text.rfind('*');
  std::size_t start = 0;
  term.factor = 1;
  if (star != std::string::npos) {
    Node factor;
    factor.text = piece.text.substr(0, star);
    factor.mark = mark_at(node, piece.offset);
    const std::size_t before = context.reading.findings.errors();
    const std::optional<Quantity> quantity = read_quantity(context, factor);
    if (!quantity || context.reading.findings.errors() != before) return false;
    term.factor = quantity->value;
    start = star + 1;
    while (start < piece.text.size() && is_blank(piece.text[start])) ++start;
  }
  if (!(std::abs(term.factor) <= largest_value) || term.factor == 0) {
    context.error(mark_at(node, piece.offset),
                  fmt::format("the factor {} says nothing: it must not be 0 or huge", term.factor));
    return false;
  }
  if (piece.negative != piece.right_side) term.factor = -term.factor;
  return read_entry(context, piece.text.substr(start), mark_at(node, piece.offset + start), term);
}

void add_relation(const Context& context, InertialRelation relation, SourceMark mark) {
  context.reading.mechanism.relations.push_back(std::move(relation));
  context.reading.relation_marks.push_back(mark);
}

// The items of a list of entries or relations; none after an error.
const std::vector<Node>& items_of(const Context& context, const Node* list, std::string_view what) {
  static const std::vector<Node> none;
  if (!list) return none;
  if (list->kind == Node::Kind::sequence && list->items.size() <= largest_relation_count) return list->items;
  context.error(list->mark,
                list->kind == Node::Kind::sequence
                    ? fmt::format("there are too many {}: at most {} are possible", what, largest_relation_count)
                    : fmt::format("expected a list of {}", what));
  return none;
}

}  // namespace

std::optional<InertialRelation> read_relation(const Context& context, const Node& node) {
  std::vector<Piece> pieces;
  if (node.kind != Node::Kind::scalar || !split(node.text, pieces)) {
    context.error(node.mark, "expected a relation such as \"sy.ring + sz.stator = 0\"");
    return std::nullopt;
  }
  std::erase_if(pieces, [](const Piece& piece) { return piece.text == "0"; });
  if (pieces.empty() || pieces.size() > largest_term_count) {
    context.error(node.mark, fmt::format("expected 1 to {} terms in a relation", largest_term_count));
    return std::nullopt;
  }
  InertialRelation relation;
  for (const Piece& piece : pieces) {
    InertialRelation::Term term;
    if (!read_term(context, node, piece, term)) return std::nullopt;
    relation.terms.push_back(std::move(term));
  }
  return relation;
}

void read_structure(const Context& context, const Node& node) {
  StructureKeys keys;
  if (!read_keys(context, node, "'structure'", keys)) return;
  Mechanism& mechanism = context.reading.mechanism;
  mechanism.allow_underactuated = keys.underactuated;
  if (keys.identical) {
    mechanism.identical_legs = read_word(context, *keys.identical, {"legs"}, "legs") == 0;
    context.reading.identical_mark = keys.identical->mark;
  }
  for (const Node& item : items_of(context, keys.zeros, "zeros")) {
    InertialRelation::Term term;
    const bool scalar = item.kind == Node::Kind::scalar;
    if (read_entry(context, scalar ? item.text : "", item.mark, term)) add_relation(context, {{term}}, item.mark);
  }
  for (const Node& item : items_of(context, keys.relations, "relations")) {
    if (auto relation = read_relation(context, item)) add_relation(context, std::move(*relation), item.mark);
  }
}

}  // namespace jourdain
