// Numbers in brackets are equations of docs/theory.md, section 18.
#include "jourdain/simulation/plant.hpp"

#include "jourdain/core/error.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/pose_rates.hpp"
#include "simulation/plant_data.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double rest_share = 1e-8;     // of the slow rate: slower joints may stick
constexpr double shortest_step = 1e-9;  // of the horizon
// Steps, taken or not, of one call of advance(): a bound for joints that stick and slip without end.
constexpr long fewest_allowed = 20000;
constexpr double allowed_per_second = 1e6;
constexpr double break_away_share = 1e-9;  // of the bound, within which friction is at it
constexpr double drop_resolution = 1e-3;   // of the horizon: where friction falls at once, when it does
constexpr int most_corrections = 6;        // of the forces of resting joints in one evaluation
constexpr double small_correction = 1e-3;  // of the bound: what the response of an earlier state is good enough for
constexpr double stale_share = 1e-2;       // of one correction in the next, above which the response is measured anew

}  // namespace

Plant::Data::Data(const Robot& robot, const PlantOptions& wanted)
    : mechanics(robot),
      options(wanted),
      pair(runge_kutta_pair(wanted.integrator)),
      box(static_cast<int>(mechanics.axes().size())) {
  const RobotData& data = data_of(robot);
  // Rates count in errors with the way that they lead to in the horizon.
  horizon = options.horizon > 0 ? options.horizon : 1 / data.slow_rate;
  next_step = 1e-3 * horizon;
  const int motors = static_cast<int>(data.motor_joints.size());
  const int count = static_cast<int>(mechanics.axes().size());
  y = trial = stage = VectorX::Zero(mechanics.size());
  slopes.assign(static_cast<std::size_t>(pair.stages), y);
  motor_positions = rates = forces = losses = VectorX::Zero(motors);
  resistance = bound = axis_rates = axis_accelerations = start_rates = resistance_at_start = tolerance =
      VectorX::Zero(count);
  low_rates = high_rates = axis_rates;
  for (int s = 0; s < count; ++s) {
    const DryAxis& axis = mechanics.axes()[s];
    const bool slides = is_length(data.mechanism.joints[axis.joint].type, axis.freedom);
    // Where friction falls with the rate, every evaluation must know the rates (18.2).
    has_stribeck = has_stribeck || (axis.stribeck_speed > 0 && axis.breakaway > axis.coulomb);
    // Slower than this is rest, a share of the robot's slow rate.
    tolerance[s] = rest_share * data.slow_rate * (slides ? data.size : 1.0);
  }
  // All memory is made here, for as many resting axes as there are.
  modes.assign(static_cast<std::size_t>(count), Mode::forward);
  resting.reserve(count);
  A = MatrixX::Zero(count, count);
  R = MatrixX::Zero(mechanics.freedoms(), count);
  free_accelerations = f = f_bound = before = VectorX::Zero(count);
  if (options.compiled) mechanics.compile(note);
}

Status Plant::Data::read_motors(double t, const MotorForces& motors, bool rates_too) {
  // Rates are read only where something depends on them: generated code gives accelerations without.
  const auto& axes = mechanics.axes();
  if (!mechanics.by_code() || rates_too || has_stribeck || motors.reads_rates()) {
    if (const Status status = mechanics.read_rates(axis_rates, rates, motor_positions); status != Status::ok)
      return status;
  }
  // Motors behind gears: mean force, and a loss that is dry friction of the motor's joint (18.5).
  motors.at(t, rates, forces, losses);
  for (std::size_t s = 0; s < axes.size(); ++s) {
    const int i = static_cast<int>(s);
    const double loss = axes[s].motor >= 0 ? losses[axes[s].motor] : 0.0;
    // The largest at rest.
    bound[i] = axes[s].breakaway + loss;
    // Of an axis that moves: its direction times friction at its rate (18.2).
    if (modes[s] == Mode::rests) continue;
    resistance[i] = static_cast<double>(modes[s]) * (axes[s].moving(axis_rates[i]) + loss);
  }
  return Status::ok;
}

