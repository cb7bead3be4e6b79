// jourdain new.
#include "robot_text.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "io/atomic_file.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"
#include "model/model_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace jourdain::cli {
namespace {

namespace fs = std::filesystem;

struct Template {
  std::string type, brief;
  std::string text;  // where it is written for beginners: with NAME for the name
};

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw Error(ErrorKind::input, fmt::format("{}: cannot be read", file.string()));
  return text.str();
}

// With another name in its line `name: ...`.
std::string renamed(std::string text, const std::string& name) {
  const std::string mark = "\nname: ";
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) throw Error(ErrorKind::input, "the model has no line 'name: ...'");
  const std::size_t from = at + mark.size();
  return text.replace(from, text.find('\n', from) - from, name);
}

// All types, by name; the first line of each file says what it is.
std::vector<Template> templates() {
  const fs::path folder = fs::path(catalogue_directory()) / "templates";
  std::vector<Template> found;
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, problem)) {
    if (entry.path().extension() != ".yaml") continue;
    std::string text = text_of(entry.path());
    const std::string line = text.substr(0, text.find('\n'));
    found.push_back({entry.path().stem().string(), line.starts_with("# ") ? line.substr(2) : line, std::move(text)});
  }
  if (found.empty()) {
    throw Error(ErrorKind::input, fmt::format("there are no types of robots in {}: they come with the program's models",
                                              folder.string()));
  }
  std::ranges::sort(found, {}, &Template::type);
  return found;
}

// Robots of the catalogue that no type stands for.
std::vector<std::string> other_robots(const std::vector<Template>& all) {
  std::vector<std::string> names = catalogue_names();
  std::erase_if(names,
                [&](const std::string& name) { return std::ranges::find(all, name, &Template::type) != all.end(); });
  return names;
}

Template chosen_template(const std::vector<Template>& all, const std::string& type) {
  const auto found = std::ranges::find(all, type, &Template::type);
  if (found != all.end()) return *found;
  std::vector<std::string> names = other_robots(all);
  if (std::ranges::find(names, type) != names.end()) return {type, "", model_source(type).text};
  for (const Template& t : all) names.push_back(t.type);
  std::ranges::sort(names);
  const std::string near = suggest(type, names);
  throw Error(ErrorKind::usage,
              fmt::format("there is no type '{}': {}the types are {}", type,
                          near.empty() ? "" : fmt::format("did you mean '{}'? ", near), joined(names)));
}

// "my-robot" of "folder/my robot.yaml": what may be a name in a model.
std::string name_of(const std::string& file) {
  std::string name = fs::path(file).stem().string();
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_') c = '-';
  }
  return name.empty() || !std::isalnum(static_cast<unsigned char>(name[0])) ? "robot" + name : name;
}

void list_types(const std::vector<Template>& all, bool json) {
  if (json) {
    Json answer{{"jourdain", version()}, {"verb", "new"}, {"ok", true}, {"types", Json::array()}};
    for (const Template& t : all) answer["types"].push_back({{"type", t.type}, {"description", t.brief}});
    answer["robots"] = other_robots(all);
    print_json(answer);
    return;
  }
  Table table({"type", "robot"});
  for (const Template& t : all) table.add({t.type, t.brief});
  table.print();
  print_text("\nOr a copy of a robot of the catalogue (jourdain list): {}\n", joined(other_robots(all)));
}

}  // namespace

int run_new(const NewOptions& options) {
  const std::vector<Template> all = templates();
  if (options.type.empty()) {
    list_types(all, options.json);
    return exit_ok;
  }
  const Template chosen = chosen_template(all, options.type);
  if (options.file.empty())
    throw Error(ErrorKind::usage, fmt::format("expected a file to write, such as my-{}.yaml", options.type));
  if (!options.file.ends_with(".yaml"))
    throw Error(ErrorKind::usage, fmt::format("expected a name that ends in .yaml, found '{}'", options.file));
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(options.file, ignored)))
    throw Error(ErrorKind::usage,
                fmt::format("{}: is there already, and stays as it is: choose another name", options.file));
  const std::string text = renamed(chosen.text, name_of(options.file));
  read_model(text, options.file);  // a name that no model can have is refused before anything is written
  write_atomically(options.file, text);
  if (options.json) {
    print_json({{"jourdain", version()}, {"verb", "new"}, {"ok", true}, {"type", chosen.type}, {"out", options.file}});
  } else {
    print_text("written: {}; change {}, then: jourdain check {}\n", options.file,
               chosen.text.find("<-") != std::string::npos ? "what is marked with \"<-\"" : "what is yours",
               options.file);
  }
  return exit_ok;
}

}  // namespace jourdain::cli
