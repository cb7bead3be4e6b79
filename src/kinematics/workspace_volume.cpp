#include "jourdain/kinematics/workspace_map.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr int coarse_count = 13, most_doublings = 4;

std::size_t index_of(const WorkspaceVolume& w, int i, int j, int k) {
  return (static_cast<std::size_t>(k) * w.count[1] + j) * w.count[0] + i;
}

// All samples, level by level of the third coordinate.
void sample(const Robot& robot, const Placement& at, const std::function<void(double)>& progress, WorkspaceVolume& w) {
  w.good.assign(static_cast<std::size_t>(w.count[0]) * w.count[1] * w.count[2], false);
  SliceRequest request;
  request.across = w.moves[0];
  request.up = w.moves[1];
  request.across_from = w.from[0], request.across_to = w.to[0], request.across_count = w.count[0];
  request.up_from = w.from[1], request.up_to = w.to[1], request.up_count = w.count[1];
  request.at = at;
  for (int k = 0; k < w.count[2]; ++k) {
    if (w.dimensions() == 3) request.at.p[static_cast<int>(w.moves[2])] = w.coordinate(2, k);
    const Slice slice = workspace_slice(robot, request);
    for (std::size_t c = 0; c < slice.cells.size(); ++c)
      w.good[static_cast<std::size_t>(k) * slice.cells.size() + c] = slice.cells[c].state == CellState::ok;
    if (progress) progress(static_cast<double>(k + 1) / w.count[2]);
  }
}

// Calls `use` with every sample.
template <typename Use>
void for_each_sample(const WorkspaceVolume& w, Use use) {
  for (int k = 0; k < w.count[2]; ++k) {
    for (int j = 0; j < w.count[1]; ++j) {
      for (int i = 0; i < w.count[0]; ++i) use(std::array<int, 3>{i, j, k});
    }
  }
}

template <typename Use>
void for_each_neighbour(const WorkspaceVolume& w, const std::array<int, 3>& at, Use use) {
  for (int c = 0; c < w.dimensions(); ++c) {
    for (int side : {-1, 1}) {
      std::array<int, 3> next = at;
      next[c] += side;
      use(next, next[c] >= 0 && next[c] < w.count[c]);
    }
  }
}

// Keeps what is joined to the good sample nearest to home.
void keep_connected(const Placement& home, WorkspaceVolume& w) {
  double best = HUGE_VAL;
  std::array<int, 3> start{-1, 0, 0};
  for_each_sample(w, [&](const std::array<int, 3>& s) {
    if (!w.is_good(s[0], s[1], s[2])) return;
    double distance = 0;
    for (int c = 0; c < w.dimensions(); ++c)
      distance += std::pow(w.coordinate(c, s[c]) - home.p[static_cast<int>(w.moves[c])], 2);
    if (distance < best) best = distance, start = s;
  });
  std::vector<bool> joined(w.good.size(), false);
  std::vector<std::array<int, 3>> open;
  const auto visit = [&](const std::array<int, 3>& s, bool inside) {
    if (!inside || !w.is_good(s[0], s[1], s[2]) || joined[index_of(w, s[0], s[1], s[2])]) return;
    joined[index_of(w, s[0], s[1], s[2])] = true;
    open.push_back(s);
  };
  visit(start, start[0] >= 0);
  while (!open.empty()) {
    const std::array<int, 3> s = open.back();
    open.pop_back();
    for_each_neighbour(w, s, visit);
  }
  w.good = std::move(joined);
}

// About home as wide as the robot, wider where good samples lie at the edge, then no more than them with a step of
// room.
void find_box(const Robot& robot, const Placement& at, WorkspaceVolume& w) {
  for (int c = 0; c < w.dimensions(); ++c) {
    const double centre = at.p[static_cast<int>(w.moves[c])];
    w.from[c] = centre - 0.5 * robot.size(), w.to[c] = centre + 0.5 * robot.size();
    w.count[c] = coarse_count;
  }
  for (int doubling = 0;; ++doubling) {
    sample(robot, at, {}, w);
    keep_connected(at, w);
    std::array<int, 3> low{coarse_count, coarse_count, coarse_count}, high{-1, -1, -1};
    for_each_sample(w, [&](const std::array<int, 3>& s) {
      if (!w.is_good(s[0], s[1], s[2])) return;
      for (int c = 0; c < 3; ++c) low[c] = std::min(low[c], s[c]), high[c] = std::max(high[c], s[c]);
    });
    if (high[0] < 0) return;
    bool open = false;
    for (int c = 0; c < w.dimensions(); ++c) {
      const double width = w.to[c] - w.from[c], step = w.step(c), from = w.from[c];
      const bool below = low[c] == 0, above = high[c] == coarse_count - 1;
      w.from[c] = below ? from - width / 2 : from + (low[c] - 1) * step;
      w.to[c] = above ? from + width * 1.5 : from + (high[c] + 1) * step;
      open = open || below || above;
    }
    if (!open || doubling == most_doublings) return;
  }
}

