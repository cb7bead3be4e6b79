#include "trace/code/function_counts.hpp"

#include "expression/simplify.hpp"
#include "jourdain/core/error.hpp"
#include "trace/code/robot_library.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

const char* form_words(TraceForm form) {
  static constexpr const char* words[] = {"by legs", "general", "grouped", "body Jacobians"};
  return words[static_cast<std::size_t>(form)];
}

CountedForm counted_form(const Program& program, TraceForm form, const char* state) {
  return {fmt::format("{}, {}", form_words(form), state), form, std::string_view(state) == "simplified", count(program),
          count_by_part(program)};
}

// The program of a function, or nothing where the robot has none and it was not asked for by name.
std::optional<Program> traced_form(RobotTracer& tracer, RobotFunction function, const TraceOptions& options,
                                   bool asked) {
  try {
    return tracer.trace(function, options);
  } catch (const Error&) {
    if (asked && options.form != TraceForm::body_jacobians) throw;
    return std::nullopt;
  }
}

void count_derivatives(const Program& program, const std::string& function, TraceForm form,
                       const FunctionCountOptions& options, const Job& job, std::vector<CountedFunction>& functions) {
  for (const VariableGroup group : options.derivatives) {
    if (derivative_columns(program, group).empty()) continue;
    const std::string name = fmt::format("{} by {}", function, to_string(group));
    stop_if_cancelled(job);
    job.tell(fmt::format("differentiating {}, {}", name, form_words(form)));
    const Program d = differentiate(program, group, options.cost, options.mode);
    auto found = std::ranges::find(functions, name, &CountedFunction::name);
    if (found == functions.end()) found = functions.insert(functions.end(), {name, {}});
    found->forms.push_back(counted_form(d, form, "simplified"));
  }
}

// The function, then its derivatives.
std::vector<CountedFunction> count_function(RobotTracer& tracer, RobotFunction function,
                                            const FunctionCountOptions& options, const Job& job) {
  std::vector<CountedFunction> result{{std::string(to_string(function)), {}}};
  const std::string name = result.front().name;
  TraceOptions trace_options;
  trace_options.pose = options.pose;
  trace_options.friction = options.friction;
  std::vector<Program> before;
  for (const TraceForm form : {TraceForm::body_jacobians, TraceForm::general, TraceForm::grouped, TraceForm::best}) {
    if (form == TraceForm::body_jacobians && function != RobotFunction::inverse_dynamics) continue;
    stop_if_cancelled(job);
    job.tell(fmt::format("tracing {}, {}", name, form_words(form)));
    trace_options.form = form;
    std::optional<Program> program = traced_form(tracer, function, trace_options, !options.functions.empty());
    if (!program || std::ranges::find(before, *program) != before.end()) continue;
    result.front().forms.push_back(counted_form(*program, form, "as traced"));
    job.tell(fmt::format("simplifying {}, {}", name, form_words(form)));
    const Program simplified = simplify(*program, options.cost);
    result.front().forms.push_back(counted_form(simplified, form, "simplified"));
    count_derivatives(simplified, name, form, options, job, result);
    before.push_back(std::move(*program));
  }
  return result;
}

}  // namespace

std::vector<CountedFunction> count_functions(const Robot& robot, const FunctionCountOptions& options, const Job& job) {
  std::vector<RobotFunction> asked = options.functions;
  if (asked.empty()) asked.assign(std::begin(robot_functions), std::end(robot_functions));
  std::vector<CountedFunction> functions;
  RobotTracer tracer(robot);
  for (const RobotFunction function : asked)
    for (CountedFunction& counted : count_function(tracer, function, options, job))
      if (!counted.forms.empty()) functions.push_back(std::move(counted));
  return functions;
}

PaperCost paper_cost(const OperationCount& count) { return {count.additions, count.multiplications + count.divisions}; }

PaperCost paper_cost(const PartCounts& counts, const std::vector<Part>& parts) {
  PaperCost cost;
  for (const Part part : parts) {
    const PaperCost one = paper_cost(counts[static_cast<std::size_t>(part)].call);
    cost.additions += one.additions, cost.others += one.others;
  }
  return cost;
}

const std::vector<PaperPart>& paper_parts() {
  static const std::vector<PaperPart> parts{{"six struts", {Part::leg_kinematics, Part::leg_dynamics}, {528, 906}},
                                            {"end-effector", {Part::platform}, {100, 116}},
                                            {"inversion of J^-1", {Part::solve}, {137, 110}},
                                            {"friction model", {Part::friction}, {36, 54}},
                                            {"other", {Part::none}, {0, 0}}};
  return parts;
}

}  // namespace jourdain
