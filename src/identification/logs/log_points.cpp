#include "identification/logs/log_points.hpp"

#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

constexpr std::size_t most_findings = 1000;
constexpr int rows_looked_at = 20000;
constexpr double too_much_jitter = 0.02;  // of a step
constexpr double same_time = 0.25;        // of a step
constexpr long points_to_know_range = 100;
constexpr double isolated = 20;          // times the differences of a spike's neighbours
constexpr double position_spike = 0.02;  // of the channel's range so far
constexpr double other_spike = 1;
constexpr double range_grows = 0.02;  // of it, by one point: a spike that was not noticed hardly hides the next one
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool is_position(ChannelKind kind) { return kind == ChannelKind::position || kind == ChannelKind::pose; }

// Value at t of the polynomial through up to four points.
double lagrange(const std::vector<std::pair<double, double>>& points, double t) {
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double basis = points[i].second;
    for (std::size_t j = 0; j < points.size(); ++j)
      if (j != i) basis *= (t - points[j].first) / (points[i].first - points[j].first);
    sum += basis;
  }
  return sum;
}

}  // namespace

void FindingList::add(LogFinding finding) {
  if (silent) return;
  ++summary_.counts[finding.kind];
  if (summary_.findings.size() < most_findings) summary_.findings.push_back(std::move(finding));
}

LogPoints::LogPoints(const Robot& robot, const LogSource& source, const LogOptions& options, LogSummary& summary)
    : path_(source.name),
      raw_(open_log(source)),
      channels_(assign_channels(robot, raw_->header(), path_, options.map)),
      summary_(summary),
      findings_(summary),
      most_filled_(options.most_filled) {
  summary_.format = raw_->header().format;
  summary_.channels = channels_.channels;
  for (const LogFinding& finding : raw_->header().findings) findings_.add(finding);
  for (const LogFinding& finding : channels_.findings) findings_.add(finding);
  if (channels_.time.column < 0 && !(options.rate > 0))
    throw Error(ErrorKind::input, fmt::format("{}: has no column of time (t, time): name it in a channel map, or give "
                                              "the sampling rate",
                                              printable(path_)));
  counts_rows_ = channels_.time.column < 0;
  look_ahead(options.rate);
  if (options.rate > 0 && channels_.time.column >= 0) {
    findings_.add({"rate", 0, channels_.time.name,
                   fmt::format("the log has times, {:.6g} a second: the rate of {:.6g} Hz is not used", 1 / step_,
                               options.rate)});
  }
  rewind();
}

void LogPoints::look_ahead(double rate) {
  if (counts_rows_) {
    step_ = 1 / rate;
    summary_.time_unit = fmt::format("rows, {:.6g} a second", rate);
    return;
  }
  std::vector<double> times;
  std::vector<LogFinding> ignored;
  raw_->rewind();
  while (static_cast<int>(times.size()) < rows_looked_at && raw_->next(row_, ignored)) {
    const double t = row_.cells[channels_.time.column];
    if (std::isfinite(t)) times.push_back(t);
  }
  if (times.size() < 3)
    throw Error(ErrorKind::input, fmt::format("{}: column {}: has {} times: expected at least three", printable(path_),
                                              quoted_name(channels_.time.name), times.size()));
  std::vector<double> steps;
  int standing = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double d = times[i] - times[i - 1];
    if (d > 0) steps.push_back(d);
    standing += d == 0;
  }
  const auto refuse_fall = [&] {
    throw Error(ErrorKind::input, fmt::format("{}: column {}: the time does not rise from row to row", printable(path_),
                                              quoted_name(channels_.time.name)));
  };
  if (steps.empty() || 10 * steps.size() < times.size()) refuse_fall();
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  double median = *middle;
  // A clock that is coarser than the samples.
  if (3 * standing > static_cast<int>(times.size())) {
    counts_rows_ = true;
    median = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
    if (!(median > 0)) refuse_fall();
    findings_.add(
        {"coarse clock", 0, channels_.time.name,
         fmt::format("{} of {} times equal the one before: rows are taken as evenly spaced", standing, times.size())});
  }
  if (!channels_.time_unit_known) guess_time_unit(median);
  if (channels_.time_unit_known) summary_.time_unit = channels_.time.unit;
  step_ = median * channels_.time.factor;
  double squares = 0, sum = 0;
  int regular = 0;
  for (const double d : steps) {
    const double deviation = d / median - 1;
    if (std::abs(deviation) > 0.5) continue;
    squares += deviation * deviation;
    sum += d;
    ++regular;
  }
  summary_.jitter = counts_rows_ ? 0 : std::sqrt(squares / std::max(regular, 1));
  summary_.resampled = summary_.jitter > too_much_jitter;
  if (summary_.resampled) {
    step_ = sum / regular * channels_.time.factor;
    findings_.add({"jitter", 0, channels_.time.name,
                   fmt::format("steps deviate by {:.1f} % (root mean square): resampled to {:.6g} Hz",
                               100 * summary_.jitter, 1 / step_)});
  }
}