Status Plant::Data::evaluate(double t, const VectorX& at, const MotorForces& motors, VectorX& dy, bool rates_too) {
  ++counters.evaluations;
  Status status = mechanics.move_to(at);
  if (status == Status::ok) status = read_motors(t, motors, rates_too);
  if (status != Status::ok) return status;
  // Resting axes resist with their last forces, which are then put right.
  status = mechanics.accelerate(forces, resistance, at, dy);
  if (status != Status::ok || resting.empty()) return status;
  return correct_resting(at, dy);
}

Status Plant::Data::correct_resting(const VectorX& at, VectorX& dy) {
  // (18.4): A and R are those of an earlier state: small corrections are taken from them, larger ones computed anew.
  const int n = static_cast<int>(resting.size());
  for (int k = 0; k < n; ++k) f_bound[k] = bound[resting[k]];
  double last = 0;
  for (int correction = 0; correction < most_corrections; ++correction) {
    Status status = mechanics.read_accelerations(resting, axis_accelerations);
    if (status != Status::ok) return status;
    for (int k = 0; k < n; ++k) {
      f[k] = before[k] = resistance[resting[k]];
      free_accelerations[k] = axis_accelerations[resting[k]];
    }
    // c = r' + A f, then the box (18.3) from the present forces.
    free_accelerations.head(n).noalias() += A.topLeftCorner(n, n) * before.head(n);
    box.solve(A.topLeftCorner(n, n), free_accelerations.head(n), f_bound.head(n), f.head(n));
    // How much they changed, over their bounds.
    double change = 0;
    for (int k = 0; k < n; ++k) {
      change = std::max(change, std::abs(f[k] - before[k]) / std::max(f_bound[k], 1e-300));
      resistance[resting[k]] = f[k];
    }
    // The error should fall by the change of A since it was measured, far faster than this share.
    if (correction > 0 && change > stale_share * last) stale = true;
    if (change < small_correction && !stale) {
      // u' + R (f - f_next).
      before.head(n) -= f.head(n);
      dy.tail(R.rows()).noalias() += R.leftCols(n) * before.head(n);
      return status;
    }
    status = mechanics.accelerate(forces, resistance, at, dy);
    if (status != Status::ok || change < 1e-8) return status;
    last = change;
  }
  return Status::ok;
}

Status Plant::Data::step(double h, const MotorForces& motors, double& error) {
  // Stages of Runge and Kutta; the last is the new state itself, whose slope begins the next step.
  const int last = pair.stages - 1;
  for (int i = 1; i <= last; ++i) {
    VectorX& target = i == last ? trial : stage;
    target = y;
    for (int j = 0; j < i; ++j) {
      if (pair.weights[i][j] != 0) target += (h * pair.weights[i][j]) * slopes[j];
    }
    if (i == last) mechanics.normalise(trial);
    const Status status = evaluate(time + pair.time[i] * h, target, motors, slopes[i], i == last);
    if (status != Status::ok) return status;
  }
  // The difference of the pair's two methods, positions over the size and rates with the way in the horizon.
  error = 0;
  for (int k = 0; k < static_cast<int>(y.size()); ++k) {
    double difference = 0;
    for (int i = 0; i <= last; ++i) difference += pair.error[i] * slopes[i][k];
    const double way = k < mechanics.positions() ? 1.0 : horizon;
    error = std::max(error, std::abs(h * difference) * way / mechanics.unit(k));
  }
  return std::isfinite(error) ? Status::ok : Status::not_finite;
}

// Against its mode's direction, and not by round-off.
bool Plant::Data::has_turned(int axis, double rate) const {
  const Mode mode = modes[axis];
  return mode != Mode::rests && static_cast<double>(mode) * rate < -tolerance[axis];
}

