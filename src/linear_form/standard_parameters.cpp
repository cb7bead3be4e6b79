#include "jourdain/linear_form/parameters.hpp"

#include "core/suggest.hpp"
#include "jourdain/core/error.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace jourdain {

std::string_view to_string(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::inertial: return "inertial";
    case ParameterKind::rotor: return "rotor";
    case ParameterKind::coulomb: return "coulomb";
    case ParameterKind::viscous: return "viscous";
    case ParameterKind::offset: return "offset";
    case ParameterKind::elemental: return "elemental";
    case ParameterKind::payload: return "payload";
  }
  return "unknown";
}

bool is_friction(ParameterKind kind) {
  return kind == ParameterKind::coulomb || kind == ParameterKind::viscous || kind == ParameterKind::offset ||
         kind == ParameterKind::elemental;
}

std::string_view to_string(RateFunction function) {
  switch (function) {
    case RateFunction::tanh: return "tanh";
    case RateFunction::stribeck: return "stribeck";
    case RateFunction::exponential: return "exponential";
    case RateFunction::square: return "square";
    case RateFunction::cube: return "cube";
  }
  return "unknown";
}

ElementalFunction parse_elemental_function(const std::string& text) {
  std::vector<std::string> words{""};
  for (const char c : text) {
    if (c == ':')
      words.emplace_back();
    else
      words.back().push_back(c);
  }
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' is no elemental function: {}\n  hint: write FUNCTION:SCALE:JOINT or "
                            "FUNCTION:SCALE:JOINT:shared, for example stribeck:0.02:slide",
                            text, why));
  };
  if (words.size() != 3 && !(words.size() == 4 && words[3] == "shared")) fail("expected three words");
  ElementalFunction result{words[0], words[2], RateFunction::tanh, 1, words.size() == 4};
  std::vector<std::string> known;
  bool found = false;
  for (const RateFunction f : {RateFunction::tanh, RateFunction::stribeck, RateFunction::exponential,
                               RateFunction::square, RateFunction::cube}) {
    known.emplace_back(to_string(f));
    if (words[0] == to_string(f)) result.function = f, found = true;
  }
  if (!found) {
    const std::string near = suggest(words[0], known);
    fail(near.empty() ? fmt::format("the functions are {}", fmt::join(known, ", "))
                      : fmt::format("did you mean '{}'?", near));
  }
  const char* end = words[1].data() + words[1].size();
  const auto [at, error] = std::from_chars(words[1].data(), end, result.scale);
  if (error != std::errc() || at != end || !(std::isfinite(result.scale) && result.scale > 0))
    fail(fmt::format("the scale '{}' is no positive number", words[1]));
  return result;
}

namespace {

// Scales of rates beyond this and its reciprocal leave columns that are not numbers, or nothing but round-off.
constexpr double smallest_scale = 1e-20;

// The name of a joint or body without that of its leg, or the whole name.
std::string own_name(const Mechanism& mechanism, const std::string& name) {
  for (const Leg& leg : mechanism.legs) {
    if (name.starts_with(leg.name + ".")) return name.substr(leg.name.size() + 1);
  }
  return name;
}

class StandardSet {
 public:
  StandardSet(const Robot& robot, const LinearFormOptions& options) : m_(robot.mechanism()), options_(options) {
    check_functions();
    if (options.inertial) {
      for (std::size_t i = 1; i < m_.bodies.size(); ++i) {
        add_body(ParameterKind::inertial, static_cast<int>(i), m_.bodies[i].inertial, m_.bodies[i].name);
      }
    }
    for (std::size_t k = 0; k < robot.actuators().size(); ++k) {
      const Joint& joint = m_.joints[static_cast<std::size_t>(robot.actuators()[k])];
      const double value = joint.actuator->rotor_inertia;
      if (wanted(options.rotors, value))
        set_.push_back({ParameterKind::rotor, static_cast<int>(k), 0, -1, value, "rotor." + joint.name, ""});
    }
    for (std::size_t j = 0; j < m_.joints.size(); ++j) add_friction(static_cast<int>(j));
    if (m_.output && wanted(options.payload, m_.output->payload.mass))
      add_body(ParameterKind::payload, m_.output->body, m_.output->payload, "payload");
  }

  std::vector<StandardParameter> take() { return std::move(set_); }

 private:
  static bool wanted(Columns columns, double value) {
    return columns == Columns::all || (columns == Columns::declared && value != 0);
  }

  void check_functions() const {
    for (const ElementalFunction& f : options_.elemental) {
      if (!(f.scale >= smallest_scale && f.scale <= 1 / smallest_scale)) {
        throw Error(
            ErrorKind::usage,
            fmt::format("the scale of '{}' is {:g}: expected a number like the rates of its joint, in rad/s or m/s",
                        f.name, f.scale));
      }
      std::vector<std::string> names;
      bool found = false;
      for (const Joint& joint : m_.joints) {
        names.push_back(own_name(m_, joint.name));
        names.push_back(joint.name);
        found = found || acts_on(f, joint);
      }
      if (found) continue;
      const std::string near = suggest(f.joint, names);
      throw Error(ErrorKind::usage, fmt::format("'{}' acts on a joint '{}' that does not exist or does not move{}",
                                                f.name, f.joint, near.empty() ? "" : ": did you mean '" + near + "'?"));
    }
  }

  bool acts_on(const ElementalFunction& f, const Joint& joint) const {
    return freedoms(joint.type) > 0 && (f.joint == joint.name || f.joint == own_name(m_, joint.name));
  }

  void add_body(ParameterKind kind, int body, const Inertial& inertial, const std::string& name) {
    const auto p = inertial_parameters(inertial);
    for (int e = 0; e < 10; ++e)
      set_.push_back(
          {kind, body, e, -1, p[e], fmt::format("{}.{}", inertial_entries[static_cast<std::size_t>(e)], name), ""});
  }

  // Coulomb, viscous, offset and elemental functions of each freedom; a ball joint has one of each and no offset.
  void add_friction(int index) {
    const Joint& joint = m_.joints[static_cast<std::size_t>(index)];
    const JointKind& type = joint_kind(joint.type);
    const int count = type.frictions();
    for (int i = 0; i < count; ++i) {
      const Friction& f = joint.axes[static_cast<std::size_t>(i)].friction;
      const std::string place = count > 1 ? fmt::format("{}.{}", joint.name, i + 1) : joint.name;
      const auto add = [&](ParameterKind kind, double value) {
        if (!wanted(options_.friction, value)) return;
        set_.push_back({kind, index, i, -1, value, fmt::format("{}.{}", to_string(kind), place), f.shared});
      };
      add(ParameterKind::coulomb, f.coulomb);
      add(ParameterKind::viscous, f.viscous);
      if (!type.is_ball) add(ParameterKind::offset, f.offset);
      for (std::size_t k = 0; k < options_.elemental.size(); ++k) {
        const ElementalFunction& e = options_.elemental[k];
        if (!acts_on(e, joint)) continue;
        set_.push_back({ParameterKind::elemental, index, i, static_cast<int>(k), 0, fmt::format("{}.{}", e.name, place),
                        e.shared ? e.joint : ""});
      }
    }
  }

  const Mechanism& m_;
  const LinearFormOptions& options_;
  std::vector<StandardParameter> set_;
};

}  // namespace

std::vector<StandardParameter> standard_parameters(const Robot& robot, const LinearFormOptions& options) {
  return StandardSet(robot, options).take();
}

}  // namespace jourdain
