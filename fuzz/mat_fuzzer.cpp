// libFuzzer target for MAT files of versions 4 to 7. Run it by scripts/fuzz.
#include "input_file.hpp"

#include "identification/logs/raw_log.hpp"
#include "jourdain/core/error.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace jourdain {
namespace {

void check_mat(std::string_view bytes) {
  constexpr long most_rows = 1000;
  // Version 7.3 is HDF5, which matio reads.
  if (bytes.size() > 125 && (bytes[124] == 2 || bytes[125] == 2)) return;
  const InputFile file(bytes);
  try {
    const std::unique_ptr<RawLog> log = open_mat_log(file.path());
    demand(!log->header().names.empty(), "a table has columns");
    RawRow row;
    std::vector<LogFinding> findings;
    for (long k = 0; k < most_rows && log->next(row, findings); ++k) {
      demand(row.cells.size() == log->header().names.size(), "rows have a cell for each column");
      for (const double cell : row.cells) demand(!std::isinf(cell), "cells are finite or missing");
    }
  } catch (const Error& error) {
    demand(*error.what() != '\0', "a refusal has reasons");
  }
}

}  // namespace
}  // namespace jourdain

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  jourdain::check_mat({reinterpret_cast<const char*>(data), size});
  return 0;
}
