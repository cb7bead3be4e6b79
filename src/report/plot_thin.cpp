#include "report/plot.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Chosen indices in rising order; of neighbouring gaps one is enough.
class Chosen {
 public:
  void add(std::size_t index) {
    if (indices_.empty() || index > indices_.back()) indices_.push_back(index), gap_ = false;
  }
  void add_gap(std::size_t index) {
    if (!gap_ && !indices_.empty()) indices_.push_back(index);
    gap_ = true;
  }
  std::vector<std::size_t> take() {
    if (gap_ && !indices_.empty()) indices_.pop_back();
    return std::move(indices_);
  }

 private:
  std::vector<std::size_t> indices_;
  bool gap_ = true;
};

// First, least, largest and last of what lies in one pixel column.
struct PixelColumn {
  double place = 0;
  std::size_t first = 0, least = 0, most = 0, last = 0;
  bool open = false;

  void take(std::size_t k, double at, const std::vector<double>& y) {
    if (!open) place = at, first = least = most = k, open = true;
    if (y[k] < y[least]) least = k;
    if (y[k] > y[most]) most = k;
    last = k;
  }
  void close(Chosen& chosen) {
    if (!open) return;
    for (std::size_t k : {first, std::min(least, most), std::max(least, most), last}) chosen.add(k);
    open = false;
  }
};

bool is_point(const std::vector<double>& x, const std::vector<double>& y, std::size_t k) {
  return std::isfinite(x[k]) && std::isfinite(y[k]);
}

bool never_falls(const std::vector<double>& x, const std::vector<double>& y) {
  double before = -HUGE_VAL;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!is_point(x, y, k)) continue;
    if (x[k] < before) return false;
    before = x[k];
  }
  return true;
}

}  // namespace

std::vector<std::size_t> thinned(const std::vector<double>& x, const std::vector<double>& y, double x_pixel,
                                 double y_pixel) {
  Chosen chosen;
  const std::size_t count = std::min(x.size(), y.size());
  if (never_falls(x, y)) {
    PixelColumn column;
    for (std::size_t k = 0; k < count; ++k) {
      if (!is_point(x, y, k)) {
        column.close(chosen);
        chosen.add_gap(k);
        continue;
      }
      const double at = std::floor(x[k] / x_pixel);
      if (column.open && at != column.place) column.close(chosen);
      column.take(k, at, y);
    }
    column.close(chosen);
    return chosen.take();
  }
  // A path: what is nearer to the point before than half a pixel is left out, but for the end of a stretch.
  std::size_t kept = 0;
  bool drawing = false;
  for (std::size_t k = 0; k < count; ++k) {
    if (!is_point(x, y, k)) {
      chosen.add_gap(k);
      drawing = false;
      continue;
    }
    const bool ends = k + 1 == count || !is_point(x, y, k + 1);
    const bool near = drawing && std::abs(x[k] - x[kept]) < x_pixel / 2 && std::abs(y[k] - y[kept]) < y_pixel / 2;
    if (near && !ends) continue;
    chosen.add(k);
    kept = k;
    drawing = true;
  }
  return chosen.take();
}

std::string plot_colour(int index) {
  constexpr const char* colours[plot_colours] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#e69f00", "#56b4e9", "#000000"};
  return colours[((index % plot_colours) + plot_colours) % plot_colours];
}

}  // namespace jourdain
