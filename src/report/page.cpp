#include "report/page.hpp"

#include "jourdain/core/error.hpp"
#include "report/page_assets.hpp"
#include "report/page_elements.hpp"
#include "report/svg.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

// Nothing may be fetched, whatever a script asks for.
constexpr const char* policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

std::string head(const Page& page, bool scripts) {
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"generator\" content=\"jourdain {}\">\n<title>{}</title>\n",
      policy, version(), escaped(page.title));
  if (scripts) html += fmt::format("<style>{}</style>\n", page_asset("dygraphs.css"));
  return html + fmt::format("<style>\n{}</style>\n</head>\n", page_asset("page.css"));
}

std::string verdict_html(const PageVerdict& verdict, bool further = false) {
  if (verdict.text.empty()) return "";
  std::string html = fmt::format("<div class=\"verdict {}{}\"><i>{}</i><div>{}<p>{}</p>", tone_class(verdict.tone),
                                 further ? " further" : "", tone_sign(verdict.tone),
                                 verdict.question.empty() ? "" : "<h2>" + inline_html(verdict.question) + "</h2>",
                                 inline_html(verdict.text));
  if (!verdict.reasons.empty()) {
    html += "<ul>";
    for (const std::string& reason : verdict.reasons) html += "<li>" + inline_html(reason) + "</li>";
    html += "</ul>";
  }
  return html + "</div></div>\n";
}

std::string contents(const Page& page) {
  if (page.sections.size() < 3) return "";
  std::string html = "<nav aria-label=\"Contents\"><ol>";
  for (std::size_t k = 0; k < page.sections.size(); ++k)
    html += fmt::format("<li><a href=\"#s{}\">{}</a></li>", k + 1, inline_html(page.sections[k].title));
  return html + "</ol></nav>\n";
}

std::string section_html(const PageSection& section, std::size_t number, PageElements& elements) {
  std::string html = fmt::format("<section id=\"s{}\">", number);
  const std::string title = inline_html(section.title);
  if (section.folded)
    html += "<details><summary><h2>" + title + "</h2></summary>\n";
  else if (!title.empty())
    html += "<h2>" + title + "</h2>\n";
  for (const PageElement& element : section.elements) html += std::visit(elements, element);
  return html + (section.folded ? "</details></section>\n" : "</section>\n");
}

std::string footer(const Page& page, bool scripts) {
  std::string html = "<footer>";
  if (!page.command.empty()) html += "<p>Made by</p><pre><code>" + escaped(page.command) + "</code></pre>";
  for (const std::string& note : page.notes) html += "<p>" + inline_html(note) + "</p>";
  if (!scripts)
    html += page_scripts_built_in()
                ? "<p>Pictures instead of interactive plots, as asked for.</p>"
                : "<p>Pictures instead of interactive plots and 3D: this program was built without the packages "
                  "libjs-three and libjs-dygraphs.</p>";
  html +=
      fmt::format("<p>jourdain {}{}</p>", version(), scripts ? ", drawn with three.js and dygraphs (MIT licence)" : "");
  return html + "</footer>\n";
}

std::string scripts_html(const std::string& data, bool scripts) {
  std::string html;
  if (scripts) {
    html += fmt::format("<script type=\"application/json\" id=\"data\">\n{}\n</script>\n", data);
    html += fmt::format("<!--\n{}-->\n", page_asset("licences.txt"));
    for (const char* name : {"dygraphs.js", "three.js", "orbit.js"})
      html += fmt::format("<script>{}</script>\n", page_asset(name));
  }
  html += fmt::format("<script>\n{}</script>\n", page_asset("page.js"));
  if (!scripts) return html;
  for (const char* name : {"plots.js", "matrices.js", "solver.js", "dragger.js", "scene.js"})
    html += fmt::format("<script>\n{}</script>\n", page_asset(name));
  return html;
}

}  // namespace

bool page_scripts_built_in() { return !page_asset("three.js").empty(); }

std::string page_html(const Page& page, const PageOptions& options) {
  const bool scripts = options.scripts && page_scripts_built_in();
  PageElements elements(scripts);
  std::string html = head(page, scripts) + "<body>\n" + contents(page) + "<main>\n<header>";
  html += "<h1>" + inline_html(page.title) + "</h1>";
  if (!page.subtitle.empty()) html += "<p>" + inline_html(page.subtitle) + "</p>";
  html += "</header>\n" + verdict_html(page.verdict);
  for (const PageVerdict& verdict : page.further) html += verdict_html(verdict, true);
  if (scripts)
    html +=
        "<noscript><aside class=\"caution\"><i>!</i><div><p>Plots and 3D need "
        "JavaScript.</p></div></aside></noscript>\n";
  for (std::size_t k = 0; k < page.sections.size(); ++k) html += section_html(page.sections[k], k + 1, elements);
  return html + footer(page, scripts) + "</main>\n" + scripts_html(elements.data(), scripts) + "</body></html>\n";
}

}  // namespace jourdain
