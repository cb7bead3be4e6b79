#include "kinematics/assembly.hpp"

#include "core/dense/decompositions.hpp"
#include "kinematics/closure.hpp"
#include "kinematics/closure_blocks.hpp"
#include "kinematics/joint_coordinates.hpp"

#include "jourdain/spatial/spatial.hpp"
#include "model/joint_freedoms.hpp"
#include "model/mechanism_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace jourdain {

double characteristic_length(const Mechanism& mechanism) {
  std::vector<std::vector<Vector3>> points(mechanism.bodies.size());
  for (const Joint& joint : mechanism.joints) {
    points[joint.body_a].push_back(joint.in_a.p);
    points[joint.body_b].push_back(joint.in_b.p);
  }
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    if (mechanism.bodies[i].inertial.mass > 0) points[i].push_back(mechanism.bodies[i].inertial.com);
  }
  if (mechanism.output) points[mechanism.output->body].push_back(mechanism.output->frame.p);
  double largest = 0;
  for (const auto& set : points) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) largest = std::max(largest, (set[i] - set[j]).norm());
    }
  }
  if (largest > 0 && std::isfinite(largest)) return largest;
  // Only slides and turns about one point: the strokes or the hint tell the size.
  for (const Joint& joint : mechanism.joints) {
    if (!is_length(joint.type, 0) || freedoms(joint.type) != 1) continue;
    const Limits& limits = joint.axes[0].limits;
    if (limits.upper - limits.lower < unlimited) largest = std::max(largest, limits.upper - limits.lower);
  }
  if (mechanism.assembly.output) largest = std::max(largest, mechanism.assembly.output->p.norm());
  return largest > 0 && std::isfinite(largest) ? largest : 1.0;
}

namespace {

// The shortest move of the coordinates that brings K move + g nearest to zero.
VectorX shortest_step(const SpanningTree& tree, const RowMatrix& K, const VectorX& g) {
  constexpr double threshold = 1e-9;
  if (is_large(tree)) return ClosureBlocks(tree, K, threshold).step(g);
  return -dense::least_norm(K, g, threshold);
}

}  // namespace

double close_loops(const SpanningTree& tree, double size, const std::vector<bool>& held, int max_steps,
                   TreeState& state) {
  update_positions(tree, state);
  if (tree.rows == 0) return 0;
  VectorX g(tree.rows), trial_g(tree.rows);
  RowMatrix K(tree.rows, tree.nv);
  closure_residual(tree, state, size, g);
  double error = g.lpNorm<Eigen::Infinity>();
  for (int step = 0; step < max_steps; ++step) {
    closure_jacobian(tree, state, size, g, K);
    for (int j = 0; j < tree.nv; ++j) {
      if (held[j]) K.col(j).setZero();
    }
    VectorX move = shortest_step(tree, K, g);
    if (!move.allFinite()) return error;
    const double largest = move.lpNorm<Eigen::Infinity>();
    if (largest > 0.5) move *= 0.5 / largest;
    scale_columns(tree, size, move);
    // Halve the step until the residual falls.
    const TreeState before = state;
    bool better = false;
    for (int half = 0; half < 10 && !better; ++half, move *= 0.5) {
      state = before;
      move_coordinates(tree, move, state);
      update_positions(tree, state);
      closure_residual(tree, state, size, trial_g);
      const double now = trial_g.lpNorm<Eigen::Infinity>();
      if (trial_g.norm() < g.norm()) better = true, error = now;
    }
    if (!better) {
      state = before;
      break;
    }
  }
  return error;
}

