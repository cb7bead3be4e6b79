#include "identification/logs/log_map.hpp"

#include "identification/logs/log_map_keys.hpp"
#include "model/read_keys.hpp"
#include "model/units.hpp"

#include "io/input_file.hpp"
#include "io/printable.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace jourdain {
namespace {

constexpr std::size_t most_map_bytes = std::size_t{1} << 20;
constexpr std::array<std::string_view, 10> coordinates{"x", "y", "z", "rx", "ry", "rz", "qw", "qx", "qy", "qz"};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

class MapReader {
 public:
  MapReader(const Robot& robot, const LogMap& map) : robot_(robot), map_(map) {}

  ParsedLogMap read() {
    std::vector<Diagnostic> problems;
    const Node root = parse_document(map_.text, problems);
    reading_.findings.take(std::move(problems));
    LogMapKeys keys;
    if (root.kind == Node::Kind::mapping) read_keys(context_, root, "a map of a log", keys);
    if (keys.time) read_time(*keys.time);
    for (const auto& [node, kind] : {std::pair(keys.positions, ChannelKind::position),
                                     {keys.rates, ChannelKind::rate},
                                     {keys.accelerations, ChannelKind::acceleration},
                                     {keys.forces, ChannelKind::force},
                                     {keys.currents, ChannelKind::current},
                                     {keys.platform, ChannelKind::pose}})
      if (node) read_section(*node, kind);
    if (keys.force_delay) read_times(*keys.force_delay, result_.clocks.delays);
    if (keys.force_lag) {
      read_times(*keys.force_lag, result_.clocks.lags);
      if (result_.clocks.lags.minCoeff() < 0) context_.error(keys.force_lag->mark, "expected lags of zero or more");
    }
    if (reading_.findings.errors() == 0) return std::move(result_);
    std::vector<Diagnostic> errors = reading_.findings.sorted(Severity::error);
    throw Error(ErrorKind::input, format_diagnostics(errors, map_.text, printable(map_.path)), errors);
  }

 private:
  void read_times(const Node& node, VectorX& times) {
    times = VectorX::Zero(count(ChannelKind::force));
    each(node, ChannelKind::force,
         [&](int index, const Node& item) { times[index] = read_number(context_, item, dimension::time); });
  }

  void read_time(const Node& node) {
    LogTimeKeys keys{&node};
    if (node.kind == Node::Kind::mapping) read_keys(context_, node, "the time", keys);
    if (keys.column) result_.time = keys.column->text;
    if (keys.unit) result_.time_unit = keys.unit->text;
  }

  void read_section(const Node& node, ChannelKind kind) {
    MapSection& section = result_.sections[kind];
    section.mark = node.mark;
    if (node.kind == Node::Kind::scalar) {
      context_.error(node.mark, "expected a list of columns, or a map with columns, unit, side");
      return;
    }
    LogSectionKeys keys{&node};  // a list of columns
    if (node.kind == Node::Kind::mapping) {
      const LogSection of = kind == ChannelKind::current ? LogSection::currents
                            : kind == ChannelKind::pose  ? LogSection::platform
                                                         : LogSection::motors;
      if (!read_keys(context_, node, "a section of a map", keys, of)) return;
    }
    if (keys.columns) read_columns(*keys.columns, kind, section);
    if (keys.unit) section.unit = keys.unit->text;
    if (keys.angle_unit) section.angle_unit = keys.angle_unit->text;
    section.motor_side = keys.side == 1;
    if (keys.signs) {
      each(*keys.signs, kind, [&](int index, const Node& item) {
        section.signs[index] = read_number(context_, item, dimension::number);
        if (std::abs(section.signs[index]) != 1) context_.error(item.mark, "expected 1 or -1");
      });
    }
    if (keys.constant) {
      each(*keys.constant, kind,
           [&](int index, const Node& item) { section.constants[index] = constant(index, item); });
    }
    if (section.columns.empty() && keys.columns)
      context_.error(node.mark, "the section names no columns", "add columns: [a, b, c]");
    if (kind == ChannelKind::current) require_constants(node, section);
  }

  void require_constants(const Node& node, const MapSection& section) {
    for (const auto& [index, column] : section.columns) {
      if (section.constants.contains(index)) continue;
      context_.error(node.mark, fmt::format("the current of motor '{}' needs the motor's constant", motor(index).name),
                     fmt::format("write currents: {{columns: [{}, ...], constant: 0.12 N m/A}}", printable(column)));
      return;
    }
  }

