#include "jourdain/linear_form/recognise.hpp"

#include "linear_form/leg_sharing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace jourdain {
namespace {

// Coefficients are computed to 1e-14; geometry in files has few digits, so chance hits need more room than this.
constexpr double match = 1e-9;

// Products of three lengths are tried up to this many lengths.
constexpr std::size_t most_lengths = 12;

// Costs: a named length is worth more than a fraction, a fraction more than a sine.
constexpr int cost_fraction = 2, cost_cosine = 3, cost_quotient = 3, cost_sum = 4, cost_place = 5;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool equal(double a, double b) { return std::abs(a - b) <= match * std::abs(b); }

struct Fraction {
  int above = 1;
  int below = 1;
  int cost = 0;
};

std::vector<Fraction> fractions(int largest_above, int largest_below) {
  std::vector<Fraction> list;
  for (int below = 1; below <= largest_below; ++below) {
    for (int above = 1; above <= largest_above; ++above) {
      if (std::gcd(above, below) != 1) continue;
      list.push_back({above, below, above == 1 && below == 1 ? 0 : below == 1 ? 1 : cost_fraction});
    }
  }
  return list;
}

std::string with_fraction(const Fraction& f, const std::string& text) {
  if (text.empty()) return f.below == 1 ? fmt::format("{}", f.above) : fmt::format("{}/{}", f.above, f.below);
  if (f.above == 1 && f.below == 1) return text;
  return f.below == 1 ? fmt::format("{}*{}", f.above, text) : fmt::format("{}/{}*{}", f.above, f.below, text);
}

std::string product(const std::string& a, const std::string& b) { return a == b ? a + "^2" : a + "*" + b; }

bool is_length(const NamedValue& p) { return !p.dimension || *p.dimension == Dimension{.length = 1}; }
bool is_angle(const NamedValue& p) { return p.dimension && *p.dimension == Dimension{.angle = 1}; }

const Leg* leg_of(const Mechanism& mechanism, int joint) {
  for (const Leg& leg : mechanism.legs) {
    if (std::find(leg.joints.begin(), leg.joints.end(), joint) != leg.joints.end()) return &leg;
  }
  return nullptr;
}

}  // namespace

Recogniser::Recogniser(const Mechanism& mechanism, std::optional<bool> identical_legs) {
  std::vector<Symbol> lengths, cosines;
  std::vector<std::string> names;
  for (const NamedValue& parameter : mechanism.parameters) {
    if (parameter.value == 0 || !std::isfinite(parameter.value)) continue;
    if (is_angle(parameter)) {
      cosines.push_back({fmt::format("cos({})", parameter.name), std::cos(parameter.value)});
      cosines.push_back({fmt::format("sin({})", parameter.name), std::sin(parameter.value)});
    }
    if (!is_length(parameter)) continue;
    // Of equal ones the last is taken: dimensions of the frame tend to stand before those of the links.
    const auto twin =
        std::find_if(lengths.begin(), lengths.end(), [&](const Symbol& s) { return equal(s.value, parameter.value); });
    if (twin == lengths.end()) {
      lengths.push_back({parameter.name, parameter.value});
    } else {
      ambiguities_.push_back(fmt::format("{} = {}", parameter.name, twin->text));
      twin->text = parameter.name;
    }
  }
  for (const Joint& joint : mechanism.joints) {
    if (joint.type == JointType::helical) lengths.push_back({joint.name + ".pitch", joint.pitch});
  }
  for (const int angle : {30, 45, 15, 75, 18, 36, 54, 72}) {
    cosines.push_back({fmt::format("cos({} deg)", angle), std::cos(angle * M_PI / 180)});
  }
  add(0, {"", 1, 0});
  add_products(lengths, cosines);
  add_places(mechanism, identical_legs.value_or(mechanism.identical_legs));
}

void Recogniser::add(int length, Form form) {
  form.value = std::abs(form.value);
  if (form.value > 0 && std::isfinite(form.value)) forms_[at(length + 2)].push_back(std::move(form));
}

void Recogniser::add_products(const std::vector<Symbol>& lengths, const std::vector<Symbol>& cosines) {
  for (const Symbol& c : cosines) add(0, {c.text, c.value, cost_cosine});
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const Symbol& a = lengths[i];
    add(1, {a.text, a.value, 1});
    add(2, {a.text + "^2", a.value * a.value, 1});
    add(-1, {"1/" + a.text, 1 / a.value, 2, false});
    add(-2, {"1/" + a.text + "^2", 1 / (a.value * a.value), 2, false});
    for (const Symbol& c : cosines) {
      add(1, {a.text + "*" + c.text, a.value * c.value, 1 + cost_cosine});
      add(2, {a.text + "^2*" + c.text, a.value * a.value * c.value, 1 + cost_cosine});
    }
    if (i >= most_lengths) continue;
    for (std::size_t j = 0; j < std::min(lengths.size(), most_lengths); ++j) {
      if (j == i) continue;
      const Symbol& b = lengths[j];
      add(0, {a.text + "/" + b.text, a.value / b.value, cost_quotient});
      add(0, {a.text + "^2/" + b.text + "^2", a.value * a.value / (b.value * b.value), cost_quotient + 1});
      add(1, {a.text + "^2/" + b.text, a.value * a.value / b.value, 1 + cost_quotient});
      add(-1, {a.text + "/" + b.text + "^2", a.value / (b.value * b.value), 1 + cost_quotient});
      add(1, {fmt::format("({} - {})", a.text, b.text), a.value > b.value ? a.value - b.value : 0, cost_sum});
      if (j < i) continue;
      add(2, {product(a.text, b.text), a.value * b.value, 2});
      add(-2, {fmt::format("1/({}*{})", a.text, b.text), 1 / (a.value * b.value), 3, false});
      add(1, {fmt::format("({} + {})", a.text, b.text), a.value + b.value, cost_sum});
      add(2, {fmt::format("({}^2 + {}^2)", a.text, b.text), a.value * a.value + b.value * b.value, cost_sum});
      for (std::size_t k = 0; k < std::min(lengths.size(), most_lengths); ++k) {
        if (k == i || k == j) continue;
        const Symbol& c = lengths[k];
        add(1, {product(a.text, b.text) + "/" + c.text, a.value * b.value / c.value, 2 + cost_quotient});
      }
    }
  }
}

