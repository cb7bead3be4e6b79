// Logs, residuals and identified parameters as text and JSON.
#pragma once

#include "robot_text.hpp"

#include "io/atomic_file.hpp"
#include "io/output_folder.hpp"
#include "jourdain/identification/identify.hpp"
#include "linear_form/parameter_unit.hpp"

#include <memory>

namespace jourdain::cli {

// How the log is to be read. Throws Error.
void set_log_options(const LogArguments& arguments, IdentifyOptions& options);

// Names of the driving motors.
std::vector<std::string> driving_names(const Robot& robot);

Json log_json(const std::string& path, const LogSummary& log, const LogCheck& check);
// What fitting a log anew told.
Json refit_json(const Robot& robot, const LogRefit& refit);
Json residual_json(const Robot& robot, const ResidualReport& report);

// What was found in a log: one line, warnings for what was repaired.
void print_log(const std::string& path, const LogSummary& log);
void warn_of_log(const std::string& path, const LogSummary& log, const LogCheck& check);
void print_residuals(const Robot& robot, const Numbers& number, const ResidualReport& report);

// The folder of a run: a new one, an empty one, or that of an earlier run with `force`; nothing for an empty name.
// Throws Error, also for a file of it that may not be replaced.
std::unique_ptr<OutputFolder> open_run_folder(const std::string& out, bool force);

// Measured and predicted forces, written row by row.
class ForceRecord {
 public:
  static constexpr long most_rows = 1000000;  // further ones are left out
  ForceRecord(const Robot& robot, const std::string& path);
  void add(const Equation& equation, const VectorX& predicted);
  void commit();
  bool full() const { return rows_ > most_rows; }

 private:
  AtomicFile file_;
  int motors_;
  long rows_ = 0;
};

}  // namespace jourdain::cli
