#include "control/adaptive_law.hpp"

#include "control/joint_laws.hpp"
#include "dynamics/state_equations.hpp"
#include "kinematics/motor_rates.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/jacobians.hpp"
#include "jourdain/linear_form/inertial_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double loops_to_learn = 0.6;      // time of learning over that of the control loop, for unit adaptation
constexpr double loops_to_forget = 250;     // time of forgetting likewise
constexpr double first_doubt = 0.5;         // of a parameter's size
constexpr double unexplained = 0.03;        // of the largest force: noise of the motors' rates, and what no model has
constexpr double error_of_doubling = 0.05;  // of the size or a radian: at which desired compensation doubles its gain

// Scale of a parameter in the learning: its own value, and not less than a share of what its body would give it.
VectorX parameter_scales(const LinearForm& form) {
  constexpr double least = 0.05;
  VectorX scales(form.columns());
  const std::vector<StandardParameter>& standard = form.standard();
  const auto value = [&](int i) { return std::abs(standard[static_cast<std::size_t>(i)].value); };
  for (int c = 0; c < form.columns(); ++c) {
    const Parameter& p = form.parameters()[static_cast<std::size_t>(c)];
    double scale = std::abs(p.value);
    const int first = p.parts.empty() ? -1 : p.parts.front().standard;
    if ((p.kind == ParameterKind::inertial || p.kind == ParameterKind::payload) && first >= 0) {
      const int body = first - standard[static_cast<std::size_t>(first)].entry;
      const double mass = value(body);
      const double length = mass > 0 ? std::sqrt((value(body + 4) + value(body + 7) + value(body + 9)) / mass) : 0;
      scale = std::max(scale, least * mass * std::pow(length, length_power(p.entry)));
    }
    scales[c] = scale;
  }
  return scales;
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
      actuators_(VectorX::Zero(static_cast<int>(form.robot().actuators().size()))) {
  for (int c = 0; c < form.columns(); ++c) {
    const ParameterKind kind = form.parameters()[static_cast<std::size_t>(c)].kind;
    if (kind == ParameterKind::viscous) viscous_.push_back(c);
    if (kind == ParameterKind::coulomb || kind == ParameterKind::offset || kind == ParameterKind::elemental) {
      dry_.push_back(c);
    }
  }
}

Status PolarRegressor::move_to(const VectorX& q, const VectorX& u) noexcept {
  KinematicState& state = workspace_.state();
  state.report = {};
  return state.report.status = move_to_state(form_.robot().data(), q.data(), u.data(), actuators_, state);
}

Status PolarRegressor::at(const VectorX& u, const VectorX* du, MatrixX& Y) noexcept {
  static constexpr double zero[max_drives] = {};
  const RobotData& data = form_.robot().data();
  KinematicState& state = workspace_.state();
  rates_from_motors(data, u.data(), state.tree, state);
  changes_from_motors(data, du ? du->data() : zero, state.tree, state);
  return regressor(form_, workspace_, memory_, Y);
}

Status PolarRegressor::evaluate(const VectorX& q, const VectorX& dq, const VectorX& ddq) noexcept {
  Status status = move_to(q, dq);
  if (status == Status::ok) status = at(dq, &ddq, Y_);
  return status == Status::ok ? known_forces(form_, workspace_, memory_, known_) : status;
}

Status PolarRegressor::evaluate(const VectorX& q, const VectorX& dq, const VectorX& dq_r, const VectorX& ddq_r,
                                const VectorX& wanted) noexcept {
  // M ddq_r + c(dq, dq_r) + g from three motions through the same place.
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
      K_(2 * options.damping * frequency * inertia),
      L_(frequency / (2 * options.damping)),
      learning_share_(std::min(0.5, options.adaptation * frequency * options.timing.period / loops_to_learn)),
      forgetting_share_(options.adaptation * frequency * options.timing.period / loops_to_forget),
      first_(form_.values()),
      scale_(parameter_scales(form_)),
      p_(first_),
      next_(first_),
      step_(first_) {
  const std::vector<int>& driving = driving_actuators(robot);
  if (driving.size() != robot.actuators().size()) {
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
  s_ = e_ = reference_rate_ = reference_change_ = forces_ = feedback_ = effect_ = VectorX::Zero(form_.rows());
  largest_ = VectorX::Zero(form_.rows());
  H_ = MatrixX::Zero(form_.rows(), form_.columns());
  B_ = MatrixX::Zero(form_.columns(), form_.rows());
  P_ = MatrixX::Zero(form_.columns(), form_.columns());
  S_ = MatrixX::Zero(form_.rows(), form_.rows());
}

std::vector<std::string> AdaptiveLaw::parameter_names() const {
  std::vector<std::string> names;
  for (const Parameter& p : form_.parameters()) names.push_back(p.name);
  return names;
}

Status AdaptiveLaw::start(const ControlInput& input) {
  p_ = first_;
  P_ = first_doubt * first_doubt * MatrixX::Identity(P_.rows(), P_.rows());
  largest_.setZero();
  if (physical_.margin(p_) < -1e-6) {
    throw Error(ErrorKind::usage, "adaptive laws need a model whose bodies can be real: these inertias are not");
  }
  // To the branch of the motion.
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
  return Status::ok;
}

void AdaptiveLaw::learn() noexcept {
  const MatrixX& Y = learning_.Y();
  const int n = static_cast<int>(S_.rows());
  for (int c = 0; c < H_.cols(); ++c) H_.col(c) = scale_[c] * Y.col(c);
  largest_ = largest_.cwiseMax(forces_.cwiseAbs());
  if (!(largest_.minCoeff() > 0)) return;
  B_.noalias() = P_ * H_.transpose();
  S_.noalias() = H_ * B_;
  for (int i = 0; i < n; ++i) S_(i, i) += unexplained * unexplained * largest_[i] * largest_[i];
  // S = L L^T in place, and B L^-T: with that P Y^T S^-1 Y P is a square.
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < k; ++j) S_(k, k) -= S_(k, j) * S_(k, j);
    if (!(S_(k, k) > 0)) return;
    S_(k, k) = std::sqrt(S_(k, k));
    for (int i = k + 1; i < n; ++i) {
      for (int j = 0; j < k; ++j) S_(i, k) -= S_(i, j) * S_(k, j);
      S_(i, k) /= S_(k, k);
    }
  }
  effect_ = feedback_;
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < k; ++j) {
      effect_[k] -= S_(k, j) * effect_[j];
      B_.col(k) -= S_(k, j) * B_.col(j);
    }
    effect_[k] /= S_(k, k);
    B_.col(k) /= S_(k, k);
  }
  step_.noalias() = B_ * effect_;
  next_ = p_ + learning_share_ * scale_.cwiseProduct(step_);
  for (int k = 0; k < n; ++k) P_.noalias() -= (learning_share_ * B_.col(k)) * B_.col(k).transpose();
  P_ *= 1 - forgetting_share_;
  P_.diagonal().array() += forgetting_share_ * first_doubt * first_doubt;
  physical_.project(p_, next_);
  p_ = next_;
}

