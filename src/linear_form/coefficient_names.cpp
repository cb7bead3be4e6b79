#include "linear_form/coefficient_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double same_length = 1e-12;  // relative
constexpr double match_share = 1e-9;   // of a coefficient: what the solve leaves

// Numbers without dimension that coefficients may carry, simplest first.
const std::vector<std::pair<double, std::string>>& plain_numbers() {
  static const auto numbers = [] {
    std::vector<std::pair<double, std::string>> list;
    for (int i = 1; i <= 64; ++i) list.emplace_back(i, std::to_string(i));
    for (const auto& [p, q] : {std::pair{1, 2}, {1, 3}, {2, 3}, {1, 4}, {3, 4}, {3, 2}, {4, 3}, {5, 2}, {1, 6}, {5, 6}})
      list.emplace_back(double(p) / q, fmt::format("{}/{}", p, q));
    list.emplace_back(std::sqrt(3.0), "sqrt(3)");
    list.emplace_back(std::sqrt(3.0) / 2, "sqrt(3)/2");
    list.emplace_back(std::sqrt(2.0), "sqrt(2)");
    list.emplace_back(std::sqrt(2.0) / 2, "sqrt(2)/2");
    list.emplace_back(std::sqrt(3.0) / 3, "sqrt(3)/3");
    return list;
  }();
  return numbers;
}

bool same(double left, double right) { return std::abs(left - right) <= same_length * std::abs(left); }

// "2" and "1/L^2" make "2/L^2".
std::string times(const std::string& factor, const std::string& text) {
  if (text == "1") return factor;
  if (factor == "1") return text;
  return text.starts_with("1/") ? factor + text.substr(1) : factor + "*" + text;
}

}  // namespace

CoefficientNames::CoefficientNames(const Mechanism& mechanism, bool shared) : m_(mechanism), shared_(shared) {}

std::string CoefficientNames::own_name(const std::string& joint) const {
  for (const Leg& leg : m_.legs) {
    if (shared_ && joint.starts_with(leg.name + ".")) return joint.substr(leg.name.size() + 1);
  }
  return joint;
}

void CoefficientNames::add_lengths(int body, Candidates& lengths) const {
  for (const Joint& joint : m_.joints) {
    for (const bool a : {true, false}) {
      if (body < 0 || (a ? joint.body_a : joint.body_b) != body) continue;
      for (int i = 0; i < 3; ++i) {
        const double value = std::abs((a ? joint.in_a : joint.in_b).p[i]);
        const auto known = [&](const Candidate& c) { return same(c.value, value); };
        if (value == 0 || std::any_of(lengths.begin(), lengths.end(), known)) continue;
        const auto fits = [&](const NamedValue& l) { return same(std::abs(l.value), value); };
        const auto named = std::find_if(m_.parameters.begin(), m_.parameters.end(), fits);
        const bool unique = std::count_if(m_.parameters.begin(), m_.parameters.end(), fits) == 1;
        lengths.push_back({value, unique ? named->name : fmt::format("{}.{}", "xyz"[i], own_name(joint.name))});
      }
    }
  }
}

// What masses at joints of the body give to one of its moments: first moments, and the tensor about the frame. Joints
// of legs count alone and together.
CoefficientNames::Candidates CoefficientNames::steiner(int body, int entry) const {
  std::map<std::string, std::vector<Vector3>> groups;
  for (const Joint& joint : m_.joints) {
    for (const bool a : {true, false}) {
      if (body < 0 || (a ? joint.body_a : joint.body_b) != body) continue;
      groups[joint.name].push_back((a ? joint.in_a : joint.in_b).p);
      if (own_name(joint.name) != joint.name) groups[own_name(joint.name)].push_back((a ? joint.in_a : joint.in_b).p);
    }
  }
  // The two coordinates of each entry of the tensor.
  static constexpr int first[10] = {0, 0, 1, 2, 1, 0, 0, 0, 1, 0}, second[10] = {0, 0, 0, 0, 2, 1, 2, 2, 2, 1};
  const int i = first[entry], j = second[entry];
  const bool moment = entry < 4, square = entry == 4 || entry == 7 || entry == 9;
  Candidates result;
  for (const auto& [name, points] : groups) {
    double sum = 0;
    for (const Vector3& p : points) sum += moment ? p[i] : square ? p[i] * p[i] + p[j] * p[j] : p[i] * p[j];
    const std::string x = fmt::format("{}.{}", "xyz"[i], name), y = fmt::format("{}.{}", "xyz"[j], name);
    std::string text = moment ? x : square ? fmt::format("{}^2 + {}^2", x, y) : fmt::format("{}*{}", x, y);
    if (points.size() > 1 || square) text = fmt::format("{}({})", points.size() > 1 ? "sum" : "", text);
    if (sum != 0) result.push_back({std::abs(sum), text});
  }
  return result;
}

