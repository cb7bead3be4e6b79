// Numbers in brackets are equations of docs/theory.md, section 19.
#include "control/adaptive_law.hpp"

#include "control/joint_laws.hpp"
#include "dynamics/state_equations.hpp"
#include "kinematics/motor_rates.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/linear_form/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double loops_to_learn = 0.8;        // time of learning over that of the control loop, for unit adaptation
constexpr double loops_to_learn_desired = 2;  // desired compensation is the quieter law, which noise must not spoil
constexpr double loops_to_forget = 1500;      // time of forgetting likewise
constexpr double loops_to_weigh = 30;         // and that in which the feedback follows the masses
constexpr double first_doubt = 0.5;           // of a parameter's size
constexpr double gain_doubt = 0.25;           // of a drive's gain
constexpr double unexplained = 0.03;          // of the largest force: noise of the motors' rates, and what no model has
constexpr double largest_factor = 5;  // by which masses and gains may come out larger or smaller than in the model
constexpr double error_of_doubling = 0.05;  // of the size or a radian: at which desired compensation doubles its gain

// Scale of a parameter in the learning: its own value, and not less than a share of what its body would give it.
VectorX parameter_scales(const LinearForm& form) {
  constexpr double least = 0.05;
  VectorX scales(form.columns());
  const std::vector<StandardParameter>& standard = form.standard();
  const auto value = [&](int i) { return std::abs(standard[i].value); };
  for (int c = 0; c < form.columns(); ++c) {
    const Parameter& p = form.parameters()[c];
    double scale = std::abs(p.value);
    const int first = p.parts.empty() ? -1 : p.parts.front().standard;
    // A first moment or moment of inertia that is zero in the model is learned in units of 5 % of m l or m l^2.
    if ((p.kind == ParameterKind::inertial || p.kind == ParameterKind::payload) && first >= 0) {
      // Its body's ten parameters stand together; l is a radius of gyration, l^2 = (Ixx + Iyy + Izz) / m.
      const int body = first - standard[first].entry;
      const double mass = value(body);
      const double length = mass > 0 ? std::sqrt((value(body + 4) + value(body + 7) + value(body + 9)) / mass) : 0;
      scale = std::max(scale, least * mass * std::pow(length, length_power(p.entry)));
    }
    scales[c] = scale;
  }
  return scales;
}

// Forces that do not scale with the parameters tell their scale from that of the drives' gains.
bool has_springs(const Mechanism& mechanism) {
  const auto pulls = [](const JointAxis& axis) { return axis.spring.stiffness != 0 || axis.spring.preload != 0; };
  return !mechanism.counterbalances.empty() ||
         std::any_of(mechanism.joints.begin(), mechanism.joints.end(),
                     [&](const Joint& joint) { return std::any_of(joint.axes.begin(), joint.axes.end(), pulls); });
}

}  // namespace

PolarRegressor::PolarRegressor(const LinearForm& form)
    : form_(form),
      workspace_(form.robot()),
      memory_(form),
      Y_(MatrixX::Zero(form.rows(), form.columns())),
      part_(Y_),
      known_(VectorX::Zero(form.rows())),
      rates_(known_),
      motors_(VectorX::Zero(static_cast<int>(form.robot().motor_joints().size()))) {
  for (int c = 0; c < form.columns(); ++c) {
    const ParameterKind kind = form.parameters()[c].kind;
    // Viscous friction is taken at the reference rate, dry friction at the wanted one.
    if (kind == ParameterKind::viscous) viscous_.push_back(c);
    if (kind == ParameterKind::coulomb || kind == ParameterKind::offset || kind == ParameterKind::elemental) {
      dry_.push_back(c);
    }
  }
}

// Positions and rates of all joints from the motors'.
Status PolarRegressor::move_to(const VectorX& q, const VectorX& u) noexcept {
  KinematicState& state = state_of(workspace_);
  state.report = {};
  return state.report.status = move_to_state(data_of(form_.robot()), q.data(), u.data(), motors_, state);
}

Status PolarRegressor::at(const VectorX& u, const VectorX* du, MatrixX& Y) noexcept {
  static constexpr double zero[max_drives] = {};
  const RobotData& data = data_of(form_.robot());
  KinematicState& state = state_of(workspace_);
  // The configuration stays: rates and accelerations of all joints follow from the motors' by its factors.
  rates_from_motors(data, u.data(), Configuration::valid, state);
  accelerations_from_motors(data, du ? du->data() : zero, Configuration::valid, state);
  return regressor(form_, workspace_, memory_, Y);
}