Status AdaptiveLaw::step(const ControlInput& input, VectorX& forces) noexcept {
  Status status = check_input(input, forces);
  if (status != Status::ok) return status;
  e_ = input.wanted.positions - input.positions;
  s_ = input.wanted.rates - input.rates + L_ * e_;
  const Reference& now = input.wanted;
  if (law_ == Law::adaptive) {
    reference_rate_ = input.rates + s_;
    reference_change_ = input.ahead.accelerations + L_ * (input.wanted.rates - input.rates);
    status = control_.evaluate(input.positions, input.rates, reference_rate_, reference_change_, input.ahead.rates);
  } else {
    const Reference& later = input.ahead;
    status = control_.evaluate(later.positions, later.rates, later.accelerations);
  }
  // Errors of now come from forces for the reference of now; measured rates would make Y noisy and the estimate wrong.
  if (status == Status::ok) status = learning_.evaluate(now.positions, now.rates, now.accelerations);
  if (status != Status::ok) return status;
  forces_.noalias() = control_.Y() * p_;
  forces_ += control_.known();
  feedback_.noalias() = K_ * s_;
  double gain = 1;
  if (law_ == Law::adaptive_desired) gain += e_.squaredNorm() / (error_of_doubling * error_of_doubling);
  forces = forces_ + gain * feedback_;
  learn();
  return status;
}

}  // namespace jourdain
