// jourdain count.
#include "code_arguments.hpp"

#include "expression/simplify.hpp"
#include "jourdain/core/error.hpp"

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

// A line of table II: which parts it adds up, and what was published for PaLiDA ([Abdellatif05]).
struct PaperRow {
  const char* name;
  std::vector<Part> parts;
  int additions, multiplications;
};

const std::vector<PaperRow>& paper_rows() {
  static const std::vector<PaperRow> rows{{"struts", {Part::leg_kinematics, Part::leg_dynamics}, 6 * 88, 6 * 151},
                                          {"end-effector", {Part::platform}, 100, 116},
                                          {"inversion of J^-1", {Part::solve}, 137, 110},
                                          {"friction model", {Part::friction}, 36, 54},
                                          {"other", {Part::none}, 0, 0}};
  return rows;
}

// Additions, and multiplications with divisions, of some parts of a form.
std::pair<int, int> cost_of(const CountedForm& form, const std::vector<Part>& parts) {
  std::pair<int, int> cost{0, 0};
  for (Part part : parts) {
    const OperationCount& c = form.by_part[static_cast<std::size_t>(part)].call;
    cost.first += c.additions;
    cost.second += c.multiplications + c.divisions;
  }
  return cost;
}

// The forms that table II compares: that of the paper, and what `generate` writes.
std::vector<const CountedForm*> table_forms(const CountedFunction& function) {
  std::vector<const CountedForm*> forms;
  for (const CountedForm& form : function.forms) {
    if (form.simplified && (form.form.starts_with("body Jacobians") || &form == &function.forms.back()))
      forms.push_back(&form);
  }
  return forms;
}

bool is_published(const Robot& robot, const CountOptions& options) {
  return robot.mechanism().name == "palida" && !options.no_friction;
}

void print_table(const Robot& robot, const CountOptions& options, const CountedFunction& function) {
  const std::vector<const CountedForm*> forms = table_forms(function);
  const bool published = is_published(robot, options);
  const int legs = static_cast<int>(robot.limbs().size());
  print_text("{}{}: cost of the inverse dynamics, as table II of [Abdellatif05]\n\n", marked_name(robot.mechanism()),
             legs > 1 ? fmt::format(", {} legs", legs) : "");
  std::vector<std::string> columns{""};
  if (published) columns.insert(columns.end(), {">published: + -", ">* /"});
  for (const CountedForm* form : forms) {
    columns.push_back(fmt::format(">{}: + -", form->form.starts_with("body") ? "paper's form" : "generated"));
    columns.emplace_back(">* /");
  }
  Table table(columns);
  const auto line = [&](const std::string& name, int divisor, std::pair<int, int> paper, const auto& cost) {
    std::vector<std::string> cells{name};
    const auto put = [&](std::pair<int, int> c) {
      for (int value : {c.first, c.second})
        cells.push_back(value % divisor == 0 ? std::to_string(value / divisor)
                                             : fmt::format("{:.1f}", static_cast<double>(value) / divisor));
    };
    if (published) put(paper);
    for (const CountedForm* form : forms) put(cost(*form));
    table.add(cells);
  };
  for (const PaperRow& row : paper_rows()) {
    const auto cost = [&](const CountedForm& form) { return cost_of(form, row.parts); };
    const auto is_nothing = [&](const CountedForm* form) { return cost(*form) == std::pair{0, 0}; };
    if (row.additions == 0 && std::ranges::all_of(forms, is_nothing)) continue;
    const std::pair paper{row.additions, row.multiplications};
    const bool struts = row.parts.size() == 2 && legs > 1;
    if (struts) line(fmt::format("single strut ({} x)", legs), legs, paper, cost);
    line(struts ? fmt::format("all {} struts", legs) : row.name, 1, paper, cost);
  }
  const auto whole = [](const CountedForm& form) {
    return std::pair{form.counted.call.additions, form.counted.call.multiplications + form.counted.call.divisions};
  };
  line("total", 1, {801, 1186}, whole);
  table.print();
  std::string sums = published ? "published 1987" : "";
  for (const CountedForm* form : forms) {
    sums += fmt::format("{}{} {}", sums.empty() ? "" : ", ",
                        form->form.starts_with("body") ? "paper's form" : "generated", form->counted.call.total());
  }
  print_text("\n  both kinds together: {}\n\n{}", sums, wrapped(counting_rule));
}

Json table_json(const Robot& robot, const CountOptions& options, const CountedFunction& function) {
  Json rows = Json::array();
  for (const PaperRow& row : paper_rows()) {
    Json entry{{"part", row.name}};
    if (is_published(robot, options))
      entry["published"] = {{"additions", row.additions}, {"multiplications_and_divisions", row.multiplications}};
    for (const CountedForm* form : table_forms(function)) {
      const auto [additions, others] = cost_of(*form, row.parts);
      entry[form->form.starts_with("body") ? "papers_form" : "generated"] = {{"additions", additions},
                                                                             {"multiplications_and_divisions", others}};
    }
    rows.push_back(std::move(entry));
  }
  return rows;
}

}  // namespace

int run_count(const CountOptions& given) {
  CountOptions options = given;
  if (options.table) {
    if (!options.what.empty() && options.what != "inverse-dynamics")
      throw Error(ErrorKind::usage, "--table is of the inverse dynamics: leave --what out");
    if (!options.derivatives.empty()) throw Error(ErrorKind::usage, "--table goes without --derivatives");
    options.what = "inverse-dynamics";
  }
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
    if (options.table && !functions.empty()) json["table"] = table_json(robot, options, functions.front());
    for (const CountedFunction& function : functions) {
      for (const CountedForm& form : function.forms) json["counts"].push_back(form_json(function.function, form));
    }
    print_json(json);
    return functions.empty() ? exit_bad_result : exit_ok;
  }
  if (options.table && !functions.empty()) {
    print_table(robot, options, functions.front());
    return exit_ok;
  }
  const std::size_t legs = robot.limbs().size();
  print_text("{}{}\n", marked_name(robot.mechanism()), legs > 1 ? fmt::format(", {} legs", legs) : "");
  for (const CountedFunction& function : functions) print_function(function);
  print_text("\n{}", wrapped(counting_rule));
  return functions.empty() ? exit_bad_result : exit_ok;
}

}  // namespace jourdain::cli
