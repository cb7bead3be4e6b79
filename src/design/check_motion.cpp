#include "jourdain/design/check_motion.hpp"

#include "jourdain/design/sizing.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "kinematics/doubtful_rates.hpp"
#include "model/joint_freedoms.hpp"
#include "motion/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace jourdain {
namespace {

constexpr double most_samples = 5e6;
constexpr double longest_step = 0.2;  // of a motor between samples, rad or robot sizes
constexpr int most_distances = 600;   // of all samples, those at which singularities are measured
constexpr double near_share = 0.3;    // of the distance at home: nearer is near, however small that is
constexpr double jump_share = 0.01;   // of the largest acceleration: a jump worth a warning
constexpr double still_share = 1e-6;  // of the largest speed: rest

void keep_high(TimedValue& peak, double value, double t) {
  if (value > peak.value) peak = {value, t};
}
void keep_low(TimedValue& peak, double value, double t) {
  if (value < peak.value) peak = {value, t};
}

std::string angle_or_length(bool length, double value) {
  return length ? fmt::format("{:.4g} mm", 1e3 * value) : fmt::format("{:.4g} deg", value * 180 / M_PI);
}

class Checker {
 public:
  Checker(const Motion& motion, const MotionCheckOptions& options)
      : motion_(motion),
        options_(options),
        robot_(motion.robot()),
        follow_(motion),
        workspace_(robot_),
        forces_(VectorX::Zero(static_cast<int>(robot_.motor_joints().size()))) {
    report_.duration = motion.duration();
    report_.motors.resize(robot_.motor_joints().size());
    last_positions_ = longest_ways_ = forces_;
    longest_at_.resize(robot_.motor_joints().size());
    if (motion.space() == Space::platform) watch_.emplace(robot_, options.near);
    if (options.forces) sizing_.emplace(robot_);
    near_ = std::min(options.near, near_share * singularity_distance(robot_, workspace_).nearest());
  }

  MotionReport run() {
    choose_times();
    const std::size_t stride = std::max<std::size_t>(1, times_.size() / most_distances);
    for (std::size_t k = 0; k < times_.size(); ++k) sample(times_[k], k % stride == 0);
    report_.samples = static_cast<int>(times_.size());
    finish();
    return std::move(report_);
  }

 private:
  // By the rate that is asked for, else by the motion's own course with its peaks.
  void choose_times() {
    if (options_.rate == 0) {
      CourseTimes course = course_times_with_peaks(motion_, options_.forces ? &options_.dynamics : nullptr);
      times_ = std::move(course.times);
      complete_ = course.complete;
      report_.rate = course.rate;
      return;
    }
    const double T = motion_.duration();
    if (!(options_.rate > 0 && options_.rate * T <= most_samples)) {
      throw Error(ErrorKind::usage, fmt::format("{:.6g} samples per second for {:.6g} s are more than {:.0f}",
                                                options_.rate, T, most_samples));
    }
    const int steps = std::max(2, static_cast<int>(std::ceil(options_.rate * T - 1e-9)));
    for (int k = 0; k <= steps; ++k) times_.push_back(T * k / steps);
    report_.rate = options_.rate;
    rate_misses_ = coarse_rate(motion_, options_.rate);
  }

  // The event of a kind and item; the worst stays.
  void note(MotionProblem kind, int item, double badness, double t, std::string message) {
    const auto [entry, is_new] = worst_.try_emplace({kind, item}, badness, report_.events.size());
    if (is_new) {
      report_.events.push_back({kind, t, t, place(), std::move(message)});
    } else if (badness > entry->second.first) {
      entry->second.first = badness;
      MotionEvent& event = report_.events[entry->second.second];
      event = {kind, t, event.first_time, place(), std::move(message)};
    }
  }

  Placement place() const { return robot_.mechanism().output ? workspace_.output_pose() : Placement{}; }

