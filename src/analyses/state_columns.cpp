#include "analyses/state_columns.hpp"

#include "analyses/words.hpp"
#include "jourdain/motion/state_file.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "model/joint_freedoms.hpp"

#include <algorithm>
#include <numeric>

namespace jourdain {
namespace {

// What a coordinate of a joint, or its rate or acceleration, measures.
Measure coordinate_measure(const Joint& joint, int coordinate, int order) {
  const JointKind& kind = joint_kind(joint.type);
  if (kind.is_ball) return order == 0 ? Measure::number : motion_measure(false, order);
  return motion_measure(is_length(joint.type, coordinate), order);
}

}  // namespace

void add_output_columns(Order order, std::vector<RowColumn>& columns) {
  const auto add = [&](const auto& names, int derivative) {
    for (int c = 0; c < 6; ++c) columns.push_back({std::string(names[c]), motion_measure(c < 3, derivative)});
  };
  for (const char* name : {"x", "y", "z"}) columns.push_back({name, Measure::length});
  for (const char* name : {"qw", "qx", "qy", "qz"}) columns.push_back({name});
  if (order != Order::position) add(twist_names, 1);
  if (order == Order::acceleration) add(acceleration_names, 2);
}

double* put_output(const PlatformState& motion, Order order, double* to) {
  const auto put = [&](const auto& v) { to = std::copy(v.data(), v.data() + v.size(), to); };
  put(motion.pose.p);
  put(quaternion_from_rotation(motion.pose.R));
  if (order != Order::position) put(motion.twist.v), put(motion.twist.w);
  if (order == Order::acceleration) put(motion.acceleration.a), put(motion.acceleration.dw);
  return to;
}

void add_joint_columns(const Robot& robot, const std::vector<int>& joints, Order order,
                       std::vector<RowColumn>& columns) {
  const auto add = [&](const auto& names_of, const char* suffix, int derivative) {
    for (const int j : joints) {
      int coordinate = 0;
      for (const std::string& name : names_of(robot.mechanism(), j))
        columns.push_back({name + suffix, coordinate_measure(robot.mechanism().joints[j], coordinate++, derivative)});
    }
  };
  add(joint_position_names, "", 0);
  if (order != Order::position) add(joint_rate_names, "_d", 1);
  if (order == Order::acceleration) add(joint_rate_names, "_dd", 2);
}

double* put_joints(const Workspace& workspace, const std::vector<int>& joints, Order order, double* to) {
  std::size_t rates = 0;
  double* const first = to;
  for (const int j : joints) {
    const JointState s = workspace.joint(j);
    to = std::copy(s.position, s.position + s.positions, to);
    rates += static_cast<std::size_t>(s.freedoms);
  }
  if (order == Order::position) return to;
  double *rate = first + (to - first), *acceleration = rate + rates;
  for (const int j : joints) {
    const JointState s = workspace.joint(j);
    rate = std::copy(s.rate, s.rate + s.freedoms, rate);
    if (order == Order::acceleration)
      acceleration = std::copy(s.acceleration, s.acceleration + s.freedoms, acceleration);
  }
  return acceleration;
}

JointState joint_state(const Robot& robot, const Workspace& workspace, int joint) {
  JointState s = workspace.joint(joint);
  const auto motor = std::ranges::find(robot.motor_joints(), joint);
  if (motor == robot.motor_joints().end()) return s;
  const int k = static_cast<int>(motor - robot.motor_joints().begin());
  s.position[0] = workspace.motor_position(k);
  s.rate[0] = workspace.motor_velocity(k);
  s.acceleration[0] = workspace.motor_acceleration(k);
  return s;
}

std::vector<int> chosen_joints(const Robot& robot, bool all) {
  if (!all) return robot.motor_joints();
  std::vector<int> joints(robot.mechanism().joints.size());
  std::iota(joints.begin(), joints.end(), 0);
  return joints;
}

Table table_of_joints(const Robot& robot, const Workspace& workspace, const std::vector<int>& joints, Order order) {
  Table table{"joints", "Joints"};
  table.columns = {
      {"joint", "joint"}, {"freedom", "freedom"}, {"type", "type"}, {"motor", "motor"}, {"position", "position"}};
  if (order != Order::position) table.columns.push_back({"rate", "rate"});
  if (order == Order::acceleration) table.columns.push_back({"acceleration", "acceleration"});
  table.columns.push_back({"quaternion", "quaternion"});
  for (const int j : joints) {
    const Joint& joint = robot.mechanism().joints[j];
    JointState s = joint_state(robot, workspace, j);
    Cell quaternion;
    // A ball joint: its Cardan angles, and rates in the axes of its frame on the first body.
    const bool ball = joint_kind(joint.type).is_ball;
    if (ball) {
      const Eigen::Vector4d q(s.position[0], s.position[1], s.position[2], s.position[3]);
      quaternion = NamedNumbers{{{"w", {q[0]}}, {"x", {q[1]}}, {"y", {q[2]}}, {"z", {q[3]}}}};
      const Vector3 cardan = cardan_from_rotation(rotation_from_quaternion(q));
      std::copy(cardan.data(), cardan.data() + 3, s.position);
    }
    for (int i = 0; i < s.freedoms; ++i) {
      const auto number = [&](const double* values, int n) {
        return measured(values[i], motion_measure(!ball && is_length(joint.type, i), n));
      };
      std::vector<Cell>& row = table.rows.emplace_back();
      row = {joint.name, ball ? std::string(pose_names[3 + i]) : freedom_word(joint, i),
             std::string(to_string(joint.type)), joint.motor.has_value(), number(s.position, 0)};
      if (order != Order::position) row.emplace_back(number(s.rate, 1));
      if (order == Order::acceleration) row.emplace_back(number(s.acceleration, 2));
      row.push_back(i == 0 ? quaternion : Cell());
    }
  }
  return table;
}

}  // namespace jourdain
