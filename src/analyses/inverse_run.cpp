#include "analyses/inverse_run.hpp"

#include "analyses/words.hpp"
#include "jourdain/trace/compiled_dynamics.hpp"
#include "kinematics/sides.hpp"
#include "legs/robot_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

// Of values that differ by rounding errors the first counts as the largest.
constexpr double clearly = 1 + 1e-9;
// Rates and accelerations above this (SI) are left to the engine, which refuses what is not plausible.
constexpr double largest_motion = 1e50;

std::vector<RowColumn> force_columns(const Robot& robot, bool has_time, const ForceQuestion& question,
                                     const std::vector<RodForce>& rods) {
  std::vector<RowColumn> columns;
  if (has_time) columns.push_back({"t", Measure::time});
  for (std::size_t f = 0; f < question.formulations.size(); ++f) {
    const std::string suffix = f == 0 ? "" : ":" + word_of(question.formulations[f]);
    for (std::size_t k = 0; k < robot.motor_joints().size(); ++k)
      columns.push_back({column_name(robot.mechanism(), robot.motor_joints()[k]) + suffix,
                         force_measure(motor_slides(robot, static_cast<int>(k)))});
  }
  if (question.conditioning) columns.push_back({"digits_lost"});
  if (!question.reactions) return columns;
  for (const Joint& joint : robot.mechanism().joints) {
    const auto add = [&](Measure measure, std::initializer_list<const char*> parts) {
      for (const char* part : parts) columns.push_back({fmt::format("{}:{}", joint.name, part), measure});
    };
    add(Measure::force, {"fx", "fy", "fz"});
    add(Measure::torque, {"mx", "my", "mz"});
    add(Measure::force, {"axial", "radial"});
    add(Measure::torque, {"about_axis", "tilting"});
  }
  for (const RodForce& rod : rods)
    columns.push_back({robot.mechanism().bodies[rod.body].name + ":tension", Measure::force});
  return columns;
}

// Where the numbers of a row stand.
struct ForceLayout {
  ForceLayout(const Robot& robot, bool has_time, const ForceQuestion& question, std::size_t columns)
      : time(has_time ? 1 : 0),
        motors(robot.motor_joints().size()),
        loads(time + motors * question.formulations.size() + (question.conditioning ? 1 : 0)),
        rates(columns),
        digits(rates + motors),
        by_engine(digits + 1),
        residual(by_engine + 1),
        besides(residual + 1 - columns) {}
  std::size_t time, motors, loads, rates, digits, by_engine, residual, besides;
};

class ForceSolver final : public RowSolver {
 public:
  ForceSolver(const Robot& robot, const ForceQuestion& question, const ForceLayout& layout,
              const CompiledDynamics* code)
      : robot_(robot),
        question_(question),
        layout_(layout),
        options_(question.load.options),
        forces_(robot.motor_joints().size()) {
    if (code) code_.emplace(*code);
  }

  void solve(const MotionTable& motion, std::size_t row, Workspace& ws, double* numbers) override {
    double* at = numbers;
    if (layout_.time) *at++ = motion.time()[row];
    const int by_engine = code_ ? code_->answered_by_engine() : 0;
    if (answer(motion, row, ws) != Status::ok) refuse_row(robot_, question_.motion, motion, row, ws);
    const double conditioning = ws.report().conditioning;
    for (const Formulation formulation : question_.formulations) {
      if (formulation != Formulation::virtual_power &&
          inverse_dynamics_by(formulation, robot_, ws, forces_, options_) != Status::ok)
        refuse_row(robot_, question_.motion, motion, row, ws, fmt::format("{}: ", word_of(formulation)));
      if (at == numbers + layout_.time) first_ = forces_;
      at = std::copy(forces_.begin(), forces_.end(), at);
    }
    const bool by_code = code_ && code_->is_compiled();
    const double digits = by_code ? std::numeric_limits<double>::quiet_NaN() : std::max(0.0, -std::log10(conditioning));
    if (question_.conditioning) *at++ = digits;
    numbers[layout_.residual] = question_.reactions ? add_loads(motion, row, ws, at) : 0;
    if (body_motions(robot_, ws, Order::velocity) != Status::ok) refuse_row(robot_, question_.motion, motion, row, ws);
    for (int k = 0; k < static_cast<int>(forces_.size()); ++k)
      numbers[layout_.rates + static_cast<std::size_t>(k)] = ws.motor_velocity(k);
    numbers[layout_.digits] = digits;
    numbers[layout_.by_engine] = code_ ? code_->answered_by_engine() - by_engine : 0;
  }

