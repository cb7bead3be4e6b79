#include "analyses/papers/paper_list.hpp"

#include "core/suggest.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {

const std::vector<PaperExperiment>& paper_experiments() {
  static const std::vector<PaperExperiment> all{
      {"codourey97-jacobian", "[Codourey97] 4.2, [Codourey98] (26), (27), (36)",
       "The Jacobian of the DELTA by differences and in closed form", codourey97_jacobian},
      {"codourey97-parameters", "[Codourey97] (45)", "The linear form of the DELTA and its seven parameters",
       codourey97_parameters},
      {"codourey97-adaptive", "[Codourey97] 3.3, 4.2", "Adaptive control from parameters that are wrong by half",
       codourey97_adaptive},
      {"codourey97-payload", "[Codourey97] 3.3", "Adaptive control learns a dropped payload again", codourey97_payload},
      {"codourey97-identification", "[Codourey97] (45)", "The seven parameters of the DELTA from a log",
       codourey97_identification},
      {"codourey98-fig4", "[Codourey98] figure 4", "The mass matrix of the DELTA at z = -230 mm", codourey98_fig4},
      {"codourey98-fig5", "[Codourey98] figure 5", "The mass matrix of the DELTA at z = -350 mm", codourey98_fig5},
      {"codourey98-model58", "[Codourey98] (57), (58)", "What the simplified model of the DELTA loses",
       codourey98_model58},
      {"codourey98-table1", "[Codourey98] table 1", "Time of the DELTA's computations", codourey98_table1},
      {"codourey98-fig6", "[Codourey98] figure 6",
       "The control scheme: mass matrix in the loop, accelerations by differences", codourey98_fig6},
      {"codourey98-fig7", "[Codourey98] figure 7", "Tracking errors of four regulators", codourey98_fig7},
      {"codourey98-fig8", "[Codourey98] figure 8", "Arrival with three velocity profiles", codourey98_fig8},
      {"gallardo03-gearshift", "[Gallardo03] 5", "Rates, partial screws and forces of the gearshift",
       gallardo03_gearshift},
      {"gallardo03-stewart", "[Gallardo03] 6", "Rates, partial screws and forces of a Gough-Stewart platform",
       gallardo03_stewart},
      {"abdellatif05-table1", "[Abdellatif05] table I", "Base parameters of PaLiDA", abdellatif05_table1},
      {"abdellatif05-table2", "[Abdellatif05] table II", "Operations of the inverse dynamics of PaLiDA",
       abdellatif05_table2},
      {"abdellatif05-fig5", "[Abdellatif05] figure 5", "Measured and computed forces, with and without friction",
       abdellatif05_fig5},
      {"abdellatif05-fig6", "[Abdellatif05] figure 6", "Tracking errors with computed forces", abdellatif05_fig6},
      {"abdellatif05-speeds", "[Abdellatif05] V", "Tracking errors over the speed", abdellatif05_speeds},
      {"abdellatif05-joints", "[Abdellatif05] II", "Ball-and-socket joints against real cardan axes",
       abdellatif05_joints},
      {"abdellatif05-identification", "[Abdellatif05] IV.B, V",
       "Parameters of PaLiDA from a log, and control with them", abdellatif05_identification},
      {"plant-energy", "the simulated robot", "Energy and closure over a minute of free motion", plant_energy},
      {"plant-speed", "the simulated robot", "Speed and accuracy of a simulated control loop", plant_speed}};
  return all;
}

PaperResult reproduce(std::string_view key, const ReproduceOptions& options) {
  const auto& all = paper_experiments();
  const auto found = std::ranges::find(all, key, &PaperExperiment::key);
  if (found != all.end()) return found->run(options);
  std::vector<std::string> names;
  for (const PaperExperiment& experiment : all) names.emplace_back(experiment.key);
  const std::string near = suggest(key, names);
  throw Error(ErrorKind::usage, fmt::format("there is no experiment '{}'{}; 'jourdain reproduce --list' names them all",
                                            key, near.empty() ? "" : fmt::format(", did you mean '{}'?", near)));
}

}  // namespace jourdain
