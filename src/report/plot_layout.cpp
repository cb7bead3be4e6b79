#include "report/plot_layout.hpp"

#include "jourdain/core/error.hpp"
#include "report/heatmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace jourdain {
namespace {

constexpr double plot_width = 640, right_room = 28, sample_width = 22;
constexpr double room = 0.06;   // beside the data, of their span
constexpr double noise = 1e-9;  // of the largest value: such a span is none
constexpr double smallest_drawn = 1e-12;
constexpr double far_limit = 1.6;  // times the data's span: beyond it a limit would squeeze the curves

struct Span {
  double low = HUGE_VAL, high = -HUGE_VAL;
  void take(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return !(low <= high); }
};

// A span that can be drawn, also of a constant.
Span widened(Span span) {
  if (span.empty()) return {0, 1};
  const double largest = std::max(std::abs(span.low), std::abs(span.high));
  if (largest < smallest_drawn) return {-1, 1};
  if (span.high - span.low > noise * largest) return span;
  const double middle = span.low / 2 + span.high / 2;
  return {middle - 0.1 * largest, middle + 0.1 * largest};
}

PlotRange range_of(const PlotAxis& axis, const Span& data, double beside) {
  const Span span = widened(data);
  const double add = beside * (span.high - span.low);
  PlotRange range;
  range.low = axis.low.value_or(span.low - add);
  range.high = axis.high.value_or(span.high + add);
  const bool fixed = axis.low || axis.high;
  if (fixed && !(range.low < range.high)) {
    // One fixed end that lies beyond the data.
    if (!axis.high) range.high = range.low + std::max(std::abs(range.low), 1.0);
    if (!axis.low) range.low = range.high - std::max(std::abs(range.high), 1.0);
  }
  if (!(std::isfinite(range.span()) && range.span() > 0))
    throw Error(ErrorKind::usage, fmt::format("the axis '{}' of a plot must be finite and rise", axis.label));
  return range;
}

void check(const Plot& plot) {
  if (plot.panels.empty()) throw Error(ErrorKind::usage, "a plot needs a panel");
  for (const PlotPanel& panel : plot.panels) {
    for (const PlotSeries& series : panel.series) {
      const std::size_t given = abscissae(plot, series).size();
      if (given != series.y.size())
        throw Error(ErrorKind::usage, fmt::format("the series '{}' of a plot has {} values over {} of its axis",
                                                  series.name, series.y.size(), given));
    }
  }
}

bool has_points(const PlotPanel& panel) {
  return std::ranges::any_of(
      panel.series, [](const PlotSeries& s) { return s.style == PlotStyle::points || s.style == PlotStyle::marked; });
}

Span x_span(const Plot& plot, const PlotPanel& panel) {
  Span span;
  for (const PlotSeries& series : panel.series) {
    for (double x : abscissae(plot, series)) span.take(x);
  }
  return span;
}

// The data, and the limits that are near enough.
Span y_span(const PlotPanel& panel) {
  Span span;
  for (const PlotSeries& series : panel.series) {
    for (double y : series.y) span.take(y);
  }
  const Span data = widened(span);
  const double most = far_limit * (data.high - data.low);
  if (span.empty()) span = {};
  for (const PlotLimit& limit : panel.limits) {
    if (span.empty() || std::max(data.high, limit.value) - std::min(data.low, limit.value) <= most)
      span.take(limit.value);
  }
  return span;
}

std::vector<std::string> names_of(const PlotPanel& panel) {
  std::vector<std::string> names;
  for (const PlotSeries& series : panel.series) names.push_back(series.name);
  return names;
}

// Limits with one label, and those of them that the picture does not show.
std::vector<std::string> limit_labels(const PlotPanel& panel, const PlotRange& up) {
  std::vector<std::string> labels;
  std::set<std::string> seen;
  for (const PlotLimit& limit : panel.limits) {
    if (limit.label.empty() || !seen.insert(limit.label).second) continue;
    const bool shown = std::ranges::any_of(panel.limits, [&](const PlotLimit& l) {
      return l.label == limit.label && l.value >= up.low && l.value <= up.high;
    });
    labels.push_back(shown ? limit.label : limit.label + " (not in view)");
  }
  return labels;
}

// The legend above the panel, in as many lines as it takes; gives their height.
double place_legend(const PlotPanel& panel, bool with_series, double left, double top, PlotPlace& place) {
  double x = left, y = top;
  const auto add = [&](std::string label, int series) {
    if (label.empty()) return;
    const std::size_t most = static_cast<std::size_t>((plot_width - sample_width - 8) / (letter_width * 12 / 13));
    if (letters_of(label) > most) label = label.substr(0, most - 3) + "...";
    const double wide = sample_width + 24 + letter_width * 12 / 13 * static_cast<double>(letters_of(label));
    if (x > left && x + wide > left + plot_width + right_room) x = left, y += line_height;
    place.legend.push_back({std::move(label), series, x, y});
    x += wide;
  };
  for (std::size_t k = 0; with_series && k < panel.series.size(); ++k) add(panel.series[k].name, static_cast<int>(k));
  for (const std::string& label : limit_labels(panel, place.up)) add(label, -1);
  return place.legend.empty() ? 0 : y - top + line_height + 5;
}

// A path whose axes have one unit has one scale; the box takes the shape of the data as far as it looks well.
void fit_path(const PlotPanel& panel, PlotPlace& place) {
  constexpr double highest = 420, lowest = 150;
  place.box.height = 320;
  if (panel.across->unit != panel.up.unit) return;
  const double height = plot_width * place.up.span() / place.across.span();
  place.box.height = std::clamp(height, lowest, highest);
  PlotRange& wider = height > highest ? place.across : place.up;
  const double scale = height > highest ? highest / place.up.span() : plot_width / place.across.span();
  const double span = (height > highest ? plot_width : place.box.height) / scale;
  const double middle = (wider.low + wider.high) / 2;
  wider.low = middle - span / 2, wider.high = middle + span / 2;
}

void find_ticks(PlotPlace& place) {
  place.across.ticks = nice_ticks(place.across.low, place.across.high, static_cast<int>(plot_width / 72));
  place.up.ticks = nice_ticks(place.up.low, place.up.high, std::clamp(static_cast<int>(place.box.height / 28), 3, 8));
}

// Room at the left for the longest number.
double left_room(const PlotLayout& layout) {
  std::size_t longest = 1;
  for (const PlotPlace& place : layout.places) {
    for (double tick : place.up.ticks) longest = std::max(longest, tick_text(tick, place.up.ticks).size());
  }
  return 52 + 7.4 * static_cast<double>(longest);
}

// Ranges and heights of all panels.
void find_ranges(const Plot& plot, PlotLayout& layout) {
  Span shared;
  bool points = false;
  int stacked = 0;
  for (const PlotPanel& panel : plot.panels) {
    if (panel.across) continue;
    const Span span = x_span(plot, panel);
    shared.take(span.low), shared.take(span.high);
    points = points || has_points(panel);
    ++stacked;
  }
  for (const PlotPanel& panel : plot.panels) {
    PlotPlace place;
    place.up = range_of(panel.up, y_span(panel), room);
    place.box.width = plot_width;
    if (panel.across) {
      place.across = range_of(*panel.across, x_span(plot, panel), room);
      fit_path(panel, place);
    } else {
      place.across = range_of(plot.across, shared, points ? 0.02 : 0);
      place.box.height = stacked == 1 ? 320 : stacked == 2 ? 220 : 165;
    }
    find_ticks(place);
    layout.places.push_back(std::move(place));
  }
}

}  // namespace

const std::vector<double>& abscissae(const Plot& plot, const PlotSeries& series) {
  return series.x.empty() ? plot.x : series.x;
}

PlotLayout lay_out(const Plot& plot) {
  check(plot);
  PlotLayout layout;
  find_ranges(plot, layout);
  layout.left = left_room(layout);
  layout.width = layout.left + plot_width + right_room;
  layout.heading = SvgHeading(plot.title, plot.subtitle, plot_width + right_room - 12);
  double y = layout.heading.height() + 6;
  for (std::size_t k = 0; k < plot.panels.size(); ++k) {
    const PlotPanel& panel = plot.panels[k];
    PlotPlace& place = layout.places[k];
    const bool same_names = k > 0 && names_of(panel) == names_of(plot.panels[k - 1]);
    y += place_legend(panel, !same_names, layout.left, y, place);
    place.box.x = layout.left;
    place.box.y = y;
    place.labels_below = panel.across || k + 1 == plot.panels.size() || plot.panels[k + 1].across;
    y += place.box.height + (place.labels_below ? 62 : 16);
  }
  layout.height = y;
  return layout;
}

}  // namespace jourdain
