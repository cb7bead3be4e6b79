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
  std::vector<std::string> names;
  for (const AnswerFile& file : folder.files) names.push_back(file.path);
  return fmt::format("{}: {}", folder.path, joined(names));
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
      std::string value = cell_text(fact.cell, style_.digits, true);
      if (!fact.note.empty()) value += fmt::format("  ({})", fact.note);
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
  void operator()(const Series& series) { (*this)(table_of_series(series)); }
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
    const std::string question = what.question.empty() ? "" : what.question + ": ";
    put_lines(question + what.text, tone_code(what.tone));
    for (const std::string& reason : what.reasons) text_ += fmt::format("  - {}\n", printable_lines(reason));
  }

  // Columns without any content are left out.
  void rows(const Table& table) {
    const std::size_t shown = table.rows.size() > most_rows ? first_rows : table.rows.size();
    std::vector<std::vector<std::string>> cells(table.columns.size());
    std::vector<std::size_t> widths(table.columns.size(), 0);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const bool with_unit = !column_measure(table, c);
      for (std::size_t r = 0; r < shown; ++r) {
        cells[c].push_back(printable(cell_text(table.rows[r][c], style_.digits, with_unit)));
        widths[c] = std::max(widths[c], width_of(cells[c].back()));
      }
      if (widths[c] > 0) widths[c] = std::max(widths[c], width_of(column_head(table, c)));
    }
    for (std::size_t r = 0; r <= shown; ++r) {
      std::string one;
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (widths[c] == 0) continue;
        const std::string cell = r == 0 ? printable(column_head(table, c)) : cells[c][r - 1];
        const std::string space = padded(cell, widths[c], is_number_column(table, c));
        one += "  " + (r == 0 ? space : painted(tone_code(table.rows[r - 1][c].tone), space));
      }
      one.erase(one.find_last_not_of(' ') + 1);
      text_ += (r == 0 ? painted("2", one) : one) + "\n";
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
