#include "report/plot_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace jourdain {
namespace {

constexpr const char* grid_ink = "#e3e5e9";
constexpr const char* limit_dashes = "7 4";

class PlotPicture {
 public:
  explicit PlotPicture(const Plot& plot) : plot_(plot), layout_(lay_out(plot)) {}

  std::string draw() {
    text_ = svg_head(layout_.width, layout_.height, plot_.title) + layout_.heading.text(layout_.left);
    for (std::size_t k = 0; k < plot_.panels.size(); ++k) {
      const PlotPanel& panel = plot_.panels[k];
      const PlotPlace& place = layout_.places[k];
      draw_grid(place);
      out("<clipPath id=\"panel{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/></clipPath>\n",
          k, place.box.x, place.box.y, place.box.width, place.box.height);
      out("<g clip-path=\"url(#panel{})\" fill=\"none\" stroke-linejoin=\"round\">\n", k);
      draw_limits(panel, place);
      for (std::size_t s = 0; s < panel.series.size(); ++s)
        draw_series(panel.series[s], static_cast<int>(s), lies_on_another(panel, s, place), place);
      out("</g>\n");
      draw_axes(panel, place);
      draw_legend(panel, place);
    }
    return text_ + "</svg>\n";
  }

 private:
  template <typename... Args>
  void out(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  void draw_grid(const PlotPlace& place) {
    const Box& b = place.box;
    out("<path stroke=\"{}\" d=\"", grid_ink);
    for (double x : place.across.ticks) out("M{:.1f} {:.1f}v{:.1f}", place.at_x(x), b.y, b.height);
    for (double y : place.up.ticks) out("M{:.1f} {:.1f}h{:.1f}", b.x, place.at_y(y), b.width);
    out("\"/>\n");
    // Zero is worth a line of its own.
    if (place.up.low < 0 && place.up.high > 0)
      out("<path stroke=\"#a9aeb8\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n", b.x, place.at_y(0), b.width);
  }

  void draw_limits(const PlotPanel& panel, const PlotPlace& place) {
    for (const PlotLimit& limit : panel.limits) {
      if (!(limit.value >= place.up.low && limit.value <= place.up.high)) continue;
      out("<path stroke=\"{}\" stroke-width=\"1.3\" stroke-dasharray=\"{}\" d=\"M{:.1f} {:.1f}h{:.1f}\"/>\n", red,
          limit_dashes, place.box.x, place.at_y(limit.value), place.box.width);
    }
  }

  static int colour_of(const PlotSeries& series, int index) { return series.colour >= 0 ? series.colour : index; }

  // How a series is drawn; colours that come again are told apart by dashes.
  static std::string stroke(const PlotSeries& series, int index) {
    constexpr std::array dashes{"", "5 3", "1.5 3", "9 3 1.5 3"};
    const int colour = colour_of(series, index);
    const std::string base = fmt::format("stroke=\"{}\" stroke-width=\"1.7\"", plot_colour(colour));
    const char* dash = series.style == PlotStyle::dashed
                           ? "6 4"
                           : dashes[static_cast<std::size_t>(colour / plot_colours) % dashes.size()];
    return *dash == '\0' ? base : fmt::format("{} stroke-dasharray=\"{}\"", base, dash);
  }
  static std::string dot(const PlotSeries& series, int index) {
    return fmt::format("stroke=\"{}\" stroke-width=\"4.4\" stroke-linecap=\"round\"",
                       plot_colour(colour_of(series, index)));
  }

  // True if an earlier curve is the same within a pixel: dashes let both be seen.
  bool lies_on_another(const PlotPanel& panel, std::size_t index, const PlotPlace& place) const {
    const PlotSeries& series = panel.series[index];
    const double pixel = place.up.span() / place.box.height;
    const auto same = [&](const PlotSeries& other) {
      if (other.style != series.style || abscissae(plot_, other) != abscissae(plot_, series)) return false;
      for (std::size_t k = 0; k < series.y.size(); ++k) {
        if (std::abs(other.y[k] - series.y[k]) > pixel) return false;
      }
      return true;
    };
    return std::any_of(panel.series.begin(), panel.series.begin() + static_cast<std::ptrdiff_t>(index), same);
  }

  void draw_series(const PlotSeries& series, int index, bool covers, const PlotPlace& place) {
    const std::vector<double>& x = abscissae(plot_, series);
    const std::vector<std::size_t> points =
        thinned(x, series.y, place.across.span() / place.box.width, place.up.span() / place.box.height);
    std::string line, dots;
    bool drawing = false, alone = false;
    for (std::size_t k : points) {
      if (!(std::isfinite(x[k]) && std::isfinite(series.y[k]))) {
        if (alone) line += "h0";
        drawing = alone = false;
        continue;
      }
      // What is far outside stays outside, in numbers that every viewer can hold.
      const double px = std::clamp(place.at_x(x[k]), -1e5, 1e5), py = std::clamp(place.at_y(series.y[k]), -1e5, 1e5);
      fmt::format_to(std::back_inserter(line), "{}{:.1f} {:.1f}", drawing ? 'L' : 'M', px, py);
      fmt::format_to(std::back_inserter(dots), "M{:.1f} {:.1f}h0", px, py);
      alone = !drawing;
      drawing = true;
    }
    if (alone) line += "h0";
    if (line.empty()) return;
    if (series.style != PlotStyle::points) {
      // A point alone is seen by its round end.
      const bool gaps = covers && series.style == PlotStyle::line && colour_of(series, index) < plot_colours;
      out("<path {}{} stroke-linecap=\"{}\" d=\"{}\"/>\n", stroke(series, index),
          gaps ? " stroke-dasharray=\"9 9\"" : "", gaps ? "butt" : "round", line);
    }
    if (series.style == PlotStyle::points || series.style == PlotStyle::marked || points.size() == 1)
      out("<path {} d=\"{}\"/>\n", dot(series, index), dots);
  }

  void draw_axes(const PlotPanel& panel, const PlotPlace& place) {
    const Box& b = place.box;
    const double bottom = b.y + b.height;
    out("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"{}\"/>\n", b.x, b.y,
        b.width, b.height, ink);
    out("<path stroke=\"{}\" d=\"", ink);
    for (double x : place.across.ticks) out("M{:.1f} {:.1f}v5", place.at_x(x), bottom);
    for (double y : place.up.ticks) out("M{:.1f} {:.1f}h-5", b.x, place.at_y(y));
    out("\"/>\n<g text-anchor=\"end\">");
    for (double y : place.up.ticks)
      out("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", b.x - 9, place.at_y(y) + 4.5, tick_text(y, place.up.ticks));
    out("</g>\n<g text-anchor=\"middle\">");
    out("<text transform=\"translate(22 {:.1f}) rotate(-90)\" font-weight=\"600\">{}</text>", b.y + b.height / 2,
        axis_title(panel.up.label, panel.up.unit));
    if (place.labels_below) {
      const PlotAxis& across = panel.across ? *panel.across : plot_.across;
      for (double x : place.across.ticks)
        out("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", place.at_x(x), bottom + 20, tick_text(x, place.across.ticks));
      out("<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"600\">{}</text>", b.x + b.width / 2, bottom + 42,
          axis_title(across.label, across.unit));
    }
    out("</g>\n");
  }

  void draw_legend(const PlotPanel& panel, const PlotPlace& place) {
    for (const PlotLegendEntry& entry : place.legend) {
      const double middle = entry.y + 8;
      if (entry.series < 0) {
        out("<path stroke=\"{}\" stroke-width=\"1.3\" stroke-dasharray=\"{}\" d=\"M{:.1f} {:.1f}h22\"/>", red,
            limit_dashes, entry.x, middle);
      } else {
        const PlotSeries& series = panel.series[entry.series];
        if (series.style != PlotStyle::points)
          out("<path {} d=\"M{:.1f} {:.1f}h22\"/>", stroke(series, entry.series), entry.x, middle);
        if (series.style == PlotStyle::points || series.style == PlotStyle::marked)
          out("<path {} d=\"M{:.1f} {:.1f}h0\"/>", dot(series, entry.series), entry.x + 11, middle);
      }
      out("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"12\" fill=\"{}\">{}</text>\n", entry.x + 28, middle + 4.2,
          faint_ink, escaped(entry.label));
    }
  }

  const Plot& plot_;
  PlotLayout layout_;
  std::string text_;
};

}  // namespace

std::string plot_svg(const Plot& plot) { return PlotPicture(plot).draw(); }

}  // namespace jourdain
