#include "core/disjoint_sets.hpp"

#include "jourdain/structure/structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace jourdain {
namespace {

constexpr double spin_tolerance = 1e-9;  // of directions, and of lengths and inertia over those of the rod

bool is_among(const std::vector<int>& list, int x) { return std::find(list.begin(), list.end(), x) != list.end(); }

bool has_friction(const Joint& joint) {
  return std::any_of(joint.axes.begin(), joint.axes.end(), [](const JointAxis& axis) {
    return axis.friction.coulomb != 0 || axis.friction.viscous != 0 || axis.friction.offset != 0;
  });
}

// Places of the bodies of a rod against its first one, with its slides at zero, and the direction of the slides. Empty
// where they move against each other in another way than by parallel slides.
struct RodShape {
  std::vector<std::optional<Placement>> place;
  std::optional<Vector3> slide;
};

std::optional<RodShape> rod_shape(const Mechanism& mechanism, const std::vector<int>& bodies) {
  RodShape shape;
  shape.place.resize(mechanism.bodies.size());
  shape.place[bodies.front()] = Placement{};
  for (bool found = true; found;) {
    found = false;
    for (const Joint& joint : mechanism.joints) {
      if (!is_among(bodies, joint.body_a) || !is_among(bodies, joint.body_b)) continue;
      if (joint.type != JointType::prismatic && joint.type != JointType::fixed) return std::nullopt;
      auto& a = shape.place[joint.body_a];
      auto& b = shape.place[joint.body_b];
      if (a && !b) b = *a * joint.in_a * joint.in_b.inverse(), found = true;
      if (b && !a) a = *b * joint.in_b * joint.in_a.inverse(), found = true;
      if (joint.type == JointType::fixed || !a) continue;
      const Vector3 axis = a->R * joint.in_a.R.col(2);
      if (shape.slide && !(shape.slide->cross(axis).norm() < spin_tolerance)) return std::nullopt;
      shape.slide = axis;
    }
  }
  return shape;
}

// A ball joint's centre in the frame of the body that is part of the rod.
Vector3 ball_in_rod(const Mechanism& mechanism, const IdleSpin& spin, const RodShape& shape, int index) {
  const Joint& joint = mechanism.joints[index];
  const bool by_a = is_among(spin.bodies, joint.body_a);
  return *shape.place[by_a ? joint.body_a : joint.body_b] * (by_a ? joint.in_a : joint.in_b).p;
}

// Directions and places that differ from simple ones by round-off are these.
Vector3 without_round_off(Vector3 x, double scale) {
  for (int i = 0; i < 3; ++i) {
    if (std::abs(x[i]) < spin_tolerance * 1e-3 * scale) x[i] = 0;
  }
  return x;
}

// The line in the frames of all bodies, where it is fixed in them.
void find_line(const Mechanism& mechanism, IdleSpin& spin) {
  const std::optional<RodShape> shape = rod_shape(mechanism, spin.bodies);
  if (!shape) return;
  const Vector3 a = ball_in_rod(mechanism, spin, *shape, spin.joint_a);
  const Vector3 along = ball_in_rod(mechanism, spin, *shape, spin.joint_b) - a;
  const Vector3 e = shape->slide ? shape->slide->normalized() : Vector3(along.normalized());
  const double length = std::max(along.norm(), a.norm());
  if (!(e.norm() > 0.5) || !(e.cross(along).norm() <= spin_tolerance * length)) return;
  for (const int body : spin.bodies) {
    const Placement& place = *shape->place[body];
    const Vector3 axis = without_round_off(place.R.transpose() * e, 1).normalized();
    const Vector3 point = place.inverse() * a;
    spin.axis.push_back(axis);
    spin.point.push_back(without_round_off(point - axis * axis.dot(point), length));
  }
}

bool is_axisymmetric(const Inertial& inertial, const Vector3& axis, const Vector3& point) {
  const Vector3 r = inertial.com - point;
  const double reach = std::max(inertial.com.norm(), point.norm());
  const Vector3 beside = r - axis * axis.dot(r);
  if (inertial.mass > 0 && !(beside.norm() <= spin_tolerance * reach)) return false;
  // I = I_t (1 - e e^T) + I_a e e^T.
  const Matrix3& I = inertial.inertia;
  const double along = axis.dot(I * axis), across = (I.trace() - along) / 2;
  const Matrix3 outer = axis * axis.transpose();
  const Matrix3 rest = I - across * (Matrix3::Identity() - outer) - along * outer;
  return rest.norm() <= spin_tolerance * I.norm();
}

// Why forces depend on the spin, or nothing.
std::string why_it_matters(const Mechanism& mechanism, const IdleSpin& spin) {
  if (spin.axis.empty()) return "the line through its ball joints is not fixed in its bodies";
  for (const int j : {spin.joint_a, spin.joint_b}) {
    const Joint& joint = mechanism.joints[j];
    if (has_friction(joint)) return fmt::format("friction in {} brakes it", joint.name);
  }
  for (std::size_t i = 0; i < spin.bodies.size(); ++i) {
    const Body& body = mechanism.bodies[spin.bodies[i]];
    if (!is_axisymmetric(body.inertial, spin.axis[i], spin.point[i]))
      return fmt::format("{} is not axisymmetric about the line of its ball joints", body.name);
    const auto pulls_beside = [&](int owner, const Vector3& at) {
      const Vector3 r = at - spin.point[i];
      return owner == spin.bodies[i] && !(spin.axis[i].cross(r).norm() <= spin_tolerance * (at.norm() + r.norm()));
    };
    for (const Counterbalance& c : mechanism.counterbalances) {
      if (pulls_beside(c.body_a, c.at_a) || pulls_beside(c.body_b, c.at_b))
        return fmt::format("{} pulls beside the line of its ball joints", c.name);
    }
  }
  return "";
}

}  // namespace

