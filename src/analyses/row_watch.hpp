// What happens between the rows of a path.
#pragma once

#include "analyses/given_motion.hpp"

#include "motion/path.hpp"

#include <optional>

namespace jourdain {

// Events of a path, each with the place of the row before it.
struct PathSummary {
  struct Event {
    PathEvent event;
    std::string place;
  };
  std::vector<Event> events;
  int examined = 0;  // pairs of rows
  double smallest_type1 = 1, smallest_type2 = 1;

  // Warns of the events, the first few one by one; true if one is more than a singularity that is near.
  bool warn(Warnings& warnings) const;
};

// Its events; a table without rows where nothing happened.
Table events_table(const PathSummary& path);

// Watches the rows of a file of poses while an analysis goes through them. Rows of joints need no watch: forward
// kinematics follows the way between them and refuses to cross a singularity.
class RowWatch {
 public:
  enum class Limits { left_to_others, watched };
  RowWatch(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion, bool wanted,
           Limits limits = Limits::left_to_others);

  // After the kinematics of the next row.
  void next(Workspace& workspace);

  // At the end; nothing if nothing was checked.
  std::optional<PathSummary> summary() const;

  // The same: warnings, and whether all is well.
  bool warn(Warnings& warnings) const;

 private:
  void note_limit(const Workspace& workspace);

  const Robot& robot_;
  const MotionArguments& arguments_;
  const MotionTable& motion_;
  std::optional<PathWatch> watch_;
  bool watches_limits_;
  bool beyond_ = false;  // a limit, at the last row
  int row_ = -1;
  std::vector<PathEvent> limits_;  // rows at which a joint passes one
};

}  // namespace jourdain
