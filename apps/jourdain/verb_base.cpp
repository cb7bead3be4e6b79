// jourdain base.
#include "base_formats.hpp"

#include <fmt/format.h>

#include <utility>

namespace jourdain::cli {

int run_base(const BaseVerbOptions& options) {
  const Robot robot = robot_of(options);
  warn_of_idle_spins(robot);
  const LinearForm form = linear_form(robot, options);
  const auto [base, rules] = [&] {
    const Progress progress("looking for base parameters");
    BaseParameters found = find_base_parameters(form, base_options(options));
    RuleComparison compared = compare_with_rules(found, base_options(options));
    return std::pair(std::move(found), std::move(compared));
  }();
  if (options.json || options.format == "json")
    print_json(base_json(base, rules));
  else if (options.format == "markdown")
    print_text("{}", base_markdown(base));
  else if (options.format == "latex")
    print_text("{}", base_latex(base));
  else
    print_base(base, rules, Numbers{options.digits});
  return exit_ok;
}

}  // namespace jourdain::cli
