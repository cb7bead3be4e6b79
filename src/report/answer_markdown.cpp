#include "report/answer_parts.hpp"
#include "report/render.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

// A text that may stand in a cell: no bars, no line breaks.
std::string cell_markdown(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '|' ? "\\|" : c == '\n' ? "<br>" : std::string(1, c);
  return safe;
}

class MarkdownWriter {
 public:
  explicit MarkdownWriter(int digits) : digits_(digits) {}

  void write(const Answer& answer, int level) {
    text_ += fmt::format("{} {}\n\n", std::string(static_cast<std::size_t>(level), '#'), answer.title);
    if (!answer.subtitle.empty()) text_ += answer.subtitle + "\n\n";
    verdict(answer.verdict);
    for (const AnswerVerdict& other : answer.further) verdict(other);
    for (const Entry& entry : answer.entries) std::visit(*this, entry);
    for (const Answer& section : answer.sections) write(section, level + 1);
  }

  std::string text() { return std::move(text_); }

  void operator()(const Text& entry) { text_ += entry.text + "\n\n"; }
  void operator()(const Facts& facts) {
    title(facts.title);
    for (const Fact& fact : facts.facts)
      text_ += fmt::format("- {}: {}{}\n", fact.title, fact_text(fact.cell, digits_),
                           fact.note.empty() ? "" : " (" + fact.note + ")");
    text_ += '\n';
  }
  void operator()(const Table& table) {
    if (is_left_out(table)) return;
    title(table.title);
    std::string heads = "|", rule = "|";
    std::vector<ColumnWords> columns;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const ColumnWords& words = columns.emplace_back(table, c);
      heads += fmt::format(" {} |", cell_markdown(words.head));
      rule += words.has_numbers ? " ---: |" : " --- |";
    }
    text_ += heads + "\n" + rule + "\n";
    for (const std::vector<Cell>& row : table.rows) {
      text_ += '|';
      for (std::size_t c = 0; c < row.size(); ++c)
        text_ += fmt::format(" {} |", cell_markdown(columns[c].text(row[c], digits_)));
      text_ += '\n';
    }
    text_ += '\n';
    if (!table.note.empty()) text_ += table.note + "\n\n";
  }
  void operator()(const Series& series) {
    if (series.in_text) (*this)(table_of_series(series));
  }
  void operator()(const Matrix& matrix) { (*this)(table_of_matrix(matrix)); }
  void operator()(const Code& code) {
    title(code.title);
    text_ += fmt::format("```{}\n{}{}```\n\n", code.language, code.text, code.text.ends_with('\n') ? "" : "\n");
  }
  void operator()(const Picture&) {}

 private:
  void title(const std::string& words) {
    if (!words.empty()) text_ += fmt::format("**{}**\n\n", words);
  }
  void verdict(const AnswerVerdict& what) {
    if (what.text.empty()) return;
    text_ += verdict_line(what) + "\n\n";
    for (const std::string& reason : what.reasons) text_ += fmt::format("- {}\n", reason);
    if (!what.reasons.empty()) text_ += '\n';
  }

  int digits_;
  std::string text_;
};

}  // namespace

std::string answer_markdown(const Answer& answer, int digits) {
  MarkdownWriter writer(digits);
  writer.write(answer, 1);
  return writer.text();
}

}  // namespace jourdain
