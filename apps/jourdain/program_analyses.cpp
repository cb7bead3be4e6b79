// Commands that are analyses: options from their declaration, the answer through a renderer. No analysis is named here.
#include "program.hpp"

#include "console.hpp"
#include "failure.hpp"

#include "analyses/option_reader.hpp"
#include "analyses/sweep.hpp"
#include "core/joined.hpp"
#include "report/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain::cli {
namespace {

// What the command line adds to the options of an analysis.
struct DoorOptions {
  std::string plot, page;
  std::vector<std::string> csv;
  bool plain = false, json = false, markdown = false;
  std::int64_t digits = 6;
};

void show_fields(OptionVisitor& visitor, DoorOptions& options, bool has_key_numbers) {
  if (has_key_numbers)
    visitor.file({.name = "plot",
                  .help = "SVG file to write: the first picture of the answer, or the key numbers of a sweep",
                  .type = "FILE",
                  .group = "Answer"},
                 FileRole::picture, options.plot);
  visitor.file(
      {.name = "page", .help = "HTML file to write: the answer as one page", .type = "FILE", .group = "Answer"},
      FileRole::output, options.page);
  visitor.flag({.name = "plain",
                .help = "Page with pictures instead of plots that zoom and the robot in 3D: small, without scripts",
                .group = "Answer"},
               options.plain);
  visitor.texts({.name = "csv",
                 .help = "CSV file to write: the first table of the answer, or the one with this key; may be repeated",
                 .type = "[KEY=]FILE",
                 .group = "Answer"},
                options.csv);
  visitor.flag({.name = "json", .help = "Answer as JSON, SI units", .group = "Answer"}, options.json);
  visitor.flag({.name = "markdown", .help = "Answer as Markdown", .group = "Answer", .not_with = "json"},
               options.markdown);
  visitor.whole({.name = "digits", .help = "Significant digits of the text", .type = "N", .group = "Answer"}, {1, 17},
                options.digits);
}

// Every option that the command line of an analysis has.
void show_all(OptionVisitor& visitor, const Analysis& analysis, Question& question, ModelChanges& changes,
              DoorOptions& door) {
  question.show(visitor);
  if (analysis.takes_model) show_fields(visitor, changes);
  show_fields(visitor, door, analysis.has_key_numbers);
}

std::vector<ShownOption> all_options(const Analysis& analysis) {
  const std::unique_ptr<Question> question = analysis.ask();
  ModelChanges changes;
  DoorOptions door;
  OptionList list;
  show_all(list, analysis, *question, changes, door);
  return list.options;
}

std::string help_of(const ShownOption& shown) {
  std::string text(shown.option.help);
  if (shown.kind == ShownOption::Kind::choice) text += fmt::format(": {}", fmt::join(shown.words, ", "));
  if (!shown.standard.empty()) text += fmt::format("; default: {}", shown.standard);
  return text;
}

std::string type_of(const ShownOption& shown) {
  if (!shown.option.type.empty()) return std::string(shown.option.type);
  switch (shown.kind) {
    case ShownOption::Kind::file: return "FILE";
    case ShownOption::Kind::choice: return "NAME";
    case ShownOption::Kind::whole: return "N";
    case ShownOption::Kind::number:
      return words_of(shown.measure).unit.empty() ? "NUMBER" : std::string(words_of(shown.measure).word);
    default: return "TEXT";
  }
}

Job job_shown_by(Progress& progress) {
  Job job;
  job.tell = [&](std::string_view what) { progress.tell(std::string(what)); };
  job.advance = [&](double fraction) { progress.advance(fraction); };
  return job;
}

void warn_of(const Answer& answer) {
  for (const std::string& text : answer.warnings) {
    // "file:1:2: warning: ..." says already what it is.
    if (text.substr(0, text.find('\n')).find(": warning: ") != std::string::npos) {
      print_to(Stream::error, "{}{}", text, text.ends_with('\n') ? "" : "\n");
    } else {
      warn(text);
    }
  }
}

// What can be written as CSV, the answer's own entries first; those of sections as "section/key".
std::vector<std::string> tabular_keys(const Answer& answer) {
  std::vector<std::string> keys;
  for (const Entry& entry : answer.entries)
    if (is_tabular(entry)) keys.push_back(key_of(entry));
  for (const Answer& section : answer.sections)
    for (const std::string& key : tabular_keys(section)) keys.push_back(section.key + "/" + key);
  return keys;
}

// "power=power.csv", or a file alone.
AnswerFile csv_file(const Answer& answer, const std::string& text) {
  const std::size_t at = text.find('=');
  std::string path = at == std::string::npos ? text : text.substr(at + 1);
  std::string key = at == std::string::npos ? "" : text.substr(0, at);
  if (!path.ends_with(".csv"))
    throw Error(ErrorKind::usage, fmt::format("--csv: expected a name that ends in .csv, found '{}'", path));
  const std::vector<std::string> keys = tabular_keys(answer);
  if (keys.empty()) throw Error(ErrorKind::usage, "--csv: there is no table in this answer");
  if (key.empty()) key = keys.front();
  if (std::ranges::find(keys, key) == keys.end())
    throw Error(ErrorKind::usage, fmt::format("--csv: there is no table '{}': possible are {}", key, joined(keys)));
  return {std::move(path), std::move(key)};
}

// Adds the files that the command line asks for beside the analysis' own.
void add_files(const DoorOptions& door, Answer& answer) {
  if (!door.plot.empty()) {
    const auto picture =
        std::ranges::find_if(answer.entries, [](const Entry& entry) { return std::holds_alternative<Picture>(entry); });
    if (picture == answer.entries.end())
      throw Error(ErrorKind::usage, fmt::format("--plot: {} has no curves with these options: it draws a sweep, --set "
                                                "NAME=from:to:step",
                                                answer.key));
    answer.files.push_back({door.plot, key_of(*picture)});
  }
  for (const std::string& text : door.csv) answer.files.push_back(csv_file(answer, text));
  if (!door.page.empty()) answer.files.push_back({door.page});
}

}  // namespace