 private:
  // Straight from the output's motion where there is one: joints follow as far as somebody asks for them.
  Status answer(const MotionTable& motion, std::size_t row, Workspace& ws) {
    if (const StateTable* states = motion.states()) {
      const PlatformState& here = states->motions[row];
      if (!code_) return inverse_dynamics(robot_, here, ws, forces_, options_);
      const double most =
          std::max(here.acceleration.a.lpNorm<Eigen::Infinity>(), here.acceleration.dw.lpNorm<Eigen::Infinity>());
      if (code_->takes_motion() && most < largest_motion) {
        const Status status = inverse_kinematics(robot_, here, ws, Order::velocity);
        return status == Status::ok ? (*code_)(here, ws, forces_) : status;
      }
    }
    go_to(robot_, question_.motion, motion, row, ws, Order::acceleration);
    return code_ ? (*code_)(ws, forces_) : inverse_dynamics(robot_, ws, forces_, options_);
  }

  double add_loads(const MotionTable& motion, std::size_t row, Workspace& ws, double* at) {
    Reactions reactions;
    if (body_motions(robot_, ws) != Status::ok ||
        joint_reactions(robot_, ws, first_, reactions, options_) != Status::ok)
      throw Error(ErrorKind::numerical,
                  place(question_.motion, motion, row) + "the joint loads do not follow from these forces");
    for (std::size_t j = 0; j < reactions.joints.size(); ++j) {
      at = std::copy(reactions.joints[j].force.begin(), reactions.joints[j].force.end(), at);
      at = std::copy(reactions.joints[j].moment.begin(), reactions.joints[j].moment.end(), at);
      const AxialLoad load = in_joint_axes(robot_, ws, static_cast<int>(j), reactions.joints[j]);
      for (const double part : {load.axial, load.radial, load.about_axis, load.tilting}) *at++ = part;
    }
    for (const RodForce& rod : rod_forces(robot_, ws, reactions)) *at++ = rod.tension;
    return reactions.residual;
  }

  const Robot& robot_;
  const ForceQuestion& question_;
  const ForceLayout& layout_;
  const DynamicsOptions& options_;
  VectorX forces_, first_;
  std::optional<CompiledDynamics> code_;
};

// Totals of the rows, in their order.
class ForceFold {
 public:
  ForceFold(const Robot& robot, const ForceQuestion& question, const ForceLayout& layout)
      : robot_(robot), question_(question), layout_(layout), picture_(layout.motors) {
    run.motors.resize(layout.motors);
    comparisons_.resize(question.formulations.size() - 1);
    if (question.reactions) run.joints.resize(robot.mechanism().joints.size());
    if (question.full) {
      loss_.emplace(*question.full, robot, question.formulations.front());
      full_.emplace(*question.full);
    }
  }

  void take(const AnsweredRow& row) {
    const RowPlace here = place_of(row.motion, row.row);
    const std::optional<double> time = layout_.time ? std::optional(here.time) : std::nullopt;
    log_.accept(time);
    const double* forces = row.numbers + layout_.time;
    for (std::size_t k = 0; k < layout_.motors; ++k) {
      run.motors[k].force.add(forces[k], here);
      run.motors[k].speed.add(row.numbers[layout_.rates + k], here);
      run.motors[k].squares.add(forces[k], log_);
    }
    if (row.numbers[layout_.digits] > run.digits_lost) {
      run.digits_lost = row.numbers[layout_.digits];
      run.digits_at = here;
    }
    run.refused_by_code += static_cast<std::size_t>(row.numbers[layout_.by_engine]);
    for (std::size_t f = 0; f < comparisons_.size(); ++f) {
      const auto before = comparisons_[f].row();
      comparisons_[f].add({forces, layout_.motors}, {forces + (f + 1) * layout_.motors, layout_.motors});
      run.differences_at.resize(comparisons_.size());
      if (rows_ == 0 || comparisons_[f].row() != before) run.differences_at[f] = here;
    }
    if (rows_ == 0) run.first.assign(forces, forces + layout_.motors * question_.formulations.size());
    if (question_.reactions) take_loads(row, here);
    if (loss_) take_loss(row, here, time);
    picture_.add(time, forces);
    ++rows_;
  }

  ForceRun finish() {
    for (MotorTotals& motor : run.motors) motor.rms = motor.squares.value(log_);
    for (const ForceComparison& comparison : comparisons_) run.differences.push_back(comparison.result());
    if (loss_) run.loss = loss_->report();
    run.picture_x = std::move(picture_.x);
    run.picture_y = std::move(picture_.y);
    return std::move(run);
  }

  ForceRun run;

 private:
  void take_loads(const AnsweredRow& row, const RowPlace& here) {
    if (rows_ == 0) first_loads(row);
    run.residual = std::max(run.residual, row.numbers[layout_.residual]);
    const double* at = row.numbers + layout_.loads;
    for (JointLoads& joint : run.joints) {
      joint.last_force = Vector3(at[0], at[1], at[2]);
      joint.last_moment = Vector3(at[3], at[4], at[5]);
      joint.force.add(joint.last_force.norm(), here);
      joint.moment.add(joint.last_moment.norm(), here);
      at += 6;
      for (RowExtremes* part : {&joint.axial, &joint.radial, &joint.about_axis, &joint.tilting}) part->add(*at++, here);
    }
    for (RowExtremes& tension : run.tensions) tension.add(*at++, here);
  }

