#include "jourdain/codegen/generate.hpp"

#include "codegen/writers.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/io/atomic_file.hpp"

#include <fmt/format.h>

#include <filesystem>

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

void write_files(const std::vector<GeneratedFile>& files, const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw Error(ErrorKind::input, fmt::format("cannot make the folder '{}': {}", folder, failure.message()));
  for (const GeneratedFile& file : files)
    write_atomically((std::filesystem::path(folder) / file.name).string(), file.text);
}

}  // namespace jourdain
