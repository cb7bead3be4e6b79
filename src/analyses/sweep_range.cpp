#include "analyses/sweep.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

constexpr std::size_t most_values = 1000;

[[noreturn]] void refuse_sweep(const std::string& message) { throw Error(ErrorKind::usage, "--set: " + message); }

// A number and what follows it.
struct Measured {
  double value = 0;
  std::string unit;
};

Measured parse_part(const std::string& text, const std::string& whole) {
  std::size_t used = 0;
  Measured part;
  try {
    part.value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used == 0 || !std::isfinite(part.value))
    refuse_sweep(fmt::format("expected from:to:step with one unit, such as 300:500:20mm, found '{}'", whole));
  part.unit = text.substr(used);
  part.unit.erase(0, part.unit.find_first_not_of(' '));
  part.unit.erase(part.unit.find_last_not_of(' ') + 1);
  return part;
}

SweepRange parse_sweep(const std::string& name, const std::string& text) {
  const std::size_t first = text.find(':'), second = text.find(':', first + 1);
  if (second == std::string::npos || text.find(':', second + 1) != std::string::npos)
    refuse_sweep(fmt::format("expected from:to:step with one unit, such as 300:500:20mm, found '{}'", text));
  const Measured from = parse_part(text.substr(0, first), text);
  const Measured to = parse_part(text.substr(first + 1, second - first - 1), text);
  const Measured step = parse_part(text.substr(second + 1), text);
  for (const Measured* part : {&from, &to}) {
    if (!part->unit.empty() && part->unit != step.unit)
      refuse_sweep(
          fmt::format("'{}' has the units '{}' and '{}': give one, behind the step", text, part->unit, step.unit));
  }
  if (step.unit.find_first_of(",=") != std::string::npos)
    refuse_sweep(fmt::format("'{}' has more than a unit behind the step: a range is of one value", text));
  const double count = step.value == 0 ? 0 : (to.value - from.value) / step.value;
  if (!(count >= 1 - 1e-9))
    refuse_sweep(fmt::format("'{}' has less than two values: the step must lead from the first to the second", text));
  if (!(count < most_values)) refuse_sweep(fmt::format("'{}' has more than {} values", text, most_values));
  SweepRange sweep{name, step.unit, {}, to.value};
  for (int k = 0; k <= static_cast<int>(count + 1e-9); ++k) {
    const double value = from.value + k * step.value;
    // Nothing but rounding errors is zero.
    sweep.values.push_back(std::abs(value) < 1e-9 * std::abs(step.value) ? 0.0 : value);
  }
  return sweep;
}

}  // namespace

std::string SweepRange::value_text(std::size_t k) const {
  const std::string number = fmt::format("{:.12g}", values[k]);
  return unit.empty() ? number : number + " " + unit;
}

std::optional<SweepRange> find_sweep(const ModelChanges& changes) {
  std::optional<SweepRange> sweep;
  const auto take = [&](const std::string& name, const std::string& text) {
    if (text.find(':') == std::string::npos) return;
    if (sweep) refuse_sweep(fmt::format("'{}' and '{}' both have a range: sweep one at a time", sweep->name, name));
    sweep = parse_sweep(name, text);
  };
  for (const std::string& text : changes.set) {
    const std::size_t at = text.find('=');
    if (at != std::string::npos) take(text.substr(0, at), text.substr(at + 1));
  }
  take("payload", changes.payload);
  return sweep;
}

ModelChanges SweepRange::changes_at(std::size_t k, const ModelChanges& changes) const {
  ModelChanges one = changes;
  for (std::string& text : one.set) {
    if (text.starts_with(name + "=")) text = fmt::format("{}={}", name, value_text(k));
  }
  if (name == "payload" && !changes.payload.empty()) one.payload = value_text(k);
  return one;
}

}  // namespace jourdain
