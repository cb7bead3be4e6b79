#include "path_text.hpp"

#include <fmt/format.h>

namespace jourdain::cli {

bool warn_of_path(const MotionArguments& arguments, const MotionTable& motion, const PathReport& path) {
  bool bad = false;
  for (const PathEvent& event : path.events) {
    const std::string after =
        event.fraction > 0 ? fmt::format(", {:.0f}% of the way to the next row", 100 * event.fraction) : "";
    warn(fmt::format("{}{}{}: {}", place(arguments, motion, static_cast<std::size_t>(event.sample)),
                     to_string(event.kind), after, event.message));
    bad |= event.kind != PathEventKind::near_singularity;
  }
  return bad;
}

Json events_json(const PathReport& path) {
  Json list = Json::array();
  for (const PathEvent& e : path.events) {
    list.push_back({{"kind", to_string(e.kind)},
                    {"sample", e.sample},
                    {"fraction", finite(e.fraction)},
                    {"value", finite(e.value)},
                    {"message", e.message}});
  }
  return list;
}

RowWatch::RowWatch(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion, bool wanted)
    : arguments_(arguments), motion_(motion) {
  if (wanted && has_rows(arguments) && !motion.is_joint_motion()) watch_.emplace(robot);
}

void RowWatch::next(Workspace& workspace) {
  if (watch_) watch_->next(workspace);
}

bool RowWatch::warn() const { return !watch_ || !warn_of_path(arguments_, motion_, watch_->report()); }

Json RowWatch::json() const {
  if (!watch_) return nullptr;
  return {{"examined_pairs", watch_->examined()}, {"events", events_json(watch_->report())}};
}

}  // namespace jourdain::cli
