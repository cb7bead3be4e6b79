// A recorded log and how it is read.
#pragma once

#include "jourdain/identification/identify.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace jourdain {

class OptionVisitor;

std::span<const std::string_view> words(Smoothing smoothing);

struct LogArguments {
  LogSource log;
  std::string map;
  std::string bandwidth;                                   // a frequency, in Hz or rad/s
  double rate = std::numeric_limits<double>::quiet_NaN();  // Hz
  Smoothing smoothing = Smoothing::filter;
  std::int64_t average = 1;
  bool trust_log = false;
  bool every_residual = false;
};

void show_fields(OptionVisitor& visitor, LogArguments& arguments, bool required = true);

// How the log is to be read. Throws Error.
void set_log_options(const LogArguments& arguments, IdentifyOptions& options);

}  // namespace jourdain
