#include "identification/logs/log_channels.hpp"

#include "identification/logs/log_map.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "io/printable.hpp"
#include "model/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace jourdain {
namespace {

std::string lower(std::string_view text) {
  std::string result;
  for (const char c : text)
    result += c == ' ' || c == '.' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

struct NamePattern {
  ChannelKind kind;
  std::vector<std::string> before, after;  // of the motor's name or number
};

const std::vector<NamePattern>& name_patterns() {
  static const std::vector<NamePattern> patterns{
      {ChannelKind::position, {"q", "pos", "position", "act_pos", "encoder"}, {"", "q", "pos", "position"}},
      {ChannelKind::rate, {"dq", "qd", "vel", "velocity", "rate"}, {"d", "dq", "vel", "velocity", "rate"}},
      {ChannelKind::acceleration, {"ddq", "qdd", "acc", "acceleration"}, {"dd", "ddq", "acc", "acceleration"}},
      {ChannelKind::force, {"tau", "f", "force", "torque", "trq"}, {"tau", "f", "force", "torque", "trq"}},
      {ChannelKind::current, {"i", "cur", "current", "iq"}, {"i", "cur", "current", "iq"}},
  };
  return patterns;
}

// Whether a column's name is that of a motor's channel.
bool names_channel(const std::string& column, const NamePattern& pattern, const std::string& joint, int number) {
  const std::string motor = lower(joint), digits = fmt::format("{}", number);
  for (const std::string& word : pattern.before) {
    for (const std::string& name : {motor, digits, "_" + motor, "_" + digits, "[" + digits + "]", "(" + digits + ")"})
      if (column == word + name) return true;
  }
  for (const std::string& word : pattern.after) {
    for (const std::string& name : {motor, "motor" + digits, "axis" + digits, "ax" + digits, "m" + digits})
      if (column == (word.empty() ? name : name + "_" + word)) return !(word.empty() && name != motor);
  }
  return false;
}

class Assignment {
 public:
  Assignment(const Robot& robot, const RawHeader& header, const std::string& log, const LogMap& map)
      : robot_(robot), header_(header), log_(log), map_(map), used_(header.names.size(), false) {
    if (!map.text.empty()) parsed_ = parse_log_map(robot, map);
  }

  LogChannels run() {
    find_time();
    for (const ChannelKind kind : {ChannelKind::position, ChannelKind::rate, ChannelKind::acceleration,
                                   ChannelKind::force, ChannelKind::current})
      find_kind(kind);
    find_pose();
    check();
    result_.clocks = parsed_.clocks;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (!used_[i])
        result_.findings.push_back({"unused column", 0, header_.names[i], "is not understood and passed over"});
    }
    return std::move(result_);
  }

 private:
  const Joint& motor_joint(int index) const { return robot_.mechanism().joints[robot_.motor_joints()[index]]; }

  [[noreturn]] void fail(const std::string& message, const std::string& hint = "") const {
    throw Error(ErrorKind::input, fmt::format("{}: {}; its columns are {}{}{}", printable(log_), message,
                                              printable(joined(header_.names)), header_.told(), hint));
  }

  // For columns whose names say nothing: how a map names them.
  [[noreturn]] void fail_to_find(const std::string& what) const {
    const std::size_t motors = robot_.motor_joints().size();
    const std::string last = ", column of " + motor_joint(static_cast<int>(motors) - 1).name;
    const std::string rest = motors > 2 ? ", ..." + last : motors > 1 ? last : "";
    fail("found no " + what,
         fmt::format("\n  hint: rename columns, or name them in a file for --map: 'positions: [column of "
                     "{}{}]' and 'forces: [...]' in the same order",
                     motor_joint(0).name, rest));
  }

  int column_named(const std::string& name, const SourceMark& mark) const {
    const auto found = std::ranges::find(header_.names, name);
    if (found != header_.names.end()) return static_cast<int>(found - header_.names.begin());
    const std::string near = suggest(name, header_.names);
    throw Error(ErrorKind::input, fmt::format("{}:{}: the log '{}' has no column {}{}; its columns are {}",
                                              printable(map_.path), mark.line, printable(log_), quoted_name(name),
                                              near.empty() ? "" : fmt::format(", did you mean '{}'?", near),
                                              printable(joined(header_.names))));
  }

  void find_time() {
    Channel& time = result_.time;
    time.column = -1;
    std::string unit = parsed_.time_unit;
    if (!parsed_.time.empty()) {
      time.column = column_named(parsed_.time, {});
    } else {
      for (std::size_t i = 0; i < header_.names.size(); ++i) {
        const std::string name = lower(header_.names[i]);
        const bool is_time = name == "t" || name == "time" || name == "timestamp" || name == "zeit" || name == "stamp";
        if (is_time && time.column < 0) time.column = static_cast<int>(i);
        for (const char* suffix : {"s", "ms", "us", "ns"}) {
          if (time.column < 0 && (name == fmt::format("t_{}", suffix) || name == fmt::format("time_{}", suffix))) {
            time.column = static_cast<int>(i);
            if (unit.empty()) unit = suffix;
          }
        }
      }
    }
    if (time.column < 0) return;
    used_[time.column] = true;
    time.name = header_.names[time.column];
    if (unit.empty()) unit = header_.units[time.column];
    if (unit.empty()) return;
    time.factor = factor_of(ChannelKind::time, 0, false, unit, time.name);
    time.unit = unit;
    result_.time_unit_known = true;
  }

  double factor_of(ChannelKind kind, int index, bool motor_side, const std::string& unit,
                   const std::string& column) const {
    try {
      return unit_factor(robot_, kind, index, motor_side, unit);
    } catch (const QuantityError& error) {
      throw Error(ErrorKind::input, fmt::format("{}: column {}: the unit {} does not fit a {}: {}", printable(log_),
                                                quoted_name(column), quoted_name(unit), to_string(kind), error.what()));
    }
  }

  int find_by_name(ChannelKind kind, int index) const {
    int found = -1;
    for (const NamePattern& pattern : name_patterns()) {
      if (pattern.kind != kind) continue;
      for (std::size_t i = 0; i < header_.names.size(); ++i) {
        if (!names_channel(lower(header_.names[i]), pattern, motor_joint(index).name, index + 1)) continue;
        if (found >= 0 && found != static_cast<int>(i))
          fail(fmt::format("columns {} and {} both look like the {} of motor '{}': say which in a channel map",
                           quoted_name(header_.names[found]), quoted_name(header_.names[i]), to_string(kind),
                           motor_joint(index).name));
        found = static_cast<int>(i);
      }
    }
    return found;
  }

  void find_kind(ChannelKind kind) {
    const auto section = parsed_.sections.find(kind);
    const bool mapped = section != parsed_.sections.end();
    if (!parsed_.sections.empty() && !mapped) return;  // a map that names channels names them all
    const int motors = static_cast<int>(robot_.motor_joints().size());
    std::vector<Channel> found;
    std::vector<int> missing;
    for (int i = 0; i < motors; ++i) {
      Channel channel;
      channel.kind = kind;
      channel.index = i;
      if (mapped && section->second.columns.contains(i))
        channel.column = column_named(section->second.columns.at(i), section->second.mark);
      else if (!mapped)
        channel.column = find_by_name(kind, i);
      if (channel.column < 0)
        missing.push_back(i);
      else
        found.push_back(channel);
    }
    if (found.empty()) return;
    if (!missing.empty())
      fail(fmt::format("motor '{}' has no {}, others have", motor_joint(missing.front()).name, to_string(kind)));
    for (Channel& channel : found) {
      set_scale(channel, mapped ? &section->second : nullptr);
      result_.channels.push_back(channel);
    }
  }

  // Unit, sign, gear and constant.
  void set_scale(Channel& channel, const MapSection* section) {
    const std::size_t column = static_cast<std::size_t>(channel.column);
    if (used_[column]) fail(fmt::format("column {} is used twice", quoted_name(header_.names[column])));
    used_[column] = true;
    channel.name = header_.names[column];
    const bool motor_side = section && section->motor_side;
    channel.unit = section && !section->unit.empty() ? section->unit : header_.units[column];
    if (!channel.unit.empty())
      channel.factor = factor_of(channel.kind, channel.index, motor_side || channel.kind == ChannelKind::current,
                                 channel.unit, channel.name);
    if (section && section->signs.contains(channel.index)) channel.factor *= section->signs.at(channel.index);
    if (channel.kind == ChannelKind::pose) return;
    const MotorModel& motor = *motor_joint(channel.index).motor;
    if (channel.kind == ChannelKind::current) {
      if (!section) fail("currents need the motors' constants: give a channel map with 'currents: {constant: ...}'");
      channel.factor *= section->constants.at(channel.index) * motor.gear * motor.direction;
    } else if (motor_side && channel.kind == ChannelKind::force) {
      channel.factor *= motor.gear * motor.direction;
    } else if (motor_side) {
      channel.factor /= motor.gear * motor.direction;
      if (channel.kind == ChannelKind::position) channel.offset = motor.zero;
    }
  }

  void find_pose() {
    const auto section = parsed_.sections.find(ChannelKind::pose);
    const bool mapped = section != parsed_.sections.end();
    if (!parsed_.sections.empty() && !mapped) return;
    for (std::size_t i = 0; i < header_.names.size() || mapped; ++i) {
      if (mapped && i >= 10) break;
      Channel channel;
      channel.kind = ChannelKind::pose;
      if (mapped) {
        const auto entry = section->second.columns.find(static_cast<int>(i));
        if (entry == section->second.columns.end()) continue;
        channel.index = static_cast<int>(i);
        channel.column = column_named(entry->second, section->second.mark);
      } else {
        channel.index = pose_coordinate(header_.names[i]);
        channel.column = static_cast<int>(i);
        if (channel.index < 0 || used_[i]) continue;
      }
      MapSection units;
      if (mapped)
        units.unit = channel.index < 3 ? section->second.unit : channel.index < 6 ? section->second.angle_unit : "";
      set_scale(channel, mapped ? &units : nullptr);
      result_.channels.push_back(channel);
    }
  }

  void check() {
    const bool positions = result_.has(ChannelKind::position), pose = result_.has(ChannelKind::pose);
    if (!positions && !pose)
      fail_to_find(fmt::format("positions of the motors ({}, ...) and no pose of the platform (x, y, z, ...)",
                               motor_joint(0).name));
    if (!result_.has(ChannelKind::force) && !result_.has(ChannelKind::current))
      fail_to_find(
          fmt::format("forces of the motors (tau1, tau2, ... or {}_force, ...) and no currents", motor_joint(0).name));
    if (positions && pose) {
      std::erase_if(result_.channels, [](const Channel& c) { return c.kind == ChannelKind::pose; });
      result_.findings.push_back({"choice", 0, "", "positions of motors and platform are there: the motors' are used"});
    }
    if (result_.has(ChannelKind::force) && result_.has(ChannelKind::current)) {
      std::erase_if(result_.channels, [](const Channel& c) { return c.kind == ChannelKind::current; });
      result_.findings.push_back({"choice", 0, "", "forces and currents are there: the forces are used"});
    }
  }

  const Robot& robot_;
  const RawHeader& header_;
  const std::string& log_;
  const LogMap& map_;
  ParsedLogMap parsed_;
  std::vector<bool> used_;
  LogChannels result_;
};

}  // namespace

std::string_view to_string(ChannelKind kind) {
  switch (kind) {
    case ChannelKind::time: return "time";
    case ChannelKind::position: return "position";
    case ChannelKind::rate: return "rate";
    case ChannelKind::acceleration: return "acceleration";
    case ChannelKind::force: return "force";
    case ChannelKind::current: return "current";
    case ChannelKind::pose: return "pose";
  }
  return "";
}

bool LogChannels::has(ChannelKind kind) const {
  return std::ranges::any_of(channels, [&](const Channel& c) { return c.kind == kind; });
}

LogChannels assign_channels(const Robot& robot, const RawHeader& header, const std::string& log, const LogMap& map) {
  return Assignment(robot, header, log, map).run();
}

}  // namespace jourdain