// A resting axis at its bound that has got a rate within the step.
bool Plant::Data::has_broken_away() const {
  return std::any_of(resting.begin(), resting.end(), [&](int s) {
    return std::abs(resistance[s]) >= (1 - break_away_share) * bound[s] && std::abs(axis_rates[s]) > tolerance[s];
  });
}

// Resting axes in the order of the rows of A.
void Plant::Data::find_resting() {
  resting.clear();
  for (std::size_t s = 0; s < modes.size(); ++s) {
    if (modes[s] == Mode::rests) resting.push_back(static_cast<int>(s));
  }
}

// A and R of (18.1) column by column: accelerations without friction of resting axes, and with one force at a time.
Status Plant::Data::measure_response(const MotorForces& motors) {
  const int n = static_cast<int>(resting.size()), u = mechanics.positions();
  stale = false;
  if (n == 0) return Status::ok;
  Status status = mechanics.move_to(y);
  if (status == Status::ok) status = read_motors(time, motors);
  if (status != Status::ok) return status;
  // c, the accelerations of resting axes without their friction.
  resistance_at_start = resistance;
  for (int k = 0; k < n; ++k) resistance[resting[k]] = 0;
  // `stage` keeps the slopes without friction of resting axes, for the columns of R.
  status = mechanics.accelerate(forces, resistance, y, stage);
  if (status == Status::ok) status = mechanics.read_accelerations(resting, axis_accelerations);
  if (status != Status::ok) return status;
  for (int k = 0; k < n; ++k) free_accelerations[k] = axis_accelerations[resting[k]];
  for (int k = 0; k < n && status == Status::ok; ++k) {
    // A force of the size that matters, so that no digits are lost.
    const double unit = std::max(bound[resting[k]], 1e-6);
    resistance[resting[k]] = unit;
    status = mechanics.accelerate(forces, resistance, y, trial);
    resistance[resting[k]] = 0;
    if (status == Status::ok) status = mechanics.read_accelerations(resting, axis_accelerations);
    for (int i = 0; i < n; ++i) A(i, k) = (free_accelerations[i] - axis_accelerations[resting[i]]) / unit;
    R.col(k) = (stage.tail(R.rows()) - trial.segment(u, R.rows())) / unit;
  }
  // A = N M^-1 N^T is symmetric but for round-off, which the box problem must not see.
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < k; ++i) A(i, k) = A(k, i) = 0.5 * (A(i, k) + A(k, i));
  }
  for (int k = 0; k < n; ++k) resistance[resting[k]] = resistance_at_start[resting[k]];
  return status;
}

// After an event: slow axes rest, axes that were turned round go the other way, and those that rest at their bound and
// are still driven go.
Status Plant::Data::decide_modes(const MotorForces& motors) {
  Status status = mechanics.move_to(y);
  if (status == Status::ok) status = mechanics.read_rates(axis_rates, rates, motor_positions);
  if (status != Status::ok) return status;
  for (std::size_t s = 0; s < modes.size(); ++s) {
    const int i = static_cast<int>(s);
    const double rate = axis_rates[i];
    const bool can_rest = options.stiction || mechanics.axes()[s].coulomb > 0;
    // Without stiction an axis rests by friction of its own, not by its gear's loss.
    if (std::abs(rate) <= tolerance[i] && can_rest) {
      if (modes[s] != Mode::rests) resistance[i] = 0, ++counters.stops;
      modes[s] = Mode::rests;
    } else if (rate * static_cast<double>(modes[s]) <= 0) {
      // It moves against its mode, or from rest: it has turned or broken away.
      if (modes[s] == Mode::rests) ++counters.releases;
      modes[s] = rate > 0 ? Mode::forward : Mode::backward;
    }
  }
  find_resting();
  // The forces of resting axes at this state (18.3).
  fresh = false;
  status = measure_response(motors);
  if (status != Status::ok || resting.empty()) return status;
  const int n = static_cast<int>(resting.size());
  for (int k = 0; k < n; ++k) f_bound[k] = bound[resting[k]], f[k] = resistance[resting[k]];
  box.solve(A.topLeftCorner(n, n), free_accelerations.head(n), f_bound.head(n), f.head(n));
  bool any = false;
  for (int k = 0; k < n; ++k) {
    resistance[resting[k]] = f[k];
    if (std::abs(f[k]) < (1 - break_away_share) * f_bound[k]) continue;
    // At its bound, but held by the others.
    const double open = free_accelerations[k] - A.row(k).head(n).dot(f.head(n));
    if (std::abs(open) <= break_away_share * A(k, k) * f_bound[k]) continue;
    // It goes the way that its friction does not push.
    modes[resting[k]] = f[k] > 0 ? Mode::forward : Mode::backward;
    ++counters.releases;
    any = true;
  }
  // The others once more, with what has left them.
  if (!any) return status;
  find_resting();
  return measure_response(motors);
}

