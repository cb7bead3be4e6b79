#include "analyses/papers/instruction_count.hpp"

#include "codegen/generate.hpp"
#include "codegen/run_program.hpp"

#include <filesystem>
#include <fstream>

namespace jourdain {
namespace {

// Lines "  1f:	mulsd  %xmm0,%xmm1" of a listing.
int listed_instructions(const std::filesystem::path& listing) {
  std::ifstream stream(listing);
  int count = 0;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t first = line.find_first_not_of(' '), colon = line.find(":\t");
    if (first == std::string::npos || colon == std::string::npos) continue;
    if (line.find_first_not_of("0123456789abcdef", first) == colon) ++count;
  }
  return count;
}

}  // namespace

std::optional<std::vector<int>> instruction_counts(const GeneratedLibrary& library, std::string& note) {
  const TemporaryPath scratch = make_scratch_folder();
  const std::filesystem::path folder = scratch.path();
  CodeOptions options;
  options.legs = LegCode::unrolled;
  std::vector<GeneratedFile> files = generate(library, options);
  std::erase_if(files, [](const GeneratedFile& file) { return file.name.ends_with("_test.c"); });
  write_files(files, folder.string());
  const std::string object = (folder / "all.so").string(), listing = (folder / "listing").string();
  std::vector<std::string> command{"cc", "-std=c99", "-O2", "-fno-math-errno", "-shared", "-fPIC", "-o", object};
  for (const GeneratedFile& file : files) {
    if (file.name.ends_with(".c")) command.push_back((folder / file.name).string());
  }
  command.push_back("-lm");
  if (run_program(command, folder / "messages") != 0) {
    note = "there is no compiler 'cc' that takes the generated code";
    return std::nullopt;
  }
  std::vector<int> counts;
  for (const GeneratedFunction& function : library.functions) {
    const std::string symbol = library.name + "_" + function.name;
    const int result = run_program({"objdump", "-d", "--no-show-raw-insn", "--disassemble=" + symbol, object}, listing);
    counts.push_back(result == 0 ? listed_instructions(listing) : 0);
    if (counts.back() == 0) {
      note = "there is no 'objdump' that lists the generated code";
      return std::nullopt;
    }
  }
  return counts;
}

}  // namespace jourdain
