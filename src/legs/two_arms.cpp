#include "legs/two_arms.hpp"

#include "legs/right_angles.hpp"
#include "legs/robot_data.hpp"

#include <cmath>

namespace jourdain {
namespace {

bool slides(const TreeNode& node) { return node.kind == NodeKind::prismatic; }

// Hinges and slides of one plane: the common normal.
std::optional<Vector3> normal_of(const SpanningTree& tree, const TreeState& home) {
  std::optional<Vector3> normal;
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].kind != NodeKind::revolute && !slides(tree.nodes[i])) return std::nullopt;
    if (!slides(tree.nodes[i]) && !normal) normal = home.n[i].R.col(2);
  }
  for (std::size_t i = 1; normal && i < tree.nodes.size(); ++i) {
    const Vector3 axis = home.n[i].R.col(2);
    if (!(slides(tree.nodes[i]) ? perpendicular(axis, *normal) : parallel(axis, *normal))) return std::nullopt;
  }
  return normal;
}

// Two nodes from the base that hold a point, given in the second one.
bool read_arm(const SpanningTree& tree, const std::vector<int>& nodes, const Vector3& point, double size,
              const TreeState& home, LimbKernel& kernel) {
  if (nodes.size() != 2 || tree.nodes[nodes[0]].parent != 0 || tree.nodes[nodes[1]].parent != nodes[0]) return false;
  const TreeNode &first = tree.nodes[nodes[0]], &second = tree.nodes[nodes[1]];
  Rod rod;
  rod.pointing.kind = Pointing::single;
  kernel.motor_slides = slides(first) || slides(second);
  if (slides(second)) {
    // The point must lie on a line through the hinge, along the slide.
    const Vector3 d = second.placement.R.col(2), offset = second.placement.p + second.placement.R * point;
    if (slides(first) || cross<double>(d, offset).norm() > geometry_tolerance * size) return false;
    kernel.family = LimbKernel::Family::telescopic;
    kernel.motor = nodes[1];
    rod.pointing.node = nodes[0];
    rod.pointing.d = d;
    rod.centre = first.placement.p;
    rod.length = d.dot(offset);
    kernel.sign = home.x[nodes[1]].slide + rod.length < 0 ? -1 : 1;
    kernel.rods = {rod};
    return true;
  }
  rod.length = point.norm();
  if (!(std::hypot(point[0], point[1]) > geometry_tolerance * size)) return false;
  kernel.family = LimbKernel::Family::elbow;
  kernel.motor = nodes[0];
  rod.pointing.node = nodes[1];
  rod.pointing.d = point / rod.length;
  rod.centre = second.placement.p;
  kernel.rods = {rod};
  // The side that gives the present coordinate.
  const Placement there{Matrix3::Identity(), home.n[nodes[1]].p + home.n[nodes[1]].R * point};
  const double now = slides(first) ? home.x[nodes[0]].slide : home.q[first.q];
  double best = unlimited, chosen = 1;
  for (double sign : {1.0, -1.0}) {
    const MotorCoordinate m = solve_motor(tree, kernel, sign, there, size, now);
    if (m.status == Status::ok && std::abs(m.q - now) < best) best = std::abs(m.q - now), chosen = sign;
  }
  kernel.sign = chosen;
  return best < unlimited;
}

}  // namespace

std::optional<TwoArms> recognise_two_arms(const RobotData& robot, const TreeState& home) {
  const SpanningTree& tree = robot.tree;
  if (tree.platform_node >= 0 || tree.nodes.size() != 5 || tree.cuts.size() != 1) return std::nullopt;
  if (robot.mobility.freedoms() != 2 || robot.moves.size() != 2 || robot.moves[1] > 2) return std::nullopt;
  const Cut& cut = tree.cuts[0];
  if (cut.type != JointType::revolute && cut.type != JointType::spherical) return std::nullopt;
  const std::optional<Vector3> normal = normal_of(tree, home);
  if (!normal) return std::nullopt;

  // The first arm ends with the body of the end point.
  TwoArms two;
  const bool a_first = cut.node_a == robot.output_node;
  if (!a_first && cut.node_b != robot.output_node) return std::nullopt;
  const std::vector<int>&one = a_first ? cut.path_a : cut.path_b, &other = a_first ? cut.path_b : cut.path_a;
  two.last = robot.output_node;
  two.tip = a_first ? cut.in_a.p : cut.in_b.p;
  if (!read_arm(tree, one, robot.output_in_node.p, robot.size, home, two.arms[0])) return std::nullopt;
  if (!read_arm(tree, other, a_first ? cut.in_b.p : cut.in_a.p, robot.size, home, two.arms[1])) return std::nullopt;

  // The third coordinate follows from the plane.
  two.origin = output_placement(robot, home).p;
  two.moves = {robot.moves[0], robot.moves[1]};
  const int third = 3 - two.moves[0] - two.moves[1];
  if (!(std::abs((*normal)[third]) > geometry_tolerance)) return std::nullopt;
  for (int k = 0; k < 2; ++k) {
    two.lift(two.moves[k], k) = 1;
    two.lift(third, k) = -(*normal)[two.moves[k]] / (*normal)[third];
  }
  return two;
}

double missing_length(const SpanningTree& tree, const TwoArms& two, const Vector3& point, const TreeState& state) {
  Placement target;
  target.p = two.origin + two.lift * Eigen::Vector2d(point[two.moves[0]] - two.origin[two.moves[0]],
                                                     point[two.moves[1]] - two.origin[two.moves[1]]);
  const double first = missing_length(tree, two.arms[0], target);
  if (first > 0) return first;
  target.p = node_point(state.n[two.last], two.tip);
  return missing_length(tree, two.arms[1], target);
}

}  // namespace jourdain
