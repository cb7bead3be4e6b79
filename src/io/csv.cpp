#include "jourdain/io/csv.hpp"

#include "io/input_file.hpp"
#include "io/utf8.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace jourdain {
namespace {

constexpr std::size_t most_mistakes = 10;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

int line_feeds(std::string_view text) {
  int count = 0;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) ++count;
  return count;
}

// A decimal number, or nothing. Infinite and out-of-range ones come back as infinite.
std::optional<double> decimal(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const bool is_signed = text.starts_with('-');
  if (text.size() == (is_signed ? 1u : 0u)) return std::nullopt;
  const char first = text[is_signed ? 1 : 0];
  if (first != '.' && (first < '0' || first > '9')) return std::nullopt;
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (code == std::errc::result_out_of_range) return HUGE_VAL;
  if (code != std::errc()) return std::nullopt;
  return value;
}

bool is_word_for_not_finite(std::string_view text) {
  std::string word(text.substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0));
  std::transform(word.begin(), word.end(), word.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
  return word == "nan" || word == "inf" || word == "infinity" || word == ".nan" || word == ".inf";
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& name, const CsvLimits& limits, BadRows* bad)
      : rest_(text), limits_(limits), bad_(bad) {
    table_.name = name;
  }

  // The names of the columns alone.
  CsvTable run_header() {
    start();
    std::string_view line;
    if (!next_line(line) || trimmed(line).empty())
      stop("is empty: expected a first line with the names of the columns");
    read_header(line);
    finish();
    return table_;
  }

  // A table with its header.
  CsvTable run() {
    run_header();
    read_rows();
    if (table_.rows() == 0 && mistakes_.empty()) {
      mistake(line_, bad_ && !bad_->empty() ? "no row below the names of the columns can be used"
                                            : "there are no rows below the names of the columns");
    }
    finish();
    return std::move(table_);
  }

  // Rows below a header that is known.
  CsvTable run_rows(const std::vector<std::string>& columns, int first_line) {
    table_.columns = columns;
    line_ = first_line - 1;
    table_.lines.reserve(static_cast<std::size_t>(line_feeds(rest_)) + 1);
    table_.values.reserve(table_.lines.capacity() * columns.size());
    start();
    read_rows();
    finish();
    return std::move(table_);
  }

 private:
  void start() {
    if (rest_.size() > limits_.bytes) {
      stop(fmt::format("is too large: {} bytes, at most {} are possible", rest_.size(), limits_.bytes));
    }
    if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
    if (rest_.find('\0') != std::string_view::npos) stop("has zero bytes: expected a text file");
  }

  void read_rows() {
    std::string_view line;
    while (next_line(line)) {
      read_row(line);
      if (bad_ && !mistakes_.empty()) leave_out();
    }
  }

  [[noreturn]] void stop(const std::string& why) {
    throw Error(ErrorKind::input, fmt::format("{}: {}", printable(table_.name), why));
  }

  void mistake(int line, const std::string& message) {
    if (mistakes_.size() < most_mistakes) mistakes_.push_back({Severity::error, {line, 0}, message, {}});
    if (mistakes_.size() == most_mistakes && !bad_) finish();
  }

  void finish() {
    if (mistakes_.empty()) return;
    std::string text;
    for (const Diagnostic& d : mistakes_) {
      text += fmt::format("{}:{}: error: {}\n", printable(table_.name), d.mark.line, d.message);
    }
    if (mistakes_.size() == most_mistakes)
      text += fmt::format("{}: stopped after {} mistakes\n", printable(table_.name), most_mistakes);
    text.pop_back();
    throw Error(ErrorKind::input, text, mistakes_);
  }

  // The row just read is told and forgotten.
  void leave_out() {
    bad_->push_back(mistakes_.front());
    mistakes_.clear();
    if (!table_.lines.empty() && table_.lines.back() == line_) table_.lines.pop_back();
    table_.values.resize(table_.rows() * table_.columns.size());
  }

  bool next_line(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_;
    return true;
  }

  // The cells of a line, without blanks and quotes about them.
  bool split(std::string_view line) {
    cells_.clear();
    while (true) {
      while (line.starts_with(' ') || line.starts_with('\t')) line.remove_prefix(1);
      if (line.starts_with('"')) {
        const std::size_t end = line.find('"', 1);
        if (end == std::string_view::npos) return mistake(line_, "a quote is not closed"), false;
        cells_.push_back(trimmed(line.substr(1, end - 1)));
        line = trimmed(line.substr(end + 1));
        if (!line.empty() && line.front() != ',') return mistake(line_, "expected a comma after a closed quote"), false;
      } else {
        const std::size_t end = std::min(line.find(','), line.size());
        cells_.push_back(trimmed(line.substr(0, end)));
        line.remove_prefix(end);
      }
      if (line.empty()) return true;
      line.remove_prefix(1);
    }
  }

  void read_header(std::string_view line) {
    if (!split(line)) return;
    if (cells_.size() > limits_.columns) {
      mistake(line_, fmt::format("there are too many columns: {}, at most {}", cells_.size(), limits_.columns));
      return;
    }
    if (cells_.size() == 1 && line.find_first_of(";\t") != std::string_view::npos) {
      mistake(line_, "expected columns separated by commas, found semicolons or tabs");
      return;
    }
    const bool only_numbers = std::all_of(cells_.begin(), cells_.end(), [](auto c) { return decimal(c).has_value(); });
    if (only_numbers) {
      mistake(line_, "expected the names of the columns in the first line, found numbers");
      return;
    }
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (cells_[i].empty()) mistake(line_, fmt::format("column {} has no name", i + 1));
      if (cells_[i].size() > limits_.name_length)
        mistake(line_, fmt::format("the name of column {} is too long", i + 1));
      if (!seen.insert(cells_[i]).second)
        mistake(line_, fmt::format("there are two columns {}", quoted_name(cells_[i])));
      table_.columns.emplace_back(cells_[i]);
    }
  }

  void read_row(std::string_view line) {
    if (trimmed(line).empty() && rest_.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
    if (table_.rows() >= limits_.rows) stop(fmt::format("has too many rows: at most {} are possible", limits_.rows));
    if (read_plain_row(line)) return;
    if (!split(line)) return;
    if (cells_.size() != table_.columns.size()) {
      mistake(line_, fmt::format("the row has {} cells, expected {} as in the first line", cells_.size(),
                                 table_.columns.size()));
      return;
    }
    for (std::size_t i = 0; i < cells_.size(); ++i) read_cell(i);
    table_.lines.push_back(line_);
  }

  // A row of numbers with nothing about them, which most rows are; else nothing is taken.
  bool read_plain_row(std::string_view line) {
    const std::size_t before = table_.values.size();
    const char* at = line.data();
    const char* const end = at + line.size();
    for (std::size_t left = table_.columns.size(); left > 0; --left) {
      const char* const digit = at < end && *at == '-' ? at + 1 : at;
      double value = HUGE_VAL;
      if (digit < end && *digit >= '0' && *digit <= '9') {
        const auto [after, code] = std::from_chars(at, end, value);
        at = code == std::errc() ? after : nullptr;
      }
      const bool ends_well = at && (left > 1 ? at < end && *at == ',' : at == end);
      if (!ends_well || !std::isfinite(value)) {
        table_.values.resize(before);
        return false;
      }
      table_.values.push_back(value);
      ++at;
    }
    table_.lines.push_back(line_);
    return true;
  }

  void read_cell(std::size_t i) {
    const std::optional<double> value = decimal(cells_[i]);
    if (value && std::isfinite(*value)) {
      table_.values.push_back(*value);
      return;
    }
    const char* wrong = value                               ? "the number is out of range"
                        : cells_[i].empty()                 ? "the cell is empty"
                        : is_word_for_not_finite(cells_[i]) ? "expected a finite number"
                                                            : "expected a number";
    const std::string found = cells_[i].empty() ? "" : fmt::format(", found {}", quoted_name(cells_[i]));
    mistake(line_, fmt::format("column {}: {}{}", quoted_name(table_.columns[i]), wrong, found));
    table_.values.push_back(0);
  }

  std::string_view rest_;
  CsvLimits limits_;
  BadRows* bad_;
  CsvTable table_;
  int line_ = 0;
  std::vector<std::string_view> cells_;
  std::vector<Diagnostic> mistakes_;
};

}  // namespace

