#include "codegen/generate.hpp"

#include "codegen/writers.hpp"
#include "core/joined.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace jourdain {

std::vector<GeneratedFile> generate(const GeneratedLibrary& library, const CodeOptions& options) {
  validate(library);
  if (options.legs == LegCode::lanes && options.target == CodeTarget::cpp)
    throw Error(ErrorKind::usage, "code generation: legs in lanes are written in C: choose the target c99 or batch");
  const LibraryPlan plan(library, options);
  std::vector<GeneratedFile> files;
  std::vector<std::string> sources;
  const auto add_source = [&](const std::string& name, std::string text) {
    sources.push_back(name);
    files.push_back({name, std::move(text)});
  };
  if (options.target == CodeTarget::cpp) {
    files.push_back({library.name + ".hpp", cpp_header(plan)});
    files.push_back({library.name + "_test.cpp", self_test(plan)});
  } else {
    files.push_back({library.name + ".h", c_header(plan)});
    add_source(library.name + "_parameters.c", c_parameters(plan));
    for (const FunctionPlan& function : plan.functions) {
      add_source(function.name + ".c", c_source(plan, function));
      if (options.target != CodeTarget::batch) continue;
      for (const int lanes : lane_counts)
        add_source(fmt::format("{}_batch{}.c", function.name, lanes), batch_source(plan, function, lanes));
    }
    files.push_back({library.name + "_test.c", self_test(plan)});
  }
  files.push_back({"CMakeLists.txt", cmake_lists(plan, sources)});
  std::vector<std::string> names;
  for (const GeneratedFile& file : files) names.push_back(file.name);
  files.push_back({"README.md", readme(plan, names)});
  return files;
}

namespace {

namespace fs = std::filesystem;

// True if there is no such file or if its first lines carry the mark.
bool may_be_replaced(const fs::path& path) {
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (!fs::exists(status)) return !fs::is_symlink(path, problem);
  if (!fs::is_regular_file(status)) return false;
  std::ifstream file(path);
  std::string line;
  for (int i = 0; i < 2 && std::getline(file, line); ++i)
    if (line.find(generator_mark) != std::string::npos) return true;
  return false;
}

}  // namespace

std::shared_ptr<OutputFolder> open_code_folder(const std::vector<GeneratedFile>& files, const std::string& folder,
                                               Replace replace) {
  std::vector<std::string> names, foreign;
  for (const GeneratedFile& file : files) {
    names.push_back(file.name);
    if (replace == Replace::generated && !may_be_replaced(fs::path(folder) / file.name)) foreign.push_back(file.name);
  }
  if (!foreign.empty())
    throw Error(
        ErrorKind::input,
        fmt::format("{}: {} would be replaced, and nothing in the first lines says that it was generated: choose "
                    "another folder, or --force",
                    printable(folder), joined(foreign)));
  auto output = std::make_shared<OutputFolder>(folder, [](const std::string&) { return true; });
  output->check(names);
  return output;
}

void write_files(const std::vector<GeneratedFile>& files, const std::string& folder, Replace replace) {
  const std::shared_ptr<OutputFolder> output = open_code_folder(files, folder, replace);
  for (const GeneratedFile& file : files) output->write(file.name, file.text);
  output->commit();
}

}  // namespace jourdain
