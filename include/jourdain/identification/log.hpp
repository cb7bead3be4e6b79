// Logs of a robot: samples, recorded files and what is wrong with them, logs of simulated measurements.
#pragma once

#include "jourdain/io/log_source.hpp"
#include "jourdain/kinematics/robot.hpp"
#include "jourdain/motion/motion.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace jourdain {

// Samples of a recorded motion as the estimators take them: motors' coordinates with rates and accelerations, and the
// motors' forces.

// One instant. All vectors have an entry per motor, in the order of Robot::motor_joints(); SI units at the joints.
struct Sample {
  double time = 0;    // s
  long row = 0;       // of the log, for messages: the line of a text file
  bool first = true;  // no sample comes right before it: the first of a stretch without gaps
  VectorX q, rates, accelerations;
  VectorX forces;
};

// Samples one after the other, as often as wanted. Nothing holds them all.
class SampleSource {
 public:
  virtual ~SampleSource() = default;
  // Back to the first sample.
  virtual void rewind() = 0;
  // The next sample; false at the end. Throws Error(input).
  virtual bool next(Sample& sample) = 0;
  // About how many samples there are; 0: not known.
  virtual long rough_count() const { return 0; }
  // To a sample near this share of all, 0 to 1, without those before it, until the next rewind(); false: not possible.
  virtual bool seek(double) { return false; }
};

// Samples in memory.
class SampleList : public SampleSource {
 public:
  explicit SampleList(std::vector<Sample> samples) : samples_(std::move(samples)) {}
  void rewind() override { next_ = 0; }
  bool next(Sample& sample) override {
    if (next_ >= samples_.size()) return false;
    sample = samples_[next_++];
    return true;
  }

 private:
  std::vector<Sample> samples_;
  std::size_t next_ = 0;
};

// A recorded log as samples: channels assigned, time put in order, small holes filled, rates and accelerations made;
// with a report of everything that was found and done. Row by row, never all in memory.

// One thing that was found in a log, and what was done about it.
struct LogFinding {
  std::string kind;     // one word or two: "missing cell", "gap", "duplicate", "unit", ...
  long row = 0;         // line of a text file, row of a matrix; 0: the whole file
  std::string column;   // name, or empty
  std::string message;  // what was found and what was done
  bool error = false;   // nothing could be done
};

enum class ChannelKind { time, position, rate, acceleration, force, current, pose };
std::string_view to_string(ChannelKind kind);

// value in SI units at the joint = factor * cell + offset.
struct Channel {
  ChannelKind kind = ChannelKind::time;
  int index = 0;    // motor; pose: x y z rx ry rz 0..5, qw qx qy qz 6..9
  int column = -1;  // of the log
  double factor = 1;
  double offset = 0;
  std::string name;  // of the column
  std::string unit;  // that was used, in words
};

// What a user says about a log; YAML, see docs/identification.md. Everything is optional.
struct LogMap {
  std::string path;  // of the map, for messages; empty: none
  std::string text;
};

// Reads the map's file. Throws Error(input).
LogMap read_log_map(const std::string& path);

// How a sampled signal is smoothed.
enum class Smoothing {
  filter,  // passes a band and nothing beyond twice the band
  spline,  // smoothing spline of fifth degree: least sum of squared distances and of the squared third derivative
};
std::string_view to_string(Smoothing smoothing);

struct LogOptions {
  LogMap map;
  double rate = 0;       // Hz, for a log without time; 0: there is a column
  double bandwidth = 0;  // Hz, of positions, rates and accelerations; 0: those of the log's own columns. A log without
                         // such columns needs set_bandwidth() before its first sample then
  Smoothing smoothing = Smoothing::filter;  // how they are derived
  int most_filled = 5;  // missing samples in a row that are filled by interpolation; longer holes end a stretch
};

// s, one per motor, or empty. Forces were sampled, or stamped, later than positions; and behind filters of first order.
struct ForceClocks {
  VectorX delays, lags;
};