  void sample(double t, bool measure) {
    const Status status = follow_(t, workspace_);
    if (status != Status::ok) {
      const bool singular = status == Status::singular;
      note(singular ? MotionProblem::singular : MotionProblem::unreachable, -1, 0, t, workspace_.explain());
      if (watch_) watch_->skip();
      follows_ = false;
      return;
    }
    if (watch_) watch_->next(workspace_);
    look_at_output(t);
    look_at_motors(t);
    if (RateDoubt doubt = doubtful_rate(robot_, workspace_, Order::acceleration); doubt.excess > 1)
      note(MotionProblem::implausible, -1, doubt.excess, t, std::move(doubt.message));
    look_at_joints(t);
    if (measure) look_at_singularities(t);
    report_.closure_error = std::max(report_.closure_error, workspace_.closure_error(Order::position));
    if (sizing_) look_at_forces(t);
    last_time_ = t;
    follows_ = true;
  }

  void look_at_output(double t) {
    if (!robot_.mechanism().output) return;
    const Twist twist = workspace_.output_twist();
    const Acceleration acceleration = workspace_.output_acceleration();
    const double v = twist.v.norm(), w = twist.w.norm();
    if (follows_) {
      report_.length += (t - last_time_) * (v + last_speed_) / 2;
      report_.turn += (t - last_time_) * (w + last_turn_) / 2;
    }
    last_speed_ = v;
    last_turn_ = w;
    keep_high(report_.speed, v, t);
    keep_high(report_.angular_speed, w, t);
    keep_high(report_.acceleration, acceleration.a.norm(), t);
    if (v > 0) keep_high(report_.path_acceleration, std::abs(acceleration.a.dot(twist.v)) / v, t);
    keep_high(report_.angular_acceleration, acceleration.dw.norm(), t);
  }

  void look_at_motors(double t) {
    for (std::size_t i = 0; i < report_.motors.size(); ++i) {
      MotorUse& use = report_.motors[i];
      const int k = static_cast<int>(i);
      const double q = workspace_.motor_position(k), speed = std::abs(workspace_.motor_velocity(k));
      if (follows_ && std::abs(q - last_positions_[k]) > std::abs(longest_ways_[k])) {
        longest_ways_[k] = q - last_positions_[k];
        longest_at_[i] = {t - last_time_, t};
      }
      last_positions_[k] = q;
      use.lowest = seen_ ? std::min(use.lowest, q) : q;
      use.highest = seen_ ? std::max(use.highest, q) : q;
      keep_high(use.speed, speed, t);
      keep_high(use.acceleration, std::abs(workspace_.motor_acceleration(k)), t);
      const Joint& joint = robot_.mechanism().joints[robot_.motor_joints()[i]];
      const double most = joint.motor->max_speed;
      if (speed > most) {
        const char* unit = is_length(joint.type, 0) ? "m/s" : "rad/s";
        note(MotionProblem::speed, robot_.motor_joints()[i], speed / most, t,
             fmt::format("{} moves at {:.4g} {}, its max_speed is {:.4g} {}", joint.name, speed, unit, most, unit));
      }
    }
    seen_ = true;
  }

  void look_at_joints(double t) {
    const LimitState limit = nearest_limit(robot_, workspace_);
    if (limit.joint >= 0 && (report_.nearest_limit.joint < 0 || limit.margin < report_.nearest_limit.margin)) {
      report_.nearest_limit = limit;
      report_.nearest_limit_time = t;
    }
    if (limit.joint >= 0 && limit.margin < 0) {
      for (const LimitState& beyond : exceeded_limits(robot_, workspace_)) note_limit(beyond, t);
    }
    for (std::size_t j = 0; j < robot_.mechanism().joints.size(); ++j) {
      const Joint& joint = robot_.mechanism().joints[j];
      const JointState state = workspace_.joint(static_cast<int>(j));
      for (int i = 0; i < joint_kind(joint.type).coordinates(); ++i) {
        if (is_length(joint.type, i)) continue;
        if (std::abs(state.rate[i]) > report_.joint_speed.value) report_.fastest_joint = static_cast<int>(j);
        keep_high(report_.joint_speed, std::abs(state.rate[i]), t);
      }
    }
  }

