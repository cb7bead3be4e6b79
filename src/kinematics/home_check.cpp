#include "kinematics/home_check.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "kinematics/coincident_joints.hpp"
#include "kinematics/home_hints.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {

std::string legs_text(const Robot& robot) {
  std::vector<std::pair<std::string, int>> kinds;
  for (const LimbSummary& limb : robot.limbs()) {
    const auto same = [&](const auto& kind) { return kind.first == limb.structure; };
    const auto it = std::find_if(kinds.begin(), kinds.end(), same);
    if (it == kinds.end()) {
      kinds.emplace_back(limb.structure, 1);
    } else {
      ++it->second;
    }
  }
  std::string text;
  for (const auto& [structure, count] : kinds) {
    text += fmt::format("{}{}", text.empty() ? "" : " + ",
                        count > 1 ? fmt::format("{} x {}", count, structure) : structure);
  }
  return text;
}

std::vector<std::string> home_problems(const Robot& robot, const Workspace& home) {
  constexpr double singular = 1e-4;
  constexpr double stretched = 1e-3;  // legs this near to their own singularity leave no room to move
  const SingularityReport distance = singularity_distance(robot, home);
  const int excess = robot.mobility().home_excess;
  std::vector<std::string> list;
  if (robot.mobility().freedoms() == 0) list.emplace_back("the mechanism cannot move: its mobility is 0");
  if (excess > 0) {
    list.push_back(fmt::format("the home configuration is singular: it has {} more than its surroundings",
                               excess == 1 ? "1 freedom" : fmt::format("{} freedoms", excess)));
  }
  if (distance.type1 < singular) {
    list.emplace_back("home is at a type-1 singularity: a leg cannot follow every motion");
  } else if (distance.type1 < stretched) {
    list.push_back(fmt::format(
        "home is near a type-1 singularity ({:.2g}): {} is all but stretched or folded; choose a "
        "home with room to move",
        distance.type1, distance.limb >= 0 ? robot.limbs()[distance.limb].name : std::string("the mechanism")));
  }
  if (distance.type2 < singular)
    list.emplace_back("home is at a type-2 singularity: the motors do not hold the output");
  if (distance.constraint < singular && excess == 0) {
    list.emplace_back("home is at a constraint singularity: the mechanism gains a freedom");
  }
  if (std::string text = coincidences_text(robot.mechanism()); !text.empty()) list.push_back(std::move(text));
  if (MissedPlace missed = missed_place(robot); missed.distance > far_from_hint) list.push_back(std::move(missed.text));
  for (const LimitState& limit : exceeded_limits(robot, home))
    list.push_back(fmt::format("home is beyond a limit: {}", limit_text(robot, limit)));
  return list;
}

std::string idle_spin_warning(const Mechanism& mechanism, const std::vector<IdleSpin>& spins) {
  const auto matters = [](const IdleSpin& spin) { return !spin.matters.empty(); };
  const auto first = std::find_if(spins.begin(), spins.end(), matters);
  if (first == spins.end()) return "";
  const auto others = std::count_if(first + 1, spins.end(), matters);
  return explain_spin(mechanism, *first) + (others > 0 ? fmt::format("; so it is for {} more", others) : "");
}

}  // namespace jourdain
