#include "jourdain/identification/log.hpp"

#include "identification/logs/log_points.hpp"
#include "identification/signals/sliding_window.hpp"

#include "identification/signals/signals.hpp"
#include "identification/signals/smoothness.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/motion/state_file.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace jourdain {

struct Log::Memory {
  Memory(const Robot& r, const LogSource& s, const LogOptions& o)
      : robot(r), path(s.name), options(o), points(r, s, o, summary), findings(summary), workspace(r) {
    summary.name = path;
    motors = static_cast<int>(r.motor_joints().size());
    for (std::size_t i = 0; i < points.channels().channels.size(); ++i)
      places[static_cast<std::size_t>(points.channels().channels[i].kind)].push_back(static_cast<int>(i));
    summary.rate = 1 / points.step();
    previous = VectorX::Zero(motors);
    summary.clocks = points.channels().clocks;
    prepare();
    at_start = summary;
  }

  // Counts begin again until a first pass is complete.
  void forget() {
    if (told) return;
    const auto [derived, bandwidth] = std::pair(summary.derived, summary.bandwidth);
    summary = at_start;
    summary.derived = derived;
    summary.bandwidth = bandwidth;
    summary.smoothing = options.smoothing;
  }

  bool has(ChannelKind kind) const { return !places[static_cast<std::size_t>(kind)].empty(); }
  bool has_derivatives() const { return has(ChannelKind::rate) && has(ChannelKind::acceleration); }

  // Filter and window for the bandwidth.
  void prepare() {
    filter.reset();
    if (options.bandwidth > 0) filter.emplace(summary.rate, options.bandwidth, options.smoothing);
    summary.derived = filter.has_value();
    summary.bandwidth = options.bandwidth;
    summary.smoothing = options.smoothing;
    delays = VectorX::Zero(motors);
    if (summary.clocks.delays.size() > 0) delays = summary.clocks.delays / points.step();
    const double longest = motors > 0 ? delays.cwiseAbs().maxCoeff() : 0;
    constexpr double most_delay = 1;  // s
    if (!(longest * points.step() <= most_delay))
      throw Error(ErrorKind::input, fmt::format("{}: a force_delay of {:.6g} s: expected milliseconds, at most {} s; a "
                                                "bare number is in s",
                                                printable(path), longest * points.step(), most_delay));
    // A log is longer than what its samples need of their neighbours.
    if (const long rows = points.rough_rows(); !(longest <= static_cast<double>(std::max(rows, 1L))))
      throw Error(ErrorKind::input, fmt::format("{}: a force_delay of {:.6g} s is longer than the log of about {} rows",
                                                printable(path), longest * points.step(), rows));
    half = std::max(filter ? filter->half() : 0, longest > 0 ? static_cast<int>(std::ceil(longest)) + 1 : 0);
    window = SlidingWindow(values_per_point(), half);
  }

  // Positions, forces, and rates and accelerations where they are not derived.
  int values_per_point() const { return motors * (filter ? 2 : 4); }

  void rewind() {
    if (probing) {
      probing = told = findings.silent = false;
      points.speak();
    }
    forget();
    points.rewind();
    workspace.reset();
    smoothness = {};
    window.clear();
    started = false;
    if (!filter && !has_derivatives())
      throw Error(ErrorKind::input,
                  fmt::format("{}: has no columns of rates and accelerations: their bandwidth is needed to derive them "
                              "from the positions",
                              printable(path)));
  }

  // The next point enters the window; false at the end.
  bool advance() {
    if (!points.next(point)) return false;
    if (point.first) {
      window.clear();
      if (!told) ++summary.stretches;
    }
    x.resize(values_per_point());
    if (!positions()) {
      window.clear();
      return true;
    }
    const auto copy = [&](ChannelKind kind, int to) {
      const std::vector<int>& from = places[static_cast<std::size_t>(kind)];
      for (int i = 0; i < motors; ++i) x[to + i] = point.values[from[i]];
    };
    copy(has(ChannelKind::force) ? ChannelKind::force : ChannelKind::current, motors);
    if (!filter) {
      copy(ChannelKind::rate, 2 * motors);
      copy(ChannelKind::acceleration, 3 * motors);
    }
    window.add(x, point.time, point.row);
    if (!told) smoothness.add(x.head(motors), point.first);
    if (!told) {
      summary.duration += point.first ? 0 : point.time - last_time;
      last_time = point.time;
    }
    return true;
  }

  // Motors' coordinates of the point; false if the pose cannot be reached.
  bool positions() {
    if (has(ChannelKind::position)) {
      const std::vector<int>& from = places[static_cast<std::size_t>(ChannelKind::position)];
      for (int i = 0; i < motors; ++i) x[i] = point.values[from[i]];
      unwrap();
      return true;
    }
    MotionValues values;
    Eigen::Vector4d quaternion = Eigen::Vector4d::Zero();
    for (const int place : places[static_cast<std::size_t>(ChannelKind::pose)]) {
      const Channel& channel = points.channels().channels[place];
      if (channel.index < 6)
        values.pose[channel.index] = point.values[place];
      else
        quaternion[channel.index - 6] = point.values[place];
    }
    if (quaternion.norm() > 0.5) values.rotation = rotation_from_given_quaternion(quaternion.normalized());
    if (inverse_kinematics(robot, complete_state(robot, values), workspace, Order::position) != Status::ok) {
      findings.add({"unreachable", point.row, "", "the pose cannot be reached: " + workspace.explain()});
      return false;
    }
    for (int i = 0; i < motors; ++i) x[i] = workspace.motor_position(i);
    return true;
  }

