// Rows of states in memory, each answered for itself or one after the other, on all cores; and what all loops over rows
// say of those that have no answer or lie beyond limits.
#pragma once

#include "jourdain/answer/job.hpp"
#include "jourdain/core/status.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

struct RowLoop {
  int threads = 0;                      // as many as processors
  bool path = false;                    // each row starts where the one before ended; else all start alike
  bool closed = false;                  // the start matters to turns of joints alone
  bool watch_limits = true;             // of joints
  std::optional<Placement> guess = {};  // of the output at the start; home without it
};

// Brings the workspace to a row and writes its numbers; each thread has a copy.
using RowStep = std::function<Status(long row, Workspace& workspace)>;

struct RowOutcomes {
  std::vector<Status> status;  // of each row
  long refused = 0;            // have no answer
  long first_refused = -1;
  std::string reason;  // of the first
  long beyond = 0;     // have a joint beyond its limit
  long beyond_row = -1;
  LimitState limit;  // of that row, which is the furthest beyond

  // What the error and the warning say of them, the error with a hint. A single state has no row.
  std::string refusal(bool single, std::string_view hint = {}) const;
  std::string warning(const Robot& robot, bool single) const;
};

// A pose or rate that the mechanism cannot have is refused (inconsistent).
RowOutcomes run_rows(const Robot& robot, long rows, const RowLoop& loop, const RowStep& step, const Job& job);

// "line 3: beyond a limit: leg1.motor at 95 deg, ...; 4 rows are beyond limits".
std::string beyond_text(const Robot& robot, const std::string& place, const LimitState& worst, std::size_t rows);

}  // namespace jourdain
