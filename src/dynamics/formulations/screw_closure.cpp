#include "dynamics/formulations/screw_closure.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "kinematics/kinematic_state.hpp"
#include "model/joint_freedoms.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <algorithm>

namespace jourdain {
namespace {

// Pivots of the loop matrix (plain numbers) below this share of the largest count as zero.
constexpr double rank_tolerance = 1e-9;

}  // namespace

ScrewClosure::ScrewClosure(const Workspace& workspace) : workspace_(workspace), robot_(workspace.robot()) {
  for (std::size_t j = 0; j < robot_.mechanism().joints.size(); ++j) {
    first_.push_back(static_cast<int>(screws_.size()));
    add_joint_screws(static_cast<int>(j));
  }
  first_.push_back(static_cast<int>(screws_.size()));
  for (const JointChain& chain : body_chains(robot_.mechanism())) chains_.push_back(columns_of(chain));
  for (const JointChain& chain : loop_chains(robot_.mechanism())) loops_.push_back(columns_of(chain));
}

// Joints with more than one freedom are sequences of screws [Gallardo03] (1), (2); their order is that from body a to
// body b.
void ScrewClosure::add_joint_screws(int joint) {
  const JointType type = robot_.mechanism().joints[joint].type;
  const int node = robot_.tree().joint_node[joint];
  if (joint_kind(type).is_ball && node >= 0 && robot_.tree().nodes[node].kind == NodeKind::revolute) {
    return add_spin_free_ball(joint);
  }
  for (const Screw& screw : joint_screws(workspace_, joint)) {
    slides_.push_back(is_length(type, static_cast<int>(screws_.size()) - first_.back()));
    screws_.push_back(screw);
  }
}

// A ball joint without its idle spin is a universal joint, whose axes the robot has chosen.
void ScrewClosure::add_spin_free_ball(int joint) {
  const SpanningTree& tree = robot_.tree();
  const auto node = static_cast<std::size_t>(tree.joint_node[joint]);
  std::vector<Screw> axes;
  for (std::size_t i = node; i < node + 2; ++i) {
    const NodeMotion<double>& n = state_of(workspace_).tree.n[i];
    axes.push_back(axis_screw(n.R.col(2), n.p));
  }
  // The tree may pass the joint from b to a: then the axes come in the other order and point the other way.
  if (tree.nodes[node].reversed) axes = {-1.0 * axes[1], -1.0 * axes[0]};
  for (const Screw& axis : axes) screws_.push_back(axis), slides_.push_back(false);
}

ScrewClosure::Chain ScrewClosure::columns_of(const JointChain& joints) const {
  Chain chain;
  for (const ChainJoint& at : joints) {
    const int first = first_[at.joint], end = first_[static_cast<std::size_t>(at.joint) + 1];
    for (int c = first; c < end; ++c) chain.push_back({at.forward ? c : first + end - 1 - c, at.forward ? 1.0 : -1.0});
  }
  return chain;
}

Screw ScrewClosure::sum(const Chain& chain, const VectorX& factors) const {
  Screw total;
  for (const Step& step : chain) {
    total = total + (step.sign * factors[step.column]) * screws_[step.column];
  }
  return total;
}

// [Gallardo03] (13), (70): Lie products of every step with all later ones; here of all earlier ones with every step.
Screw ScrewClosure::lie_screw(const Chain& chain) const {
  Screw before, total;
  for (const Step& step : chain) {
    const Screw here = (step.sign * rates_[step.column]) * screws_[step.column];
    total = total + lie(before, here);
    before = before + here;
  }
  return total;
}

// Six rows per loop (16), one column per screw; lengths in sizes of the robot, so that all entries are plain numbers.
MatrixX ScrewClosure::loop_matrix() const {
  MatrixX K = MatrixX::Zero(6 * static_cast<int>(loops_.size()), static_cast<int>(screws_.size()));
  for (std::size_t l = 0; l < loops_.size(); ++l) {
    const int row = 6 * static_cast<int>(l);
    for (const Step& step : loops_[l]) {
      const auto c = static_cast<std::size_t>(step.column);
      const double unit = slides_[c] ? robot_.size() : 1.0;
      K.block<3, 1>(row, step.column) += step.sign * unit * screws_[c].primary;
      K.block<3, 1>(row + 3, step.column) += step.sign * unit / robot_.size() * screws_[c].dual;
    }
  }
  return K;
}

bool ScrewClosure::solve() {
  const std::vector<int>& driving = driving_motors(robot_);
  const auto n = static_cast<int>(driving.size());
  const auto columns = static_cast<int>(screws_.size());
  VectorX unit(columns);
  for (int c = 0; c < columns; ++c) unit[c] = slides_[c] ? robot_.size() : 1.0;

  // Columns of the driving motors, and all others, which depend on them.
  std::vector<int> given, dependent;
  VectorX q_rates(n), q_accelerations(n);
  for (int k = 0; k < n; ++k) {
    const int motor = driving[k];
    given.push_back(first_[robot_.motor_joints()[motor]]);
    q_rates[k] = workspace_.motor_velocity(motor);
    q_accelerations[k] = workspace_.motor_acceleration(motor);
  }
  for (int c = 0; c < columns; ++c) {
    if (std::find(given.begin(), given.end(), c) == given.end()) dependent.push_back(c);
  }

  // First equation of (16): K_d G_d = -K_a. Redundant equations agree with the others and drop out of the least
  // squares.
  G_ = MatrixX::Zero(columns, n);
  for (int k = 0; k < n; ++k) G_(given[k], k) = 1;
  const MatrixX K = loop_matrix();
  const dense::PivotedQr solver(dense::columns(K, dependent), rank_tolerance);
  if (!dependent.empty()) {
    conditioning_ = solver.conditioning();
    if (solver.rank() < static_cast<int>(dependent.size())) return false;
    const MatrixX K_a = dense::columns(K, given) * dense::entries(unit, given).cwiseInverse().asDiagonal();
    dense::set_rows(G_, dependent, dense::entries(unit, dependent).asDiagonal() * solver.solve(-K_a));
  }
  rates_ = G_ * q_rates;

  // Second equation of (16), with the Lie screw of each loop.
  accelerations_ = G_ * q_accelerations;
  if (dependent.empty()) return true;
  VectorX lie_terms(K.rows());
  for (std::size_t l = 0; l < loops_.size(); ++l) {
    const Screw s = lie_screw(loops_[l]);
    lie_terms.segment<6>(6 * static_cast<int>(l)) << s.primary, s.dual / robot_.size();
  }
  dense::add_entries(accelerations_, dependent,
                     dense::entries(unit, dependent).cwiseProduct(solver.solve(-lie_terms).col(0)));
  return accelerations_.allFinite();
}

MatrixX ScrewClosure::influence_coefficients() const {
  const std::vector<int> offsets = joint_offsets(robot_);
  MatrixX G(offsets.back(), G_.cols());
  for (std::size_t j = 0; j + 1 < offsets.size(); ++j) {
    const Joint& joint = robot_.mechanism().joints[j];
    const int rows = offsets[j + 1] - offsets[j], columns = first_[j + 1] - first_[j];
    if (rows == columns) {
      G.middleRows(offsets[j], rows) = G_.middleRows(first_[j], rows);
      continue;
    }
    // A ball joint without spin: its two rates as an angular velocity in the axes of its frame on body a.
    const Matrix3 R_AO = (workspace_.body_pose(joint.body_a).R * joint.in_a.R).transpose();
    G.middleRows(offsets[j], rows).setZero();
    for (int c = first_[j]; c < first_[j + 1]; ++c) {
      G.middleRows(offsets[j], rows) += R_AO * screws_[c].primary * G_.row(c);
    }
  }
  return G;
}

Screw ScrewClosure::partial_screw(int body, Eigen::Index i) const { return sum(chains_[body], G_.col(i)); }

Screw ScrewClosure::velocity(int body) const { return sum(chains_[body], rates_); }

Screw ScrewClosure::acceleration(int body) const {
  const Chain& chain = chains_[body];
  return sum(chain, accelerations_) + lie_screw(chain);
}

VectorX ScrewClosure::motor_accelerations() const {
  VectorX accelerations(static_cast<int>(robot_.motor_joints().size()));
  for (std::size_t k = 0; k < robot_.motor_joints().size(); ++k) {
    accelerations[static_cast<int>(k)] = accelerations_[first_[robot_.motor_joints()[k]]];
  }
  return accelerations;
}

}  // namespace jourdain
