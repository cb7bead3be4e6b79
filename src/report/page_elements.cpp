#include "report/page_elements.hpp"

#include "core/joined.hpp"
#include "jourdain/core/error.hpp"
#include "report/page_data.hpp"
#include "report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace jourdain {
namespace {

// Paragraphs and lists.
std::string paragraphs(const std::string& text) {
  std::string html, open;
  const auto close = [&] {
    if (!open.empty()) html += "</" + open + ">\n";
    open.clear();
  };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      close();
    } else if (line.rfind("- ", 0) == 0) {
      if (open != "ul") {
        close();
        html += "<ul>";
        open = "ul";
      }
      html += "<li>" + inline_html(line.substr(2)) + "</li>";
    } else {
      if (open != "p") {
        close();
        html += "<p>";
        open = "p";
      } else {
        html += ' ';
      }
      html += inline_html(line);
    }
  }
  close();
  return html;
}

std::string figure(const std::string& svg, const std::string& caption) {
  return fmt::format("<figure class=\"picture\">{}{}</figure>\n", svg,
                     caption.empty() ? "" : "<figcaption>" + inline_html(caption) + "</figcaption>");
}

// The panels of a plot that scripts cannot draw: paths.
Plot paths_of(const Plot& plot) {
  Plot paths = plot;
  std::erase_if(paths.panels, [](const PlotPanel& panel) { return !panel.across.has_value(); });
  return paths;
}

std::string cell_html(const PageCell& cell) {
  // Units and names stay on one line, sentences get room.
  constexpr std::size_t name_length = 14, sentence_length = 28;
  const std::string length = cell.value                            ? ""
                             : cell.text.size() <= name_length     ? "short"
                             : cell.text.size() >= sentence_length ? "long"
                                                                   : "";
  const std::string name = cell.tone == Tone::plain ? length : tone_class(cell.tone);
  const std::string tone = name.empty() ? "" : fmt::format(" class=\"{}\"", name);
  const std::string sign = cell.tone == Tone::plain ? "" : fmt::format("<i>{}</i>", tone_sign(cell.tone));
  if (!cell.value) return fmt::format("<td{}>{}{}</td>", tone, sign, inline_html(cell.text));
  return fmt::format("<td data-v=\"{:.10g}\"{}>{}{}</td>", *cell.value, tone, sign, escaped(cell.text));
}

}  // namespace

PageCell::PageCell(double number, int digits, Tone how)
    : text(std::isfinite(number) ? fmt::format("{:.{}g}", number == 0 ? 0.0 : number, digits) : "-"), tone(how) {
  if (std::isfinite(number)) value = number;
}

const char* tone_class(Tone tone) {
  static constexpr const char* names[] = {"plain", "good", "caution", "bad"};
  return names[static_cast<int>(tone)];
}

const char* tone_sign(Tone tone) {
  static constexpr const char* signs[] = {"", "✓", "!", "✕"};
  return signs[static_cast<int>(tone)];
}

std::string inline_html(const std::string& text) {
  std::string html;
  bool code = false;
  std::size_t at = 0;
  for (std::size_t mark; (mark = text.find('`', at)) != std::string::npos; at = mark + 1) {
    // A backquote that nothing closes stays.
    if (!code && text.find('`', mark + 1) == std::string::npos) break;
    html += escaped(text.substr(at, mark - at)) + (code ? "</code>" : "<code>");
    code = !code;
  }
  return html + escaped(text.substr(at));
}

std::string PageElements::operator()(const PageText& text) {
  if (text.tone == Tone::plain) return paragraphs(text.text);
  return fmt::format("<aside class=\"{}\"><i>{}</i><div>{}</div></aside>\n", tone_class(text.tone),
                     tone_sign(text.tone), paragraphs(text.text));
}