  void note_limit(const LimitState& limit, double t) {
    const Joint& joint = robot_.mechanism().joints[limit.joint];
    const bool length = limit.freedom >= 0 && is_length(joint.type, limit.freedom);
    const double beyond = -limit.margin * (length ? robot_.size() : 1.0);
    const double bound = limit.value > limit.upper ? limit.upper : limit.lower;
    note(MotionProblem::limit, limit.joint * 4 + limit.freedom + 1, -limit.margin, t,
         fmt::format("{}{} is {} beyond its {} of {}", joint.name,
                     limit.freedom > 0 ? fmt::format(" (freedom {})", limit.freedom + 1) : "",
                     angle_or_length(length, beyond), limit.freedom < 0 ? "cone" : "limit",
                     angle_or_length(length, bound)));
  }

  void look_at_singularities(double t) {
    const SingularityReport distance = singularity_distance(robot_, workspace_);
    keep_low(report_.type1, distance.type1, t);
    keep_low(report_.type2, distance.type2, t);
    keep_low(report_.constraint, distance.constraint, t);
    if (distance.nearest() < near_) {
      note(MotionProblem::near_singularity, -1, -distance.nearest(), t,
           fmt::format("distance {:.3g} (0: at it, 1: far)", distance.nearest()));
    }
  }

  void look_at_forces(double t) {
    const Status status = inverse_dynamics(robot_, workspace_, forces_, options_.dynamics);
    if (status != Status::ok || sizing_->add(workspace_, forces_, t) != Status::ok) {
      note(status == Status::limit ? MotionProblem::force : MotionProblem::singular, -1, 0, t, workspace_.explain());
      return;
    }
    for (std::size_t i = 0; i < report_.motors.size(); ++i) {
      keep_high(report_.motors[i].force, std::abs(forces_[static_cast<Eigen::Index>(i)]), t);
    }
  }

  // What is known only at the end.
  void finish() {
    const double T = motion_.duration();
    if (watch_) {
      for (const PathEvent& event : watch_->report().events) note_path(event);
    }
    if (sizing_) note_forces();
    note_jumps(T);
    note_acceleration_jumps(T);
    note_coarseness();
    std::stable_sort(report_.events.begin(), report_.events.end(),
                     [](const MotionEvent& a, const MotionEvent& b) { return a.first_time < b.first_time; });
  }

  void note_path(const PathEvent& event) {
    const std::size_t last = times_.size() - 1,
                      at = std::min(static_cast<std::size_t>(std::max(event.sample, 0)), last);
    const double t = times_[at] + event.fraction * (times_[std::min(at + 1, last)] - times_[at]);
    PlatformState state;
    if (motion_.at(t, state) == Status::ok) follow_(t, workspace_, Order::position);
    switch (event.kind) {
      case PathEventKind::unreachable: return note(MotionProblem::unreachable, -2, 0, t, event.message);
      case PathEventKind::type1_crossing:
      case PathEventKind::type2_crossing: return note(MotionProblem::singular, -2, 0, t, event.message);
      case PathEventKind::branch_jump: return note(MotionProblem::branch, -2, 0, t, event.message);
      case PathEventKind::near_singularity:
        return note(MotionProblem::near_singularity, -1, -event.value, t, event.message);
      case PathEventKind::limit: return;
    }
  }

