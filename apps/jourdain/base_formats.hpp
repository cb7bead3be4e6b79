// Base parameters as tables in the formats of documents and programs.
#pragma once

#include "robot_text.hpp"

#include "linear_form/rule_comparison.hpp"

namespace jourdain::cli {

// The linear form that the options ask for. Throws Error(usage).
LinearForm linear_form(const Robot& robot, const FormOptions& options);

// Keep, drop and seed.
BaseOptions base_options(const FormOptions& options);

// "Izz.ring" as I_{zz,\mathrm{ring}}; also whole expressions.
std::string latex(const std::string& expression);

Json base_json(const BaseParameters& base, const RuleComparison& rules);
std::string base_markdown(const BaseParameters& base);
std::string base_latex(const BaseParameters& base);
void print_base(const BaseParameters& base, const RuleComparison& rules, const Numbers& number);

}  // namespace jourdain::cli