// The largest rectangle of good cells, by what `size` makes of its width and height in cells.
struct Rectangle {
  int i = 0, j = 0, width = 0, height = 0;
};

// Every maximal rectangle of a mask of columns x rows is handed to `use`: histograms of heights, row by row.
template <typename Use>
void for_each_rectangle(const std::vector<char>& mask, int columns, int rows, Use use) {
  std::vector<int> height(static_cast<std::size_t>(columns) + 1, 0);
  for (int j = 0; j < rows; ++j) {
    std::vector<std::pair<int, int>> rising;  // first column, height
    for (int i = 0; i <= columns; ++i) {
      const auto at = static_cast<std::size_t>(i);
      height[at] = i < columns && mask[static_cast<std::size_t>(j) * columns + at] ? height[at] + 1 : 0;
      int first = i;
      while (!rising.empty() && rising.back().second >= height[at]) {
        first = rising.back().first;
        use(Rectangle{first, j - rising.back().second + 1, i - first, rising.back().second});
        rising.pop_back();
      }
      if (height[at] > 0) rising.emplace_back(first, height[at]);
    }
  }
}

// Squared distances to the nearest bad sample of a mask; beyond the edge all are bad. Column by column, then by rows.
std::vector<double> squared_distances(const std::vector<char>& mask, int columns, int rows, double dx, double dy) {
  std::vector<double> along(mask.size(), 0), result(mask.size(), 0);
  const auto at = [columns](int i, int j) { return static_cast<std::size_t>(j) * columns + i; };
  for (int i = 0; i < columns; ++i) {
    for (int j = 0, run = 0; j < rows; ++j) run = mask[at(i, j)] ? run + 1 : 0, along[at(i, j)] = run;
    for (int j = rows - 1, run = 0; j >= 0; --j) {
      run = mask[at(i, j)] ? run + 1 : 0;
      along[at(i, j)] = dy * std::min<double>(along[at(i, j)], run);
    }
  }
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const double edge = dx * std::min(i + 1, columns - i);
      double best = edge * edge;
      for (int other = 0; other < columns; ++other) {
        const double across = dx * (other - i), up = along[at(other, j)];
        best = std::min(best, across * across + up * up);
      }
      result[at(i, j)] = best;
    }
  }
  return result;
}

// The coordinates across an axis, and the axis itself.
struct Directions {
  int across = 0, up = 1, axis = 2;
};

// Masks of samples that are good over a range [first, last] of the axis; the range grows while anything is left.
template <typename Use>
void for_each_range(const WorkspaceVolume& w, const Directions& d, Use use) {
  const int columns = w.count[d.across], rows = w.count[d.up], levels = w.count[d.axis];
  for (int first = 0; first < levels; ++first) {
    std::vector<char> mask(static_cast<std::size_t>(columns) * rows, 1);
    for (int last = first; last < levels; ++last) {
      bool any = false;
      std::array<int, 3> s{};
      s[d.axis] = last;
      for (s[d.up] = 0; s[d.up] < rows; ++s[d.up]) {
        for (s[d.across] = 0; s[d.across] < columns; ++s[d.across]) {
          char& cell = mask[static_cast<std::size_t>(s[d.up]) * columns + s[d.across]];
          cell = cell && w.is_good(s[0], s[1], s[2]);
          any = any || cell;
        }
      }
      if (!any) break;
      use(mask, first, last);
    }
  }
}

}  // namespace

