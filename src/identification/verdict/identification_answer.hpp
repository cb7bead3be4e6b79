// An Identification as an Answer, and its parts.
#pragma once

#include "identification/verdict/force_curves.hpp"
#include "jourdain/answer/answer.hpp"
#include "jourdain/identification/identify.hpp"

#include <string>

namespace jourdain {

// Residuals by motor, and the numbers behind them that few people read.
Table residual_table(const Robot& robot, const std::string& key, const std::string& title,
                     const ResidualReport& report);
Table residual_details(const Robot& robot, const std::string& key, const ResidualReport& report);

// What an answer can hold besides.
struct IdentificationExtras {
  const ForceCurves* curves = nullptr;  // drawn
  const VectorX* truth = nullptr;       // base parameters of the machine that was measured, where they are known
};

// Verdict, parameters, residuals, bodies, friction terms and logs. Title and files are left to who asks.
Answer identification_answer(const Robot& robot, const Identification& result, const IdentificationExtras& extras = {});

// How many estimated parameters there are, and how many of their intervals hold the true value.
struct IntervalCoverage {
  int held = 0, all = 0;
};
IntervalCoverage interval_coverage(const Estimate& estimate, const VectorX& truth);

}  // namespace jourdain
