#include "analyses/simpler_model.hpp"

#include "analyses/load_case.hpp"
#include "core/joined.hpp"
#include "jourdain/answer/options.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/design/simplify.hpp"
#include "legs/robot_data.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

void require_delta(const Robot& robot, const std::string& word) {
  if (!data_of(robot).delta_limbs.empty()) return;
  throw Error(ErrorKind::usage, fmt::format("--simplify {}: '{}' is no DELTA: a platform that only translates, on arms "
                                            "or carriages with parallelograms; --simplify lumped is for all legs",
                                            word, robot.mechanism().name));
}

}  // namespace

std::string simplify_problem(const std::string& word, const std::vector<std::string>& allowed) {
  if (std::ranges::find(allowed, word) != allowed.end()) return "";
  const std::string expected = fmt::format("expected {}", joined(allowed));
  if (word == "50" && std::ranges::find(allowed, "58") != allowed.end())
    return "50 is a mass matrix; the forces that belong to it are those of 58";
  if (word == "50" || word == "58")
    return fmt::format("{} counts a forearm by thirds for inertia and by halves for weight, which no bodies have; {}",
                       word, expected);
  return fmt::format("there is no '{}'; {}", word, expected);
}

Robot simpler_robot(const Robot& full, const std::string& word) {
  if (word == "50" || word == "58") require_delta(full, word);
  Mechanism mechanism = word == "58"         ? full.mechanism()
                        : word == "massless" ? simplified(full.mechanism(), Simplification::massless_legs)
                        : word == "lumped"   ? simplified(full.mechanism(), Simplification::lumped)
                                             : simplified(full.mechanism(), Simplification::thirds);
  mechanism.name += "-" + word;
  return Robot(std::move(mechanism));
}

void show_simplify(OptionVisitor& visitor, const std::vector<std::string>& allowed, std::string& word) {
  visitor.text({.name = "simplify",
                .help = "A simpler model: massless, lumped (legs without mass, with points at their joints) or, by "
                        "[Codourey98], an equation's number",
                .type = "NAME",
                .group = "Model"},
               word);
  if (word.empty()) return;
  if (word == "massless-legs") word = "massless";
  const std::string problem = simplify_problem(word, allowed);
  if (!problem.empty()) throw Error(ErrorKind::usage, "--simplify: " + problem);
}

Robot changed_robot(const Subject& subject, const std::string& rotor_inertia, const std::string& simplify,
                    Warnings& warnings) {
  if (rotor_inertia.empty()) return simplify.empty() ? subject.robot() : simpler_robot(subject.robot(), simplify);
  Mechanism mechanism = subject.mechanism();
  set_rotors(rotor_inertia, mechanism);
  for (const Suspicion& s : doubts_of_change(subject.mechanism(), mechanism))
    warnings.push_back(fmt::format("{}: {}", s.message, s.hint));
  const Robot robot(std::move(mechanism));
  return simplify.empty() ? robot : simpler_robot(robot, simplify);
}

Formulation formulation_of(const std::string& simplify) {
  return simplify == "58" ? Formulation::bars_simplified : Formulation::virtual_power;
}

Robot weight_of_50(const Robot& full) { return Robot(simplified(full.mechanism(), Simplification::lumped)); }

}  // namespace jourdain
