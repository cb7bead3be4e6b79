// Do 95 % intervals of identified parameters hold the truth in 95 % of the cases? Logs with fresh seeds, of several
// lengths, with and without a clock that jitters:
//
//   build/release/tests/identification/bench_coverage [--robots delta,five-bar,palida] [--logs 20] [--lengths
//   6,30,90,300] [--jitter 0,0.2] [--kind told]
//       [--seed 1] [--method wls] [--bandwidth 0] [--verbose]
//
// Prints a line for every robot, length and jitter (ms), and the pooled share for every length.
#include "support/measured_logs.hpp"

#include <fmt/ranges.h>

#include <cstring>
#include <sstream>

namespace {

using namespace jourdain;

std::vector<std::string> items(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, ',');) result.push_back(item);
  return result;
}

std::string as_text(const Coverage::Count& c) {
  return fmt::format("{:5.1f} % of {:4} (rms {:.2f})", 100 * c.share(), c.count, c.deviations());
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::string> given{{"--robots", "delta,five-bar,palida"},
                                           {"--logs", "20"},
                                           {"--lengths", "6,30,90,300"},
                                           {"--jitter", "0,0.2"},
                                           {"--kind", "told"},
                                           {"--seed", "1"},
                                           {"--method", "wls"},
                                           {"--bandwidth", "0"},
                                           {"--verbose", "0"}};
  for (int i = 1; i < argc; i += 2) {
    if (!given.contains(argv[i]) || i + 1 == argc) {
      fmt::print(stderr, "unknown or incomplete: {}\n", argv[i]);
      return 2;
    }
    given[argv[i]] = argv[i + 1];
  }
  const std::map<std::string, Jitter> kinds{
      {"told", Jitter::told}, {"hidden", Jitter::hidden}, {"false", Jitter::false_}};
  for (const std::string& jitter : items(given["--jitter"])) {
    for (const std::string& length : items(given["--lengths"])) {
      Coverage::Count pooled;
      for (const std::string& name : items(given["--robots"])) {
        const MeasuredRobot robot(name);
        Coverage coverage;
        for (int i = 0; i < std::stoi(given["--logs"]); ++i) {
          MeasuredLog log;
          log.duration = std::stod(length);
          log.jitter = 1e-3 * std::stod(jitter);
          log.kind = kinds.at(given["--kind"]);
          log.seed = static_cast<unsigned>(1000 * std::stoi(given["--seed"]) + i);
          IdentifyOptions options;
          options.estimator.method = parse_method(given["--method"]);
          options.log.bandwidth = std::stod(given["--bandwidth"]);
          const Identification found = robot.count(log, options, coverage);
          if (given["--verbose"] == "0") continue;
          double kurtosis = 0;
          for (const MotorResidual& m : found.residuals.motors) kurtosis = std::max(kurtosis, m.kurtosis);
          fmt::print("  seed {}: {:.3g} Hz, kurtosis {:.3g}, narrowness {:.3g}, {} held of {}\n", log.seed,
                     found.log.bandwidth, kurtosis, found.estimate.plain_narrowness, coverage.all.held,
                     coverage.all.count);
        }
        fmt::print("{:10} {:>4} s {:>4} ms: {} | inertial {} | coulomb {} | viscous {}\n", name, length, jitter,
                   as_text(coverage.all), as_text(coverage.inertial), as_text(coverage.coulomb),
                   as_text(coverage.viscous));
        std::fflush(stdout);
        pooled.held += coverage.all.held, pooled.count += coverage.all.count;
      }
      fmt::print("{:10} {:>4} s {:>4} ms: {:.1f} % of {}\n", "pooled", length, jitter, 100 * pooled.share(),
                 pooled.count);
    }
  }
}
