// What a user says about an identification.
#pragma once

#include "analyses/form_arguments.hpp"
#include "analyses/log_arguments.hpp"

#include "jourdain/answer/answer.hpp"

#include <limits>
#include <optional>
#include <string>

namespace jourdain {

enum class IdentifyMethod { ols, wls, irls, consistent, iv, recursive, two_stage, tls };
std::span<const std::string_view> words(IdentifyMethod method);
std::span<const std::string_view> words(RobustWeight weight);
std::span<const std::string_view> words(CadTerm term);

struct IdentifyQuestion {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  FormArguments form;
  LogArguments log;
  double period = none;
  LogSource validate;
  std::string out;
  std::string rehearse, noise, encoder;  // a motion, and the sensors of its simulated log
  LogSource loaded;                      // second log with a payload: method tls
  std::string load;                      // that payload
  std::string reference;                 // commanded motion: method iv
  double reference_start = none;         // the log's time at which it began
  double memory = none;                  // method recursive
  LogSource slow_log;                    // method two-stage
  std::string friction_terms;            // stribeck, load
  IdentifyMethod method = IdentifyMethod::consistent;
  RobustWeight robust = RobustWeight::tukey;
  CadTerm cad_term = CadTerm::quadratic;
  double confidence = 0.95, cad_deviation = 0.3, mass_tolerance = 0.5;
  std::int64_t blocks = 32, passes = 40;
  bool correct_clock = false, essential = false, outliers = false, force = false;
};

void show_fields(OptionVisitor& visitor, IdentifyQuestion& options);

// Throws Error(usage) for options that do not go together.
void check_combination(const IdentifyQuestion& options);

// For all methods but tls.
IdentifyOptions identify_options(const Robot& robot, const IdentifyQuestion& options);

// The options as facts, as a section that is folded.
Answer settings_answer(const IdentifyQuestion& options, const IdentifyOptions& used);

}  // namespace jourdain
