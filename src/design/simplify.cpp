#include "jourdain/design/simplify.hpp"

#include "core/dense/decompositions.hpp"
#include "design/point_mass.hpp"
#include "jourdain/core/error.hpp"
#include "model/check_mechanism.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <queue>

namespace jourdain {
namespace {

// Points of one body count as the same within this share of the mechanism's size.
constexpr double same_point = 1e-9;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool touches(const Joint& joint, int body) { return joint.body_a == body || joint.body_b == body; }
int other_body(const Joint& joint, int body) { return joint.body_a == body ? joint.body_b : joint.body_a; }
const Placement& frame_on(const Joint& joint, int body) { return joint.body_a == body ? joint.in_a : joint.in_b; }

// Which bodies keep their inertia.
std::vector<bool> find_kept(const Mechanism& mechanism) {
  const std::optional<Output>& output = mechanism.output;
  if (mechanism.legs.empty() && !(output && output->is_platform)) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has neither legs nor a platform: there is nothing to simplify", mechanism.name));
  }
  std::vector<bool> kept(mechanism.bodies.size(), !mechanism.legs.empty());
  for (const Leg& leg : mechanism.legs) {
    for (int body : leg.bodies) kept[at(body)] = false;
  }
  kept[0] = true;
  if (output) kept[at(output->body)] = true;
  // Links that follow from the base through motors, and what is fixed to anything that stays.
  std::vector<bool> driven(mechanism.bodies.size(), false);
  driven[0] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (const Joint& joint : mechanism.joints) {
      const std::size_t a = at(joint.body_a), b = at(joint.body_b);
      const bool fixed = freedoms(joint.type) == 0;
      if ((joint.motor || fixed) && driven[a] != driven[b]) driven[a] = driven[b] = grew = true;
      if (fixed && kept[a] != kept[b]) kept[a] = kept[b] = grew = true;
      for (std::size_t body : {a, b}) {
        if (driven[body] && !kept[body]) kept[body] = grew = true;
      }
    }
  }
  return kept;
}

// A point fixed in a body, in its frame.
struct BodyPoint {
  int body = 0;
  Vector3 point = Vector3::Zero();
};

class Lumping {
 public:
  Lumping(Mechanism& mechanism, bool thirds) : mechanism_(mechanism), kept_(find_kept(mechanism)), thirds_(thirds) {
    double size = 0;
    for (const Joint& joint : mechanism.joints) size = std::max({size, joint.in_a.p.norm(), joint.in_b.p.norm()});
    tolerance_ = same_point * size;
    find_distances();
  }

  void apply() {
    struct PointMass {
      BodyPoint at;
      double mass;
    };
    std::vector<PointMass> points;
    for (int body = 1; body < static_cast<int>(mechanism_.bodies.size()); ++body) {
      Inertial& inertial = mechanism_.bodies[at(body)].inertial;
      if (kept_[at(body)] || !(inertial.mass > 0)) continue;
      const std::vector<BodyPoint> ends = ends_of(body, inertial.com);
      if (ends.empty()) continue;
      const VectorX shares = thirds_ ? divide_by_thirds(ends) : divide(ends, body, inertial.com);
      for (std::size_t i = 0; i < ends.size(); ++i) {
        points.push_back({carrier(ends[i]), shares[static_cast<int>(i)] * inertial.mass});
      }
      inertial = {};
    }
    for (const PointMass& p : points) {
      if (p.at.body != 0) add_point_mass(mechanism_.bodies[at(p.at.body)].inertial, p.mass, p.at.point);
    }
  }

 private:
  // Joints between body and base.
  void find_distances() {
    distance_.assign(mechanism_.bodies.size(), -1);
    distance_[0] = 0;
    std::queue<int> open({0});
    for (; !open.empty(); open.pop()) {
      for (const Joint& joint : mechanism_.joints) {
        if (!touches(joint, open.front())) continue;
        const int next = other_body(joint, open.front());
        if (distance_[at(next)] >= 0) continue;
        distance_[at(next)] = distance_[at(open.front())] + 1;
        open.push(next);
      }
    }
  }

  // The same point as a point of the joint's other body, if both bodies share it in every position of the joint.
  std::optional<BodyPoint> across(const Joint& joint, const BodyPoint& from) const {
    const int other = other_body(joint, from.body);
    const Vector3 x = frame_on(joint, from.body).inverse() * from.point;
    const Placement& there = frame_on(joint, other);
    const JointKind& kind = joint_kind(joint.type);
    if (!kind.holds_point()) return std::nullopt;
    if (kind.freedoms == 0) return BodyPoint{other, there * x};
    // A hinge shares its axis, others their centre.
    const bool hinge = kind.freedoms == 1;
    if ((hinge ? x.head<2>().norm() : x.norm()) > tolerance_) return std::nullopt;
    return BodyPoint{other, hinge ? there * Vector3(0, 0, x[2]) : there.p};
  }

  // Where a link shares a point with a neighbour: joint centres, and feet of its centre of mass on hinge axes. Bodies
  // fixed to the link belong to it.
  std::vector<BodyPoint> ends_of(int body, const Vector3& com) const {
    std::vector<BodyPoint> ends, link{{body, com}};
    for (std::size_t i = 0; i < link.size(); ++i) {
      const BodyPoint part = link[i];
      for (const Joint& joint : mechanism_.joints) {
        if (!touches(joint, part.body)) continue;
        const Placement& frame = frame_on(joint, part.body);
        const JointKind& kind = joint_kind(joint.type);
        if (kind.freedoms == 0) {
          const BodyPoint next = *across(joint, part);
          const auto is_next = [&](const BodyPoint& known) { return known.body == next.body; };
          if (std::none_of(link.begin(), link.end(), is_next)) link.push_back(next);
        } else if (kind.holds_point()) {
          ends.push_back(kind.freedoms == 1 ? hinge_end(part, frame) : BodyPoint{part.body, frame.p});
        }
      }
    }
    return ends;
  }

