#include "report/page_numbers.hpp"

#include "jourdain/core/error.hpp"
#include "report/page_elements.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

namespace jourdain {
namespace {

using OrderedJson = nlohmann::ordered_json;

// "Base parameters (24)" -> "base-parameters-24".
std::string slug(const std::string& text) {
  std::string result;
  for (char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (letter < 128 && std::isalnum(letter)) {
      result += static_cast<char>(std::tolower(letter));
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result.substr(0, 60);
}

// A cell of a CSV file: quoted where it must be.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string with_unit(const std::string& title, const std::string& unit) {
  return unit.empty() ? title : fmt::format("{} ({})", title, unit);
}

std::string table_csv(const PageTable& table) {
  std::string text;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    text += (c > 0 ? "," : "") + csv_cell(with_unit(table.columns[c].title, table.columns[c].unit));
  text += '\n';
  for (const std::vector<PageCell>& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c)
      text += (c > 0 ? "," : "") + (row[c].value ? fmt::format("{}", *row[c].value) : csv_cell(row[c].text));
    text += '\n';
  }
  return text;
}

// Series over the same abscissae stand side by side; others follow with columns of their own, shorter ones end in
// blanks.
std::string plot_csv(const Plot& plot) {
  struct Column {
    std::string title;
    const std::vector<double>* values;
  };
  std::vector<Column> columns;
  std::vector<const std::vector<double>*> written;
  std::size_t rows = 0;
  for (const PlotPanel& panel : plot.panels) {
    for (const PlotSeries& series : panel.series) {
      const std::vector<double>& x = series.x.empty() ? plot.x : series.x;
      const PlotAxis& across = panel.across ? *panel.across : plot.across;
      const bool known = std::any_of(written.begin(), written.end(), [&](const auto* other) { return *other == x; });
      if (!known) {
        columns.push_back({with_unit(across.label, across.unit), &x});
        written.push_back(&x);
      }
      const std::string name =
          series.name.empty() ? panel.up.label : fmt::format("{}: {}", panel.up.label, series.name);
      columns.push_back({with_unit(name, panel.up.unit), &series.y});
      rows = std::max({rows, x.size(), series.y.size()});
    }
  }
  std::string text;
  for (std::size_t c = 0; c < columns.size(); ++c) text += (c > 0 ? "," : "") + csv_cell(columns[c].title);
  text += '\n';
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (c > 0) text += ',';
      const std::vector<double>& values = *columns[c].values;
      if (r < values.size() && std::isfinite(values[r])) text += fmt::format("{}", values[r]);
    }
    text += '\n';
  }
  return text;
}

OrderedJson table_json(const PageTable& table) {
  OrderedJson json{{"title", table.title}, {"columns", OrderedJson::array()}, {"rows", OrderedJson::array()}};
  for (const PageTable::Column& column : table.columns)
    json["columns"].push_back({{"title", column.title}, {"unit", column.unit}});
  for (const std::vector<PageCell>& row : table.rows) {
    OrderedJson cells = OrderedJson::array();
    for (const PageCell& cell : row) {
      if (cell.value)
        cells.push_back(*cell.value);
      else
        cells.push_back(cell.text);
    }
    json["rows"].push_back(std::move(cells));
  }
  return json;
}

OrderedJson verdict_json(const PageVerdict& verdict) {
  OrderedJson json{{"tone", tone_class(verdict.tone)}, {"text", verdict.text}, {"reasons", verdict.reasons}};
  if (!verdict.question.empty()) json["question"] = verdict.question;
  return json;
}

// Gathers the files of a page.
class NumberFiles {
 public:
  NumberFiles(const Page& page, const std::string& folder) : folder_(folder) {
    json_ = {{"jourdain", version()},           {"title", page.title},     {"verdict", verdict_json(page.verdict)},
             {"further", OrderedJson::array()}, {"command", page.command}, {"sections", OrderedJson::array()}};
    for (const PageVerdict& verdict : page.further) json_["further"].push_back(verdict_json(verdict));
    for (const PageSection& section : page.sections) {
      title_ = section.title;
      section_ = {{"title", section.title}, {"elements", OrderedJson::array()}};
      for (const PageElement& element : section.elements) std::visit(*this, element);
      json_["sections"].push_back(section_);
    }
  }

  std::vector<FileText> files() {
    // Names of models may hold bytes that are no UTF-8.
    files_.push_back({path("numbers.json"), json_.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n"});
    return std::move(files_);
  }

  void operator()(const PageText& text) { add({{"text", text.text}, {"tone", tone_class(text.tone)}}); }
  void operator()(const PageFigures& figures) {
    OrderedJson list = OrderedJson::array();
    for (const PageFigures::Figure& f : figures.figures)
      list.push_back({{"label", f.label}, {"value", f.value}, {"note", f.note}, {"tone", tone_class(f.tone)}});
    add({{"figures", list}});
  }
  void operator()(const PageTable& table) {
    OrderedJson json = table_json(table);
    json["csv"] = add_file(table.title, table_csv(table));
    add({{"table", json}});
  }
  void operator()(const PagePlot& plot) {
    add({{"plot", {{"title", plot.plot.title}, {"csv", add_file(plot.plot.title, plot_csv(plot.plot))}}}});
  }
  void operator()(const PagePicture& picture) { add({{"picture", picture.caption}}); }
  void operator()(const PageCode& code) { add({{"code", code.text}}); }
  void operator()(const PageScene& scene) { add({{"scene", scene.scene.title}}); }

 private:
  void add(OrderedJson json) { section_["elements"].push_back(std::move(json)); }
  std::string path(const std::string& name) const { return (std::filesystem::path(folder_) / name).string(); }

  std::string add_file(const std::string& title, std::string text) {
    std::string stem = slug(title_);
    if (const std::string end = slug(title); !end.empty() && end != stem) stem += (stem.empty() ? "" : "-") + end;
    if (stem.empty()) stem = "table";
    std::string name = stem;
    for (int k = 2; !names_.insert(name).second; ++k) name = fmt::format("{}-{}", stem, k);
    files_.push_back({path(name + ".csv"), std::move(text)});
    return name + ".csv";
  }

  std::string folder_, title_;
  OrderedJson json_, section_;
  std::set<std::string> names_;
  std::vector<FileText> files_;
};

}  // namespace

std::vector<FileText> page_numbers(const Page& page, const std::string& folder) {
  return NumberFiles(page, folder).files();
}

}  // namespace jourdain
