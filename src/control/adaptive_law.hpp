// Adaptive control on the linear form tau = Y p ([Codourey97] section 4; Slotine and Li; Sadegh and Horowitz).
//
// e = q_d - q, q_r' = q_d' + L e, s = q_r' - q'; motor i gives k_i times the force it is told, and c_i stands for
// 1/k_i:
//   w = Y(q, q', q_r', q_r'') p + K s,  u_i = c_i w_i,  K = 2 z w_0 r M_0
//   (p, ln c)' = P H^T S^-1 K s / T,  P' = (P_0 - P) / T_f - P H^T S^-1 H P / T,  H = [Y, diag(Y p)] at the reference
// with S = R + H P H^T: slow against the loop K s is H times the errors of p and ln c, so that this is the filter of
// Kalman and Bucy for them, extended for the product c_i Y_i p. P_0 is the doubt at first, half of each value's size; R
// the force that is not explained. All c larger and p smaller by the same factor would be the same robot: the sum of
// ln c stays zero, unless springs tell. r follows q_d''^T M(q_d, p) q_d'' over its value for the first p, so that the
// loop has its frequency once masses and gains are learned.
//
// Where the proof holds: with V = s^T M s / 2 + p~^T G^-1 p~ / 2 + sum k_i (c_i - 1/k_i)^2 / (2 g_i) the gradient laws
// p' = G Y^T s and c_i' = g_i s_i w_i leave V' = -s^T K s, for every K(t) > 0, constant G and g, and with projection to
// convex sets in the metric G^-1. The filter's changing P, its weight S^-1 K, forgetting and the regressor at the
// reference are not covered; P^-1 is the metric of its projection likewise.
//
// In Y the Coriolis forces are bilinear, c(q', q_r') with c(q', q') those of the motion and M' - 2 C skew: in true
// coordinates of the motors the polarised form c(a, b) = c((a + b)/2) - c((a - b)/2) is that of Christoffel. Viscous
// friction is at q_r', dry at q_d'. The desired-compensation law takes Y at the reference and adds the feedback
// K |e|^2/e_0^2 s.
#pragma once

#include "control/physical_set.hpp"

#include "jourdain/control/laws.hpp"

namespace jourdain {

// The regressor with separate velocities, of a robot in the coordinates of its motors. No allocation after the
// constructor.
class PolarRegressor {
 public:
  explicit PolarRegressor(const LinearForm& form);

  // Y(q, dq, dq_r, ddq_r) with dry friction at `wanted`; and known forces of springs.
  Status evaluate(const VectorX& q, const VectorX& dq, const VectorX& dq_r, const VectorX& ddq_r,
                  const VectorX& wanted) noexcept;

  // The plain Y of one motion.
  Status evaluate(const VectorX& q, const VectorX& dq, const VectorX& ddq) noexcept;

  // The part of the plain Y that belongs to the accelerations, after it and with the same rates: Y_a p = M(q, p) ddq.
  Status inertial_part(const VectorX& dq, MatrixX& Y_a) noexcept;

  const MatrixX& Y() const { return Y_; }
  const VectorX& known() const { return known_; }
  Workspace& workspace() { return workspace_; }

 private:
  Status move_to(const VectorX& q, const VectorX& u) noexcept;
  // Y of the motion with rates u and accelerations du, or none, at the present positions.
  Status at(const VectorX& u, const VectorX* du, MatrixX& Y) noexcept;

  LinearForm form_;
  Workspace workspace_;
  LinearFormWorkspace memory_;
  std::vector<int> viscous_, dry_;  // columns
  MatrixX Y_, part_;
  VectorX known_, rates_, motors_;
};

class AdaptiveLaw final : public Controller {
 public:
  // `robot`: what the controller believes at first. Throws Error(usage) for robots with redundant motors.
  AdaptiveLaw(Law law, const Robot& robot, const MatrixX& inertia, double frequency, const LawOptions& options);

  std::string_view name() const override { return to_string(law_); }
  Status start(const ControlInput& input) override;
  Status step(const ControlInput& input, VectorX& forces) noexcept override;
  // Those of the linear form, and the gain of every drive.
  const VectorX& parameters() const override { return shown_; }
  std::vector<std::string> parameter_names() const override;

  // How far inside the set of physical parameters the estimate is; see PhysicalSet::margin.
  double margin() { return physical_.margin(p_); }

 private:
  void set_doubt();
  Status weigh(const ControlInput& input) noexcept;
  bool make_gain() noexcept;
  void learn() noexcept;
  void show() noexcept;

  Law law_;
  LinearForm form_;
  PolarRegressor control_, learning_;
  PhysicalSet physical_;
  MatrixX K_;  // 2 z w_0 M_0
  double L_;
  double learning_share_, forgetting_share_, weighing_share_;  // of a period in the times of these
  VectorX first_, scale_, p_, next_, step_;
  VectorX log_c_, shown_;
  VectorX s_, e_, reference_rate_, reference_acceleration_, forces_, feedback_, effect_, model_forces_;
  VectorX largest_;                      // force of each motor so far
  double ratio_ = 1, largest_work_ = 0;  // r; largest denominator so far
  VectorX work_;                         // Y_a^T q_d''
  MatrixX Y_a_;                          // Y_a p = M(q_d, p) q_d''
  MatrixX H_, P_, B_, S_, doubt_;        // in units of the scales: H, P, P H^T and then its gain, S and factor, P_0
};

}  // namespace jourdain
