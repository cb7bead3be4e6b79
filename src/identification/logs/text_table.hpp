// How a text table is laid out, found from its first lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

struct CellNumber {
  enum class Kind { number, missing, text };
  Kind kind = Kind::missing;
  double value = 0;  // NaN unless it is a finite number
};

// "1.5", "1,5" with a decimal comma, "nan", "", "-", "NA", "null" (missing), anything else (text). In quotes or not.
CellNumber read_number(std::string_view text, bool decimal_comma);

// Cells of a line between separators; ' ' stands for any number of blanks and tabs. Blanks about cells and quotes are
// taken off.
void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells);

struct TextLayout {
  char separator = ',';
  bool decimal_comma = false;
  long first_row = 0;  // lines before the first row of numbers
  long preamble = 0;   // lines before the names
  bool has_unit_row = false;
  std::vector<std::string> names;
  std::vector<std::string> units;  // one per column, may be empty

  // "text, ';' between columns, decimal comma, 3 lines before the names, a line of units".
  std::string words() const;
};

// Throws Error(input) that says what is missing: names of columns, numbers, a separator.
TextLayout find_layout(const std::vector<std::string>& lines, const std::string& file);

}  // namespace jourdain
