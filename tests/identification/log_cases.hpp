// A log of the five-bar as text, and how it is read.
#pragma once

#include "support/recorded_motion.hpp"

#include "jourdain/identification/log.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace jourdain::log_test {

inline constexpr double rate = 500;
inline constexpr int rows = 1200;

inline const Robot& robot() { return catalogue_robot("five-bar"); }

inline const std::vector<Sample>& exact() {
  static const std::vector<Sample> samples = recorded_samples(robot(), 3, rows, rate);
  return samples;
}

// Lines of a log: names, then numbers.
using Lines = std::vector<std::string>;

struct Style {
  std::string separator = ",";
  bool comma = false;      // decimal
  double time_factor = 1;  // cells per second
  std::string names = "t,q1,q2,tau1,tau2";
  double position_factor = 1;
};

inline std::string cell(double x, const Style& style) {
  std::string text = fmt::format("{:.12g}", x);
  if (style.comma) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

inline Lines written(const Style& style = {}) {
  Lines lines;
  std::string names = style.names;
  for (std::size_t at = names.find(','); at != std::string::npos; at = names.find(',', at + style.separator.size()))
    names.replace(at, 1, style.separator);
  lines.push_back(names);
  for (const Sample& s : exact()) {
    std::string line = cell(s.time * style.time_factor, style);
    for (int i = 0; i < 2; ++i) line += style.separator + cell(s.q[i] * style.position_factor, style);
    for (int i = 0; i < 2; ++i) line += style.separator + cell(s.forces[i], style);
    lines.push_back(line);
  }
  return lines;
}

class TemporaryLog {
 public:
  explicit TemporaryLog(const Lines& lines, const std::string& end = "\n", const std::string& ending = ".csv") {
    static int count = 0;
    path_ = (std::filesystem::temp_directory_path() / fmt::format("jourdain-log-{}-{}{}", getpid(), ++count, ending))
                .string();
    std::ofstream file(path_, std::ios::binary);
    for (const std::string& line : lines) file << line << end;
  }
  ~TemporaryLog() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Read {
  LogSummary summary;
  std::vector<Sample> samples;
};

inline Read read(const Lines& lines, LogOptions options = {}, const std::string& end = "\n") {
  const TemporaryLog file(lines, end);
  if (!(options.bandwidth > 0)) options.bandwidth = 20;
  Log log(robot(), file.path(), options);
  Read result;
  Sample sample;
  log.rewind();
  while (log.next(sample)) result.samples.push_back(sample);
  result.summary = log.summary();
  return result;
}

// Largest deviation of positions (rad), and of accelerations over their largest.
inline double deviation(const Read& read) {
  double worst = 0;
  for (const Sample& s : read.samples) {
    const int i = static_cast<int>(std::lround(s.time * rate));
    if (i < 0 || i >= rows) return 1e9;
    const Sample& truth = exact()[i];
    worst = std::max(worst, (s.q - truth.q).cwiseAbs().maxCoeff());
    worst = std::max(worst, (s.accelerations - truth.accelerations).cwiseAbs().maxCoeff() / 300);
  }
  return worst;
}

inline bool tells(const Read& read, const std::string& kind, long row, const std::string& column = "") {
  return std::ranges::any_of(read.summary.findings, [&](const LogFinding& f) {
    return f.kind == kind && f.row == row && (column.empty() || f.column == column);
  });
}

}  // namespace jourdain::log_test
