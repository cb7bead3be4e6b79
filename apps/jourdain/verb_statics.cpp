// jourdain statics.
#include "matrix_text.hpp"

#include "core/joined.hpp"
#include "jourdain/dynamics/statics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain::cli {
namespace {

constexpr const char* wrench_names[] = {"fx", "fy", "fz", "mx", "my", "mz"};

const Actuator& motor_of(const Robot& robot, int k) {
  return *robot.mechanism().joints[robot.actuators()[static_cast<std::size_t>(k)]].actuator;
}

// What holds at a pose. Without an output there are holding forces only.
struct Statics {
  VectorX holding;
  std::vector<std::pair<Capability, Capability>> forces;  // along and against each of fx ... mz
  std::vector<Capability> speeds;                         // of each move
  std::optional<LabelledMatrix> stiffness;
};

void check_capability(const Capability& capability, const char* what) {
  if (capability.status == Status::ok) return;
  throw Error(ErrorKind::numerical, fmt::format("{}: {}", what, to_string(capability.status)));
}

void add_capabilities(const Robot& robot, Workspace& ws, Statics& result) {
  for (int c = 0; c < 6; ++c) {
    Vector6 direction = Vector6::Zero();
    direction[c] = 1;
    const Capability along = force_capability(robot, ws, direction, result.holding);
    const Capability against = force_capability(robot, ws, -direction, result.holding);
    for (const Capability& each : {along, against}) check_capability(each, "largest forces");
    result.forces.emplace_back(along, against);
  }
  const int n = static_cast<int>(robot.mechanism().output->moves.size());
  for (int k = 0; k < n; ++k) {
    result.speeds.push_back(speed_capability(robot, ws, VectorX::Unit(n, k)));
    check_capability(result.speeds.back(), "largest speeds");
  }
}

// Forces by small displacements in the output's moves.
LabelledMatrix stiffness_at(const Robot& robot, Workspace& ws, const std::string& text) {
  LabelledMatrix K;
  for (Move move : robot.mechanism().output->moves) {
    const int c = static_cast<int>(move);
    K.rows.push_back({wrench_names[c], c < 3 ? "N" : "N m"});
    K.columns.push_back({fmt::format("{}{}", c < 3 ? "" : "about ", "xyz"[c % 3]), c < 3 ? "m" : "rad"});
  }
  const int n = static_cast<int>(K.rows.size());
  K.entries.resize(n, n);
  const VectorX stiffness = parse_stiffness(robot, "--stiffness", text);
  if (output_stiffness(robot, ws, stiffness, K.entries) != Status::ok) refuse_status(ws, "stiffness: ");
  return K;
}

Statics statics_at(const Robot& robot, const StaticsOptions& options, const MotionTable& motion, const LoadCase& load,
                   Workspace& ws) {
  Statics result;
  result.holding.resize(static_cast<int>(robot.actuators().size()));
  if (holding_forces(robot, ws, result.holding, load.options) != Status::ok) {
    refuse_row(robot, options.motion, motion, 0, ws, "holding forces: ");
  }
  if (robot.mechanism().output) add_capabilities(robot, ws, result);
  if (!options.stiffness.empty()) result.stiffness = stiffness_at(robot, ws, options.stiffness);
  return result;
}

// Warns of what cannot be held, and of joints beyond their limits; true if all is well.
bool warn_of_statics(const Robot& robot, const StaticsOptions& options, const MotionTable& motion, const Workspace& ws,
                     const Statics& result) {
  bool good = true;
  for (int k = 0; k < static_cast<int>(result.holding.size()); ++k) {
    if (std::abs(result.holding[k]) <= motor_of(robot, k).max_force) continue;
    warn(fmt::format("motor {} needs {:.4g} {} to hold, its largest is {:.4g}",
                     motor_names(robot)[static_cast<std::size_t>(k)], std::abs(result.holding[k]), force_unit(robot, k),
                     motor_of(robot, k).max_force));
    good = false;
  }
  return !warn_of_joints(robot, options.motion, motion, {nearest_limit(robot, ws)}) && good;
}

std::string limiting_motor(const Robot& robot, const Capability& capability) {
  return capability.actuator < 0 ? "" : motor_names(robot)[static_cast<std::size_t>(capability.actuator)];
}

Json capability_json(const Robot& robot, const Capability& capability) {
  const std::string motor = limiting_motor(robot, capability);
  return {{"largest", finite(capability.factor)}, {"limited_by", motor.empty() ? Json(nullptr) : Json(motor)}};
}

Json statics_json(const Robot& robot, const Workspace& ws, const Statics& result, bool good) {
  Json json = answer("statics", robot);
  json["ok"] = good;
  const bool placed = robot.mechanism().output.has_value();
  json["pose"] = placed ? pose_json(ws.output_pose()) : Json(nullptr);
  json["motors"] = Json::array();
  for (int k = 0; k < static_cast<int>(result.holding.size()); ++k) {
    json["motors"].push_back({{"joint", motor_names(robot)[static_cast<std::size_t>(k)]},
                              {"unit", force_unit(robot, k)},
                              {"holding", finite(result.holding[k])},
                              {"max_force", finite(motor_of(robot, k).max_force)},
                              {"max_speed", finite(motor_of(robot, k).max_speed)}});
  }
  json["force_capability"] = placed ? Json::object() : Json(nullptr);
  for (std::size_t c = 0; c < result.forces.size(); ++c) {
    json["force_capability"][wrench_names[c]] = {{"along", capability_json(robot, result.forces[c].first)},
                                                 {"against", capability_json(robot, result.forces[c].second)}};
  }
  json["speed_capability"] = placed ? Json::object() : Json(nullptr);
  for (std::size_t k = 0; k < result.speeds.size(); ++k) {
    json["speed_capability"][move_labels(robot)[k].name] = capability_json(robot, result.speeds[k]);
  }
  json["stiffness"] = result.stiffness ? matrix_json(*result.stiffness) : Json(nullptr);
  json["nearest_limit"] = limit_json(robot, nearest_limit(robot, ws));
  return json;
}

void print_holding(const Robot& robot, const Numbers& number, const Statics& result) {
  heading("Holding forces");
  Table table({"motor", ">force", "", ">its limit", ">of it"});
  for (int k = 0; k < static_cast<int>(result.holding.size()); ++k) {
    const double limit = motor_of(robot, k).max_force;
    const bool limited = std::isfinite(limit);
    table.add({motor_names(robot)[static_cast<std::size_t>(k)], number(result.holding[k]), force_unit(robot, k),
               limited ? number(limit) : "",
               limited ? fmt::format("{} %", Numbers{3}(std::abs(result.holding[k]) / limit * 100)) : ""});
  }
  table.print();
}

// Motors that the model gives no such limit.
std::vector<std::string> unlimited_motors(const Robot& robot, double Actuator::*limit) {
  std::vector<std::string> names;
  for (int k = 0; k < static_cast<int>(robot.actuators().size()); ++k) {
    if (!std::isfinite(motor_of(robot, k).*limit)) names.push_back(motor_names(robot)[static_cast<std::size_t>(k)]);
  }
  return names;
}

bool any_limited(const Robot& robot, double Actuator::*limit) {
  return unlimited_motors(robot, limit).size() < robot.actuators().size();
}

void print_unlimited(const Robot& robot, double Actuator::*limit, const char* name) {
  const std::vector<std::string> names = unlimited_motors(robot, limit);
  if (names.empty()) return;
  print_text("  Without {}, and taken as unlimited: {}\n", name, joined(names));
}

std::string largest_text(const Numbers& number, const Capability& capability) {
  return std::isfinite(capability.factor) ? number(capability.factor) : "no limit";
}

void print_capabilities(const Robot& robot, const Numbers& number, const Statics& result) {
  if (any_limited(robot, &Actuator::max_force)) {
    const bool all_limited = unlimited_motors(robot, &Actuator::max_force).empty();
    heading("Largest forces of the output on its surroundings, one at a time, while it is held");
    Table table({"", ">along", "limited by", ">against", "limited by", ""});
    bool carried = false;
    for (std::size_t c = 0; c < result.forces.size(); ++c) {
      const auto& [along, against] = result.forces[c];
      carried |= along.actuator < 0 && all_limited;
      table.add({wrench_names[c], largest_text(number, along), limiting_motor(robot, along),
                 largest_text(number, against), limiting_motor(robot, against), c < 3 ? "N" : "N m"});
    }
    table.print();
    if (carried) print_text("  no limit: the structure carries it, and no motor feels it\n");
    print_unlimited(robot, &Actuator::max_force, "max_force");
  }
  if (any_limited(robot, &Actuator::max_speed)) {
    heading("Largest speeds of the output, one at a time");
    Table table({"", ">speed", "", "limited by"});
    const Labels moves = move_labels(robot);
    for (std::size_t k = 0; k < moves.size(); ++k) {
      table.add({moves[k].name, largest_text(number, result.speeds[k]), moves[k].unit,
                 limiting_motor(robot, result.speeds[k])});
    }
    table.print();
    print_unlimited(robot, &Actuator::max_speed, "max_speed");
  }
}

void print_statics(const Robot& robot, const Numbers& number, const Workspace& ws, const Statics& result) {
  print_text("{}{}\n", title(robot), at_pose(robot, number, ws));
  print_holding(robot, number, result);
  if (robot.mechanism().output) print_capabilities(robot, number, result);
  if (result.stiffness) {
    heading("Stiffness of the output: forces by small displacements");
    print_matrix(number, *result.stiffness);
  }
  Facts facts;
  const auto none = [&](double Actuator::*limit, const char* label, const char* name) {
    if (!robot.mechanism().output) return facts.add(label, "none: the model has no platform or end point");
    if (!any_limited(robot, limit)) facts.add(label, fmt::format("none: the model gives no {}", name));
  };
  none(&Actuator::max_force, "largest forces", "max_force");
  none(&Actuator::max_speed, "largest speeds", "max_speed");
  add_singularity(robot, number, singularity_distance(robot, ws), facts);
  add_limits(robot, number, ws, facts);
  print_text("\n");
  facts.print();
}

}  // namespace

int run_statics(const StaticsOptions& options) {
  const Robot robot = robot_of(options);
  require_motors(robot);
  if (!options.stiffness.empty() && !robot.mechanism().output) {
    throw Error(ErrorKind::usage,
                fmt::format("--stiffness: '{}' has no platform or end point", robot.mechanism().name));
  }
  warn_of_idle_spins(robot);
  const LoadCase load(robot, options.load);
  BadRows none;
  const MotionTable motion = parse_motion(robot, options.motion, Order::position, none);
  Workspace ws(robot);
  go_to(robot, options.motion, motion, 0, ws, Order::position);
  const Statics result = statics_at(robot, options, motion, load, ws);
  const bool good = warn_of_statics(robot, options, motion, ws, result);
  warn_of_fold(robot, ws);
  if (options.json) {
    print_json(statics_json(robot, ws, result, good));
  } else {
    print_statics(robot, Numbers{options.digits}, ws, result);
  }
  return good ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
