// Recorded tables as controllers and programs write them: columns with names, rows of numbers, some of them missing.
// Read row by row; nothing holds the whole file.
#pragma once

#include "jourdain/identification/log.hpp"

#include <memory>
#include <string>
#include <vector>

namespace jourdain {

// A row of a table; a cell without a number is NaN.
struct RawRow {
  long row = 0;
  std::vector<double> cells;
};

// What is known about a table before its rows are read.
struct RawHeader {
  std::vector<std::string> names;    // of the columns, without units
  std::vector<std::string> units;    // as written, or empty
  std::string format;                // in words: "text, ';' between columns, decimal comma"
  std::vector<LogFinding> findings;  // what of the file is no part of the table

  // The findings for an error's end: "; 'S' is a sparse matrix ...".
  std::string told() const;
};

class RawLog {
 public:
  virtual ~RawLog() = default;
  virtual const RawHeader& header() const = 0;
  virtual void rewind() = 0;
  // The next row; false at the end. Rows that cannot be used are told in `findings` and passed over.
  virtual bool next(RawRow& row, std::vector<LogFinding>& findings) = 0;
  // About how many rows there are.
  virtual long rough_rows() const = 0;
  // Goes to a row near this share of the log, 0 to 1; the numbers of the rows that follow are not known then.
  virtual void seek(double share) = 0;
};

// Opens a text table: separators comma, semicolon, tab or blanks; decimal point or comma; lines before the names of the
// columns; a line of units below them, or units in brackets behind the names. Throws Error(input) if no table is found.
std::unique_ptr<RawLog> open_text_log(const std::string& path);

// Opens the vectors and matrices of a MAT file (version 4 to 7.3) as columns: a matrix q with six columns gives q1 to
// q6, fields of structures are named with a dot. Throws Error(input).
std::unique_ptr<RawLog> open_mat_log(const std::string& path);

// The columns in memory, or a file by its ending: .mat, or text.
std::unique_ptr<RawLog> open_log(const LogSource& source);

}  // namespace jourdain
