// What happens between the rows of a path, as text and as JSON.
#pragma once

#include "motion_arguments.hpp"
#include "robot_text.hpp"

#include "jourdain/kinematics/path.hpp"

#include <optional>

namespace jourdain::cli {

// Warns of all events, each with the row before it; true if one is more than a singularity that is near.
bool warn_of_path(const MotionArguments& arguments, const MotionTable& motion, const PathReport& path);
Json events_json(const PathReport& path);

// Watches the rows of a file of poses while a verb goes through them. Rows of joints need no watch: forward kinematics
// follows the way between them and refuses to cross a singularity.
class RowWatch {
 public:
  RowWatch(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion, bool wanted);

  // After the kinematics of the next row.
  void next(Workspace& workspace);

  // At the end: warnings, and whether all is well.
  bool warn() const;
  // null if nothing was checked.
  Json json() const;

 private:
  const MotionArguments& arguments_;
  const MotionTable& motion_;
  std::optional<PathWatch> watch_;
};

}  // namespace jourdain::cli
