#include "codegen/compiled.hpp"

#include "codegen/run_program.hpp"
#include "codegen/writers.hpp"
#include "io/temporary_path.hpp"
#include "jourdain/core/error.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace jourdain {
namespace {

namespace fs = std::filesystem;

constexpr int compiled_lanes = 4;  // states at a time in batches: a vector of 32 bytes

// Entry points with one signature for all functions, so that they can be called without knowing their arguments.
std::string flat_source(const LibraryPlan& plan) {
  std::string text = fmt::format("#include \"{}.h\"\n", plan.library->name);
  for (const FunctionPlan& function : plan.functions) {
    text += fmt::format(
        "\nunsigned long {0}_flat_bytes(void);\nunsigned long {0}_flat_bytes(void) {{ return sizeof({0}_prepared); "
        "}}\n",
        function.name);
    text += fmt::format(
        "int {0}_flat_setup(const double* x, void* prepared);\nint {0}_flat_setup(const double* x, void* prepared) "
        "{{\n",
        function.name);
    text += fmt::format("  {0}_parameters p;\n  {0}_default_parameters(&p);\n  (void)x;\n", plan.library->name);
    for (std::size_t i = 0; i < function.parameter_identifiers.size(); ++i)
      text += fmt::format("  p.{} = x[{}];\n", function.parameter_identifiers[i], i);
    text += fmt::format("  return {0}_setup(&p, ({0}_prepared*)prepared);\n}}\n", function.name);
    text += fmt::format(
        "int {0}_flat(const void* prepared, const double* x, double* y);\nint {0}_flat(const void* prepared, const "
        "double* x, "
        "double* y) {{\n  (void)x;\n  return {0}((const {0}_prepared*)prepared, {1});\n}}\n",
        function.name, flat_arguments(*function.function, "x", "y"));
    if (plan.options.target != CodeTarget::batch) continue;
    text += fmt::format(
        "void {0}_flat_batch(const void* prepared, unsigned long count, const double* x, double* y, int* "
        "status);\nvoid "
        "{0}_flat_batch(const void* prepared, unsigned long count, const double* x, double* y, int* status) {{\n  "
        "(void)x;\n  {0}_batch{1}((const {0}_prepared*)prepared, count, {2}, status);\n}}\n",
        function.name, compiled_lanes, flat_arguments(*function.function, "x", "y", " * count"));
  }
  return text;
}

std::string first_line(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

}  // namespace

Status CompiledFunction::set_parameters(std::span<const double> parameters) noexcept {
  if (parameters.size() != parameters_) return Status::inconsistent;
  return static_cast<Status>(setup_(parameters.data(), prepared_.data()));
}

Status CompiledFunction::operator()(std::span<const double> inputs, std::span<double> outputs) const noexcept {
  if (inputs.size() != inputs_ || outputs.size() != outputs_) {
    std::ranges::fill(outputs, 0.0);
    return Status::inconsistent;
  }
  return static_cast<Status>(call_(prepared_.data(), inputs.data(), outputs.data()));
}

void CompiledFunction::batch(std::size_t count, std::span<const double> inputs, std::span<double> outputs,
                             std::span<Status> statuses) const noexcept {
  static_assert(sizeof(Status) == sizeof(int));
  if (!batch_ || inputs.size() != inputs_ * count || outputs.size() != outputs_ * count || statuses.size() != count) {
    std::ranges::fill(outputs, 0.0);
    std::ranges::fill(statuses, Status::inconsistent);
    return;
  }
  batch_(prepared_.data(), count, inputs.data(), outputs.data(), reinterpret_cast<int*>(statuses.data()));
}

std::optional<CompiledLibrary> CompiledLibrary::compile(const GeneratedLibrary& library, std::string& note,
                                                        bool for_batches) {
  TemporaryPath scratch;
  try {
    scratch = make_scratch_folder();
  } catch (const Error& error) {
    note = fmt::format("{}; the general engine is used", error.what());
    return std::nullopt;
  }
  return compile_in(library, scratch.path(), note, for_batches);
}

std::optional<CompiledLibrary> CompiledLibrary::compile_in(const GeneratedLibrary& library, const fs::path& folder,
                                                           std::string& note, bool for_batches) {
  CodeOptions options;
  if (for_batches) options.target = CodeTarget::batch;
  const LibraryPlan plan(library, options);
  std::vector<GeneratedFile> files = generate(library, options);
  std::erase_if(files, [](const GeneratedFile& file) {
    return file.name.ends_with("_test.c") || file.name.ends_with("_batch8.c");
  });
  files.push_back({library.name + "_flat.c", flat_source(plan)});
  try {
    write_files(files, folder.string());
  } catch (const Error& error) {
    note = fmt::format("the generated code cannot be written ({}); the general engine is used", error.what());
    return std::nullopt;
  }

  const char* wanted = std::getenv("CC");
  const std::string compiler = wanted && *wanted ? wanted : "cc";
  const std::string shared = (folder / (library.name + ".so")).string();
  std::vector<std::string> command{
      compiler,  "-std=c99", "-O3", "-march=native", "-ffp-contract=fast", "-fno-math-errno", "-fno-trapping-math",
      "-shared", "-fPIC",    "-o",  shared};
  for (const GeneratedFile& file : files)
    if (file.name.ends_with(".c")) command.push_back((folder / file.name).string());
  command.push_back("-lm");
  const fs::path messages = folder / "messages";
  if (const int result = run_program(command, messages); result != 0) {
    note = result < 0 || result == 127 ? fmt::format("there is no compiler '{}'; the general engine is used", compiler)
                                       : fmt::format("the compiler '{}' failed ({}); the general engine is used",
                                                     compiler, first_line(messages));
    return std::nullopt;
  }
  void* opened = dlopen(shared.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!opened) {
    note = fmt::format("the generated code cannot be loaded ({}); the general engine is used", dlerror());
    return std::nullopt;
  }
  const std::shared_ptr<void> handle(opened, [](void* library_handle) { dlclose(library_handle); });

  CompiledLibrary result;
  for (const FunctionPlan& each : plan.functions) {
    CompiledFunction function;
    function.handle_ = handle;
    function.setup_ = reinterpret_cast<CompiledFunction::Setup>(dlsym(opened, (each.name + "_flat_setup").c_str()));
    function.call_ = reinterpret_cast<CompiledFunction::Call>(dlsym(opened, (each.name + "_flat").c_str()));
    if (for_batches)
      function.batch_ = reinterpret_cast<CompiledFunction::Batch>(dlsym(opened, (each.name + "_flat_batch").c_str()));
    const auto bytes = reinterpret_cast<unsigned long (*)()>(dlsym(opened, (each.name + "_flat_bytes").c_str()));
    if (!function.setup_ || !function.call_ || !bytes || (for_batches && !function.batch_))
      throw Error(ErrorKind::numerical, "the generated code lacks the function " + each.name);
    const Program& program = each.function->program;
    function.parameters_ = program.parameters.size();
    function.inputs_ = program.inputs.size();
    function.outputs_ = program.outputs.size();
    function.prepared_.resize(bytes() / sizeof(std::max_align_t) + 1);
    function.set_parameters(program.parameter_values);
    result.names_.push_back(each.function->name);
    result.functions_.push_back(std::move(function));
  }
  return result;
}

CompiledFunction CompiledLibrary::function(const std::string& name) const {
  const auto found = std::ranges::find(names_, name);
  if (found == names_.end()) throw Error(ErrorKind::usage, "the compiled library has no function '" + name + "'");
  return functions_[found - names_.begin()];
}

}  // namespace jourdain
