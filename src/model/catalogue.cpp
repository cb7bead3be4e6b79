#include "jourdain/model/reader.hpp"

#include "core/suggest.hpp"
#include "io/input_file.hpp"
#include "model/catalogue_texts.hpp"
#include "model/mechanism_error.hpp"
#include "model/model_source.hpp"
#include "model/reading.hpp"
#include "model/source_marks.hpp"

#include <dlfcn.h>
#include <errno.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace jourdain {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// The program as it was called, by its path or by a folder of PATH: for systems without /proc.
fs::path called_program() {
  const std::string called = program_invocation_name;
  std::error_code problem;
  if (called.find('/') != std::string::npos) return fs::canonical(called, problem);
  const char* folders = std::getenv("PATH");
  std::istringstream list(folders ? folders : "");
  for (std::string folder; std::getline(list, folder, ':');) {
    const fs::path program = fs::canonical(fs::path(folder) / called, problem);
    if (!problem && access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

fs::path this_program() {
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  return problem ? called_program() : program;
}

// The file that holds this code: the program, or a shared library such as the Python module.
fs::path this_module() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&catalogue_directory), &info) == 0 || !info.dli_fname) return {};
  std::error_code problem;
  const fs::path file = fs::canonical(info.dli_fname, problem);
  return problem ? fs::path() : file;
}

// The Python package has its models in its own folder.
fs::path beside_the_module() {
  const fs::path module = this_module();
  return module.empty() || module == this_program() ? fs::path() : module.parent_path() / "models";
}

// Where an installed program finds its models wherever it was moved to: ../share beside its folder.
fs::path beside_the_program() {
  const fs::path program = this_program();
  return program.empty() ? program : program.parent_path().parent_path() / "share" / "jourdain" / "models";
}

// Programs and modules of the source and build trees alone use the models of the source tree.
fs::path of_the_source_tree() {
  for (const std::string tree : {JOURDAIN_SOURCE_TREE, JOURDAIN_BUILD_TREE}) {
    if (this_program().string().starts_with(tree + "/") || this_module().string().starts_with(tree + "/"))
      return fs::path(JOURDAIN_SOURCE_TREE) / "models";
  }
  return {};
}

// A word without folder and extension names a model of the catalogue.
bool is_bare_name(const std::string& path) {
  return !path.empty() && path.find_first_of("/\\") == std::string::npos && !path.ends_with(".yaml") &&
         !path.ends_with(".yml") && path != "." && path != "..";
}

[[noreturn]] void refuse(const std::string& message, const std::string& hint = {}) {
  throw Error(ErrorKind::input, hint.empty() ? message : fmt::format("{}\n  hint: {}", message, hint));
}

[[noreturn]] void refuse_name(const std::string& name, const std::vector<std::string>& names) {
  std::error_code problem;
  if (fs::exists(name, problem) || fs::path(name).has_extension()) {
    const bool urdf = name.ends_with(".urdf") || name.ends_with(".xml");
    refuse(fmt::format("{}: a model file has the extension .yaml", name),
           urdf ? "robots with loops are written in the format of docs/model-format.md; URDF knows trees only"
                : "rename it, or name a model of the catalogue: jourdain list");
  }
  const std::string nearest = suggest(name, names);
  std::string hint = "a file is written with its extension, as in my-robot.yaml";
  if (!nearest.empty()) {
    hint = fmt::format("did you mean '{}'?", nearest);
  } else if (!names.empty()) {
    hint = fmt::format("the catalogue has {}; {}", list_of(names, "and"), hint);
  }
  refuse(fmt::format("there is no model {} in the catalogue", quoted_name(name)), hint);
}

// The whole file, if it is one and not too large.
std::string read_file(const std::string& path) {
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (status.type() == fs::file_type::not_found) {
    const std::string name = fs::path(path).stem().string();
    const std::vector<std::string> names = catalogue_names();
    const bool known = std::find(names.begin(), names.end(), name) != names.end();
    refuse(fmt::format("{}: there is no such file", path),
           known ? fmt::format("the catalogue has '{}': name it without extension", name) : "");
  }
  if (problem) refuse(fmt::format("{}: cannot be read: {}", path, problem.message()));
  if (fs::is_directory(status)) refuse(fmt::format("{}: is a folder, expected a model file", path));
  if (!fs::is_regular_file(status)) refuse(fmt::format("{}: is not a regular file", path));

  const std::size_t limit = model_limits.bytes;
  const auto size = fs::file_size(path, problem);
  if (!problem && size > limit) {
    refuse(fmt::format("{}: is too large: {} bytes, at most {} are possible", path, size, limit),
           "is this a model file?");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(fmt::format("{}: cannot be opened", path), "check the permissions of the file");
  // One byte more than allowed shows that the file has grown since.
  std::string text(limit + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) refuse(fmt::format("{}: cannot be read to its end", path));
  remember_input(path);
  text.resize(file.gcount());
  return text;
}

// What comes in by the standard input, which can be read once.
const std::string& standard_input() {
  static const std::string text = read_input("/dev/stdin", "a model file", model_limits.bytes);
  return text;
}

// A model of the catalogue: from its folder, or as the library holds it.
ModelSource catalogue_source(const std::string& name) {
  const std::vector<std::string> names = catalogue_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) refuse_name(name, names);
  const std::string folder = catalogue_directory();
  if (folder.empty()) return {name + ".yaml", std::string(find_text(catalogue_texts(), name))};
  const std::string file = (fs::path(folder) / (name + ".yaml")).string();
  return {file, read_file(file)};
}

}  // namespace

std::string catalogue_directory() {
  const char* chosen = std::getenv("JOURDAIN_MODELS");
  if (chosen && *chosen != '\0') return chosen;
  for (const fs::path& directory : {beside_the_module(), beside_the_program(), of_the_source_tree()}) {
    if (!directory.empty() && is_folder(directory)) return directory.string();
  }
  return {};
}

std::vector<std::string> catalogue_names() {
  const std::string folder = catalogue_directory();
  std::vector<std::string> names;
  if (folder.empty()) {
    for (const EmbeddedText& each : catalogue_texts()) names.emplace_back(each.name);
    return names;
  }
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
    if (entry->path().extension() == ".yaml") names.push_back(entry->path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

ModelSource model_source(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos) refuse("expected the name of a model file");
  if (path == "-") return {"standard input", standard_input()};
  if (is_bare_name(path)) return catalogue_source(path);
  return {path, read_file(path)};
}

Error with_place(const MechanismError& error, const ModelSource& source) {
  const SourceMarks marks = source_marks(source.text, error.joint());
  std::vector<Diagnostic> found = error.diagnostics();
  for (Diagnostic& finding : found) {
    finding.mark = error.item() == MechanismError::Item::joint      ? marks.joint
                   : error.item() == MechanismError::Item::moves    ? marks.moves
                   : error.item() == MechanismError::Item::assembly ? marks.assembly
                                                                    : marks.name;
  }
  const std::string message = format_diagnostics(found, source.text, source.name);
  return Error(ErrorKind::input, message, std::move(found));
}

Error with_place(const MechanismError& error, const std::string& path) { return with_place(error, model_source(path)); }

LoadedModel load_model(const std::string& path, const ReadOptions& options) {
  const ModelSource source = model_source(path);
  return read_model(source.text, source.name, options);
}

}  // namespace jourdain
