#include "report/map_drawing.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

namespace jourdain {
namespace {

constexpr int colour_levels = 64;
// Keys of cells beside the colour levels.
constexpr int singular_key = -1, veil_key = -2, nothing = -3, behind_key = -4;

std::string fine_area(const Box& box, int columns, int rows, const std::vector<double>& values,
                      const std::vector<HeatmapCell>& cells, const Scale& scale);

// A map of finer cells: between the samples values go on evenly, and each place has the state of most weight about it,
// so that borders run smoothly across cells instead of in steps.
struct FineMap {
  int columns = 0, rows = 0;
  std::vector<double> values;
  std::vector<HeatmapCell> cells;
};

// Small maps show their cells; others get about 480 a side.
int refinement(int columns, int rows) {
  constexpr int few = 20, many = 480;
  return std::min(columns, rows) < few ? 1 : std::clamp(many / std::max(columns, rows), 1, 8);
}

// Weights of the samples before, at, after and beyond a place: the uniform cubic B-spline.
std::array<double, 4> spline_weights(double t) {
  const double u = 1 - t;
  return {u * u * u / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * u * u * u - 6 * u * u + 4) / 6, t * t * t / 6};
}

// Weight of each state at a sample, and the values times it.
struct Shares {
  std::array<double, 5> weight{}, sum{};

  void add(const Shares& other, double factor) {
    for (std::size_t s = 0; s < weight.size(); ++s) {
      weight[s] += factor * other.weight[s];
      sum[s] += factor * other.sum[s];
    }
  }
  // The state of most weight; the others only if `all` does not hold: singular cells are told apart before.
  std::size_t most(bool all) const {
    std::size_t best = 0;
    for (std::size_t s = 1; s < weight.size(); ++s) {
      if (!all && s == static_cast<std::size_t>(HeatmapCell::singular)) continue;
      if (weight[s] > weight[best]) best = s;
    }
    return best;
  }
};

class SampleGrid {
 public:
  SampleGrid(int columns, int rows, const std::vector<double>& values, const std::vector<HeatmapCell>& cells)
      : columns_(columns), rows_(rows), samples_(values.size()) {
    // Single singular cells must not drown among their neighbours.
    constexpr double singular_weight = 1.5;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const HeatmapCell state = cell_state(values, cells, k);
      const auto s = static_cast<std::size_t>(state);
      samples_[k].weight[s] = state == HeatmapCell::singular ? singular_weight : 1;
      if (std::isfinite(values[k])) samples_[k].sum[s] = samples_[k].weight[s] * values[k];
    }
  }

  // The same with neighbours mixed in, about a cell far: the steps of a slanted border go.
  SampleGrid mixed() const {
    constexpr std::array<double, 5> binomial = {1. / 16, 4. / 16, 6. / 16, 4. / 16, 1. / 16};
    SampleGrid result = *this;
    for (const bool across : {true, false}) {
      const SampleGrid before = result;
      for (int j = 0; j < rows_; ++j) {
        for (int i = 0; i < columns_; ++i) {
          Shares shares;
          for (int d = -2; d <= 2; ++d) {
            shares.add(before.at(i + (across ? d : 0), j + (across ? 0 : d)), binomial[d + 2]);
          }
          result.samples_[index(i, j)] = shares;
        }
      }
    }
    return result;
  }

  // At a place counted in samples.
  Shares between(double x, double y) const {
    const int left = static_cast<int>(std::floor(x)), low = static_cast<int>(std::floor(y));
    const std::array<double, 4> across = spline_weights(x - left), up = spline_weights(y - low);
    Shares shares;
    for (std::size_t corner = 0; corner < 16; ++corner) {
      const int i = static_cast<int>(corner % 4), j = static_cast<int>(corner / 4);
      shares.add(at(left - 1 + i, low - 1 + j), across[corner % 4] * up[corner / 4]);
    }
    return shares;
  }

 private:
  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(i);
  }
  const Shares& at(int i, int j) const {
    return samples_[index(std::clamp(i, 0, columns_ - 1), std::clamp(j, 0, rows_ - 1))];
  }

  int columns_, rows_;
  std::vector<Shares> samples_;
};

FineMap refined(int columns, int rows, const std::vector<double>& values, const std::vector<HeatmapCell>& cells,
                int n) {
  // How much the cell itself counts besides those about it, lest narrow regions go.
  constexpr double own = 0.5;
  const SampleGrid sharp(columns, rows, values, cells), mixed = sharp.mixed();
  FineMap fine{columns * n, rows * n, {}, {}};
  fine.values.reserve(values.size() * static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (int j = 0; j < fine.rows; ++j) {
    for (int i = 0; i < fine.columns; ++i) {
      const double x = (i + 0.5) / n - 0.5, y = (j + 0.5) / n - 0.5;
      const Shares near = sharp.between(x, y);
      Shares about = mixed.between(x, y);
      about.add(near, own);
      const bool singular = near.most(true) == static_cast<std::size_t>(HeatmapCell::singular);
      const std::size_t most = singular ? near.most(true) : about.most(false);
      // Values are those nearby, as far as there are any.
      const Shares& from = near.weight[most] > 0 ? near : about;
      fine.values.push_back(from.sum[most] / from.weight[most]);
      fine.cells.push_back(static_cast<HeatmapCell>(most));
    }
  }
  return fine;
}

}  // namespace

