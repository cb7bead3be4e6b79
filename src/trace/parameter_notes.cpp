#include "trace/parameter_notes.hpp"

#include "dynamics/joint_forces.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

struct Kind {
  std::string_view letters;
  const char* meaning;
  const char* unit;   // of turning freedoms
  const char* slide;  // of sliding ones
};

constexpr Kind kinds_of_joints[] = {
    {"coulomb", "Coulomb friction of", "N m", "N"},
    {"viscous", "viscous friction of", "N m s/rad", "N s/m"},
    {"offset", "constant part of the friction of", "N m", "N"},
    {"stiffness", "stiffness of the spring at", "N m/rad", "N/m"},
    {"preload", "force of the spring at rest at", "N m", "N"},
    {"rotor", "inertia of the rotor, at the motor side, of", "kg m^2", "kg"},
};

// Whether the freedom is a slide; "joint.2" is the second freedom of the joint, and a set of friction is named by
// itself.
bool is_slide(const Mechanism& mechanism, const std::string& freedom) {
  std::string joint = freedom;
  int index = 0;
  if (find_joint(mechanism, joint) < 0 && joint.size() > 2 && joint[joint.size() - 2] == '.') {
    index = joint.back() - '1';
    joint.resize(joint.size() - 2);
  }
  for (const Joint& other : mechanism.joints) {
    for (std::size_t i = 0; i < other.axes.size(); ++i) {
      if (other.axes[i].friction.shared == freedom) return is_length(other.type, static_cast<int>(i));
    }
  }
  const auto found = std::ranges::find(mechanism.joints, joint, &Joint::name);
  return found != mechanism.joints.end() && is_length(found->type, index);
}

}  // namespace

ParameterNote parameter_note(const Mechanism& mechanism, const std::string& name) {
  const std::size_t dot = name.find('.');
  const std::string letters = name.substr(0, dot), owner = dot == std::string::npos ? "" : name.substr(dot + 1);
  for (const Kind& kind : kinds_of_joints) {
    if (kind.letters != letters) continue;
    return {name, fmt::format("{} {}", kind.meaning, owner), is_slide(mechanism, owner) ? kind.slide : kind.unit};
  }
  if (letters == "m") return {name, "mass of " + owner, "kg"};
  if (letters.starts_with('s')) {
    return {name, fmt::format("first moment m {} of {}, in its frame", letters.substr(1), owner), "kg m"};
  }
  return {name, fmt::format("entry {} of the inertia tensor of {}, about its origin", letters.substr(1), owner),
          "kg m^2"};
}

}  // namespace jourdain
