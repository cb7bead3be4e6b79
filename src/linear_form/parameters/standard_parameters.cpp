#include "jourdain/linear_form/parameters.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "jourdain/core/error.hpp"
#include "linear_form/parameters/leg_sharing.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

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
    case ParameterKind::stiffness: return "stiffness";
    case ParameterKind::preload: return "preload";
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
    fail(near.empty() ? fmt::format("the functions are {}", joined(known)) : fmt::format("did you mean '{}'?", near));
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

// The name of a joint without that of its leg, or the whole name.
std::string own_name(const Mechanism& mechanism, const std::string& name) {
  for (const Leg& leg : mechanism.legs) {
    if (name.starts_with(leg.name + ".")) return own_name(leg, name);
  }
  return name;
}

// Where a freedom's parameters are: "leg1.slide", or "leg1.cardan.2" for one of several.
std::string freedom_place(const Joint& joint, int freedom) {
  return joint_kind(joint.type).frictions() > 1 ? fmt::format("{}.{}", joint.name, freedom + 1) : joint.name;
}

// Units of what acts on a freedom.
struct ForceUnits {
  const char *force, *viscous, *stiffness;
};

constexpr ForceUnits units_of(bool slides) {
  return slides ? ForceUnits{"N", "N s/m", "N/m"} : ForceUnits{"N m", "N m s/rad", "N m/rad"};
}

class ParameterList {
 public:
  explicit ParameterList(const Mechanism& mechanism) : m_(mechanism) {
    for (std::size_t i = 1; i < m_.bodies.size(); ++i) {
      const int body = static_cast<int>(i);
      add_body(ParameterKind::inertial, body, m_.bodies[i].inertial, m_.bodies[i].name,
               shared_label(m_, body, LegItem::body));
    }
    const std::vector<int> motors = actuated_joints(m_);
    for (std::size_t k = 0; k < motors.size(); ++k) add_rotor(static_cast<int>(k), motors[k]);
    for (std::size_t j = 0; j < m_.joints.size(); ++j) add_joint(static_cast<int>(j));
    if (m_.output) add_body(ParameterKind::payload, m_.output->body, m_.output->payload, "payload", "payload");
  }

  std::vector<StandardParameter> take() { return std::move(list_); }

 private:
  void add_body(ParameterKind kind, int body, const Inertial& inertial, const std::string& name,
                const std::string& shared) {
    static constexpr const char* units[] = {"kg", "kg m", "kg m^2"};
    const auto p = inertial_parameters(inertial);
    for (int e = 0; e < parameters_per_body; ++e) {
      const std::string_view word = inertial_entries[e];
      list_.push_back({kind, body, e, -1, p[e], fmt::format("{}.{}", word, name), "",
                       fmt::format("{}.{}", word, shared), units[length_power(e)]});
    }
  }

  void add_rotor(int motor, int index) {
    const Joint& joint = m_.joints[index];
    list_.push_back({ParameterKind::rotor, motor, 0, -1, joint.motor->rotor_inertia, "rotor." + joint.name, "",
                     "rotor." + shared_label(m_, index, LegItem::joint), is_length(joint.type, 0) ? "kg" : "kg m^2"});
  }

  // A ball joint has one friction, without an offset, and no springs.
  void add_joint(int index) {
    const Joint& joint = m_.joints[index];
    const JointKind& kind = joint_kind(joint.type);
    for (int i = 0; i < kind.frictions(); ++i) {
      const JointAxis& axis = joint.axes[i];
      const ForceUnits units = units_of(is_length(joint.type, i));
      const std::string place = freedom_place(joint, i);
      const auto add = [&](ParameterKind of, double value, const char* unit, const std::string& set) {
        const std::string word(to_string(of));
        list_.push_back(
            {of, index, i, -1, value, word + "." + place, set, word + "." + (set.empty() ? place : set), unit});
      };
      add(ParameterKind::coulomb, axis.friction.coulomb, units.force, axis.friction.shared);
      add(ParameterKind::viscous, axis.friction.viscous, units.viscous, axis.friction.shared);
      if (kind.is_ball) continue;
      add(ParameterKind::offset, axis.friction.offset, units.force, axis.friction.shared);
      add(ParameterKind::stiffness, axis.spring.stiffness, units.stiffness, "");
      add(ParameterKind::preload, axis.spring.preload, units.force, "");
    }
  }

  const Mechanism& m_;
  std::vector<StandardParameter> list_;
};

// The part of the list that a linear form wants, with its elemental functions.
class StandardSet {
 public:
  StandardSet(const Robot& robot, const LinearFormOptions& options) : m_(robot.mechanism()), options_(options) {
    check_functions();
    const std::vector<StandardParameter> list = parameter_list(m_);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const StandardParameter& p = list[i];
      if (wanted(p)) set_.push_back(p);
      if (!is_friction(p.kind)) continue;
      const bool last = i + 1 == list.size() || !is_friction(list[i + 1].kind) || list[i + 1].owner != p.owner ||
                        list[i + 1].entry != p.entry;
      if (last) add_functions(p.owner, p.entry);
    }
  }

  std::vector<StandardParameter> take() { return std::move(set_); }

 private:
  bool wanted(const StandardParameter& p) const {
    const auto chosen = [](Columns columns, double value) {
      return columns == Columns::all || (columns == Columns::declared && value != 0);
    };
    switch (p.kind) {
      case ParameterKind::inertial: return options_.inertial;
      case ParameterKind::rotor: return chosen(options_.rotors, p.value);
      case ParameterKind::payload: return chosen(options_.payload, m_.output->payload.mass);
      case ParameterKind::stiffness:
      case ParameterKind::preload: return false;
      default: return chosen(options_.friction, p.value);
    }
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

  // The elemental functions that act on a freedom.
  void add_functions(int index, int freedom) {
    const Joint& joint = m_.joints[index];
    const std::string place = freedom_place(joint, freedom);
    for (std::size_t k = 0; k < options_.elemental.size(); ++k) {
      const ElementalFunction& e = options_.elemental[k];
      if (!acts_on(e, joint)) continue;
      const std::string set = e.shared ? e.joint : "";
      set_.push_back({ParameterKind::elemental, index, freedom, static_cast<int>(k), 0, e.name + "." + place, set,
                      e.name + "." + (set.empty() ? place : set), units_of(is_length(joint.type, freedom)).force});
    }
  }

  const Mechanism& m_;
  const LinearFormOptions& options_;
  std::vector<StandardParameter> set_;
};

}  // namespace

std::vector<StandardParameter> parameter_list(const Mechanism& mechanism) { return ParameterList(mechanism).take(); }

std::vector<StandardParameter> standard_parameters(const Robot& robot, const LinearFormOptions& options) {
  return StandardSet(robot, options).take();
}

}  // namespace jourdain
