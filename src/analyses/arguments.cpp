#include "analyses/arguments.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace jourdain {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& why) {
  throw Error(ErrorKind::usage, fmt::format("{}: {}", option, why));
}

std::string known_or_suggestion(const std::string& name, const std::vector<std::string>& known) {
  const std::string near = suggest(name, known);
  if (!near.empty()) return fmt::format("did you mean '{}'?", near);
  return fmt::format("possible are {}", joined(known));
}

const std::array<std::string_view, 6>& names_of(int order) {
  return order == 0 ? pose_names : order == 1 ? twist_names : acceleration_names;
}

// All entries named, or none: true if named.
bool are_named(const std::string& option, const std::vector<ListEntry>& entries) {
  const auto named = std::count_if(entries.begin(), entries.end(), [](const ListEntry& e) { return !e.name.empty(); });
  if (named > 0 && named < static_cast<long>(entries.size()))
    refuse(option, "give all values with names, or all without");
  return named > 0;
}

}  // namespace

Dimension coordinate_dimension(int coordinate, int order) {
  return coordinate < 3 ? Dimension{0, 1, -order, 0} : Dimension{0, 0, -order, 1};
}

MotionValues::Coordinates parse_coordinates(const Robot& robot, const std::string& option, const std::string& text,
                                            int order, bool position_only) {
  const std::array<std::string_view, 6>& names = names_of(order);
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  const std::vector<ListEntry> entries = split_list(option, text);
  MotionValues::Coordinates values;
  if (are_named(option, entries)) {
    for (const ListEntry& entry : entries) {
      const std::string name = entry.name == "phi" && order == 0 ? "rz" : entry.name;
      const auto it = std::find(names.begin(), names.end(), name);
      if (it == names.end()) {
        refuse(option, fmt::format("unknown coordinate '{}': {}", entry.name,
                                   known_or_suggestion(entry.name, {names.begin(), names.end()})));
      }
      const int c = static_cast<int>(it - names.begin());
      if (values[c]) refuse(option, fmt::format("'{}' is given twice", entry.name));
      values[c] = quantity(option, entry.text, coordinate_dimension(c, order));
    }
    return values;
  }
  std::vector<int> wanted;
  if (entries.size() == 6 || (position_only && entries.size() == 3)) {
    for (int c = 0; c < static_cast<int>(entries.size()); ++c) wanted.push_back(c);
  } else {
    for (Move move : moves) wanted.push_back(static_cast<int>(move));
  }
  if (entries.size() != wanted.size()) {
    std::vector<std::string_view> own;
    for (int c : wanted) own.push_back(names[c]);
    const std::string all = own.size() < 6 ? fmt::format(", or 6 ({})", joined(names)) : "";
    refuse(option, fmt::format("expected {} values ({}){}, found {}", own.size(), joined(own), all, entries.size()));
  }
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    values[wanted[k]] = quantity(option, entries[k].text, coordinate_dimension(wanted[k], order));
  }
  return values;
}

namespace {

// One value per motor; what each measures depends on whether it slides.
VectorX parse_by_motor(const Robot& robot, const std::string& option, const std::string& text, const VectorX& base,
                       const Dimension& sliding, const Dimension& turning) {
  const Mechanism& mechanism = robot.mechanism();
  const std::vector<int>& motors = robot.motor_joints();
  const std::vector<ListEntry> entries = split_list(option, text);
  std::vector<std::string> names;
  for (int joint : motors) names.push_back(mechanism.joints[joint].name);
  const bool named = are_named(option, entries);
  if (!named && entries.size() != names.size()) {
    refuse(option, fmt::format("expected {} values ({}), found {}", names.size(), joined(names), entries.size()));
  }
  VectorX values = base;
  std::set<std::string> seen;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    std::size_t motor = k;
    if (named) {
      const std::string& name = entries[k].name;
      motor = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      if (motor == names.size()) {
        refuse(option, fmt::format("'{}' is not an actuated joint: {}", name, known_or_suggestion(name, names)));
      }
      if (!seen.insert(name).second) refuse(option, fmt::format("'{}' is given twice", name));
    }
    const bool slides = is_length(mechanism.joints[motors[motor]].type, 0);
    values[static_cast<int>(motor)] = quantity(option, entries[k].text, slides ? sliding : turning);
  }
  return values;
}

}  // namespace

