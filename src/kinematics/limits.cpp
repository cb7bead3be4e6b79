#include "jourdain/kinematics/kinematics.hpp"

#include "kinematics/limit_watch.hpp"

#include "kinematics/joint_coordinates.hpp"
#include "kinematics/kinematic_state.hpp"
#include "model/joint_freedoms.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

// Position of a joint that is no ball joint: of the tree, whose joints know how often they have turned, or between the
// bodies of a joint that was cut.
void joint_position(const Workspace& workspace, const TreeState& tree, int index, double* position) {
  const RobotData& data = data_of(workspace.robot());
  const int first = data.tree.joint_node[index];
  if (first < 0) {
    const JointState s = workspace.joint(index);
    std::copy(s.position, s.position + s.freedoms, position);
    return;
  }
  for (std::size_t i = static_cast<std::size_t>(first); i < data.tree.nodes.size(); ++i) {
    const TreeNode& node = data.tree.nodes[i];
    if (node.joint != index) break;
    position[node.freedom] = node_position(node, tree.x[i], tree.q[node.q]);
  }
}

bool is_limited(const JointAxis& axis) { return axis.limits.lower > -unlimited || axis.limits.upper < unlimited; }

Matrix3 body_rotation(const RobotData& data, const TreeState& tree, int body) {
  const BodyNode& at = data.tree.bodies[body];
  const Matrix3& R = tree.n[at.node].R;
  return at.at_node ? R : Matrix3(R * at.in_node.R);
}

// Calls `visit` with the state of each limit that the model declares for a joint. The tree has positions, at least.
template <typename Visit>
void visit_joint(const Workspace& workspace, const TreeState& tree, int index, Visit visit) {
  const RobotData& data = data_of(workspace.robot());
  const Joint& joint = data.mechanism.joints[index];
  const int coordinates = joint_kind(joint.type).coordinates();
  if (coordinates > 0 && std::any_of(joint.axes.begin(), joint.axes.end(), is_limited)) {
    double position[3] = {};
    joint_position(workspace, tree, index, position);
    for (int i = 0; i < coordinates; ++i) {
      const Limits& limits = joint.axes[i].limits;
      const double unit = is_length(joint.type, i) ? data.size : 1.0;
      const double margin = std::min(position[i] - limits.lower, limits.upper - position[i]) / unit;
      if (margin < unlimited) visit(LimitState{index, i, position[i], limits.lower, limits.upper, margin});
    }
  }
  if (joint.cone < unlimited) {
    const double angle = cone_angle(body_rotation(data, tree, joint.body_a) * joint.in_a.R.col(2),
                                    body_rotation(data, tree, joint.body_b) * joint.in_b.R.col(2));
    visit(LimitState{index, -1, angle, 0, joint.cone, joint.cone - angle});
  }
}

// False for a workspace of another robot, or one without the positions of its joints.
template <typename Visit>
bool visit_limits(const Robot& robot, const Workspace& workspace, Visit visit) {
  if (&data_of(workspace.robot()) != &data_of(robot) || !workspace.has(Order::position)) return false;
  const TreeState& tree = state_of(workspace).tree;
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j)
    visit_joint(workspace, tree, static_cast<int>(j), visit);
  return true;
}

}  // namespace

LimitState nearest_limit(const Robot& robot, const Workspace& workspace) {
  LimitState nearest;
  const bool visited = visit_limits(robot, workspace, [&](const LimitState& limit) {
    if (nearest.joint < 0 || limit.margin < nearest.margin) nearest = limit;
  });
  if (!visited) nearest.value = nearest.margin = std::numeric_limits<double>::quiet_NaN();
  return nearest;
}

bool within_limits(const Robot& robot, const Workspace& workspace) {
  return nearest_limit(robot, workspace).margin >= 0;
}

std::vector<LimitState> exceeded_limits(const Robot& robot, const Workspace& workspace) {
  std::vector<LimitState> exceeded;
  const bool visited = visit_limits(robot, workspace, [&](const LimitState& limit) {
    if (limit.margin < 0) exceeded.push_back(limit);
  });
  if (!visited) throw Error(ErrorKind::usage, std::string(explain(Status::not_computed)));
  return exceeded;
}