// Controllers sample between 10 Hz and 20 kHz: the unit with which that is so.
void LogPoints::guess_time_unit(double median_step) {
  std::vector<std::pair<double, const char*>> possible;
  for (const auto& unit : {std::pair{1.0, "s"}, std::pair{1e-3, "ms"}, std::pair{1e-6, "us"}, std::pair{1e-9, "ns"}}) {
    const double step = median_step * unit.first;
    if (step > 4.9e-5 && step < 0.11) possible.push_back(unit);
  }
  if (possible.size() != 1)
    throw Error(ErrorKind::input,
                fmt::format("{}: column {}: steps of {:.4g} fit {} of s, ms, us and ns: write the unit behind the "
                            "column's name, such as 't [ms]'",
                            printable(path_), quoted_name(channels_.time.name), median_step,
                            possible.empty() ? "none" : "several"));
  channels_.time.factor = possible.front().first;
  channels_.time.unit = possible.front().second;
  summary_.time_unit = fmt::format("{} (from steps of {:.6g})", possible.front().second, median_step);
}

void LogPoints::rewind() {
  raw_->rewind();
  has_last_ = has_held_ = ended_ = false;
  cut_ = true;
  to_insert_ = 0;
  window_.clear();
  emitted_count_ = 0;
  grid_window_.clear();
  grid_started_ = grid_ended_ = false;
  seen_ = 0;
}

bool LogPoints::read(LogPoint& point) {
  row_findings_.clear();
  const bool any = raw_->next(row_, row_findings_);
  for (LogFinding& finding : row_findings_) findings_.add(std::move(finding));
  if (!any) return false;
  if (!findings_.silent) ++summary_.rows;
  point.row = row_.row;
  point.values.resize(static_cast<int>(channels_.channels.size()));
  for (std::size_t i = 0; i < channels_.channels.size(); ++i) {
    const Channel& c = channels_.channels[i];
    point.values[static_cast<int>(i)] = c.factor * row_.cells[c.column] + c.offset;
  }
  point.time = counts_rows_ ? nan : row_.cells[channels_.time.column] * channels_.time.factor;
  if (!std::isfinite(point.time)) {
    point.time = has_last_ ? last_.time + step_ : 0;
    if (!counts_rows_)
      findings_.add({"missing time", point.row, channels_.time.name, "a step after the row before is assumed"});
  }
  return true;
}

