#include "report/map_drawing.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

class MatrixPicture {
 public:
  explicit MatrixPicture(const HeatmapMatrix& matrix) : matrix_(matrix) {
    check();
    lay_out();
    heading_ = SvgHeading(matrix.title, matrix.subtitle, picture_width() - left_ - 20);
    top_ = heading_.height() + 30;
    for (std::size_t s = 0; s < matrix.colours.size(); ++s) scales_.push_back(find_scale(s));
  }

  std::string draw() {
    draw_scales();
    for (const HeatmapMatrix::Panel& panel : matrix_.panels) draw_panel(panel);
    const int n = matrix_.size;
    const double bottom = std::max(box(n - 1, n - 1).y + height_ + 56, legend_bottom_);
    const std::string head =
        svg_head(picture_width(), bottom, matrix_.title, 12) + veil_pattern() + heading_.text(left_);
    return head + text_ + "</svg>\n";
  }

 private:
  template <typename... Args>
  void out(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  void check() const {
    check_axis(matrix_.across);
    check_axis(matrix_.up);
    const std::size_t count =
        static_cast<std::size_t>(matrix_.across.count) * static_cast<std::size_t>(matrix_.up.count);
    bool fits = matrix_.size >= 1 && matrix_.size <= 32 && (matrix_.cells.empty() || matrix_.cells.size() == count);
    for (const HeatmapMatrix::Panel& p : matrix_.panels) {
      fits = fits && p.values.size() == count && p.colours < matrix_.colours.size() && p.row >= 0 &&
             p.row <= p.column && p.column < matrix_.size;
    }
    if (!fits) throw Error(ErrorKind::usage, "the maps of a matrix must fit its size, its grid and its scales");
  }

  // Panels get smaller the more there are; equal units have equal scales unless a panel would become a strip.
  void lay_out() {
    const double side = matrix_.size == 1   ? 420
                        : matrix_.size == 2 ? 340
                        : matrix_.size == 3 ? 260
                                            : 900 / matrix_.size;
    width_ = height_ = side;
    if (matrix_.across.unit != matrix_.up.unit) return;
    const double across = matrix_.across.to - matrix_.across.from, up = matrix_.up.to - matrix_.up.from;
    width_ = std::max(side * std::min(1.0, across / up), side / 3);
    height_ = std::max(side * std::min(1.0, up / across), side / 3);
  }

  double picture_width() const {
    return std::max(left_ + matrix_.size * width_ + (matrix_.size - 1) * gap_ + 28, 560.0);
  }

  Box box(int row, int column) const {
    return {left_ + column * (width_ + gap_), top_ + row * (height_ + gap_), width_, height_};
  }

  Scale find_scale(std::size_t s) const {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const HeatmapMatrix::Panel& panel : matrix_.panels) {
      if (panel.colours != s) continue;
      for (std::size_t k = 0; k < panel.values.size(); ++k) {
        const HeatmapCell cell = cell_state(panel.values, matrix_.cells, k);
        if (cell != HeatmapCell::value && cell != HeatmapCell::limit) continue;
        low = std::min(low, panel.values[k]);
        high = std::max(high, panel.values[k]);
      }
    }
    if (!(low <= high)) return make_scale(0, 1);
    const double most = std::max({std::abs(low), std::abs(high), 1e-300});
    return matrix_.colours[s].diverging ? make_scale(-most, most, true) : make_scale(low, high);
  }

  void draw_panel(const HeatmapMatrix::Panel& panel) {
    const Box b = box(panel.row, panel.column);
    text_ += cell_area(b, matrix_.across.count, matrix_.up.count, panel.values, matrix_.cells, scales_[panel.colours]);
    out("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\"/>\n", b.x, b.y,
        b.width, b.height, ink);
    out("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"14\" font-weight=\"600\">{}<tspan dy=\"4\" "
        "font-size=\"10\">{}</tspan></text>\n",
        b.x, b.y - 7, escaped(panel.symbol), escaped(panel.index));
    if (panel.row == panel.column) draw_axes(b);
  }

