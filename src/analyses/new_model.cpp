// A model file to begin with.
#include "analyses/analysis.hpp"
#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "jourdain/model/reader.hpp"
#include "model/model_source.hpp"
#include "model/templates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace jourdain {
namespace {

struct NewOptions {
  std::string type, file;
};

void show_fields(OptionVisitor& visitor, NewOptions& options) {
  visitor.text({.name = "type", .help = "Type of robot, or a robot of the catalogue; none: lists them", .placed = true},
               options.type);
  visitor.file({.name = "file", .help = "File to write, with the extension .yaml", .goes_with = "type", .placed = true},
               FileRole::output, options.file);
}

// Robots of the catalogue that no type stands for.
std::vector<std::string> other_robots(const std::vector<ModelTemplate>& all) {
  std::vector<std::string> names = catalogue_names();
  std::erase_if(
      names, [&](const std::string& name) { return std::ranges::find(all, name, &ModelTemplate::type) != all.end(); });
  return names;
}

ModelTemplate chosen_template(const std::vector<ModelTemplate>& all, const std::string& type) {
  const auto found = std::ranges::find(all, type, &ModelTemplate::type);
  if (found != all.end()) return *found;
  std::vector<std::string> names = other_robots(all);
  if (std::ranges::find(names, type) != names.end()) return {type, "", model_source(type).text};
  for (const ModelTemplate& t : all) names.push_back(t.type);
  std::ranges::sort(names);
  const std::string near = suggest(type, names);
  throw Error(ErrorKind::usage,
              fmt::format("there is no type '{}': {}the types are {}", type,
                          near.empty() ? "" : fmt::format("did you mean '{}'? ", near), joined(names)));
}

void check_new_file(const NewOptions& options) {
  if (options.file.empty())
    throw Error(ErrorKind::usage, fmt::format("expected a file to write, such as my-{}.yaml", options.type));
  if (!options.file.ends_with(".yaml"))
    throw Error(ErrorKind::usage, fmt::format("expected a name that ends in .yaml, found '{}'", options.file));
  std::error_code ignored;
  if (std::filesystem::exists(std::filesystem::symlink_status(options.file, ignored)))
    throw Error(ErrorKind::usage,
                fmt::format("{}: is there already, and stays as it is: choose another name", options.file));
}

Answer new_model(const Subject&, const NewOptions& options, const Job&) {
  const std::vector<ModelTemplate> all = model_templates();
  Answer answer;
  if (options.type.empty()) {
    answer.title = "Types of robots to begin with";
    answer.add(table_of<ModelTemplate>("types", "", all,
                                       {{"type", "type", [](const ModelTemplate& t) { return t.type; }},
                                        {"robot", "robot", [](const ModelTemplate& t) { return t.brief; }}}));
    const std::vector<std::string> others = other_robots(all);
    answer
        .add(table_of<std::string>("robots", "Or a copy of a robot of the catalogue (jourdain list)", others,
                                   {{"robot", "robot", [](const std::string& name) { return name; }}}))
        .shown = 0;
    answer.add(Text{"others", "Or a copy of a robot of the catalogue (`jourdain list`): " + joined(others)});
    return answer;
  }
  const ModelTemplate chosen = chosen_template(all, options.type);
  check_new_file(options);
  std::string text = renamed_model(chosen.text, model_name_of(options.file));
  answer.model = read_model(text, options.file).mechanism.name;  // refuses what no model can have
  answer.title = fmt::format("{}: a model of type {}", answer.model, chosen.type);
  answer.add(Text{
      "next", fmt::format("Change {}, then: `jourdain check {}`",
                          chosen.text.find("<-") != std::string::npos ? "what is marked with \"<-\"" : "what is yours",
                          options.file)});
  answer.files.push_back({options.file, "", false, std::move(text)});
  return answer;
}

}  // namespace

extern constinit const Analysis new_analysis{
    .name = "new",
    .what =
        "Writes a model file of a type to begin with: parameters, bodies, motors and limits with comments that tell "
        "what to change; or a copy of any robot of the catalogue. It passes check as it is. Without a type it lists "
        "the types. A file that is there already is never overwritten.",
    .examples = "jourdain new\njourdain new delta my-delta.yaml",
    .takes_model = false,
    .ask = QuestionOf<NewOptions, new_model>::ask};

}  // namespace jourdain