std::string PageElements::operator()(const PageFigures& figures) {
  std::string html = figures.title.empty() ? "" : "<h3>" + inline_html(figures.title) + "</h3>";
  if (figures.figures.empty()) return html + "\n";
  html += "<dl class=\"figures\">";
  for (const PageFigures::Figure& f : figures.figures)
    html += fmt::format("<div class=\"{}\"><dt>{}</dt><dd>{}</dd>{}</div>", tone_class(f.tone), inline_html(f.label),
                        escaped(f.value), f.note.empty() ? "" : "<p>" + inline_html(f.note) + "</p>");
  return html + "</dl>\n";
}

std::string PageElements::operator()(const PageTable& table) {
  std::string html = fmt::format("<figure class=\"table\" data-shown=\"{}\">", table.shown);
  if (!table.title.empty()) html += "<h3>" + inline_html(table.title) + "</h3>";
  html += "<div class=\"scroll\"><table><thead><tr>";
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const bool numbers = std::any_of(table.rows.begin(), table.rows.end(),
                                     [&](const auto& row) { return c < row.size() && row[c].value.has_value(); });
    const PageTable::Column& column = table.columns[c];
    if (column.title.empty())
      throw Error(ErrorKind::usage, fmt::format("page: column {} of the table '{}' has no title", c + 1, table.title));
    html += fmt::format("<th{}>{}{}</th>", numbers ? " class=\"number\"" : "", inline_html(column.title),
                        column.unit.empty() ? "" : " <small>" + escaped(column.unit) + "</small>");
  }
  html += "</tr></thead><tbody>\n";
  for (const std::vector<PageCell>& row : table.rows) {
    if (row.size() != table.columns.size())
      throw Error(ErrorKind::usage, fmt::format("page: the table '{}' has {} columns and a row of {} cells",
                                                table.title, table.columns.size(), row.size()));
    html += "<tr>";
    for (const PageCell& cell : row) html += cell_html(cell);
    html += "</tr>\n";
  }
  html += "</tbody></table></div>";
  if (!table.note.empty()) html += "<figcaption>" + inline_html(table.note) + "</figcaption>";
  return html + "</figure>\n";
}

std::string PageElements::operator()(const PagePlot& plot) {
  if (!scripts_) return figure(plot_svg(plot.plot), "");
  const Plot paths = paths_of(plot.plot);
  std::string html;
  if (paths.panels.size() < plot.plot.panels.size()) {
    // Sizes are checked in one place.
    plot_svg(plot.plot);
    html +=
        fmt::format("<figure class=\"plot\" data-plot=\"{}\" data-clock=\"{}\"><h3>{}</h3>{}</figure>\n", plots_.size(),
                    escaped(plot.clock), inline_html(plot.plot.title),
                    plot.plot.subtitle.empty() ? "" : "<p class=\"sub\">" + inline_html(plot.plot.subtitle) + "</p>");
    plots_.push_back(plot_json(plot.plot));
  }
  if (!paths.panels.empty()) html += figure(plot_svg(paths), "");
  return html;
}

std::string PageElements::operator()(const PagePicture& picture) { return figure(picture.svg, picture.caption); }

std::string PageElements::operator()(const PageCode& code) {
  // Line by line: escaped() makes one line of all.
  std::string html = "<pre><code>";
  std::istringstream lines(code.text);
  bool first = true;
  for (std::string line; std::getline(lines, line); first = false) html += (first ? "" : "\n") + escaped(line);
  return html + "</code></pre>\n";
}

std::string PageElements::operator()(const PageScene& scene) {
  const std::string svg = scene_svg(scene.scene);
  if (!scripts_) return figure(svg, scene.scene.title);
  scenes_.push_back(scene_json(scene.scene));
  return fmt::format(
      "<figure class=\"scene\" data-scene=\"{}\" data-clock=\"{}\"><div class=\"still\">{}</div></figure>\n",
      scenes_.size() - 1, escaped(scene.clock), svg);
}

std::string PageElements::data() const {
  return fmt::format("{{\"plots\":[{}],\n\"scenes\":[{}]}}", joined(plots_, ",\n"), joined(scenes_, ",\n"));
}

}  // namespace jourdain