  void draw_axes(const Box& b) {
    const auto at = [](const HeatmapAxis& axis, double value) {
      const double step = axis.count > 1 ? (axis.to - axis.from) / (axis.count - 1) : 1.0;
      return (value - axis.from + step / 2) / (step * axis.count);
    };
    const double bottom = b.y + b.height;
    const std::vector<double> xs =
        nice_ticks(matrix_.across.from, matrix_.across.to, std::max(3, static_cast<int>(b.width / 60)));
    const std::vector<double> ys =
        nice_ticks(matrix_.up.from, matrix_.up.to, std::max(3, static_cast<int>(b.height / 44)));
    out("<g font-size=\"11\" text-anchor=\"middle\">");
    for (double x : xs) {
      const double px = b.x + b.width * at(matrix_.across, x);
      out("<path d=\"M{0:.1f} {1:.1f}v4\" stroke=\"{2}\"/><text x=\"{0:.1f}\" y=\"{3:.1f}\">{4}</text>", px, bottom,
          ink, bottom + 16, tick_text(x, xs));
    }
    out("<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"600\">{}</text></g>\n", b.x + b.width / 2, bottom + 32,
        axis_title(matrix_.across.label, matrix_.across.unit));
    out("<g font-size=\"11\" text-anchor=\"end\">");
    for (double y : ys) {
      const double py = bottom - b.height * at(matrix_.up, y);
      out("<path d=\"M{0:.1f} {1:.1f}h-4\" stroke=\"{2}\"/><text x=\"{3:.1f}\" y=\"{4:.1f}\">{5}</text>", b.x, py, ink,
          b.x - 7, py + 4, tick_text(y, ys));
    }
    out("</g>\n<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\" font-size=\"11\" "
        "font-weight=\"600\">{}</text>\n",
        b.x - 42, b.y + b.height / 2, axis_title(matrix_.up.label, matrix_.up.unit));
  }

  // The colour bars one below the other under the first panel, then what the other colours mean.
  void draw_scales() {
    const double x = left_, length = std::max(width_ - 64, 120.0);
    double y = top_ + height_ + 72;
    for (std::size_t s = 0; s < scales_.size(); ++s) {
      const Scale& scale = scales_[s];
      out("<defs><linearGradient id=\"bar{}\">", s);
      for (int k = 0; k <= 16; ++k)
        out("<stop offset=\"{:.4g}\" stop-color=\"{}\"/>", k / 16.0, scale.colour(k / 16.0));
      out("</linearGradient></defs>\n<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"600\">{}</text>\n", x, y - 7,
          escaped(matrix_.colours[s].label));
      out("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"14\" fill=\"url(#bar{})\" stroke=\"{}\" "
          "stroke-width=\".6\"/>\n<g font-size=\"11\" text-anchor=\"middle\">",
          x, y, length, s, ink);
      const std::vector<double> ticks = nice_ticks(scale.low, scale.high, std::max(3, static_cast<int>(length / 48)));
      for (double tick : ticks) {
        const double at = x + length * (tick - scale.low) / (scale.high - scale.low);
        out("<path d=\"M{0:.1f} {1:.1f}v4\" stroke=\"{2}\"/><text x=\"{0:.1f}\" y=\"{3:.1f}\">{4}</text>", at, y + 14,
            ink, y + 29, tick_text(tick, ticks));
      }
      out("</g>\n");
      y += 62;
    }
    y -= 8;
    draw_legend(x, y);
    legend_bottom_ = y + 24;
  }

  void draw_legend(double x, double& y) {
    const std::size_t count = matrix_.panels.empty() ? 0 : matrix_.panels.front().values.size();
    int seen[5] = {};
    for (std::size_t k = 0; k < count; ++k) {
      ++seen[static_cast<int>(cell_state(matrix_.panels.front().values, matrix_.cells, k))];
    }
    const auto entry = [&](HeatmapCell cell, const char* name, const char* fill) {
      const int cells = seen[static_cast<int>(cell)];
      if (cells == 0) return;
      out("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"16\" height=\"12\" fill=\"{}\" stroke=\"{}\" stroke-width=\".5\"/>",
          x, y, fill, faint_ink);
      if (cell == HeatmapCell::limit) {
        out("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"16\" height=\"12\" fill=\"url(#veil)\"/>", x, y);
      }
      const double share = 100.0 * cells / static_cast<double>(count);
      out("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{} {}%</text>\n", x + 22, y + 10.5, faint_ink, name,
          share < 1 ? "&lt;1" : fmt::format("{:.0f}", share));
      y += 20;
    };
    entry(HeatmapCell::limit, "beyond a joint limit", "#3f7f8f");
    entry(HeatmapCell::singular, "singular", red);
    entry(HeatmapCell::behind, "behind a singularity", violet);
    entry(HeatmapCell::unreachable, "out of reach", grey);
  }

  const HeatmapMatrix& matrix_;
  std::string text_;
  std::vector<Scale> scales_;
  SvgHeading heading_{"", "", 1};
  double left_ = 72, top_ = 0, gap_ = 34;
  double width_ = 0, height_ = 0;
  double legend_bottom_ = 0;
};

}  // namespace

std::string heatmap_matrix_svg(const HeatmapMatrix& matrix) { return MatrixPicture(matrix).draw(); }

}  // namespace jourdain
