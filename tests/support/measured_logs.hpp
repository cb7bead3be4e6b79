// Files of logs as a robot records them, whose true parameters are known and are not those of the model: encoder steps,
// noisy forces, a sampling clock that jitters. And how many intervals of an identification hold the truth.
#pragma once

#include "support/recorded_motion.hpp"

#include "jourdain/identification/identify.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <numbers>

namespace jourdain {

// What the clock does to the rows of a log.
enum class Jitter {
  told,    // rows are taken at other times than planned, and their times say so
  hidden,  // the same, but the times are the planned ones
  false_,  // rows are taken as planned, and their times are wrong
};

struct MeasuredLog {
  double duration = 6;  // s
  double rate = 1000;   // Hz
  double jitter = 0;    // s, standard deviation
  Jitter kind = Jitter::told;
  double noise = 0.01;       // of the forces: standard deviation over the largest force
  double correlation = 0.7;  // of the noise with that of the sample before
  double period = 2;         // s, of the motion
  unsigned seed = 1;
  double delay = 0;           // s: forces are that much later than positions
  double lag = 0;             // s: forces behind a filter of first order
  bool set_points = false;    // positions as they are commanded, without an encoder's steps
  int spikes = 0;             // of three rows, a few times the largest force
  std::vector<int> mirrored;  // motors whose position and force both have the other sign
};

// The model of the catalogue; motors without friction get some.
inline Mechanism rubbing_model(const std::string& name) {
  Mechanism model = catalogue_robot(name).mechanism();
  for (const int joint : actuated_joints(model)) {
    Friction& friction = model.joints[joint].axes[0].friction;
    if (friction.coulomb > 0 || friction.viscous > 0) continue;
    const double force = 0.1 * [&] {
      Workspace workspace(catalogue_robot(name));
      VectorX forces = VectorX::Zero(static_cast<int>(catalogue_robot(name).motor_joints().size()));
      EXPECT_EQ(inverse_dynamics(catalogue_robot(name), workspace, forces), Status::ok);
      return forces.cwiseAbs().maxCoeff();
    }();
    friction.coulomb = force;
    friction.viscous = 0.1 * force;
  }
  return model;
}

// The same robot with other masses and friction: every body up to 25 %, friction up to 40 % more or less.
inline Mechanism with_other_values(Mechanism model, Random& random) {
  std::map<std::string, double> factors;
  for (Body& body : model.bodies) {
    // Identical legs stay so.
    const std::string own = body.name.substr(body.name.find('.') + 1);
    const auto [factor, added] = factors.try_emplace(model.identical_legs ? own : body.name, 0);
    if (added) factor->second = 1 + uniform(random, 0.25);
    body.inertial.mass *= factor->second;
    body.inertial.inertia *= factor->second;
  }
  for (Joint& joint : model.joints) {
    for (std::size_t i = 0; i < joint.axes.size(); ++i) {
      Friction& friction = joint.axes[i].friction;
      const std::string& set = friction.shared.empty() ? joint.name + "." + std::to_string(i) : friction.shared;
      const auto [factor, added] = factors.try_emplace(set, 0);
      if (added) factor->second = 1 + uniform(random, 0.4);
      friction.coulomb *= factor->second;
      friction.viscous *= factor->second;
    }
  }
  return model;
}

// Positions and forces of the motors along the motion, and what a controller writes of them.
inline void write_measured_log(const Robot& robot, const MeasuredLog& log, Random& random, const std::string& path) {
  const int motors = static_cast<int>(robot.motor_joints().size());
  const long count = std::lround(log.duration * log.rate);
  const double step = 1 / log.rate;
  VectorX encoder(motors);
  for (int k = 0; k < motors; ++k)
    encoder[k] = motor_unit(robot, k) == 1.0 ? 2 * std::numbers::pi / 131072 : 2e-6 * robot.size();
  // A motion that the robot can follow, of the largest size that stays away from singularities.
  Workspace workspace(robot);
  double reach = robot.mechanism().output ? 0.15 : 2.0;
  VectorX largest = VectorX::Zero(motors);
  for (bool clear = false; !clear; reach *= 0.8) {
    ASSERT_GT(reach, 0.005) << "no motion of this size stays away from singularities";
    const SineMotion motion(robot, log.seed, reach, log.period);
    workspace.reset();
    clear = true;
    largest.setZero();
    for (int i = 0; clear && i < 400; ++i) {
      clear = motion.go(i * log.period / 400, workspace) == Status::ok && is_clear(workspace, 0.2);
      if (clear) largest = largest.cwiseMax(sample_of(robot, workspace, 0).forces.cwiseAbs());
    }
    if (clear) break;
  }
  const SineMotion motion(robot, log.seed, reach, log.period);
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), &std::fclose);
  ASSERT_TRUE(file);
  std::string line = "t";
  const auto name = [&](int k) { return column_name(robot.mechanism(), robot.motor_joints()[k]); };
  for (int k = 0; k < motors; ++k) line += "," + name(k);
  for (int k = 0; k < motors; ++k) line += "," + name(k) + "_force";
  line += "\n";
  std::normal_distribution<double> normal;
  VectorX wander = VectorX::Zero(motors), behind, last;
  Workspace later(robot);
  const auto sign = [&](int k) { return std::ranges::find(log.mirrored, k) != log.mirrored.end() ? -1.0 : 1.0; };
  const double rho = log.correlation, fresh = std::sqrt(1 - rho * rho);
  workspace.reset();
  for (long i = 0; i < count; ++i) {
    const double planned = static_cast<double>(i) * step;
    const double by = log.jitter > 0 ? std::clamp(log.jitter * normal(random), -0.45 * step, 0.45 * step) : 0;
    const double taken = log.kind == Jitter::false_ ? planned : planned + by;
    ASSERT_EQ(motion.go(taken, workspace), Status::ok);
    Sample s = sample_of(robot, workspace, taken);
    if (log.delay != 0) {
      ASSERT_EQ(motion.go(taken - log.delay, later), Status::ok);
      s.forces = sample_of(robot, later, taken).forces;
    }
    if (log.lag > 0) {
      const double e = std::exp(-step / log.lag), mean = log.lag / step * (1 - e);
      const VectorX now = s.forces;
      behind = i == 0 ? now : VectorX(e * behind + (1 - mean) * now + (mean - e) * last);
      last = now;
      s.forces = behind;
    }
    if (log.spikes > 0) {
      const long apart = count / (log.spikes + 1), at = (i + 1) % apart;
      if (i + 1 >= apart && at < 3 && i + 1 < apart * (log.spikes + 1))
        s.forces[static_cast<int>((i + 1) / apart) % motors] += ((i + 1) / apart % 2 ? 4.0 : -4.0) * largest.maxCoeff();
    }
    fmt::format_to(std::back_inserter(line), "{:.9f}", log.kind == Jitter::hidden ? planned : planned + by);
    for (int k = 0; k < motors; ++k)
      fmt::format_to(std::back_inserter(line), ",{:.9g}",
                     sign(k) * (log.set_points ? s.q[k] : std::round(s.q[k] / encoder[k]) * encoder[k]));
    for (int k = 0; k < motors; ++k) {
      wander[k] = rho * wander[k] + fresh * normal(random);
      fmt::format_to(std::back_inserter(line), ",{:.7g}", sign(k) * (s.forces[k] + log.noise * largest[k] * wander[k]));
    }
    line += '\n';
    if (line.size() < 60000 && i + 1 < count) continue;
    ASSERT_EQ(std::fwrite(line.data(), 1, line.size(), file.get()), line.size());
    line.clear();
  }
}

