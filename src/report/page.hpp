// A report as one HTML file that opens from disk without a network: verdict, text, tables that can be sorted, curves
// that can be zoomed and read off, pictures, and the robot in 3D. Set-up code.
#pragma once

#include "jourdain/answer/tone.hpp"
#include "report/plot.hpp"
#include "report/scene.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace jourdain {

// Paragraphs divided by empty lines; lines that start with "- " are a list, `words in backquotes` are set as code.
struct PageText {
  std::string text;
  Tone tone = Tone::plain;  // other than plain: set off in a box of that colour
};

// Few numbers that matter, set large.
struct PageFigures {
  struct Figure {
    std::string label;
    std::string value;  // with its unit
    std::string note;   // small, below; may be empty
    Tone tone = Tone::plain;
  };
  std::vector<Figure> figures;
  std::string title = {};  // may be empty
};

// A number is set right and sorted by its value, a text left.
struct PageCell {
  PageCell(std::string words, Tone how = Tone::plain) : text(std::move(words)), tone(how) {}
  PageCell(const char* words, Tone how = Tone::plain) : text(words), tone(how) {}
  // With so many significant digits; "-" if the number is not finite.
  PageCell(double number, int digits = 4, Tone how = Tone::plain);
  PageCell(int number) : PageCell(static_cast<double>(number), 12) {}

  std::string text;
  std::optional<double> value;
  Tone tone;
};

struct PageTable {
  struct Column {
    std::string title;
    std::string unit;  // may be empty
  };
  std::string title;                        // may be empty
  std::vector<Column> columns;              // each with a title: files of numbers have them as heads
  std::vector<std::vector<PageCell>> rows;  // each as long as columns
  std::string note;                         // below; may be empty
  std::size_t shown = 12;                   // rows to see before "show all"
};

// Curves over time. Panels with an axis of their own (paths) and plots without scripts are drawn as pictures. Plots and
// scenes of the same clock share zoom, cursor and slider.
struct PagePlot {
  Plot plot;
  std::string clock;  // empty: the plot stands alone
};

// A picture such as heatmap_svg() writes, and the line below it. The text must come from our own drawing functions: it
// is not escaped.
struct PagePicture {
  std::string svg;
  std::string caption;
};

// Text set as it is, such as a command or a file.
struct PageCode {
  std::string text;
};

struct PageScene {
  Scene scene;
  std::string clock;  // as in PagePlot
};

using PageElement = std::variant<PageText, PageFigures, PageTable, PagePlot, PagePicture, PageCode, PageScene>;

struct PageSection {
  std::string title;
  std::vector<PageElement> elements;
  bool folded = false;  // closed until it is asked for; open in print
};

struct PageVerdict {
  Tone tone = Tone::plain;
  std::string text;                  // one sentence
  std::vector<std::string> reasons;  // what it rests on
  std::string question = {};         // that it answers, small above it; may be empty
};

struct Page {
  std::string title;
  std::string subtitle;              // may be empty
  PageVerdict verdict;               // left out without text; its tone is that of the page
  std::vector<PageVerdict> further;  // answers to other questions, smaller
  std::vector<PageSection> sections;
  std::string command;             // the exact command that made the page
  std::vector<std::string> notes;  // further lines of the footer, such as files beside the page
};

struct PageOptions {
  bool scripts = true;  // false: pictures instead of plots and 3D, as where the libraries are missing
};

// True if the program was built with the libraries of interactive plots and 3D (packages.txt: libjs-three,
// libjs-dygraphs).
bool page_scripts_built_in();

// The page. Throws Error(usage) if a table's row has not as many cells as columns or a column has no title, or as
// plot_svg().
std::string page_html(const Page& page, const PageOptions& options = {});

}  // namespace jourdain
