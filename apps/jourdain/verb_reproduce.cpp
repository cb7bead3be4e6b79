// jourdain reproduce.
#include "console.hpp"
#include "robot_text.hpp"
#include "verbs.hpp"

#include "experiments/reproduce.hpp"
#include "io/output_folder.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace jourdain::cli {
namespace {

// The experiments that are asked for, each once, in the papers' order.
std::vector<std::string> wanted_keys(const std::vector<std::string>& names) {
  std::vector<std::string> keys;
  const bool all = std::ranges::find(names, "all") != names.end();
  for (const PaperExperiment& experiment : paper_experiments()) {
    const auto is_named = [&](const std::string& name) {
      // A paper's name stands for all of it.
      return name == experiment.key || experiment.key.starts_with(name + "-");
    };
    if (all || std::ranges::any_of(names, is_named)) keys.emplace_back(experiment.key);
  }
  for (const std::string& name : names) {
    const auto fits = [&](const std::string& key) { return key == name || key.starts_with(name + "-"); };
    // Refused with the names there are.
    if (name != "all" && std::ranges::none_of(keys, fits)) (void)reproduce(name);
  }
  return keys;
}

void print_list() {
  Table table({"name", "source", "what"});
  for (const PaperExperiment& experiment : paper_experiments()) {
    table.add({std::string(experiment.key), std::string(experiment.source), std::string(experiment.title)});
  }
  table.print();
}

Json list_json() {
  Json list = Json::array();
  for (const PaperExperiment& e : paper_experiments()) {
    list.push_back({{"name", e.key}, {"source", e.source}, {"title", e.title}});
  }
  return list;
}

// Lines under the first word.
std::string indented(const std::string& text) {
  std::string lines = wrapped(text), result;
  while (!lines.empty() && lines.back() == '\n') lines.pop_back();
  for (const char c : lines) result += c == '\n' ? std::string("\n         ") : std::string(1, c);
  return result + "\n";
}

void print_result(const PaperResult& result) {
  heading(fmt::format("{}  {}: {}", result.key, result.source, result.title));
  print_text("{}", wrapped(result.setting));
  for (const ResultTable& table : result.tables) {
    print_text("\n{}\n", table.title);
    std::vector<std::string> columns;
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
      const bool number = std::ranges::any_of(table.rows, [&](const auto& row) { return row[k].value.has_value(); });
      columns.push_back(number ? ">" + table.columns[k] : table.columns[k]);
    }
    Table text(columns);
    for (const std::vector<ResultCell>& row : table.rows) {
      std::vector<std::string> cells;
      for (const ResultCell& cell : row) cells.push_back(cell.text);
      text.add(cells);
    }
    text.print();
  }
  print_text("\n");
  for (const ResultClaim& claim : result.claims) {
    const Colour colour = claim.met ? Colour::good : claim.reason.empty() ? Colour::bad : Colour::warn;
    print_text("{} {}", paint(Stream::out, colour, claim.met ? "met     " : "not met "), indented(claim.paper));
    print_text("         {}", indented("here: " + claim.ours));
    if (!claim.met && !claim.reason.empty()) print_text("         {}", indented("why: " + claim.reason));
  }
  for (const std::string& remark : result.remarks) print_text("note     {}", indented(remark));
}

Json table_json(const ResultTable& table) {
  Json rows = Json::array();
  for (const std::vector<ResultCell>& row : table.rows) {
    Json cells = Json::array();
    for (const ResultCell& cell : row) cells.push_back(cell.value ? finite(*cell.value) : Json(cell.text));
    rows.push_back(cells);
  }
  return {{"name", table.name}, {"title", table.title}, {"columns", table.columns}, {"rows", rows}};
}

