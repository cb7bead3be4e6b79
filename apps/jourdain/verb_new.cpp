// jourdain new.
#include "robot_text.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "io/atomic_file.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"

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
  fs::path file;
};

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw Error(ErrorKind::input, fmt::format("{}: cannot be read", file.string()));
  return text.str();
}

// All types, by name; the first line of each file says what it is.
std::vector<Template> templates() {
  const fs::path folder = fs::path(catalogue_directory()) / "templates";
  std::vector<Template> found;
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, problem)) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string text = text_of(entry.path());
    const std::string line = text.substr(0, text.find('\n'));
    found.push_back({entry.path().stem().string(), line.starts_with("# ") ? line.substr(2) : line, entry.path()});
  }
  if (found.empty()) {
    throw Error(ErrorKind::input, fmt::format("there are no types of robots in {}: they come with the program's models",
                                              folder.string()));
  }
  std::ranges::sort(found, {}, &Template::type);
  return found;
}

const Template& chosen_template(const std::vector<Template>& all, const std::string& type) {
  const auto found = std::ranges::find(all, type, &Template::type);
  if (found != all.end()) return *found;
  std::vector<std::string> names;
  for (const Template& t : all) names.push_back(t.type);
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
    print_json(answer);
    return;
  }
  Table table({"type", "robot"});
  for (const Template& t : all) table.add({t.type, t.brief});
  table.print();
}

}  // namespace

int run_new(const NewOptions& options) {
  const std::vector<Template> all = templates();
  if (options.type.empty()) {
    list_types(all, options.json);
    return exit_ok;
  }
  const Template& chosen = chosen_template(all, options.type);
  if (options.file.empty())
    throw Error(ErrorKind::usage, fmt::format("expected a file to write, such as my-{}.yaml", options.type));
  if (!options.file.ends_with(".yaml"))
    throw Error(ErrorKind::usage, fmt::format("expected a name that ends in .yaml, found '{}'", options.file));
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(options.file, ignored)))
    throw Error(ErrorKind::usage,
                fmt::format("{}: is there already, and stays as it is: choose another name", options.file));
  std::string text = text_of(chosen.file);
  const std::string mark = "\nname: NAME\n";
  text.replace(text.find(mark), mark.size(), fmt::format("\nname: {}\n", name_of(options.file)));
  read_model(text, options.file);  // a name that no model can have is refused before anything is written
  write_atomically(options.file, text);
  if (options.json) {
    print_json({{"jourdain", version()}, {"verb", "new"}, {"ok", true}, {"type", chosen.type}, {"out", options.file}});
  } else {
    print_text("written: {}; change what is marked with \"<-\", then: jourdain check {}\n", options.file, options.file);
  }
  return exit_ok;
}

}  // namespace jourdain::cli