  void note_forces() {
    for (const MotorSizing& motor : sizing_->report().motors) {
      const Joint& joint = robot_.mechanism().joints[motor.joint];
      const char* unit = is_length(joint.type, 0) ? "N" : "N m";
      if (motor.force_share > 1) {
        note_at(MotionProblem::force, motor.at_joint.force.time,
                fmt::format("{} needs {:.4g} {}, its max_force is {:.4g} {}", joint.name,
                            std::abs(motor.at_joint.force.value), unit, joint.motor->max_force, unit));
      }
      if (motor.line_share.value > 1) {
        note_at(MotionProblem::force, motor.line_share.time,
                fmt::format("{} needs {:.0f} % of what its force-speed line gives", joint.name,
                            100 * motor.line_share.value));
      }
    }
  }

  void note_at(MotionProblem kind, double t, std::string message) {
    follow_(t, workspace_, Order::position);
    report_.events.push_back({kind, t, t, place(), std::move(message)});
  }

  // Rest before and behind a motion that is not at rest there is a jump in velocity.
  void note_jumps(double T) {
    if (motion_.periodic()) return;
    const int n = motion_.coordinates().size();
    MatrixX jet(n, 3);
    double largest = 0;
    for (const MotorUse& use : report_.motors) largest = std::max(largest, use.speed.value);
    largest = std::max({largest, report_.speed.value / robot_.size(), report_.angular_speed.value});
    for (double t : {0.0, T}) {
      motion_.curve().at(t, Jet{jet.col(0), jet.col(1), jet.col(2)});
      double speed = 0;
      for (int i = 0; i < n; ++i) {
        const double unit = motion_.coordinates().is_length(i) ? robot_.size() : 1.0;
        speed = std::max(speed, std::abs(jet(i, 1)) / unit);
      }
      if (speed > still_share * largest) {
        note_at(MotionProblem::jump, t,
                fmt::format("the motion {} at speed: the robot must be {}", t > 0 ? "ends" : "begins",
                            t > 0 ? "stopped behind it" : "brought to it first"));
      }
    }
  }

  // Accelerations of the motion's coordinates at a time, zero where it rests outside of its duration; lengths over
  // the robot's size.
  VectorX accelerations_at(double t) const {
    const int n = motion_.coordinates().size();
    MatrixX jet = MatrixX::Zero(n, 3);
    if (t >= 0 && t <= motion_.duration()) motion_.curve().at(t, Jet{jet.col(0), jet.col(1), jet.col(2)});
    VectorX result = jet.col(2);
    for (int i = 0; i < n; ++i) {
      if (motion_.coordinates().is_length(i)) result[i] /= robot_.size();
    }
    return result;
  }

  // Accelerations on both sides of the curve's knots; one that is periodic goes on with its beginning.
  void note_acceleration_jumps(double T) {
    double most = 0, largest = 0, at = 0;
    int places = 0;
    std::vector<std::pair<double, double>> jumps;
    for (const double knot : motion_.curve().knots()) {
      const double step = 1e-7 * T;
      double before = knot - step, behind = knot + step;
      if (motion_.periodic() && before < 0) before += T;
      if (motion_.periodic() && behind > T) behind -= T;
      const VectorX a = accelerations_at(before), b = accelerations_at(behind);
      most = std::max({most, a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff()});
      jumps.emplace_back((a - b).cwiseAbs().maxCoeff(), knot);
    }
    for (int k = 0; k <= 200; ++k) most = std::max(most, accelerations_at(T * k / 200).cwiseAbs().maxCoeff());
    for (const auto& [jump, knot] : jumps) {
      if (!(jump > jump_share * most)) continue;
      ++places;
      if (jump > largest) largest = jump, at = knot;
    }
    if (places == 0) return;
    note_at(
        MotionProblem::force_jump, at,
        fmt::format("the acceleration jumps by {:.0f} % of its largest value{}: no drive with a lag follows that; "
                    "the profiles sine, quintic and double-s begin and end without",
                    100 * largest / most, places > 1 ? fmt::format(", here and at {} other times", places - 1) : ""));
  }