bool LogPoints::next_in_order(LogPoint& point) {
  for (;;) {
    // Rows that are missing before the one that is held.
    if (to_insert_ > 0) {
      --to_insert_;
      point.time = last_.time + step_;
      point.row = held_.row;
      point.first = false;
      point.values = VectorX::Constant(held_.values.size(), nan);
      last_.time = point.time;
      return true;
    }
    if (has_held_) {
      last_ = held_;
      std::swap(point, held_);
      has_held_ = false;
      return true;
    }
    if (!read(held_)) return false;
    held_.first = !has_last_;
    if (has_last_) {
      const double step = (held_.time - last_.time) / step_;
      if (std::abs(step) < same_time) {
        const bool equal = (held_.values.array() == last_.values.array()).all();
        findings_.add({"duplicate", held_.row, channels_.time.name,
                       equal ? "the row is there twice: left out once"
                             : "the time is that of the row before, the values differ: left out"});
        continue;
      }
      if (step < 0 && step > -20) {
        findings_.add({"order", held_.row, channels_.time.name,
                       fmt::format("the time goes back by {:.4g} s: left out", -step * step_)});
        continue;
      }
      if (step < 0 || step > most_filled_ + 1.5) {
        held_.first = true;
        findings_.add({step < 0 ? "clock reset" : "gap", held_.row, channels_.time.name,
                       fmt::format("the time {} by {:.4g} s: a new stretch begins", step < 0 ? "goes back" : "jumps",
                                   std::abs(step) * step_)});
      } else if (step > 1.5) {
        to_insert_ = static_cast<int>(std::lround(step)) - 1;
        findings_.add({"missing rows", held_.row, "",
                       fmt::format("{} {} missing before it: filled by interpolation", to_insert_,
                                   to_insert_ == 1 ? "row is" : "rows are")});
      }
    }
    has_last_ = has_held_ = true;
  }
}

// Fills what is missing at a place of the window from its neighbours; false if the hole is too long.
bool LogPoints::fill(std::size_t index) {
  LogPoint& point = window_[index];
  for (int c = 0; c < point.values.size(); ++c) {
    if (std::isfinite(point.values[c])) continue;
    std::vector<std::pair<double, double>> points;
    for (int i = 2 - emitted_count_; i < 2; ++i) points.emplace_back(emitted_[i].time, emitted_[i].values[c]);
    if (point.first || cut_) points.clear();
    const bool has_before = !points.empty();
    int after = 0;
    for (std::size_t i = index + 1; i < window_.size() && !window_[i].first && after < 2; ++i) {
      if (after == 0 && static_cast<int>(i - index) > most_filled_) break;
      if (!std::isfinite(window_[i].values[c])) continue;
      points.emplace_back(window_[i].time, window_[i].values[c]);
      ++after;
    }
    if (!has_before || after == 0) return false;
    point.values[c] = lagrange(points, point.time);
    findings_.add({"filled", point.row, channels_.channels[c].name,
                   fmt::format("no number at t = {:.6g} s: interpolated", point.time)});
  }
  return true;
}

void LogPoints::take_out_spikes() {
  if (seen_ < points_to_know_range || emitted_count_ < 2 || cut_ || window_.size() < 3 || window_[1].first ||
      window_[2].first)
    return;
  LogPoint& point = window_.front();
  const LogPoint &before = emitted_[1], &after = window_[1];
  const double share = (point.time - before.time) / (after.time - before.time);
  for (int c = 0; c < point.values.size(); ++c) {
    const double a = before.values[c], b = after.values[c];
    const double jump = std::abs(point.values[c] - a - share * (b - a));
    const bool position = is_position(channels_.channels[c].kind);
    if (!(jump > (position ? position_spike : other_spike) * (usual_high_[c] - usual_low_[c]))) continue;
    const double usual =
        std::max({std::abs(a - emitted_[0].values[c]), std::abs(b - a), std::abs(window_[2].values[c] - b)});
    if (!(jump > isolated * usual)) continue;
    findings_.add(
        {"spike", point.row, channels_.channels[c].name,
         fmt::format("the value jumps by {:.3g} and back at t = {:.6g} s: counts as missing", jump, point.time)});
    point.values[c] = nan;
  }
}

