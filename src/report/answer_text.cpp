#include "core/joined.hpp"
#include "io/printable.hpp"
#include "report/answer_parts.hpp"
#include "report/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// A series or table of more rows goes to a file; here its first rows stand.
constexpr std::size_t most_rows = 200, first_rows = 12;

// Characters that a text takes on the screen, as far as UTF-8 tells.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(std::string_view text, std::size_t to, bool right) {
  const std::string space(to - std::min(to, width_of(text)), ' ');
  return right ? space + std::string(text) : std::string(text) + space;
}

// "monday: report.html, result.json".
std::string folder_words(const AnswerFolder& folder) {
  constexpr std::size_t most_names = 8;
  std::vector<std::string> names;
  for (const AnswerFile& file : folder.files)
    if (names.size() < most_names) names.push_back(file.path);
  const std::size_t more = folder.files.size() - names.size();
  return fmt::format("{}: {}{}", folder.path, joined(names), more > 0 ? fmt::format(" and {} more", more) : "");
}

// Words in lines of at most this width, where there are blanks.
std::vector<std::string> lines_of(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!lines.back().empty() && width_of(lines.back()) + 1 + width_of(word) > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
    at = end + 1;
  }
  return lines;
}

// Writes an answer and its sections one after the other.
class TextWriter {
 public:
  explicit TextWriter(const TextStyle& style) : style_(style) {}

  void write(const Answer& answer, bool outermost) {
    if (answer.folded && answer.subtitle.empty()) return;
    if (outermost) {
      text_ += painted("1", printable(answer.title)) + "\n";
    } else {
      heading(answer.title);
    }
    if (!answer.subtitle.empty()) put_lines(answer.subtitle, "");
    if (answer.folded) return;
    verdict(answer.verdict);
    for (const AnswerVerdict& other : answer.further) verdict(other);
    for (const Entry& entry : answer.entries)
      if (!goes_to_file(answer, entry)) std::visit(*this, entry);
    if (!answer.brief)
      for (const Answer& section : answer.sections) write(section, false);
    if (!outermost) return;
    if (!answer.files.empty() || answer.folder) gap();
    for (const AnswerFile& file : answer.files) text_ += fmt::format("written: {}\n", printable(file.path));
    if (answer.folder) text_ += fmt::format("written: {}\n", printable(folder_words(*answer.folder)));
  }

  std::string text() { return std::move(text_); }

  void operator()(const Text& entry) {
    gap();
    put_lines(entry.text, tone_code(entry.tone));
  }
  void operator()(const Facts& facts) {
    if (facts.facts.empty()) return;
    title(facts.title);
    std::size_t widest = 0;
    for (const Fact& fact : facts.facts) widest = std::max(widest, width_of(fact.title));
    for (const Fact& fact : facts.facts) {
      std::string value = fact_text(fact.cell, style_.digits);
      if (!fact.note.empty()) value = value.empty() ? fact.note : fmt::format("{}  ({})", value, fact.note);
      text_ += fmt::format("  {}  {}\n", painted("2", padded(printable(fact.title), widest, false)),
                           painted(tone_code(fact.cell.tone), printable_lines(value)));
    }
  }
  void operator()(const Table& table) {
    if (table.rows.empty() || table.shown == 0) return;
    title(table.title);
    rows(table);
    if (!table.note.empty()) put_lines(table.note, "2");
  }
  void operator()(const Series& series) {
    if (series.in_text) (*this)(table_of_series(series));
  }
  void operator()(const Matrix& matrix) { (*this)(table_of_matrix(matrix)); }
  void operator()(const Code& code) {
    title(code.title);
    text_ += printable_lines(code.text);
    if (!code.text.ends_with('\n')) text_ += '\n';
  }
  void operator()(const Picture&) {}

 private:
  static const char* tone_code(Tone tone) {
    static constexpr const char* codes[] = {"", "32", "33", "31"};
    return codes[static_cast<int>(tone)];
  }
  std::string painted(const char* code, const std::string& text) const {
    if (!style_.colour || !*code || text.empty()) return text;
    return fmt::format("\033[{}m{}\033[0m", code, text);
  }
  void gap() {
    if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
  }
  void heading(const std::string& words) {
    gap();
    text_ += painted("1", printable(words)) + "\n";
  }
  void title(const std::string& words) {
    gap();
    if (!words.empty()) heading(words);
  }
  void put_lines(const std::string& words, const char* code) {
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = std::min(words.find('\n', at), words.size());
      text_ += painted(code, printable(words.substr(at, end - at))) + "\n";
      at = end + 1;
    }
  }
  void verdict(const AnswerVerdict& what) {
    if (what.text.empty()) return;
    gap();
    put_lines(verdict_line(what), tone_code(what.tone));
    for (const std::string& reason : what.reasons) text_ += fmt::format("  - {}\n", printable_lines(reason));
  }

  // Columns without any content are left out. Where several columns hold sentences, these stand in lines.
  void rows(const Table& table) {
    constexpr std::size_t sentence = 56;
    const std::size_t shown = table.rows.size() > most_rows ? first_rows : table.rows.size();
    std::vector<std::vector<std::string>> cells(table.columns.size());
    std::vector<std::size_t> widths(table.columns.size(), 0);
    std::vector<ColumnWords> columns;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      columns.emplace_back(table, c);
      for (std::size_t r = 0; r < shown; ++r) {
        cells[c].push_back(printable(columns[c].text(table.rows[r][c], style_.digits)));
        widths[c] = std::max(widths[c], width_of(cells[c].back()));
      }
      if (widths[c] > 0) widths[c] = std::max(widths[c], width_of(columns[c].head));
    }
    const bool wraps = std::ranges::count_if(widths, [](std::size_t width) { return width > sentence; }) > 1;
    if (wraps)
      for (std::size_t& width : widths) width = std::min(width, sentence);
    for (std::size_t r = 0; r <= shown; ++r) {
      std::size_t height = 1;
      std::vector<std::vector<std::string>> parts(table.columns.size());
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const std::string cell = r == 0 ? printable(columns[c].head) : cells[c][r - 1];
        parts[c] = wraps ? lines_of(cell, sentence) : std::vector<std::string>{cell};
        height = std::max(height, parts[c].size());
      }
      for (std::size_t line = 0; line < height; ++line) {
        std::string one;
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
          if (widths[c] == 0) continue;
          const std::string space =
              padded(line < parts[c].size() ? parts[c][line] : "", widths[c], columns[c].has_numbers);
          one += "  " + (r == 0 ? space : painted(tone_code(table.rows[r - 1][c].tone), space));
        }
        one.erase(one.find_last_not_of(' ') + 1);
        text_ += (r == 0 ? painted("2", one) : one) + "\n";
      }
    }
    if (shown < table.rows.size()) text_ += fmt::format("  ... {} rows in all\n", table.rows.size());
  }

  TextStyle style_;
  std::string text_;
};

}  // namespace

std::string answer_text(const Answer& answer, const TextStyle& style) {
  if (answer.printed == "json") return answer_json(answer);
  if (answer.printed == "markdown") return answer_markdown(answer, style.digits);
  for (const Entry& entry : answer.entries)
    if (!answer.printed.empty() && key_of(entry) == answer.printed) return printable_lines(entry_file(entry));
  TextWriter writer(style);
  writer.write(answer, true);
  return writer.text();
}

}  // namespace jourdain
