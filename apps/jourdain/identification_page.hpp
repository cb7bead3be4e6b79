// A run of identify as one HTML page: verdict first, measured and predicted forces, intervals, residuals.
#pragma once

#include "identification_text.hpp"

#include "identification/force_curves.hpp"
#include "report/page.hpp"

namespace jourdain::cli {

Page identification_page(const Robot& robot, const IdentifyVerbOptions& options, const Identification& result,
                         const ForceCurves& curves);

}  // namespace jourdain::cli