  void note_coarseness() {
    if (!complete_ || !rate_misses_.empty()) {
      note_at(
          MotionProblem::coarse, 0,
          complete_ ? rate_misses_ : "the motion has too many waves to look at each of them: something may be missed");
      return;
    }
    for (std::size_t i = 0; i < report_.motors.size(); ++i) {
      const Joint& joint = robot_.mechanism().joints[robot_.motor_joints()[i]];
      const bool length = is_length(joint.type, 0);
      const double way = std::abs(longest_ways_[static_cast<Eigen::Index>(i)]);
      if (!(way > longest_step * (length ? robot_.size() : 1.0))) continue;
      note(MotionProblem::coarse, -1, way, longest_at_[i].second,
           fmt::format("{} moves by {} between two samples, {:.3g} s apart: something may be missed", joint.name,
                       angle_or_length(length, way), longest_at_[i].first));
    }
  }

  const Motion& motion_;
  const MotionCheckOptions& options_;
  const Robot& robot_;
  Follower follow_;
  Workspace workspace_;
  VectorX forces_;
  std::optional<PathWatch> watch_;
  std::optional<Sizing> sizing_;
  MotionReport report_;
  std::map<std::pair<MotionProblem, int>, std::pair<double, std::size_t>> worst_;
  double near_ = 0;
  bool seen_ = false, follows_ = false;
  double last_time_ = 0, last_speed_ = 0, last_turn_ = 0;
  std::vector<double> times_;
  bool complete_ = true;                               // the times are close enough for all waves
  std::string rate_misses_;                            // what the rate that is asked for steps over
  VectorX last_positions_, longest_ways_;              // of the motors
  std::vector<std::pair<double, double>> longest_at_;  // step and time of the longest way between two samples
};

}  // namespace

std::string_view to_string(MotionProblem problem) {
  switch (problem) {
    case MotionProblem::unreachable: return "unreachable";
    case MotionProblem::singular: return "singularity";
    case MotionProblem::near_singularity: return "near singularity";
    case MotionProblem::branch: return "branch change";
    case MotionProblem::limit: return "limit";
    case MotionProblem::speed: return "motor speed";
    case MotionProblem::force: return "motor force";
    case MotionProblem::jump: return "not at rest";
    case MotionProblem::force_jump: return "acceleration jumps";
    case MotionProblem::coarse: return "coarse check";
    case MotionProblem::implausible: return "very fast";
  }
  return "";
}

bool MotionReport::ok() const {
  return std::all_of(events.begin(), events.end(), [](const MotionEvent& event) { return event.is_warning(); });
}

MotionReport check_motion(const Motion& motion, const MotionCheckOptions& options) {
  return Checker(motion, options).run();
}

std::string describe(const Robot& robot, const MotionEvent& event) {
  std::string at;
  // The place that was reached last; a motion that does not begin has none.
  const bool has_place = event.kind != MotionProblem::unreachable || event.time > 0;
  if (robot.mechanism().output && has_place) {
    const Vector3 angles = cardan_from_rotation(event.pose.R);
    for (Move move : robot.mechanism().output->moves) {
      const int c = static_cast<int>(move);
      // Round-off is no coordinate.
      const double value = c < 3 ? event.pose.p[c] : angles[c - 3];
      const double shown = std::abs(value) < 1e-9 * (c < 3 ? robot.size() : 1.0) ? 0 : value;
      at += fmt::format("{}{} {}", at.empty() ? " at " : ", ", to_string(move), angle_or_length(c < 3, shown));
    }
  }
  const std::string from =
      event.first_time < event.time ? fmt::format(" (from t = {:.4g} s on)", event.first_time) : std::string();
  const std::string kind(to_string(event.kind));
  const std::string what = event.message.starts_with(kind) ? event.message : fmt::format("{}: {}", kind, event.message);
  return fmt::format("t = {:.4g} s{}: {}{}", event.time, at, what, from);
}

}  // namespace jourdain