WorkspaceVolume workspace_volume(const Robot& robot, const VolumeRequest& request,
                                 const std::function<void(double)>& progress) {
  WorkspaceVolume w;
  if (robot.mechanism().output) {
    for (Move move : robot.mechanism().output->moves) {
      if (static_cast<int>(move) < 3) w.moves.push_back(move);
    }
  }
  if (w.moves.size() < 2)
    throw Error(ErrorKind::usage, fmt::format("'{}' has fewer than two translations: its workspace has no volume",
                                              robot.mechanism().name));
  if (request.count < 5 || request.count > 200) throw Error(ErrorKind::usage, "a volume has 5 to 200 samples a side");
  find_box(robot, request.at, w);
  for (int c = 0; c < w.dimensions(); ++c) w.count[c] = request.count;
  sample(robot, request.at, progress, w);
  keep_connected(request.at, w);
  double cell = 1;
  for (int c = 0; c < w.dimensions(); ++c) cell *= w.step(c);
  for_each_sample(w, [&](const std::array<int, 3>& s) {
    const bool good = w.is_good(s[0], s[1], s[2]);
    bool border = false;
    for_each_neighbour(w, s, [&](const std::array<int, 3>& n, bool inside) {
      border = border || good != (inside && w.is_good(n[0], n[1], n[2]));
    });
    w.size += good ? cell : 0;
    w.uncertainty += border ? cell / 4 : 0;  // both sides of the border count half
  });
  return w;
}

std::optional<InscribedCylinder> largest_cylinder(const WorkspaceVolume& w, Move axis) {
  Directions d;
  if (w.dimensions() == 3) {
    const auto found = std::ranges::find(w.moves, axis);
    if (found == w.moves.end())
      throw Error(ErrorKind::usage, fmt::format("the workspace has no axis {}", to_string(axis)));
    d.axis = static_cast<int>(found - w.moves.begin());
    d.across = d.axis == 0 ? 1 : 0;
    d.up = d.axis == 2 ? 1 : 2;
  }
  const bool plane = w.dimensions() == 2;
  const double dx = w.step(d.across), dy = w.step(d.up), safety = std::max(dx, dy);
  std::optional<InscribedCylinder> best;
  double largest = 0;
  for_each_range(w, d, [&](const std::vector<char>& mask, int first, int last) {
    const double height = plane ? 0 : (last - first) * w.step(d.axis);
    if (!plane && !(height > 0)) return;
    const std::vector<double> squared = squared_distances(mask, w.count[d.across], w.count[d.up], dx, dy);
    const auto furthest = std::ranges::max_element(squared);
    const double radius = std::sqrt(*furthest) - safety;
    const double size = radius * radius * (plane ? 1 : height);
    if (!(radius > 0 && size > largest)) return;
    largest = size;
    const int cell = static_cast<int>(furthest - squared.begin());
    InscribedCylinder found{plane ? Move::z : axis, {}, radius, height};
    found.centre[d.across] = w.coordinate(d.across, cell % w.count[d.across]);
    found.centre[d.up] = w.coordinate(d.up, cell / w.count[d.across]);
    if (!plane) found.centre[d.axis] = (w.coordinate(d.axis, first) + w.coordinate(d.axis, last)) / 2;
    best = found;
  });
  return best;
}

std::optional<InscribedCuboid> largest_cuboid(const WorkspaceVolume& w) {
  const Directions d;
  const bool plane = w.dimensions() == 2;
  std::optional<InscribedCuboid> best;
  double largest = 0;
  for_each_range(w, d, [&](const std::vector<char>& mask, int first, int last) {
    const double height = plane ? 1 : (last - first) * w.step(2);
    for_each_rectangle(mask, w.count[0], w.count[1], [&](const Rectangle& r) {
      const double size = (r.width - 1) * w.step(0) * (r.height - 1) * w.step(1) * height;
      if (!(size > largest)) return;
      largest = size;
      InscribedCuboid found;
      found.from = {w.coordinate(0, r.i), w.coordinate(1, r.j), plane ? 0 : w.coordinate(2, first)};
      found.to = {w.coordinate(0, r.i + r.width - 1), w.coordinate(1, r.j + r.height - 1),
                  plane ? 0 : w.coordinate(2, last)};
      best = found;
    });
  });
  return best;
}

}  // namespace jourdain