struct LogSummary {
  std::string name;  // of the source
  std::string format;
  std::vector<Channel> channels;
  std::string time_unit;   // in words, "ms (guessed from steps of 1)"
  long rows = 0;           // of the file
  long samples = 0;        // that came out
  long filled = 0;         // samples with an interpolated cell
  int stretches = 0;       // without gaps
  double rate = 0;         // Hz
  double jitter = 0;       // root mean square of the steps' deviation over the step
  bool resampled = false;  // because of jitter
  double duration = 0;     // s, from the first to the last row
  double position_noise =
      0;                 // of the noisiest motor, as far as sixth differences show it, over the range of its motion
  bool derived = false;  // rates and accelerations are derivatives of the positions
  double bandwidth = 0;  // Hz, if so
  Smoothing smoothing = Smoothing::filter;
  ForceClocks clocks;                  // that the map gives, or that were set
  std::map<std::string, long> counts;  // findings by kind
  std::vector<LogFinding> findings;    // the first thousand
};

class Log : public SampleSource {
 public:
  // Reads the header and the first rows. Throws Error(input) that names file, row and column.
  Log(const Robot& robot, const LogSource& source, const LogOptions& options);
  ~Log() override;

  void rewind() override;
  bool next(Sample& sample) override;
  long rough_count() const override;
  // Nothing that is found behind it counts in the summary, until the next rewind().
  bool seek(double share) override;

  // Whether the log has columns of rates and accelerations.
  bool has_derivatives() const;
  double rate() const;
  // Another bandwidth, from the beginning.
  void set_bandwidth(double bandwidth);
  // Forces are taken that much earlier, beyond what the map says, from the beginning; lags are for those who make
  // equations.
  void correct_clocks(const ForceClocks& clocks);

  // Of the first full pass.
  const LogSummary& summary() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

// Whether a log belongs to its robot: swapped or inverted channels, wrong units, the wrong side of a gear, clocks that
// do not agree. Each mistake is tried on the model of CAD; one that explains the log much better is named.

struct LogSuspicion {
  std::string kind;      // "order of forces", "sign of a position", "unit of positions", "clock", "another robot", ...
  std::string message;   // what it looks like, and what to do
  double error = 0;      // of the predicted forces as the log is: rms over that of the measured ones; 1: nothing fits
  double corrected = 0;  // the same with the mistake put right
};

struct LogCheck {
  bool looked = true;  // false: nothing could be checked
  double error = 0;    // as above
  double refused = 0;  // share of the samples that the robot cannot reach
  std::vector<LogSuspicion> suspicions;
};

// What is known to be wrong with a log already, one entry per motor: s by which the force is later than the position,
// and the sign of both.
struct KnownMistakes {
  VectorX delays, signs;
};

// Looks at up to 1600 samples spread over the log, as they would be without what is known. Nothing is suspected of a
// robot with more motors than freedoms: how they share their load is not known.
LogCheck check_log(const Robot& robot, SampleSource& source, const KnownMistakes& known = {});

// Logs that a robot would record: positions on the grid of its encoders, noisy forces, at the rate of its controller.

struct SimulatedLogOptions {
  double rate = 1000;      // Hz
  VectorX resolution;      // step of every motor's encoder at the joint, rad or m; empty: 2^-17 of a turn, 1 micrometre
  VectorX noise;           // standard deviation of every motor's force; empty: 1 % of its largest along the motion
  double correlation = 0;  // of the noise with that of the sample before, 0 to 1
  std::uint64_t seed = 1;
};

// What was assumed.
struct SimulatedLog {
  long samples = 0;
  VectorX resolution, noise;
};

// Follows the motion with the model's own parameters: columns t, <motor>, <motor>_force. Throws Error(numerical) where
// the robot cannot follow, Error(usage) for sizes that do not fit.
LogTable simulated_log(const Motion& motion, const SimulatedLogOptions& options, SimulatedLog* assumed = nullptr);

// As comma-separated text.
std::string log_csv(const LogTable& log);

// The same as a file, of any length.
SimulatedLog write_simulated_log(const Motion& motion, const SimulatedLogOptions& options, const std::string& path);

}  // namespace jourdain
