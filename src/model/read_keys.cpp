#include "model/read_keys.hpp"

#include "core/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {

const Node* KeyReader::see(const Key& key) { return seen_.emplace_back(Seen{key, mapping_.find(key.word)}).node; }

const KeyReader::Seen* KeyReader::find(std::string_view word) const {
  const auto found = std::ranges::find(seen_, word, [](const Seen& seen) { return seen.key.word; });
  return found == seen_.end() ? nullptr : &*found;
}

void KeyReader::number(const Key& key, const KeyMeasure& measure, Bound bound, double& value) {
  const Node* node = see(key);
  if (quantities_) quantities_->emplace_back();
  if (!node) return;
  const std::size_t before = context_.reading.findings.errors();
  double found = value;
  if (quantities_) {
    const std::optional<Quantity> quantity = read_quantity(context_, *node);
    if (quantity) found = (quantities_->back() = *quantity).value;
  } else if (measure.measure == Measure::frequency) {
    found = read_frequency(context_, *node, value);
  } else {
    found = read_number(context_, *node, dimension_of(measure.measure), dimension_of(measure.also), value);
  }
  if (context_.reading.findings.errors() != before) return;
  if (!words_of(bound).holds(found)) {
    context_.error(node->mark, fmt::format("'{}' is {}: it {}", key.word, found, words_of(bound).must),
                   std::string(key.rules.advice));
    return;
  }
  found *= measure.scale;
  seen_.back().set = found != value;
  value = found;
}

void KeyReader::flag(const Key& key, bool& value) {
  if (const Node* node = see(key)) value = read_bool(context_, *node);
}

void KeyReader::choice(const Key& key, std::span<const std::string_view> words, std::string_view what, int& index) {
  const Node* node = see(key);
  if (!node) return;
  const int found = read_word(context_, *node, {words.begin(), words.end()}, what);
  if (found >= 0) index = found;
}

void KeyReader::vector(const Key& key, Measure measure, Vector3& value) {
  if (const Node* node = see(key)) value = read_vector(context_, *node, dimension_of(measure));
}

void KeyReader::section(const Key& key, const std::function<void(KeyVisitor&)>& shown) {
  const Node* node = see(key);
  const std::string what = fmt::format("'{}'", key.word);
  if (!node || !check_map(context_, *node, what)) return;
  KeyReader inner(context_, *node);
  shown(inner);
  inner.finish(what, node->mark);
}

void KeyReader::node(const Key& key, std::string_view, const Node*& node) { node = see(key); }

void KeyReader::check_others(const Seen& seen) {
  if (!seen.node) return;
  const Seen* other = find(seen.key.rules.not_with);
  if (other && other->node) {
    context_.error(key_mark(mapping_, seen.node),
                   fmt::format("'{}' cannot stand beside '{}'", seen.key.word, seen.key.rules.not_with),
                   std::string(seen.key.rules.why));
  }
  if (!seen.set || seen.key.rules.needs.empty()) return;
  std::vector<std::string> needed;
  for (const std::string_view word : words_in(seen.key.rules.needs)) {
    if (find(word)->set) return;
    needed.push_back(quoted_name(word));
  }
  context_.error(seen.node->mark, fmt::format("'{}' needs {}", seen.key.word, list_of(needed)),
                 std::string(seen.key.rules.why));
}

std::vector<std::string> KeyReader::words() const {
  std::vector<std::string> words;
  for (const Seen& seen : seen_) words.emplace_back(seen.key.word);
  return words;
}

std::vector<const Node::Member*> KeyReader::unknown() const {
  std::vector<const Node::Member*> members;
  for (const Node::Member& member : mapping_.members)
    if (!find(member.key)) members.push_back(&member);
  return members;
}

void KeyReader::finish(std::string_view what, SourceMark mark) {
  check_keys(context_, mapping_, words(), what);
  for (const Seen& seen : seen_) check_others(seen);
  check_missing(what, mark);
}

void KeyReader::check_missing(std::string_view what, SourceMark mark) {
  for (const Seen& seen : seen_) {
    if (!seen.key.rules.required || seen.node) continue;
    std::vector<std::string> words{std::string(seen.key.word)};
    bool there = false;
    for (const Seen& other : seen_) {
      if (other.key.rules.instead_of != seen.key.word) continue;
      words.emplace_back(other.key.word);
      there = there || other.node;
    }
    // Of several that would do, one that is misspelt has been reported.
    there = there || (words.size() > 1 && std::ranges::any_of(unknown(), [&](const Node::Member* member) {
                        return !suggest(member->key, words).empty();
                      }));
    if (there) continue;
    const std::string wanted = fmt::format("'{}'", fmt::join(words, "' or '"));
    context_.error(mark, fmt::format("{} needs the key {}", what, wanted), std::string(seen.key.rules.advice));
  }
}

SourceMark key_mark(const Node& mapping, const Node* value) {
  for (const Node::Member& member : mapping.members)
    if (&member.value == value) return member.key_mark;
  return mapping.mark;
}

}  // namespace jourdain