namespace {

// Joints whose closure equations would also hold with an axis turned end to end.
bool axes_flipped(const SpanningTree& tree, const TreeState& state) {
  for (const Cut& cut : tree.cuts) {
    const int turns = joint_kind(cut.type).turns();
    if (turns > 1) continue;
    const Matrix3 A = state.n[cut.node_a].R * cut.in_a.R;
    const Matrix3 B = state.n[cut.node_b].R * cut.in_b.R;
    if (A.col(2).dot(B.col(2)) < 0) return true;
    if (turns == 0 && A.col(0).dot(B.col(0)) < 0) return true;
  }
  return false;
}

// Limits of all joints, those outside the tree included, and cones.
bool within_limits(const Mechanism& mechanism, const SpanningTree& tree, const TreeState& state) {
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const int index = static_cast<int>(j);
    const Placement A = frame_on_a(mechanism, tree, state, index), B = frame_on_b(mechanism, tree, state, index);
    if (joint.cone < unlimited && !(cone_angle(A.R.col(2), B.R.col(2)) <= joint.cone)) return false;
    if (joint_kind(joint.type).coordinates() == 0) continue;
    JointState s = relative_position(joint, A, B);
    // Joints of the tree know how often they have turned.
    for (const TreeNode& node : tree.nodes) {
      if (node.joint == index) s.position[node.freedom] = state.q[node.q];
    }
    for (int i = 0; i < s.freedoms; ++i) {
      const Limits& limits = joint.axes[i].limits;
      if (!(s.position[i] >= limits.lower && s.position[i] <= limits.upper)) return false;
    }
  }
  return true;
}

// Which coordinates the hint fixes as starting values.
std::vector<bool> apply_hint(const Mechanism& mechanism, const SpanningTree& tree, VectorX& q) {
  std::vector<bool> hinted(tree.nodes.size(), false);
  for (const AssemblyHint::JointValue& hint : mechanism.assembly.joints) {
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const TreeNode& node = tree.nodes[i];
      if (node.joint != hint.joint) continue;
      hinted[i] = true;
      if (node.kind == NodeKind::spherical) {
        if (hint.value.size() != 4) continue;
        const double sign = node.reversed ? -1 : 1;
        q.segment<4>(node.q) << hint.value[0], sign * hint.value[1], sign * hint.value[2], sign * hint.value[3];
      } else if (static_cast<std::size_t>(node.freedom) < hint.value.size()) {
        q[node.q] = hint.value[node.freedom];
      }
    }
  }
  if (mechanism.assembly.output && tree.platform_node >= 0) {
    const TreeNode& node = tree.nodes[tree.platform_node];
    const Placement pose = *mechanism.assembly.output * mechanism.output->frame.inverse();
    q.segment<3>(node.q) = pose.p;
    q.segment<4>(node.q + 3) = quaternion_from_rotation(pose.R);
    hinted[tree.platform_node] = true;
  }
  return hinted;
}

// Random starting values for everything the file is silent about.
void randomise(const SpanningTree& tree, double size, const std::vector<bool>& hinted, std::mt19937_64& random,
               VectorX& q) {
  std::uniform_real_distribution<double> unit(-1, 1);
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    if (hinted[i]) continue;
    switch (node.kind) {
      case NodeKind::revolute:
      case NodeKind::helical: q[node.q] = M_PI * unit(random); break;
      case NodeKind::prismatic: q[node.q] = (unit(random) + 0.5) * size; break;
      case NodeKind::spherical:
        for (int k = 0; k < 4; ++k) q[node.q + k] = unit(random);
        q.segment<4>(node.q).normalize();
        break;
      case NodeKind::free:
        for (int k = 0; k < 3; ++k) q[node.q + k] = size * unit(random);
        break;
      default: break;
    }
  }
}

[[noreturn]] void refuse_open_joint(const Mechanism& mechanism, const SpanningTree& tree, const TreeState& state,
                                    double size) {
  VectorX g(tree.rows);
  closure_residual(tree, state, size, g);
  int worst = 0;
  g.cwiseAbs().maxCoeff(&worst);
  for (const Cut& cut : tree.cuts) {
    if (worst < cut.row || worst >= cut.row + cut.rows) continue;
    const std::string& joint = mechanism.joints[cut.joint].name;
    const std::string message = fmt::format(
        "the mechanism '{}' cannot be assembled near its hint: joint {} stays open by {:.3g} of the robot's "
        "size; check the dimensions, or give better starting values under 'assembly'",
        mechanism.name, joint, std::abs(g[worst]));
    throw MechanismError(MechanismError::Item::joint, message, joint);
  }
  throw MechanismError(MechanismError::Item::whole, "the mechanism cannot be assembled");
}

}  // namespace

