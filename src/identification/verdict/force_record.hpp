// Measured and predicted forces, written to a file as they come.
#pragma once

#include "io/atomic_file.hpp"
#include "jourdain/identification/estimate.hpp"
#include "jourdain/io/csv.hpp"

#include <string>

namespace jourdain {

class ForceRecord {
 public:
  static constexpr long most_rows = 1000000;  // further ones are left out

  ForceRecord(const Robot& robot, const std::string& path);
  void add(const Equation& equation, const VectorX& predicted);
  void commit();
  bool full() const { return rows_ > most_rows; }

 private:
  AtomicFile file_;
  CsvWriter csv_;
  long rows_ = 0;
};

}  // namespace jourdain
