#include "identification/logs/raw_log.hpp"
#include "identification/logs/text_table.hpp"
#include "io/input_file.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace jourdain {
namespace {

constexpr std::size_t most_line_bytes = std::size_t{1} << 20;
constexpr std::size_t most_columns = 4096;
constexpr int examined_lines = 400;  // of the beginning
constexpr std::size_t most_row_findings = 1000;

// Lines of a file one after the other, without line ends, in memory of this object until the next one.
class LineReader {
 public:
  explicit LineReader(const std::string& path)
      : path_(path), file_(open_input(path, "a log file")), buffer_(buffer_bytes) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none))
      throw Error(ErrorKind::input,
                  fmt::format("{}: is a pipe: a log is read more than once: write it to a file", printable(path)));
    bytes_ = static_cast<double>(std::filesystem::file_size(path, none));
    if (none) bytes_ = 0;
  }
  void rewind() { go_to(0); }
  bool next(std::string_view& text) {
    if (!read_line(text)) return false;
    ++line_;
    if (line_ == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.size() > most_line_bytes) refuse_length();
    if (text.find('\0') != std::string_view::npos)
      throw Error(ErrorKind::input,
                  fmt::format("{}:{}: has zero bytes: expected text; is it UTF-16 or a binary format? A MAT file must "
                              "end in .mat",
                              printable(path_), line_));
    return true;
  }
  long line() const { return line_; }
  double bytes() const { return bytes_; }
  // To the first line that begins behind this byte.
  void seek(double byte) {
    go_to(static_cast<std::streamoff>(byte));
    std::string_view rest;
    next(rest);
  }

 private:
  void go_to(std::streamoff byte) {
    file_.clear();
    file_.seekg(byte);
    line_ = 0;
    begin_ = end_ = 0;
  }

  [[noreturn]] void refuse_length() const {
    throw Error(ErrorKind::input, fmt::format("{}:{}: the line has over {} bytes: expected a table of numbers",
                                              printable(path_), line_, most_line_bytes));
  }

  bool read_line(std::string_view& text) {
    std::size_t looked = begin_;
    for (;;) {
      const void* found = std::memchr(buffer_.data() + looked, '\n', end_ - looked);
      if (found) {
        const std::size_t at = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
        text = {buffer_.data() + begin_, at - begin_};
        begin_ = at + 1;
        return true;
      }
      // What is left of a line moves to the front, and more is read behind it.
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      looked = end_ -= begin_;
      begin_ = 0;
      if (end_ == buffer_.size()) {
        ++line_;
        refuse_length();
      }
      file_.read(buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_));
      const std::size_t read = static_cast<std::size_t>(file_.gcount());
      end_ += read;
      if (read > 0) continue;
      text = {buffer_.data(), end_};
      begin_ = end_;
      return !text.empty();
    }
  }

  static constexpr std::size_t buffer_bytes = most_line_bytes + (std::size_t{1} << 18);
  std::string path_;
  std::ifstream file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // of what is not yet taken
  double bytes_ = 0;
  long line_ = 0;
};

class TextLog : public RawLog {
 public:
  explicit TextLog(const std::string& path) : path_(path), lines_(path) {
    std::vector<std::string> start;
    std::string_view text;
    std::size_t read = 0;
    while (static_cast<int>(start.size()) < examined_lines && lines_.next(text)) {
      start.emplace_back(text);
      read += text.size() + 1;
    }
    layout_ = find_layout(start, printable(path));
    row_bytes_ = static_cast<double>(read) / static_cast<double>(std::max<std::size_t>(start.size(), 1));
    if (layout_.names.size() > most_columns)
      throw Error(ErrorKind::input, fmt::format("{}: has {} columns: at most {} are possible", printable(path),
                                                layout_.names.size(), most_columns));
    header_ = {layout_.names, layout_.units, layout_.words(), {}};
    rewind();
  }

  const RawHeader& header() const override { return header_; }

  void rewind() override {
    lines_.rewind();
    std::string_view text;
    for (long i = 0; i < layout_.first_row; ++i) lines_.next(text);
  }

  bool next(RawRow& row, std::vector<LogFinding>& findings) override {
    while (lines_.next(text_)) {
      row.row = lines_.line();
      if (read_plain(row.cells)) return true;
      if (text_.find_first_not_of(" \t") == std::string_view::npos) continue;
      split_cells(text_, layout_.separator, cells_);
      if (cells_.size() != layout_.names.size()) {
        tell(findings,
             {"row length", row.row, "",
              fmt::format("the row has {} cells, the table {}: left out", cells_.size(), layout_.names.size())});
        continue;
      }
      read_cells(row, findings);
      return true;
    }
    return false;
  }

  long rough_rows() const override { return static_cast<long>(lines_.bytes() / std::max(row_bytes_, 1.0)); }
  void seek(double share) override { lines_.seek(share * lines_.bytes()); }

 private:
  // A row of nothing but finite numbers, as most are; false: it needs a closer look.
  bool read_plain(std::vector<double>& cells) const {
    if (layout_.separator == ' ' || layout_.decimal_comma) return false;
    cells.resize(layout_.names.size());
    const char* at = text_.data();
    const char* const end = at + text_.size();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0 && (at == end || *at++ != layout_.separator)) return false;
      const auto [behind, code] = std::from_chars(at, end, cells[i]);
      if (code != std::errc() || !std::isfinite(cells[i])) return false;
      at = behind;
    }
    return at == end;
  }

  void read_cells(RawRow& row, std::vector<LogFinding>& findings) {
    row.cells.resize(cells_.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const CellNumber number = read_number(cells_[i], layout_.decimal_comma);
      row.cells[i] = number.value;
      if (number.kind == CellNumber::Kind::text) {
        tell(findings, {"no number", row.row, layout_.names[i],
                        fmt::format("found {}, expected a number: counts as missing", quoted_name(cells_[i]))});
      }
    }
  }

  static void tell(std::vector<LogFinding>& findings, LogFinding finding) {
    if (findings.size() < most_row_findings) findings.push_back(std::move(finding));
  }

  std::string path_;
  LineReader lines_;
  TextLayout layout_;
  RawHeader header_;
  double row_bytes_ = 1;  // mean of the first lines
  std::string_view text_;
  std::vector<std::string_view> cells_;
};

}  // namespace

std::string RawHeader::told() const {
  std::string text;
  for (const LogFinding& finding : findings)
    text += fmt::format("; {} {}", quoted_name(finding.column), finding.message);
  return text;
}

std::unique_ptr<RawLog> open_text_log(const std::string& path) { return std::make_unique<TextLog>(path); }

}  // namespace jourdain