// Rates of resting axes drift by integration: an impulse i with A i = r takes them back, u -> u - R i.
void Plant::Data::hold_resting() {
  const int n = static_cast<int>(resting.size());
  if (n == 0) return;
  double drift = 0;
  for (int k = 0; k < n; ++k) {
    free_accelerations[k] = axis_rates[resting[k]];
    drift = std::max(drift, std::abs(free_accelerations[k]) / tolerance[resting[k]]);
    f_bound[k] = unlimited;
    f[k] = 0;
  }
  // Far below rest nothing is done: an impulse costs the slope at the start of the next step.
  if (drift < 1e-3) return;
  box.solve(A.topLeftCorner(n, n), free_accelerations.head(n), f_bound.head(n), f.head(n));
  y.tail(R.rows()).noalias() -= R.leftCols(n) * f.head(n);
  // Rates change by round-off, accelerations by less: slopes of positions are all that is to be made anew.
  mechanics.position_slopes(y, slopes[0]);
  for (int k = 0; k < n; ++k) axis_rates[resting[k]] = 0;
  fresh = fresh && drift < 1e3;
}

// Linear between both ends; the earliest of all axes that have turned.
double Plant::Data::first_crossing() const {
  double first = 1;
  for (int s = 0; s < static_cast<int>(modes.size()); ++s) {
    if (!has_turned(s, high_rates[s])) continue;
    const double direction = static_cast<double>(modes[s]);
    const double before_stop = direction * low_rates[s], after_stop = direction * high_rates[s];
    // A joint that has just begun to move has no rate yet to go by.
    first = std::min(first, before_stop > tolerance[s] ? before_stop / (before_stop - after_stop) : 0.5);
  }
  return first;
}

Status Plant::Data::locate_stop(double h, const MotorForces& motors, double& located) {
  // False position between `low`, where none has turned, and `high`; an end that stays twice counts half (Illinois).
  // The last end is accepted in any case: the step then ends as near to the event as steps can.
  double low = 0, high = h;
  located = h;
  low_rates = start_rates;
  high_rates = axis_rates;
  int same_side = 0;
  for (int attempt = 0; attempt < 60 && high - low >= shortest_step * horizon; ++attempt) {
    located = low + std::clamp(first_crossing(), 1e-3, 0.999) * (high - low);
    double error = 0;
    if (const Status status = step(located, motors, error); status != Status::ok) return status;
    bool turned = false, near = false;
    for (int s = 0; s < static_cast<int>(modes.size()); ++s) {
      turned = turned || has_turned(s, axis_rates[s]);
      near = near || (modes[s] != Mode::rests && std::abs(axis_rates[s]) <= tolerance[s] &&
                      std::abs(start_rates[s]) > tolerance[s]);
    }
    // Found: an axis that moved at the start is as slow as rest, and none has gone beyond.
    if (!turned && near) return Status::ok;
    if (turned) {
      // Too far.
      high = located;
      high_rates = axis_rates;
      same_side = std::max(same_side, 0) + 1;
      if (same_side > 1) low_rates *= 0.5;
    } else {
      low = located;
      low_rates = axis_rates;
      same_side = std::min(same_side, 0) - 1;
      if (same_side < -1) high_rates *= 0.5;
    }
  }
  return Status::ok;
}