// Intervals by what their parameter is.
struct Coverage {
  struct Count {
    long held = 0, count = 0;
    double squares = 0;  // of the error in standard deviations
    void add(double error, double half_width, double deviation) {
      held += std::abs(error) <= half_width;
      ++count;
      squares += error * error / (deviation * deviation);
    }
    double share() const { return static_cast<double>(held) / static_cast<double>(std::max(count, 1L)); }
    double deviations() const { return std::sqrt(squares / static_cast<double>(std::max(count, 1L))); }
  };
  Count all, inertial, coulomb, viscous;
};

// A robot, what its user believes of it, and logs of robots like it.
class MeasuredRobot {
 public:
  explicit MeasuredRobot(const std::string& name) : MeasuredRobot(rubbing_model(name)) {}
  explicit MeasuredRobot(Mechanism model)
      : model_(std::move(model)), robot_(model_), base_(find_base_parameters(LinearForm(robot_))) {}

  const BaseParameters& base() const { return base_; }
  int motors() const { return static_cast<int>(robot_.motor_joints().size()); }

  // One log of a robot with values of its own, identified: its intervals are counted.
  Identification count(const MeasuredLog& log, const IdentifyOptions& options, Coverage& coverage) const {
    Random random(log.seed);
    const Robot truth(with_other_values(model_, random));
    const VectorX right = base_.mapping * LinearForm(truth).values();
    const Identification found = identify_log(truth, log, random, options);
    count(found, right, coverage);
    return found;
  }

  // A log of a robot with values of its own, identified.
  Identification identified(const MeasuredLog& log, const IdentifyOptions& options = {}) const {
    Random random(log.seed);
    const Robot truth(with_other_values(model_, random));
    return identify_log(truth, log, random, options);
  }

  Identification identify_log(const Robot& truth, const MeasuredLog& log, Random& random,
                              const IdentifyOptions& options) const {
    const File file(truth, log, random);
    return identify(base_, file.path, options);
  }

  // What fitting the log of a robot anew tells.
  LogRefit refit(const Robot& truth, const MeasuredLog& log) const {
    Random random(log.seed);
    const File file(truth, log, random);
    LogOptions options;
    options.bandwidth = 12;
    Log read(robot_, file.path, options);
    return refit_log(base_, read);
  }
  LogRefit refit(const MeasuredLog& log) const {
    Random random(log.seed);
    return refit(Robot(with_other_values(model_, random)), log);
  }

 private:
  struct File {
    File(const Robot& truth, const MeasuredLog& log, Random& random)
        : path((std::filesystem::temp_directory_path() / fmt::format("measured-{}-{}.csv", getpid(), log.seed))
                   .string()) {
      write_measured_log(truth, log, random, path);
    }
    ~File() { std::filesystem::remove(path); }
    std::string path;
  };

  void count(const Identification& found, const VectorX& right, Coverage& coverage) const {
    for (std::size_t j = 0; j < found.estimate.parameters.size(); ++j) {
      const ParameterEstimate& p = found.estimate.parameters[j];
      if (p.outcome != Outcome::estimated) continue;
      const double error = p.value - right[static_cast<int>(j)];
      const ParameterKind kind = base_.form.parameters()[j].kind;
      coverage.all.add(error, p.half_width, p.deviation);
      (kind == ParameterKind::coulomb   ? coverage.coulomb
       : kind == ParameterKind::viscous ? coverage.viscous
                                        : coverage.inertial)
          .add(error, p.half_width, p.deviation);
    }
  }

  Mechanism model_;
  Robot robot_;
  BaseParameters base_;
};

}  // namespace jourdain