Json result_json(const PaperResult& result) {
  Json json{{"name", result.key},
            {"source", result.source},
            {"title", result.title},
            {"setting", result.setting},
            {"ok", result.ok()}};
  for (const ResultClaim& claim : result.claims) {
    json["claims"].push_back(
        {{"paper", claim.paper}, {"ours", claim.ours}, {"met", claim.met}, {"reason", claim.reason}});
  }
  json["tables"] = Json::array();
  for (const ResultTable& table : result.tables) json["tables"].push_back(table_json(table));
  json["remarks"] = result.remarks;
  return json;
}

// The page, tables as CSV, curves and maps as SVG, and all of it as Markdown.
std::vector<FileText> result_files(const ReproduceVerbOptions& options, const std::vector<PaperResult>& results) {
  std::vector<FileText> files;
  std::string page =
      "# Figures and tables of the papers\n\nA time, which every machine has its own of, is shown as a star.\n";
  const auto add = [&](const std::string& name, std::string text) { files.push_back({name, std::move(text)}); };
  add("reproduce.html", page_html(reproduction_page(results, options.command)));
  for (const PaperResult& result : results) {
    page += "\n" + to_markdown(result, false);
    for (const ResultTable& t : result.tables) add(fmt::format("{}-{}.csv", result.key, t.name), to_csv(t));
    for (const ResultPlot& p : result.plots) {
      const std::string name = fmt::format("{}-{}.svg", result.key, p.name);
      add(name, plot_svg(p.plot));
      page += fmt::format("\n![{}]({})\n", result.title, name);
    }
    for (const ResultMap& m : result.maps) {
      const std::string name = fmt::format("{}-{}.svg", result.key, m.name);
      add(name, heatmap_matrix_svg(m.map));
      page += fmt::format("\n![{}]({})\n", result.title, name);
    }
  }
  add("reproduce.md", page);
  return files;
}

}  // namespace

int run_reproduce(const ReproduceVerbOptions& options) {
  if (options.list) {
    if (options.brief || options.no_code || !options.out.empty() || !options.names.empty())
      throw Error(ErrorKind::usage, "--list only names the experiments: leave out what else is given");
    options.json ? print_json({{"verb", "reproduce"}, {"experiments", list_json()}}) : print_list();
    return exit_ok;
  }
  if (options.names.empty()) {
    throw Error(ErrorKind::usage, "expected names of experiments, or all; --list names them");
  }
  const std::vector<std::string> keys = wanted_keys(options.names);
  if (!options.out.empty()) OutputFolder(options.out).check({"reproduce.html", "reproduce.md", "reproduce.json"});
  std::vector<PaperResult> results;
  {
    Progress progress("reproducing");
    for (const std::string& key : keys) {
      progress.tell(key);
      progress.advance(static_cast<double>(results.size()) / static_cast<double>(keys.size()));
      results.push_back(reproduce(key, {.brief = options.brief, .compile = !options.no_code}));
    }
  }
  const bool ok = std::ranges::all_of(results, [](const PaperResult& result) { return result.ok(); });
  Json json{{"verb", "reproduce"}, {"ok", ok}, {"experiments", Json::array()}};
  for (const PaperResult& result : results) json["experiments"].push_back(result_json(result));
  std::vector<FileText> files;
  if (!options.out.empty()) {
    files = result_files(options, results);
    files.push_back({"reproduce.json", json.dump(2) + "\n"});
    write_folder(options.out, files);
  }
  if (options.json) {
    for (const FileText& file : files)
      json["files"].push_back((std::filesystem::path(options.out) / file.path).string());
    print_json(json);
    return ok ? exit_ok : exit_bad_result;
  }
  for (const PaperResult& result : results) print_result(result);
  int met = 0, claims = 0;
  for (const PaperResult& result : results) {
    for (const ResultClaim& claim : result.claims) met += claim.met, ++claims;
  }
  print_text("\n{} of {} statements met in {} experiment{}\n", met, claims, results.size(),
             results.size() == 1 ? "" : "s");
  if (!files.empty()) print_text("written: {} files in {}\n", files.size(), options.out);
  return ok ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
