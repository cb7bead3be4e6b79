#include "simulation/compiled_plant.hpp"

#include "legs/robot_data.hpp"

#include "expression/simplify.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "trace/functions/trace_plant.hpp"

#include <fmt/format.h>

#include <algorithm>

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

std::vector<int> CompiledPlant::places_of(const Program& program, const Robot& robot) {
  const int motors = static_cast<int>(robot.motor_joints().size());
  const auto place_of = [&](const ProgramInput& input) {
    const int i = input.component;
    switch (input.kind) {
      case InputKind::position: return i < 3 ? position + i : angle + i - 3;
      case InputKind::rotation: return rotation + 3 * (i % 3) + i / 3;
      case InputKind::twist: return velocity + i;
      case InputKind::acceleration: return acceleration + i;
      case InputKind::force: return force + input.item;
      case InputKind::resistance: return force + motors + input.item;
      default: throw Error(ErrorKind::input, fmt::format("a plant has no input '{}'", input.name));
    }
  };
  std::vector<int> places;
  for (const ProgramInput& input : program.inputs) places.push_back(place_of(input));
  return places;
}

std::vector<CompiledPlant::Limb> CompiledPlant::limbs_of(const Robot& robot, const std::vector<DryAxis>& axes) {
  // Axes outside legs make one of their own.
  const std::vector<Leg>& legs = robot.mechanism().legs;
  std::vector<Limb> limbs(legs.size() + 1);
  for (std::size_t s = 0; s < axes.size(); ++s) {
    const auto holds = [&](const Leg& leg) { return std::ranges::find(leg.joints, axes[s].joint) != leg.joints.end(); };
    const auto leg = std::ranges::find_if(legs, holds);
    limbs[leg - legs.begin()].axes.push_back(static_cast<int>(s));
  }
  std::erase_if(limbs, [](const Limb& limb) { return limb.axes.empty(); });
  return limbs;
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
    const RobotData& data = data_of(robot);
    std::vector<Limb> limbs = limbs_of(robot, axes);
    for (const int node : data.motor_nodes) coordinates.push_back(data.tree.nodes[node].v);
    GeneratedLibrary library;
    library.name = library_identifier(robot.mechanism().name + "_plant");
    library.description = "Plant of a simulation";
    library.origin = robot.mechanism().name;
    library.functions.push_back(generated("accelerations", trace_plant_accelerations(robot, dry)));
    library.functions.push_back(generated("rates", trace_plant_rates(robot, coordinates)));
    for (std::size_t k = 0; k < limbs.size(); ++k) {
      std::vector<int> of_limb;
      for (const int s : limbs[k].axes) of_limb.push_back(axes[s].coordinate);
      library.functions.push_back(
          generated(fmt::format("axis_accelerations{}", k).c_str(), trace_axis_accelerations(robot, of_limb)));
    }
    const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note);
    if (!compiled) return nullptr;
    std::unique_ptr<CompiledPlant> plant(
        new CompiledPlant(compiled->function("accelerations"), compiled->function("rates")));
    plant->values_.assign(force + robot.motor_joints().size() + axes.size(), 0);
    const auto prepare = [&](const Program& program, Function& f) {
      f.places = places_of(program, robot);
      f.takes_angles = std::ranges::any_of(f.places, [](int place) { return place >= angle && place < force; });
      f.inputs.assign(program.inputs.size(), 0);
      f.outputs.assign(program.outputs.size(), 0);
    };
    prepare(library.functions[0].program, plant->accelerations_);
    prepare(library.functions[1].program, plant->rates_);
    plant->limb_of_.assign(axes.size(), 0);
    for (std::size_t k = 0; k < limbs.size(); ++k) {
      limbs[k].function.call = compiled->function(fmt::format("axis_accelerations{}", k));
      prepare(library.functions[2 + k].program, limbs[k].function);
      for (const int s : limbs[k].axes) plant->limb_of_[s] = static_cast<int>(k);
    }
    plant->limbs_ = std::move(limbs);
    return plant;
  } catch (const Error& error) {
    note = fmt::format("no code is generated for '{}' ({}); the general engine is used", robot.mechanism().name,
                       error.what());
    return nullptr;
  }
}

void CompiledPlant::take(const PlatformState& motion) noexcept {
  const auto put = [&](int place, const auto& x) { std::copy_n(x.data(), x.size(), values_.data() + place); };
  put(position, motion.pose.p);
  put(rotation, motion.pose.R);
  put(velocity, motion.twist.v);
  put(turn, motion.twist.w);
  put(acceleration, motion.acceleration.a);
  put(spin, motion.acceleration.dw);
}

void CompiledPlant::gather(Function& f) noexcept {
  if (f.takes_angles) {
    const Eigen::Map<const Matrix3> R(values_.data() + rotation);
    Eigen::Map<Vector3>(values_.data() + angle) = cardan_from_rotation(Matrix3(R));
  }
  for (std::size_t i = 0; i < f.places.size(); ++i) f.inputs[i] = values_[f.places[i]];
}

Status CompiledPlant::accelerations(const PlatformState& motion, const VectorX& forces, const VectorX& resistance,
                                    double* du) noexcept {
  std::copy_n(forces.data(), forces.size(), values_.data() + force);
  std::copy_n(resistance.data(), resistance.size(), values_.data() + force + forces.size());
  take(motion);
  gather(accelerations_);
  return accelerations_.call(accelerations_.inputs, {du, accelerations_.outputs.size()});
}

Status CompiledPlant::rates(const PlatformState& motion, VectorX& axes, VectorX& motors, VectorX& positions) noexcept {
  take(motion);
  gather(rates_);
  const Status status = rates_.call(rates_.inputs, rates_.outputs);
  if (status != Status::ok) return status;
  const Eigen::Map<const VectorX> values(rates_.outputs.data(), axes.size() + 2 * motors.size());
  axes = values.head(axes.size());
  motors = values.segment(axes.size(), motors.size());
  positions = values.tail(motors.size());
  return status;
}

Status CompiledPlant::axis_accelerations(const PlatformState& motion, const std::vector<int>& wanted,
                                         VectorX& axes) noexcept {
  take(motion);
  for (Limb& limb : limbs_) limb.wanted = false;
  for (const int s : wanted) {
    limbs_[limb_of_[s]].wanted = true;
  }
  for (Limb& limb : limbs_) {
    if (!limb.wanted) continue;
    Function& f = limb.function;
    gather(f);
    if (const Status status = f.call(f.inputs, f.outputs); status != Status::ok) return status;
    for (std::size_t i = 0; i < limb.axes.size(); ++i) axes[limb.axes[i]] = f.outputs[i];
  }
  return Status::ok;
}

}  // namespace jourdain
