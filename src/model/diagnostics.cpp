#include "io/utf8.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace jourdain {
namespace {

constexpr std::size_t longest_line = 120;  // characters shown of a source line
constexpr std::string_view margin = "    ";
constexpr std::string_view ellipsis = "...";

// Lines of a text, and where their characters begin. A place further right in the same line is found from the last one,
// so that many findings in one long line do not cost its length each.
class SourceText {
 public:
  explicit SourceText(std::string_view text) : text_(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text) {
    starts_.push_back(0);
    for (std::size_t at = 0; at < text_.size(); ++at) {
      const bool line_end = text_[at] == '\n' || (text_[at] == '\r' && !text_.substr(at + 1).starts_with('\n'));
      if (line_end) starts_.push_back(at + 1);
    }
  }

  // True if there is such a line, counted from 1.
  bool has_line(int line) const { return line >= 1 && static_cast<std::size_t>(line) <= starts_.size(); }

  std::string_view line_text(int line) const {
    const std::size_t index = static_cast<std::size_t>(line) - 1;
    const std::size_t end = index + 1 < starts_.size() ? starts_[index + 1] : text_.size();
    std::string_view whole = text_.substr(starts_[index], end - starts_[index]);
    while (whole.ends_with('\n') || whole.ends_with('\r')) whole.remove_suffix(1);
    return whole;
  }

  // The rest of a line from the character `first` (from 0) on.
  std::string_view rest_of_line(int line, std::size_t first) {
    const std::string_view whole = line_text(line);
    if (line != cursor_line_ || first < cursor_index_) {
      cursor_line_ = line;
      cursor_index_ = 0;
      cursor_ = 0;
    }
    for (; cursor_index_ < first && cursor_ < whole.size(); ++cursor_index_) {
      cursor_ += decode_utf8(whole, cursor_).size;
    }
    return whole.substr(cursor_);
  }

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;  // byte where each line begins
  int cursor_line_ = 0;
  std::size_t cursor_index_ = 0;  // a character of that line
  std::size_t cursor_ = 0;        // and its byte within the line
};

// The first characters of a text, `count` at most.
std::string_view head(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < count && end < text.size(); ++i) end += decode_utf8(text, end).size;
  return text.substr(0, end);
}

// The source line, or the part of it about the column, and the caret below.
std::string excerpt(SourceText& source, SourceMark mark) {
  if (!source.has_line(mark.line)) return {};
  const std::size_t column = static_cast<std::size_t>(std::max(mark.column, 1)) - 1;

  // A long line is shown from well before the column on; ellipsis say where something is left out.
  const std::string_view whole = source.line_text(mark.line);
  const bool is_long = head(whole, longest_line).size() < whole.size();
  const bool cut_before = is_long && column >= longest_line - ellipsis.size();
  const std::size_t first = cut_before ? column - longest_line / 2 : 0;
  const std::string_view rest = source.rest_of_line(mark.line, first);
  const std::size_t room = longest_line - (cut_before ? ellipsis.size() : 0);
  const bool cut_after = head(rest, room).size() < rest.size();
  const std::string_view shown = head(rest, cut_after ? room - ellipsis.size() : room);
  if (shown.find_first_not_of(" \t") == std::string_view::npos) return {};

  const std::string line =
      fmt::format("{}{}{}", cut_before ? ellipsis : "", printable(shown), cut_after ? ellipsis : "");
  const std::string result = fmt::format("{}{}\n", margin, line);
  if (mark.column < 1) return result;
  const std::size_t at = std::min(column - first, count_characters(shown)) + (cut_before ? ellipsis.size() : 0);
  return result + fmt::format("{}{}^\n", margin, std::string(at, ' '));
}

// "file:line:col", as far as known.
std::string place(const std::string& name, SourceMark mark) {
  if (mark.line < 1) return name;
  if (mark.column < 1) return fmt::format("{}:{}", name, mark.line);
  return fmt::format("{}:{}:{}", name, mark.line, mark.column);
}

}  // namespace

std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics, std::string_view text,
                               const std::string& name) {
  SourceText source(text);
  const std::string file = printable(name);
  std::string result;
  for (const Diagnostic& finding : diagnostics) {
    const char* severity = finding.severity == Severity::error ? "error" : "warning";
    result += fmt::format("{}: {}: {}\n", place(file, finding.mark), severity, printable(finding.message));
    result += excerpt(source, finding.mark);
    if (!finding.hint.empty()) result += fmt::format("  hint: {}\n", printable(finding.hint));
  }
  return result;
}

}  // namespace jourdain
