#include "jourdain/motion/state_file.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

VectorX in_moves(const Robot& robot, const Acceleration& acceleration) {
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  VectorX values(static_cast<int>(moves.size()));
  for (std::size_t k = 0; k < moves.size(); ++k) {
    const int c = static_cast<int>(moves[k]);
    values[static_cast<int>(k)] = c < 3 ? acceleration.a[c] : acceleration.dw[c - 3];
  }
  return values;
}

}  // namespace

const std::vector<double>& MotionTable::time() const {
  return std::visit([](const auto& table) -> const std::vector<double>& { return table.time; }, table_);
}

const std::vector<int>& MotionTable::lines() const {
  return std::visit([](const auto& table) -> const std::vector<int>& { return table.lines; }, table_);
}

Order MotionTable::order() const {
  return std::visit([](const auto& table) { return table.order; }, table_);
}

Status MotionTable::go_to(std::size_t row, const Robot& robot, Workspace& workspace, Order order) const {
  if (const auto* joints = std::get_if<MotorTable>(&table_)) {
    return forward_kinematics(robot, joints->positions[row], joints->rates[row], joints->accelerations[row], workspace,
                              order);
  }
  return inverse_kinematics(robot, std::get<StateTable>(table_).motions[row], workspace, order);
}

void MotionTable::append(const MotionTable& next) {
  const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  if (auto* joints = std::get_if<MotorTable>(&table_)) {
    const MotorTable& from = std::get<MotorTable>(next.table_);
    add(joints->positions, from.positions);
    add(joints->rates, from.rates);
    add(joints->accelerations, from.accelerations);
  } else {
    add(std::get<StateTable>(table_).motions, std::get<StateTable>(next.table_).motions);
  }
  std::visit([&](auto& table) { add(table.time, next.time()), add(table.lines, next.lines()); }, table_);
}

void MotionTable::remove(const std::vector<std::size_t>& rows) {
  const auto take_out = [&](auto& values) {
    if (values.empty()) return;
    std::size_t kept = 0, next = 0;
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (next < rows.size() && rows[next] == row) {
        ++next;
      } else if (kept++ != row) {
        values[kept - 1] = std::move(values[row]);
      }
    }
    values.resize(kept);
  };
  if (auto* joints = std::get_if<MotorTable>(&table_)) {
    take_out(joints->positions);
    take_out(joints->rates);
    take_out(joints->accelerations);
  } else {
    take_out(std::get<StateTable>(table_).motions);
  }
  std::visit([&](auto& table) { take_out(table.time), take_out(table.lines); }, table_);
}

VectorX MotionTable::given_accelerations(std::size_t row, const Robot& robot) const {
  if (const auto* joints = std::get_if<MotorTable>(&table_)) return joints->accelerations[row];
  return in_moves(robot, std::get<StateTable>(table_).motions[row].acceleration);
}

VectorX MotionTable::actual_accelerations(const Robot& robot, const Workspace& workspace) const {
  if (!is_joint_motion()) return in_moves(robot, workspace.output_acceleration());
  VectorX values(static_cast<int>(robot.motor_joints().size()));
  for (int k = 0; k < static_cast<int>(values.size()); ++k) values[k] = workspace.motor_acceleration(k);
  return values;
}

namespace {

// The table without the columns that stand beside forces: loads and other formulations ("name:what"), digits lost.
CsvTable without_companions(const CsvTable& table) {
  std::vector<std::size_t> kept;
  CsvTable result;
  result.name = table.name;
  result.lines = table.lines;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c] == "digits_lost" || table.columns[c].find(':') != std::string::npos) continue;
    kept.push_back(c);
    result.columns.push_back(table.columns[c]);
  }
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t c : kept) result.values.push_back(table.at(row, c));
  }
  return result;
}

}  // namespace

bool names_a_motor(const Robot& robot, const CsvTable& table) {
  for (int joint : robot.motor_joints()) {
    for (const char* suffix : {"", "_d", "_dd"}) {
      if (table.find(column_name(robot.mechanism(), joint) + suffix) >= 0) return true;
    }
  }
  return false;
}

MotionTable motion_from_csv(const Robot& robot, const CsvTable& table, Order needed, MotionFrame frame, BadRows* bad) {
  if (robot.mechanism().output && !names_a_motor(robot, table)) {
    return MotionTable(states_from_csv(robot, table, frame, needed, bad));
  }
  if (frame == MotionFrame::tool) {
    throw Error(ErrorKind::usage, fmt::format("{}: the motion of joints has no tool frame", table.name));
  }
  return MotionTable(motor_states_from_csv(robot, table, needed, bad));
}

MotionTable read_motion(const Robot& robot, const std::string& path, Order needed, MotionFrame frame, BadRows* bad) {
  return motion_from_csv(robot, read_csv(path, {}, bad), needed, frame, bad);
}

ForceTable forces_from_csv(const Robot& robot, const CsvTable& table) {
  MotorTable columns = motor_states_from_csv(robot, without_companions(table));
  if (columns.order != Order::position) {
    throw Error(ErrorKind::input, fmt::format("{}:1: error: the table has rates (_d): expected forces, one column per "
                                              "actuated joint",
                                              table.name));
  }
  return {std::move(columns.time), std::move(columns.positions), std::move(columns.lines)};
}

ForceTable read_forces(const Robot& robot, const std::string& path) { return forces_from_csv(robot, read_csv(path)); }

}  // namespace jourdain
