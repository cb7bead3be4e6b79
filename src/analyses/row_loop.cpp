#include "analyses/row_loop.hpp"

#include "jourdain/core/parallel.hpp"
#include "kinematics/home_hints.hpp"
#include "kinematics/limit_watch.hpp"
#include "kinematics/sides.hpp"
#include "legs/robot_data.hpp"

#include <fmt/format.h>

#include <mutex>

namespace jourdain {
namespace {

// The outcomes of all threads together. Neither their order nor their number changes them.
class OutcomeSum {
 public:
  explicit OutcomeSum(RowOutcomes& sum) : sum_(sum) {}

  void refuse(long row, Status status, const Workspace& workspace) {
    const std::lock_guard lock(mutex_);
    ++sum_.refused;
    if (sum_.first_refused >= 0 && row > sum_.first_refused) return;
    sum_.first_refused = row;
    sum_.reason = workspace.report().status == status ? workspace.explain() : std::string(explain(status));
  }

  void note(long row, const LimitState& limit) {
    if (!(limit.margin < 0)) return;
    const std::lock_guard lock(mutex_);
    ++sum_.beyond;
    const bool further =
        limit.margin < sum_.limit.margin || (limit.margin == sum_.limit.margin && row < sum_.beyond_row);
    if (!further) return;
    sum_.beyond_row = row;
    sum_.limit = limit;
  }

 private:
  RowOutcomes& sum_;
  std::mutex mutex_;
};

}  // namespace

RowOutcomes run_rows(const Robot& robot, long rows, const RowLoop& loop, const RowStep& step, const Job& job) {
  RowOutcomes outcomes;
  outcomes.status.resize(rows);
  OutcomeSum sum(outcomes);
  Workspace start(robot);
  if (loop.guess) set_guess(robot, *loop.guess, start);
  const auto worker = [&]() -> RowWork {
    return [&, workspace = start, limits = LimitWatch(robot), step](long begin, long end) mutable {
      for (long row = begin; row < end; ++row) {
        if (!loop.path && !loop.closed) workspace = start;
        if (!loop.path && loop.closed) count_turns_from(start, workspace);
        Status status = step(row, workspace);
        if (status == Status::ok && workspace.report().coordinate >= 0)
          status = conclude(workspace, Status::inconsistent);
        if (status == Status::ok && loop.watch_limits) status = body_motions(robot, workspace, Order::position);
        outcomes.status[row] = status;
        if (status != Status::ok)
          sum.refuse(row, status, workspace);
        else if (loop.watch_limits)
          sum.note(row, limits.next(workspace));
      }
    };
  };
  parallel_rows(rows, loop.path ? 1 : loop.threads, worker, [&] { return !job.cancelled(); });
  return outcomes;
}

std::string RowOutcomes::refusal(bool single, std::string_view hint) const {
  if (single) return reason;
  return fmt::format("row {}: {} ({} of {} rows have no answer{})", first_refused, reason, refused, status.size(),
                     hint);
}

std::string RowOutcomes::warning(const Robot& robot, bool single) const {
  return beyond_text(robot, single ? "" : fmt::format("row {}: ", beyond_row), limit, static_cast<std::size_t>(beyond));
}

std::string beyond_text(const Robot& robot, const std::string& place, const LimitState& worst, std::size_t rows) {
  const std::string more = rows > 1 ? fmt::format("; {} rows are beyond limits", rows) : "";
  return fmt::format("{}beyond a limit: {}{}", place, limit_text(robot, worst), more);
}

}  // namespace jourdain
