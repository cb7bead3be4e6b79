#include "jourdain/kinematics/kinematics.hpp"

#include "core/dense/decompositions.hpp"
#include "kinematics/closure.hpp"
#include "kinematics/closure_blocks.hpp"
#include "kinematics/drive.hpp"
#include "kinematics/mobility.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Smallest over largest singular value, 0 for a zero matrix.
double inverse_condition(const MatrixX& M) {
  if (M.size() == 0) return 1;
  const VectorX s = dense::singular_factors(M, dense::Vectors::none).s;
  return s[0] > 0 ? s[s.size() - 1] / s[0] : 0.0;
}

// The rank-th singular value over the largest, from the squares: right to 1e-8.
double smallest_share(const MatrixX& K, int rank) {
  if (rank == 0) return 1;
  const bool wide = K.rows() < K.cols();
  const MatrixX squares = wide ? MatrixX(K * K.transpose()) : MatrixX(K.transpose() * K);
  const VectorX e = dense::symmetric_factors(squares, false).values;
  return std::sqrt(std::max(e[e.size() - rank], 0.0) / e[e.size() - 1]);
}

MatrixX unit_rows(MatrixX M) {
  for (int i = 0; i < M.rows(); ++i) {
    const double norm = M.row(i).norm();
    if (norm > 0) M.row(i) /= norm;
  }
  return M;
}

// Basis of the motions that the closure equations allow: the directions of the smallest singular values, as many as the
// mechanism has freedoms in general.
MatrixX free_motions(const RobotData& robot, const MatrixX& K, double& constraint) {
  const int freedoms = robot.mobility.freedoms();
  if (K.rows() == 0) return MatrixX::Identity(robot.tree.nv, robot.tree.nv);
  if (is_large(robot.tree)) {
    const ClosureBlocks blocks(robot.tree, K, 1e-9);
    if (blocks.null_space().cols() == freedoms) {
      constraint = smallest_share(K, blocks.rank());
      return blocks.null_space();
    }
  }
  const dense::SingularFactors svd = dense::singular_factors(K, dense::Vectors::right);
  const int rank = robot.tree.nv - freedoms;
  if (rank > 0 && rank <= svd.s.size()) constraint = svd.s[rank - 1] / svd.s[0];
  return svd.null_space(rank);
}

void limb_distance(const RobotData& robot, const MatrixX& K, SingularityReport& report) {
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    const Limb& limb = robot.tree.limbs[k];
    if (limb.nv == 0) continue;
    const double distance = inverse_condition(K.block(limb.row, limb.v, limb.rows, limb.nv));
    if (distance < report.type1) report.type1 = distance, report.limb = static_cast<int>(k);
  }
}

}  // namespace

SingularityReport singularity_distance(const Robot& robot, const Workspace& workspace) {
  const RobotData& data = data_of(robot);
  if (&data_of(workspace.robot()) != &data) throw Error(ErrorKind::usage, "the workspace belongs to another robot");
  if (!workspace.has(Order::position)) throw Error(ErrorKind::usage, std::string(explain(Status::not_computed)));
  const TreeState& tree = state_of(workspace).tree;
  SingularityReport report;
  VectorX g(data.tree.rows);
  RowMatrix K(data.tree.rows, data.tree.nv);
  closure_jacobian(data.tree, tree, data.size, g, K);
  const MatrixX N = free_motions(data, K, report.constraint);

  MatrixX output(static_cast<int>(data.moves.size()), N.cols());
  if (!data.moves.empty()) {
    RowMatrix J(6, data.tree.nv);
    output_jacobian(data, tree, J);
    J.topRows(3) *= data.size / data.output_length;
    for (std::size_t k = 0; k < data.moves.size(); ++k) output.row(static_cast<int>(k)) = J.row(data.moves[k]) * N;
  }
  // Only where the constrained limbs fix all their own rates is the limb matrix the measure; otherwise the output's
  // Jacobian.
  if (data.block_rates) {
    limb_distance(data, K, report);
  } else if (output.rows() == N.cols() && output.rows() > 0) {
    report.type1 = inverse_condition(output);
  }

  MatrixX motors(static_cast<int>(data.motor_joints.size()), N.cols());
  for (std::size_t k = 0; k < data.motor_joints.size(); ++k) {
    motors.row(static_cast<int>(k)) = N.row(data.tree.nodes[data.motor_nodes[k]].v);
  }
  if (motors.rows() >= N.cols() && N.cols() > 0) {
    // By the output's rates where these are coordinates of the motion, so that passive joints do not weigh in.
    const bool by_output = output.rows() == N.cols() && output.rows() > 0 && inverse_condition(output) > 1e-12;
    const MatrixX rates =
        by_output ? MatrixX(dense::solve_square(output.transpose(), motors.transpose()).transpose()) : motors;
    report.type2 = inverse_condition(unit_rows(rates));
  } else if (motors.rows() < N.cols()) {
    report.type2 = 0;  // fewer motors than freedoms: these move whatever the motors do
  }
  const double worst = std::max(std::min(report.type2, report.constraint), 1e-300);
  report.digits_lost = std::max(0.0, -std::log10(worst));
  return report;
}

}  // namespace jourdain
