#include "program.hpp"

#include "console.hpp"
#include "failure.hpp"
#include "process.hpp"

#include "core/suggest.hpp"
#include "io/atomic_file.hpp"
#include "io/input_file.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <filesystem>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <sstream>

namespace jourdain::cli {
namespace {

// In the list of verbs each is described by the start of its description.
class BriefFormatter : public CLI::Formatter {
 public:
  std::string make_subcommand(const CLI::App* verb) const override {
    const std::string whole = verb->get_description();
    std::string start = whole.substr(0, whole.find_first_of(".:"));
    std::replace(start.begin(), start.end(), '\n', ' ');
    return fmt::format("  {:14}{}\n", verb->get_name(), start);
  }
};

// A name without extension may be a pipe.
bool is_other_format(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return !extension.empty() && extension != ".svg";
}

// The command for a page's footer: words in quotes where a shell needs them.
std::string typed_command(const std::vector<std::string>& words) {
  std::string text = "jourdain";
  for (const std::string& word : words) {
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-+=./,:@%") == std::string::npos;
    std::string quoted;
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += plain ? " " + word : " '" + quoted + "'";
  }
  return text;
}

// The parser leaves two empty lines between groups of options.
std::string without_gaps(std::string help) {
  constexpr std::string_view gap = "\n\n\n";
  for (std::size_t at = help.find(gap); at != std::string::npos; at = help.find(gap, at)) help.erase(at, 1);
  return help;
}

// Without a word, and as `help VERB`: what --help says.
std::vector<std::string> spelled_out(std::vector<std::string> words) {
  if (words.empty()) return {"--help"};
  if (words[0] != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

// The code, unless the answer did not get out. Throws Error(input).
int finished(int code) {
  if (!finish_output()) throw Error(ErrorKind::input, "the answer cannot be written to the standard output");
  return code;
}

}  // namespace

Program::Program() {
  app_.name("jourdain");
  app_.formatter(std::make_shared<BriefFormatter>());
  app_.set_version_flag("-v,--version", fmt::format("jourdain {}", version()), "Print the version and leave");
  app_.require_subcommand(1);
  app_.set_help_flag("-h,--help", "Print this help and leave");
  app_.get_formatter()->column_width(30);
  app_.footer(
      "MODEL is a file, a name of the catalogue (see list), or - for the standard input. Values may have units: '10 "
      "mm', '5 deg'.\n"
      "Exit codes: 0 ok, 1 bad result, 2 usage, 3 input file, 4 numerical.\n"
      "jourdain help VERB explains a verb and shows an example.\n");
  for (const Analysis* analysis : analyses()) add(*analysis);
}

int Program::run(int argc, char** argv) {
  const std::vector<std::string> words = spelled_out({argv + 1, argv + argc});
  typed_command_ = typed_command(words);
  const bool json = std::find(words.begin(), words.end(), "--json") != words.end();
  try {
    check_verb(words);
    for (CLI::App* verb : app_.get_subcommands({}))
      if (std::ranges::find(words, verb->get_name()) != words.end()) add_options(verb, *analyses_.at(verb));
    try {
      app_.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() != 0) throw Error(ErrorKind::usage, explain(error));
      std::ostringstream help;
      app_.exit(error, help, help);
      print_text("{}", without_gaps(help.str()));
      return finished(0);
    }
    check_values();
    check_files();
    return finished(answer(app_.get_subcommands().front()));
  } catch (const Error& error) {
    return report_failure(error, json);
  } catch (const std::bad_alloc&) {
    leave_out_of_memory();
  } catch (const std::exception& error) {
    return report_failure(Error(ErrorKind::numerical, fmt::format("unexpected: {}", error.what())), json);
  }
}

// A value that is there but empty is a slip, such as an unset variable of the shell, not the default.
void Program::check_values() {
  for (const CLI::Option* option : app_.get_subcommands().front()->get_options()) {
    for (const std::string& value : option->results()) {
      if (option->get_items_expected_max() > 0 && value.find_first_not_of(" \t\n") == std::string::npos)
        throw Error(ErrorKind::usage, fmt::format("{}: expected a value, found nothing", option->get_name()));
    }
  }
}

// An output must not take the place of a file that is read, of another output, or of the standard output. The files of
// folders are looked at when their names are known.
void Program::check_files() {
  protect_inputs();
  remember_input("/dev/stdout");
  const CLI::App* verb = app_.get_subcommands().front();
  std::vector<std::string> outputs;
  std::string no_picture;
  for (const CLI::Option* option : verb->get_options()) {
    const std::string name = option->get_name();
    const bool is_picture = name == "--picture" || name == "--plot";
    const bool is_written = is_output(verb, name);
    for (std::string value : option->results()) {
      if (name == "--csv") value = value.substr(value.find('=') + 1);
      if (is_picture && is_other_format(value))
        no_picture = fmt::format("{}: pictures are SVG: expected a name that ends in .svg, found '{}'", name, value);
      if (is_written) outputs.push_back(value);
      if (!is_written && name != "--out") remember_input(value);
      if (name == "MODEL") remember_input(catalogue_directory() + "/" + value + ".yaml");
    }
  }
  check_distinct(outputs);
  if (!no_picture.empty()) throw Error(ErrorKind::usage, no_picture);
}

// A first word that is no verb: say which one is near.
void Program::check_verb(const std::vector<std::string>& words) {
  if (words[0].starts_with('-')) return;
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app_.get_subcommands({})) verbs.push_back(verb->get_name());
  if (std::find(verbs.begin(), verbs.end(), words[0]) != verbs.end()) return;
  const std::string near = suggest(words[0], verbs);
  const std::string hint =
      near.empty() ? fmt::format("the verbs are {}", verb_list()) : fmt::format("did you mean '{}'?", near);
  throw Error(ErrorKind::usage, fmt::format("unknown verb '{}': {}", words[0], hint));
}

std::string Program::verb_list() {
  std::string text;
  for (const CLI::App* verb : app_.get_subcommands({})) text += (text.empty() ? "" : ", ") + verb->get_name();
  return text;
}

// The parser's message; for what it did not expect, the option that was probably meant.
std::string Program::explain(const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app_.get_subcommands();
  if (chosen.empty()) return error.what();
  const CLI::App* verb = chosen.front();
  const std::string help = fmt::format("\n  hint: jourdain {} --help", verb->get_name());
  const std::vector<std::string> extras = verb->remaining();
  if (extras.empty()) return error.what() + help;
  std::vector<std::string> known;
  for (const CLI::Option* option : verb->get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const std::string& extra : extras) {
    if (!extra.starts_with("--")) continue;
    const std::string near = suggest(extra, known);
    return fmt::format("unknown option '{}'{}", extra, near.empty() ? help : fmt::format(": did you mean '{}'?", near));
  }
  return fmt::format("unexpected '{}': a list is one word, separate its values by commas or put it in quotes{}",
                     extras.front(), help);
}

}  // namespace jourdain::cli
