#include "report/body_shapes.hpp"

#include "model/joint_freedoms.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double tube_thickness = 1.45, rod_thickness = 0.85;  // telescopes
constexpr double base_thickness = 0.8, tool_thickness = 0.6;

// Distinct points of a body, in its frame.
class BodyPoints {
 public:
  explicit BodyPoints(double size) : same_(1e-3 * size) {}

  void add(const Vector3& p) {
    const bool known =
        std::any_of(points_.begin(), points_.end(), [&](const Vector3& q) { return (p - q).norm() < same_; });
    if (!known) points_.push_back(p);
  }
  const std::vector<Vector3>& all() const { return points_; }

  // The two points that are farthest apart.
  std::pair<Vector3, Vector3> ends() const {
    std::pair<Vector3, Vector3> best{points_.front(), points_.back()};
    for (const Vector3& p : points_) {
      for (const Vector3& q : points_) {
        if ((p - q).norm() > (best.first - best.second).norm() + same_) best = {p, q};
      }
    }
    return best;
  }

  // How far the points are from the line through the ends, at most.
  double width() const {
    const auto [p, q] = ends();
    const Vector3 along = (q - p).normalized();
    double width = 0;
    for (const Vector3& r : points_) width = std::max(width, (r - p - along * along.dot(r - p)).norm());
    return width;
  }

  // The points in order around their middle, and how far the farthest is from their plane.
  std::vector<Vector3> around(double& off_plane) const {
    Vector3 middle = Vector3::Zero();
    for (const Vector3& p : points_) middle += p / static_cast<double>(points_.size());
    const auto [first, second] = ends();
    const Vector3 x = (second - first).normalized();
    Vector3 y = Vector3::Zero();
    for (const Vector3& p : points_) {
      const Vector3 across = (p - middle) - x * x.dot(p - middle);
      if (across.norm() > y.norm()) y = across;
    }
    y.normalize();
    const Vector3 normal = x.cross(y);
    std::vector<Vector3> ring = points_;
    const auto angle = [&](const Vector3& p) { return std::atan2(y.dot(p - middle), x.dot(p - middle)); };
    std::sort(ring.begin(), ring.end(), [&](const Vector3& p, const Vector3& q) { return angle(p) < angle(q); });
    off_plane = 0;
    for (const Vector3& p : points_) off_plane = std::max(off_plane, std::abs(normal.dot(p - middle)));
    return ring;
  }

 private:
  double same_;
  std::vector<Vector3> points_;
};

class ShapeMaker {
 public:
  ShapeMaker(const Mechanism& mechanism, const std::vector<SlideRange>& slides, Scene& scene)
      : mechanism_(mechanism), slides_(slides), scene_(scene), size_(scene.size) {}

