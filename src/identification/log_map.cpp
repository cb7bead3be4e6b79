#include "identification/log_map.hpp"

#include "model/units.hpp"

#include "core/suggest.hpp"
#include "io/input_file.hpp"
#include "io/printable.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
    const Node root = parse_document(map_.text, diagnostics_);
    for (const Node::Member& member : root.members) read_key(member);
    if (!diagnostics_.empty())
      throw Error(ErrorKind::input, format_diagnostics(diagnostics_, map_.text, printable(map_.path)), diagnostics_);
    return std::move(result_);
  }

 private:
  void mistake(const SourceMark& mark, const std::string& message, const std::string& hint = {}) {
    diagnostics_.push_back({Severity::error, mark, message, hint});
  }

  void unknown(const Node::Member& member, const std::vector<std::string>& known) {
    const std::string near = suggest(member.key, known);
    mistake(member.key_mark, fmt::format("unknown key {}", quoted_name(member.key)),
            near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }

  void read_key(const Node::Member& member) {
    static const std::vector<std::pair<std::string, ChannelKind>> sections{
        {"positions", ChannelKind::position},         {"rates", ChannelKind::rate},
        {"accelerations", ChannelKind::acceleration}, {"forces", ChannelKind::force},
        {"currents", ChannelKind::current},           {"platform", ChannelKind::pose}};
    for (const auto& [key, kind] : sections) {
      if (member.key == key) return read_section(member.value, kind);
    }
    if (member.key == "time") return read_time(member.value);
    if (member.key == "force_delay") return read_times(member.value, result_.clocks.delays);
    if (member.key == "force_lag") {
      read_times(member.value, result_.clocks.lags);
      if (result_.clocks.lags.minCoeff() < 0) mistake(member.value.mark, "expected lags of zero or more");
      return;
    }
    unknown(member, {"time", "positions", "rates", "accelerations", "forces", "currents", "platform", "force_delay",
                     "force_lag"});
  }

  void read_times(const Node& node, VectorX& times) {
    times = VectorX::Zero(count(ChannelKind::force));
    each(node, ChannelKind::force, [&](int index, const Node& item) { times[index] = number(item, dimension::time); });
  }

  void read_time(const Node& node) {
    if (node.kind == Node::Kind::scalar) {
      result_.time = node.text;
      return;
    }
    for (const Node::Member& member : node.members) {
      if (member.key == "column")
        result_.time = member.value.text;
      else if (member.key == "unit")
        result_.time_unit = member.value.text;
      else
        unknown(member, {"column", "unit"});
    }
  }

  void read_section(const Node& node, ChannelKind kind) {
    MapSection& section = result_.sections[kind];
    section.mark = node.mark;
    if (node.kind == Node::Kind::scalar) {
      mistake(node.mark, "expected a list of columns, or a map with columns, unit, side", "");
      return;
    }
    if (node.kind == Node::Kind::sequence) columns(node, kind, section);
    for (const Node::Member& member : node.members) read_entry(member, kind, section);
    if (section.columns.empty()) mistake(node.mark, "the section names no columns", "add columns: [a, b, c]");
    if (kind == ChannelKind::current) require_constants(node, section);
  }

  void require_constants(const Node& node, const MapSection& section) {
    for (const auto& [index, column] : section.columns) {
      if (section.constants.contains(index)) continue;
      const int joint = robot_.motor_joints()[index];
      mistake(
          node.mark,
          fmt::format("the current of motor '{}' needs the motor's constant", robot_.mechanism().joints[joint].name),
          fmt::format("write currents: {{columns: [{}, ...], constant: 0.12 N m/A}}", printable(column)));
      return;
    }
  }

  void read_entry(const Node::Member& member, ChannelKind kind, MapSection& section) {
    const Node& value = member.value;
    if (member.key == "columns") {
      columns(value, kind, section);
    } else if (member.key == "unit") {
      section.unit = value.text;
    } else if (member.key == "angle_unit" && kind == ChannelKind::pose) {
      section.angle_unit = value.text;
    } else if (member.key == "side") {
      if (value.text != "joint" && value.text != "motor")
        mistake(value.mark, fmt::format("expected joint or motor, found {}", quoted_name(value.text)));
      section.motor_side = value.text == "motor";
    } else if (member.key == "signs") {
      each(value, kind, [&](int index, const Node& item) {
        const double sign = number(item, dimension::number);
        if (sign != 1 && sign != -1) mistake(item.mark, "expected 1 or -1");
        section.signs[index] = sign;
      });
    } else if (member.key == "constant" && kind == ChannelKind::current) {
      each(value, kind, [&](int index, const Node& item) { section.constants[index] = constant(index, item); });
    } else {
      unknown(member, {"columns", "unit", "angle_unit", "side", "signs", "constant"});
    }
  }

  void columns(const Node& node, ChannelKind kind, MapSection& section) {
    each(node, kind, [&](int index, const Node& item) {
      if (item.kind != Node::Kind::scalar || item.text.empty())
        mistake(item.mark, "expected the name of a column");
      else
        section.columns[index] = item.text;
    });
  }

  int count(ChannelKind kind) const {
    return kind == ChannelKind::pose ? static_cast<int>(coordinates.size())
                                     : static_cast<int>(robot_.motor_joints().size());
  }

  int index_of(ChannelKind kind, const std::string& name) const {
    if (kind == ChannelKind::pose) return pose_coordinate(name);
    for (int i = 0; i < count(kind); ++i) {
      const int joint = robot_.motor_joints()[i];
      if (robot_.mechanism().joints[joint].name == name) return i;
    }
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
        mistake(node.mark, fmt::format("expected {} entries, one per motor, found {}", count(kind), node.items.size()));
        return;
      }
      for (std::size_t i = 0; i < node.items.size() && static_cast<int>(i) < count(kind); ++i)
        use(static_cast<int>(i), node.items[i]);
      return;
    }
    for (const Node::Member& member : node.members) {
      const int index = index_of(kind, member.key);
      if (index < 0)
        mistake(member.key_mark,
                fmt::format("{} is no {} of '{}'", quoted_name(member.key),
                            kind == ChannelKind::pose ? "coordinate" : "motor", robot_.mechanism().name));
      else
        use(index, member.value);
    }
  }

  double number(const Node& node, const Dimension& dimension) {
    try {
      return value_as(evaluate_quantity(node.text, {}), dimension);
    } catch (const QuantityError& error) {
      mistake(node.mark, error.what(), error.hint);
      return 0;
    }
  }

  // "0.12 N m/A": force or moment of the motor per ampere.
  double constant(int index, const Node& node) {
    std::string text = node.text;
    if (!text.ends_with("/A")) {
      mistake(node.mark, fmt::format("expected a force per current such as '0.12 N m/A', found {}", quoted_name(text)));
      return 1;
    }
    text.resize(text.size() - 2);
    const int joint = robot_.motor_joints()[index];
    const Joint& motor = robot_.mechanism().joints[joint];
    try {
      const Quantity quantity = evaluate_quantity(text, {});
      const bool slides = is_length(motor.type, 0) && motor.motor->gear == 1;
      return value_as(quantity, slides ? dimension::force : dimension::torque);
    } catch (const QuantityError& error) {
      mistake(node.mark, error.what(), error.hint);
      return 1;
    }
  }

  const Robot& robot_;
  const LogMap& map_;
  std::vector<Diagnostic> diagnostics_;
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