Status PolarRegressor::evaluate(const VectorX& q, const VectorX& dq, const VectorX& ddq) noexcept {
  Status status = move_to(q, dq);
  if (status == Status::ok) status = at(dq, &ddq, Y_);
  return status == Status::ok ? known_forces(form_, workspace_, memory_, known_) : status;
}

// Y is linear in the accelerations: what is left without them is subtracted.
Status PolarRegressor::inertial_part(const VectorX& dq, MatrixX& Y_a) noexcept {
  const Status status = at(dq, nullptr, part_);
  if (status == Status::ok) Y_a = Y_ - part_;
  return status;
}

Status PolarRegressor::evaluate(const VectorX& q, const VectorX& dq, const VectorX& dq_r, const VectorX& ddq_r,
                                const VectorX& wanted) noexcept {
  // (19.3): M ddq_r + c(dq, dq_r) + g from three motions through the same place. The first has M, c at the half sum and
  // g, the second takes c at the half difference and g, the third gives g back.
  rates_ = 0.5 * (dq + dq_r);
  Status status = move_to(q, rates_);
  if (status == Status::ok) status = at(rates_, &ddq_r, Y_);
  if (status != Status::ok) return status;
  rates_ = 0.5 * (dq - dq_r);
  if ((status = at(rates_, nullptr, part_)) != Status::ok) return status;
  Y_ -= part_;
  rates_.setZero();
  if ((status = at(rates_, nullptr, part_)) != Status::ok) return status;
  Y_ += part_;
  // Columns of friction are odd in the rate, not quadratic: they are written over.
  status = known_forces(form_, workspace_, memory_, known_);
  if (status != Status::ok) return status;
  if (!viscous_.empty()) {
    if ((status = at(dq_r, nullptr, part_)) != Status::ok) return status;
    for (const int c : viscous_) Y_.col(c) = part_.col(c);
  }
  if (!dry_.empty()) {
    if ((status = at(wanted, nullptr, part_)) != Status::ok) return status;
    for (const int c : dry_) Y_.col(c) = part_.col(c);
  }
  return status;
}

AdaptiveLaw::AdaptiveLaw(Law law, const Robot& robot, const MatrixX& inertia, double frequency,
                         const LawOptions& options)
    : law_(law),
      form_(robot),
      control_(form_),
      learning_(form_),
      physical_(form_),
      // K = 2 z w_0 M_0 and L = w_0 / (2 z): the roots' product is w_0^2.
      K_(2 * options.damping * frequency * inertia),
      L_(frequency / (2 * options.damping)),
      // A control period in the times T, T_f and that of r, which scale with the loop's.
      learning_share_(std::min(0.5, options.adaptation * frequency * options.timing.period /
                                        (law == Law::adaptive ? loops_to_learn : loops_to_learn_desired))),
      forgetting_share_(options.adaptation * frequency * options.timing.period / loops_to_forget),
      weighing_share_(std::min(0.5, options.adaptation * frequency * options.timing.period / loops_to_weigh)),
      first_(form_.values()),
      scale_(parameter_scales(form_)),
      p_(first_),
      next_(first_),
      step_(first_) {
  const std::vector<int>& driving = driving_motors(robot);
  if (driving.size() != robot.motor_joints().size()) {
    throw Error(ErrorKind::usage, fmt::format("'{}' has redundant motors, which adaptive laws do not know: take "
                                              "'computed-torque'",
                                              robot.mechanism().name));
  }
  for (std::size_t k = 0; k < driving.size(); ++k) {
    if (driving[k] != static_cast<int>(k)) {
      throw Error(ErrorKind::usage, fmt::format("'{}' drives its motors in another order than the file's, which "
                                                "adaptive laws do not know",
                                                robot.mechanism().name));
    }
  }
  // Unknowns x = (p over its scales, ln c).
  const int n = form_.rows(), unknowns = form_.columns() + n;
  // All memory of the steps is made here.
  s_ = e_ = reference_rate_ = reference_acceleration_ = forces_ = feedback_ = effect_ = model_forces_ =
      VectorX::Zero(n);
  largest_ = log_c_ = VectorX::Zero(n);
  work_ = VectorX::Zero(form_.columns());
  step_ = shown_ = VectorX::Zero(unknowns);
  H_ = MatrixX::Zero(n, unknowns);
  B_ = MatrixX::Zero(unknowns, n);
  Y_a_ = MatrixX::Zero(n, form_.columns());
  P_ = doubt_ = MatrixX::Zero(unknowns, unknowns);
  S_ = MatrixX::Zero(n, n);
  show();
}