CoefficientNames::Candidates CoefficientNames::combinations(const Candidates& lengths, int power) {
  Candidates list;
  const auto add = [&](double value, std::string text) {
    if (std::isfinite(value) && value > 0) list.push_back({value, std::move(text)});
  };
  if (power == 0) add(1, "1");
  for (const Candidate& a : lengths) {
    if (power == 1) add(a.value, a.text);
    if (power == 2) add(a.value * a.value, a.text + "^2");
    if (power == -1) add(1 / a.value, "1/" + a.text);
    if (power == -2) add(1 / (a.value * a.value), "1/" + a.text + "^2");
  }
  for (const Candidate& a : lengths) {
    for (const Candidate& b : lengths) {
      if (a.text == b.text) continue;
      const double x = a.value, y = b.value;
      if (power == 0) add(x / y, a.text + "/" + b.text);
      if (power == 0) add(x * x / (y * y), a.text + "^2/" + b.text + "^2");
      if (power == 1) add(x * x / y, a.text + "^2/" + b.text);
      if (power == 1) add(x - y, fmt::format("({} - {})", a.text, b.text));
      if (power == 2) add(x * x - y * y, fmt::format("({}^2 - {}^2)", a.text, b.text));
      if (power == -1) add(x / (y * y), a.text + "/" + b.text + "^2");
      if (!(a.text < b.text)) continue;
      if (power == 1) add(x + y, fmt::format("({} + {})", a.text, b.text));
      if (power == 2) add(x * y, a.text + "*" + b.text);
      if (power == 2) add(x * x + y * y, fmt::format("({}^2 + {}^2)", a.text, b.text));
      if (power == -2) add(1 / (x * y), fmt::format("1/({}*{})", a.text, b.text));
    }
  }
  return list;
}

const CoefficientNames::Candidates& CoefficientNames::local(const Coefficient& c) const {
  const auto [at, fresh] = local_.try_emplace({c.kept_body, c.dropped_body, c.power, c.from_mass ? c.kept_entry : -1});
  if (!fresh) return at->second;
  Candidates lengths;
  add_lengths(c.kept_body, lengths);
  add_lengths(c.dropped_body, lengths);
  at->second = combinations(lengths, c.power);
  // Sums over joints go after single lengths.
  if (c.from_mass && c.power > 0) {
    const Candidates sums = steiner(c.kept_body, c.kept_entry);
    const auto place = std::min(at->second.size(), lengths.size());
    at->second.insert(at->second.begin() + static_cast<std::ptrdiff_t>(place), sums.begin(), sums.end());
  }
  return at->second;
}

const CoefficientNames::Candidates& CoefficientNames::global(int power) const {
  const auto [at, fresh] = global_.try_emplace(power);
  if (!fresh) return at->second;
  Candidates lengths;
  constexpr std::size_t enough = 24;  // with more of them some combination fits any number
  for (std::size_t i = 1; i < m_.bodies.size(); ++i) add_lengths(static_cast<int>(i), lengths);
  if (lengths.size() <= enough) at->second = combinations(lengths, power);
  return at->second;
}

bool CoefficientNames::match(const Coefficient& c, const Candidates& candidates, bool any_factor,
                             CoefficientName& name) {
  const double size = std::abs(c.value), near = std::max(c.tolerance, match_share * size);
  for (const auto& [factor, text] : plain_numbers()) {
    if (!any_factor && factor != 1 && factor != 2) continue;
    for (const Candidate& candidate : candidates) {
      if (std::abs(factor * candidate.value - size) > near) continue;
      name.value = std::copysign(factor * candidate.value, c.value);
      name.text = times(text, candidate.text);
      return true;
    }
  }
  return false;
}

CoefficientName CoefficientNames::find(const Coefficient& c) const {
  CoefficientName name{c.value, "", c.value < 0};
  if (std::abs(c.value) <= c.tolerance) return {0, "0", false};
  if (match(c, local(c), true, name)) return name;
  match(c, global(c.power), false, name);
  return name;
}

}  // namespace jourdain
