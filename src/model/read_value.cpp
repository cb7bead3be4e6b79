#include "model/read_value.hpp"
#include "model/number_literal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jourdain {
namespace {

// Bare numbers above these were probably meant in another unit.
constexpr double suspicious_length = 20;
constexpr double suspicious_angle = 2 * std::numbers::pi * (1 + 1e-12);

SourceMark mark_inside(const Node& node, std::size_t offset) {
  SourceMark mark = node.mark;
  mark.column += static_cast<int>(std::min(offset, node.text.size())) + (node.quoted ? 1 : 0);
  return mark;
}

void report(const Context& context, const Node& node, const QuantityError& error) {
  context.error(mark_inside(node, error.offset), error.what(), error.hint);
}

bool fits(const Quantity& quantity, const Dimension& dimension) {
  try {
    value_as(quantity, dimension);
    return true;
  } catch (const QuantityError&) {
    return false;
  }
}

void warn_of_unit(const Context& context, const Node& node, const Quantity& quantity, const Dimension& dimension) {
  if (quantity.knowledge != Quantity::Knowledge::pure) return;
  if (dimension == dimension::angle && std::abs(quantity.value) > suspicious_angle) {
    context.reading.findings.warning(node.mark, fmt::format("{} rad is more than one turn", quantity.value),
                                     fmt::format("did you mean '{} deg'?", quantity.value));
  }
  if (dimension == dimension::length && std::abs(quantity.value) > suspicious_length) {
    context.reading.findings.warning(node.mark, fmt::format("{} m is a large length", quantity.value),
                                     fmt::format("did you mean '{} mm'?", quantity.value));
  }
}

// A value in range for a field; an error gives nothing.
std::optional<double> field_value(const Context& context, const Node& node, const Quantity& quantity,
                                  const Dimension& dimension,
                                  double (*meaning)(const Quantity&, const Dimension&) = value_as) {
  try {
    const double value = meaning(quantity, dimension);
    if (std::isfinite(value) && std::abs(value) <= largest_value) {
      warn_of_unit(context, node, quantity, dimension);
      return value;
    }
    context.error(node.mark, fmt::format("{} is out of range: at most {} is possible", value, largest_value));
  } catch (const QuantityError& error) {
    report(context, node, error);
  }
  return std::nullopt;
}

// The same for a field of one of two dimensions.
std::optional<double> field_value(const Context& context, const Node& node, const Quantity& quantity,
                                  const Dimension& dimension, const Dimension& alternative) {
  return field_value(context, node, quantity, fits(quantity, dimension) ? dimension : alternative);
}

std::string kind_of(const Node& node) {
  if (node.kind == Node::Kind::sequence) return "a list";
  if (node.kind == Node::Kind::mapping) return "a map";
  return node.text.empty() ? "nothing" : quoted_name(node.text);
}

// A vector of one of two dimensions.
Vector3 read_vector(const Context& context, const Node& node, const Dimension& dimension,
                    const Dimension& alternative) {
  Vector3 vector = Vector3::Zero();
  // The name of a vector of `each`.
  if (node.kind == Node::Kind::scalar) {
    const auto found = context.scope.vectors.find(node.text);
    if (found != context.scope.vectors.end()) {
      for (int k = 0; k < 3; ++k) {
        const auto& component = found->second[k];
        vector[k] = field_value(context, node, component, dimension, alternative).value_or(0);
      }
      return vector;
    }
  }
  if (node.kind != Node::Kind::sequence || node.items.size() != 3) {
    const std::string found =
        node.kind == Node::Kind::sequence ? fmt::format("a list of {}", node.items.size()) : kind_of(node);
    context.error(node.mark, fmt::format("expected a vector [x, y, z] of three values, found {}", found));
    return vector;
  }
  for (int k = 0; k < 3; ++k) {
    vector[k] = read_number(context, node.items[k], dimension, alternative);
  }
  return vector;
}

}  // namespace

void check_keys(const Context& context, const Node& node, const std::vector<std::string>& allowed,
                std::string_view what) {
  for (const Node::Member& member : node.members) {
    if (std::find(allowed.begin(), allowed.end(), member.key) != allowed.end()) continue;
    // {mass: 0,9 kg} is a mass of 0 and a key '9 kg' to YAML.
    if (!member.key.empty() && is_digit(member.key.front())) {
      context.error(member.key_mark, fmt::format("{} is not a key of {}", quoted_name(member.key), what),
                    "numbers have a decimal point: write 0.9, not 0,9");
      continue;
    }
    context.error(member.key_mark, fmt::format("{} is not a key of {}", quoted_name(member.key), what),
                  context.reading.findings.spelling_hint(member.key, allowed));
  }
}

bool check_map(const Context& context, const Node& node, std::string_view what) {
  if (node.kind == Node::Kind::mapping) return true;
  context.error(node.mark, fmt::format("expected {} as a map of keys and values, found {}", what, kind_of(node)));
  return false;
}

const Node* require(const Context& context, const Node& mapping, SourceMark mark, std::string_view key,
                    std::string_view what) {
  const Node* node = mapping.find(key);
  if (!node) context.reading.findings.error(mark, fmt::format("{} needs the key '{}'", what, key));
  return node;
}