  // What is unique and why, and which bodies are rods, is the same at all rows.
  void first_loads(const AnsweredRow& row) {
    Workspace ws(robot_);
    Reactions reactions;
    const VectorX forces =
        Eigen::Map<const VectorX>(row.numbers + layout_.time, static_cast<Eigen::Index>(layout_.motors));
    if (row.motion.go_to(row.row, robot_, ws, Order::acceleration) != Status::ok ||
        joint_reactions(robot_, ws, forces, reactions, question_.load.options) != Status::ok)
      throw Error(ErrorKind::numerical,
                  place(question_.motion, row.motion, row.row) + "the joint loads do not follow from these forces");
    run.rods = rod_forces(robot_, ws, reactions);
    run.tensions.resize(run.rods.size());
    run.first_reactions = std::move(reactions);
  }

  void take_loss(const AnsweredRow& row, const RowPlace& here, std::optional<double> time) {
    go_to(*question_.full, question_.motion, row.motion, row.row, *full_, Order::acceleration);
    const PlatformState state{full_->output_pose(), full_->output_twist(), full_->output_acceleration()};
    if (loss_->add(state, question_.load.options, time) != Status::ok)
      refuse_row(*question_.full, question_.motion, row.motion, row.row, *full_);
    run.loss_places.push_back(here);
  }

  const Robot& robot_;
  const ForceQuestion& question_;
  const ForceLayout& layout_;
  StateLog log_;
  std::vector<ForceComparison> comparisons_;
  std::optional<SimplificationLoss> loss_;
  std::optional<Workspace> full_;
  PictureRows picture_;
  std::size_t rows_ = 0;
};

}  // namespace

std::string word_of(Formulation formulation) {
  std::string text(to_string(formulation));
  std::ranges::replace(text, '_', '-');
  return text;
}

std::vector<Formulation> chosen_formulations(const Robot& robot, const std::string& word) {
  std::vector<Formulation> chosen;
  for (const Formulation f : all_formulations)
    if (word == "all" || word_of(f) == word) chosen.push_back(f);
  const auto foreign = [&](Formulation f) {
    const bool bars = f == Formulation::bars || f == Formulation::bars_simplified;
    return bars && data_of(robot).delta_limbs.empty();
  };
  if (word == "all") {
    std::erase_if(chosen, foreign);
  } else if (foreign(chosen.front())) {
    throw Error(ErrorKind::usage,
                fmt::format("--formulation {}: '{}' is no DELTA: a platform that only translates, on arms or carriages "
                            "with parallelograms",
                            word, robot.mechanism().name));
  }
  return chosen;
}

void RowExtremes::add(double value, const RowPlace& place) {
  if (value < least) least = value, least_at = place;
  if (value > most) most = value, most_at = place;
  if (std::abs(value) > std::abs(largest) * clearly) largest = value, largest_at = place;
}

ForceRun forces_along(const Robot& robot, StateRows& rows, const ForceQuestion& question, Warnings& warnings,
                      const Job& job) {
  std::vector<RodForce> rods;
  if (question.reactions) {
    Workspace home(robot);
    rods = rod_forces(robot, home, {std::vector<JointReaction>(robot.mechanism().joints.size())});
  }
  const std::vector<RowColumn> columns = force_columns(robot, rows.has_time(), question, rods);
  const ForceLayout layout(robot, rows.has_time(), question, columns.size());
  std::optional<CompiledDynamics> code;
  if (question.compiled) {
    if (job.tell) job.tell("generating and compiling");
    code.emplace(robot, question.load.options);
    if (!code->is_compiled()) warnings.push_back(code->note());
  }
  std::optional<ForceFold> fold;
  RowQuestion all{.columns = columns, .besides = layout.besides, .out = question.out};
  all.watch_path = question.watch_path;
  all.watch_limits = all.watch_fold = true;
  all.make_solver = [&] { return std::make_unique<ForceSolver>(robot, question, layout, code ? &*code : nullptr); };
  std::vector<std::pair<RowColumn, std::size_t>> more;
  if (!code) more.push_back({{"digits_lost"}, layout.digits});
  KeptRows kept(all, rows, more);
  all.begin = [&] {
    kept.begin();
    fold.emplace(robot, question, layout);
  };
  all.take = [&](const AnsweredRow& row) {
    kept.add(row);
    fold->take(row);
  };
  RowTotals totals = rows.run(all, warnings, job);
  ForceRun run = fold->finish();
  run.totals = std::move(totals);
  run.by_code = code && code->is_compiled();
  kept.fill(run.rows);
  return run;
}

}  // namespace jourdain
