// What happens between the samples of a path: continuity of the branch and crossings of singularities.
#pragma once

#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/kinematics/singularity.hpp"

#include <span>
#include <string>
#include <vector>

namespace jourdain {

enum class PathEventKind { unreachable, type1_crossing, type2_crossing, near_singularity, limit, branch_jump };
std::string_view to_string(PathEventKind kind);

struct PathEvent {
  PathEventKind kind = PathEventKind::unreachable;
  int sample = 0;       // index of the sample before the event
  double fraction = 0;  // of the way to the next sample
  double value = 0;     // distance, margin or jump
  std::string message;
};

struct PathReport {
  std::vector<PathEvent> events;
  double smallest_type1 = 1;
  double smallest_type2 = 1;
  int smallest_type2_sample = 0;
  bool ok() const { return events.empty(); }
};

// Follows the poses of the output frame one after the other, on straight lines with shortest turns in between; halves
// the way where a singularity is near. Allocates.
PathReport check_path(const Robot& robot, std::span<const Placement> poses, double near = 0.02);

}  // namespace jourdain
