#include "jourdain/report/heatmap.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace jourdain {
namespace {

constexpr int colour_levels = 64;
constexpr const char* grey = "#e6e7ea";
constexpr const char* red = "#d7263d";
constexpr const char* violet = "#b9a3d6";
constexpr const char* ink = "#22262e";
constexpr const char* faint_ink = "#5b6270";

std::string escaped(const std::string& text) {
  std::string result;
  for (char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result;
}

// "-0.25" with as many decimals as the ticks need.
std::string tick_text(double value, const std::vector<double>& ticks) {
  const double step = std::abs(ticks[1] - ticks[0]);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
  if (std::abs(value) >= 1e6 || step < 1e-6) return fmt::format("{:.4g}", value);
  return fmt::format("{:.{}f}", value == 0 ? 0.0 : value, decimals);
}

std::string axis_title(const HeatmapAxis& axis) {
  return escaped(axis.unit.empty() ? axis.label : fmt::format("{} ({})", axis.label, axis.unit));
}

class Picture {
 public:
  explicit Picture(const Heatmap& map) : map_(map) {
    check_axis(map.across);
    check_axis(map.up);
    const std::size_t count = static_cast<std::size_t>(map.across.count) * map.up.count;
    if (map.values.size() != count || (!map.cells.empty() && map.cells.size() != count)) {
      throw Error(ErrorKind::usage,
                  fmt::format("a map of {} x {} cells needs as many values", map.across.count, map.up.count));
    }
    lay_out();
    find_range();
  }

  std::string draw() {
    const double width = left_ + plot_width_ + 132, height = top_ + plot_height_ + 104;
    out("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "role=\"img\" font-family=\"'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\" "
        "font-size=\"13\" fill=\"{2}\">\n",
        width, height, ink);
    out("<title>{}</title>\n", escaped(map_.title));
    out("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    out("<text x=\"{}\" y=\"34\" font-size=\"19\" font-weight=\"600\">{}</text>\n", left_, escaped(map_.title));
    out("<text x=\"{}\" y=\"56\" fill=\"{}\">{}</text>\n", left_, faint_ink, escaped(map_.subtitle));
    draw_cells();
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

  static void check_axis(const HeatmapAxis& axis) {
    const bool good = std::isfinite(axis.from) && std::isfinite(axis.to) && axis.count >= 1 && axis.count <= 2000 &&
                      (axis.from < axis.to || (axis.count == 1 && axis.from == axis.to));
    if (!good) throw Error(ErrorKind::usage, fmt::format("the axis '{}' of a map must be finite and rise", axis.label));
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

  HeatmapCell state(std::size_t k) const {
    const HeatmapCell cell = map_.cells.empty() ? HeatmapCell::value : map_.cells[k];
    const bool coloured = cell == HeatmapCell::value || cell == HeatmapCell::limit;
    return coloured && !std::isfinite(map_.values[k]) ? HeatmapCell::unreachable : cell;
  }

  void find_range() {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t k = 0; k < map_.values.size(); ++k) {
      const HeatmapCell cell = state(k);
      ++seen_[static_cast<int>(cell)];
      if (cell != HeatmapCell::value && cell != HeatmapCell::limit) continue;
      low = std::min(low, map_.values[k]);
      high = std::max(high, map_.values[k]);
    }
    has_values_ = low <= high;
    low_ = map_.low.value_or(has_values_ ? low : 0);
    high_ = map_.high.value_or(has_values_ ? high : 1);
    if (!(low_ < high_)) high_ = low_ + std::max(std::abs(low_), 1.0) * 1e-3;
  }

  int level(double value) const {
    const double t = std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
    return std::min(static_cast<int>(t * colour_levels), colour_levels - 1);
  }

  // One path per colour: each run of equal cells of a row is a rectangle. Coordinates are cells from the upper left.
  void draw_cells() {
    std::map<int, std::string> paths;  // by level; -1 singular, -2 limit veil, -3 nothing, -4 behind a singularity
    const int columns = map_.across.count, rows = map_.up.count;
    const auto runs = [&](int j, auto key) {
      for (int i = 0, end; i < columns; i = end) {
        const int k = key(static_cast<std::size_t>(j) * columns + i);
        for (end = i + 1; end < columns && key(static_cast<std::size_t>(j) * columns + end) == k;) ++end;
        if (k != -3)
          fmt::format_to(std::back_inserter(paths[k]), "M{} {}h{}v1h-{}z", i, rows - 1 - j, end - i, end - i);
      }
    };
    for (int j = 0; j < rows; ++j) {
      runs(j, [&](std::size_t k) {
        const HeatmapCell cell = state(k);
        if (cell == HeatmapCell::singular) return -1;
        if (cell == HeatmapCell::behind) return -4;
        return cell == HeatmapCell::unreachable ? -3 : level(map_.values[k]);
      });
      runs(j, [&](std::size_t k) { return state(k) == HeatmapCell::limit ? -2 : -3; });
    }
    const double w = plot_width_ / columns, h = plot_height_ / rows;
    out("<defs><pattern id=\"veil\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"scale({:.6g} {:.6g}) "
        "rotate(45)\"><rect width=\"7\" height=\"7\" fill=\"#fff\" fill-opacity=\".45\"/><rect width=\"2\" "
        "height=\"7\" fill=\"#fff\" "
        "fill-opacity=\".5\"/></pattern></defs>\n",
        1 / w, 1 / h);
    out("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", left_, top_, plot_width_,
        plot_height_, grey);
    out("<g transform=\"translate({:.1f} {:.1f}) scale({:.6g} {:.6g})\" shape-rendering=\"crispEdges\">\n", left_, top_,
        w, h);
    for (const auto& [key, path] : paths) {
      const std::string fill = key == -1   ? red
                               : key == -4 ? violet
                               : key >= 0  ? map_colour((key + 0.5) / colour_levels)
                                           : "";
      if (key != -2) out("<path fill=\"{}\" d=\"{}\"/>\n", fill, path);
    }
    if (paths.contains(-2)) out("<path fill=\"url(#veil)\" d=\"{}\"/>\n", paths[-2]);
    out("</g>\n");
  }

  double at_x(double across) const {
    const double s = step(map_.across);
    return left_ + (across - map_.across.from + s / 2) / (s * map_.across.count) * plot_width_;
  }
  double at_y(double up) const {
    const double s = step(map_.up);
    return top_ + plot_height_ - (up - map_.up.from + s / 2) / (s * map_.up.count) * plot_height_;
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
    out("<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"600\">{}</text>", centre, bottom + 42, axis_title(map_.across));
    out("<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" font-weight=\"600\">{}</text>", left_ - 58,
        top_ + plot_height_ / 2, axis_title(map_.up));
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
    const std::vector<double> ticks = nice_ticks(low_, high_, std::max(3, static_cast<int>(height / 56)));
    for (double tick : ticks) {
      const double y = top_ + height * (1 - (tick - low_) / (high_ - low_));
      out("<path d=\"M{0:.1f} {1:.1f}h5\" stroke=\"{2}\"/><text x=\"{3:.1f}\" y=\"{4:.1f}\">{5}</text>\n", x + 18, y,
          ink, x + 27, y + 4.5, tick_text(tick, ticks));
    }
    out("<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\" "
        "font-weight=\"600\">{}</text>\n",
        x + 84, top_ + height / 2, escaped(map_.value_label));
  }

  // Explains what the colour bar does not, as far as it occurs.
  void draw_legend() {
    double x = left_;
    const double y = top_ + plot_height_ + 66;
    const auto entry = [&](HeatmapCell cell, const char* name, const std::string& fill) {
      const int count = seen_[static_cast<int>(cell)];
      if (count == 0) return;
      const double share = 100.0 * count / static_cast<double>(map_.values.size());
      const std::string label = fmt::format("{} {}%", name, share < 1 ? "<1" : fmt::format("{:.0f}", share));
      out("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"16\" height=\"12\" fill=\"{}\" stroke=\"{}\" stroke-width=\".5\"/>",
          x, y, fill, faint_ink);
      if (cell == HeatmapCell::limit) {
        out("<path d=\"M{0:.1f} {1:.1f}l12 -12M{2:.1f} {1:.1f}l8 -8M{0:.1f} {3:.1f}l4 -4\" stroke=\"#fff\" "
            "stroke-width=\"1.5\" "
            "stroke-opacity=\".8\"/>",
            x + 1, y + 12, x + 8, y + 5);
      }
      out("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"12\" fill=\"{}\">{}</text>\n", x + 22, y + 10.5, faint_ink,
          escaped(label));
      x += 38 + 6.6 * static_cast<double>(label.size());
    };
    entry(HeatmapCell::value, "within limits", map_colour(0.6));
    entry(HeatmapCell::limit, "beyond a joint limit", "#a9c9c2");
    entry(HeatmapCell::singular, "singular", red);
    entry(HeatmapCell::behind, "behind a singularity", violet);
    entry(HeatmapCell::unreachable, "out of reach", grey);
  }

  const Heatmap& map_;
  std::string text_;
  double left_ = 84, top_ = 78;
  double plot_width_ = 0, plot_height_ = 0;
  double low_ = 0, high_ = 1;
  bool has_values_ = false;
  int seen_[5] = {};
};

}  // namespace

std::string heatmap_svg(const Heatmap& map) { return Picture(map).draw(); }

}  // namespace jourdain
