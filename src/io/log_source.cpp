#include "jourdain/io/log_source.hpp"

#include <filesystem>
#include <system_error>

namespace jourdain {

bool LogSource::operator==(const LogSource& other) const {
  if (table || other.table) return table == other.table;
  std::error_code unknown;
  return std::filesystem::equivalent(name, other.name, unknown);
}

}  // namespace jourdain
