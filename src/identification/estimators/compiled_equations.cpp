#include "identification/estimators/compiled_equations.hpp"

#include "trace/code/robot_samples.hpp"
#include "trace/compiled/input_reader.hpp"

#include "expression/bound_divisors.hpp"
#include "expression/simplify.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "trace/code/robot_library.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

constexpr int usual_states = 60;
constexpr int most_newton_steps = 8;
constexpr double last_step = 1e-8;  // of the pose, in robot sizes and radians: the next one would be round-off
constexpr std::size_t lane_count = CompiledEquations::lanes;

// A program as a function with one array of inputs and one of outputs.
GeneratedFunction generated(const Robot& robot, const char* name, const Program& traced) {
  GeneratedFunction f;
  f.name = name;
  f.description = name;
  const Program simple = simplify(traced, CostModel::time);
  f.program = bound_divisors(simple, usual_inputs(robot, simple, usual_states), smallest_divisor_double);
  f.inputs = {{"inputs", static_cast<int>(f.program.inputs.size()), "all inputs", ""}};
  f.outputs = {{"outputs", static_cast<int>(f.program.outputs.size()), "all outputs", ""}};
  return f;
}

// Why the generated equations do not answer for this robot, or nothing.
std::string obstacle(const LinearForm& form) {
  const Robot& robot = form.robot();
  if (!robot.mechanism().output) return "it has no platform";
  if (driving_motors(robot).size() < robot.motor_joints().size()) return "it has redundant motors";
  const auto is_sprung = [](const Joint& joint) {
    return std::ranges::any_of(
        joint.axes, [](const JointAxis& axis) { return axis.spring.stiffness != 0 || axis.spring.preload != 0; });
  };
  const Mechanism& m = robot.mechanism();
  if (!m.counterbalances.empty() || std::ranges::any_of(m.joints, is_sprung))
    return "it has springs or counterbalances";
  return "";
}

}  // namespace

// Where a function's inputs come from: the motion of the output, or a motor.
struct CompiledEquations::Inputs {
  explicit Inputs(const Program& program) : values(program.inputs.size() * lane_count) {
    std::vector<ProgramInput> of_output;
    for (std::size_t i = 0; i < program.inputs.size(); ++i) {
      if (program.inputs[i].kind == InputKind::motor) {
        motors.emplace_back(i, program.inputs[i].item);
      } else {
        of_output.push_back(program.inputs[i]);
        places.push_back(i);
      }
    }
    reader = InputReader(of_output);
    if (!reader.takes_motion())
      throw Error(ErrorKind::usage, "its positions do not follow from the platform's in closed form");
    scratch.resize(of_output.size());
  }

  void read(const PlatformState& motion, std::size_t lane) {
    reader.read(motion, scratch.data());
    for (std::size_t i = 0; i < places.size(); ++i) values[places[i] * lane_count + lane] = scratch[i];
  }

  InputReader reader;
  std::vector<std::size_t> places;
  std::vector<std::pair<std::size_t, int>> motors;  // input, motor
  std::vector<double> scratch, values;              // input i of lane k at i * lanes + k
};

CompiledEquations::CompiledEquations(const LinearForm& form)
    : robot_(form.robot()), rows_(form.rows()), columns_(form.columns()) {}
CompiledEquations::~CompiledEquations() = default;

std::unique_ptr<CompiledEquations> CompiledEquations::make(const LinearForm& form, std::string& note) {
  const Robot& robot = form.robot();
  const std::string& name = robot.mechanism().name;
  if (const std::string why = obstacle(form); !why.empty()) {
    note = fmt::format("no equations are generated for '{}' ({}); the general engine is used", name, why);
    return nullptr;
  }
  try {
    TraceOptions options;
    options.pose = PoseInput::rotation;
    options.parameters = false;
    GeneratedLibrary library;
    library.name = library_identifier(name);
    library.description = name;
    library.origin = name;
    library.functions.push_back(generated(robot, "forward_step", trace_forward_step(robot, options)));
    library.functions.push_back(generated(robot, "inverse_kinematics", trace_inverse_kinematics(robot, options)));
    library.functions.push_back(generated(robot, "regressor", trace_regressor(form, options)));
    std::unique_ptr<CompiledEquations> result(new CompiledEquations(form));
    result->step_inputs_ = std::make_unique<Inputs>(library.functions[0].program);
    result->kinematics_inputs_ = std::make_unique<Inputs>(library.functions[1].program);
    result->regressor_inputs_ = std::make_unique<Inputs>(library.functions[2].program);
    std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note, true);
    if (!compiled) return nullptr;
    result->load(form, *compiled);
    return result;
  } catch (const Error& error) {
    note = fmt::format("no equations are generated for '{}' ({}); the general engine is used", name, error.what());
    return nullptr;
  }
}

void CompiledEquations::load(const LinearForm& form, CompiledLibrary& library) {
  step_ = library.function("forward_step");
  kinematics_ = library.function("inverse_kinematics");
  regressor_ = library.function("regressor");
  const std::size_t moves = robot_.mechanism().output->moves.size();
  step_out_.resize(moves * lane_count);
  kinematics_out_.resize(3 * robot_.motor_joints().size() * lane_count);
  Y_.resize(static_cast<std::size_t>(form.rows() * form.columns()) * lane_count);
}

void CompiledEquations::start(const PlatformState& motion, double time) {
  last_ = motion;
  last_time_ = time;
}

