#include "report/heatmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Linear light to the eight bits of sRGB.
int eight_bits(double linear) {
  const double x = std::clamp(linear, 0.0, 1.0);
  const double coded = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(255 * coded));
}

// A colour of the OKLab space [Ottosson20] by lightness, chroma and hue.
std::string colour_from_oklch(double L, double C, double hue) {
  const double a = C * std::cos(hue), b = C * std::sin(hue);
  const double l = std::pow(L + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(L - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(L - 0.0894841775 * a - 1.2914855480 * b, 3);
  return fmt::format("#{:02x}{:02x}{:02x}", eight_bits(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                     eight_bits(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                     eight_bits(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

}  // namespace

std::string map_colour(double t) {
  t = std::isfinite(t) ? std::clamp(t, 0.0, 1.0) : 0.0;
  // Lightness rises evenly; the hue turns from blue over green to yellow; the chroma stays within what screens show.
  const double L = 0.28 + 0.64 * t;
  const double C = 0.081 + 0.07 * std::pow(1 - t, 8) + 0.08 * t * t * t;
  const double hue = (275 - 170 * t) * M_PI / 180;
  return colour_from_oklch(L, C, hue);
}

std::string diverging_colour(double t) {
  t = std::isfinite(t) ? std::clamp(t, -1.0, 1.0) : 0.0;
  const double s = std::abs(t);
  return colour_from_oklch(0.97 - 0.49 * s, 0.17 * std::pow(s, 0.8), (t < 0 ? 255 : 28) * M_PI / 180);
}

std::vector<double> nice_ticks(double from, double to, int most) {
  const double span = to - from;
  if (!(std::isfinite(span) && span > 0)) return {from, to};
  // The smallest of 1, 2, 5 times a power of ten that gives few enough ticks.
  double power = std::pow(10, std::floor(std::log10(span / std::max(most, 2))));
  double step = power;
  std::vector<double> ticks;
  for (int k = 0; k < 12; ++k, step = power * (k % 3 == 1 ? 2 : k % 3 == 2 ? 5 : 1)) {
    if (k > 0 && k % 3 == 0) power *= 10, step = power;
    const double first = std::ceil(from / step - 1e-9), last = std::floor(to / step + 1e-9);
    if (last - first + 1 > most) continue;
    for (double i = first; i <= last; ++i) ticks.push_back(i == 0 ? 0.0 : i * step);
    break;
  }
  return ticks.size() >= 2 ? ticks : std::vector<double>{from, to};
}

}  // namespace jourdain