std::optional<Quantity> read_quantity(const Context& context, const Node& node) {
  if (node.kind != Node::Kind::scalar || node.text.empty()) {
    context.error(node.mark, fmt::format("expected a number or an expression, found {}", kind_of(node)));
    return std::nullopt;
  }
  try {
    return evaluate_quantity(node.text, context.scope.numbers);
  } catch (const QuantityError& error) {
    if (context.scope.vectors.contains(node.text)) {
      context.error(node.mark, fmt::format("{} is a vector, expected one value", quoted_name(node.text)));
    } else {
      report(context, node, error);
    }
  }
  return std::nullopt;
}

double read_number(const Context& context, const Node& node, const Dimension& dimension, double fallback) {
  const std::optional<Quantity> quantity = read_quantity(context, node);
  return quantity ? field_value(context, node, *quantity, dimension).value_or(fallback) : fallback;
}

double read_number(const Context& context, const Node& node, const Dimension& dimension, const Dimension& alternative,
                   double fallback) {
  const std::optional<Quantity> quantity = read_quantity(context, node);
  if (!quantity) return fallback;
  return field_value(context, node, *quantity, dimension, alternative).value_or(fallback);
}

double read_frequency(const Context& context, const Node& node, double fallback) {
  const std::optional<Quantity> quantity = read_quantity(context, node);
  if (!quantity) return fallback;
  return field_value(context, node, *quantity, dimension::frequency, oscillation_as).value_or(fallback);
}

std::optional<int> read_count(const Context& context, const Node& node, int lowest, int highest) {
  const std::optional<Quantity> quantity = read_quantity(context, node);
  if (!quantity) return std::nullopt;
  const std::optional<double> value = field_value(context, node, *quantity, dimension::number);
  if (!value) return std::nullopt;
  if (*value >= lowest && *value <= highest && *value == std::floor(*value)) return static_cast<int>(*value);
  context.error(node.mark, fmt::format("expected a whole number from {} to {}, found {}", lowest, highest, *value));
  return std::nullopt;
}

Vector3 read_vector(const Context& context, const Node& node, const Dimension& dimension) {
  return read_vector(context, node, dimension, dimension);
}

std::optional<Vector3> normalised(const Vector3& vector) {
  const double largest = vector.cwiseAbs().maxCoeff();
  if (!(largest > 1e-100) || !std::isfinite(largest)) return std::nullopt;
  const Vector3 scaled = vector / largest;
  return Vector3(scaled / scaled.norm());
}

std::optional<Vector3> read_direction(const Context& context, const Node& node) {
  if (node.kind == Node::Kind::scalar && !context.scope.vectors.contains(node.text)) {
    constexpr std::string_view letters = "xyz";
    const bool negative = node.text.starts_with('-');
    const std::string_view word = std::string_view(node.text).substr(negative || node.text.starts_with('+') ? 1 : 0);
    const std::size_t axis = word.size() == 1 ? letters.find(word[0]) : std::string_view::npos;
    if (axis != std::string_view::npos) {
      Vector3 direction = Vector3::Zero();
      direction[static_cast<int>(axis)] = negative ? -1 : 1;
      return direction;
    }
    context.error(node.mark, fmt::format("expected a direction, found {}", kind_of(node)),
                  "write x, -y, z or a vector such as [1, 0, 1]");
    return std::nullopt;
  }
  const std::size_t before = context.reading.findings.errors();
  const Vector3 vector = read_vector(context, node, dimension::number, dimension::length);
  if (context.reading.findings.errors() != before) return std::nullopt;
  const std::optional<Vector3> direction = normalised(vector);
  if (!direction) context.error(node.mark, "a direction must not be zero");
  return direction;
}

bool read_bool(const Context& context, const Node& node) {
  if (node.kind == Node::Kind::scalar && !node.quoted && (node.text == "true" || node.text == "false")) {
    return node.text == "true";
  }
  context.error(node.mark, fmt::format("expected true or false, found {}", kind_of(node)));
  return false;
}

int read_word(const Context& context, const Node& node, const std::vector<std::string>& words, std::string_view what) {
  if (node.kind == Node::Kind::scalar) {
    const auto found = std::find(words.begin(), words.end(), node.text);
    if (found != words.end()) return static_cast<int>(found - words.begin());
  }
  context.error(node.mark, fmt::format("expected {}, found {}", what, kind_of(node)),
                node.kind == Node::Kind::scalar ? context.reading.findings.spelling_hint(node.text, words)
                                                : fmt::format("possible here: {}", list_of(words)));
  return -1;
}

std::string read_text(const Context& context, const Node& node, std::string_view what) {
  if (node.kind == Node::Kind::scalar && !node.text.empty()) return node.text;
  context.error(node.mark, fmt::format("expected {}, found {}", what, kind_of(node)));
  return {};
}

bool check_name(const Context& context, std::string_view name, SourceMark mark, bool dots) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  bool start = true;
  bool good = !name.empty() && name.size() <= model_limits.name_length;
  for (const char c : name) {
    const bool dot = dots && !start && c == '.';
    good = good && (is_letter(c) || dot || (!start && ((c >= '0' && c <= '9') || c == '-')));
    start = dot;
  }
  if (good && !start) return true;
  context.error(mark, fmt::format("{} cannot be a name", quoted_name(name)),
                "names are a letter or _, then letters, digits, _ or -, at most 256 of them");
  return false;
}

}  // namespace jourdain
