// Tables of numbers as comma-separated text: strict when read, exact when written. SI units; the same in every locale.
#pragma once

#include "jourdain/core/error.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jourdain {

struct CsvLimits {
  std::size_t bytes = std::size_t{512} << 20;
  std::size_t rows = 5'000'000;
  std::size_t columns = 4096;
  std::size_t name_length = 256;
};

// A header and rows of finite numbers.
struct CsvTable {
  std::string name;                  // the file, for messages
  std::vector<std::string> columns;  // all different
  std::vector<double> values;        // row by row
  std::vector<int> lines;            // line of the file of each row, from 1

  std::size_t rows() const { return lines.size(); }
  double at(std::size_t row, std::size_t column) const { return values[row * columns.size() + column]; }

  // Index of a column, -1 if there is none.
  int find(std::string_view column) const;
};

// Rows of a file that cannot be used, with the reason; mark.line is the line.
using BadRows = std::vector<Diagnostic>;

// Reads a table. The first line names the columns; every other line has one decimal number per column. Accepted: a byte
// order mark, CRLF, blanks about a cell, cells in double quotes, empty lines at the end. Refused, with file, line and
// column: a missing, repeated or empty name, a row of another length, an empty cell, and what is no finite number.
// Throws Error(input) that holds the first ten mistakes; where `bad` is given, rows with mistakes are left out and told
// there instead. `name` stands for the file in messages.
CsvTable parse_csv(std::string_view text, const std::string& name, const CsvLimits& limits = {},
                   BadRows* bad = nullptr);

// The same from a file. Throws Error(input).
CsvTable read_csv(const std::string& path, const CsvLimits& limits = {}, BadRows* bad = nullptr);

// A table read in blocks of whole rows, so that its size does not matter: at most one block is held.
class CsvReader {
 public:
  // Reads the header. Throws Error(input) as read_csv().
  explicit CsvReader(const std::string& path, std::size_t block_bytes = std::size_t{1} << 20);
  ~CsvReader();
  CsvReader(CsvReader&&) noexcept;
  CsvReader& operator=(CsvReader&&) noexcept;

  // The columns, without rows.
  const CsvTable& header() const;

  // Text of whole rows; `first_line` is that of its first row in the file.
  struct Block {
    std::string text;
    int first_line = 0;
    bool is_first = true;
  };

  // The next rows; false at the end. Throws Error(input).
  bool next(Block& block);

  // The rows of a block, as read_csv() gives them. Threads may call this at the same time.
  CsvTable parse(const Block& block, BadRows* bad = nullptr) const;

 private:
  struct Source;
  std::unique_ptr<Source> source_;
};

// "file:line: column 'name': ", the start of a message about a cell.
std::string csv_place(const CsvTable& table, std::size_t row, std::size_t column);

// Writes a table cell by cell. Numbers are the shortest that read back to the same bits.
class CsvWriter {
 public:
  explicit CsvWriter(std::vector<std::string> columns);

  // Throws Error(numerical) if the number is not finite.
  void add(double number);
  // A word; in quotes if it has to be.
  void add(std::string_view text);
  void add_blank();
  // Throws Error(usage) if the row has another number of cells than the header.
  void end_row();

  // Everything written so far; rows end with a line feed.
  const std::string& text() const { return text_; }
  // The same, which is then forgotten: the next text starts with the next row.
  std::string take() { return std::exchange(text_, {}); }

 private:
  void next_cell();

  std::vector<std::string> columns_;
  std::size_t cell_ = 0;
  std::string text_;
};

}  // namespace jourdain
