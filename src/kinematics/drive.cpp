#include "kinematics/drive.hpp"

#include "kinematics/closure.hpp"

#include "jourdain/spatial/rotation.hpp"

namespace jourdain {

Placement output_placement(const RobotData& robot, const TreeState& state) {
  const NodeMotion<double>& n = state.n[robot.output_node];
  return {n.R * robot.output_in_node.R, n.p + n.R * robot.output_in_node.p};
}

void output_jacobian(const RobotData& robot, const TreeState& state, RowMatrix& J) {
  J.setZero();
  const Vector3 E = output_placement(robot, state).p;
  for (int index : robot.output_path) {
    const TreeNode& node = robot.tree.nodes[index];
    for (int i = 0; i < velocities(node.kind); ++i) {
      const Twist t = unit_twist(node, state.n[index], i, E);
      const double column = is_length(node, i) ? robot.size : 1.0;
      for (int r = 0; r < 3; ++r) {
        J(r, node.v + i) = t.v[r] * column / robot.size;
        J(r + 3, node.v + i) = t.w[r] * column;
      }
    }
  }
}

namespace {

// True if the velocity coordinate of an actuator is a length.
bool slides(const RobotData& robot, int actuator) {
  return robot.tree.nodes[robot.actuator_nodes[actuator]].kind == NodeKind::prismatic;
}

void fill_drive_rows(const RobotData& robot, Drive drive, bool as_angles, const TreeState& tree,
                     KinematicState& state) {
  Elimination::Matrix& M = state.dense.matrix();
  const int first = static_cast<int>(robot.independent_rows.size());
  if (drive == Drive::motors) {
    for (std::size_t k = 0; k < robot.driving.size(); ++k) {
      M.row(first + static_cast<int>(k)).setZero();
      M(first + static_cast<int>(k), robot.tree.nodes[robot.actuator_nodes[robot.driving[k]]].v) = 1;
    }
    return;
  }
  output_jacobian(robot, tree, state.drive);
  if (as_angles) {
    const Matrix3 E = cardan_rates(cardan_from_rotation(output_placement(robot, tree).R));
    for (int j = 0; j < robot.tree.nv; ++j) {
      const Vector3 w = state.drive.block<3, 1>(3, j);
      state.drive.block<3, 1>(3, j) = E * w;
    }
  }
  for (std::size_t k = 0; k < robot.moves.size(); ++k) {
    M.row(first + static_cast<int>(k)) = state.drive.row(robot.moves[k]);
  }
}

}  // namespace

double factor_system(const RobotData& robot, Drive drive, bool as_angles, const TreeState& tree,
                     KinematicState& state) {
  closure_jacobian(robot.tree, tree, robot.size, state.g, state.K);
  Elimination::Matrix& M = state.dense.matrix();
  for (std::size_t i = 0; i < robot.independent_rows.size(); ++i) {
    M.row(static_cast<int>(i)) = state.K.row(robot.independent_rows[i]);
  }
  fill_drive_rows(robot, drive, as_angles, tree, state);
  return state.dense.factor();
}

void solve_rates(const RobotData& robot, Drive drive, const double* u, KinematicState& state, TreeState& tree) {
  const int first = static_cast<int>(robot.independent_rows.size());
  tree.v.setZero();
  if (drive == Drive::motors) {
    for (std::size_t k = 0; k < robot.driving.size(); ++k) {
      tree.v[first + static_cast<int>(k)] = u[k] / (slides(robot, robot.driving[k]) ? robot.size : 1.0);
    }
  } else {
    for (std::size_t k = 0; k < robot.moves.size(); ++k) {
      tree.v[first + static_cast<int>(k)] = u[k] / (robot.moves[k] < 3 ? robot.size : 1.0);
    }
  }
  state.dense.solve(tree.v.data());
  scale_columns(robot.tree, robot.size, tree.v);
  update_velocities(robot.tree, tree);
}

void solve_changes(const RobotData& robot, Drive drive, const double* du, KinematicState& state, TreeState& tree) {
  const int first = static_cast<int>(robot.independent_rows.size());
  tree.a.setZero();
  update_accelerations(robot.tree, tree);
  closure_bias(robot.tree, tree, robot.size, state.bias);
  for (int i = 0; i < first; ++i) tree.a[i] = -state.bias[robot.independent_rows[i]];
  if (drive == Drive::motors) {
    for (std::size_t k = 0; k < robot.driving.size(); ++k) {
      tree.a[first + static_cast<int>(k)] = du[k] / (slides(robot, robot.driving[k]) ? robot.size : 1.0);
    }
  } else {
    // What the output would accelerate with constant velocity coordinates.
    const NodeMotion<double>& n = tree.n[robot.output_node];
    const Vector3 a = point_acceleration(n, output_placement(robot, tree).p);
    for (std::size_t k = 0; k < robot.moves.size(); ++k) {
      const int c = robot.moves[k];
      tree.a[first + static_cast<int>(k)] = c < 3 ? (du[k] - a[c]) / robot.size : du[k] - n.dw[c - 3];
    }
  }
  state.dense.solve(tree.a.data());
  scale_columns(robot.tree, robot.size, tree.a);
  update_accelerations(robot.tree, tree);
}

}  // namespace jourdain
