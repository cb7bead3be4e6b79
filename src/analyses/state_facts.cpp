#include "analyses/state_facts.hpp"

#include "analyses/words.hpp"
#include "jourdain/motion/state_file.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "kinematics/home_hints.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

NamedNumbers coordinates(const std::array<std::string_view, 6>& names, const Vector3& linear, const Vector3& angular,
                         int order) {
  NamedNumbers numbers;
  for (int c = 0; c < 6; ++c)
    numbers.entries.push_back(
        {std::string(names[c]), {c < 3 ? linear[c] : angular[c - 3], motion_measure(c < 3, order)}});
  return numbers;
}

}  // namespace

std::string title_at(const Robot& robot, const Workspace& workspace) {
  const std::string name = marked_name(robot.mechanism());
  if (!robot.mechanism().output) return name;
  return fmt::format("{} at {}", name, moves_text(robot.mechanism(), robot.size(), workspace.output_pose(), 6));
}

NamedNumbers pose_numbers(const Placement& pose) {
  return coordinates(pose_names, pose.p, cardan_from_rotation(pose.R), 0);
}

NamedNumbers pose_numbers(const Placement& pose, const std::vector<Move>& moves) {
  const NamedNumbers all = pose_numbers(pose);
  NamedNumbers chosen;
  for (const Move move : moves) chosen.entries.push_back(all.entries[static_cast<std::size_t>(move)]);
  return chosen;
}

Facts state_facts(const Workspace& workspace, Order order) {
  const Placement pose = workspace.output_pose();
  Facts facts{"state", "State"};
  facts.facts.push_back({"pose", "pose", pose_numbers(pose)});
  if (order == Order::position) return facts;
  const Twist twist = workspace.output_twist();
  facts.facts.push_back({"twist", "velocity", coordinates(twist_names, twist.v, twist.w, 1)});
  return facts;
}

Facts motion_facts(const PlatformState& motion, Order order) {
  Facts facts{"state", "State"};
  const auto put = [&](const char* key, const char* title, NamedNumbers numbers) {
    facts.facts.push_back({key, title, std::move(numbers)});
  };
  const Eigen::Vector4d q = quaternion_from_rotation(motion.pose.R);
  const Vector3 turn = vector_from_rotation(motion.pose.R);
  put("pose", "pose", coordinates(pose_names, motion.pose.p, cardan_from_rotation(motion.pose.R), 0));
  put("quaternion", "quaternion", {{{"w", {q[0]}}, {"x", {q[1]}}, {"y", {q[2]}}, {"z", {q[3]}}}});
  put("rotation_vector", "rotation vector",
      {{{"x", {turn[0], Measure::angle}}, {"y", {turn[1], Measure::angle}}, {"z", {turn[2], Measure::angle}}}});
  if (order != Order::position) put("twist", "velocity", coordinates(twist_names, motion.twist.v, motion.twist.w, 1));
  if (order == Order::acceleration)
    put("acceleration", "acceleration",
        coordinates(acceleration_names, motion.acceleration.a, motion.acceleration.dw, 2));
  return facts;
}

void add_pose_numbers(const Placement& pose, std::vector<KeyNumber>& numbers) {
  const Vector3 angles = cardan_from_rotation(pose.R);
  for (int c = 0; c < 6; ++c) {
    const std::string name(pose_names[c]);
    numbers.push_back({"pose/" + name,
                       c < 3 ? "position" : "angle",
                       name,
                       {c < 3 ? pose.p[c] : angles[c - 3], motion_measure(c < 3, 0)}});
  }
}

Table motor_states(const Robot& robot, const Workspace& workspace, Order order) {
  Table table{"motors", "Motors"};
  table.columns = {{"motor", "motor"}, {"position", "position"}};
  if (order != Order::position) table.columns.push_back({"rate", "rate"});
  if (order == Order::acceleration) table.columns.push_back({"acceleration", "acceleration"});
  const std::vector<std::string> names = motor_names(robot);
  for (int k = 0; k < static_cast<int>(names.size()); ++k) {
    const bool length = motor_slides(robot, k);
    std::vector<Cell>& row = table.rows.emplace_back();
    row = {names[k], Number{workspace.motor_position(k), motion_measure(length, 0)}};
    if (order != Order::position) row.emplace_back(Number{workspace.motor_velocity(k), motion_measure(length, 1)});
    if (order == Order::acceleration)
      row.emplace_back(Number{workspace.motor_acceleration(k), motion_measure(length, 2)});
  }
  return table;
}

