#include "linear_form/base/recognise.hpp"

#include "linear_form/parameters/index.hpp"
#include "linear_form/parameters/leg_sharing.hpp"
#include "model/joint_freedoms.hpp"

#include "jourdain/linear_form/parameters.hpp"

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

// Costs: whole numbers and named lengths are cheap; a fraction is dearer than a quotient of lengths.
constexpr int cost_fraction = 4, cost_cosine = 3, cost_quotient = 3, cost_sum = 4, cost_place = 5;
// A length that no joint of the two bodies shows is an unlikely factor.
constexpr int cost_far = 4;

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
  if (f.below == 1 && text.starts_with("1/")) return fmt::format("{}{}", f.above, text.substr(1));
  return f.below == 1 ? fmt::format("{}*{}", f.above, text) : fmt::format("{}/{}*{}", f.above, f.below, text);
}

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
  std::vector<Symbol> cosines;
  for (const NamedValue& parameter : mechanism.parameters) {
    if (parameter.value == 0 || !std::isfinite(parameter.value)) continue;
    if (is_angle(parameter)) {
      cosines.push_back({fmt::format("cos({})", parameter.name), std::cos(parameter.value)});
      cosines.push_back({fmt::format("sin({})", parameter.name), std::sin(parameter.value)});
    }
    if (!is_length(parameter)) continue;
    // Of equal ones the last is taken: dimensions of the frame tend to stand before those of the links.
    const auto twin = std::find_if(lengths_.begin(), lengths_.end(),
                                   [&](const Symbol& s) { return equal(s.value, parameter.value); });
    if (twin == lengths_.end()) {
      lengths_.push_back({parameter.name, parameter.value});
    } else {
      twin->text = parameter.name;
    }
  }
  for (const Joint& joint : mechanism.joints) {
    if (joint_kind(joint.type).is_screw) lengths_.push_back({joint.name + ".pitch", joint.pitch});
  }
  for (const int angle : {30, 45, 15, 75, 18, 36, 54, 72}) {
    cosines.push_back({fmt::format("cos({} deg)", angle), std::cos(angle * M_PI / 180)});
  }
  // Bodies and the payload.
  near_.assign(mechanism.bodies.size() + 1, std::vector<bool>(lengths_.size(), false));
  const auto mark = [&](int body, double value) {
    for (std::size_t k = 0; k < lengths_.size(); ++k) {
      if (equal(std::abs(value), std::abs(lengths_[k].value))) near_[at(body)][k] = true;
    }
  };
  for (const Joint& joint : mechanism.joints) {
    for (int i = 0; i < 3; ++i) mark(joint.body_a, joint.in_a.p[i]), mark(joint.body_b, joint.in_b.p[i]);
    // Turned legs show a length as a distance.
    mark(joint.body_a, joint.in_a.p.norm()), mark(joint.body_b, joint.in_b.p.norm());
    mark(joint.body_a, joint.pitch), mark(joint.body_b, joint.pitch);
  }
  if (mechanism.output) {
    // The payload hangs on the output body at its tool.
    const Output& output = *mechanism.output;
    near_.back() = near_[at(output.body)];
    const int payload = static_cast<int>(mechanism.bodies.size());
    const Vector3 tool = (output.frame * output.tool).p;
    for (int i = 0; i < 3; ++i) mark(payload, tool[i]);
    mark(payload, tool.norm());
  }
  add(0, {"", 1, 0, true, {}, -1});
  add_products(cosines);
  add_places(mechanism, identical_legs.value_or(mechanism.identical_legs));
}

void Recogniser::add(int length, Form form) {
  form.value = std::abs(form.value);
  if (form.value > 0 && std::isfinite(form.value)) forms_[at(length + 2)].push_back(std::move(form));
}

