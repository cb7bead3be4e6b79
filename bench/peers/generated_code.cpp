#include "generated_code.hpp"

#include "jourdain/core/error.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>

namespace jourdain {
namespace {

// Arrays of a function as parts of one array each for inputs and outputs.
std::string arguments(const GeneratedFunction& function, const std::string& stride) {
  std::string text;
  const auto pass = [&](const std::vector<ArgumentArray>& arrays, const char* from) {
    int at = 0;
    for (const ArgumentArray& array : arrays) {
      text += fmt::format(", {} + {}{}", from, at, stride);
      at += array.size;
    }
  };
  pass(function.inputs, "x");
  pass(function.outputs, "y");
  return text;
}

// Entry points with the same signature for all functions.
std::string entries(const GeneratedLibrary& library, CodeTarget target) {
  std::string text = fmt::format("#include \"{}.h\"\n#include <stddef.h>\n", library.name);
  for (const GeneratedFunction& function : library.functions) {
    const std::string full = library.name + "_" + function.name;
    text += fmt::format(
        "size_t entry_{0}_prepare(void* to) {{\n  {2}_parameters p;\n  {2}_default_parameters(&p);\n"
        "  if (to) {1}_setup(&p, ({1}_prepared*)to);\n  return sizeof({1}_prepared);\n}}\n",
        function.name, full, library.name);
    text += fmt::format(
        "int entry_{0}_call(const void* c, const double* x, double* y) {{\n  return {1}((const {1}_prepared*)c{2});\n"
        "}}\n",
        function.name, full, arguments(function, ""));
    if (target != CodeTarget::batch) continue;
    for (const int lanes : {4, 8})
      text += fmt::format(
          "void entry_{0}_batch{3}(const void* c, size_t count, const double* x, double* y, int* status) {{\n"
          "  {1}_batch{3}((const {1}_prepared*)c, count{2}, status);\n}}\n",
          function.name, full, arguments(function, " * count"), lanes);
  }
  return text;
}

}  // namespace

std::optional<GeneratedCode> GeneratedCode::build(const GeneratedLibrary& library, CodeTarget target,
                                                  const Compiler& compiler, const std::string& folder) {
  std::vector<GeneratedFile> files = generate(library, {.target = target});
  std::erase_if(files,
                [](const GeneratedFile& file) { return !file.name.ends_with(".c") && !file.name.ends_with(".h"); });
  std::erase_if(files, [](const GeneratedFile& file) { return file.name.ends_with("_test.c"); });
  files.push_back({"entries.c", entries(library, target)});
  write_files(files, folder);

  const std::string shared = folder + "/code.so";
  std::string command =
      fmt::format("{} -shared -fPIC -o '{}' '{}'/*.c -lm", fmt::join(compiler.command, " "), shared, folder);
  if (std::system(command.c_str()) != 0) return std::nullopt;
  void* opened = dlopen(shared.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!opened) throw Error(ErrorKind::numerical, fmt::format("generated code cannot be loaded: {}", dlerror()));
  GeneratedCode code;
  code.handle_.reset(opened, [](void* handle) { dlclose(handle); });
  return code;
}

GeneratedEntry GeneratedCode::entry(const std::string& function) const {
  const auto find = [&](const char* what) {
    return dlsym(handle_.get(), fmt::format("entry_{}_{}", function, what).c_str());
  };
  GeneratedEntry result;
  result.call = reinterpret_cast<GeneratedEntry::Call>(find("call"));
  result.batch4 = reinterpret_cast<GeneratedEntry::Batch>(find("batch4"));
  result.batch8 = reinterpret_cast<GeneratedEntry::Batch>(find("batch8"));
  const auto prepare = reinterpret_cast<std::size_t (*)(void*)>(find("prepare"));
  if (!result.call || !prepare) throw Error(ErrorKind::numerical, "the generated code lacks the function " + function);
  result.prepared.resize(prepare(nullptr) / sizeof(std::max_align_t) + 1);
  prepare(result.prepared.data());
  return result;
}

}  // namespace jourdain
