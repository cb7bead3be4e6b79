// jourdain count.
#include "code_arguments.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/expression/simplify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace jourdain::cli {
namespace {

// One form of a function: all of it, and part by part.
struct CountedForm {
  std::string form;
  bool simplified = false;
  ProgramCount counted;
  PartCounts by_part;
};

struct CountedFunction {
  std::string function;
  std::vector<CountedForm> forms;
};

const char* form_word(TraceForm form) {
  switch (form) {
    case TraceForm::body_jacobians: return "body Jacobians";
    case TraceForm::general: return "general";
    case TraceForm::grouped: return "grouped";
    case TraceForm::best: return "by legs";
  }
  return "";
}

CountedForm counted_form(const Program& program, const std::string& form, bool simplified) {
  return {fmt::format("{}, {}", form, simplified ? "simplified" : "as traced"), simplified, count(program),
          count_by_part(program)};
}

// The program of a function, or nothing where the robot has none and it was not asked for by name.
std::optional<Program> traced(RobotTracer& tracer, RobotFunction function, const TraceOptions& options, bool asked) {
  try {
    return tracer.trace(function, options);
  } catch (const Error&) {
    if (asked && options.form != TraceForm::body_jacobians) throw;
    return std::nullopt;
  }
}

// Counts of a function's derivatives.
void count_derivatives(const Program& program, const std::string& function, TraceForm form, const CountOptions& options,
                       Progress& progress, std::vector<CountedFunction>& functions) {
  for (VariableGroup group : parse_groups(options.derivatives)) {
    if (derivative_columns(program, group).empty()) continue;
    const std::string name = fmt::format("{} by {}", function, to_string(group));
    progress.tell(fmt::format("differentiating {}, {}", name, form_word(form)));
    const Program d = differentiate(program, group, parse_cost(options.cost), parse_mode(options.mode));
    auto found = std::ranges::find(functions, name, &CountedFunction::function);
    if (found == functions.end()) found = functions.insert(functions.end(), {name, {}});
    found->forms.push_back(counted_form(d, form_word(form), true));
  }
}

// The function, then its derivatives.
std::vector<CountedFunction> count_function(const Robot& robot, RobotTracer& tracer, RobotFunction function,
                                            const CountOptions& options, Progress& progress) {
  std::vector<CountedFunction> result{{std::string(to_string(function)), {}}};
  const std::string name = result.front().function;
  TraceOptions trace_options;
  trace_options.pose = parse_pose(robot, options.pose);
  trace_options.friction = !options.no_friction;
  std::vector<Program> before;
  for (TraceForm form : {TraceForm::body_jacobians, TraceForm::general, TraceForm::grouped, TraceForm::best}) {
    if (form == TraceForm::body_jacobians && function != RobotFunction::inverse_dynamics) continue;
    const std::string what = fmt::format("{}, {}", name, form_word(form));
    progress.tell("tracing " + what);
    trace_options.form = form;
    std::optional<Program> program = traced(tracer, function, trace_options, !options.what.empty());
    if (!program || std::ranges::find(before, *program) != before.end()) continue;
    result.front().forms.push_back(counted_form(*program, form_word(form), false));
    progress.tell("simplifying " + what);
    const Program simplified = simplify(*program, parse_cost(options.cost));
    result.front().forms.push_back(counted_form(simplified, form_word(form), true));
    count_derivatives(simplified, name, form, options, progress, result);
    before.push_back(std::move(*program));
  }
  return result;
}

bool is_empty(const ProgramCount& count) { return count == ProgramCount{}; }

Json form_json(const std::string& function, const CountedForm& form) {
  Json json{{"function", function},
            {"form", form.form},
            {"call", count_json(form.counted.call)},
            {"load", count_json(form.counted.load)}};
  for (Part part : all_parts) {
    const ProgramCount& count = form.by_part[static_cast<std::size_t>(part)];
    if (part == Part::none && is_empty(count)) continue;
    json["parts"].push_back(
        {{"part", to_string(part)}, {"call", count_json(count.call)}, {"load", count_json(count.load)}});
  }
  return json;
}

// Forms, and under each simplified one its parts.
void print_function(const CountedFunction& function) {
  heading(function.function);
  Table table(count_columns({"form"}));
  for (const CountedForm& form : function.forms) {
    table.add(count_cells({form.form}, form.counted));
    if (!form.simplified) continue;
    for (Part part : all_parts) {
      const ProgramCount& count = form.by_part[static_cast<std::size_t>(part)];
      if (!is_empty(count)) table.add(count_cells({fmt::format("  {}", to_string(part))}, count));
    }
  }
  table.print();
}

}  // namespace

int run_count(const CountOptions& options) {
  const Robot robot = robot_of(options);
  std::vector<CountedFunction> functions;
  {
    std::vector<RobotFunction> asked(std::begin(robot_functions), std::end(robot_functions));
    if (!options.what.empty()) asked = parse_functions(options.what);
    Progress progress("counting");
    RobotTracer tracer(robot);
    for (RobotFunction function : asked) {
      for (CountedFunction& counted : count_function(robot, tracer, function, options, progress)) {
        if (!counted.forms.empty()) functions.push_back(std::move(counted));
      }
    }
  }
  if (options.json) {
    Json json = answer("count", robot);
    json["ok"] = !functions.empty();
    json["rule"] = counting_rule;
    json["legs"] = robot.limbs().size();
    for (const CountedFunction& function : functions) {
      for (const CountedForm& form : function.forms) json["counts"].push_back(form_json(function.function, form));
    }
    print_json(json);
    return functions.empty() ? exit_bad_result : exit_ok;
  }
  const std::size_t legs = robot.limbs().size();
  print_text("{}{}\n", marked_name(robot.mechanism()), legs > 1 ? fmt::format(", {} legs", legs) : "");
  for (const CountedFunction& function : functions) print_function(function);
  print_text("\n{}", wrapped(counting_rule));
  return functions.empty() ? exit_bad_result : exit_ok;
}

}  // namespace jourdain::cli
