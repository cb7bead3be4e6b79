// Forces of the rows of a file, block by block.
#pragma once

#include "analyses/row_watch.hpp"
#include "force_text.hpp"
#include "robot_text.hpp"
#include "verbs.hpp"

#include "jourdain/trace/compiled_dynamics.hpp"

namespace jourdain::cli {

// The columns of a table of forces; the first formulation has the plain names.
std::vector<std::string> force_columns(const Robot& robot, bool has_time, const std::vector<Formulation>& formulations,
                                       bool conditioning);

// Generated code for the forces; warns where the engine is used instead.
CompiledDynamics compile_forces(const Robot& robot, const LoadCase& load);

// True for a file of states whose forces go to a file and nowhere else: such are computed in constant memory.
bool streams_forces(const InverseOptions& options);

// The rows that a summary tells of, and what was found between rows.
struct ForceStream {
  MotionTable motion{StateTable{}};
  ForceRun run;
  std::optional<PathSummary> path;
};

// Computes all rows and writes the table.
ForceStream stream_forces(const Robot& robot, const InverseOptions& options, const LoadCase& load);

}  // namespace jourdain::cli
