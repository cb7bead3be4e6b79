// What all pictures have in common: the frame, text, numbers on axes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace jourdain {

inline constexpr const char* grey = "#e6e7ea";
inline constexpr const char* violet = "#b9a3d6";
inline constexpr const char* red = "#d7263d";
inline constexpr const char* ink = "#22262e";
inline constexpr const char* faint_ink = "#5b6270";

// Mean width of a letter at the font's size of 13, and the height of a line.
inline constexpr double letter_width = 6.6, line_height = 19;

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

// Text for SVG: no markup, no control characters.
std::string escaped(const std::string& text);

// Characters of a text in UTF-8.
std::size_t letters_of(const std::string& text);

// Lines of at most so many letters, broken at blanks; one line at least.
std::vector<std::string> wrapped_lines(const std::string& text, double letters);

// "-0.25" with as many decimals as the ticks need.
std::string tick_text(double value, const std::vector<double>& ticks);

// "x (mm)", escaped.
std::string axis_title(const std::string& label, const std::string& unit);

// The opening of a picture on white ground; "</svg>" ends it.
std::string svg_head(double width, double height, const std::string& title, int font_size = 13);

// Title and subtitle in as many lines as they take.
struct SvgHeading {
  SvgHeading(const std::string& title, const std::string& subtitle, double width);
  std::vector<std::string> title, subtitle;
  double height() const;  // 66 for one line each
  std::string text(double x) const;
};

}  // namespace jourdain
