#include "loop_arguments.hpp"

#include "control/loop_doubts.hpp"
#include "core/joined.hpp"
#include "jourdain/motion/check_motion.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain::cli {
namespace {

constexpr Dimension time_dimension{0, 0, 1, 0};

// A share: 0.1 or 10 %.
double parse_share(const std::string& option, std::string text) {
  const bool percent = text.ends_with('%');
  if (percent) text.pop_back();
  const double value = quantity(option, text, Dimension{}) * (percent ? 0.01 : 1);
  if (!(value >= 0 && value <= 1)) {
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected a share from 0 to 1 or a percentage, found '{}'", option, text));
  }
  return value;
}

ModelErrors parse_errors(const std::string& text) {
  ModelErrors errors;
  if (text.empty()) return errors;
  for (const ListEntry& entry : split_list("--errors", text)) {
    double* value = entry.name == "inertia"    ? &errors.inertia
                    : entry.name == "friction" ? &errors.friction
                    : entry.name == "gain"     ? &errors.gain
                                               : nullptr;
    if (!value) {
      throw Error(ErrorKind::usage, fmt::format("--errors: expected inertia=, friction= or gain=, found '{}'",
                                                entry.name.empty() ? entry.text : entry.name));
    }
    *value = parse_share("--errors", entry.text);
  }
  return errors;
}

// "0.5 s:2 kg" or "0.5 s:2 kg,0,0,50 mm".
PayloadChange parse_payload_change(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw Error(ErrorKind::usage, fmt::format("--payload-at: expected TIME:MASS or TIME:MASS,x,y,z, found '{}'", text));
  }
  PayloadChange change;
  change.time = parse_time("--payload-at", text.substr(0, colon), true);
  const std::vector<ListEntry> entries = split_list("--payload-at", text.substr(colon + 1));
  if (entries.size() != 1 && entries.size() != 4) {
    throw Error(ErrorKind::usage, "--payload-at: expected a mass, or mass,x,y,z with its centre in the tool's frame");
  }
  change.payload.mass = quantity("--payload-at", entries[0].text, Dimension{.mass = 1});
  if (!(change.payload.mass >= 0)) throw Error(ErrorKind::usage, "--payload-at: the mass must not be negative");
  for (std::size_t k = 1; k < entries.size(); ++k) {
    change.payload.com[static_cast<int>(k) - 1] = quantity("--payload-at", entries[k].text, Dimension{.length = 1});
  }
  return change;
}

// "platform:0,0,-100:0.2 s:0.5 s": a load as in --load, and when.
TimedLoad parse_timed_load(const Robot& robot, const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ':') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (parts.size() != 4) {
    throw Error(ErrorKind::usage,
                fmt::format("--load-at: expected BODY:fx,fy,fz[,mx,my,mz]:BEGIN:END, found '{}'", text));
  }
  LoadArguments arguments;
  arguments.loads = {parts[0] + ":" + parts[1]};
  TimedLoad load;
  load.load = LoadCase(robot, arguments).loads.at(0);
  load.begin = parse_time("--load-at", parts[2], true);
  load.end = parse_time("--load-at", parts[3]);
  if (!(load.end > load.begin)) throw Error(ErrorKind::usage, "--load-at: the end must be after the beginning");
  return load;
}

}  // namespace

double parse_time(const std::string& option, const std::string& text, bool zero) {
  const double value = quantity(option, text, time_dimension);
  if (value > 0 || (zero && value == 0)) return value;
  throw Error(ErrorKind::usage,
              fmt::format("{}: expected a {} time, found '{}'", option, zero ? "non-negative" : "positive", text));
}

std::vector<Law> parse_laws(const std::string& text) {
  if (text == "all") return all_laws();
  std::vector<Law> laws;
  for (const ListEntry& entry : split_list("--controllers", text)) {
    const Law law = parse_law(entry.text);
    if (std::ranges::find(laws, law) != laws.end()) {
      throw Error(ErrorKind::usage, fmt::format("--controllers: '{}' is named twice", entry.text));
    }
    laws.push_back(law);
  }
  return laws;
}

