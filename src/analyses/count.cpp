// How many operations the robot's functions take as generated code.
#include "analyses/analysis.hpp"
#include "analyses/code_arguments.hpp"
#include "analyses/simpler_model.hpp"
#include "analyses/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace jourdain {
namespace {

struct CountOptions {
  CodeArguments code;
  std::string simplify;
  bool table = false;
};

void show_fields(OptionVisitor& visitor, CountOptions& options) {
  show_fields(visitor, options.code);
  visitor.flag({.name = "table",
                .help = "Inverse dynamics in the layout of table II of [Abdellatif05], PaLiDA's published figures "
                        "beside ours",
                .not_with = "derivatives"},
               options.table);
  show_simplify(visitor, simpler_bodies, options.simplify);
}

std::string key_of_function(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

// Forms, and under each simplified one its parts.
Answer function_section(const CountedFunction& function) {
  std::vector<CountRow> rows;
  for (const CountedForm& form : function.forms) {
    rows.push_back({{form.name, ""}, form.counted});
    for (const Part part : all_parts)
      if (const ProgramCount& count = form.by_part[static_cast<std::size_t>(part)];
          form.simplified && count != ProgramCount{})
        rows.push_back({{"", std::string(to_string(part))}, count});
  }
  Answer section{key_of_function(function.name), function.name};
  section.add(counts_table("forms", "", {{"form", "form"}, {"part", "part"}}, rows));
  return section;
}

// All forms of all functions with all parts, for programs; the whole has no part.
Answer all_counts(const std::vector<CountedFunction>& functions) {
  std::vector<CountRow> rows;
  for (const CountedFunction& function : functions)
    for (const CountedForm& form : function.forms) {
      rows.push_back({{function.name, form.name, ""}, form.counted});
      for (const Part part : all_parts) {
        const ProgramCount& count = form.by_part[static_cast<std::size_t>(part)];
        if (part != Part::none || count != ProgramCount{})
          rows.push_back({{function.name, form.name, std::string(to_string(part))}, count});
      }
    }
  const std::vector<Column> names{{"function", "function"}, {"form", "form"}, {"part", "part"}};
  Answer section{"counts", "All counts"};
  section.folded = true;
  section.add(counts_table("call", "At each call", names, rows));
  section.add(counts_table("load", "When parameters are loaded", names, rows, true));
  return section;
}

// The cost of the inverse dynamics in the layout of the paper: its form, and what is generated.
Table paper_table(const Robot& robot, bool published, const CountedFunction& function) {
  std::vector<const CountedForm*> forms;
  for (const CountedForm& form : function.forms)
    if (form.simplified && (form.form == TraceForm::body_jacobians || &form == &function.forms.back()))
      forms.push_back(&form);
  const auto name_of = [](const CountedForm& form) {
    return form.form == TraceForm::body_jacobians ? std::pair("papers_form", "paper's form")
                                                  : std::pair("generated", "generated");
  };
  Table table{"table", "", {{"part", "part"}}};
  const auto add_columns = [&](const std::string& key, const std::string& title) {
    table.columns.push_back({key + "_additions", title + ": + -"});
    table.columns.push_back({key + "_multiplications_and_divisions", "* /"});
  };
  if (published) add_columns("published", "published");
  for (const CountedForm* form : forms) add_columns(name_of(*form).first, name_of(*form).second);
  const auto line = [&](const std::string& name, int divisor, const PaperCost& paper, const auto& cost) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    cells.emplace_back(name);
    const auto put = [&](const PaperCost& c) {
      for (const int value : {c.additions, c.others}) cells.emplace_back(Number{static_cast<double>(value) / divisor});
    };
    if (published) put(paper);
    for (const CountedForm* form : forms) put(cost(*form));
  };
  const int legs = static_cast<int>(robot.limbs().size());
  for (const PaperPart& part : paper_parts()) {
    const auto cost = [&](const CountedForm& form) { return paper_cost(form.by_part, part.parts); };
    const auto is_nothing = [&](const CountedForm* form) { return cost(*form).total() == 0; };
    if (part.published.total() == 0 && std::ranges::all_of(forms, is_nothing)) continue;
    const bool struts = part.parts.size() == 2;
    if (struts && legs > 1) line(fmt::format("single strut ({} x)", legs), legs, part.published, cost);
    line(!struts ? part.name : legs > 1 ? fmt::format("all {} struts", legs) : "struts", 1, part.published, cost);
  }
  line("total", 1, published_total, [](const CountedForm& form) { return paper_cost(form.counted.call); });
  table.note = published ? fmt::format("both kinds together: published {}", published_total.total()) : "";
  for (const CountedForm* form : forms)
    table.note += fmt::format("{}{} {}", table.note.empty() ? "both kinds together: " : ", ", name_of(*form).second,
                              form->counted.call.total());
  return table;
}

Answer counted_operations(const Subject& subject, const CountOptions& options, const Job& job) {
  CodeArguments code = options.code;
  if (options.table) {
    if (!code.what.empty() && code.what != "inverse-dynamics")
      throw Error(ErrorKind::usage, "--table is of the inverse dynamics: leave --what out");
    code.what = "inverse-dynamics";
  }
  Answer answer;
  const Robot robot = changed_robot(subject, "", options.simplify, answer.warnings);
  const std::vector<CountedFunction> functions = count_functions(robot, function_options(robot, code), job);

  const std::size_t legs = robot.limbs().size();
  answer.title = marked_name(robot.mechanism());
  answer.add(Facts{"robot", "", {{"legs", "legs", count_of(legs)}}});
  answer.model = robot.mechanism().name;
  if (functions.empty()) answer.verdict = {Tone::bad, "There is no generated code for this robot."};
  if (options.table && !functions.empty()) {
    answer.subtitle = "Cost of the inverse dynamics, as table II of [Abdellatif05]";
    answer.add(paper_table(robot, robot.mechanism().name == "palida" && !code.no_friction, functions.front()));
  }
  answer.add(Text{"rule", counting_rule});
  for (const CountedFunction& function : functions) {
    answer.sections.push_back(function_section(function));
    answer.sections.back().folded = options.table;
    // The last form is what is generated.
    answer.key_numbers.push_back({"operations/" + key_of_function(function.name), "operations", function.name,
                                  count_of(function.forms.back().counted.call.total())});
  }
  answer.sections.push_back(all_counts(functions));
  return answer;
}

}  // namespace

extern constinit const Analysis count_analysis{
    .name = "count",
    .what =
        "How many operations the robot's functions take as generated code: of the form of body Jacobians, the general "
        "one and the best one, before and after simplification, and part by part: legs, platform, solve, friction.",
    .examples = "jourdain count palida --what inverse-dynamics\njourdain count palida --table",
    .has_key_numbers = true,
    .ask = QuestionOf<CountOptions, counted_operations>::ask};

}  // namespace jourdain
