#include "analyses/loop_case.hpp"

#include "analyses/load_case.hpp"
#include "analyses/option_reader.hpp"
#include "core/joined.hpp"
#include "jourdain/core/error.hpp"
#include "model/edit/change_model.hpp"
#include "model/edit/key_setter.hpp"
#include "model/findings.hpp"
#include "model/model_keys.hpp"
#include "model/text_list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// The values of a drive, without other ways to say them.
std::vector<ShownKey> drive_values(const DriveModel& drive, bool slides) {
  DriveKeys keys{drive};
  KeyList list;
  show_keys(list, keys, slides);
  std::erase_if(list.keys, [](const ShownKey& shown) { return !shown.key.rules.not_with.empty(); });
  return std::move(list.keys);
}

std::vector<ShownKey> drive_values(const Joint& joint) {
  return drive_values(joint.motor->drive, is_length(joint.type, 0));
}

std::string in_words(std::string_view key) {
  std::string words(key);
  std::ranges::replace(words, '_', ' ');
  return words;
}

void set_drive(const ListEntry& entry, Joint& joint) {
  DriveKeys keys{joint.motor->drive};
  KeySetter setter("--drive", entry.name, entry.text);
  if (!setter.set(keys, is_length(joint.type, 0))) {
    std::vector<std::string> words;
    for (const ShownKey& shown : drive_values({}, false)) words.push_back(fmt::format("{}=", shown.key.word));
    throw Error(ErrorKind::usage, fmt::format("--drive: expected {}, found '{}'", list_of(words),
                                              entry.name.empty() ? entry.text : entry.name));
  }
  if (!take_drive(keys, joint)) setter.refuse("the motor slides, so its encoder has no turns");
}

void set_gains(const std::string& gains, LawOptions& laws) {
  const std::size_t count = split_list("--gains", gains).size();
  if (count < 2 || count > 3)
    throw Error(ErrorKind::usage, "--gains: expected Kp,Kd or Kp,Kd,Ki, one for all motors, SI units at the joints");
  const std::vector<double> values = numbers("--gains", gains, count);
  if (!std::ranges::all_of(values, [](double value) { return value >= 0; }))
    throw Error(ErrorKind::usage, "--gains: gains must not be negative");
  laws.proportional = values[0];
  laws.derivative = values[1];
  if (count > 2) laws.integral = values[2];
}

double event_time(const char* option, const std::string& text, bool zero) {
  const double value = quantity(option, text, Dimension{.time = 1});
  if (value > 0 || (zero && value == 0)) return value;
  throw Error(ErrorKind::usage,
              fmt::format("{}: expected a {} time, found '{}'", option, zero ? "non-negative" : "positive", text));
}

}  // namespace

void show_fields(OptionVisitor& visitor, LoopArguments& arguments) {
  constexpr std::string_view group = "Control loop";
  visitor.number({.name = "period", .help = "Sampling period", .group = group}, Measure::time, positive,
                 arguments.period);
  visitor.number({.name = "delay", .help = "From the measurement to the new command", .group = group}, Measure::time,
                 not_negative, arguments.delay);
  visitor.text({.name = "drive",
                .help = "Drives of all motors: time_constant=, gain=, force_step=, force_noise=, encoder_step=, "
                        "position_noise=; default: as in the model file",
                .type = "LIST",
                .group = group},
               arguments.drive);
  visitor.flag({.name = "exact-rates",
                .help = "Rates are measured; without it they are differences of positions",
                .group = group},
               arguments.exact_rates);
  visitor.text({.name = "frequency",
                .help = "Natural frequency of the closed loop, such as '20 Hz' or '125 rad/s' (a bare number is in "
                        "rad/s); default: as lag, delay and period allow",
                .type = "VALUE",
                .group = group},
               arguments.frequency);
  visitor.number({.name = "damping", .help = "Damping of the closed loop", .group = group}, Measure::number, positive,
                 arguments.damping);
  visitor.text({.name = "gains",
                .help = "Kp,Kd or Kp,Kd,Ki of single-joint laws at the joints, one for all motors",
                .type = "LIST",
                .group = group},
               arguments.gains);
  visitor.one_of({.name = "model",
                  .help = "Model of the laws that compute with one (58: that of [Codourey98] (58))",
                  .group = group},
                 arguments.model);
}

Robot with_drives(const Robot& robot, const std::string& text, Warnings& warnings) {
  if (text.empty()) return robot;
  Mechanism mechanism = robot.mechanism();
  for (const ListEntry& entry : split_list("--drive", text))
    for (const int motor : robot.motor_joints()) set_drive(entry, mechanism.joints[motor]);
  for (const Suspicion& s : doubts_of_change(robot.mechanism(), mechanism))
    warnings.push_back(fmt::format("{}: {}", s.message, s.hint));
  return Robot(std::move(mechanism));
}

namespace {

// A period or delay as no controller of motors has.
void warn_of_slow_loop(const LoopTiming& timing, Warnings& warnings) {
  constexpr double slow = 0.1;  // s
  const char* which = timing.period > slow ? "sampling period" : timing.delay > slow ? "delay" : nullptr;
  if (!which) return;
  warnings.push_back(fmt::format("a {} of {:.4g} s: loops of motors take milliseconds; a bare number is in s", which,
                                 timing.period > slow ? timing.period : timing.delay));
}

}  // namespace

