#include "report/map_drawing.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace jourdain {
namespace {

class HeatmapPicture {
 public:
  explicit HeatmapPicture(const Heatmap& map) : map_(map) {
    check_axis(map.across);
    check_axis(map.up);
    const std::size_t count = static_cast<std::size_t>(map.across.count) * map.up.count;
    if (map.values.size() != count || (!map.cells.empty() && map.cells.size() != count)) {
      throw Error(ErrorKind::usage,
                  fmt::format("a map of {} x {} cells needs as many values", map.across.count, map.up.count));
    }
    lay_out();
    find_range();
    heading_.emplace(map.title, map.subtitle, width() - left_ - 20);
    top_ = heading_->height() + 12;
    place_legend();
  }

  std::string draw() {
    const double height = top_ + plot_height_ + 104 + line_height * legend_lines_;
    text_ += svg_head(width(), height, map_.title) + heading_->text(left_);
    text_ += veil_pattern();
    text_ += cell_area({left_, top_, plot_width_, plot_height_}, map_.across.count, map_.up.count, map_.values,
                       map_.cells, scale_);
    draw_outline();
    draw_mark();
    draw_axes();
    if (has_values_) draw_colour_bar();
    draw_legend();
    return text_ + "</svg>\n";
  }

 private:
  template <typename... Args>
  void out(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  static double step(const HeatmapAxis& axis) {
    return axis.count > 1 ? (axis.to - axis.from) / (axis.count - 1) : 1.0;
  }

  void lay_out() {
    const double across = step(map_.across) * map_.across.count, up = step(map_.up) * map_.up.count;
    plot_width_ = 520;
    plot_height_ = 460;
    if (map_.across.unit != map_.up.unit) return;
    // Equal scales unless the picture would become a strip.
    const double scale = std::min(plot_width_ / across, plot_height_ / up);
    plot_width_ = std::max(across * scale, 120.0);
    plot_height_ = std::max(up * scale, 120.0);
  }

  void find_range() {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t k = 0; k < map_.values.size(); ++k) {
      const HeatmapCell cell = cell_state(map_.values, map_.cells, k);
      ++seen_[static_cast<int>(cell)];
      if (cell != HeatmapCell::value && cell != HeatmapCell::limit) continue;
      low = std::min(low, map_.values[k]);
      high = std::max(high, map_.values[k]);
    }
    has_values_ = low <= high;
    scale_ = make_scale(map_.low.value_or(has_values_ ? low : 0), map_.high.value_or(has_values_ ? high : 1));
  }

  double at_x(double across) const {
    const double s = step(map_.across);
    return left_ + (across - map_.across.from + s / 2) / (s * map_.across.count) * plot_width_;
  }
  double at_y(double up) const {
    const double s = step(map_.up);
    return top_ + plot_height_ - (up - map_.up.from + s / 2) / (s * map_.up.count) * plot_height_;
  }

  // Dark on a light rim, so that it is seen on every colour.
  void draw_outline() {
    if (map_.outline.empty()) return;
    std::string path, ends;
    for (const HeatmapLine& line : map_.outline) {
      for (std::size_t k = 0; k < line.across.size() && k < line.up.size(); ++k) {
        const double x = std::clamp(at_x(line.across[k]), -1e5, 1e5), y = std::clamp(at_y(line.up[k]), -1e5, 1e5);
        path += fmt::format("{}{:.1f} {:.1f}", k == 0 ? 'M' : 'L', x, y);
        ends += fmt::format("M{:.1f} {:.1f}h0", x, y);
      }
    }
    out("<clipPath id=\"frame\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/></clipPath>\n",
        left_, top_, plot_width_, plot_height_);
    out("<g clip-path=\"url(#frame)\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        "<path stroke=\"#fff\" stroke-opacity=\".8\" stroke-width=\"4\" d=\"{0}\"/>"
        "<path stroke=\"{1}\" stroke-width=\"1.8\" d=\"{0}\"/><path stroke=\"{1}\" stroke-width=\"5\" "
        "d=\"{2}\"/></g>\n",
        path, ink, ends);
  }

  void draw_mark() {
    if (!map_.mark) return;
    const double x = at_x(map_.mark->across), y = at_y(map_.mark->up);
    if (!(x >= left_ && x <= left_ + plot_width_ && y >= top_ && y <= top_ + plot_height_)) return;
    const bool room = x + 60 < left_ + plot_width_;
    out("<g transform=\"translate({:.1f} {:.1f})\"><circle r=\"5.5\" fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.6\"/>"
        "<circle r=\"1.6\"/><text x=\"{}\" y=\"4.5\" text-anchor=\"{}\" font-size=\"12\" font-weight=\"600\" "
        "stroke=\"#fff\" "
        "stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text></g>\n",
        x, y, ink, room ? 10 : -10, room ? "start" : "end", escaped(map_.mark->label));
  }

