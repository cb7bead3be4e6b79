// Adaptive control on the linear form tau = Y p ([Codourey97] section 4; Slotine and Li; Sadegh and Horowitz).
//
// e = q_d - q, q_r' = q_d' + L e, s = q_r' - q':
//   tau = Y(q, q', q_r', q_r'') p + K s,  p' = P Y^T S^-1 K s / T,  P' = (P_0 - P) / T_f - P Y^T S^-1 Y P / T
// with S = R + Y P Y^T: slow against the loop K s is Y times the parameters' error, so that this is the filter of
// Kalman and Bucy for them. P_0 is the doubt at first, half of each parameter's size; R the force that is not
// explained. In Y the Coriolis forces are bilinear, c(q', q_r') with c(q', q') those of the motion and M' - 2 C skew:
// in true coordinates of the motors the polarised form c(a, b) = c((a + b)/2) - c((a - b)/2) is that of Christoffel.
// Viscous friction is at q_r', dry at q_d'. The desired-compensation law takes Y at the reference and adds the feedback
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

  const MatrixX& Y() const { return Y_; }
  const VectorX& known() const { return known_; }
  Workspace& workspace() { return workspace_; }

 private:
  Status move_to(const VectorX& q, const VectorX& u) noexcept;
  // Y of the motion with rates u and changes du, or none, at the present positions.
  Status at(const VectorX& u, const VectorX* du, MatrixX& Y) noexcept;

  LinearForm form_;
  Workspace workspace_;
  LinearFormWorkspace memory_;
  std::vector<int> viscous_, dry_;  // columns
  MatrixX Y_, part_;
  VectorX known_, rates_, actuators_;
};

class AdaptiveLaw final : public Controller {
 public:
  // `robot`: what the controller believes at first. Throws Error(usage) for robots with redundant motors.
  AdaptiveLaw(Law law, const Robot& robot, const MatrixX& inertia, double frequency, const LawOptions& options);

  std::string_view name() const override { return to_string(law_); }
  Status start(const ControlInput& input) override;
  Status step(const ControlInput& input, VectorX& forces) noexcept override;
  const VectorX& parameters() const override { return p_; }
  std::vector<std::string> parameter_names() const override;

  // How far inside the set of physical parameters the estimate is; see PhysicalSet::margin.
  double margin() { return physical_.margin(p_); }

 private:
  void learn() noexcept;

  Law law_;
  LinearForm form_;
  PolarRegressor control_, learning_;
  PhysicalSet physical_;
  MatrixX K_;
  double L_;
  double learning_share_, forgetting_share_;  // of a period in the times of learning and of forgetting
  VectorX first_, scale_, p_, next_, step_;
  VectorX s_, e_, reference_rate_, reference_change_, forces_, feedback_, effect_;
  VectorX largest_;        // force of each motor so far
  MatrixX H_, P_, B_, S_;  // in units of the parameters' scales: Y, doubt, P Y^T, and then its gain
};

}  // namespace jourdain
