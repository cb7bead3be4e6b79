#include "model/templates.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"
#include "model/model_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace jourdain {
namespace fs = std::filesystem;

std::vector<ModelTemplate> model_templates() {
  const fs::path folder = fs::path(catalogue_directory()) / "templates";
  std::vector<ModelTemplate> found;
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, problem)) {
    if (entry.path().extension() != ".yaml") continue;
    std::string text = model_source(entry.path().string()).text;
    const std::string line = text.substr(0, text.find('\n'));
    found.push_back({entry.path().stem().string(), line.starts_with("# ") ? line.substr(2) : line, std::move(text)});
  }
  if (found.empty())
    throw Error(ErrorKind::input, fmt::format("there are no types of robots in {}: they come with the program's models",
                                              folder.string()));
  std::ranges::sort(found, {}, &ModelTemplate::type);
  return found;
}

std::string renamed_model(std::string text, const std::string& name) {
  const std::string mark = "\nname: ";
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) throw Error(ErrorKind::input, "the model has no line 'name: ...'");
  const std::size_t from = at + mark.size();
  return text.replace(from, text.find('\n', from) - from, name);
}

std::string model_name_of(const std::string& file) {
  std::string name = fs::path(file).stem().string();
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_') c = '-';
  return name.empty() || !std::isalnum(static_cast<unsigned char>(name[0])) ? "robot" + name : name;
}

}  // namespace jourdain