int CsvTable::find(std::string_view column) const {
  const auto it = std::find(columns.begin(), columns.end(), column);
  return it == columns.end() ? -1 : static_cast<int>(it - columns.begin());
}

CsvTable parse_csv(std::string_view text, const std::string& name, const CsvLimits& limits, BadRows* bad) {
  return Parser(text, name, limits, bad).run();
}

namespace {

[[noreturn]] void refuse_half_read(const std::string& path) {
  throw Error(ErrorKind::input, fmt::format("{}: cannot be read to its end", printable(path)));
}

}  // namespace

CsvTable read_csv(const std::string& path, const CsvLimits& limits, BadRows* bad) {
  std::ifstream file = open_input(path, "a CSV file");
  // In pieces, so that pipes can be read too; stops soon after the limit.
  std::string text;
  std::string piece(std::size_t{1} << 16, '\0');
  while (file && text.size() <= limits.bytes) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) refuse_half_read(path);
  return parse_csv(text, path, limits, bad);
}

struct CsvReader::Source {
  std::ifstream file;
  std::size_t block_bytes;
  std::string rest;  // read, but not given out: part of a row, or blank lines that may be the last
  CsvTable header;
  int line = 1;  // of the next row
  bool is_first = true;

  // Appends a piece of the file; false at its end.
  bool read(std::size_t bytes) {
    if (!file) return false;
    const std::size_t before = rest.size();
    rest.resize(before + bytes);
    file.read(rest.data() + before, static_cast<std::streamsize>(bytes));
    rest.resize(before + static_cast<std::size_t>(file.gcount()));
    if (file.bad()) refuse_half_read(header.name);
    return rest.size() > before;
  }
};

