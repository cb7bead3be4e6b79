// The DELTA models of [Codourey98]: full (57) with bars as forearms, simplified (58) with their masses at elbows and
// plate. The paper's turning arm is one case of a body on a fixed axis; a carriage on a rail is the other.
#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "dynamics/formulations/bars.hpp"
#include "dynamics/formulations/formulation.hpp"

#include "dynamics/mass_matrix_checks.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "legs/robot_data.hpp"

#include <cmath>

namespace jourdain {
namespace {

// Lever arms of the motors on the forearms below this share count as singular.
constexpr double smallest_lever = 1e-9;

// One bar at the workspace's motion. v_u = j qdot_i is the velocity of its upper end.
struct BarState {
  double mass = 0;
  Vector3 s = Vector3::Zero();    // from the upper to the lower end
  Vector3 j = Vector3::Zero();    // -b_i of the paper
  Vector3 a_u = Vector3::Zero();  // acceleration of the upper end
};

struct LimbState {
  double inertia = 0;  // I_b without the rotor
  double rotor = 0;    // I_m, seen from the joint
  double weight = 0;   // G_b: force of gravity on the motor's coordinate
  double change = 0;   // qddot_i
  std::vector<BarState> bars;
};

// The axis of the motor, with the sense in which the arm moves for a positive rate.
struct Axis {
  Vector3 z, p;
  bool slides;
  Vector3 velocity(const Vector3& x) const { return slides ? z : z.cross(x - p); }
};

Axis motor_axis(const Joint& motor) {
  const bool from_base = motor.body_a == 0;
  const Placement& frame = from_base ? motor.in_a : motor.in_b;
  return {(from_base ? 1.0 : -1.0) * frame.R.col(2), frame.p, is_length(motor.type, 0)};
}

LimbState limb_state(const Workspace& workspace, const DeltaLimb& limb, int index) {
  const Mechanism& mechanism = workspace.robot().mechanism();
  const Joint& motor = mechanism.joints[limb.motor];
  const Axis axis = motor_axis(motor);
  const Placement arm = workspace.body_pose(limb.arm);
  const Placement platform = workspace.body_pose(mechanism.output->body);
  const double rate = workspace.motor_velocity(index), change = workspace.motor_acceleration(index);
  LimbState state;
  state.change = change;

  state.rotor = motor.motor->gear * motor.motor->gear * motor.motor->rotor_inertia;
  // I_b of [Codourey98] (41) and G_b of (54) (whose first entry is cos q_1) for any shape of the arm. The rotor's I_m
  // comes with the joint forces.
  const Inertial& inertial = mechanism.bodies[limb.arm].inertial;
  const Vector3 v_c = axis.velocity(arm * inertial.com);
  const Vector3 w = arm.R.transpose() * axis.z;
  state.inertia = inertial.mass * v_c.squaredNorm() + (axis.slides ? 0.0 : w.dot(inertial.inertia * w));
  state.weight = inertial.mass * mechanism.gravity.dot(v_c);

  for (const DeltaBar& bar : limb.bars) {
    BarState b;
    const Vector3 elbow = arm * bar.on_arm;
    b.mass = mechanism.bodies[bar.body].inertial.mass;
    b.s = platform * bar.on_platform - elbow;  // (30)
    // (34), (42): b_i = -j. The paper prints the last entry of b_i with a minus in (33) and (34); (42) and (56) are
    // right.
    b.j = axis.velocity(elbow);
    b.a_u = change * b.j;  // (56)
    if (!axis.slides) b.a_u += rate * rate * axis.z.cross(b.j);
    state.bars.push_back(b);
  }
  return state;
}

struct DeltaState {
  double plate_mass = 0;  // m_n, payload included
  MatrixX J;              // Xdot = J qdot of the driving motors (36)
  MatrixX C;              // rates of all motors by the driving ones: the identity without redundant motors
  std::vector<LimbState> limbs;
};

// (35), (36): s_i^T Xdot + s_i^T b_i qdot_i = 0. False where a motor loses its lever or the platform its hold.
bool solve_rates(const Robot& robot, DeltaState& delta) {
  const std::vector<int>& driving = driving_motors(robot);
  MatrixX B(static_cast<int>(delta.limbs.size()), 3);  // qdot = B Xdot
  for (std::size_t i = 0; i < delta.limbs.size(); ++i) {
    const BarState& bar = delta.limbs[i].bars.front();
    const double lever = bar.s.dot(bar.j);
    if (!(std::abs(lever) > smallest_lever * bar.s.norm() * bar.j.norm())) return false;
    B.row(static_cast<int>(i)) = bar.s.transpose() / lever;
  }
  if (driving.size() != 3) return false;
  const dense::PivotedQr B_d(dense::rows(B, driving));
  if (B_d.rank() < 3) return false;
  delta.J = B_d.solve(Matrix3::Identity());
  delta.C = B * delta.J;
  return true;
}

Status delta_state(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options, DeltaState& delta) {
  const std::vector<DeltaLimb>& limbs = data_of(robot).delta_limbs;
  if (limbs.empty()) return Status::inconsistent;
  const int platform = robot.mechanism().output->body;
  for (const MovingMass& mass : moving_masses(robot, options)) {
    if (mass.body == platform) delta.plate_mass += mass.inertial.mass;
  }
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    delta.limbs.push_back(limb_state(workspace, limbs[i], static_cast<int>(i)));
  }
  return solve_rates(robot, delta) ? Status::ok : Status::singular;
}

// [Codourey98] (57), printed without m_n: I_b qddot + J^T m_n (Xddot - g) - G_b + sum tau_ab.
VectorX full_model(const DeltaState& delta, const Vector3& Xddot, const Vector3& gravity) {
  // (52), printed with a sign lost.
  VectorX Q = delta.plate_mass * (delta.J.transpose() * (Xddot - gravity));
  for (std::size_t i = 0; i < delta.limbs.size(); ++i) {
    const LimbState& limb = delta.limbs[i];
    const auto row = delta.C.row(static_cast<int>(i));
    Q += (limb.inertia * limb.change - limb.weight) * row.transpose();  // (53)
    for (const BarState& bar : limb.bars) {
      const MatrixX J_u = bar.j * row;                                   // (43)-(45)
      Q += bar_forces(bar.mass, J_u, delta.J, bar.a_u, Xddot, gravity);  // (55)
    }
  }
  return Q;
}

// [Codourey98] (58), (59): of each forearm 1/3 on the plate and 2/3 at the elbow for inertia, halves for gravity. I_bt
// as in (50), but with the arm's m_b/3 of (41): m_b/2 is a misprint there, and m_nt = m_n + sum m_ab/3.
VectorX simplified_model(const DeltaState& delta, const Vector3& Xddot, const Vector3& gravity) {
  double m_nt = delta.plate_mass, m_ng = delta.plate_mass;
  VectorX Q = VectorX::Zero(3);
  for (std::size_t i = 0; i < delta.limbs.size(); ++i) {
    const LimbState& limb = delta.limbs[i];
    double I_bt = limb.inertia, G_bg = limb.weight;
    for (const BarState& bar : limb.bars) {
      m_nt += bar.mass / 3;
      m_ng += bar.mass / 2;
      I_bt += 2.0 / 3 * bar.mass * bar.j.squaredNorm();
      G_bg += bar.mass / 2 * gravity.dot(bar.j);
    }
    Q += (I_bt * limb.change - G_bg) * delta.C.row(static_cast<int>(i)).transpose();
  }
  return Q + delta.J.transpose() * (m_nt * Xddot - m_ng * gravity);
}

// [Codourey98] (47), printed with the cross term of (46) alone: A = I_b + m_n J^T J + forearms as bars.
MatrixX full_mass_matrix(const DeltaState& delta) {
  MatrixX A = delta.plate_mass * (delta.J.transpose() * delta.J);
  for (std::size_t i = 0; i < delta.limbs.size(); ++i) {
    const LimbState& limb = delta.limbs[i];
    const auto row = delta.C.row(static_cast<int>(i));
    A += (limb.inertia + limb.rotor) * row.transpose() * row;
    for (const BarState& bar : limb.bars) A += bar_mass_matrix(bar.mass, bar.j * row, delta.J);
  }
  return A;
}

// [Codourey98] (50), with I_bt and m_nt as in (58).
MatrixX simplified_mass_matrix(const DeltaState& delta) {
  double m_nt = delta.plate_mass;
  MatrixX A = MatrixX::Zero(3, 3);
  for (std::size_t i = 0; i < delta.limbs.size(); ++i) {
    const LimbState& limb = delta.limbs[i];
    const auto row = delta.C.row(static_cast<int>(i));
    double I_bt = limb.inertia + limb.rotor;
    for (const BarState& bar : limb.bars) {
      m_nt += bar.mass / 3;
      I_bt += 2.0 / 3 * bar.mass * bar.j.squaredNorm();
    }
    A += I_bt * row.transpose() * row;
  }
  return A + m_nt * (delta.J.transpose() * delta.J);
}

}  // namespace

