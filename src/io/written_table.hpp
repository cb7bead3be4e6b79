// A table out of an answer that was written as JSON.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace jourdain {

struct WrittenTable {
  struct Row {
    std::map<std::string, std::string> texts;
    std::map<std::string, double> numbers;  // those that are known
  };
  std::string model;  // of which robot the answer speaks
  std::vector<Row> rows;
};

// `what` says in messages what the file holds. Throws Error(input).
WrittenTable read_written_table(const std::string& path, const std::string& key, const std::string& what);

}  // namespace jourdain
