#include "report/svg.hpp"

#include "io/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double title_size = 19, title_height = 25;

}  // namespace

std::string escaped(const std::string& text) {
  std::string result;
  for (char c : blank_unprintable(text)) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c == '\n' ? ' ' : c;
    }
  }
  return result;
}

std::size_t letters_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::vector<std::string> wrapped_lines(const std::string& text, double letters) {
  std::vector<std::string> lines{""};
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!lines.back().empty() && static_cast<double>(letters_of(lines.back()) + 1 + letters_of(word)) > letters) {
      lines.emplace_back();
    }
    lines.back() += (lines.back().empty() ? "" : " ") + word;
    at = end + 1;
  }
  return lines;
}

std::string tick_text(double value, const std::vector<double>& ticks) {
  const double step = std::abs(ticks[1] - ticks[0]);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
  if (std::abs(value) >= 1e6 || step < 1e-6) return fmt::format("{:.4g}", value);
  return fmt::format("{:.{}f}", value == 0 ? 0.0 : value, decimals);
}

std::string axis_title(const std::string& label, const std::string& unit) {
  return escaped(unit.empty() ? label : fmt::format("{} ({})", label, unit));
}

std::string svg_head(double width, double height, const std::string& title, int font_size) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" role=\"img\" font-family=\"'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', "
      "'DejaVu Sans', sans-serif\" font-size=\"{2}\" fill=\"{3}\">\n<title>{4}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      width, height, font_size, ink, escaped(title));
}

SvgHeading::SvgHeading(const std::string& title_text, const std::string& subtitle_text, double width)
    : title(wrapped_lines(title_text, width / (letter_width * title_size / 13))),
      subtitle(wrapped_lines(subtitle_text, width / letter_width)) {}

double SvgHeading::height() const {
  return 66 + title_height * static_cast<double>(title.size() - 1) +
         line_height * static_cast<double>(subtitle.size() - 1);
}

std::string SvgHeading::text(double x) const {
  std::string text;
  double y = 34;
  for (const std::string& line : title) {
    text += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"600\">{}</text>\n", x, y, title_size,
                        escaped(line));
    y += title_height;
  }
  y += 22 - title_height;
  for (const std::string& line : subtitle) {
    text +=
        fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"13\" fill=\"{}\">{}</text>\n", x, y, faint_ink, escaped(line));
    y += line_height;
  }
  return text;
}

}  // namespace jourdain
