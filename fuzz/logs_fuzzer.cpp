// libFuzzer target for logs as text, with the map of their columns before a line "---" if there is one. Run it by
// scripts/fuzz.
#include "input_file.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/kinematics/robot.hpp"
#include "jourdain/model/reader.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace jourdain {
namespace {

constexpr std::string_view model = R"(jourdain: 1
name: slider
bodies:
  carriage: {mass: 1 kg}
  arm: {mass: 0.5 kg, com: [100 mm, 0, 0], inertia: {rod: 200 mm, axis: x}}
joints:
  slide: {type: prismatic, between: [base, carriage], axis: x, actuated: true, friction: {coulomb: 1 N}}
  swing: {type: revolute, between: [carriage, arm], axis: z, actuated: true}
platform: {body: arm, moves: [x, rz]}
)";

// All samples twice, the second time with other rates: both passes have as many.
void check_samples(Log& log) {
  constexpr long most = 2000;
  const auto pass = [&] {
    long count = 0;
    Sample sample;
    double before = 0;
    while (count < most && log.next(sample)) {
      demand(std::isfinite(sample.time) && (count == 0 || sample.time > before), "times rise");
      before = sample.time;
      for (const VectorX* values : {&sample.q, &sample.rates, &sample.accelerations, &sample.forces})
        demand(values->size() == 2 && values->allFinite(), "samples are finite");
      ++count;
    }
    return count;
  };
  const long first = pass();
  log.rewind();
  demand(pass() == first, "every pass has the same samples");
  demand(log.summary().samples >= 0 && std::isfinite(log.rate()), "the summary is finite");
}

void check_log_text(const Robot& robot, std::string_view text) {
  constexpr std::string_view between = "---\n";
  LogOptions options;
  options.bandwidth = 10;
  if (const std::size_t at = text.find(between); at != std::string_view::npos) {
    options.map = {"map.yaml", std::string(text.substr(0, at))};
    text.remove_prefix(at + between.size());
  }
  // The first byte chooses what options could.
  if (!text.empty()) options.smoothing = text[0] % 2 == 0 ? Smoothing::filter : Smoothing::spline;
  const InputFile file(text);
  try {
    Log log(robot, file.path(), options);
    check_samples(log);
  } catch (const Error& error) {
    demand(*error.what() != '\0', "a refusal has reasons");
  }
}

}  // namespace
}  // namespace jourdain

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const jourdain::Robot robot(jourdain::read_model(jourdain::model, "slider").mechanism);
  jourdain::check_log_text(robot, {reinterpret_cast<const char*>(data), size});
  return 0;
}
