#include "model/check_mechanism.hpp"

#include "model/joint_freedoms.hpp"
#include "model/model_keys.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

void require(bool good, const std::string& item, std::string_view what) {
  if (!good) throw Error(ErrorKind::input, fmt::format("{}: {}", item, what));
}

// Numbers other than the defaults are finite and within their bounds; those that are identified may be negative.
class BoundCheck : public KeyVisitor {
 public:
  BoundCheck(const std::string& item, bool identified, const std::vector<double>& defaults)
      : item_(item), identified_(identified), default_(defaults.begin()) {}

  void number(const Key& key, const KeyMeasure&, Bound bound, double& value) override {
    if (value == *default_++ || (identified_ && bound == Bound::from_zero)) return;
    require(std::isfinite(value) && words_of(bound).holds(value), item_,
            fmt::format("'{}' is {}: it {}", key.word, value, words_of(bound).must));
  }
  void flag(const Key&, bool&) override { ++default_; }

 private:
  const std::string& item_;
  bool identified_;
  std::vector<double>::const_iterator default_;
};

template <typename Section, typename... With>
void check_values(const std::string& item, bool identified, Section section, With... with) {
  Section standard;
  KeyValues defaults;
  show_keys(defaults, standard, with...);
  BoundCheck check(item, identified, defaults.values);
  show_keys(check, section, with...);
}

bool is_placement(const Placement& x) {
  return x.p.allFinite() && x.R.allFinite() && (x.R.transpose() * x.R - Matrix3::Identity()).norm() < 1e-6 &&
         x.R.determinant() > 0;
}

void check_joint(const Mechanism& m, const Joint& joint) {
  const std::string item = fmt::format("joint '{}'", joint.name);
  const int bodies = static_cast<int>(m.bodies.size());
  require(joint.body_a >= 0 && joint.body_a < bodies && joint.body_b >= 0 && joint.body_b < bodies, item,
          "it names a body that does not exist");
  require(joint.body_a != joint.body_b, item, "it connects a body with itself");
  require(is_placement(joint.in_a) && is_placement(joint.in_b), item, "its frames must be finite and right-handed");
  require(joint.axes.size() == static_cast<std::size_t>(freedoms(joint.type)), item,
          "it needs one axis entry per freedom");
  require(!joint_kind(joint.type).is_screw || (std::isfinite(joint.pitch) && joint.pitch != 0), item,
          "a helical joint needs a pitch that is not zero");
  for (const JointAxis& axis : joint.axes) {
    const Friction& f = axis.friction;
    require(f.breakaway == 0 || f.breakaway >= f.coulomb, item, "the break-away force must not be below dry friction");
    require(f.stribeck_speed >= 0, item, "the Stribeck speed must not be negative");
  }
  if (!joint.motor) return;
  require(freedoms(joint.type) == 1, item, "only joints with one freedom can carry a motor");
  check_values(item, true, MotorKeys{*joint.motor}, is_length(joint.type, 0), false);
  check_values(item, false, DriveKeys{joint.motor->drive}, is_length(joint.type, 0));
}

// Marks what is connected to the base, joint by joint until nothing changes.
void check_connection(const Mechanism& m) {
  std::vector<bool> reached(m.bodies.size(), false);
  reached[0] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (const Joint& joint : m.joints) {
      if (reached[joint.body_a] == reached[joint.body_b]) continue;
      reached[joint.body_a] = reached[joint.body_b] = grew = true;
    }
  }
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    require(reached[i], fmt::format("body '{}'", m.bodies[i].name), "no joint connects it with the base");
  }
}

void check_hints(const Mechanism& m) {
  const int joints = static_cast<int>(m.joints.size());
  for (const AssemblyHint::JointValue& hint : m.assembly.joints) {
    require(hint.joint >= 0 && hint.joint < joints, "assembly", "a hint names a joint that does not exist");
    for (double value : hint.value) require(std::isfinite(value), "assembly", "a hint is not finite");
  }
  require(!m.assembly.output || is_placement(*m.assembly.output), "assembly", "the hinted pose must be finite");
}

}  // namespace

void check_mechanism(const Mechanism& m) {
  require(!m.bodies.empty(), "mechanism", "bodies[0], the base, is missing");
  require(m.gravity.allFinite(), "gravity", "it must be finite");
  const int bodies = static_cast<int>(m.bodies.size());
  const int joints = static_cast<int>(m.joints.size());
  for (const Body& body : m.bodies) {
    const Inertial& i = body.inertial;
    require(std::isfinite(i.mass) && i.mass >= 0 && i.com.allFinite() && i.inertia.allFinite(),
            fmt::format("body '{}'", body.name), "mass and moments must be finite, the mass not negative");
  }
  for (const Joint& joint : m.joints) check_joint(m, joint);
  for (const Leg& leg : m.legs) {
    for (int j : leg.joints)
      require(j >= 0 && j < joints, fmt::format("leg '{}'", leg.name), "it names a joint that does not exist");
    for (int b : leg.bodies)
      require(b > 0 && b < bodies, fmt::format("leg '{}'", leg.name), "it names a body that does not exist");
  }
  for (const Counterbalance& c : m.counterbalances) {
    require(c.body_a >= 0 && c.body_a < bodies && c.body_b >= 0 && c.body_b < bodies,
            fmt::format("counterbalance '{}'", c.name), "it names a body that does not exist");
  }
  if (m.output) {
    require(m.output->body > 0 && m.output->body < bodies, "output", "its body does not exist, or is the base");
    require(is_placement(m.output->frame) && is_placement(m.output->tool), "output",
            "its frames must be finite and right-handed");
  }
  check_hints(m);
  check_connection(m);
}

}  // namespace jourdain
