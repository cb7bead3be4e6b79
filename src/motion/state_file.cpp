#include "jourdain/motion/state_file.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "io/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

using Names = std::array<std::string_view, 6>;
constexpr std::array<std::string_view, 4> quaternion_names{"qw", "qx", "qy", "qz"};

[[noreturn]] void refuse(const CsvTable& table, const std::string& why) {
  throw Error(ErrorKind::input, fmt::format("{}:1: error: {}", printable(table.name), why));
}

void check_known(const CsvTable& table, const std::vector<std::string>& known) {
  std::vector<std::string> unknown;
  for (const std::string& name : table.columns) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = suggest(name, known);
    unknown.push_back(near.empty() ? quoted_name(name)
                                   : fmt::format("{} (did you mean '{}'?)", quoted_name(name), near));
  }
  if (unknown.empty()) return;
  refuse(table, fmt::format("unknown column{}: {}; possible are {}", unknown.size() > 1 ? "s" : "", joined(unknown),
                            joined(known, " ")));
}

void check_missing(const CsvTable& table, const std::vector<std::string>& missing, std::string_view what) {
  if (missing.empty()) return;
  refuse(table, fmt::format("missing column{} '{}': {}", missing.size() > 1 ? "s" : "", joined(missing, "', '"), what));
}

// Reads row by row: `read` adds what a row holds, or throws. A row with mistakes ends the reading, or is left out where
// there is a list for it.
template <typename Table, typename Read>
void read_rows(const CsvTable& table, BadRows* bad, Table& states, const Read& read) {
  const int t = table.find("t");
  for (std::size_t row = 0; row < table.rows(); ++row) {
    try {
      if (t >= 0 && !states.time.empty() && !(table.at(row, t) > states.time.back())) {
        throw Error(ErrorKind::input, fmt::format("{}the time must rise, found {:.9g} after {:.9g}",
                                                  csv_place(table, row, t), table.at(row, t), states.time.back()));
      }
      read(row);
      if (t >= 0) states.time.push_back(table.at(row, t));
      states.lines.push_back(table.lines[row]);
    } catch (const Error& error) {
      if (!bad) throw;
      bad->push_back({Severity::error, {table.lines[row], 0}, error.what(), {}});
    }
  }
  // With a list, the caller may have other rows.
  if (states.lines.empty() && !bad) throw Error(ErrorKind::input, fmt::format("{}: no row can be used", table.name));
}

// Where each coordinate stands in the file, -1 if it does not.
struct StateColumns {
  std::array<int, 6> pose, twist, acceleration;
  std::array<int, 4> quaternion;
  bool has_quaternion = false;
  bool has_surplus = false;  // more than the moves
  Order order = Order::position;
};

std::array<int, 6> find_columns(const CsvTable& table, const Names& names) {
  std::array<int, 6> columns;
  for (int c = 0; c < 6; ++c) columns[c] = table.find(names[c]);
  return columns;
}

bool any(const std::array<int, 6>& columns) {
  return std::any_of(columns.begin(), columns.end(), [](int c) { return c >= 0; });
}

// All moves must be there; true if there are columns beyond them.
bool check_moves(const Robot& robot, const CsvTable& table, const std::array<int, 6>& columns, const Names& names,
                 bool turned, std::string_view what) {
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  std::vector<std::string> missing;
  std::size_t needed = 0;
  for (Move move : moves) {
    const int c = static_cast<int>(move);
    if (columns[c] >= 0) ++needed;
    if (columns[c] < 0 && !(turned && c >= 3)) missing.emplace_back(names[c]);
  }
  check_missing(table, missing, what);
  return static_cast<std::size_t>(std::count_if(columns.begin(), columns.end(), [](int c) { return c >= 0; })) > needed;
}

StateColumns find_state_columns(const Robot& robot, const CsvTable& table, Order needed) {
  std::vector<std::string> known{"t"};
  for (const Names* names : {&pose_names, &twist_names, &acceleration_names})
    known.insert(known.end(), names->begin(), names->end());
  known.insert(known.end(), quaternion_names.begin(), quaternion_names.end());
  known.emplace_back("phi");
  check_known(table, known);

  StateColumns found;
  found.pose = find_columns(table, pose_names);
  found.twist = find_columns(table, twist_names);
  found.acceleration = find_columns(table, acceleration_names);
  const int phi = table.find("phi");
  if (phi >= 0 && found.pose[5] >= 0) refuse(table, "'phi' is another name of 'rz': give one of them");
  if (phi >= 0) found.pose[5] = phi;

  std::vector<std::string> missing;
  for (int i = 0; i < 4; ++i) {
    found.quaternion[i] = table.find(quaternion_names[i]);
    if (found.quaternion[i] < 0) missing.emplace_back(quaternion_names[i]);
  }
  found.has_quaternion = missing.size() < 4;
  if (found.has_quaternion) check_missing(table, missing, "a quaternion has four columns");
  const bool has_angles = found.pose[3] >= 0 || found.pose[4] >= 0 || found.pose[5] >= 0;
  if (found.has_quaternion && has_angles) refuse(table, "give the orientation as quaternion or as angles, not as both");

  const std::string robot_moves = fmt::format("'{}' needs them for its moves", robot.mechanism().name);
  found.has_surplus = check_moves(robot, table, found.pose, pose_names, found.has_quaternion, robot_moves);
  if (any(found.twist) || needed != Order::position) {
    found.order = Order::velocity;
    found.has_surplus |= check_moves(robot, table, found.twist, twist_names, false, "velocities need all moves");
  }
  if (any(found.acceleration) || needed == Order::acceleration) {
    if (found.order == Order::position)
      refuse(table, "there are accelerations but no velocities: add the columns vx ... wz");
    found.order = Order::acceleration;
    found.has_surplus |=
        check_moves(robot, table, found.acceleration, acceleration_names, false, "accelerations need all moves");
  }
  found.has_surplus |= found.has_quaternion && robot.mechanism().output->moves.size() < 6;
  return found;
}

