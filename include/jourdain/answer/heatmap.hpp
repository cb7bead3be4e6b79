// Maps of numbers over a rectangle, as data.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// Samples from `from` to `to`, both included; each is drawn as a cell about it.
struct HeatmapAxis {
  std::string label;
  std::string unit;  // may be empty
  double from = 0;
  double to = 1;
  int count = 2;
};

enum class HeatmapCell {
  value,        // coloured by its value
  limit,        // the same under a veil: there is a value, but it is not allowed
  singular,     // red
  behind,       // violet: there, but not to be reached without passing a singularity
  unreachable,  // grey
};

struct HeatmapMark {
  double across = 0;
  double up = 0;
  std::string label;
};

// Lines over the cells, such as the robot's outline; where they leave the frame they are cut off.
struct HeatmapLine {
  std::vector<double> across, up;  // its points
};

struct Heatmap {
  std::string title;
  std::string subtitle;
  HeatmapAxis across;
  HeatmapAxis up;
  std::string value_label;          // of the colour bar
  std::optional<double> low, high;  // ends of the colour bar; default: those of the values
  std::vector<double> values;       // row by row from the lowest; not finite: grey
  std::vector<HeatmapCell> cells;   // the same; empty: all have values
  std::optional<HeatmapMark> mark;
  std::vector<HeatmapLine> outline;
};

// Maps of several quantities over the same rectangle, in the upper triangle of a matrix.
struct HeatmapMatrix {
  // A colour scale that panels share, and its label.
  struct Colours {
    std::string label;
    bool diverging = false;  // the same to both sides of 0; else from the least to the largest value
  };
  struct Panel {
    int row = 0, column = 0;     // from 0; column >= row
    std::size_t colours = 0;     // index of its scale
    std::string symbol, index;   // "M" and "12": index is set as subscript
    std::vector<double> values;  // as in Heatmap
  };
  std::string title;
  std::string subtitle;
  HeatmapAxis across;
  HeatmapAxis up;
  int size = 0;  // rows of the matrix
  std::vector<Colours> colours;
  std::vector<Panel> panels;
  std::vector<HeatmapCell> cells;  // of every panel; empty: all have values
};

}  // namespace jourdain