// As shown: parameters, then what each drive gives of the force that it is asked for.
std::vector<std::string> AdaptiveLaw::parameter_names() const {
  std::vector<std::string> names;
  for (const Parameter& p : form_.parameters()) names.push_back(p.name);
  const Robot& robot = form_.robot();
  for (const int joint : robot.motor_joints()) {
    names.push_back("gain." + robot.mechanism().joints[joint].name);
  }
  return names;
}

// Gains of the drives are 1 / c.
void AdaptiveLaw::show() noexcept {
  shown_.head(p_.size()) = p_;
  shown_.tail(log_c_.size()) = (-log_c_).array().exp();
}

Status AdaptiveLaw::start(const ControlInput& input) {
  // What a run before has learned is forgotten.
  p_ = first_;
  largest_.setZero();
  log_c_.setZero();
  ratio_ = 1;
  largest_work_ = 0;
  show();
  if (physical_.margin(p_) < -1e-6) {
    throw Error(ErrorKind::usage, "adaptive laws need a model whose bodies can be real: these inertias are not");
  }
  // To the branch of the motion, from which both workspaces then follow it.
  const Robot& robot = form_.robot();
  for (PolarRegressor* regressor : {&control_, &learning_}) {
    Workspace& ws = regressor->workspace();
    ws.reset();
    const Status status =
        robot.mechanism().output
            ? inverse_kinematics(robot, input.wanted.output, ws)
            : forward_kinematics(robot, input.wanted.positions, input.wanted.rates, input.wanted.accelerations, ws);
    if (status != Status::ok) return status;
  }
  set_doubt();
  return Status::ok;
}

// P_0: a gain that all drives share is that of all parameters, which only forces that are known without them tell. So
// the doubt of ln c is sigma^2 (1 - 1 1^T / n), without the direction (1, ..., 1).
void AdaptiveLaw::set_doubt() {
  const auto n = log_c_.size();
  const bool scale_is_known = has_springs(form_.robot().mechanism());
  doubt_.setZero();
  doubt_.diagonal().head(p_.size()).setConstant(first_doubt * first_doubt);
  doubt_.diagonal().tail(n).setConstant(gain_doubt * gain_doubt);
  if (!scale_is_known) {
    doubt_.bottomRightCorner(n, n).array() -= gain_doubt * gain_doubt / static_cast<double>(n);
  }
  P_ = doubt_;
}

// S = H P H^T + R = F F^T in place, effect = F^-1 K s and B = P H^T F^-T: with that P H^T S^-1 H P = B B^T is a square.
bool AdaptiveLaw::make_gain() noexcept {
  const int n = static_cast<int>(S_.rows());
  B_.noalias() = P_ * H_.transpose();
  S_.noalias() = H_ * B_;
  // R: a share of the largest force of each motor so far.
  for (int i = 0; i < n; ++i) S_(i, i) += unexplained * unexplained * largest_[i] * largest_[i];
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < k; ++j) S_(k, k) -= S_(k, j) * S_(k, j);
    if (!(S_(k, k) > 0)) return false;
    S_(k, k) = std::sqrt(S_(k, k));
    for (int i = k + 1; i < n; ++i) {
      for (int j = 0; j < k; ++j) S_(i, k) -= S_(i, j) * S_(k, j);
      S_(i, k) /= S_(k, k);
    }
  }
  // Forward substitution of K s and, column by column, of (P H^T)^T.
  effect_ = feedback_;
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < k; ++j) {
      effect_[k] -= S_(k, j) * effect_[j];
      B_.col(k) -= S_(k, j) * B_.col(j);
    }
    effect_[k] /= S_(k, k);
    B_.col(k) /= S_(k, k);
  }
  return true;
}

