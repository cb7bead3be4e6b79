#include "analyses/log_arguments.hpp"

#include "jourdain/answer/options.hpp"
#include "jourdain/core/error.hpp"
#include "model/text_list.hpp"

#include <cmath>

namespace jourdain {
namespace {

constexpr std::string_view log_group = "Log";

}  // namespace

std::span<const std::string_view> words(Smoothing) {
  static constexpr std::string_view all[] = {"filter", "spline"};
  return all;
}

void show_fields(OptionVisitor& visitor, LogArguments& arguments, bool required) {
  visitor.log(
      {.name = "log", .help = "Recorded log: text with columns, or .mat", .group = log_group, .required = required},
      arguments.log);
  visitor.file({.name = "map",
                .help = "YAML file that says which column is what; default: by the columns' names",
                .group = log_group},
               FileRole::input, arguments.map);
  visitor.text({.name = "bandwidth",
                .help = "Of positions, rates and accelerations, such as '15 Hz'; default: the log's own rates and "
                        "accelerations, or the bandwidth with the least residual",
                .type = "FREQUENCY",
                .group = log_group},
               arguments.bandwidth);
  visitor.one_of({.name = "smoothing",
                  .help = "How rates and accelerations are derived: by a filter, or by a smoothing spline of fifth "
                          "degree",
                  .type = "WORD",
                  .group = log_group},
                 arguments.smoothing);
  visitor.number({.name = "rate",
                  .help = "Sampling rate of a log without time, such as '1000 Hz'",
                  .type = "FREQUENCY",
                  .group = log_group},
                 Measure::frequency, positive, arguments.rate);
  visitor.whole({.name = "average", .help = "Samples whose equations are averaged to one", .group = log_group},
                {1, 10000}, arguments.average);
  visitor.flag({.name = "every-residual",
                .help = "Study the residuals of all equations; default: of the first two million",
                .group = log_group},
               arguments.every_residual);
  visitor.flag(
      {.name = "trust-log", .help = "Go on although the log does not look like one of this robot", .group = log_group},
      arguments.trust_log);
}

void set_log_options(const LogArguments& arguments, IdentifyOptions& options) {
  if (!arguments.map.empty()) options.log.map = read_log_map(arguments.map);
  if (!arguments.bandwidth.empty()) {
    options.log.bandwidth = oscillation("--bandwidth", arguments.bandwidth, Dimension{.time = -1});
    if (!(options.log.bandwidth > 0)) throw Error(ErrorKind::usage, "--bandwidth: expected a positive frequency");
  }
  options.log.smoothing = arguments.smoothing;
  if (std::isfinite(arguments.rate)) options.log.rate = arguments.rate;
  options.average = static_cast<int>(arguments.average);
  options.trust_log = arguments.trust_log;
  if (arguments.every_residual) options.most_residuals = 0;
}

}  // namespace jourdain
