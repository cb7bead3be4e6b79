#include "jourdain/dynamics/dynamics_plan.hpp"

#include "dynamics/translating_plan.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

const char* name_of(const BallLeg& leg) {
  if (std::holds_alternative<TelescopicLeg>(leg.kernel)) return "telescopic";
  if (std::holds_alternative<FullTelescopicLeg>(leg.kernel)) return "telescopic with any inertia";
  return std::get<ElbowLeg>(leg.kernel).slides ? "rods on slides" : "rods on arms";
}

const char* name_of(LegBalance balance) {
  switch (balance) {
    case LegBalance::plane: return "coplanar anchors";
    case LegBalance::mirrored: return "coplanar and mirrored anchors";
    case LegBalance::general: break;
  }
  return "balance of six equations";
}

}  // namespace

std::string describe_dynamics_plan(const Robot& robot) {
  const LegPlan plan = make_leg_plan(robot.data());
  if (!plan.legs.empty()) {
    return fmt::format("by legs: {} {}, {}", plan.legs.size(), name_of(plan.legs[0]), name_of(plan.balance));
  }
  const TranslatingPlan translating = make_translating_plan(robot.data());
  if (translating.legs.empty()) return "recursion over all bodies";
  return fmt::format("by legs: {} bars on {}, translating platform", translating.legs.size(),
                     translating.legs[0].slides ? "slides" : "arms");
}

}  // namespace jourdain