  void run() {
    if (meet_in_one_point()) shift_ = 0.6 * size_;
    for (std::size_t b = 0; b < mechanism_.bodies.size(); ++b) {
      SceneBody body;
      body.name = mechanism_.bodies[b].name;
      body.part = b == 0 ? ScenePart::base : ScenePart::link;
      scene_.bodies.push_back(std::move(body));
      points_.emplace_back(size_);
    }
    if (const auto& output = mechanism_.output) {
      scene_.bodies[output->body].part = ScenePart::platform;
      if (!output->is_platform) points_[output->body].add(output->frame.p);
    }
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) {
      const Joint& joint = mechanism_.joints[j];
      if (slide_of(joint) >= 0 && (joint.body_a == 0 || joint.body_b == 0)) {
        add_rail(joint, slides_[j]);
      } else if (slide_of(joint) < 0 || !add_telescope(joint, slides_[j])) {
        point(joint.body_a).add(place(joint.in_a));
        point(joint.body_b).add(place(joint.in_b));
      }
    }
    for (std::size_t b = 0; b < mechanism_.bodies.size(); ++b) shape(b);
    for (std::size_t j = 0; j < mechanism_.joints.size(); ++j) add_joint(static_cast<int>(j));
    add_labels();
  }

 private:
  // True for spherical mechanisms.
  bool meet_in_one_point() const {
    const std::vector<Placement>& poses = scene_.frames.front();
    const auto at = [&](const Joint& joint) { return poses[joint.body_a] * joint.in_a.p; };
    return std::all_of(mechanism_.joints.begin(), mechanism_.joints.end(), [&](const Joint& joint) {
      return joint.type == JointType::revolute && (at(joint) - at(mechanism_.joints[0])).norm() < 1e-3 * size_;
    });
  }
  // Where a joint is drawn: hinges that all meet in one point apart from it, along their axes.
  Vector3 place(const Placement& frame) const { return frame * Vector3(0, 0, shift_); }

  BodyPoints& point(int body) { return points_[body]; }
  SceneBody& body(int index) { return scene_.bodies[index]; }

  // A guide on the base along the way of the carriage.
  void add_rail(const Joint& joint, const SlideRange& range) {
    const double room = 0.05 * size_;
    const bool first = joint.body_a == 0;
    const Placement& frame = first ? joint.in_a : joint.in_b;
    const double sign = first ? 1 : -1;
    body(0).rods.push_back({frame * Vector3(0, 0, sign * (range.low - room)),
                            frame * Vector3(0, 0, sign * (range.high + room)), base_thickness});
    point(first ? joint.body_b : joint.body_a).add(first ? joint.in_b.p : joint.in_a.p);
  }

  // The joint of a body that is farthest from a place, along an axis through it; nothing if it is not on the axis.
  bool far_joint(int index, const Joint& slide, const Placement& at, Vector3& found) const {
    double farthest = -1;
    for (const Joint& joint : mechanism_.joints) {
      if (&joint == &slide || (joint.body_a != index && joint.body_b != index)) continue;
      const Vector3 p = joint.body_a == index ? joint.in_a.p : joint.in_b.p;
      const Vector3 r = at.inverse() * p;
      if (std::hypot(r.x(), r.y()) > 0.04 * size_ || r.norm() <= farthest) continue;
      farthest = r.norm();
      found = p;
    }
    return farthest >= 0;
  }

  // A tube on one body and a rod on the other, between the joints at their far ends; false if it is none.
  bool add_telescope(const Joint& joint, const SlideRange& range) {
    Vector3 anchor, end;
    if (!far_joint(joint.body_a, joint, joint.in_a, anchor) || !far_joint(joint.body_b, joint, joint.in_b, end))
      return false;
    const double from = (joint.in_a.inverse() * anchor).z(), to = (joint.in_b.inverse() * end).z();
    double shortest = to + range.low - from, longest = to + range.high - from;
    const double sign = shortest > 0 ? 1 : -1;
    if (sign < 0) std::swap(shortest, longest);
    shortest *= sign, longest *= sign;
    if (!(shortest > 0.02 * size_)) return false;
    // Long strokes need a longer tube; where that is not enough, the rod comes out behind it when it is drawn in.
    const double tube = std::clamp(longest - 0.9 * shortest, 0.6 * shortest, 0.95 * shortest);
    const double rod = std::max(longest - 0.9 * tube, 0.5 * shortest);
    const Vector3 along_a = joint.in_a.R.col(2) * sign, along_b = joint.in_b.R.col(2) * sign;
    body(joint.body_a).rods.push_back({anchor, anchor + tube * along_a, tube_thickness});
    body(joint.body_b).rods.push_back({end, end - rod * along_b, rod_thickness});
    return true;
  }

  void shape(std::size_t index) {
    SceneBody& made = scene_.bodies[index];
    const BodyPoints& points = points_[index];
    const std::size_t count = points.all().size();
    if (index == 0) return shape_base(made, points);
    if (count >= 3 && points.width() > 0.01 * size_) {
      shape_plate(made, points);
    } else if (count >= 2) {
      const auto [p, q] = points.ends();
      made.rods.push_back({p, q, 1});
    } else if (count == 1 && made.rods.empty()) {
      // A body that hangs on one joint reaches as far behind its centre of mass as before it.
      const Vector3& com = mechanism_.bodies[index].inertial.com;
      if ((com - points.all()[0]).norm() > 0.02 * size_)
        made.rods.push_back({points.all()[0], 2 * com - points.all()[0], 1});
    }
    if (made.part == ScenePart::platform) add_tool(made, points);
  }

  void shape_base(SceneBody& made, const BodyPoints& points) const {
    if (points.all().size() < 2) return;
    double off_plane = 0;
    const std::vector<Vector3> ring = points.around(off_plane);
    if (ring.size() == 2 || points.width() < 0.01 * size_) {
      const auto [p, q] = points.ends();
      made.rods.push_back({p, q, base_thickness});
      return;
    }
    for (std::size_t k = 0; k < ring.size(); ++k)
      made.rods.push_back({ring[k], ring[(k + 1) % ring.size()], base_thickness});
  }

  void shape_plate(SceneBody& made, const BodyPoints& points) const {
    double off_plane = 0;
    const std::vector<Vector3> ring = points.around(off_plane);
    Vector3 middle = Vector3::Zero();
    for (const Vector3& p : ring) middle += p / static_cast<double>(ring.size());
    if (off_plane > 0.12 * size_) {
      for (const Vector3& p : ring) made.rods.push_back({middle, p, 1});
      return;
    }
    // Corners in the mean plane, and short posts to joints that are off it.
    Vector3 normal = Vector3::Zero();
    for (std::size_t k = 0; k < ring.size(); ++k)
      normal += (ring[k] - middle).cross(ring[(k + 1) % ring.size()] - middle);
    normal.normalize();
    for (const Vector3& p : ring) {
      const double height = normal.dot(p - middle);
      made.plate.push_back(p - height * normal);
      if (std::abs(height) > 0.01 * size_) made.rods.push_back({made.plate.back(), p, 1});
    }
  }

  // From the middle of the platform to its frame, and from there to the tool.
  void add_tool(SceneBody& made, const BodyPoints& points) const {
    const Output& output = *mechanism_.output;
    const Vector3 origin = output.frame.p, tool = (output.frame * output.tool).p;
    Vector3 middle = Vector3::Zero();
    for (const Vector3& p : points.all()) middle += p / static_cast<double>(points.all().size());
    if (output.is_platform && !points.all().empty() && (origin - middle).norm() > 0.03 * size_)
      made.rods.push_back({middle, origin, tool_thickness});
    if ((tool - origin).norm() > 0.01 * size_) made.rods.push_back({origin, tool, tool_thickness});
  }

  void add_joint(int index) {
    const Joint& joint = mechanism_.joints[index];
    const JointKind& kind = joint_kind(joint.type);
    if (kind.freedoms == 0) return;
    SceneJoint made;
    made.name = joint.name;
    made.motor = joint.motor.has_value();
    made.kind = kind.freedoms == 3     ? SceneJointKind::ball
                : kind.turns() == 2    ? SceneJointKind::universal
                : slide_of(joint) >= 0 ? SceneJointKind::slider
                                       : SceneJointKind::hinge;
    made.body = joint.body_b;
    made.at = place(joint.in_b);
    made.axis = joint.in_b.R.col(2);
    // The collar of a telescope is at the end of its tube.
    if (made.kind == SceneJointKind::slider && joint.body_a != 0 && joint.body_b != 0) {
      for (const SceneRod& rod : body(joint.body_a).rods) {
        if (rod.thickness != tube_thickness) continue;
        made.body = joint.body_a;
        made.at = rod.to;
        made.axis = rod.to - rod.from;
      }
    }
    scene_.joints.push_back(std::move(made));
  }

  // Names of legs at their motors, or at their first joint; motors that are in no leg have their own.
  void add_labels() {
    const auto leg_of = [](const std::string& name) { return name.substr(0, name.find('.')); };
    std::vector<SceneLabel>& labels = scene_.labels;
    const auto known = [&](const std::string& text) {
      return std::any_of(labels.begin(), labels.end(), [&](const SceneLabel& label) { return label.text == text; });
    };
    for (const bool motors : {true, false}) {
      for (const SceneJoint& joint : scene_.joints) {
        const std::string leg = leg_of(joint.name);
        if (joint.motor != motors || known(leg) || (!motors && leg == joint.name)) continue;
        labels.push_back({leg, joint.body, joint.at});
      }
    }
  }

  const Mechanism& mechanism_;
  const std::vector<SlideRange>& slides_;
  Scene& scene_;
  double size_;
  double shift_ = 0;
  std::vector<BodyPoints> points_;
};

}  // namespace

int slide_of(const Joint& joint) {
  const JointKind& kind = joint_kind(joint.type);
  for (int i = 0; i < kind.freedoms; ++i) {
    const Freedom& freedom = kind.freedom[i];
    if (freedom.slides() && freedom.axis == 2) return i;
  }
  return -1;
}

void add_body_shapes(const Mechanism& mechanism, const std::vector<SlideRange>& slides, Scene& scene) {
  ShapeMaker(mechanism, slides, scene).run();
}

}  // namespace jourdain
