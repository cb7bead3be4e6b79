// jourdain base.
#include "base_formats.hpp"

#include <fmt/format.h>

#include <utility>

namespace jourdain::cli {

int run_base(const BaseVerbOptions& options) {
  const Robot robot = Robot::from_file(options.model);
  warn_of_idle_spins(robot);
  const LinearForm form = linear_form(robot, options);
  const auto [base, rules] = [&] {
    const Progress progress("looking for base parameters");
    return std::pair(find_base_parameters(form, base_options(options)),
                     compare_with_rules(form, base_options(options)));
  }();
  if (options.json || options.format == "json")
    print_json(base_json(base, rules));
  else if (options.format == "markdown")
    fmt::print("{}", base_markdown(base));
  else if (options.format == "latex")
    fmt::print("{}", base_latex(base));
  else
    print_base(base, rules, Numbers{options.digits});
  return exit_ok;
}

}  // namespace jourdain::cli
