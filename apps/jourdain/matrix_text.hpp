// Matrices whose rows and columns have names and units, as text and as JSON.
#pragma once

#include "robot_text.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <string>
#include <vector>

namespace jourdain::cli {

// What a row or column stands for: "vx" in "m/s".
struct Label {
  std::string name, unit;
};
using Labels = std::vector<Label>;

// An entry is in units of its row per unit of its column.
struct LabelledMatrix {
  Labels rows, columns;
  MatrixX entries;
};

// A matrix, or why there is none; and the pivots' ratio of the equations behind it.
struct FoundMatrix {
  LabelledMatrix matrix;
  std::string missing;
  double conditioning = 0;
  bool found() const { return missing.empty(); }
};

// Rates (order 1) or accelerations (order 2): of these actuators, of the output's moves, of the whole output.
Labels actuator_labels(const Robot& robot, const std::vector<int>& actuators, int order = 1);
Labels move_labels(const Robot& robot, int order = 1);
Labels output_labels(int order = 1);

// The unit of a column stands behind its name, that of a row at its end.
void print_matrix(const Numbers& number, const LabelledMatrix& matrix);

// Names and units of rows and columns, and the entries row by row.
Json matrix_json(const LabelledMatrix& matrix);
// null where there is none.
Json matrix_json(const FoundMatrix& found);

// " at x = ..., y = ..." behind the title; empty without an output.
std::string at_pose(const Robot& robot, const Numbers& number, const Workspace& workspace);

}  // namespace jourdain::cli