// What a mass point at a joint adds to a body: its place, squares and products, summed over the points.
void Recogniser::add_place(const std::string& name, int body, const std::vector<Vector3>& points) {
  constexpr const char* axis[] = {"x", "y", "z"};
  const bool many = points.size() > 1;
  const auto form = [&](int length, const std::string& text, auto value, bool brackets) {
    double total = 0;
    for (const Vector3& p : points) total += value(p);
    const std::string shown = many ? "sum(" + text + ")" : brackets ? "(" + text + ")" : text;
    add(length, {shown, total, cost_place + (many ? 1 : 0) + length, false, body});
  };
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const auto coordinate = [&](int c) { return std::string(axis[c]) + "." + name; };
    const std::string x = coordinate(i), y = coordinate(j);
    const std::string low = coordinate(std::min(j, k)), high = coordinate(std::max(j, k));
    form(
        1, x, [&](const Vector3& p) { return p[i]; }, false);
    form(
        2, x + "^2", [&](const Vector3& p) { return p[i] * p[i]; }, false);
    form(
        2, x + "*" + y, [&](const Vector3& p) { return p[i] * p[j]; }, false);
    const bool both = std::any_of(points.begin(), points.end(), [&](const Vector3& p) { return p[j] != 0; }) &&
                      std::any_of(points.begin(), points.end(), [&](const Vector3& p) { return p[k] != 0; });
    if (!both) continue;
    form(
        2, low + "^2 + " + high + "^2", [&](const Vector3& p) { return p[j] * p[j] + p[k] * p[k]; }, true);
  }
}

void Recogniser::add_places(const Mechanism& mechanism, bool identical) {
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const Leg* leg = identical ? leg_of(mechanism, static_cast<int>(j)) : nullptr;
    const std::string name = leg ? own_name(*leg, joint.name) : joint.name;
    for (const bool side_a : {true, false}) {
      const int body = side_a ? joint.body_a : joint.body_b;
      if (body == 0) continue;
      std::vector<Vector3> points{side_a ? joint.in_a.p : joint.in_b.p};
      const bool inside = !leg || std::find(leg->bodies.begin(), leg->bodies.end(), body) != leg->bodies.end();
      // A body outside the legs carries the same joint of all of them.
      for (const Leg& twin : mechanism.legs) {
        if (inside || &twin == leg || twin.group != leg->group) continue;
        const int other = find_joint(mechanism, twin.name + "." + name);
        if (other < 0) continue;
        const Joint& same = mechanism.joints[at(other)];
        points.push_back(side_a ? same.in_a.p : same.in_b.p);
      }
      add_place(name, body, points);
    }
  }
}

std::string Recogniser::text(double value, int length, int body) const {
  if (value == 0) return "0";
  const char* sign = value < 0 ? "-" : "";
  const double size = std::abs(value);
  static const std::vector<Fraction> pure = fractions(64, 8), simple = fractions(12, 4);
  int best = std::numeric_limits<int>::max();
  std::string found;
  const auto try_form = [&](const Form& form, const Fraction& f) {
    if (form.cost + f.cost >= best || !equal(form.value * f.above / f.below, size)) return;
    best = form.cost + f.cost;
    found = with_fraction(f, form.text);
  };
  if (length >= -2 && length <= 2) {
    for (const Form& form : forms_[at(length + 2)]) {
      if (form.cost >= best || (body >= 0 && form.body >= 0 && form.body != body)) continue;
      if (!form.scaled) {
        try_form(form, {});
        continue;
      }
      for (const Fraction& f : form.text.empty() ? pure : simple) try_form(form, f);
    }
  }
  return sign + (found.empty() ? fmt::format("{:.6g}", size) : found);
}

std::string Recogniser::sum(const std::vector<double>& values, const std::vector<int>& lengths,
                            const std::vector<std::string>& names, int body) const {
  std::string result;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] == 0) continue;
    const std::string coefficient = text(std::abs(values[k]), lengths[k], body);
    result += result.empty() ? (values[k] < 0 ? "-" : "") : (values[k] < 0 ? " - " : " + ");
    result += coefficient == "1" ? names[k] : coefficient + " " + names[k];
  }
  return result.empty() ? "0" : result;
}

}  // namespace jourdain
