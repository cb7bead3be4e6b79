// What renderers of answers have in common: numbers as people read them.
#pragma once

#include "jourdain/answer/answer.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// "16.6", in the unit that people read; rounding noise is 0, NaN "none".
std::string number_text(const Number& number, int digits);
// "16.6 deg".
std::string number_with_unit(const Number& number, int digits);

// What all numbers of a column measure; nothing if they differ or if there are none.
std::optional<Measure> column_measure(const Table& table, std::size_t column);
// True if there are numbers in the column.
bool is_number_column(const Table& table, std::size_t column);

// A cell in words; its unit is left out where the head of the column has it.
std::string cell_text(const Cell& cell, int digits, bool with_unit);
// "max force (N m)".
std::string column_head(const Table& table, std::size_t column);

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