  void draw_axes() {
    const double bottom = top_ + plot_height_, centre = left_ + plot_width_ / 2;
    out("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\"/>\n", left_,
        top_, plot_width_, plot_height_, ink);
    out("<g stroke=\"{}\">", ink);
    const std::vector<double> xs =
        nice_ticks(map_.across.from, map_.across.to, std::max(3, static_cast<int>(plot_width_ / 64)));
    const std::vector<double> ys =
        nice_ticks(map_.up.from, map_.up.to, std::max(3, static_cast<int>(plot_height_ / 48)));
    for (double x : xs) out("<path d=\"M{:.1f} {:.1f}v5\"/>", at_x(x), bottom);
    for (double y : ys) out("<path d=\"M{:.1f} {:.1f}h-5\"/>", left_, at_y(y));
    out("</g>\n<g text-anchor=\"middle\">");
    for (double x : xs) out("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", at_x(x), bottom + 20, tick_text(x, xs));
    out("<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"600\">{}</text>", centre, bottom + 42,
        axis_title(map_.across.label, map_.across.unit));
    out("<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" font-weight=\"600\">{}</text>", left_ - 58,
        top_ + plot_height_ / 2, axis_title(map_.up.label, map_.up.unit));
    out("</g>\n<g text-anchor=\"end\">");
    for (double y : ys) out("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", left_ - 9, at_y(y) + 4.5, tick_text(y, ys));
    out("</g>\n");
  }

  void draw_colour_bar() {
    const double x = left_ + plot_width_ + 24, height = plot_height_;
    out("<defs><linearGradient id=\"bar\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">");
    for (int k = 0; k <= 16; ++k) out("<stop offset=\"{:.4g}\" stop-color=\"{}\"/>", k / 16.0, map_colour(k / 16.0));
    out("</linearGradient></defs>\n<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"18\" height=\"{:.1f}\" fill=\"url(#bar)\" "
        "stroke=\"{}\"/>\n",
        x, top_, height, ink);
    const std::vector<double> ticks = nice_ticks(scale_.low, scale_.high, std::max(3, static_cast<int>(height / 56)));
    for (double tick : ticks) {
      const double y = top_ + height * (1 - (tick - scale_.low) / (scale_.high - scale_.low));
      out("<path d=\"M{0:.1f} {1:.1f}h5\" stroke=\"{2}\"/><text x=\"{3:.1f}\" y=\"{4:.1f}\">{5}</text>\n", x + 18, y,
          ink, x + 27, y + 4.5, tick_text(tick, ticks));
    }
    out("<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\" "
        "font-weight=\"600\">{}</text>\n",
        x + 84, top_ + height / 2, escaped(map_.value_label));
  }

  double width() const { return left_ + std::max(plot_width_ + 132, 480.0); }

  struct LegendEntry {
    HeatmapCell cell;
    std::string label, fill;
    double x = 0;
    int line = 0;
  };

  // What the colour bar does not explain, as far as it occurs; in as many lines as it takes.
  void place_legend() {
    double x = left_;
    const auto entry = [&](HeatmapCell cell, const char* name, const std::string& fill) {
      const int count = seen_[static_cast<int>(cell)];
      if (count == 0) return;
      const double share = 100.0 * count / static_cast<double>(map_.values.size());
      const std::string label = fmt::format("{} {}%", name, share < 1 ? "<1" : fmt::format("{:.0f}", share));
      const double wide = 38 + letter_width * static_cast<double>(label.size());
      if (x > left_ && x + wide > width()) x = left_, ++legend_lines_;
      legend_.push_back({cell, label, fill, x, legend_lines_});
      x += wide;
    };
    entry(HeatmapCell::value, "within limits", map_colour(0.6));
    entry(HeatmapCell::limit, "beyond a joint limit", "#a9c9c2");
    entry(HeatmapCell::singular, "singular", red);
    entry(HeatmapCell::behind, "behind a singularity", violet);
    entry(HeatmapCell::unreachable, "out of reach", grey);
  }

  void draw_legend() {
    for (const LegendEntry& entry : legend_) {
      const double x = entry.x, y = top_ + plot_height_ + 66 + line_height * entry.line;
      out("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"16\" height=\"12\" fill=\"{}\" stroke=\"{}\" stroke-width=\".5\"/>",
          x, y, entry.fill, faint_ink);
      if (entry.cell == HeatmapCell::limit) {
        out("<path d=\"M{0:.1f} {1:.1f}l12 -12M{2:.1f} {1:.1f}l8 -8M{0:.1f} {3:.1f}l4 -4\" stroke=\"#fff\" "
            "stroke-width=\"1.5\" "
            "stroke-opacity=\".8\"/>",
            x + 1, y + 12, x + 8, y + 5);
      }
      out("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"12\" fill=\"{}\">{}</text>\n", x + 22, y + 10.5, faint_ink,
          escaped(entry.label));
    }
  }

  const Heatmap& map_;
  std::string text_;
  double left_ = 84, top_ = 0;
  double plot_width_ = 0, plot_height_ = 0;
  Scale scale_;
  bool has_values_ = false;
  int seen_[5] = {};
  std::optional<SvgHeading> heading_;
  std::vector<LegendEntry> legend_;
  int legend_lines_ = 0;
};

}  // namespace

std::string heatmap_svg(const Heatmap& map) { return HeatmapPicture(map).draw(); }

}  // namespace jourdain
