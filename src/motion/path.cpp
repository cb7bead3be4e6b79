#include "motion/path.hpp"

#include "kinematics/sides.hpp"
#include "legs/robot_data.hpp"
#include "model/joint_freedoms.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jourdain {

std::string_view to_string(PathEventKind kind) {
  switch (kind) {
    case PathEventKind::unreachable: return "unreachable";
    case PathEventKind::type1_crossing: return "type-1 crossing";
    case PathEventKind::type2_crossing: return "type-2 crossing";
    case PathEventKind::near_singularity: return "near singularity";
    case PathEventKind::limit: return "limit";
    case PathEventKind::branch_jump: return "branch jump";
  }
  return "unknown";
}

namespace {

constexpr int deepest_halving = 12;
constexpr double near_home_share = 0.5;
constexpr double clearly_nearer = 0.98;  // a row whose pivots are smaller by this is measured
constexpr double largest_change = 0.5;   // of a joint between neighbouring points after halving: radians, or sizes

PathEvent near_event(int sample, double fraction, double distance) {
  return {PathEventKind::near_singularity, sample, fraction, distance,
          fmt::format("the distance to a singularity falls to {:.3g}", distance)};
}

// A point of the path with what decides about continuity there.
struct Point {
  double fraction = 0;
  Workspace workspace;
  SingularityReport distance;
  int motor_sign = 1;  // of the determinants of both drives' systems
  int output_sign = 1;
};

// The way between two poses of the output.
class PairWalk {
 public:
  PairWalk(const Robot& robot, const Placement& from, const Placement& to, double near)
      : robot_(robot), from_(from), to_(to), near_(near) {}

  // Starts with the branch of the given configuration. Samples are 0 and 1.
  PathReport walk(const Workspace& start) {
    Point first{0, start, {}, 1, 1}, last{1, start, {}, 1, 1};
    if (!place(from_, first)) {
      add(PathEventKind::unreachable, 0, 0, first.workspace.explain());
      return std::move(report_);
    }
    note_distance(0, first);
    last.workspace = first.workspace;
    if (!place(to_, last)) {
      add(PathEventKind::unreachable, 0, 0, last.workspace.explain());
      report_.events.back().sample = 1;
      return std::move(report_);
    }
    note_distance(1, last);
    between(first, last, 0);
    return std::move(report_);
  }

 private:
  void add(PathEventKind kind, double fraction, double value, std::string message) {
    report_.events.push_back({kind, 0, fraction, value, std::move(message)});
  }

  // Moves the point's workspace to a pose and measures it there.
  bool place(const Placement& pose, Point& point) {
    PlatformState motion;
    motion.pose = pose;
    if (inverse_kinematics(robot_, motion, point.workspace, Order::position) != Status::ok) return false;
    point.distance = singularity_distance(robot_, point.workspace);
    point.motor_sign = motor_side(robot_, point.workspace).sign;
    point.output_sign = output_side(robot_, point.workspace).sign;
    return true;
  }

  Placement pose_at(double fraction) const {
    const Vector3 turn = vector_from_rotation(to_.R * from_.R.transpose());
    return {rotation_from_vector(fraction * turn) * from_.R, from_.p + fraction * (to_.p - from_.p)};
  }

  // Largest change of a joint coordinate between two points.
  double change(const Point& a, const Point& b) const {
    double largest = 0;
    for (std::size_t j = 0; j < robot_.mechanism().joints.size(); ++j) {
      const Joint& joint = robot_.mechanism().joints[j];
      if (robot_.tree().joint_node[j] < 0) continue;
      const JointState s = a.workspace.joint(static_cast<int>(j)), t = b.workspace.joint(static_cast<int>(j));
      for (int i = 0; i < joint_kind(joint.type).coordinates(); ++i) {
        const double unit = is_length(joint.type, i) ? robot_.size() : 1.0;
        largest = std::max(largest, std::abs(t.position[i] - s.position[i]) / unit);
      }
    }
    return largest;
  }

  // Examines the way between two points and halves it where something may happen unseen.
  void between(const Point& a, const Point& b, int depth) {
    const bool crossed2 = a.motor_sign != b.motor_sign, crossed1 = a.output_sign != b.output_sign;
    const double moved = change(a, b);
    const double nearest = std::min(a.distance.nearest(), b.distance.nearest());
    const bool suspicious =
        crossed1 || crossed2 || moved > largest_change || (nearest < 0.5 * moved && nearest < 10 * near_);
    if (suspicious && depth < deepest_halving) {
      Point middle{0.5 * (a.fraction + b.fraction), a.workspace, {}, 1, 1};
      if (!place(pose_at(middle.fraction), middle)) {
        add(PathEventKind::unreachable, middle.fraction, 0, middle.workspace.explain());
        return;
      }
      note_distance(0, middle);
      between(a, middle, depth + 1);
      between(middle, b, depth + 1);
      return;
    }
    if (crossed2)
      add(PathEventKind::type2_crossing, a.fraction, std::min(a.distance.type2, b.distance.type2),
          "the motors lose control of the platform between these samples");
    if (crossed1)
      add(PathEventKind::type1_crossing, a.fraction, std::min(a.distance.type1, b.distance.type1),
          "a leg passes a singularity of its own between these samples");
    if (moved > largest_change && !crossed1 && !crossed2) {
      add(PathEventKind::branch_jump, a.fraction, moved, "a joint jumps between these samples");
    }
  }

