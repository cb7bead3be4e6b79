// Rows of a log in the order of time: what is doubled or out of order is taken out, holes are filled or end a stretch.
#pragma once

#include "identification/logs/log_channels.hpp"

#include <deque>

namespace jourdain {

// One instant: values of all channels in SI units, in the order of LogChannels::channels; NaN where there is none.
struct LogPoint {
  double time = 0;
  long row = 0;
  bool first = true;  // of a stretch
  VectorX values;
};

// Notes findings: a thousand of them, and counts of all.
class FindingList {
 public:
  explicit FindingList(LogSummary& summary) : summary_(summary) {}
  void add(LogFinding finding);
  bool silent = false;  // after the first pass

 private:
  LogSummary& summary_;
};

class LogPoints {
 public:
  LogPoints(const Robot& robot, const LogSource& source, const LogOptions& options, LogSummary& summary);

  void rewind();
  bool next(LogPoint& point);
  // Findings are noted again in the next pass, or are not.
  void speak(bool loud = true) { findings_.silent = !loud; }
  long rough_rows() const { return raw_->rough_rows(); }
  // To a row near this share of the log.
  void seek(double share) {
    rewind();
    raw_->seek(share);
  }

  const LogChannels& channels() const { return channels_; }
  double step() const { return step_; }

 private:
  // Period, unit and jitter from the first rows.
  void look_ahead(double rate);
  void guess_time_unit(double median_step);
  // Rows that follow each other in time; missing ones are there without values.
  bool next_in_order(LogPoint& point);
  bool read(LogPoint& point);
  // Holes filled.
  bool next_whole(LogPoint& point);
  bool fill(std::size_t index);
  // Values of the next point that jump away from their neighbours and back count as missing.
  void take_out_spikes();
  void note_range(const VectorX& values);
  void tell_constant_channels();
  // On a regular grid.
  bool next_regular(LogPoint& point);

  std::string path_;
  std::unique_ptr<RawLog> raw_;
  LogChannels channels_;
  LogSummary& summary_;
  FindingList findings_;
  int most_filled_;
  double step_ = 0;
  bool counts_rows_ = false;  // no usable time: rows are a step apart

  RawRow row_;
  std::vector<LogFinding> row_findings_;
  LogPoint last_, held_;
  bool has_last_ = false, has_held_ = false;
  int to_insert_ = 0;
  std::deque<LogPoint> window_;
  LogPoint emitted_[2];  // the last two, the older one first
  int emitted_count_ = 0;
  std::vector<LogPoint> unused_;    // memory of points
  VectorX low_, high_;              // of all channels so far
  VectorX usual_low_, usual_high_;  // the same, where a few points hardly count
  long seen_ = 0;                   // points
  bool ended_ = false, cut_ = true;
  std::deque<LogPoint> grid_window_;
  double grid_time_ = 0;
  bool grid_started_ = false, grid_ended_ = false;
};

}  // namespace jourdain