void AdaptiveLaw::learn() noexcept {
  // H = [Y, diag(Y p^)] in units of the scales (19.4); known forces come through the drives too.
  const MatrixX& Y = learning_.Y();
  const int n = static_cast<int>(S_.rows()), columns = static_cast<int>(p_.size());
  // Columns of p are those of Y times the scale, columns of ln c the model's forces.
  for (int c = 0; c < columns; ++c) H_.col(c) = scale_[c] * Y.col(c);
  model_forces_.noalias() = Y * p_;
  model_forces_ += learning_.known();
  for (int i = 0; i < n; ++i) H_(i, columns + i) = model_forces_[i];
  largest_ = largest_.cwiseMax(forces_.cwiseAbs());
  // A motor without any force so far would count as known for sure.
  if (!(largest_.minCoeff() > 0) || !make_gain()) return;
  // One period of (19.5): x^' = B effect / T, P' = -B B^T / T + (P_0 - P) / T_f.
  step_.noalias() = B_ * effect_;
  next_ = p_ + learning_share_ * scale_.cwiseProduct(step_.head(columns));
  log_c_ += learning_share_ * step_.tail(n);
  for (int k = 0; k < n; ++k) P_.noalias() -= (learning_share_ * B_.col(k)) * B_.col(k).transpose();
  P_ += forgetting_share_ * (doubt_ - P_);
  // Into the set of bodies that can be, in the metric P^-1; gains stay within a factor.
  physical_.project(p_, scale_, P_, next_, log_c_);
  const double bound = std::log(largest_factor);
  log_c_ = log_c_.cwiseMax(-bound).cwiseMin(bound);
  p_ = next_;
  show();
}

// Y of the reference, where errors of now come from: measured rates would make it noisy and the estimate wrong. And r
// (19.6): by how much heavier the robot has turned out than at first, along the wanted accelerations, which tell it
// best.
Status AdaptiveLaw::weigh(const ControlInput& input) noexcept {
  const Reference& now = input.wanted;
  Status status = learning_.evaluate(now.positions, now.rates, now.accelerations);
  if (status == Status::ok) status = learning_.inertial_part(now.rates, Y_a_);
  if (status != Status::ok) return status;
  work_.noalias() = Y_a_.transpose() * now.accelerations;
  const double first_work = work_.dot(first_);
  // A slow average with the denominator as weight: no step where nothing is accelerated.
  largest_work_ = std::max(largest_work_, first_work);
  if (!(largest_work_ > 0)) return status;
  ratio_ += weighing_share_ * (work_.dot(p_) - ratio_ * first_work) / largest_work_;
  ratio_ = std::clamp(ratio_, 1 / largest_factor, largest_factor);
  return status;
}

Status AdaptiveLaw::step(const ControlInput& input, VectorX& forces) noexcept {
  Status status = check_input(input, forces);
  if (status != Status::ok) return status;
  // e = q_d - q, s = e' + L e.
  e_ = input.wanted.positions - input.positions;
  s_ = input.wanted.rates - input.rates + L_ * e_;
  if (law_ == Law::adaptive) {
    // q_r' = q' + s; of q_r'' the wanted acceleration is that of the time at which the drives' forces act.
    reference_rate_ = input.rates + s_;
    reference_acceleration_ = input.ahead.accelerations + L_ * (input.wanted.rates - input.rates);
    status =
        control_.evaluate(input.positions, input.rates, reference_rate_, reference_acceleration_, input.ahead.rates);
  } else {
    // Desired compensation: the plain Y of the reference.
    const Reference& later = input.ahead;
    status = control_.evaluate(later.positions, later.rates, later.accelerations);
  }
  if (status == Status::ok) status = weigh(input);
  if (status != Status::ok) return status;
  forces_.noalias() = control_.Y() * p_;
  forces_ += control_.known();
  // K s, with K following the masses by r (19.6).
  feedback_.noalias() = ratio_ * (K_ * s_);
  // Desired compensation adds K |e|^2 / e_0^2 s. u_i = c_i w_i (19.1); then learn from this period's s.
  double gain = 1;
  if (law_ == Law::adaptive_desired) gain += e_.squaredNorm() / (error_of_doubling * error_of_doubling);
  forces = log_c_.array().exp() * (forces_ + gain * feedback_).array();
  learn();
  return status;
}

}  // namespace jourdain