void LogPoints::note_range(const VectorX& values) {
  if (seen_++ == 0) {
    low_ = high_ = usual_low_ = usual_high_ = values;
    return;
  }
  low_ = low_.cwiseMin(values);
  high_ = high_.cwiseMax(values);
  for (int c = 0; c < values.size(); ++c) {
    const double range = usual_high_[c] - usual_low_[c];
    const double most = seen_ > points_to_know_range && range > 0 ? range_grows * range : high_[c] - low_[c];
    usual_low_[c] = std::min(usual_low_[c], std::max(values[c], usual_low_[c] - most));
    usual_high_[c] = std::max(usual_high_[c], std::min(values[c], usual_high_[c] + most));
  }
}

void LogPoints::tell_constant_channels() {
  for (int c = 0; seen_ > points_to_know_range && c < low_.size(); ++c)
    if (low_[c] == high_[c])
      findings_.add({"constant", 0, channels_.channels[c].name,
                     fmt::format("it is {:.6g} in all rows: is it the right channel?", low_[c])});
}

bool LogPoints::next_whole(LogPoint& point) {
  for (;;) {
    while (!ended_ && static_cast<int>(window_.size()) < most_filled_ + 3) {
      LogPoint next;
      if (!unused_.empty()) {
        next = std::move(unused_.back());
        unused_.pop_back();
      }
      if (!next_in_order(next))
        ended_ = true;
      else
        window_.push_back(std::move(next));
    }
    if (window_.empty()) return false;
    if (window_.front().first) cut_ = true;
    take_out_spikes();
    const bool whole = window_.front().values.allFinite();
    if (!whole && !fill(0)) {
      // What cannot be filled ends the stretch.
      if (!cut_) {
        const VectorX& v = window_.front().values;
        int c = 0;
        while (std::isfinite(v[c])) ++c;
        findings_.add({"hole", window_.front().row, channels_.channels[c].name,
                       "more numbers are missing than can be filled: a new stretch begins behind them"});
      }
      cut_ = true;
      window_.pop_front();
      continue;
    }
    if (!whole && !findings_.silent) ++summary_.filled;
    std::swap(point, window_.front());
    unused_.push_back(std::move(window_.front()));
    window_.pop_front();
    point.first = cut_;
    if (cut_) emitted_count_ = 0;
    cut_ = false;
    std::swap(emitted_[0], emitted_[1]);
    emitted_[1] = point;
    note_range(point.values);
    emitted_count_ = std::min(emitted_count_ + 1, 2);
    return true;
  }
}

bool LogPoints::next_regular(LogPoint& point) {
  // Two points on each side of the instant.
  bool first = false;
  while (!grid_ended_) {
    if (grid_started_ && grid_window_[2].time > grid_time_) break;
    LogPoint next;
    if (!next_whole(next)) {
      grid_ended_ = true;
      break;
    }
    if (next.first) {
      grid_window_.clear();
      grid_started_ = false;
    }
    grid_window_.push_back(std::move(next));
    if (grid_window_.size() > 4) grid_window_.pop_front();
    if (grid_window_.size() == 4 && !grid_started_) {
      grid_started_ = first = true;
      grid_time_ = grid_window_[1].time;
    }
  }
  if (!grid_started_ || (grid_ended_ && grid_time_ > grid_window_[2].time)) return false;
  point.values.resize(grid_window_[0].values.size());
  std::vector<std::pair<double, double>> points(grid_window_.size());
  for (int c = 0; c < point.values.size(); ++c) {
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = {grid_window_[i].time, grid_window_[i].values[c]};
    point.values[c] = lagrange(points, grid_time_);
  }
  point.time = grid_time_;
  point.row = grid_window_[1].row;
  point.first = first;
  grid_time_ += step_;
  return true;
}

bool LogPoints::next(LogPoint& point) {
  const bool any = summary_.resampled ? next_regular(point) : next_whole(point);
  if (!any) {
    tell_constant_channels();
    findings_.silent = true;
  }
  return any;
}

}  // namespace jourdain
