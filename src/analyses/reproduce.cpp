// The papers' figures and tables, computed anew.
#include "analyses/papers/reproduce.hpp"

#include "analyses/analysis.hpp"
#include "io/output_folder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

struct ReproduceQuestion {
  std::vector<std::string> names;
  std::string out;
  bool list = false, brief = false, no_code = false, no_times = false;
};

void show_fields(OptionVisitor& visitor, ReproduceQuestion& options) {
  visitor.texts({.name = "name", .help = "Experiments, papers, or all", .placed = true}, options.names);
  visitor.flag({.name = "list", .help = "Name the experiments"}, options.list);
  visitor.flag({.name = "brief", .help = "Shorter motions and smaller grids, for a quick look"}, options.brief);
  visitor.flag({.name = "no-code", .help = "Compile nothing"}, options.no_code);
  visitor.flag({.name = "no-times", .help = "Times, which every machine has its own of, as stars"}, options.no_times);
  visitor.file({.name = "out",
                .help = "Folder to write: a page, tables as CSV, curves and maps as SVG, all as Markdown and JSON",
                .type = "DIR"},
               FileRole::output_folder, options.out);
}

// The experiments that are asked for, each once, in the papers' order. A paper's name stands for all of it.
std::vector<std::string> wanted_experiments(const std::vector<std::string>& names) {
  const auto fits = [](std::string_view key, const std::string& name) {
    return name == key || key.starts_with(name + "-");
  };
  std::vector<std::string> keys;
  const bool all = std::ranges::find(names, "all") != names.end();
  for (const PaperExperiment& experiment : paper_experiments())
    if (all || std::ranges::any_of(names, [&](const std::string& name) { return fits(experiment.key, name); }))
      keys.emplace_back(experiment.key);
  for (const std::string& name : names) {
    // Refused with the names there are.
    if (name != "all" && std::ranges::none_of(paper_experiments(), [&](const auto& e) { return fits(e.key, name); }))
      (void)reproduce(name);
  }
  return keys;
}

Answer listed_experiments(const ReproduceQuestion& options) {
  if (options.brief || options.no_code || options.no_times || !options.out.empty() || !options.names.empty())
    throw Error(ErrorKind::usage, "--list only names the experiments: leave out what else is given");
  Answer answer{"reproduce", "Experiments"};
  answer.add(table_of<PaperExperiment>("experiments", "", paper_experiments(),
                                       {{"name", "name", [](const auto& e) { return Cell(std::string(e.key)); }},
                                        {"source", "source", [](const auto& e) { return Cell(std::string(e.source)); }},
                                        {"title", "what", [](const auto& e) { return Cell(std::string(e.title)); }}}));
  return answer;
}

Answer reproduced(const Subject&, const ReproduceQuestion& options, const Job& job) {
  if (options.list) return listed_experiments(options);
  if (options.names.empty()) throw Error(ErrorKind::usage, "expected names of experiments, or all; --list names them");
  const std::vector<std::string> keys = wanted_experiments(options.names);
  std::optional<AnswerFolder> folder;
  if (!options.out.empty()) {
    folder = AnswerFolder{options.out, std::make_shared<OutputFolder>(options.out)};
    folder->files = {{"reproduce.html"}, {"reproduce.md"}, {"reproduce.json"}};
    folder->place->check({"reproduce.html", "reproduce.md", "reproduce.json"});
  }
  std::vector<PaperResult> results;
  for (const std::string& key : keys) {
    stop_if_cancelled(job);
    job.tell(key);
    job.advance(static_cast<double>(results.size()) / static_cast<double>(keys.size()));
    results.push_back(reproduce(key, {.brief = options.brief, .compile = !options.no_code}));
  }
  Answer answer = papers_answer(results, !options.no_times);
  for (const PaperResult& result : results) {
    if (!folder) break;
    const auto add = [&](const std::string& name, const char* ending) {
      folder->files.push_back({fmt::format("{}-{}.{}", result.key, name, ending), result.key + "/" + name});
    };
    for (const ResultTable& table : result.tables) add(table.name, "csv");
    for (const ResultPlot& plot : result.plots) add(plot.name, "svg");
    for (const ResultMap& map : result.maps) add(map.name, "svg");
  }
  answer.folder = std::move(folder);
  return answer;
}

}  // namespace

extern constinit const Analysis reproduce_analysis{
    .name = "reproduce",
    .what =
        "Figures and tables of the papers, computed anew: our numbers beside theirs, what differs and why. A paper's "
        "name stands for all of it. Exit code 1 if a statement of a paper is not met and it is not known why.",
    .examples =
        "jourdain reproduce --list\njourdain reproduce codourey98-fig8 --out figures\n"
        "jourdain reproduce abdellatif05-table2\njourdain reproduce gallardo03-gearshift --brief --json",
    .takes_model = false,
    .ask = QuestionOf<ReproduceQuestion, reproduced>::ask};

}  // namespace jourdain