std::vector<IdleSpin> find_idle_spins(const Mechanism& mechanism) {
  // Without the ball joints the graph falls into pieces; a piece that hangs on two ball joints can spin.
  DisjointSets sets(mechanism.bodies.size());
  for (const Joint& joint : mechanism.joints) {
    if (joint.type != JointType::spherical) sets.join(joint.body_a, joint.body_b);
  }
  std::vector<IdleSpin> spins;
  for (std::size_t root = 0; root < mechanism.bodies.size(); ++root) {
    if (sets.find(static_cast<int>(root)) != static_cast<int>(root)) continue;
    IdleSpin spin;
    for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
      if (sets.find(static_cast<int>(i)) == static_cast<int>(root)) spin.bodies.push_back(static_cast<int>(i));
    }
    const auto inside = [&](int body) { return is_among(spin.bodies, body); };
    if (inside(0) || (mechanism.output && inside(mechanism.output->body))) continue;
    std::vector<int> balls;
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      if (joint.type == JointType::spherical && inside(joint.body_a) != inside(joint.body_b)) {
        balls.push_back(static_cast<int>(j));
      }
    }
    if (balls.size() != 2) continue;
    spin.joint_a = balls[0];
    spin.joint_b = balls[1];
    find_line(mechanism, spin);
    spin.matters = why_it_matters(mechanism, spin);
    spins.push_back(std::move(spin));
  }
  return spins;
}

std::string explain_spin(const Mechanism& mechanism, const IdleSpin& spin) {
  const auto joint = [&](int j) { return mechanism.joints[j].name; };
  return fmt::format(
      "{} may spin idly between {} and {}, and {}: forces depend on that spin, which the model does not tell; it is "
      "taken as that of a universal joint in place of the ball",
      mechanism.bodies[spin.bodies.front()].name, joint(spin.joint_a), joint(spin.joint_b), spin.matters);
}

}  // namespace jourdain
