#include "linear_form/base/base_reasons.hpp"

#include "core/dense/decompositions.hpp"
#include "core/joined.hpp"
#include "linear_form/parameters/parameter_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace jourdain {
namespace {

// Directions whose share of the motion is below this do not take part; round-off leaves some 1e-30 of squares.
constexpr double still = 1e-18;

// "z", "-x" or "(0.6, 0, 0.8)".
std::string direction_text(Vector3 axis) {
  for (int i = 0; i < 3; ++i) {
    if (std::abs(std::abs(axis[i]) - 1) < 1e-9) return std::string(1, "xyz"[i]);
  }
  if (axis[0] + axis[1] + axis[2] < 0) axis = -axis;
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", axis[0] + 0.0, axis[1] + 0.0, axis[2] + 0.0);
}

// The part of a parameter's name after the entry: "ring" of Izz.ring.
std::string owner_name(const LinearForm& form, int parameter) {
  const std::string& name = form.parameters()[parameter].name;
  return name.substr(name.find('.') + 1);
}

const StandardParameter& first_part(const LinearForm& form, int parameter) {
  const Parameter& p = form.parameters()[parameter];
  return form.standard()[p.parts.front().standard];
}

// The joint between two bodies, or between the bodies at the same place of their legs; "" if there is none.
std::string joint_between(const Mechanism& m, int a, int b) {
  for (const Joint& joint : m.joints) {
    if ((joint.body_a == a && joint.body_b == b) || (joint.body_a == b && joint.body_b == a)) return joint.name;
  }
  return "";
}

// True if the tree carries `body` on `other`.
bool carries(const SpanningTree& tree, int other, int body) {
  if (other < 0) return false;
  const int wanted = tree.bodies[other].node;
  int node = tree.bodies[body].node;
  while (node > 0 && node != wanted) node = tree.nodes[node].parent;
  return node == wanted;
}

std::string own_joint_name(const LinearForm& form, const std::string& name) {
  if (!shares_legs(form.robot().mechanism(), form.options())) return name;
  for (const Leg& leg : form.robot().mechanism().legs) {
    if (name.starts_with(leg.name + ".")) return name.substr(leg.name.size() + 1);
  }
  return name;
}

}  // namespace

BodyMotions::BodyMotions(const Robot& robot) : robot_(robot), sums_(robot.mechanism().bodies.size(), Matrix6::Zero()) {}

void BodyMotions::add(const Workspace& workspace) {
  for (std::size_t i = 1; i < sums_.size(); ++i) {
    const Matrix3 R = workspace.body_pose(static_cast<int>(i)).R;
    const Twist t = workspace.body_twist(static_cast<int>(i));
    Vector6 x;
    x << R.transpose() * t.v / robot_.size(), R.transpose() * t.w;
    sums_[i] += x * x.transpose();
  }
}

std::string BodyMotions::sentence(int body, const std::string& name) const {
  double largest = 0;
  for (const Matrix6& m : sums_) largest = std::max(largest, m.trace());
  const Matrix6& m = sums_[body];
  const double limit = still * largest;
  const bool fixed_point = m.topLeftCorner<3, 3>().trace() <= limit;
  const auto turns = dense::symmetric_factors(m.bottomRightCorner<3, 3>());
  const auto shifts = dense::symmetric_factors(m.topLeftCorner<3, 3>());
  if (turns.values[2] <= limit) {
    if (fixed_point) return name + " does not move";
    if (shifts.values[1] <= limit)
      return fmt::format("{} only slides along its {} axis", name, direction_text(shifts.vectors.col(2)));
    return name + " only translates";
  }
  if (turns.values[1] <= limit) {
    return fmt::format("{} turns only about its {} axis{}", name, direction_text(turns.vectors.col(2)),
                       fixed_point ? ", which stays in place" : "");
  }
  return fixed_point ? fmt::format("the origin of {} stays in place", name) : "";
}

int body_of(const LinearForm& form, int parameter) {
  const StandardParameter& p = first_part(form, parameter);
  return p.kind == ParameterKind::inertial || p.kind == ParameterKind::payload ? p.owner : -1;
}

std::string reason(const LinearForm& form, const BodyMotions& motions, int parameter, const std::vector<int>& into) {
  const Mechanism& m = form.robot().mechanism();
  const StandardParameter& part = first_part(form, parameter);
  const std::string name = owner_name(form, parameter);
  const int body = body_of(form, parameter);
  if (body < 0) {
    if (into.empty()) return fmt::format("{} does not move", name);
    return part.kind == ParameterKind::rotor ? "the rotor turns with the bodies that its motor moves"
                                             : "its joint moves in proportion to others";
  }
  if (part.kind == ParameterKind::payload) return "the payload is fixed to the output body";
  const std::string motion = motions.sentence(body, name);
  if (into.empty()) return motion.empty() ? "it has no effect on any motor" : motion;
  // Which bodies take it over, and through which joints.
  std::set<std::string> joints;
  bool elsewhere = false, chain = true;
  for (const int p : into) {
    const int other = body_of(form, p);
    const std::string joint = other < 0 || other == body ? "" : joint_between(m, body, other);
    if (!joint.empty()) joints.insert(own_joint_name(form, joint));
    elsewhere = elsewhere || (other != body && joint.empty());
    chain = chain && (other == body || !joint.empty() || carries(form.robot().tree(), other, body));
  }
  if (elsewhere)
    return (chain ? "carried across several joints" : "the closed loops tie it to these") +
           (motion.empty() ? "" : "; " + motion);
  if (joints.empty()) return motion.empty() ? fmt::format("{} moves so that only the sum counts", name) : motion;
  return fmt::format("carried across {} {}{}", joints.size() == 1 ? "joint" : "joints",
                     joined(std::vector(joints.begin(), joints.end())), motion.empty() ? "" : "; " + motion);
}

std::vector<std::string> assumptions(const LinearForm& form) {
  const Mechanism& m = form.robot().mechanism();
  std::vector<std::string> result;
  const Vector3& g = m.gravity;
  result.push_back(g.norm() > 0
                       ? fmt::format("gravity ({:.6g}, {:.6g}, {:.6g}) m/s^2", g[0] + 0.0, g[1] + 0.0, g[2] + 0.0)
                       : "no gravity");
  if (shares_legs(m, form.options())) {
    std::set<std::string> groups;
    for (const Leg& leg : m.legs) groups.insert(leg.group);
    if (!groups.empty())
      result.push_back(
          fmt::format("legs of one group are identical: {}", joined(std::vector(groups.begin(), groups.end()))));
  } else if (!m.legs.empty()) {
    result.push_back("legs are independent");
  }
  if (form.options().structure) {
    const auto zeros =
        std::count_if(m.relations.begin(), m.relations.end(), [](const auto& r) { return r.terms.size() == 1; });
    const auto others = static_cast<std::ptrdiff_t>(m.relations.size()) - zeros;
    if (!m.relations.empty())
      result.push_back(fmt::format("declared in the model: {} zeros, {} relations", zeros, others));
  } else {
    result.push_back("all ten parameters of every body");
  }
  const std::vector<IdleSpin>& spins = form.robot().idle_spins();
  if (std::any_of(spins.begin(), spins.end(), [](const IdleSpin& spin) { return spin.matters.empty(); })) {
    result.push_back("moments of inertia of idle rods about their lines are left out");
  }
  for (const IdleSpin& spin : spins)
    if (!spin.matters.empty()) result.push_back(explain_spin(m, spin));
  result.push_back("the geometry of the model: other dimensions or symmetric ones may give another count");
  return result;
}

}  // namespace jourdain
