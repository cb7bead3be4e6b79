#include "kinematics/limb_rates.hpp"

#include "kinematics/closure.hpp"
#include "kinematics/tracker.hpp"

namespace jourdain {
namespace {

// A limb whose smallest pivot over the largest is below this is at a singularity of the first type.
constexpr double smallest_conditioning = TrackerLimits::smallest_rate_conditioning;

// Lengths are counted in robot sizes, so that pivots can be compared.
double row_unit(const RobotData& robot, const CutRow& row) { return row.n.isZero(0) ? 1.0 : 1 / robot.size; }
double column_unit(const RobotData& robot, const TreeNode& node, int i) {
  return is_length(node, i) ? robot.size : 1.0;
}

// Rows of J_k and the rate of each row that comes from the platform alone.
void fill_limb(const RobotData& robot, const Limb& limb, std::size_t k, const TreeState& tree, KinematicState& state) {
  Elimination::Matrix& J = state.limb[k].matrix();
  J.setZero();
  CutRow rows[6];
  int filled = 0;
  const int platform = robot.tree.platform_node;
  for (int c = limb.cut; c < limb.cut + limb.cuts; ++c) {
    const Cut& cut = robot.tree.cuts[c];
    cut_rows(cut, tree, false, rows);
    const NodeMotion<double>& a = tree.n[cut.node_a];
    const NodeMotion<double>& b = tree.n[cut.node_b];
    const Vector3 p_a = a.p + a.R * cut.in_a.p;
    const Vector3 p_b = b.p + b.R * cut.in_b.p;
    for (int r = 0; r < cut.rows && filled < limb.nv; ++r) {
      if (robot.limb_rows[k][filled] != cut.row + r) continue;
      const CutRow& row = rows[r];
      const double unit = row_unit(robot, row);
      for (int index : cut.path_a) {
        if (index == platform) continue;
        const TreeNode& node = robot.tree.nodes[index];
        for (int i = 0; i < velocities(node.kind); ++i) {
          const Twist t = unit_twist(node, tree.n[index], i, p_a);
          J(filled, node.v + i - limb.v) += unit * column_unit(robot, node, i) * (row.m_a.dot(t.w) - row.n.dot(t.v));
        }
      }
      for (int index : cut.path_b) {
        if (index == platform) continue;
        const TreeNode& node = robot.tree.nodes[index];
        for (int i = 0; i < velocities(node.kind); ++i) {
          const Twist t = unit_twist(node, tree.n[index], i, p_b);
          J(filled, node.v + i - limb.v) += unit * column_unit(robot, node, i) * (row.m_b.dot(t.w) + row.n.dot(t.v));
        }
      }
      double from_platform = 0;
      if (cut.node_a == platform) from_platform += row.m_a.dot(a.w) - row.n.dot(point_velocity(a, p_a));
      if (cut.node_b == platform) from_platform += row.m_b.dot(b.w) + row.n.dot(point_velocity(b, p_b));
      state.limb_rhs[limb.v + filled] = -unit * from_platform;
      ++filled;
    }
  }
}

// Rates of a limb by elimination; returns the conditioning.
double solve_general_rates(const RobotData& robot, std::size_t k, KinematicState& state, TreeState& tree) {
  const Limb& limb = robot.tree.limbs[k];
  fill_limb(robot, limb, k, tree, state);
  const double conditioning = state.limb[k].factor();
  if (!(conditioning > smallest_conditioning)) return conditioning;
  double* rates = &state.limb_rhs[limb.v];
  state.limb[k].solve(rates);
  for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
    const TreeNode& node = robot.tree.nodes[i];
    for (int j = 0; j < velocities(node.kind); ++j) {
      tree.v[node.v + j] = column_unit(robot, node, j) * rates[node.v - limb.v + j];
    }
    move_velocity(node, &tree.v[node.v], tree.n[node.parent], tree.n[i]);
  }
  return conditioning;
}

// Accelerations with constant rates first; then the rest of the closure equations gives the changes.
void solve_general_changes(const RobotData& robot, std::size_t k, KinematicState& state, TreeState& tree) {
  const Limb& limb = robot.tree.limbs[k];
  const auto accelerate = [&] {
    for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
      const TreeNode& node = robot.tree.nodes[i];
      move_acceleration(node, &tree.v[node.v], &tree.a[node.v], tree.n[node.parent], tree.n[i]);
    }
  };
  tree.a.segment(limb.v, limb.nv).setZero();
  accelerate();
  CutRow rows[6];
  int filled = 0;
  for (int c = limb.cut; c < limb.cut + limb.cuts; ++c) {
    const Cut& cut = robot.tree.cuts[c];
    cut_rows(cut, tree, true, rows);
    const NodeMotion<double>& a = tree.n[cut.node_a];
    const NodeMotion<double>& b = tree.n[cut.node_b];
    const Vector3 change =
        point_acceleration(b, b.p + b.R * cut.in_b.p) - point_acceleration(a, a.p + a.R * cut.in_a.p);
    for (int r = 0; r < cut.rows && filled < limb.nv; ++r) {
      if (robot.limb_rows[k][filled] != cut.row + r) continue;
      const CutRow& row = rows[r];
      state.limb_rhs[limb.v + filled] =
          -row_unit(robot, row) * (row.n.dot(change) + row.m_b.dot(b.dw) + row.m_a.dot(a.dw) + row.bias);
      ++filled;
    }
  }
  double* changes = &state.limb_rhs[limb.v];
  state.limb[k].solve(changes);
  for (int i = limb.node; i < limb.node + limb.nodes; ++i) {
    const TreeNode& node = robot.tree.nodes[i];
    for (int j = 0; j < velocities(node.kind); ++j) {
      tree.a[node.v + j] = column_unit(robot, node, j) * changes[node.v - limb.v + j];
    }
  }
  accelerate();
}

}  // namespace

Status solve_limb_rates(const RobotData& robot, KinematicState& state, TreeState& tree) {
  const TreeNode& platform = robot.tree.nodes[robot.tree.platform_node];
  move_velocity(platform, &tree.v[platform.v], tree.n[0], tree.n[robot.tree.platform_node]);
  state.report.conditioning = 1;
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    const PointLimb& point = robot.point_limbs[k];
    const double conditioning =
        point.applies ? solve_point_rates(robot.tree, robot.tree.limbs[k], point, tree, state.point_limb[k])
                      : solve_general_rates(robot, k, state, tree);
    state.report.conditioning = std::min(state.report.conditioning, conditioning);
    if (!(conditioning > smallest_conditioning)) {
      state.report.limb = static_cast<int>(k);
      state.report.value = conditioning;
      return Status::singular;
    }
  }
  return Status::ok;
}

void solve_limb_changes(const RobotData& robot, KinematicState& state, TreeState& tree) {
  const TreeNode& platform = robot.tree.nodes[robot.tree.platform_node];
  move_acceleration(platform, &tree.v[platform.v], &tree.a[platform.v], tree.n[0], tree.n[robot.tree.platform_node]);
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    const PointLimb& point = robot.point_limbs[k];
    if (point.applies) {
      solve_point_changes(robot.tree, robot.tree.limbs[k], point, tree, state.point_limb[k]);
    } else {
      solve_general_changes(robot, k, state, tree);
    }
  }
}

}  // namespace jourdain
