// Recorded columns, in a file or in memory.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace jourdain {

// A log in memory: columns with names, as a file would have them; a cell without a number is NaN.
struct LogTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  // of one length
};

// Where a log is read: in a file, or in memory under a name for messages.
struct LogSource {
  LogSource() = default;
  LogSource(std::string path) : name(std::move(path)) {}
  LogSource(const char* path) : name(path) {}
  LogSource(std::string called, LogTable log)
      : LogSource(std::move(called), std::make_shared<const LogTable>(std::move(log))) {}
  LogSource(std::string called, std::shared_ptr<const LogTable> log) : name(std::move(called)), table(std::move(log)) {}

  bool empty() const { return name.empty(); }
  bool operator==(const LogSource& other) const;  // the same file, or the same memory

  std::string name;
  std::shared_ptr<const LogTable> table;  // none: a file
};

}  // namespace jourdain
