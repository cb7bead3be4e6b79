// What the program has to say, as a value: analyses make it; renderers, sweeps and Python read it. Numbers are SI
// values with what they measure, never text. Every entry has a key, for programs, which stays; titles are for people.
#pragma once

#include "jourdain/answer/measure.hpp"
#include "jourdain/answer/picture.hpp"
#include "jourdain/core/error.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace jourdain {

class OutputFolder;

// One that is not finite is not known.
struct Number {
  double value = 0;
  Measure measure = Measure::number;
};

inline Number measured(double value, Measure measure) { return {value, measure}; }

template <typename Whole>
Number count_of(Whole number) {
  return {static_cast<double>(number), Measure::count};
}

// Numbers with names of their own in one place: the coordinates of a pose, the shares of a sum.
struct NamedNumbers {
  struct Entry {
    std::string name;
    Number number = {};
  };
  std::vector<Entry> entries = {};
};

// No content: it has no meaning here. Nothing else stands for that.
using Content = std::variant<std::monostate, std::string, bool, Number, NamedNumbers>;

struct Cell {
  Cell() = default;
  Cell(Content what, Tone how = Tone::plain) : content(std::move(what)), tone(how) {}
  Cell(std::string text, Tone how = Tone::plain) : content(std::move(text)), tone(how) {}
  Cell(const char* text, Tone how = Tone::plain) : content(std::string(text)), tone(how) {}
  Cell(Number number, Tone how = Tone::plain) : content(number), tone(how) {}
  Cell(NamedNumbers numbers, Tone how = Tone::plain) : content(std::move(numbers)), tone(how) {}
  template <typename Flag>
  requires std::is_same_v<Flag, bool> Cell(Flag yes, Tone how = Tone::plain) : content(yes), tone(how) {}

  Content content;
  Tone tone = Tone::plain;
};

struct Fact {
  std::string key, title;
  Cell cell = {};
  std::string note = {};  // small, beside it
};

// Few numbers and words that matter, each for itself.
struct Facts {
  std::string key, title;
  std::vector<Fact> facts = {};
};

struct Column {
  std::string key, title;
};

struct Table {
  std::string key, title;
  std::vector<Column> columns = {};
  std::vector<std::vector<Cell>> rows = {};  // each as long as columns
  std::string note = {};                     // below
  std::size_t shown = 12;  // rows to see on a page before "show all"; 0: not in the text, nowhere if it is long
};

// Many numbers in columns of equal length: states along a motion, a log. The first column is what the others are over.
struct Series {
  struct Line {
    std::string key, title;
    Measure measure = Measure::number;
    std::vector<double> values = {};
  };
  std::string key, title;
  std::vector<Line> lines = {};
  bool in_text = true;  // false: people look at a picture of it
};

// Row by row. With units an entry is in the unit of its row per unit of its column.
struct Matrix {
  std::string key, title;
  std::vector<std::string> rows = {}, columns = {};  // names
  std::vector<double> values = {};
  std::vector<std::string> row_units = {}, column_units = {};  // one per row and column, or none
  bool idle_rows = true;  // false: people are not shown rows without any entry but 0

  double at(std::size_t row, std::size_t column) const { return values[row * columns.size() + column]; }
};

// Paragraphs divided by empty lines; lines that start with "- " are a list, `words in backquotes` are set as code.
struct Text {
  std::string key;
  std::string text;
  Tone tone = Tone::plain;  // other than plain: set off
};

// Text set as it is, such as a file or generated code.
struct Code {
  std::string key, title;
  std::string text;
  std::string language = {};
};

struct Picture {
  std::string key, title;
  PictureData data = {};
  std::string clock = {};  // pictures of the same clock share zoom, cursor and slider; empty: it stands alone
};

using Entry = std::variant<Text, Facts, Table, Series, Matrix, Code, Picture>;

// Those of the outermost answer decide the exit code; those of sections are shown.
struct AnswerVerdict {
  Tone tone = Tone::plain;  // bad: exit code 1
  std::string text = {};
  std::vector<std::string> reasons = {};
  std::string question = {};  // that it answers; may be empty
};

// A file to write: an entry as CSV or SVG, by its key, or the whole answer where that is empty; the ending of the path
// tells the format. A table longer than memory has been written where its rows were made.
struct AnswerFile {
  std::string path;
  std::string entry = {};
  bool written = false;
  std::optional<std::string> text = {};  // instead of an entry: its content
};

// Files that appear in a folder together.
struct AnswerFolder {
  std::string path;
  std::shared_ptr<OutputFolder> place;     // the folder, opened; what is `written` stands there already
  std::vector<AnswerFile> files = {};      // named as they are in the folder
  std::vector<std::string> obsolete = {};  // of earlier answers: they go
};

// A number that is worth comparing between answers: sweeps show it.
struct KeyNumber {
  std::string key;                    // of the number, with the names of its group
  std::string group = {}, name = {};  // numbers of one group and measure share a panel; the name may be empty
  Number number = {};
};

struct Answer {
  std::string key, title;
  std::string subtitle = {};
  std::string model = {};                    // of which robot it speaks; empty in sections
  std::vector<std::string> unphysical = {};  // bodies with an inertia that no body can have
  AnswerVerdict verdict = {};
  std::vector<AnswerVerdict> further = {};  // to other questions
  std::vector<std::string> warnings = {};
  std::optional<Error> failure = {};  // why there is no more than this; decides the exit code
  std::vector<Entry> entries = {};
  std::vector<Answer> sections = {};
  std::vector<KeyNumber> key_numbers = {};
  std::vector<AnswerFile> files = {};
  std::optional<AnswerFolder> folder = {};
  bool folded = false;       // a section that is closed until it is asked for; in text its subtitle stands for it
  bool brief = false;        // the text has no sections: pages and files have them
  std::string printed = {};  // what the text is instead: an entry as its file would be, or "json" or "markdown"

  bool good() const;  // no verdict of its own is bad

  // An entry of this or of a section: "motors", "code/counts"; none if there is no such.
  template <typename Kind>
  const Kind* find(std::string_view path) const;

  template <typename Kind>
  Kind& add(Kind entry) {
    return std::get<Kind>(entries.emplace_back(std::move(entry)));
  }
};

const std::string& key_of(const Entry& entry);
const std::string& title_of(const Entry& entry);
// A table, series or matrix: what can be written as CSV.
bool is_tabular(const Entry& entry);

// The answer or section in which the entry of a path stands, or nothing; `path` keeps what comes after it.
const Answer* section_of(const Answer& answer, std::string_view& path);

template <typename Kind>
const Kind* Answer::find(std::string_view path) const {
  const Answer* section = section_of(*this, path);
  if (!section) return nullptr;
  for (const Entry& entry : section->entries) {
    const Kind* kind = std::get_if<Kind>(&entry);
    if (kind && kind->key == path) return kind;
  }
  return nullptr;
}

// A column of typed rows, said once: key, title, value.
template <typename Row>
struct ColumnOf {
  std::string key, title;
  std::function<Cell(const Row&)> cell;
};

template <typename Row>
Table table_of(std::string key, std::string title, const std::vector<Row>& rows,
               const std::vector<ColumnOf<Row>>& columns) {
  Table table{std::move(key), std::move(title)};
  for (const ColumnOf<Row>& column : columns) table.columns.push_back({column.key, column.title});
  for (const Row& row : rows) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    for (const ColumnOf<Row>& column : columns) cells.push_back(column.cell(row));
  }
  return table;
}

}  // namespace jourdain
