#include "analyses/row_watch.hpp"

#include "analyses/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {

bool PathSummary::warn(Warnings& warnings) const {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(events.size(), most); ++i) {
    const PathEvent& event = events[i].event;
    const std::string after =
        event.fraction > 0 ? fmt::format(", {:.0f}% of the way to the next row", 100 * event.fraction) : "";
    warnings.push_back(fmt::format("{}{}{}: {}", events[i].place, to_string(event.kind), after, event.message));
  }
  if (events.size() > most) warnings.push_back(fmt::format("and {} more places like these", events.size() - most));
  return std::ranges::any_of(events, [](const Event& e) { return e.event.kind != PathEventKind::near_singularity; });
}

Table events_table(const PathSummary& path) {
  using Event = PathSummary::Event;
  return table_of<Event>("path", "Between the rows", path.events,
                         {{"kind", "what", [](const Event& e) { return Cell(std::string(to_string(e.event.kind))); }},
                          {"row", "after row",
                           [](const Event& e) {
                             return Cell(Number{static_cast<double>(e.event.sample), Measure::count});
                           }},
                          {"fraction", "of the way to the next",
                           [](const Event& e) {
                             return Cell(Number{e.event.fraction, Measure::share});
                           }},
                          {"value", "value", [](const Event& e) { return Cell(Number{e.event.value}); }},
                          {"message", "", [](const Event& e) { return Cell(e.event.message); }}});
}

RowWatch::RowWatch(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion, bool wanted,
                   Limits limits)
    : robot_(robot), arguments_(arguments), motion_(motion), watches_limits_(limits == Limits::watched) {
  if (wanted && has_rows(arguments) && !motion.is_joint_motion()) watch_.emplace(robot);
}

void RowWatch::next(Workspace& workspace) {
  ++row_;
  if (!watch_) return;
  watch_->next(workspace);
  if (watches_limits_) note_limit(workspace);
}

void RowWatch::note_limit(const Workspace& workspace) {
  const LimitState limit = nearest_limit(robot_, workspace);
  const bool beyond = limit.joint >= 0 && limit.margin < 0;
  if (beyond && !beyond_) limits_.push_back({PathEventKind::limit, row_, 0, limit.margin, limit_text(robot_, limit)});
  beyond_ = beyond;
}

std::optional<PathSummary> RowWatch::summary() const {
  if (!watch_) return std::nullopt;
  const PathReport& report = watch_->report();
  PathSummary path{{}, watch_->examined(), report.smallest_type1, report.smallest_type2};
  std::vector<PathEvent> events = report.events;
  events.insert(events.end(), limits_.begin(), limits_.end());
  std::ranges::stable_sort(events, {}, &PathEvent::sample);
  for (const PathEvent& event : events)
    path.events.push_back({event, place(arguments_, motion_, static_cast<std::size_t>(event.sample))});
  return path;
}

bool RowWatch::warn(Warnings& warnings) const { return !watch_ || !summary()->warn(warnings); }

}  // namespace jourdain
