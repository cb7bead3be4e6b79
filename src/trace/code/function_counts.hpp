// How many operations a robot's functions take, form by form and part by part.
#pragma once

#include "expression/count.hpp"
#include "jourdain/answer/job.hpp"
#include "jourdain/trace/robot_code.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// One form of a function: all of it, and part by part.
struct CountedForm {
  std::string name;  // "by legs, simplified"
  TraceForm form = TraceForm::best;
  bool simplified = false;
  ProgramCount counted;
  PartCounts by_part;
};

struct CountedFunction {
  std::string name;                // "inverse-dynamics", "inverse-dynamics by pose"
  std::vector<CountedForm> forms;  // the last one is what is generated
};

struct FunctionCountOptions {
  std::vector<RobotFunction> functions;  // empty: all that the robot has
  CostModel cost = CostModel::operations;
  PoseInput pose = PoseInput::cardan;
  bool friction = true;
  std::vector<VariableGroup> derivatives;
  std::optional<DerivativeMode> mode;  // empty: the cheaper one
};

// Functions with their derivatives, those without any form left out. Throws Error(input) for a function that is named
// and that the robot does not have.
std::vector<CountedFunction> count_functions(const Robot& robot, const FunctionCountOptions& options,
                                             const Job& job = {});

// Additions, and multiplications with divisions, as [Abdellatif05] counts.
struct PaperCost {
  int additions = 0, others = 0;
  int total() const { return additions + others; }
  friend bool operator==(const PaperCost&, const PaperCost&) = default;
};
PaperCost paper_cost(const OperationCount& count);
PaperCost paper_cost(const PartCounts& counts, const std::vector<Part>& parts);

// A line of its table II: which parts it adds up, and what was published for PaLiDA.
struct PaperPart {
  const char* name;
  std::vector<Part> parts;
  PaperCost published;
};
const std::vector<PaperPart>& paper_parts();
inline constexpr PaperCost published_total{801, 1186};

}  // namespace jourdain