CsvReader::~CsvReader() = default;
CsvReader::CsvReader(CsvReader&&) noexcept = default;
CsvReader& CsvReader::operator=(CsvReader&&) noexcept = default;
const CsvTable& CsvReader::header() const { return source_->header; }

CsvReader::CsvReader(const std::string& path, std::size_t block_bytes)
    : source_(new Source{open_input(path, "a CSV file"), block_bytes, {}, {}, 1, true}) {
  Source& s = *source_;
  s.header.name = path;
  while (s.rest.find('\n') == std::string::npos && s.rest.size() <= CsvLimits{}.bytes && s.read(block_bytes)) continue;
  const std::size_t end = std::min(s.rest.find('\n'), s.rest.size());
  s.header = Parser(std::string_view(s.rest).substr(0, end), path, {}, nullptr).run_header();
  s.rest.erase(0, std::min(end + 1, s.rest.size()));
  s.line = 2;
}

bool CsvReader::next(Block& block) {
  Source& s = *source_;
  bool more = true;
  std::size_t end = 0;
  // Up to the last line that is not blank: blank ones may be the end of the file.
  do {
    more = s.read(s.block_bytes);
    end = s.rest.find_last_of('\n');
    if (!more) end = s.rest.size();
    if (end != std::string::npos) {
      const std::size_t text = s.rest.find_last_not_of(" \t\r\n", end == 0 ? 0 : end - 1);
      if (text == std::string::npos || s.rest.empty()) {
        end = std::string::npos;
      } else {
        end = std::min(s.rest.find('\n', text), s.rest.size());
      }
    }
    if (s.rest.size() > CsvLimits{}.bytes)
      throw Error(ErrorKind::input, fmt::format("{}:{}: the row is too long", printable(s.header.name), s.line));
  } while (more && end == std::string::npos);
  if (end == std::string::npos) {
    if (!s.is_first) return false;
    throw Error(ErrorKind::input,
                fmt::format("{}:{}: error: there are no rows below the names of the columns", printable(s.header.name),
                            s.line - 1 + std::count(s.rest.begin(), s.rest.end(), '\n')));
  }
  const std::size_t taken = std::min(end + 1, s.rest.size());
  block.text.assign(s.rest, 0, taken);
  s.rest.erase(0, taken);
  block.first_line = s.line;
  block.is_first = std::exchange(s.is_first, false);
  s.line += line_feeds(block.text);
  return true;
}

CsvTable CsvReader::parse(const Block& block, BadRows* bad) const {
  return Parser(block.text, source_->header.name, {}, bad).run_rows(source_->header.columns, block.first_line);
}

std::string csv_place(const CsvTable& table, std::size_t row, std::size_t column) {
  return fmt::format("{}:{}: column {}: ", printable(table.name), table.lines[row], quoted_name(table.columns[column]));
}

CsvWriter::CsvWriter(std::vector<std::string> columns) : columns_(std::move(columns)) {
  for (const std::string& name : columns_) add(std::string_view(name));
  end_row();
}

void CsvWriter::next_cell() {
  if (cell_++ > 0) text_ += ',';
}

void CsvWriter::add(double number) {
  if (!std::isfinite(number)) {
    const std::string column = cell_ < columns_.size() ? columns_[cell_] : "?";
    throw Error(ErrorKind::numerical, fmt::format("column '{}': the value is not finite and is not written", column));
  }
  next_cell();
  char digits[32];
  text_.append(digits, fmt::format_to(digits, FMT_COMPILE("{}"), number));
}

void CsvWriter::add(std::string_view text) {
  next_cell();
  if (text.find_first_of(",\" \t\r\n") == std::string_view::npos) {
    text_ += text;
    return;
  }
  text_ += '"';
  for (char c : text) text_ += c == '"' ? '\'' : c == '\n' || c == '\r' ? ' ' : c;
  text_ += '"';
}

void CsvWriter::add_blank() { next_cell(); }

void CsvWriter::end_row() {
  if (cell_ != columns_.size()) {
    throw Error(ErrorKind::usage, fmt::format("a row has {} cells, expected {}", cell_, columns_.size()));
  }
  cell_ = 0;
  text_ += '\n';
}

}  // namespace jourdain
