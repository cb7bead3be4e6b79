#include "simulation/compiled_plant.hpp"

#include "legs/robot_data.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/expression/simplify.hpp"
#include "jourdain/spatial/rotation.hpp"
#include "jourdain/trace/trace_plant.hpp"

#include <fmt/format.h>

#include <string_view>

namespace jourdain {
namespace {

GeneratedFunction generated(const char* name, const Program& traced) {
  GeneratedFunction f;
  f.name = name;
  f.description = "Of a simulation.";
  f.program = simplify(traced, CostModel::time);
  f.inputs = {{"state", static_cast<int>(f.program.inputs.size()), "all inputs", ""}};
  f.outputs = {{"result", static_cast<int>(f.program.outputs.size()), "all outputs", ""}};
  return f;
}

}  // namespace

std::vector<CompiledPlant::Slot> CompiledPlant::slots_of(const Program& program, const Robot& robot) {
  constexpr std::string_view positions[] = {"x", "y", "z"}, angles[] = {"rx", "ry", "rz"};
  constexpr std::string_view velocities[] = {"vx", "vy", "vz"}, turns[] = {"wx", "wy", "wz"};
  constexpr std::string_view accelerations[] = {"ax", "ay", "az"}, spins[] = {"bx", "by", "bz"};
  std::vector<Slot> slots;
  const auto find = [](const auto& names, std::string_view name) {
    for (int i = 0; i < 3; ++i) {
      if (names[i] == name) return i;
    }
    return -1;
  };
  for (const std::string& name : program.inputs) {
    if (const int p = find(positions, name); p >= 0) {
      slots.push_back({Source::position, p});
    } else if (const int a = find(angles, name); a >= 0) {
      slots.push_back({Source::angle, a});
    } else if (const int v = find(velocities, name); v >= 0) {
      slots.push_back({Source::velocity, v});
    } else if (const int w = find(turns, name); w >= 0) {
      slots.push_back({Source::turn, w});
    } else if (const int c = find(accelerations, name); c >= 0) {
      slots.push_back({Source::acceleration, c});
    } else if (const int b = find(spins, name); b >= 0) {
      slots.push_back({Source::spin, b});
    } else if (name.starts_with("force.dry.")) {
      slots.push_back({Source::resistance, std::stoi(name.substr(10))});
    } else if (name.starts_with("force.")) {
      const auto& joints = robot.actuators();
      for (std::size_t k = 0; k < joints.size(); ++k) {
        if (robot.mechanism().joints[static_cast<std::size_t>(joints[k])].name == name.substr(6)) {
          slots.push_back({Source::force, static_cast<int>(k)});
        }
      }
    } else {
      slots.push_back({Source::rotation, 3 * (name[1] - '1') + (name[2] - '1')});
    }
  }
  return slots;
}

std::unique_ptr<CompiledPlant> CompiledPlant::make(const Robot& robot, const std::vector<DryAxis>& axes,
                                                   std::string& note) {
  try {
    std::vector<DryFreedom> dry;
    std::vector<int> coordinates;
    for (const DryAxis& axis : axes) {
      dry.push_back({axis.joint, axis.freedom});
      if (axis.coordinate < 0 || axis.entry < 0) {
        throw Error(ErrorKind::usage, "a joint with dry friction is outside the tree, or only its gear rubs");
      }
      coordinates.push_back(axis.coordinate);
    }
    const RobotData& data = robot.data();
    const std::vector<int> of_axes = coordinates;
    for (const int node : data.actuator_nodes) coordinates.push_back(data.tree.nodes[node].v);
    GeneratedLibrary library;
    library.name = library_identifier(robot.mechanism().name + "_plant");
    library.description = "Plant of a simulation";
    library.origin = robot.mechanism().name;
    library.functions.push_back(generated("accelerations", trace_plant_accelerations(robot, dry)));
    library.functions.push_back(generated("rates", trace_plant_rates(robot, coordinates)));
    library.functions.push_back(
        generated("changes", trace_plant_changes(robot, of_axes.empty() ? coordinates : of_axes)));
    const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note);
    if (!compiled) return nullptr;
    std::unique_ptr<CompiledPlant> plant(new CompiledPlant(compiled->function("accelerations"),
                                                           compiled->function("rates"), compiled->function("changes")));
    const auto prepare = [&](const Program& program, Function& f) {
      f.slots = slots_of(program, robot);
      f.inputs.assign(program.inputs.size(), 0);
      f.outputs.assign(program.outputs.size(), 0);
    };
    prepare(library.functions[0].program, plant->accelerations_);
    prepare(library.functions[1].program, plant->rates_);
    prepare(library.functions[2].program, plant->changes_);
    return plant;
  } catch (const Error& error) {
    note = fmt::format("no code is generated for '{}' ({}); the general engine is used", robot.mechanism().name,
                       error.what());
    return nullptr;
  }
}

void CompiledPlant::fill(const Motion& motion, const VectorX* forces, const VectorX* resistance, Function& f) noexcept {
  Vector3 angles = Vector3::Zero();
  bool known = false;
  for (std::size_t i = 0; i < f.slots.size(); ++i) {
    const Slot slot = f.slots[i];
    double& x = f.inputs[i];
    switch (slot.source) {
      case Source::position: x = motion.pose.p[slot.index]; break;
      case Source::rotation: x = motion.pose.R(slot.index / 3, slot.index % 3); break;
      case Source::angle:
        if (!known) angles = cardan_from_rotation(motion.pose.R), known = true;
        x = angles[slot.index];
        break;
      case Source::velocity: x = motion.twist.v[slot.index]; break;
      case Source::turn: x = motion.twist.w[slot.index]; break;
      case Source::acceleration: x = motion.acceleration.a[slot.index]; break;
      case Source::spin: x = motion.acceleration.dw[slot.index]; break;
      case Source::force: x = (*forces)[slot.index]; break;
      case Source::resistance: x = (*resistance)[slot.index]; break;
    }
  }
}

Status CompiledPlant::accelerations(const Motion& motion, const VectorX& forces, const VectorX& resistance,
                                    double* du) noexcept {
  fill(motion, &forces, &resistance, accelerations_);
  return accelerations_.call(accelerations_.inputs, {du, accelerations_.outputs.size()});
}

Status CompiledPlant::rates(const Motion& motion, VectorX& axes, VectorX& motors, VectorX& positions) noexcept {
  fill(motion, nullptr, nullptr, rates_);
  const Status status = rates_.call(rates_.inputs, rates_.outputs);
  if (status != Status::ok) return status;
  const Eigen::Map<const VectorX> values(rates_.outputs.data(), axes.size() + 2 * motors.size());
  axes = values.head(axes.size());
  motors = values.segment(axes.size(), motors.size());
  positions = values.tail(motors.size());
  return status;
}

Status CompiledPlant::changes(const Motion& motion, VectorX& axes) noexcept {
  fill(motion, nullptr, nullptr, changes_);
  return changes_.call(changes_.inputs, {axes.data(), changes_.outputs.size()});
}

}  // namespace jourdain
