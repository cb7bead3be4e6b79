// The elements of a page as HTML.
#pragma once

#include "report/page.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Writes elements one after the other and gathers what the scripts need.
class PageElements {
 public:
  explicit PageElements(bool scripts) : scripts_(scripts) {}

  std::string operator()(const PageText& text);
  std::string operator()(const PageFigures& figures);
  std::string operator()(const PageTable& table);
  std::string operator()(const PagePlot& plot);
  std::string operator()(const PagePicture& picture);
  std::string operator()(const PageCode& code);
  std::string operator()(const PageScene& scene);

  // JSON of all plots and scenes so far.
  std::string data() const;

 private:
  bool scripts_;
  std::vector<std::string> plots_;
  std::vector<std::string> scenes_;
};

// Class of a tone in the style sheet, and the sign that says the same without colour.
const char* tone_class(Tone tone);
const char* tone_sign(Tone tone);

// Text with `code` in backquotes, as HTML.
std::string inline_html(const std::string& text);

}  // namespace jourdain