void Program::add(const Analysis& analysis) {
  std::string examples = "Examples:";
  for (std::string_view rest = analysis.examples; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    examples += fmt::format("\n  {}", rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  CLI::App* verb = app_.add_subcommand(std::string(analysis.name), wrapped(std::string(analysis.what)));
  verb->footer(examples + "\n");
  analyses_[verb] = &analysis;
}

void Program::add_options(CLI::App* verb, const Analysis& analysis) {
  if (analysis.takes_model)
    verb->add_option("MODEL", "Model file, a name of the catalogue, or - for the standard input")
        ->required()
        ->type_name("");
  for (const ShownOption& shown : all_options(analysis)) {
    const std::string name = word_of(shown.option);
    const std::string help = help_of(shown);
    if (shown.kind == ShownOption::Kind::flag) {
      verb->add_flag(name, help)->group(shown.option.group.empty() ? "Options" : std::string(shown.option.group));
      continue;
    }
    CLI::Option* option = verb->add_option(name, help);
    option->type_name(shown.option.placed ? "" : type_of(shown))->expected(1);
    if (shown.option.placed && shown.kind == ShownOption::Kind::texts) option->expected(-1);
    if (!shown.option.group.empty()) option->group(std::string(shown.option.group));
    if (shown.kind == ShownOption::Kind::texts) option->take_all();
  }
}

bool Program::is_output(const CLI::App* verb, const std::string& name) const {
  if (name == "--csv") return true;
  return std::ranges::any_of(all_options(*analyses_.at(verb)), [&](const ShownOption& shown) {
    return shown.kind == ShownOption::Kind::file && word_of(shown.option) == name &&
           (shown.role == FileRole::output || shown.role == FileRole::picture);
  });
}

int Program::answer(const CLI::App* verb) {
  const Analysis& analysis = *analyses_.at(verb);
  std::vector<GivenOption> given;
  for (const ShownOption& shown : all_options(analysis)) {
    const CLI::Option* option = verb->get_option(word_of(shown.option));
    if (option->count() == 0) continue;
    const bool is_flag = shown.kind == ShownOption::Kind::flag;
    given.push_back({std::string(shown.option.name), is_flag ? std::vector<std::string>{} : option->results()});
  }
  const std::string model = analysis.takes_model ? verb->get_option("MODEL")->results().front() : "";
  const std::unique_ptr<Question> question = analysis.ask();
  ModelChanges changes;
  DoorOptions door;
  OptionReader reader(given);
  show_all(reader, analysis, *question, changes, door);
  reader.finish();
  const std::optional<SweepRange> range = find_sweep(changes);
  Answer answer;
  {
    Progress progress{std::string(analysis.name)};
    const Job job = job_shown_by(progress);
    answer = range                  ? sweep(analysis, *question, model, changes, *range, job)
             : analysis.takes_model ? ask(analysis, *question, Subject(model, changes), job)
                                    : ask(analysis, *question, Subject(), job);
  }
  add_files(door, answer);
  warn_of(answer);
  if (door.plain &&
      std::ranges::none_of(all_files(answer), [](const AnswerFile& f) { return f.path.ends_with(".html"); }))
    throw Error(ErrorKind::usage, "--plain: there is no page to write: add --page FILE");
  write_answer(answer, typed_command_, {.scripts = !door.plain});
  if (door.json) {
    put(Stream::out, answer_json(answer));
  } else if (door.markdown) {
    put(Stream::out, answer_markdown(answer, static_cast<int>(door.digits)));
  } else {
    put(Stream::out, answer_text(answer, {static_cast<int>(door.digits), coloured(Stream::out)}));
  }
  if (answer.failure) return tell_failure(*answer.failure);
  return answer.good() ? 0 : 1;
}

}  // namespace jourdain::cli
