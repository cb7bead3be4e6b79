// The experiments, one function each.
#pragma once

#include "analyses/papers/reproduce.hpp"

namespace jourdain {

PaperResult codourey97_jacobian(const ReproduceOptions& options);
PaperResult codourey97_parameters(const ReproduceOptions& options);
PaperResult codourey97_adaptive(const ReproduceOptions& options);
PaperResult codourey97_payload(const ReproduceOptions& options);
PaperResult codourey97_identification(const ReproduceOptions& options);
PaperResult codourey98_fig4(const ReproduceOptions& options);
PaperResult codourey98_fig5(const ReproduceOptions& options);
PaperResult codourey98_fig6(const ReproduceOptions& options);
PaperResult codourey98_fig7(const ReproduceOptions& options);
PaperResult codourey98_fig8(const ReproduceOptions& options);
PaperResult codourey98_table1(const ReproduceOptions& options);
PaperResult codourey98_model58(const ReproduceOptions& options);
PaperResult gallardo03_gearshift(const ReproduceOptions& options);
PaperResult gallardo03_stewart(const ReproduceOptions& options);
PaperResult abdellatif05_table1(const ReproduceOptions& options);
PaperResult abdellatif05_table2(const ReproduceOptions& options);
PaperResult abdellatif05_fig5(const ReproduceOptions& options);
PaperResult abdellatif05_fig6(const ReproduceOptions& options);
PaperResult abdellatif05_speeds(const ReproduceOptions& options);
PaperResult abdellatif05_joints(const ReproduceOptions& options);
PaperResult abdellatif05_identification(const ReproduceOptions& options);
PaperResult plant_energy(const ReproduceOptions& options);
PaperResult plant_speed(const ReproduceOptions& options);

}  // namespace jourdain