Status Plant::Data::advance_once(double until, const MotorForces& motors) {
  if (!fresh) {
    if (const Status status = evaluate(time, y, motors, slopes[0]); status != Status::ok) return status;
    fresh = true;
  }
  // What a step that is not taken is put back to.
  start_rates = axis_rates;
  resistance_at_start = resistance;
  const double longest = options.longest_step > 0 ? options.longest_step : unlimited;
  double h = std::min({next_step, longest, until - time});
  // A last step that is not much longer than the others.
  if (until - time < 1.1 * h) h = until - time;
  for (;;) {
    double error = 0;
    Status status = step(h, motors, error);
    const double ratio = options.tolerance / std::max(error, 1e-300);
    // Accurate: what happened in it?
    if (status == Status::ok && ratio >= 1) {
      double length = h;
      bool turned = false;
      for (int s = 0; s < static_cast<int>(modes.size()) && !turned; ++s) turned = has_turned(s, axis_rates[s]);
      if (turned) status = locate_stop(h, motors, length);
      // Break-away somewhere in a long step is looked for in a shorter one: friction falls there (18.2).
      const bool broke = status == Status::ok && has_broken_away();
      if (status == Status::ok && !(broke && length > drop_resolution * horizon && !resting.empty())) {
        ++counters.steps;
        const bool to_end = length == h && h >= until - time;
        time = to_end ? until : time + length;
        y = trial;
        std::swap(slopes[0], slopes[pair.stages - 1]);
        if (length == h) {
          // A step that the end cut short says nothing against longer ones.
          const double best = 0.9 * h * std::pow(ratio, 1 / pair.error_order);
          next_step = std::clamp(best, 0.2 * h, std::max(5 * h, to_end ? next_step : 0.0));
        }
        // An event ends the step; else resting axes are held, with a new response if theirs is old.
        if (turned || broke) return decide_modes(motors);
        hold_resting();
        return resting.empty() || !stale ? Status::ok : measure_response(motors);
      }
      if (status == Status::ok) next_step = h = 0.25 * h;
    }
    // Out of reach or singular on the way: a shorter step may stay this side of it.
    if (status != Status::ok) h *= 0.25;
    if (status == Status::ok && ratio < 1) h *= std::clamp(0.9 * std::pow(ratio, 1 / pair.error_order), 0.1, 0.5);
    ++counters.rejected;
    resistance = resistance_at_start;
    if (h < shortest_step * horizon) {
      // Back at the last good state.
      const Status reason = status != Status::ok ? status : Status::not_converged;
      (void)evaluate(time, y, motors, slopes[0]);
      return reason;
    }
  }
}

Plant::Plant(const Robot& robot, const PlantOptions& options) : data_(std::make_unique<Data>(robot, options)) {}
Plant::Plant(Plant&&) noexcept = default;
Plant& Plant::operator=(Plant&&) noexcept = default;
Plant::~Plant() = default;

// Modes from the rates' signs; what rests is decided as after an event.
Status Plant::start(const Workspace& at, double time, const MotorForces& forces) {
  Data& d = *data_;
  if (&data_of(at.robot()) != &data_of(d.mechanics.robot())) return Status::inconsistent;
  if (!at.has(Order::velocity)) return Status::not_computed;
  d.mechanics.workspace() = at;
  d.mechanics.read_state(d.y);
  d.time = time;
  d.fresh = false;
  d.resistance.setZero();
  // Working modes are constants of generated code.
  if (d.mechanics.is_compiled() && !in_home_modes(data_of(at.robot()), state_of(at).tree)) {
    d.mechanics.leave_code();
    d.note = "generated code knows the working modes of home only; the general engine is used";
  }
  Status status = d.mechanics.move_to(d.y);
  if (status == Status::ok) status = d.mechanics.read_rates(d.axis_rates, d.rates, d.motor_positions);
  if (status != Status::ok) return status;
  for (std::size_t s = 0; s < d.modes.size(); ++s) {
    d.modes[s] = d.axis_rates[static_cast<int>(s)] < 0 ? Data::Mode::backward : Data::Mode::forward;
  }
  return d.decide_modes(forces);
}