Fact limit_fact(const Robot& robot, const LimitState& limit, std::string key, std::string title) {
  Fact fact{std::move(key), std::move(title)};
  fact.note = limit.joint < 0 ? "the model declares none" : limited_joint(robot, limit);
  if (limit.joint < 0) return fact;
  const bool slides = is_length_limit(robot, limit);
  const Measure measure = motion_measure(slides, 0);
  const double margin = limit.margin * (slides ? robot.size() : 1.0);
  fact.cell = Cell(NamedNumbers{{{"at", {limit.value, measure}},
                                 {"lower", {limit.lower, measure}},
                                 {"upper", {limit.upper, measure}},
                                 {"margin", {margin, measure}}}},
                   margin < 0 ? Tone::bad : Tone::plain);
  return fact;
}

void add_distances(const Robot& robot, const Workspace& workspace, const SingularityReport& report, Facts& facts) {
  const auto add = [&](const char* key, const char* title, double distance, const std::string& note) {
    const Tone tone = distance < 1e-4 ? Tone::bad : distance < 0.02 ? Tone::caution : Tone::plain;
    facts.facts.push_back({key, title, {Number{distance}, tone}, note});
  };
  const std::string limb = report.limb >= 0 ? ", worst at " + robot.limbs()[report.limb].name : "";
  add("type1", "type-1 distance", report.type1, "0: a leg cannot follow" + limb);
  add("type2", "type-2 distance", report.type2, "0: the motors lose control");
  add("constraint", "constraint distance", report.constraint, "0: the mechanism gains a freedom");
  facts.facts.push_back({"digits_lost", "digits lost", Number{std::min(report.digits_lost, 16.0)}});
  const std::vector<LimitState> exceeded = exceeded_limits(robot, workspace);
  if (exceeded.empty())
    facts.facts.push_back(limit_fact(robot, nearest_limit(robot, workspace), "nearest_limit", "nearest limit"));
  for (std::size_t k = 0; k < exceeded.size(); ++k)
    facts.facts.push_back(limit_fact(
        robot, exceeded[k], k == 0 ? "limit_exceeded" : fmt::format("limit_exceeded_{}", k + 1), "limit exceeded"));
}

void add_distances(const SingularityReport& report, std::vector<KeyNumber>& numbers) {
  numbers.push_back({"type1", "distance", "type1", {report.type1}});
  numbers.push_back({"type2", "distance", "type2", {report.type2}});
  numbers.push_back({"constraint", "distance", "constraint", {report.constraint}});
}

AxisNames motor_axes(const Robot& robot, const std::vector<int>& motors, int order) {
  const std::vector<std::string> names = motor_names(robot);
  AxisNames axes;
  for (const int k : motors) {
    axes.names.push_back(names[k]);
    axes.units.emplace_back(words_of(motion_measure(motor_slides(robot, k), order)).unit);
  }
  return axes;
}

AxisNames output_axes(int order) {
  const std::array<std::string_view, 6>& names = order == 1 ? twist_names : acceleration_names;
  AxisNames axes;
  for (std::size_t c = 0; c < 6; ++c) {
    axes.names.emplace_back(names[c]);
    axes.units.emplace_back(words_of(motion_measure(c < 3, order)).unit);
  }
  return axes;
}

AxisNames move_axes(const Robot& robot, int order) {
  const AxisNames all = output_axes(order);
  AxisNames axes;
  for (const Move move : robot.mechanism().output->moves) {
    axes.names.push_back(all.names[static_cast<std::size_t>(move)]);
    axes.units.push_back(all.units[static_cast<std::size_t>(move)]);
  }
  return axes;
}

Matrix matrix_of(std::string key, std::string title, const AxisNames& rows, const AxisNames& columns,
                 const MatrixX& entries) {
  Matrix matrix{std::move(key), std::move(title), rows.names, columns.names, {}, rows.units, columns.units};
  for (int i = 0; i < static_cast<int>(entries.rows()); ++i)
    for (int j = 0; j < static_cast<int>(entries.cols()); ++j) matrix.values.push_back(entries(i, j));
  return matrix;
}

}  // namespace jourdain
