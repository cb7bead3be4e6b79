#include "core/each_scalar.hpp"
#include "core/elimination_impl.hpp"
#include "legs/lane_plan.hpp"
#include "legs/robot_data.hpp"

namespace jourdain {
namespace {

Lanes joined(double a, double b) { return {a, b}; }

// The scalars of two structures side by side; what is no scalar is the first one's, or either's friction.
template <typename Joined, typename One>
void join(One a, One b, Joined& result) {
  std::vector<double> first, second;
  each_scalar<double>(a, [&](double x) { first.push_back(x); });
  each_scalar<double>(b, [&](double x) { second.push_back(x); });
  std::size_t i = 0;
  each_scalar<Lanes>(result, [&](Lanes& x) { x = joined(first[i], second[i]), ++i; });
}

template <typename T>
void join_flags(const AxisForces<double>& a, const AxisForces<double>& b, AxisForces<T>& result) {
  result.has_friction = a.has_friction || b.has_friction;
  result.has_spring = a.has_spring || b.has_spring;
}

template <typename Parameters, typename One>
void join_joints(One a, One b, Parameters& result) {
  const auto of_a = a.joints(), of_b = b.joints();
  auto all = result.joints();
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (join_flags(std::get<i>(of_a), std::get<i>(of_b), std::get<i>(all)), ...);
  }
  (std::make_index_sequence<std::tuple_size_v<decltype(all)>>());
}

void copy_kind(const ArmShape<double>& from, ArmShape<Lanes>& to) {
  to.kind = {from.kind.slides, from.kind.slide_axis};
  to.rail.kind = {from.rail.kind.slides, from.rail.kind.upright, from.rail.kind.slide_axis, from.rail.kind.axial};
}
void copy_kind(const ElbowShape<double>& from, ElbowShape<Lanes>& to) {
  to.kind = {from.kind.slides, from.kind.upright, from.kind.slide_axis, from.kind.axial};
}
void copy_kind(const FullTelescopicShape<double>& from, FullTelescopicShape<Lanes>& to) {
  to.kind = {from.kind.gravity};
}
void copy_kind(const TelescopicShape<double>&, TelescopicShape<Lanes>&) {}

bool same_kind(const ArmShape<double>& a, const ArmShape<double>& b) {
  return a.kind == b.kind && a.rail.kind == b.rail.kind;
}
bool same_kind(const ElbowShape<double>& a, const ElbowShape<double>& b) { return a.kind == b.kind; }
bool same_kind(const FullTelescopicShape<double>& a, const FullTelescopicShape<double>& b) { return a.kind == b.kind; }
bool same_kind(const TelescopicShape<double>&, const TelescopicShape<double>&) { return true; }

// Whether two legs take the same operations.
bool alike(const LegKernel<double>& a, const LegKernel<double>& b) {
  return a.index() == b.index() && std::visit(
                                       [&](const auto& one) {
                                         using Leg = std::decay_t<decltype(one)>;
                                         return same_kind(one.shape, std::get<Leg>(b).shape);
                                       },
                                       a);
}

template <typename Shape, typename Parameters>
LegKernel<Lanes> joined_as(const auto& a, const auto& b) {
  ShapedLeg<Shape, Parameters> result;
  join(a.shape, b.shape, result.shape);
  copy_kind(a.shape, result.shape);
  join(a.parameters, b.parameters, result.parameters);
  join_joints(a.parameters, b.parameters, result.parameters);
  return result;
}

LegKernel<Lanes> joined(const LegKernel<double>& a, const LegKernel<double>& b) {
  switch (a.index()) {
    case 0: return joined_as<TelescopicShape<Lanes>, TelescopicParameters<Lanes>>(std::get<0>(a), std::get<0>(b));
    case 1:
      return joined_as<FullTelescopicShape<Lanes>, FullTelescopicParameters<Lanes>>(std::get<1>(a), std::get<1>(b));
    case 2: return joined_as<ElbowShape<Lanes>, ElbowParameters<Lanes>>(std::get<2>(a), std::get<2>(b));
    default: return joined_as<ArmShape<Lanes>, ArmParameters<Lanes>>(std::get<3>(a), std::get<3>(b));
  }
}

// The order of equations that a search for pivots finds at home.
void find_order(const RobotData& robot, const Plan& plan, LanePlan& lanes) {
  Eigen::Matrix<double, 6, 6, Eigen::RowMajor> M;
  for (int k = 0; k < 6; ++k) {
    const RobotLeg& leg = plan.legs[k];
    const Vector3 line = line_of(leg, robot.home_pose);
    const Vector3 arm = robot.home_pose.R * (leg.tip - lanes.reference);
    M.col(k) << line, arm.cross(line) * lanes.inverse_length;
    M.col(k) /= line[plan.axial];
  }
  int order[6], sign = 1;
  if (!(elimination::eliminate<6>(M.data(), 6, order, sign) > 0)) return;
  for (int i = 0; i < 6; ++i) lanes.place[order[i]] = i;
}

Vector3T<Lanes> joined(const Vector3& a, const Vector3& b) {
  return {joined(a[0], b[0]), joined(a[1], b[1]), joined(a[2], b[2])};
}

}  // namespace

LanePlan make_lane_plan(const RobotData& robot, const Plan& plan, const PlanParameters<double>& parameters) {
  LanePlan result;
  result.parameters = parameters;
  result.inverse_length = 1 / plan.length;
  result.flat_axis = plan.flat_axis;
  for (const RobotLeg& leg : plan.legs) result.reference += leg.tip / plan.size();
  for (int k = 0; k < plan.size();) {
    const bool two = k + 1 < plan.size() && alike(parameters.legs[k], parameters.legs[k + 1]);
    const int other = two ? k + 1 : k;
    const RobotLeg &a = plan.legs[k], &b = plan.legs[other];
    result.lanes.push_back({{k, other},
                            {a.index, b.index},
                            joined(a.centre, b.centre),
                            joined(Vector3(a.tip - result.reference), Vector3(b.tip - result.reference)),
                            joined(a.motor_unit, b.motor_unit),
                            joined(parameters.legs[k], parameters.legs[other])});
    k = other + 1;
  }
  if (!plan.translates()) find_order(robot, plan, result);
  return result;
}

}  // namespace jourdain
