// A recorded log as samples: channels assigned, time put in order, small holes filled, rates and accelerations made;
// with a report of everything that was found and done. Row by row, never all in memory.
#pragma once

#include "jourdain/identification/log_channels.hpp"
#include "jourdain/identification/samples.hpp"
#include "jourdain/identification/signals.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace jourdain {

struct LogOptions {
  LogMap map;
  double rate = 0;       // Hz, for a log without time; 0: there is a column
  double bandwidth = 0;  // Hz, of positions, rates and accelerations; 0: those of the log's own columns. A log without
                         // such columns needs set_bandwidth() before its first sample then
  Smoothing smoothing = Smoothing::filter;  // how they are derived
  int most_filled = 5;  // missing samples in a row that are filled by interpolation; longer holes end a stretch
};

struct LogSummary {
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
  bool derived = false;    // rates and accelerations are derivatives of the positions
  double bandwidth = 0;    // Hz, if so
  Smoothing smoothing = Smoothing::filter;
  std::map<std::string, long> counts;  // findings by kind
  std::vector<LogFinding> findings;    // the first thousand
};

class Log : public SampleSource {
 public:
  // Reads the header and the first rows. Throws Error(input) that names file, row and column.
  Log(const Robot& robot, const std::string& path, const LogOptions& options);
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

  // Of the first full pass.
  const LogSummary& summary() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace jourdain
