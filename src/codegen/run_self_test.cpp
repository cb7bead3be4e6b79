#include "codegen/run_self_test.hpp"

#include "codegen/run_program.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace jourdain {
namespace {

std::string whole_text(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

SelfTestResult run_self_test(const std::vector<GeneratedFile>& files) {
  const TemporaryPath scratch = make_scratch_folder();
  const std::filesystem::path folder = scratch.path();
  write_files(files, folder.string());
  const char* named = std::getenv("CC");
  const std::string compiler = named && *named ? named : "cc";
  const std::filesystem::path program = folder / "self_test", messages = folder / "messages.txt";
  std::vector<std::string> command{compiler, "-O1", "-o", program.string()};
  for (const GeneratedFile& file : files) {
    if (file.name.ends_with(".c")) command.push_back((folder / file.name).string());
  }
  command.emplace_back("-lm");
  SelfTestResult result;
  if (const int code = run_program(command, messages); code != 0) {
    result.text = code < 0 ? fmt::format("the compiler '{}' cannot be started", compiler)
                           : fmt::format("the compiler '{}' failed: {}", compiler, whole_text(messages).substr(0, 400));
    return result;
  }
  result.ran = true;
  result.passed = run_program({program.string()}, messages) == 0;
  result.text = whole_text(messages);
  return result;
}

}  // namespace jourdain