LawOptions law_options(const Robot& robot, const LoopArguments& arguments, Warnings& warnings) {
  LawOptions laws;
  laws.timing = {arguments.period, arguments.delay, largest_lag(robot.mechanism()), !arguments.exact_rates};
  warn_of_slow_loop(laws.timing, warnings);
  if (!arguments.frequency.empty()) {
    laws.frequency = oscillation("--frequency", arguments.frequency, Dimension{.time = -1, .angle = 1});
    if (!(laws.frequency > 0)) throw Error(ErrorKind::usage, "--frequency: it must be positive, rad/s");
  }
  laws.damping = arguments.damping;
  if (!arguments.gains.empty()) set_gains(arguments.gains, laws);
  laws.model = arguments.model;
  return laws;
}

ModelErrors parse_model_errors(const std::string& text) {
  ModelErrors errors;
  if (text.empty()) return errors;
  for (const ListEntry& entry : split_list("--errors", text)) {
    double* value = entry.name == "inertia"    ? &errors.inertia
                    : entry.name == "friction" ? &errors.friction
                    : entry.name == "gain"     ? &errors.gain
                                               : nullptr;
    if (!value)
      throw Error(ErrorKind::usage, fmt::format("--errors: expected inertia=, friction= or gain=, found '{}'",
                                                entry.name.empty() ? entry.text : entry.name));
    const bool percent = entry.text.ends_with('%');
    *value = quantity("--errors", entry.text.substr(0, entry.text.size() - percent), {}) * (percent ? 0.01 : 1);
    if (!(*value >= 0 && *value <= 1))
      throw Error(ErrorKind::usage,
                  fmt::format("--errors: expected a share from 0 to 1 or a percentage, found '{}'", entry.text));
  }
  return errors;
}

PayloadChange parse_payload_change(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos)
    throw Error(ErrorKind::usage, fmt::format("--payload-at: expected TIME:MASS or TIME:MASS,x,y,z, found '{}'", text));
  PayloadChange change;
  change.time = event_time("--payload-at", text.substr(0, colon), true);
  const std::vector<ListEntry> entries = split_list("--payload-at", text.substr(colon + 1));
  if (entries.size() != 1 && entries.size() != 4)
    throw Error(ErrorKind::usage, "--payload-at: expected a mass, or mass,x,y,z with its centre in the tool's frame");
  change.payload.mass = quantity("--payload-at", entries[0].text, Dimension{.mass = 1});
  if (!(change.payload.mass >= 0)) throw Error(ErrorKind::usage, "--payload-at: the mass must not be negative");
  for (std::size_t k = 1; k < entries.size(); ++k)
    change.payload.com[static_cast<int>(k) - 1] = quantity("--payload-at", entries[k].text, Dimension{.length = 1});
  return change;
}

TimedLoad parse_timed_load(const Robot& robot, const std::string& text, Warnings& warnings) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ':') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (parts.size() != 4)
    throw Error(ErrorKind::usage,
                fmt::format("--load-at: expected BODY:fx,fy,fz[,mx,my,mz]:BEGIN:END, found '{}'", text));
  LoadArguments arguments;
  arguments.loads = {parts[0] + ":" + parts[1]};
  TimedLoad load;
  load.load = LoadCase(robot, arguments, warnings).loads.at(0);
  load.begin = event_time("--load-at", parts[2], true);
  load.end = event_time("--load-at", parts[3], false);
  if (!(load.end > load.begin)) throw Error(ErrorKind::usage, "--load-at: the end must be after the beginning");
  return load;
}

std::string drives_text(const Robot& robot) {
  std::vector<std::string> texts;
  const std::vector<ShownKey> ideal = drive_values({}, false);
  for (std::size_t k = 0; k < ideal.size(); ++k) {
    double low = unlimited, high = -unlimited;
    for (const int joint : robot.motor_joints()) {
      const double x = drive_values(robot.mechanism().joints[joint])[k].number;
      low = std::min(low, x), high = std::max(high, x);
    }
    if (low == ideal[k].number && high == ideal[k].number) continue;
    const bool time = ideal[k].measure->measure == Measure::time;
    const double scale = time ? 1e3 : 1;
    const std::string range = low == high ? "" : fmt::format("{:.4g} to ", scale * low);
    texts.push_back(fmt::format("{} {}{:.4g}{}", in_words(ideal[k].key.word), range, scale * high, time ? " ms" : ""));
  }
  return texts.empty() ? "ideal: no lag, no noise, exact encoders (see --drive, and 'drive' of the model file)"
                       : fmt::format("{}; all else ideal", joined(texts));
}

Table drives_table(const Robot& robot) {
  std::vector<Joint> motors;
  for (const int joint : robot.motor_joints()) motors.push_back(robot.mechanism().joints[joint]);
  std::vector<ColumnOf<Joint>> columns{{"motor", "motor", [](const Joint& j) { return Cell(j.name); }}};
  const std::vector<ShownKey> ideal = drive_values({}, false);
  for (std::size_t k = 0; k < ideal.size(); ++k)
    columns.push_back({std::string(ideal[k].key.word), in_words(ideal[k].key.word), [k](const Joint& j) {
                         const ShownKey value = drive_values(j)[k];
                         return measured(value.number, value.measure->measure);
                       }});
  return table_of("drives", "Drives", motors, columns);
}

const char* rates_text(const LoopTiming& timing) { return timing.differenced_rates ? "from differences" : "measured"; }

}  // namespace jourdain
