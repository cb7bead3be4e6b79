#include "jourdain/kinematics/workspace_map.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

SliceRequest bordered(const Robot& robot, SliceRequest request) {
  constexpr int coarse = 25, doublings = 4;
  const auto usable = [](CellState state) { return state == CellState::ok; };
  SliceRequest trial = request;
  trial.across_count = trial.up_count = coarse;
  Slice slice;
  for (int k = 0; k < doublings; ++k) {
    slice = workspace_slice(robot, trial);
    bool open = false;
    for (int i = 0; i < coarse * coarse; ++i) {
      const bool edge = i % coarse == 0 || i % coarse == coarse - 1 || i / coarse == 0 || i / coarse == coarse - 1;
      open = open || (edge && usable(slice.cells[i].state));
    }
    if (!open || k + 1 == doublings) break;
    const auto widen = [](double& from, double& to, Move move) {
      const double middle = (from + to) / 2, half = to - from;
      const double most = static_cast<int>(move) < 3 ? half : M_PI;
      from = middle - std::min(half, most), to = middle + std::min(half, most);
    };
    widen(trial.across_from, trial.across_to, trial.across);
    widen(trial.up_from, trial.up_to, trial.up);
  }
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  for (const SliceCell& cell : slice.cells) {
    if (!usable(cell.state)) continue;
    low[0] = std::min(low[0], cell.across), high[0] = std::max(high[0], cell.across);
    low[1] = std::min(low[1], cell.up), high[1] = std::max(high[1], cell.up);
  }
  if (!(low[0] <= high[0])) return request;
  const double room[2] = {2 * (trial.across_to - trial.across_from) / (coarse - 1),
                          2 * (trial.up_to - trial.up_from) / (coarse - 1)};
  request.across_from = std::max(low[0] - room[0], trial.across_from);
  request.across_to = std::min(high[0] + room[0], trial.across_to);
  request.up_from = std::max(low[1] - room[1], trial.up_from);
  request.up_to = std::min(high[1] + room[1], trial.up_to);
  return request;
}

}  // namespace jourdain
