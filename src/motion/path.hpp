// What happens between the samples of a path: continuity of the branch and crossings of singularities.
#pragma once

#include "jourdain/kinematics/kinematics.hpp"

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

// What the watch needs to know of a row.
struct PathRow {
  int sign = 0;         // of the motors' determinant
  double nearness = 1;  // smallest pivot over the largest, of motors or limbs
  double moved = 0;     // largest change of a joint since the row before: of cosine and sine, or slide over size
  Placement pose;
  VectorX coordinates;  // of robots whose configuration does not follow from the pose alone
};

// Looks at rows one after the other; several may look at parts of a path. The workspace's motion stays.
class PathEye {
 public:
  explicit PathEye(const Robot& robot);
  // After inverse kinematics of the next pose.
  void look(Workspace& workspace, PathRow& row);

 private:
  Robot robot_;
  bool tracked_;
  std::vector<double> joints_, before_;
};

// Watches a path that is followed row by row, at little cost: signs and pivots of the motors' rates and of the limbs at
// the rows, and the largest change of a joint between them. Only where a sign changes, a joint jumps or a singularity
// is nearer than the rows are apart, the way between two rows is examined, on a straight line with the shortest turn,
// which is halved where a singularity is near. The smallest distances are those of these pairs and of the rows whose
// pivots are the smallest so far: rows between may be a little nearer. Limits are left to others.
class PathWatch {
 public:
  explicit PathWatch(const Robot& robot, double near = 0.02);

  // What an eye saw at the next row; or after inverse kinematics of its pose.
  void next(const PathRow& row);
  void next(Workspace& workspace);
  // The next row has no answer.
  void skip();

  const PathReport& report() const { return report_; }
  int examined() const { return examined_; }  // pairs of rows

 private:
  void go_to(const PathRow& row);
  void examine(const PathRow& end);
  void note(const SingularityReport& distance, int row);

  Robot robot_;
  double near_;
  double near_at_rows_ = 0;
  double measured_ = 2;  // smallest nearness at which the distance was measured
  Workspace at_;
  PathEye eye_;
  PathRow last_, seen_;
  int row_ = -1;
  bool follows_ = false;  // the row before has an answer
  bool near_noted_ = false, told_near_ = false;
  int examined_ = 0;
  PathReport report_;
};

}  // namespace jourdain
