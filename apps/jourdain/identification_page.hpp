// A run of identify as one HTML page: verdict first, measured and predicted forces, intervals, residuals.
#pragma once

#include "identification_text.hpp"

#include "jourdain/report/page.hpp"

namespace jourdain::cli {

// Measured and predicted forces at the beginning of a log.
class ForceCurves {
 public:
  explicit ForceCurves(const Robot& robot);
  void add(const Equation& equation, const VectorX& predicted);

  static constexpr std::size_t most = 6000;  // equations; further ones are left out
  std::vector<double> times;
  std::vector<std::vector<double>> measured, predicted;  // one list per driving motor
};

Page identification_page(const Robot& robot, const IdentifyVerbOptions& options, const Identification& result,
                         const ForceCurves& curves);

}  // namespace jourdain::cli
