#include "jourdain/model/mechanism.hpp"

#include "model/joint_freedoms.hpp"
#include "model/model_keys.hpp"
#include "model/same_bits.hpp"

#include <algorithm>

namespace jourdain {
namespace {

bool same(double left, double right) { return same_bits(left, right); }

template <typename Derived>
bool same(const Eigen::MatrixBase<Derived>& left, const Eigen::MatrixBase<Derived>& right) {
  for (Eigen::Index column = 0; column < left.cols(); ++column) {
    for (Eigen::Index row = 0; row < left.rows(); ++row) {
      if (!same(left(row, column), right(row, column))) return false;
    }
  }
  return true;
}

bool same(const Placement& left, const Placement& right) { return same(left.R, right.R) && same(left.p, right.p); }

template <typename T, typename Equal>
bool same_all(const std::vector<T>& left, const std::vector<T>& right, Equal equal) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), equal);
}

bool same(const std::vector<double>& left, const std::vector<double>& right) {
  return same_all(left, right, [](double l, double r) { return same(l, r); });
}

bool same(const Inertial& left, const Inertial& right) {
  return same(left.mass, right.mass) && same(left.com, right.com) && same(left.inertia, right.inertia);
}

bool same(const Body& left, const Body& right) {
  return left.name == right.name && same(left.inertial, right.inertial);
}

// The values of all keys of a section.
template <typename Section, typename... With>
bool same_keys(Section left, Section right, With... with) {
  KeyValues values, others;
  show_keys(values, left, with...);
  show_keys(others, right, with...);
  return same(values.values, others.values);
}

bool same(const JointAxis& left, const JointAxis& right) {
  return same_keys(left.friction, right.friction, false) && left.friction.shared == right.friction.shared &&
         same_keys(left.spring, right.spring, false) && same(left.limits.lower, right.limits.lower) &&
         same(left.limits.upper, right.limits.upper);
}

bool same(const MotorModel& left, const MotorModel& right) {
  return same_keys(MotorKeys{left}, MotorKeys{right}, false, false) &&
         same_keys(DriveKeys{left.drive}, DriveKeys{right.drive}, false);
}

bool same(const Output& left, const Output& right) {
  return left.is_platform == right.is_platform && left.body == right.body && same(left.frame, right.frame) &&
         left.moves == right.moves && same(left.tool, right.tool) && same(left.payload, right.payload);
}

template <typename T>
bool same(const std::optional<T>& left, const std::optional<T>& right) {
  return left.has_value() == right.has_value() && (!left || same(*left, *right));
}

bool same(const Joint& left, const Joint& right) {
  return left.name == right.name && left.type == right.type && left.body_a == right.body_a &&
         left.body_b == right.body_b && same(left.in_a, right.in_a) && same(left.in_b, right.in_b) &&
         same(left.pitch, right.pitch) &&
         same_all(left.axes, right.axes, [](const JointAxis& l, const JointAxis& r) { return same(l, r); }) &&
         same(left.motor, right.motor) && same(left.cone, right.cone) && left.prefer_cut == right.prefer_cut &&
         left.friction_before_gear == right.friction_before_gear;
}

bool same(const Leg& left, const Leg& right) {
  return left.name == right.name && left.group == right.group && left.bodies == right.bodies &&
         left.joints == right.joints && left.mode == right.mode;
}

bool same(const Counterbalance& left, const Counterbalance& right) {
  return left.name == right.name && left.body_a == right.body_a && left.body_b == right.body_b &&
         same(left.at_a, right.at_a) && same(left.at_b, right.at_b) &&
         same_keys(CounterbalanceKeys{.spring = left}, CounterbalanceKeys{.spring = right});
}

bool same(const InertialRelation& left, const InertialRelation& right) {
  return same_all(left.terms, right.terms, [](const InertialRelation::Term& l, const InertialRelation::Term& r) {
    return same(l.factor, r.factor) && l.entry == r.entry && l.body == r.body;
  });
}

bool same(const AssemblyHint& left, const AssemblyHint& right) {
  return same(left.output, right.output) &&
         same_all(left.joints, right.joints, [](const AssemblyHint::JointValue& l, const AssemblyHint::JointValue& r) {
           return l.joint == r.joint && same(l.value, r.value);
         });
}

bool same(const NamedValue& left, const NamedValue& right) {
  return left.name == right.name && same(left.value, right.value) && left.dimension == right.dimension;
}

template <typename T>
int find_named(const std::vector<T>& items, std::string_view name) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const T& item) { return item.name == name; });
  return found == items.end() ? -1 : static_cast<int>(found - items.begin());
}

}  // namespace

bool is_length(JointType type, int freedom) {
  const JointKind& kind = joint_kind(type);
  return freedom >= 0 && freedom < kind.freedoms && kind.freedom[freedom].slides();
}

int freedoms(JointType type) { return joint_kind(type).freedoms; }

std::string_view to_string(JointType type) { return joint_kind(type).name; }

std::string_view to_string(Move move) {
  constexpr std::array<std::string_view, 6> words{"x", "y", "z", "rx", "ry", "rz"};
  const auto index = static_cast<std::size_t>(move);
  return index < words.size() ? words[index] : "unknown";
}

bool operator==(const Mechanism& left, const Mechanism& right) {
  const auto equal = [](const auto& l, const auto& r) { return same(l, r); };
  return left.name == right.name && left.description == right.description &&
         same_all(left.parameters, right.parameters, equal) && same(left.gravity, right.gravity) &&
         same_all(left.bodies, right.bodies, equal) && same_all(left.joints, right.joints, equal) &&
         same_all(left.legs, right.legs, equal) && same_all(left.counterbalances, right.counterbalances, equal) &&
         same(left.output, right.output) && same_all(left.relations, right.relations, equal) &&
         left.identical_legs == right.identical_legs && left.allow_underactuated == right.allow_underactuated &&
         same(left.assembly, right.assembly);
}

int find_body(const Mechanism& mechanism, std::string_view name) { return find_named(mechanism.bodies, name); }

int find_joint(const Mechanism& mechanism, std::string_view name) { return find_named(mechanism.joints, name); }

std::vector<int> actuated_joints(const Mechanism& mechanism) {
  std::vector<int> actuated;
  for (std::size_t k = 0; k < mechanism.joints.size(); ++k) {
    if (mechanism.joints[k].motor) actuated.push_back(static_cast<int>(k));
  }
  return actuated;
}

std::vector<Motor> motors_of(const Mechanism& mechanism) {
  std::vector<Motor> motors;
  for (const int k : actuated_joints(mechanism)) {
    const Joint& joint = mechanism.joints[k];
    const MotorModel& motor = *joint.motor;
    const bool slides = is_length(joint.type, 0);
    motors.push_back({joint.name, k, slides, slides ? "m" : "rad", motor.gear, joint.axes[0].limits, motor.max_force,
                      motor.rated_force, motor.max_speed});
  }
  return motors;
}

Eigen::Matrix<double, 10, 1> inertial_parameters(const Inertial& inertial) {
  const double m = inertial.mass;
  const Vector3& c = inertial.com;
  // Tensor about the frame's origin: the parallel-axis theorem.
  const Matrix3 I = inertial.inertia + m * (c.squaredNorm() * Matrix3::Identity() - c * c.transpose());
  Eigen::Matrix<double, 10, 1> p;
  p << m, m * c, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2);
  return p;
}

}  // namespace jourdain