bool try_assemble(const Mechanism& mechanism, const SpanningTree& tree, double size, TreeState& state) {
  constexpr double clearly = 0.9;  // an attempt that is better than the nearest so far
  // Large mechanisms get fewer tries: a try costs the cube of their size.
  const int tries = std::clamp(60 * 60 * 60 / std::max(tree.nv * tree.nv, 1), 4, 60);
  constexpr int steps = 60;
  VectorX start = state.q;
  const std::vector<bool> hinted = apply_hint(mechanism, tree, start);
  std::vector<bool> none(tree.nv, false), platform(tree.nv, false);
  const bool hold_platform = tree.platform_node >= 0 && hinted[tree.platform_node];
  if (hold_platform) {
    for (int i = 0; i < 6; ++i) platform[tree.nodes[tree.platform_node].v + i] = true;
  }
  std::mt19937_64 random(20051987);
  TreeState fallback = state;
  bool have_fallback = false;
  TreeState nearest = state;
  double nearest_error = unlimited;
  for (int attempt = 0; attempt < tries; ++attempt) {
    VectorX q = start;
    // The first start takes zeros for what is not hinted, the others any values.
    if (attempt > 0) randomise(tree, size, hinted, random, q);
    set_coordinates(tree, q, state);
    // First bring the legs to the hinted platform, then let everything move.
    if (hold_platform) close_loops(tree, size, platform, steps, state);
    const double error = close_loops(tree, size, none, steps, state);
    if (!(error < closed_tolerance)) {
      if (error < clearly * nearest_error) nearest = state, nearest_error = error;
      continue;
    }
    if (axes_flipped(tree, state)) continue;
    if (within_limits(mechanism, tree, state)) return true;
    if (!have_fallback) fallback = state, have_fallback = true;
  }
  state = have_fallback ? fallback : nearest;
  update_positions(tree, state);
  return have_fallback;
}

void assemble(const Mechanism& mechanism, const SpanningTree& tree, double size, TreeState& state) {
  if (!try_assemble(mechanism, tree, size, state)) refuse_open_joint(mechanism, tree, state, size);
}

std::vector<SpinFix> make_spin_fixes(const Mechanism& mechanism, const SpanningTree& tree, const TreeState& state,
                                     const std::vector<IdleSpin>& spins) {
  std::vector<SpinFix> fixes;
  const auto centre = [&](int j) {
    const Joint& joint = mechanism.joints[j];
    const BodyNode& body = tree.bodies[joint.body_a];
    const NodeMotion<double>& n = state.n[body.node];
    return Vector3(n.p + n.R * (body.in_node * joint.in_a.p));
  };
  for (const IdleSpin& spin : spins) {
    // The ball joint nearer to the root carries the rod; it becomes universal, both axes across the rod.
    const int node_a = tree.joint_node[spin.joint_a], node_b = tree.joint_node[spin.joint_b];
    const int joint = node_b < 0 || (node_a >= 0 && node_a < node_b) ? spin.joint_a : spin.joint_b;
    Vector3 rod = centre(spin.joint_b) - centre(spin.joint_a);
    if (!(rod.norm() > 0) || tree.joint_node[joint] < 0) continue;
    rod.normalize();
    int least = 0;
    rod.cwiseAbs().minCoeff(&least);
    const Vector3 z = rod.cross(Vector3::Unit(least)).normalized();
    Matrix3 W;
    W << rod.cross(z), z.cross(rod.cross(z)), z;
    const auto in_body = [&](int body) {
      const BodyNode& at = tree.bodies[body];
      return Matrix3((state.n[at.node].R * at.in_node.R).transpose() * W);
    };
    fixes.push_back({joint, in_body(mechanism.joints[joint].body_a), in_body(mechanism.joints[joint].body_b)});
  }
  return fixes;
}

void transfer_configuration(const SpanningTree& from, const TreeState& source, const SpanningTree& to,
                            TreeState& target) {
  VectorX q = target.q;
  for (const TreeNode& node : to.nodes) {
    for (const TreeNode& old : from.nodes) {
      const bool same = old.kind == node.kind && old.joint == node.joint && old.freedom == node.freedom;
      if (same) q.segment(node.q, positions(node.kind)) = source.q.segment(old.q, positions(node.kind));
    }
  }
  set_coordinates(to, q, target);
  update_positions(to, target);
}

}  // namespace jourdain