Robot with_drives(const Robot& robot, const std::string& text) {
  if (text.empty()) return robot;
  Mechanism mechanism = robot.mechanism();
  for (const ListEntry& entry : split_list("--drive", text)) {
    for (const int index : robot.actuators()) {
      Joint& joint = mechanism.joints[static_cast<std::size_t>(index)];
      const bool slides = is_length(joint.type, 0);
      const Dimension position = slides ? Dimension{.length = 1} : Dimension{.angle = 1};
      Dimension force{.mass = 1, .length = slides ? 1 : 2, .time = -2};
      DriveModel& drive = joint.actuator->drive;
      const auto set = [&](double& value, const Dimension& dimension) {
        value = quantity("--drive", entry.text, dimension);
        if (!(value >= 0)) throw Error(ErrorKind::usage, fmt::format("--drive: '{}' must not be negative", entry.name));
      };
      if (entry.name == "time_constant") {
        set(drive.time_constant, time_dimension);
      } else if (entry.name == "gain") {
        set(drive.gain, Dimension{});
        if (!(drive.gain > 0)) throw Error(ErrorKind::usage, "--drive: the gain must be positive");
      } else if (entry.name == "force_step") {
        set(drive.force_step, force);
      } else if (entry.name == "force_noise") {
        set(drive.force_noise, force);
      } else if (entry.name == "encoder_step") {
        set(drive.encoder_step, position);
      } else if (entry.name == "position_noise") {
        set(drive.position_noise, position);
      } else {
        throw Error(ErrorKind::usage,
                    fmt::format("--drive: expected time_constant=, gain=, force_step=, force_noise=, encoder_step= or "
                                "position_noise=, found '{}'",
                                entry.name.empty() ? entry.text : entry.name));
      }
    }
  }
  warn_of_change(robot.mechanism(), mechanism);
  return Robot(std::move(mechanism));
}

LawOptions parse_law_options(const Robot& robot, const LoopArguments& arguments) {
  LawOptions laws;
  laws.timing.period = parse_time("--period", arguments.period);
  laws.timing.delay = parse_time("--delay", arguments.delay, true);
  laws.timing.lag = largest_lag(robot.mechanism());
  if (const std::string doubt = doubtful_timing(laws.timing); !doubt.empty()) warn(doubt);
  laws.timing.differenced_rates = !arguments.exact_rates;
  if (!arguments.frequency.empty()) {
    laws.frequency = oscillation("--frequency", arguments.frequency, Dimension{.time = -1, .angle = 1});
    if (!(laws.frequency > 0)) throw Error(ErrorKind::usage, "--frequency: it must be positive, rad/s");
  }
  laws.damping = quantity("--damping", arguments.damping, Dimension{});
  if (!(laws.damping > 0)) throw Error(ErrorKind::usage, "--damping: it must be positive");
  if (!arguments.gains.empty()) {
    const std::vector<ListEntry> entries = split_list("--gains", arguments.gains);
    if (entries.size() < 2 || entries.size() > 3) {
      throw Error(ErrorKind::usage, "--gains: expected Kp,Kd or Kp,Kd,Ki, one for all motors, SI units at the joints");
    }
    const std::vector<double> values = numbers("--gains", arguments.gains, entries.size());
    for (const double value : values) {
      if (!(value >= 0)) throw Error(ErrorKind::usage, "--gains: gains must not be negative");
    }
    laws.proportional = values[0];
    laws.derivative = values[1];
    if (values.size() > 2) laws.integral = values[2];
  }
  laws.adaptation = arguments.adaptation;
  if (!(laws.adaptation >= 0 && laws.adaptation <= 1000)) {
    throw Error(ErrorKind::usage, "--adaptation: expected a number from 0 to 1000");
  }
  laws.model = arguments.model_choice == "58"       ? ModelChoice::codourey58
               : arguments.model_choice == "lumped" ? ModelChoice::lumped
                                                    : ModelChoice::full;
  return laws;
}

LoopSetup::LoopSetup(const Robot& model, const SimulateOptions& options) : robot(with_drives(model, options.drive)) {
  laws = parse_law_options(robot, options);
  loop.timing = laws.timing;
  if (!options.duration.empty()) loop.duration = parse_time("--duration", options.duration);
  loop.seed = options.seed;
  loop.plant.integrator =
      options.integrator == "dormand-prince" ? Integrator::dormand_prince : Integrator::bogacki_shampine;
  loop.plant.tolerance = options.tolerance;
  if (!(options.tolerance >= 1e-14 && options.tolerance <= 1e-3)) {
    throw Error(ErrorKind::usage, "--tolerance: expected a number from 1e-14 to 1e-3, of the robot's size");
  }
  loop.plant.compiled = laws.compiled = options.compiled;
  for (const std::string& text : options.payloads) loop.payloads.push_back(parse_payload_change(text));
  std::ranges::sort(loop.payloads, {}, &PayloadChange::time);
  if (!loop.payloads.empty()) require_output(robot);
  for (const std::string& text : options.loads) loop.loads.push_back(parse_timed_load(robot, text));
  errors = parse_errors(options.errors);
}