  // The foot of the centre of mass on the hinge's axis; where only passive links share that, but one that stays shares
  // the joint's centre (two hinges that make a cardan joint), the centre.
  BodyPoint hinge_end(const BodyPoint& com, const Placement& frame) const {
    const Vector3 axis = frame.R.col(2);
    const BodyPoint foot{com.body, frame.p + axis.dot(com.point - frame.p) * axis}, centre{com.body, frame.p};
    return !kept_[at(carrier(foot).body)] && kept_[at(carrier(centre).body)] ? centre : foot;
  }

  // A point of a body in the frame of another one that is fixed to it.
  Vector3 seen_from(int body, const BodyPoint& point) const {
    std::vector<BodyPoint> known{point};
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (known[i].body == body) return known[i].point;
      for (const Joint& joint : mechanism_.joints) {
        if (freedoms(joint.type) > 0 || !touches(joint, known[i].body)) continue;
        const BodyPoint next = *across(joint, known[i]);
        const auto is_next = [&](const BodyPoint& other) { return other.body == next.body; };
        if (std::none_of(known.begin(), known.end(), is_next)) known.push_back(next);
      }
    }
    return point.point;
  }

  // Shares of the mass: of all that keep mass and first moment those of least norm, which for two ends is the lever
  // rule. None is negative.
  VectorX divide(const std::vector<BodyPoint>& ends, int body, const Vector3& com) const {
    const int n = static_cast<int>(ends.size());
    Eigen::Matrix3Xd E(3, n);
    for (int i = 0; i < n; ++i) E.col(i) = seen_from(body, ends[at(i)]);
    const Vector3 middle = E.rowwise().mean();
    E.colwise() -= middle;
    VectorX shares = VectorX::Constant(n, 1.0 / n);
    if (E.colwise().norm().maxCoeff() > tolerance_) shares += dense::pseudo_inverse(E) * (com - middle);
    shares = shares.cwiseMax(0);
    return shares / shares.sum();
  }

  // [Codourey98] (50): one third at the plate, two thirds at the other end.
  VectorX divide_by_thirds(const std::vector<BodyPoint>& ends) const {
    VectorX shares(static_cast<int>(ends.size()));
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const bool plate = mechanism_.output && carrier(ends[i]).body == mechanism_.output->body;
      shares[static_cast<int>(i)] = plate ? 1.0 / 3 : 2.0 / 3;
    }
    return shares / shares.sum();
  }

  // The body that carries a point mass here: the base, else a body that stays, of all that share the point; else the
  // one nearest to the base.
  BodyPoint carrier(const BodyPoint& end) const {
    std::vector<BodyPoint> known{end};
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (kept_[at(known[i].body)]) continue;
      for (const Joint& joint : mechanism_.joints) {
        if (!touches(joint, known[i].body)) continue;
        const std::optional<BodyPoint> next = across(joint, known[i]);
        const auto is_next = [&](const BodyPoint& other) { return other.body == next->body; };
        if (next && std::none_of(known.begin(), known.end(), is_next)) known.push_back(*next);
      }
    }
    const auto rank = [&](const BodyPoint& p) { return std::pair(!kept_[at(p.body)], distance_[at(p.body)]); };
    return *std::min_element(known.begin(), known.end(),
                             [&](const BodyPoint& a, const BodyPoint& b) { return rank(a) < rank(b); });
  }

  Mechanism& mechanism_;
  std::vector<bool> kept_;
  bool thirds_ = false;
  std::vector<int> distance_;
  double tolerance_ = 0;
};

// Links that lost their mass have no parameters; relations that the new values break are no longer declared.
void declare_massless_links(const std::vector<int>& links, Mechanism& mechanism) {
  std::erase_if(mechanism.relations,
                [&](const InertialRelation& relation) { return !relation_holds(mechanism, relation); });
  for (int link : links) {
    const Body& body = mechanism.bodies[at(link)];
    if (body.inertial.mass != 0) continue;
    for (const char* entry : {"m", "sx", "sy", "sz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"})
      mechanism.relations.push_back({{{1, entry, body.name}}});
  }
}

}  // namespace

std::string_view to_string(Simplification simplification) {
  switch (simplification) {
    case Simplification::massless_legs: return "massless_legs";
    case Simplification::lumped: return "lumped";
    case Simplification::thirds: return "thirds";
  }
  return "unknown";
}

std::vector<int> passive_links(const Mechanism& mechanism) {
  const std::vector<bool> kept = find_kept(mechanism);
  std::vector<int> links;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) links.push_back(static_cast<int>(i));
  }
  return links;
}

Mechanism simplified(const Mechanism& mechanism, Simplification simplification) {
  Mechanism result = mechanism;
  if (simplification == Simplification::massless_legs) {
    for (int body : passive_links(mechanism)) result.bodies[at(body)].inertial = {};
  } else {
    Lumping(result, simplification == Simplification::thirds).apply();
  }
  declare_massless_links(passive_links(mechanism), result);
  return result;
}

}  // namespace jourdain
