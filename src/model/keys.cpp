#include "model/keys.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace jourdain {
namespace {

// In the order of the enumeration.
constexpr std::array bounds{
    BoundWords{"may be any number", "", [](double x) { return std::isfinite(x); }},
    BoundWords{"must be positive", "\"exclusiveMinimum\": 0", [](double x) { return x > 0; }},
    BoundWords{"must not be negative", "\"minimum\": 0", [](double x) { return x >= 0; }},
    BoundWords{"must not be zero", "\"not\": {\"const\": 0}", [](double x) { return x != 0; }},
    BoundWords{"must be above 0 and at most 1", "\"exclusiveMinimum\": 0, \"maximum\": 1",
               [](double x) { return x > 0 && x <= 1; }},
    BoundWords{"must be 1 or more", "\"minimum\": 1", [](double x) { return x >= 1; }},
    BoundWords{"must be 1 or -1", "\"enum\": [1, -1]", [](double x) { return x == 1 || x == -1; }},
};
static_assert(bounds.size() == static_cast<std::size_t>(Bound::sign) + 1);

}  // namespace

const BoundWords& words_of(Bound bound) { return bounds[static_cast<std::size_t>(bound)]; }

namespace {

// The default, where it is not told in words.
std::string standard_of(const Key& key, std::string text) {
  const bool told = key.rules.required || key.help.find("default") != std::string_view::npos;
  return told ? std::string() : std::move(text);
}

}  // namespace

void KeyList::number(const Key& key, const KeyMeasure& measure, Bound bound, double& value) {
  keys.push_back({.key = key,
                  .kind = ShownKey::Kind::number,
                  .measure = measure,
                  .bound = bound,
                  .number = value,
                  .standard = std::isfinite(value) ? standard_of(key, fmt::format("{}", value)) : ""});
}

void KeyList::flag(const Key& key, bool& value) {
  keys.push_back({.key = key, .kind = ShownKey::Kind::flag, .standard = value ? "true" : "false"});
}

void KeyList::choice(const Key& key, std::span<const std::string_view> words, std::string_view, int& index) {
  keys.push_back({.key = key,
                  .kind = ShownKey::Kind::choice,
                  .standard = index < 0 ? std::string() : standard_of(key, std::string(words[index])),
                  .words = {words.begin(), words.end()}});
}

void KeyList::vector(const Key& key, Measure measure, Vector3& value) {
  keys.push_back({.key = key,
                  .kind = ShownKey::Kind::vector,
                  .form = "vector",
                  .measure = measure,
                  .standard = standard_of(key, fmt::format("[{}, {}, {}]", value.x(), value.y(), value.z()))});
}

void KeyList::section(const Key& key, const std::function<void(KeyVisitor&)>& shown) {
  KeyList list;
  shown(list);
  keys.push_back({.key = key, .kind = ShownKey::Kind::section, .inner = std::move(list.keys)});
}

void KeyList::node(const Key& key, std::string_view form, const Node*&) { keys.push_back({.key = key, .form = form}); }

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace jourdain