void check_axis(const HeatmapAxis& axis) {
  const bool good = std::isfinite(axis.from) && std::isfinite(axis.to) && axis.count >= 1 && axis.count <= 2000 &&
                    (axis.from < axis.to || (axis.count == 1 && axis.from == axis.to));
  if (!good) throw Error(ErrorKind::usage, fmt::format("the axis '{}' of a map must be finite and rise", axis.label));
}

HeatmapCell cell_state(const std::vector<double>& values, const std::vector<HeatmapCell>& cells, std::size_t k) {
  const HeatmapCell cell = cells.empty() ? HeatmapCell::value : cells[k];
  const bool coloured = cell == HeatmapCell::value || cell == HeatmapCell::limit;
  return coloured && !std::isfinite(values[k]) ? HeatmapCell::unreachable : cell;
}

Scale make_scale(double low, double high, bool diverging) {
  if (!(low < high)) high = low + std::max(std::abs(low), 1.0) * 1e-3;
  return {low, high, diverging};
}

std::string veil_pattern() {
  return "<defs><pattern id=\"veil\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
         "patternTransform=\"rotate(45)\"><rect width=\"7\" height=\"7\" fill=\"#fff\" fill-opacity=\".45\"/>"
         "<rect width=\"2\" height=\"7\" fill=\"#fff\" fill-opacity=\".5\"/></pattern></defs>\n";
}

std::string cell_area(const Box& box, int columns, int rows, const std::vector<double>& values,
                      const std::vector<HeatmapCell>& cells, const Scale& scale) {
  if (const int n = refinement(columns, rows); n > 1) {
    const FineMap fine = refined(columns, rows, values, cells, n);
    return fine_area(box, fine.columns, fine.rows, fine.values, fine.cells, scale);
  }
  return fine_area(box, columns, rows, values, cells, scale);
}

namespace {

std::string fine_area(const Box& box, int columns, int rows, const std::vector<double>& values,
                      const std::vector<HeatmapCell>& cells, const Scale& scale) {
  // Runs of equal keys; coordinates are cells from the upper left.
  std::map<int, std::string> paths;
  const double w = box.width / columns, h = box.height / rows;
  const auto runs = [&](int j, auto key, auto rectangle) {
    const std::size_t first = static_cast<std::size_t>(j) * static_cast<std::size_t>(columns);
    for (int i = 0, end; i < columns; i = end) {
      const int k = key(first + static_cast<std::size_t>(i));
      for (end = i + 1; end < columns && key(first + static_cast<std::size_t>(end)) == k;) ++end;
      if (k != nothing) rectangle(std::back_inserter(paths[k]), i, rows - 1 - j, end - i);
    }
  };
  const auto level = [&](std::size_t k) {
    const HeatmapCell cell = cell_state(values, cells, k);
    if (cell == HeatmapCell::singular) return singular_key;
    if (cell == HeatmapCell::behind) return behind_key;
    if (cell == HeatmapCell::unreachable) return nothing;
    const double t = std::clamp((values[k] - scale.low) / (scale.high - scale.low), 0.0, 1.0);
    return std::min(static_cast<int>(t * colour_levels), colour_levels - 1);
  };
  const auto veil = [&](std::size_t k) {
    return cell_state(values, cells, k) == HeatmapCell::limit ? veil_key : nothing;
  };
  for (int j = 0; j < rows; ++j) {
    runs(j, level, [](auto out, int x, int y, int n) { fmt::format_to(out, "M{} {}h{}v1h-{}z", x, y, n, n); });
    runs(j, veil, [&](auto out, int x, int y, int n) {
      fmt::format_to(out, "M{:.1f} {:.1f}h{:.1f}v{:.2f}h-{:.1f}z", box.x + x * w, box.y + y * h, n * w, h, n * w);
    });
  }
  std::string text = fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                                 box.x, box.y, box.width, box.height, grey);
  text +=
      fmt::format("<g transform=\"translate({:.1f} {:.1f}) scale({:.6g} {:.6g})\" shape-rendering=\"crispEdges\">\n",
                  box.x, box.y, w, h);
  for (const auto& [key, path] : paths) {
    if (key == veil_key) continue;
    const std::string fill = key == singular_key ? red
                             : key == behind_key ? violet
                                                 : scale.colour((key + 0.5) / colour_levels);
    text += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", fill, path);
  }
  text += "</g>\n";
  if (paths.contains(veil_key)) text += fmt::format("<path fill=\"url(#veil)\" d=\"{}\"/>\n", paths[veil_key]);
  return text;
}

}  // namespace

}  // namespace jourdain
