#include "identification/text_table.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/identification/raw_log.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

namespace jourdain {
namespace {

constexpr std::size_t most_line_bytes = std::size_t{1} << 20;
constexpr std::size_t most_columns = 4096;
constexpr int examined_lines = 400;  // of the beginning
constexpr std::size_t most_row_findings = 1000;

// Lines of a file one after the other, without line ends.
class LineReader {
 public:
  explicit LineReader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
    if (std::filesystem::is_directory(path))
      throw Error(ErrorKind::input, fmt::format("{}: is a folder: expected a log file", printable(path)));
    if (!file_)
      throw Error(ErrorKind::input, fmt::format("{}: cannot be read: no such file, or no permission", printable(path)));
  }
  void rewind() {
    file_.clear();
    file_.seekg(0);
    line_ = 0;
  }
  bool next(std::string& text) {
    if (!std::getline(file_, text)) return false;
    ++line_;
    if (line_ == 1 && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (text.ends_with('\r')) text.pop_back();
    if (text.size() > most_line_bytes)
      throw Error(ErrorKind::input, fmt::format("{}:{}: the line has over {} bytes: expected a table of numbers",
                                                printable(path_), line_, most_line_bytes));
    if (text.find('\0') != std::string::npos)
      throw Error(ErrorKind::input,
                  fmt::format("{}:{}: has zero bytes: expected text; is it UTF-16 or a binary format? A MAT file must "
                              "end in .mat",
                              printable(path_), line_));
    return true;
  }
  long line() const { return line_; }

 private:
  std::string path_;
  std::ifstream file_;
  long line_ = 0;
};

class TextLog : public RawLog {
 public:
  explicit TextLog(const std::string& path) : path_(path), lines_(path) {
    std::vector<std::string> start;
    std::string text;
    while (static_cast<int>(start.size()) < examined_lines && lines_.next(text)) start.push_back(text);
    layout_ = find_layout(start, printable(path));
    if (layout_.names.size() > most_columns)
      throw Error(ErrorKind::input, fmt::format("{}: has {} columns: at most {} are possible", printable(path),
                                                layout_.names.size(), most_columns));
    header_ = {layout_.names, layout_.units, layout_.words()};
    rewind();
  }

  const RawHeader& header() const override { return header_; }

  void rewind() override {
    lines_.rewind();
    std::string text;
    for (long i = 0; i < layout_.first_row; ++i) lines_.next(text);
  }

  bool next(RawRow& row, std::vector<LogFinding>& findings) override {
    while (lines_.next(text_)) {
      if (text_.find_first_not_of(" \t") == std::string::npos) continue;
      split_cells(text_, layout_.separator, cells_);
      row.row = lines_.line();
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

 private:
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
  std::string text_;
  std::vector<std::string_view> cells_;
};

}  // namespace

std::unique_ptr<RawLog> open_text_log(const std::string& path) { return std::make_unique<TextLog>(path); }

std::unique_ptr<RawLog> open_log(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending == ".mat" ? open_mat_log(path) : open_text_log(path);
}

}  // namespace jourdain