  // Angles that jump by whole turns.
  void unwrap() {
    constexpr double turn = 2 * std::numbers::pi;
    for (int i = 0; i < motors; ++i) {
      const int joint = robot.motor_joints()[i];
      if (is_length(robot.mechanism().joints[joint].type, 0)) continue;
      if (point.first || !started) shift[i] = 0;
      double& by = shift[i];
      const double jump = x[i] + by - previous[i];
      if (started && !point.first && std::abs(jump) > 0.75 * turn) {
        by -= turn * std::round(jump / turn);
        findings.add({"wrapped angle", point.row,
                      points.channels().channels[places[static_cast<std::size_t>(ChannelKind::position)][i]].name,
                      "the angle jumps by a turn: put together"});
      }
      x[i] += by;
      previous[i] = x[i];
    }
    started = true;
  }

  // The numbers of a first pass are complete.
  void end() {
    if (!told) summary.position_noise = smoothness.noise();
    told = findings.silent = true;
  }

  void make(Sample& sample) {
    const int centre = half;
    sample.time = window.time(centre);
    sample.row = window.row(centre);
    sample.first = window.fresh();
    if (filter) {
      sample.q.resize(motors);
      sample.rates.resize(motors);
      sample.accelerations.resize(motors);
      for (int i = 0; i < motors; ++i)
        filter->apply(window.signal(i) + centre, sample.q[i], sample.rates[i], sample.accelerations[i]);
    } else {
      sample.q = window.at(0, motors, centre);
      sample.rates = window.at(2 * motors, motors, centre);
      sample.accelerations = window.at(3 * motors, motors, centre);
    }
    sample.forces.resize(motors);
    for (int i = 0; i < motors; ++i) {
      const double at = centre + delays[i];
      const int left = static_cast<int>(std::floor(at));
      const double share = at - left;
      const double* force = window.signal(motors + i) + left;
      sample.forces[i] = share > 0 ? (1 - share) * force[0] + share * force[1] : force[0];
    }
  }

  Robot robot;
  std::string path;
  LogOptions options;
  LogSummary summary, at_start;
  LogPoints points;
  FindingList findings;
  Workspace workspace;
  int motors = 0;
  std::array<std::vector<int>, 7> places;  // of every kind of channel, in the values of a point
  std::optional<Differentiator> filter;
  VectorX delays;  // of the forces, in steps
  int half = 0;
  SlidingWindow window;
  Smoothness smoothness;
  LogPoint point;
  VectorX x;  // values of the point in the window
  VectorX previous;
  std::map<std::size_t, double> shift;
  bool started = false;
  bool told = false;     // the first pass is over
  bool probing = false;  // seek() was called before that
  double last_time = 0;
};

Log::Log(const Robot& robot, const LogSource& source, const LogOptions& options)
    : memory_(std::make_unique<Memory>(robot, source, options)) {}
Log::~Log() = default;

void Log::rewind() { memory_->rewind(); }
bool Log::has_derivatives() const { return memory_->has_derivatives(); }
double Log::rate() const { return memory_->summary.rate; }
const LogSummary& Log::summary() const { return memory_->summary; }

long Log::rough_count() const { return memory_->points.rough_rows(); }

bool Log::seek(double share) {
  Memory& m = *memory_;
  if (!m.told) m.probing = m.told = m.findings.silent = true;
  m.points.speak(false);
  m.points.seek(share);
  m.workspace.reset();
  m.window.clear();
  m.started = false;
  return true;
}

void Log::set_bandwidth(double bandwidth) {
  memory_->options.bandwidth = bandwidth;
  memory_->told = memory_->findings.silent = false;
  memory_->points.speak();
  memory_->prepare();
  memory_->rewind();
}

void Log::correct_clocks(const ForceClocks& clocks) {
  Memory& m = *memory_;
  const auto add = [](VectorX& to, const VectorX& more) {
    if (more.size() > 0) to = to.size() > 0 ? VectorX(to + more) : more;
  };
  add(m.at_start.clocks.delays, clocks.delays);
  add(m.at_start.clocks.lags, clocks.lags);
  m.summary.clocks = m.at_start.clocks;
  set_bandwidth(m.options.bandwidth);
}

bool Log::next(Sample& sample) {
  Memory& m = *memory_;
  do {
    if (!m.advance()) {
      m.end();
      return false;
    }
  } while (!m.window.full());
  m.make(sample);
  if (!m.told) ++m.summary.samples;
  return true;
}

}  // namespace jourdain