MotionValues row_values(const CsvTable& table, const StateColumns& columns, std::size_t row) {
  MotionValues values;
  const auto take = [&](const std::array<int, 6>& from, MotionValues::Coordinates& to) {
    for (int c = 0; c < 6; ++c) {
      if (from[c] >= 0) to[c] = table.at(row, from[c]);
    }
  };
  take(columns.pose, values.pose);
  take(columns.twist, values.twist);
  take(columns.acceleration, values.acceleration);
  if (columns.has_quaternion) {
    Eigen::Vector4d q;
    for (int i = 0; i < 4; ++i) q[i] = table.at(row, columns.quaternion[i]);
    values.rotation = rotation_from_given_quaternion(q);
    if (!values.rotation) {
      throw Error(ErrorKind::input, fmt::format("{}the quaternion has the length {:.9g}, expected 1 within 1e-6",
                                                csv_place(table, row, columns.quaternion[0]), q.norm()));
    }
  }
  return values;
}

// Columns <joint><suffix> of all actuated joints: all of them or none.
std::vector<int> find_joint_columns(const Robot& robot, const CsvTable& table, std::string_view suffix, bool needed) {
  std::vector<int> columns;
  std::vector<std::string> missing;
  for (int joint : robot.motor_joints()) {
    const std::string name = fmt::format("{}{}", column_name(robot.mechanism(), joint), suffix);
    columns.push_back(table.find(name));
    if (columns.back() < 0) missing.push_back(name);
  }
  if (missing.size() == columns.size() && !needed) return {};
  check_missing(table, missing, "every actuated joint needs one");
  return columns;
}

int count_motors(const Robot& robot) {
  if (robot.motor_joints().empty())
    throw Error(ErrorKind::usage, fmt::format("'{}' has no motors", robot.mechanism().name));
  return static_cast<int>(robot.motor_joints().size());
}

VectorX row_vector(const CsvTable& table, const std::vector<int>& columns, std::size_t row, int count) {
  VectorX v = VectorX::Zero(count);
  for (std::size_t k = 0; k < columns.size(); ++k) v[static_cast<int>(k)] = table.at(row, columns[k]);
  return v;
}

}  // namespace

StateTable states_from_csv(const Robot& robot, const CsvTable& table, MotionFrame frame, Order needed, BadRows* bad) {
  if (!robot.mechanism().output) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has no platform or end point, hence no poses", robot.mechanism().name));
  }
  const StateColumns columns = find_state_columns(robot, table, needed);
  StateTable states;
  states.order = columns.order;
  Workspace workspace(robot);
  read_rows(table, bad, states, [&](std::size_t row) {
    const MotionValues values = row_values(table, columns, row);
    const PlatformState motion = complete_state(robot, values, frame);
    // What the mechanism does at this row; whether it can get there is the caller's question.
    if (columns.has_surplus && inverse_kinematics(robot, motion, workspace, columns.order) == Status::ok) {
      const std::string wrong = contradiction(robot, values, workspace, frame);
      if (!wrong.empty())
        throw Error(ErrorKind::input, fmt::format("{}:{}: error: {}", printable(table.name), table.lines[row], wrong));
    }
    states.motions.push_back(motion);
  });
  return states;
}

StateTable read_states(const Robot& robot, const std::string& path, MotionFrame frame, BadRows* bad) {
  return states_from_csv(robot, read_csv(path, {}, bad), frame, Order::position, bad);
}

MotorTable motor_states_from_csv(const Robot& robot, const CsvTable& table, Order needed, BadRows* bad) {
  const int count = count_motors(robot);
  std::vector<std::string> known{"t"};
  for (const char* suffix : {"", "_d", "_dd"}) {
    for (int joint : robot.motor_joints()) known.push_back(column_name(robot.mechanism(), joint) + suffix);
  }
  check_known(table, known);
  const std::vector<int> positions = find_joint_columns(robot, table, "", true);
  const std::vector<int> rates = find_joint_columns(robot, table, "_d", needed != Order::position);
  const std::vector<int> accelerations = find_joint_columns(robot, table, "_dd", needed == Order::acceleration);
  if (rates.empty() && !accelerations.empty()) refuse(table, "there are accelerations (_dd) but no rates (_d)");
  MotorTable states;
  states.order = !accelerations.empty() ? Order::acceleration : !rates.empty() ? Order::velocity : Order::position;
  read_rows(table, bad, states, [&](std::size_t row) {
    states.positions.push_back(row_vector(table, positions, row, count));
    states.rates.push_back(row_vector(table, rates, row, count));
    states.accelerations.push_back(row_vector(table, accelerations, row, count));
  });
  return states;
}

MotorTable read_motor_states(const Robot& robot, const std::string& path, BadRows* bad) {
  return motor_states_from_csv(robot, read_csv(path, {}, bad), Order::position, bad);
}

}  // namespace jourdain