  void note_distance(int sample, const Point& point) {
    report_.smallest_type1 = std::min(report_.smallest_type1, point.distance.type1);
    if (point.distance.type2 < report_.smallest_type2) {
      report_.smallest_type2 = point.distance.type2;
      report_.smallest_type2_sample = sample;
    }
    const bool is_near = point.distance.nearest() < near_;
    if (is_near && !near_noted_) {
      report_.events.push_back(near_event(sample, point.fraction < 1 ? point.fraction : 0, point.distance.nearest()));
    }
    near_noted_ = is_near;
  }

  const Robot& robot_;
  Placement from_, to_;
  double near_;
  bool near_noted_ = false;
  PathReport report_;
};

}  // namespace

PathEye::PathEye(const Robot& robot)
    : robot_(robot), tracked_(!data_of(robot).closed_inverse && !data_of(robot).two_arms) {
  for (std::vector<double>* joints : {&joints_, &before_}) joints->reserve(2 * robot.tree().nodes.size());
}

void PathEye::look(Workspace& workspace, PathRow& row) {
  const Side side = quick_side(robot_, workspace);
  row.pose = workspace.output_pose();
  row.sign = side.sign;
  row.nearness = side.conditioning;
  if (tracked_) row.coordinates = tree_coordinates(workspace);
  std::swap(joints_, before_);
  continuous_coordinates(robot_, workspace, joints_);
  row.moved = 0;
  for (std::size_t i = 0; i < std::min(joints_.size(), before_.size()); ++i)
    row.moved = std::max(row.moved, std::abs(joints_[i] - before_[i]));
}

PathWatch::PathWatch(const Robot& robot, double near) : robot_(robot), near_(near), at_(robot), eye_(robot) {
  // Robots that are near a singularity at home already are told of what is nearer still.
  near_at_rows_ = std::min(near, near_home_share * singularity_distance(robot, at_).nearest());
}

void PathWatch::note(const SingularityReport& distance, int row) {
  report_.smallest_type1 = std::min(report_.smallest_type1, distance.type1);
  if (distance.type2 < report_.smallest_type2) {
    report_.smallest_type2 = distance.type2;
    report_.smallest_type2_sample = row;
  }
}

// Closed forms have the same legs' modes everywhere.
void PathWatch::go_to(const PathRow& row) {
  if (row.coordinates.size() > 0) return go_to_coordinates(row.coordinates, at_);
  PlatformState motion;
  motion.pose = row.pose;
  inverse_kinematics(robot_, motion, at_, Order::position);
}

void PathWatch::examine(const PathRow& end) {
  ++examined_;
  go_to(last_);
  PathReport found = PairWalk(robot_, last_.pose, end.pose, near_).walk(at_);
  SingularityReport distance;
  distance.type1 = found.smallest_type1;
  distance.type2 = found.smallest_type2;
  note(distance, row_ - 1 + found.smallest_type2_sample);
  bool is_near = false;
  for (PathEvent& event : found.events) {
    const bool tells_near = event.kind == PathEventKind::near_singularity;
    is_near |= tells_near;
    if (tells_near && (near_noted_ || told_near_)) continue;
    told_near_ |= tells_near;
    event.sample += row_ - 1;
    report_.events.push_back(std::move(event));
  }
  near_noted_ = is_near;
}

void PathWatch::next(Workspace& workspace) {
  eye_.look(workspace, seen_);
  next(seen_);
}

void PathWatch::next(const PathRow& row) {
  ++row_;
  if (row.nearness < clearly_nearer * measured_) {
    measured_ = row.nearness;
    go_to(row);
    const SingularityReport distance = singularity_distance(robot_, at_);
    note(distance, row_);
    if (distance.nearest() < near_at_rows_ && !told_near_) {
      told_near_ = true;
      report_.events.push_back(near_event(row_, 0, distance.nearest()));
    }
  }
  if (follows_) {
    const double nearness = std::min(last_.nearness, row.nearness);
    if (last_.sign != row.sign || row.moved > largest_change || (nearness < 0.5 * row.moved && nearness < 10 * near_)) {
      examine(row);
    } else {
      near_noted_ = false;
    }
  }
  last_ = row;
  follows_ = true;
}

void PathWatch::skip() {
  ++row_;
  follows_ = false;
}

}  // namespace jourdain