Json LoopSetup::json() const {
  Json drives = Json::array();
  for (const int joint : robot.actuators()) {
    const Joint& motor = robot.mechanism().joints[static_cast<std::size_t>(joint)];
    const DriveModel& d = motor.actuator->drive;
    drives.push_back({{"joint", motor.name},
                      {"time_constant", d.time_constant},
                      {"gain", d.gain},
                      {"force_step", d.force_step},
                      {"force_noise", d.force_noise},
                      {"encoder_step", d.encoder_step},
                      {"position_noise", d.position_noise}});
  }
  return {{"period", loop.timing.period},
          {"delay", loop.timing.delay},
          {"lag", loop.timing.lag},
          {"lead", loop.timing.lead()},
          {"differenced_rates", loop.timing.differenced_rates},
          {"largest_frequency", loop.timing.largest_frequency()},
          {"damping", laws.damping},
          {"model", to_string(laws.model)},
          {"integrator", to_string(loop.plant.integrator)},
          {"tolerance", loop.plant.tolerance},
          {"seed", loop.seed},
          {"errors", {{"inertia", errors.inertia}, {"friction", errors.friction}, {"gain", errors.gain}}},
          {"drives", drives}};
}

std::string drives_text(const Robot& robot, const Numbers& number) {
  std::vector<std::string> texts;
  const auto all_of = [&](auto value) {
    double low = unlimited, high = -unlimited;
    for (const int joint : robot.actuators()) {
      const double x = value(robot.mechanism().joints[static_cast<std::size_t>(joint)].actuator->drive);
      low = std::min(low, x), high = std::max(high, x);
    }
    return low == high ? number(high) : fmt::format("{} to {}", number(low), number(high));
  };
  const auto add = [&](const char* name, auto value, double none, const char* unit_text) {
    const std::string text = all_of(value);
    if (text != number(none)) texts.push_back(fmt::format("{} {}{}", name, text, unit_text));
  };
  add(
      "time constant", [](const DriveModel& d) { return 1e3 * d.time_constant; }, 0, " ms");
  add(
      "gain", [](const DriveModel& d) { return d.gain; }, 1, "");
  add(
      "force step", [](const DriveModel& d) { return d.force_step; }, 0, "");
  add(
      "force noise", [](const DriveModel& d) { return d.force_noise; }, 0, "");
  add(
      "encoder step", [](const DriveModel& d) { return d.encoder_step; }, 0, "");
  add(
      "position noise", [](const DriveModel& d) { return d.position_noise; }, 0, "");
  return texts.empty() ? "ideal: no lag, no noise, exact encoders (see --drive, and 'drive' of the model file)"
                       : fmt::format("{}; all else ideal", joined(texts));
}

Facts LoopSetup::facts(const Numbers& number, const Trajectory& motion) const {
  Facts facts;
  const LoopTiming& t = loop.timing;
  facts.add("motion", fmt::format("{} s", number(loop.duration > 0 ? loop.duration : motion.duration())));
  facts.add("sampling", fmt::format("{} ms, delay {} ms, rates {}", number(1e3 * t.period), number(1e3 * t.delay),
                                    t.differenced_rates ? "from differences" : "measured"));
  facts.add("drives", drives_text(robot, number));
  facts.add("feedforward", fmt::format("{} ms ahead, model {}", number(1e3 * t.lead()), to_string(laws.model)));
  facts.add("bandwidth", fmt::format("{} rad/s at most{}", number(t.largest_frequency()),
                                     laws.frequency > 0 ? fmt::format(", {} asked for", number(laws.frequency)) : ""));
  if (errors.any()) {
    facts.add("errors of the model",
              fmt::format("inertia {:.3g} %, friction {:.3g} %, drives {:.3g} %, seed {}", 100 * errors.inertia,
                          100 * errors.friction, 100 * errors.gain, loop.seed));
  }
  return facts;
}

Trajectory simulated_motion(const Robot& robot, const SimulateOptions& options) {
  const MotionDescription motion = load_motion(robot, options.trajectory);
  for (const Diagnostic& warning : motion.warnings) warn(warning.message);
  for (const std::string& note : motion.notes) {
    if (!options.json) print_text("note: {}\n", note);
  }
  if (!options.no_path_check) {
    const MotionReport report = check_motion(motion.trajectory);
    for (const MotionEvent& event : report.events) {
      if (event.is_warning()) {
        warn(describe(robot, event));
        continue;
      }
      throw Error(ErrorKind::numerical, fmt::format("the motion cannot be followed: {}; --no-path-check simulates it "
                                                    "all the same",
                                                    describe(robot, event)));
    }
  }
  if (options.cycles < 1) throw Error(ErrorKind::usage, "--cycles: expected 1 or more");
  return options.cycles > 1 ? repeated(motion.trajectory, options.cycles) : motion.trajectory;
}

}  // namespace jourdain::cli