Twist CompiledEquations::moves(int k) const {
  Twist twist;
  const std::vector<Move>& list = robot_.mechanism().output->moves;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const int move = static_cast<int>(list[i]);
    (move < 3 ? twist.v[move] : twist.w[move - 3]) = step_out_[i * lane_count + static_cast<std::size_t>(k)];
  }
  return twist;
}

void CompiledEquations::run(std::span<const Sample> samples) {
  predict(samples);
  solve_poses(samples);
  solve_rates(samples);
  for (std::size_t k = 0; k < lane_count; ++k) regressor_inputs_->read(motion_[k], k);
  regressor_.batch(lane_count, regressor_inputs_->values, Y_, call_);
  for (std::size_t k = 0; k < lane_count; ++k)
    if (status_[k] == Status::ok) status_[k] = call_[k];
  for (std::size_t k = samples.size(); k-- > 0;) {
    if (status_[k] != Status::ok) continue;
    start(motion_[k], samples[k].time);
    // Products of many small rotations drift from a rotation.
    const Matrix3 R = last_.pose.R;
    last_.pose.R = R * (1.5 * Matrix3::Identity() - 0.5 * R.transpose() * R);
    break;
  }
}

// Lanes beyond the samples repeat the last one.
void CompiledEquations::predict(std::span<const Sample> samples) {
  for (std::size_t k = 0; k < lane_count; ++k) {
    const Sample& sample = samples[std::min(k, samples.size() - 1)];
    const double t = sample.time - last_time_;
    motion_[k].pose.p = last_.pose.p + t * last_.twist.v + t * t / 2 * last_.acceleration.a;
    motion_[k].pose.R = rotation_from_vector(t * last_.twist.w + t * t / 2 * last_.acceleration.dw) * last_.pose.R;
    motion_[k].twist = {};
    motion_[k].acceleration = {};
    status_[k] = Status::ok;
  }
}

void CompiledEquations::step(std::span<const Sample> samples, const MatrixX& more) {
  for (std::size_t k = 0; k < lane_count; ++k) {
    const Sample& sample = samples[std::min(k, samples.size() - 1)];
    step_inputs_->read(motion_[k], k);
    for (const auto& [input, motor] : step_inputs_->motors)
      step_inputs_->values[input * lane_count + k] = sample.q[motor] + more(motor, static_cast<int>(k));
  }
  step_.batch(lane_count, step_inputs_->values, step_out_, call_);
}

void CompiledEquations::solve_poses(std::span<const Sample> samples) {
  const MatrixX none = MatrixX::Zero(static_cast<int>(robot_.motor_joints().size()), lanes);
  for (int i = 0; i < most_newton_steps; ++i) {
    step(samples, none);
    double largest = 0;
    for (std::size_t k = 0; k < lane_count; ++k) {
      if (call_[k] != Status::ok) {
        status_[k] = call_[k];
        continue;
      }
      const Twist by = moves(static_cast<int>(k));
      motion_[k].pose.p += by.v;
      motion_[k].pose.R = rotation_from_vector(by.w) * motion_[k].pose.R;
      const double size = std::max(by.v.cwiseAbs().maxCoeff() / robot_.size(), by.w.cwiseAbs().maxCoeff());
      if (i + 1 == most_newton_steps && !(size < last_step)) status_[k] = Status::not_converged;
      largest = std::max(largest, size);
    }
    if (largest < last_step) return;
  }
}

// At the pose a step towards q + c dq is c J^-1 dq; c keeps turns small. Accelerations likewise, beyond those that the
// rates bring along.
void CompiledEquations::solve_rates(std::span<const Sample> samples) {
  const int motors = static_cast<int>(robot_.motor_joints().size());
  MatrixX more(motors, lanes);
  VectorX share(lanes);
  for (int k = 0; k < lanes; ++k) {
    const Sample& sample = samples[std::min(static_cast<std::size_t>(k), samples.size() - 1)];
    share[k] = 1 / (1 + sample.rates.cwiseAbs().maxCoeff());
    more.col(k) = share[k] * sample.rates;
  }
  step(samples, more);
  for (int k = 0; k < lanes; ++k) {
    Twist twist = moves(k);
    motion_[k].twist = {twist.v / share[k], twist.w / share[k]};
    kinematics_inputs_->read(motion_[k], static_cast<std::size_t>(k));
  }
  kinematics_.batch(lane_count, kinematics_inputs_->values, kinematics_out_, call_);
  for (int k = 0; k < lanes; ++k) {
    const std::size_t lane = static_cast<std::size_t>(k);
    if (status_[lane] == Status::ok) status_[lane] = call_[lane];
    const Sample& sample = samples[std::min(lane, samples.size() - 1)];
    for (int i = 0; i < motors; ++i)
      more(i, k) =
          sample.accelerations[i] - kinematics_out_[static_cast<std::size_t>(2 * motors + i) * lane_count + lane];
    share[k] = 1 / (1 + more.col(k).cwiseAbs().maxCoeff());
    more.col(k) *= share[k];
  }
  step(samples, more);
  for (int k = 0; k < lanes; ++k) {
    const Twist change = moves(k);
    motion_[k].acceleration = {change.v / share[k], change.w / share[k]};
  }
}

void CompiledEquations::copy(int k, MatrixX& Y) const {
  const double* at = Y_.data() + k;
  for (int r = 0; r < rows_; ++r)
    for (int c = 0; c < columns_; ++c) Y(r, c) = at[static_cast<std::size_t>(r * columns_ + c) * lane_count];
}

}  // namespace jourdain