// Steps up to `until` exactly; a jump of the forces makes the slope at the start anew.
Status Plant::advance(double until, const MotorForces& forces, bool jump) {
  Data& d = *data_;
  if (!std::isfinite(until)) return Status::not_finite;
  if (jump) d.fresh = false;
  // Joints that stick and slip without end use up a number of steps, not the caller's patience.
  const double duration = until - d.time;
  const long most = fewest_allowed + static_cast<long>(std::min(duration * allowed_per_second, 1e12));
  const long before = d.counters.steps + d.counters.rejected;
  while (until - d.time > shortest_step * d.horizon) {
    if (d.counters.steps + d.counters.rejected - before > most) return Status::not_converged;
    if (const Status status = d.advance_once(until, forces); status != Status::ok) return status;
  }
  d.time = until;
  // The workspace has the motion of the end, from generated code that of the platform.
  if (!d.fresh || (!d.resting.empty() && !d.mechanics.by_code())) {
    if (const Status status = d.evaluate(d.time, d.y, forces, d.slopes[0]); status != Status::ok) return status;
    d.fresh = true;
  }
  if (d.mechanics.by_code()) d.mechanics.hold(d.y, d.slopes[0]);
  return Status::ok;
}

double Plant::time() const { return data_->time; }
const VectorX& Plant::motor_positions() const { return data_->motor_positions; }

const Workspace& Plant::workspace() const { return data_->mechanics.workspace(); }

Status Plant::body_motions() { return jourdain::body_motions(data_->mechanics.robot(), data_->mechanics.workspace()); }

Placement Plant::output_pose() const {
  return data_->mechanics.is_platform() ? data_->mechanics.pose_of(data_->y) : workspace().output_pose();
}
const VectorX& Plant::motor_rates() const { return data_->rates; }
const PlantCounters& Plant::counters() const { return data_->counters; }
const std::string& Plant::note() const { return data_->note; }
bool Plant::is_compiled() const { return data_->mechanics.is_compiled(); }
int Plant::sticking() const { return static_cast<int>(data_->resting.size()); }

bool Plant::sticks(int joint, int freedom) const {
  return std::any_of(data_->resting.begin(), data_->resting.end(), [&](int s) {
    const DryAxis& axis = data_->mechanics.axes()[s];
    return axis.joint == joint && axis.freedom == freedom;
  });
}

void Plant::set_payload(const Inertial& payload) {
  const Robot& robot = data_->mechanics.robot();
  Mechanism mechanism = robot.mechanism();
  if (!mechanism.output) throw Error(ErrorKind::usage, "a payload needs a platform or an end point");
  mechanism.output->payload = payload;
  // Generated code has the old values as constants; friction stays with the axes.
  data_->mechanics.leave_code();
  const ModelParameters<double> model = model_parameters(mechanism, robot.tree());
  data_->mechanics.set_parameters(tree_parameters(mechanism, robot.tree(), model));
  data_->fresh = false;
}

void Plant::set_loads(std::span<const BodyLoad> loads) {
  data_->loads.assign(loads.begin(), loads.end());
  data_->mechanics.options().loads = data_->loads;
  // Forces on bodies are no inputs of generated code.
  if (!data_->loads.empty()) data_->mechanics.leave_code();
  data_->fresh = false;
}

}  // namespace jourdain