Status delta_mass_matrices(const Robot& robot, Workspace& workspace, DeltaMassMatrices& matrices, bool payload) {
  Status status = body_motions(robot, workspace);
  if (status != Status::ok) return status;
  DynamicsOptions options;
  options.payload = payload;
  DeltaState delta;
  status = delta_state(robot, workspace, options, delta);
  if (status != Status::ok) return status;
  matrices.full = full_mass_matrix(delta);
  matrices.simplified = simplified_mass_matrix(delta);
  const VectorX scale = matrices.full.diagonal().cwiseSqrt().cwiseInverse();
  matrices.loss =
      (scale.asDiagonal() * (matrices.simplified - matrices.full) * scale.asDiagonal()).cwiseAbs().maxCoeff();
  return Status::ok;
}

Status by_bars(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options,
               bool simplified) {
  DeltaState delta;
  Status status = delta_state(robot, workspace, options, delta);
  if (status != Status::ok) return status;
  const Vector3 Xddot = workspace.output_acceleration().a;
  const Vector3& gravity = robot.mechanism().gravity;
  VectorX Q = simplified ? simplified_model(delta, Xddot, gravity) : full_model(delta, Xddot, gravity);

  // Loads, friction, springs and rotors: beyond I_m the paper has none of them.
  MatrixX G(joint_offsets(robot).back(), Q.size());
  status = influence_coefficients(robot, workspace, G);
  if (status == Status::ok) status = add_applied_wrenches(robot, workspace, options, Q);
  if (status != Status::ok) return status;
  add_joint_forces(robot, workspace, options, G, motor_accelerations(workspace), Q);
  return extract_motor_forces(robot, workspace, G, Q, options, forces);
}

}  // namespace jourdain