VectorX parse_motors(const Robot& robot, const std::string& option, const std::string& text, int order,
                     const VectorX& base) {
  return parse_by_motor(robot, option, text, base, coordinate_dimension(0, order), coordinate_dimension(3, order));
}

VectorX parse_forces(const Robot& robot, const std::string& option, const std::string& text) {
  const VectorX zero = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));
  return parse_by_motor(robot, option, text, zero, Dimension{1, 1, -2, 0}, Dimension{1, 2, -2, 0});
}

VectorX parse_stiffness(const Robot& robot, const std::string& option, const std::string& text) {
  const std::vector<ListEntry> entries = split_list(option, text);
  const std::size_t motors = robot.motor_joints().size();
  std::string each = text;
  if (entries.size() == 1 && entries[0].name.empty()) {
    for (std::size_t k = 1; k < motors; ++k) each += "," + text;
  }
  const VectorX none = VectorX::Constant(static_cast<int>(motors), std::numeric_limits<double>::quiet_NaN());
  const VectorX values = parse_by_motor(robot, option, each, none, Dimension{1, 0, -2, 0}, Dimension{1, 2, -2, -1});
  for (std::size_t k = 0; k < motors; ++k) {
    const double value = values[static_cast<int>(k)];
    const std::string& name = robot.mechanism().joints[robot.motor_joints()[k]].name;
    if (std::isnan(value)) refuse(option, fmt::format("'{}' has no value: name every motor", name));
    if (!(value > 0)) refuse(option, fmt::format("that of '{}' must be positive", name));
  }
  return values;
}

void parse_pose(const Robot& robot, const PoseArguments& arguments, MotionValues& values) {
  const int turns = !arguments.quaternion.empty() + !arguments.rotation_vector.empty() + !arguments.matrix.empty();
  if (turns > 1) throw Error(ErrorKind::usage, "give one of --quaternion, --rotation-vector and --matrix");
  if (!arguments.pose.empty()) values.pose = parse_coordinates(robot, "--pose", arguments.pose, 0, turns > 0);
  if (turns > 0 && (values.pose[3] || values.pose[4] || values.pose[5])) {
    throw Error(ErrorKind::usage, "the orientation is given twice: leave rx, ry, rz out of --pose");
  }
  if (!arguments.quaternion.empty()) {
    const std::vector<double> q = numbers("--quaternion", arguments.quaternion, 4);
    const Eigen::Vector4d wxyz(q[0], q[1], q[2], q[3]);
    values.rotation = rotation_from_given_quaternion(wxyz);
    if (!values.rotation)
      refuse("--quaternion", fmt::format("the length is {:.9g}, expected 1 within 1e-6", wxyz.norm()));
  }
  if (!arguments.rotation_vector.empty()) {
    std::vector<double> r;
    for (const ListEntry& entry : split_list("--rotation-vector", arguments.rotation_vector)) {
      r.push_back(quantity("--rotation-vector", entry.text, coordinate_dimension(3, 0)));
    }
    if (r.size() != 3) refuse("--rotation-vector", fmt::format("expected 3 values, found {}", r.size()));
    values.rotation = rotation_from_vector({r[0], r[1], r[2]});
  }
  if (!arguments.matrix.empty()) {
    const std::vector<double> r = numbers("--matrix", arguments.matrix, 9);
    values.rotation =
        rotation_from_given_matrix((Matrix3() << r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]).finished());
    if (!values.rotation)
      refuse("--matrix", "the rows are not those of a rotation: orthonormal within 1e-6, right-handed");
  }
}

void require_output(const Robot& robot) {
  if (robot.mechanism().output) return;
  throw Error(ErrorKind::usage,
              fmt::format("'{}' has no platform or end point to place: use fk, or declare one in the model",
                          robot.mechanism().name));
}

}  // namespace jourdain
