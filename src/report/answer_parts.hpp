// What renderers of answers have in common: numbers as people read them.
#pragma once

#include "jourdain/answer/answer.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// The largest numbers of each measure among some that stand together.
class Magnitudes {
 public:
  void add(const Number& number);
  double of(Measure measure) const { return largest_[static_cast<std::size_t>(measure)]; }

 private:
  std::array<double, static_cast<std::size_t>(Measure::bytes) + 1> largest_{};
};

// How people read a column of a table.
class ColumnWords {
 public:
  ColumnWords(const Table& table, std::size_t column);
  // In words, "16.6"; what is a rounding error beside the column's largest number is 0, NaN "none". The unit is there
  // where the head has none.
  std::string text(const Cell& cell, int digits) const;

  bool has_numbers = false;
  std::optional<Measure> measure;  // of all numbers; nothing if they differ or if there are none
  std::string_view unit;           // that people read
  std::string head;                // "max force (N m)"

 private:
  Magnitudes magnitudes_;
};

// A fact in words: "16.6 deg".
std::string fact_text(const Cell& cell, int digits);

// A table that is for programs alone.
bool is_left_out(const Table& table);

// A series that is written to a file: its numbers stand there and are not repeated.
bool goes_to_file(const Answer& answer, const Entry& entry);

// "Is it sound? It is."
std::string verdict_line(const AnswerVerdict& verdict);

// A number that JSON and CSV can hold: nothing if it is not finite, and no negative zero.
std::optional<double> known(double value);

// Many numbers and a matrix as tables, so that each format draws tables only.
Table table_of_series(const Series& series);
Table table_of_matrix(const Matrix& matrix);

}  // namespace jourdain
