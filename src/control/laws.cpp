#include "jourdain/control/laws.hpp"

#include "control/adaptive_law.hpp"
#include "control/joint_laws.hpp"
#include "control/model_laws.hpp"
#include "core/dense/decompositions.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace jourdain {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 14> law_words{"pd",
                                                     "pid",
                                                     "cascade",
                                                     "pd-acceleration",
                                                     "feedforward-now",
                                                     "feedforward",
                                                     "decoupled",
                                                     "force-rigid",
                                                     "force-drives",
                                                     "force-all",
                                                     "computed-torque",
                                                     "computed-torque-output",
                                                     "adaptive",
                                                     "adaptive-desired"};
constexpr std::array<std::string_view, law_words.size()> law_texts{
    "single joints, proportional and derivative",
    "the same with an integral",
    "what servo drives do: position P around speed PI, rotor in advance, limited force",
    "PD, and each joint's own inertia times the wanted acceleration",
    "PD, and the model's forces of the present reference",
    "PD, and the model's forces ahead by lag, delay and half a period",
    "feedforward, and the mass matrix in series with the PD",
    "PD, and computed forces of rigid bodies",
    "the same with friction of the drives",
    "the same with friction of all joints",
    "the model linearises, errors of the motors are fed back",
    "the same with errors of the output",
    "learns the parameters of the linear form: Slotine and Li",
    "the same with the regressor at the reference: desired compensation"};

// Single joints see the diagonal D of M, the robot has the modes of D^-1/2 M D^-1/2: where motors help each other one
// of them is 1/l times as light as it seems, and its loop l times as fast. It must stay within the rule.
double joint_frequency(const MatrixX& M, const LoopTiming& timing) {
  const VectorX scale = M.diagonal().cwiseSqrt().cwiseInverse();
  const dense::SymmetricFactors modes = dense::symmetric_factors(scale.asDiagonal() * M * scale.asDiagonal(), false);
  return timing.largest_frequency() * std::min(1.0, modes.values[0]);
}

FrictionChoice friction_of(Law law) {
  if (law == Law::force_rigid) return FrictionChoice::none;
  return law == Law::force_drives ? FrictionChoice::drives : FrictionChoice::all;
}

}  // namespace

const std::vector<Law>& all_laws() {
  static const std::vector<Law> laws = [] {
    std::vector<Law> list;
    for (std::size_t k = 0; k < law_words.size(); ++k) list.push_back(static_cast<Law>(k));
    return list;
  }();
  return laws;
}

std::span<const std::string_view> words(Law) { return law_words; }
std::string_view to_string(Law law) { return law_words[static_cast<std::size_t>(law)]; }
std::string_view describe(Law law) { return law_texts[static_cast<std::size_t>(law)]; }

Law parse_law(std::string_view name) {
  const auto found = std::ranges::find(law_words, name);
  if (found != law_words.end()) return static_cast<Law>(found - law_words.begin());
  throw Error(ErrorKind::usage, fmt::format("there is no control law '{}': there are {}", name, joined(law_words)));
}

bool has_model(Law law) {
  return law != Law::pd && law != Law::pid && law != Law::cascade && law != Law::pd_acceleration;
}

bool has_integral(Law law) { return law == Law::pid || law == Law::cascade; }

namespace {

bool adapts(Law law) { return law == Law::adaptive || law == Law::adaptive_desired; }

bool decouples(Law law) {
  return adapts(law) || law == Law::decoupled || law == Law::computed_torque || law == Law::computed_torque_output;
}

MatrixX inertia_at(const Robot& robot, Workspace& workspace) {
  const int n = static_cast<int>(driving_motors(robot).size());
  if (n == 0) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' cannot be controlled: it has no motor for every freedom", robot.mechanism().name));
  }
  MatrixX M = MatrixX::Zero(n, n);
  if (mass_matrix(robot, workspace, M) != Status::ok) {
    throw Error(ErrorKind::numerical, fmt::format("no gains at this pose: {}", workspace.explain()));
  }
  return M;
}

}  // namespace

double loop_frequency(Law law, const Robot& robot, Workspace& workspace, const LawOptions& options) {
  if (options.frequency > 0) return options.frequency;
  if (decouples(law)) return options.timing.largest_frequency();
  return joint_frequency(inertia_at(robot, workspace), options.timing);
}

JointGains place_poles(const Robot& robot, Workspace& workspace, const LawOptions& options, bool integral) {
  const int motors = static_cast<int>(robot.motor_joints().size());
  const std::vector<int>& driving = driving_motors(robot);
  const int n = static_cast<int>(driving.size());
  const MatrixX M = inertia_at(robot, workspace);
  const double w = options.frequency > 0 ? options.frequency : joint_frequency(M, options.timing);
  const double third = integral ? options.integral_share * w : 0, d = 2 * options.damping * w;
  JointGains gains;
  // Redundant motors share the load of the others.
  gains.inertia = VectorX::Constant(motors, M.diagonal().minCoeff() * n / motors);
  for (int k = 0; k < n; ++k) gains.inertia[driving[k]] = M(k, k) * n / motors;
  gains.proportional = gains.inertia * (w * w + d * third);
  gains.derivative = gains.inertia * (d + third);
  gains.integral = gains.inertia * (w * w * third);
  if (options.proportional) gains.proportional.setConstant(*options.proportional);
  if (options.derivative) gains.derivative.setConstant(*options.derivative);
  if (options.integral && integral) gains.integral.setConstant(*options.integral);
  return gains;
}

std::unique_ptr<Controller> make_controller(Law law, const Robot& robot, Workspace& workspace,
                                            const LawOptions& options) {
  const JointGains gains = place_poles(robot, workspace, options, has_integral(law));
  if (law == Law::cascade) {
    VectorX weight = VectorX::Zero(static_cast<Eigen::Index>(robot.motor_joints().size()));
    if (holding_forces(robot, workspace, weight) != Status::ok) weight.setZero();
    return std::make_unique<CascadeLaw>(robot, gains, weight, options.timing.period);
  }
  if (!has_model(law)) return std::make_unique<JointLaw>(law, gains, options.timing.period);
  if (adapts(law)) {
    if (options.model == ModelChoice::codourey58) {
      throw Error(
          ErrorKind::usage,
          "adaptive laws have no model 58, whose weights and inertias are not those of one mass: take 'lumped'");
    }
    const ControlModel model(robot, options.model, FrictionChoice::all);
    return std::make_unique<AdaptiveLaw>(law, model.robot(), inertia_at(robot, workspace),
                                         loop_frequency(law, robot, workspace, options), options);
  }
  ControlModel model(robot, options.model, friction_of(law), options.compiled);
  if (decouples(law)) {
    const double w = loop_frequency(law, robot, workspace, options);
    const FeedbackPoles poles{w * w, 2 * options.damping * w};
    if (law == Law::decoupled) return std::make_unique<DecoupledLaw>(std::move(model), poles);
    return std::make_unique<ComputedTorqueLaw>(law, std::move(model), poles);
  }
  return std::make_unique<FeedforwardLaw>(law, gains, std::move(model));
}

}  // namespace jourdain
