#include "trace/leg_conditions.hpp"

#include "expression/scalar.hpp"
#include "legs/robot_data.hpp"
#include "legs/structural_zero.hpp"

#include <cmath>
#include <utility>

namespace jourdain {
namespace {

using E = Expression;

constexpr double vanishing = 1e-6;  // of masses, times size or size squared; single precision comes that near

// Sums of one kind, which are compared with `scale`.
struct Sums {
  Graph& graph;
  double scale;

  void require_zero(const E& sum) const {
    if (scale > 0) graph.require_above(-abs(sum), -vanishing * scale, Status::inconsistent);
  }
  // The same if it vanishes in the model.
  void require_zero(const E& sum, double value) const {
    if (std::abs(value) <= structural_zero * scale) require_zero(sum);
  }
};

void require_platform(const RobotData& robot, const Plan& plan, const TreeParameters<E>& parameters, bool payload,
                      Graph& graph) {
  const LoadedPlatform<E> sum = sum_on_platform(robot, plan, parameters, payload);
  const LoadedPlatform<double> value = sum_on_platform(robot, plan, robot.parameters, payload);
  const Sums first{graph, value.moved.m * robot.output_length};
  const Sums second{graph, first.scale * robot.output_length};
  for (int i = 0; i < 3; ++i) {
    first.require_zero(sum.moved.s[i], value.moved.s[i]);
    for (int j = i + 1; j < 3; ++j) second.require_zero(sum.moved.I(i, j), value.moved.I(i, j));
  }
}

void require_telescopic(const RobotData& robot, const TelescopicLeg& leg, const TreeParameters<E>& parameters,
                        Graph& graph) {
  const FullTelescopicParameters<E> sum = all_telescopic_parameters(robot, leg, parameters);
  const FullTelescopicParameters<double> value = all_telescopic_parameters(robot, leg, robot.parameters);
  double mass = 0;
  for (const int node : {leg.ring, leg.stator, leg.slider}) mass += robot.parameters.nodes[node].m;
  const Sums first{graph, mass * robot.size}, second{graph, mass * robot.size * robot.size};
  const std::pair<E, double> products[] = {{sum.I_be, value.I_be}, {sum.I_bu, value.I_bu}, {sum.I_eu, value.I_eu}};
  const std::pair<E, double> moments[] = {
      {sum.s_b, value.s_b}, {sum.s_u, value.s_u}, {sum.S_b, value.S_b}, {sum.S_u, value.S_u}, {sum.S_k, value.S_k}};
  // Legs of table I have none of these, others those that are not zero.
  for (const auto& [entry, number] : products) second.require_zero(entry, leg.full ? number : 0);
  for (const auto& [entry, number] : moments) first.require_zero(entry, leg.full ? number : 0);
}

// A bar whose mass is on its line e, and whose inertia has its axes along e, b and e x b.
void require_bar(const FrameInertia<E>& bar, const Vector3& along, const Vector3& second_axis, const Sums& first,
                 const Sums& second) {
  const Vector3T<E> e = along.cast<E>(), b = second_axis.cast<E>(), c = along.cross(second_axis).cast<E>();
  first.require_zero(bar.s.dot(b));
  first.require_zero(bar.s.dot(c));
  second.require_zero(e.dot(bar.I * b));
  second.require_zero(e.dot(bar.I * c));
  second.require_zero(b.dot(bar.I * c));
}

// Equal about all axes across its line, with the ring's share.
void require_round(const FrameInertia<E>& bar, const Vector3& along, const Vector3& second_axis, const E& ring,
                   const Sums& second) {
  const Vector3T<E> b = second_axis.cast<E>(), c = along.cross(second_axis).cast<E>();
  second.require_zero(c.dot(bar.I * c) - b.dot(bar.I * b) + ring);
}

void require_elbow(const RobotData& robot, const ElbowLeg& leg, const TreeParameters<E>& parameters, Graph& graph) {
  const double mass = robot.parameters.nodes[leg.ring].m + robot.parameters.nodes[leg.rod].m;
  const Sums first{graph, mass * robot.size}, second{graph, mass * robot.size * robot.size};
  const FrameInertia<E>& ring = parameters.nodes[leg.ring];
  for (int i = 0; i < 3; ++i) first.require_zero(ring.s[i]);
  require_bar(parameters.nodes[leg.rod], leg.along, Vector3::UnitZ(), first, second);
  if (leg.round) require_round(parameters.nodes[leg.rod], leg.along, Vector3::UnitZ(), ring.I(2, 2), second);
}

void require_arm(const RobotData& robot, const ArmLeg& leg, const TreeParameters<E>& parameters, Graph& graph) {
  for (std::size_t k = 0; k < leg.bars.size(); ++k) {
    const FrameInertia<E>& bar = parameters.nodes[leg.bars[k]];
    const double mass = robot.parameters.nodes[leg.bars[k]].m;
    const Sums first{graph, mass * leg.bar}, second{graph, mass * leg.bar * leg.bar};
    const Vector3& e = leg.along[k];
    const Vector3 b = e.unitOrthogonal();
    require_bar(bar, e, b, first, second);
    require_round(bar, e, b, E(0), second);
    second.require_zero(e.cast<E>().dot(bar.I * e.cast<E>()));
  }
}

}  // namespace

void require_structure(const RobotData& robot, const Plan& plan, const TreeParameters<E>& parameters, bool payload,
                       Graph& graph) {
  const PartScope<E> part(Part::leg_dynamics);
  if (!plan.translates()) require_platform(robot, plan, parameters, payload, graph);
  for (const RobotLeg& leg : plan.legs) {
    if (const auto* telescopic = std::get_if<TelescopicLeg>(&leg.kernel)) {
      require_telescopic(robot, *telescopic, parameters, graph);
    } else if (const auto* full = std::get_if<FullTelescopicLeg>(&leg.kernel)) {
      require_telescopic(robot, full->leg, parameters, graph);
    } else if (const auto* elbow = std::get_if<ElbowLeg>(&leg.kernel)) {
      require_elbow(robot, *elbow, parameters, graph);
    } else {
      require_arm(robot, std::get<ArmLeg>(leg.kernel), parameters, graph);
    }
  }
}

}  // namespace jourdain
