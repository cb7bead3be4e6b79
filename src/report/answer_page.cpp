#include "report/answer_parts.hpp"
#include "report/heatmap.hpp"
#include "report/plot.hpp"
#include "report/render.hpp"
#include "report/scene.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

// Digits on a page: fewer than on a terminal, the exact numbers stand in the files beside it.
constexpr int page_digits = 4;

PageVerdict page_verdict(const AnswerVerdict& verdict) {
  return {verdict.tone, verdict.text, verdict.reasons, verdict.question};
}

PageTable page_table(const Table& table) {
  PageTable result;
  result.title = table.title;
  result.note = table.note;
  result.shown = table.shown;
  std::vector<ColumnWords> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    result.columns.push_back({table.columns[c].title, std::string(columns.emplace_back(table, c).unit)});
  for (const std::vector<Cell>& row : table.rows) {
    std::vector<PageCell>& cells = result.rows.emplace_back();
    for (std::size_t c = 0; c < row.size(); ++c) {
      PageCell& cell = cells.emplace_back(columns[c].text(row[c], page_digits), row[c].tone);
      if (const Number* number = std::get_if<Number>(&row[c].content); number && known(number->value))
        cell.value = number->value * words_of(number->measure).scale;
    }
  }
  return result;
}

// The elements of an answer, and of its sections below headings of their own.
class PageWriter {
 public:
  explicit PageWriter(PageSection& section) : section_(section) {}

  void write(const Answer& answer) {
    for (const Entry& entry : answer.entries) std::visit(*this, entry);
  }

  void operator()(const Text& text) { section_.elements.emplace_back(PageText{text.text, text.tone}); }
  void operator()(const Facts& facts) {
    constexpr std::size_t longest_figure = 24;
    PageFigures figures;
    std::string sentences;
    for (const Fact& fact : facts.facts) {
      std::string value = fact_text(fact.cell, page_digits);
      if (value.size() > longest_figure) {
        const std::string note = fact.note.empty() ? "" : fmt::format(" ({})", fact.note);
        sentences += fmt::format("{}- {}: {}{}", sentences.empty() ? "" : "\n", fact.title, value, note);
      } else {
        figures.figures.push_back({fact.title, std::move(value), fact.note, fact.cell.tone});
      }
    }
    if (facts.facts.empty()) return;
    figures.title = facts.title;
    if (!figures.figures.empty() || !figures.title.empty()) section_.elements.emplace_back(std::move(figures));
    if (!sentences.empty()) section_.elements.emplace_back(PageText{std::move(sentences)});
  }
  void operator()(const Table& table) {
    if (!table.rows.empty() && !is_left_out(table)) section_.elements.emplace_back(page_table(table));
  }
  void operator()(const Series&) {}  // pictures show them
  void operator()(const Matrix& matrix) { (*this)(table_of_matrix(matrix)); }
  void operator()(const Code& code) {
    if (!code.title.empty()) section_.elements.emplace_back(PageText{code.title});
    section_.elements.emplace_back(PageCode{code.text});
  }
  void operator()(const Picture& picture) {
    if (const Plot* plot = std::get_if<Plot>(&picture.data)) {
      section_.elements.emplace_back(PagePlot{*plot, picture.clock});
    } else if (const Scene* scene = std::get_if<Scene>(&picture.data)) {
      section_.elements.emplace_back(PageScene{*scene, picture.clock});
    } else {
      const Drawing* drawing = std::get_if<Drawing>(&picture.data);
      section_.elements.emplace_back(PagePicture{picture_svg(picture), drawing ? drawing->caption : ""});
    }
  }

 private:
  PageSection& section_;
};

// Sections of sections become sections of the page, one after the other.
void add_sections(const Answer& answer, Page& page) {
  for (const Answer& inner : answer.sections) {
    PageSection& section = page.sections.emplace_back();
    section.title = inner.title;
    section.folded = inner.folded;
    if (!inner.verdict.text.empty()) section.elements.emplace_back(PageText{inner.verdict.text, inner.verdict.tone});
    PageWriter(section).write(inner);
    add_sections(inner, page);
  }
}

}  // namespace

std::string picture_svg(const Picture& picture) {
  struct Draw {
    std::string operator()(const Plot& plot) const { return plot_svg(plot); }
    std::string operator()(const Heatmap& map) const { return heatmap_svg(map); }
    std::string operator()(const HeatmapMatrix& matrix) const { return heatmap_matrix_svg(matrix); }
    std::string operator()(const Scene& scene) const { return scene_svg(scene); }
    std::string operator()(const Drawing& drawing) const { return drawing.svg; }
  };
  return std::visit(Draw{}, picture.data);
}

Page answer_page(const Answer& answer, const std::string& command) {
  Page page;
  page.title = answer.title;
  page.subtitle = answer.subtitle;
  page.command = command;
  page.verdict = page_verdict(answer.verdict);
  for (const AnswerVerdict& verdict : answer.further) page.further.push_back(page_verdict(verdict));
  // What stands for the sections elsewhere comes behind them here.
  if (answer.brief) add_sections(answer, page);
  if (!answer.entries.empty() || !answer.warnings.empty()) {
    PageSection& own = page.sections.emplace_back();
    if (answer.brief) own.title = "Summary";
    for (const std::string& warning : answer.warnings) own.elements.emplace_back(PageText{warning, Tone::caution});
    PageWriter(own).write(answer);
  }
  if (!answer.brief) add_sections(answer, page);
  return page;
}

}  // namespace jourdain