void Recogniser::add_products(const std::vector<Symbol>& cosines) {
  const auto square = [](double x) { return x * x; };
  const int tried = static_cast<int>(std::min(lengths_.size(), most_lengths));
  for (const Symbol& c : cosines) add(0, {c.text, c.value, cost_cosine, true, {}, -1});
  for (int i = 0; i < static_cast<int>(lengths_.size()); ++i) {
    const auto& [a, x] = lengths_[at(i)];
    add(1, {a, x, 1, true, {i}, -1});
    add(2, {a + "^2", x * x, 1, true, {i}, -1});
    add(-1, {"1/" + a, 1 / x, 2, true, {i}, -1});
    add(-2, {"1/" + a + "^2", 1 / (x * x), 2, true, {i}, -1});
    for (const Symbol& c : cosines) {
      add(1, {a + "*" + c.text, x * c.value, 1 + cost_cosine, true, {i}, -1});
      add(2, {a + "^2*" + c.text, x * x * c.value, 1 + cost_cosine, true, {i}, -1});
    }
    for (int j = 0; i < tried && j < tried; ++j) {
      if (j == i) continue;
      const auto& [b, y] = lengths_[at(j)];
      add(0, {a + "/" + b, x / y, cost_quotient, false, {i, j}, -1});
      add(0, {a + "^2/" + b + "^2", square(x / y), cost_quotient, false, {i, j}, -1});
      add(1, {a + "^2/" + b, x * x / y, 1 + cost_quotient, false, {i, j}, -1});
      add(-1, {a + "/" + b + "^2", x / (y * y), 1 + cost_quotient, false, {i, j}, -1});
      add(1, {fmt::format("({} - {})", a, b), x > y ? x - y : 0, cost_sum, false, {i, j}, -1});
      if (j < i) continue;
      add(2, {a + "*" + b, x * y, 2, true, {i, j}, -1});
      add(-2, {fmt::format("1/({}*{})", a, b), 1 / (x * y), 3, false, {i, j}, -1});
      add(1, {fmt::format("({} + {})", a, b), x + y, cost_sum, false, {i, j}, -1});
      add(2, {fmt::format("({}^2 + {}^2)", a, b), x * x + y * y, cost_sum, false, {i, j}, -1});
    }
  }
}

// What a mass point at a joint adds to the parameters of a body, summed over the points.
void Recogniser::add_place(const std::string& name, int body, const std::vector<Vector3>& points) {
  constexpr const char* axis[] = {"x", "y", "z"};
  constexpr int moment[] = {4, 7, 9}, product[] = {8, 6, 5};  // of inertia, about the axis and without it
  const bool many = points.size() > 1;
  const auto total = [&](int i, int j) {
    double sum = 0;
    for (const Vector3& p : points) sum += p[i] * (j < 0 ? 1 : p[j]);
    return sum;
  };
  const auto form = [&](int length, const std::string& text, double value, int entry, bool brackets) {
    const std::string shown = many ? "sum(" + text + ")" : brackets ? "(" + text + ")" : text;
    const int target = parameters_per_body * (body - 1) + entry;
    add(length, {shown, value, cost_place + (many ? 1 : 0), false, {}, target});
  };
  for (int i = 0; i < 3; ++i) {
    const int j = i == 0 ? 1 : 0, k = i == 2 ? 1 : 2;
    const std::string y = std::string(axis[j]) + "." + name, z = std::string(axis[k]) + "." + name;
    form(1, std::string(axis[i]) + "." + name, total(i, -1), 1 + i, false);
    form(2, y + "*" + z, total(j, k), product[i], false);
    // Coordinates that are zero are left out.
    const double yy = total(j, j), zz = total(k, k);
    const std::string squares = zz == 0 ? y + "^2" : yy == 0 ? z + "^2" : y + "^2 + " + z + "^2";
    form(2, squares, yy + zz, moment[i], yy != 0 && zz != 0);
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

// How many lengths of a form no joint of the two bodies shows.
int Recogniser::far_lengths(const Form& form, int target, int source) const {
  if (target < 0 || source < 0) return 0;
  const std::vector<bool>& one = near_[at(target / parameters_per_body + 1)];
  const std::vector<bool>& two = near_[at(source / parameters_per_body + 1)];
  return static_cast<int>(
      std::count_if(form.lengths.begin(), form.lengths.end(), [&](int k) { return !one[at(k)] && !two[at(k)]; }));
}

std::string Recogniser::text(double value, int length, int target, int source) const {
  if (value == 0) return "0";
  const char* sign = value < 0 ? "-" : "";
  const double size = std::abs(value);
  static const std::vector<Fraction> pure = fractions(64, 8), simple = fractions(12, 4), one{Fraction{}};
  int best = std::numeric_limits<int>::max();
  std::string found;
  if (length >= -2 && length <= 2) {
    for (const Form& form : forms_[at(length + 2)]) {
      if (form.cost >= best || (target >= 0 && form.target >= 0 && form.target != target)) continue;
      for (const Fraction& f : form.text.empty() ? pure : form.scaled ? simple : one) {
        if (!equal(form.value * f.above / f.below, size)) continue;
        const int cost = form.cost + f.cost + cost_far * far_lengths(form, target, source);
        if (cost >= best) continue;
        best = cost;
        found = with_fraction(f, form.text);
      }
    }
  }
  return sign + (found.empty() ? fmt::format("{:.6g}", size) : found);
}

}  // namespace jourdain