LimitWatch::LimitWatch(const Robot& robot) : robot_(robot), smallest_(unlimited) {
  const RobotData& data = data_of(robot);
  for (std::size_t j = 0; j < data.mechanism.joints.size(); ++j) {
    const Joint& joint = data.mechanism.joints[j];
    const int index = static_cast<int>(j), first = data.tree.joint_node[j];
    const bool limited =
        joint_kind(joint.type).coordinates() > 0 && std::any_of(joint.axes.begin(), joint.axes.end(), is_limited);
    if (limited && first < 0) cut_.push_back(index);
    for (std::size_t n = static_cast<std::size_t>(std::max(first, 0));
         limited && first >= 0 && n < data.tree.nodes.size(); ++n) {
      const TreeNode& node = data.tree.nodes[n];
      if (node.joint != index) break;
      if (is_limited(joint.axes[node.freedom])) add_coordinate(index, static_cast<int>(n), node);
    }
    if (!(joint.cone < unlimited)) continue;
    const BodyNode &a = data.tree.bodies[joint.body_a], &b = data.tree.bodies[joint.body_b];
    cones_.push_back(
        {index, a.node, b.node, a.in_node.R * joint.in_a.R.col(2), b.in_node.R * joint.in_b.R.col(2), joint.cone, 0});
  }
  look_within(unlimited);
}

void LimitWatch::add_coordinate(int joint, int index, const TreeNode& node) {
  const RobotData& data = data_of(robot_);
  const Joint& of = data.mechanism.joints[joint];
  const Limits& limits = of.axes[node.freedom].limits;
  const double middle = 0.5 * (limits.lower + limits.upper);
  const bool turns = node.kind == NodeKind::revolute && std::isfinite(middle);
  coordinates_.push_back({joint, index, limits.lower, limits.upper, is_length(of.type, node.freedom) ? data.size : 1.0,
                          turns, middle, turns ? std::cos(middle) : 0, turns ? std::sin(middle) : 0});
}

void LimitWatch::look_within(double margin) {
  constexpr double rounding = 1e-9;
  within_ = margin;
  for (Coordinate& c : coordinates_) {
    c.half = 0.5 * (c.upper - c.lower) - margin;
    c.cosine = c.half > 0 && c.half < M_PI ? std::cos(c.half) + rounding : unlimited;
  }
  for (Cone& cone : cones_)
    cone.cosine = cone.angle > margin ? std::cos(std::min(cone.angle - margin, M_PI)) + rounding : unlimited;
}

bool LimitWatch::is_far(const Coordinate& c, const TreeState& tree) const {
  const TreeNode& node = data_of(robot_).tree.nodes[c.node];
  const NodeCoordinate<double>& x = tree.x[c.node];
  const double near = tree.q[node.q];
  // An angle is the one of its turns that is nearest to `near`: inside, if its cosine is and no other turn can be.
  if (c.turns && std::abs(near - c.middle) + c.half < M_PI && x.c * c.middle_cosine + x.s * c.middle_sine > c.cosine)
    return true;
  const double position = node_position(node, x, near);
  return !(std::min(position - c.lower, c.upper - position) < within_ * c.unit);
}

LimitState LimitWatch::next(const Workspace& workspace) {
  const TreeState& tree = state_of(workspace).tree;
  LimitState nearest;
  const auto look_at = [&](int joint) {
    visit_joint(workspace, tree, joint, [&](const LimitState& limit) {
      const bool first = limit.margin == nearest.margin && limit.joint < nearest.joint;
      if (nearest.joint < 0 || limit.margin < nearest.margin || first) nearest = limit;
    });
  };
  for (const Coordinate& c : coordinates_)
    if (!is_far(c, tree)) look_at(c.joint);
  for (const Cone& c : cones_) {
    const Matrix3 &a = tree.n[c.node_a].R, &b = tree.n[c.node_b].R;
    if ((a * c.axis_a).dot(b * c.axis_b) < c.cosine) look_at(c.joint);
  }
  for (const int joint : cut_) look_at(joint);
  if (nearest.joint < 0 || (nearest.margin >= smallest_ && nearest.margin >= 0)) return {};
  if (nearest.margin < smallest_) {
    smallest_ = nearest.margin;
    // A wider look than needed does no harm.
    const double within = std::max(smallest_, 0.0);
    if (within < 0.98 * within_) look_within(within);
  }
  return nearest;
}

}  // namespace jourdain