  void read_columns(const Node& node, ChannelKind kind, MapSection& section) {
    each(node, kind, [&](int index, const Node& item) {
      section.columns[index] = read_text(context_, item, "the name of a column");
    });
  }

  const Joint& motor(int index) const { return robot_.mechanism().joints[robot_.motor_joints()[index]]; }

  int count(ChannelKind kind) const {
    return kind == ChannelKind::pose ? static_cast<int>(coordinates.size())
                                     : static_cast<int>(robot_.motor_joints().size());
  }

  int index_of(ChannelKind kind, const std::string& name) const {
    if (kind == ChannelKind::pose) return pose_coordinate(name);
    for (int i = 0; i < count(kind); ++i)
      if (motor(i).name == name) return i;
    return -1;
  }

  // One value for all, a list in the order of the motors, or a map by their names.
  void each(const Node& node, ChannelKind kind, const std::function<void(int, const Node&)>& use) {
    if (node.kind == Node::Kind::scalar) {
      for (int i = 0; i < count(kind); ++i) use(i, node);
      return;
    }
    if (node.kind == Node::Kind::sequence) {
      if (static_cast<int>(node.items.size()) != count(kind) && kind != ChannelKind::pose) {
        context_.error(node.mark,
                       fmt::format("expected {} entries, one per motor, found {}", count(kind), node.items.size()));
        return;
      }
      for (std::size_t i = 0; i < node.items.size() && static_cast<int>(i) < count(kind); ++i)
        use(static_cast<int>(i), node.items[i]);
      return;
    }
    for (const Node::Member& member : node.members) {
      const int index = index_of(kind, member.key);
      if (index >= 0) {
        use(index, member.value);
      } else {
        context_.error(member.key_mark,
                       fmt::format("{} is no {} of '{}'", quoted_name(member.key),
                                   kind == ChannelKind::pose ? "coordinate" : "motor", robot_.mechanism().name));
      }
    }
  }

  // "0.12 N m/A": force or moment of the motor per ampere.
  double constant(int index, const Node& node) {
    if (!node.text.ends_with("/A")) {
      context_.error(node.mark, fmt::format("expected a force per current such as '0.12 N m/A', found {}",
                                            quoted_name(node.text)));
      return 1;
    }
    Node force = node;
    force.text.resize(force.text.size() - 2);
    const bool slides = is_length(motor(index).type, 0) && motor(index).motor->gear == 1;
    return read_number(context_, force, dimension_of(force_measure(slides)), 1);
  }

  const Robot& robot_;
  const LogMap& map_;
  Reading reading_;
  Scope scope_;
  Context context_{reading_, scope_};
  ParsedLogMap result_;
};

}  // namespace

int pose_coordinate(std::string_view name) {
  const auto found = std::ranges::find(coordinates, name);
  return found == coordinates.end() ? -1 : static_cast<int>(found - coordinates.begin());
}

ParsedLogMap parse_log_map(const Robot& robot, const LogMap& map) { return MapReader(robot, map).read(); }

LogMap read_log_map(const std::string& path) {
  return {path, read_input(path, "a map of a log's columns", most_map_bytes)};
}

double unit_factor(const Robot& robot, ChannelKind kind, int index, bool motor_side, const std::string& unit) {
  std::string text = replaced(replaced(replaced(unit, "°", "deg"), "µ", "u"), "μ", "u");
  text = replaced(replaced(text, "N.m", "N m"), "N·m", "N m");
  text = replaced(replaced(text, "²", "^2"), "sec", "s");
  if (kind == ChannelKind::time && text == "ns") return 1e-9;
  if (kind == ChannelKind::current) {
    if (text == "A") return 1;
    if (text == "mA") return 1e-3;
    throw QuantityError(fmt::format("expected A or mA, found '{}'", unit), 0);
  }
  Dimension dimension = dimension::time;
  if (kind == ChannelKind::pose) {
    dimension = index < 3 ? dimension::length : index < 6 ? dimension::angle : dimension::number;
  } else if (kind != ChannelKind::time) {
    const int joint = robot.motor_joints()[index];
    const Joint& motor = robot.mechanism().joints[joint];
    const bool slides = is_length(motor.type, 0) && !(motor_side && motor.motor->gear != 1);
    if (kind == ChannelKind::force) {
      dimension = slides ? dimension::force : dimension::torque;
    } else {
      dimension = slides ? dimension::length : dimension::angle;
      dimension.time = kind == ChannelKind::position ? 0 : kind == ChannelKind::rate ? -1 : -2;
    }
  }
  return value_as(evaluate_quantity("1 " + text, {}), dimension);
}

}  // namespace jourdain
