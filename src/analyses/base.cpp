// The base parameters of a robot.
#include "analyses/analysis.hpp"
#include "analyses/form_arguments.hpp"
#include "analyses/words.hpp"
#include "core/joined.hpp"
#include "linear_form/base/base_answer.hpp"
#include "linear_form/base/rule_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace jourdain {
namespace {

// One name as a symbol: letters with subscripts.
std::string latex_symbol(const std::string& name) {
  const auto text = [](const std::string& words) {
    std::string safe;
    for (const char c : words) safe += c == '_' ? std::string("\\_") : std::string(1, c);
    return "\\mathrm{" + safe + "}";
  };
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return name.size() == 1 ? name : text(name);
  const std::string entry = name.substr(0, dot), owner = text(name.substr(dot + 1));
  if (entry.size() == 1) return fmt::format("{}_{{{}}}", entry, owner);
  if (entry[0] == 's' && entry.size() == 2) return fmt::format("s_{{{},{}}}", entry[1], owner);
  if (entry[0] == 'I' && entry.size() == 3) return fmt::format("I_{{{},{}}}", entry.substr(1), owner);
  return fmt::format("{}_{{{}}}", text(entry), owner);
}

// "Izz.ring" as I_{zz,\mathrm{ring}}; also whole expressions.
std::string latex_expression(const std::string& expression) {
  std::string result, word;
  const auto flush = [&] {
    if (word.empty()) return;
    const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
    result += number ? word : word == "sum" ? "\\sum" : word == "sqrt" ? "\\surd" : latex_symbol(word);
    word.clear();
  };
  for (const char c : expression) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.') {
      word += c;
      continue;
    }
    flush();
    result += c == '*' ? std::string("\\,") : std::string(1, c);
  }
  flush();
  return result;
}

// A tabular with number, expression and value; `title` stands above it as a comment.
std::string base_latex(const BaseParameters& base, const std::string& title) {
  std::string text = fmt::format("% {}\n", title);
  text += "\\begin{tabular}{rll}\n\\hline\n$i$ & base parameter & value \\\\\n\\hline\n";
  int i = 0;
  for (const BaseParameter& b : base.base)
    text += fmt::format("{} & ${}$ & {:.6g} \\\\\n", ++i, latex_expression(b.expression), b.value);
  return text + "\\hline\n\\end{tabular}\n";
}

enum class BaseFormat { text, json, markdown, latex };
std::span<const std::string_view> words(BaseFormat) {
  static constexpr std::string_view all[] = {"text", "json", "markdown", "latex"};
  return all;
}

struct BaseQuestion {
  FormArguments form;
  BaseFormat format = BaseFormat::text;
};

void show_fields(OptionVisitor& visitor, BaseQuestion& options) {
  show_fields(visitor, options.form);
  visitor.one_of({.name = "format", .help = "Of what is printed; --json and --markdown say the same", .type = "FORMAT"},
                 options.format);
}

const Parameter& parameter_of(const BaseParameters& base, int column) { return base.full.parameters()[column]; }

std::string count_text(const BaseParameters& base) {
  const int rigid = base.count(false), friction = base.count(true);
  return friction > 0 ? fmt::format("{} rigid-body + {} friction", rigid, friction) : fmt::format("{}", rigid);
}

// Each reason with the parameters that are dropped for it, a few names in a row.
Table dropped_for(const BaseParameters& base, bool without_effect) {
  constexpr std::size_t longest = 60;
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const DroppedParameter& d : base.dropped) {
    if (d.without_effect != without_effect) continue;
    auto found = std::ranges::find_if(reasons, [&](const auto& reason) { return reason.first == d.reason; });
    if (found == reasons.end()) found = reasons.insert(reasons.end(), {d.reason, {}});
    found->second.push_back(parameter_of(base, d.parameter).name);
  }
  Table table{without_effect ? "without_effect" : "grouped",
              without_effect ? "Without effect" : "Grouped with others",
              {{"parameters", "parameters"}, {"reason", "why"}}};
  table.shown = 60;
  for (const auto& [reason, names] : reasons) {
    std::string line, why = reason;
    for (const std::string& name : names) {
      if (!line.empty() && line.size() + name.size() > longest) {
        table.rows.push_back({line + ",", why});
        line.clear(), why.clear();
      }
      line += (line.empty() ? "" : ", ") + name;
    }
    table.rows.push_back({line, why});
  }
  return table;
}

// Parameter by parameter, for programs.
Answer base_details(const BaseParameters& base) {
  struct Group {
    const BaseParameter* of;
    const GroupedPart* part;
  };
  std::vector<Group> groups;
  for (const BaseParameter& b : base.base)
    for (const GroupedPart& part : b.groups) groups.push_back({&b, &part});
  Answer details;
  details.key = "details";
  details.title = "Parameter by parameter";
  details.folded = true;
  details.add(table_of<Group>(
      "groups", "Parts of base parameters", groups,
      {{"base", "of", [&](const Group& g) { return Cell(parameter_of(base, g.of->parameter).name); }},
       {"parameter", "part", [&](const Group& g) { return Cell(parameter_of(base, g.part->parameter).name); }},
       {"factor", "factor", [](const Group& g) { return Cell(Number{g.part->factor}); }},
       {"text", "as", [](const Group& g) { return Cell(g.part->text); }},
       {"recognised", "recognised", [](const Group& g) { return Cell(g.part->recognised); }}}));
  details.add(table_of<DroppedParameter>(
      "dropped", "Not in the base by themselves", base.dropped,
      {{"name", "parameter", [&](const auto& d) { return Cell(parameter_of(base, d.parameter).name); }},
       {"without_effect", "without effect", [](const auto& d) { return Cell(d.without_effect); }},
       {"reason", "why", [](const auto& d) { return Cell(d.reason); }}}));
  return details;
}

Facts base_facts(const BaseParameters& base, const RuleComparison& rules) {
  const bool equal = rules.by_rule == rules.by_rank;
  return {"base",
          "",
          {{"parameters", "parameters in all", count_of(base.full.columns())},
           {"rigid", "rigid-body base parameters", count_of(base.count(false))},
           {"friction", "friction base parameters", count_of(base.count(true))},
           {"by_rank", "of the bodies, by rank", count_of(rules.by_rank)},
           {"by_rule", "of the bodies, by rule", count_of(rules.by_rule),
            equal ? "as by rank" : "rules give an upper bound"},
           {"assumptions", "depends on", joined(base.assumptions, "; ")},
           {"gap", "gap of the rank", Number{base.gap}, "singular values fall by that after the last kept one"},
           {"residual", "grouping off by", Number{base.residual}, "at fresh states"},
           {"states", "random states", count_of(base.states)},
           {"seed", "seed", count_of(base.seed)}}};
}

Answer base(const Subject& subject, const BaseQuestion& options, const Job& job) {
  Answer answer;
  const Robot robot = form_robot(subject, options.form, answer.warnings);
  job.tell("looking for base parameters");
  const BaseParameters found =
      find_base_parameters(LinearForm(robot, form_options(robot, options.form)), base_options(options.form));
  const RuleComparison rules = compare_with_rules(found);
  const std::string name = marked_name(robot.mechanism());
  answer.title = fmt::format("{}: {} base parameters of {}", name, count_text(found), found.full.columns());
  answer.model = robot.mechanism().name;
  if (options.format == BaseFormat::latex) answer.add(Code{"latex", "", base_latex(found, name), "latex"});
  if (options.format != BaseFormat::text) answer.printed = words(options.format)[static_cast<int>(options.format)];
  answer.add(base_table(found, "base", "")).shown = 60;
  for (const bool without_effect : {true, false}) answer.add(dropped_for(found, without_effect));
  answer.add(table_of<std::string>("only_rank", "Groupings that only the rank found", rules.only_rank,
                                   {{"grouping", "grouping", [](const std::string& text) { return Cell(text); }}}));
  answer.add(base_facts(found, rules));
  answer.sections.push_back(base_details(found));
  for (const bool friction : {false, true}) {
    const char* kind = friction ? "friction" : "rigid";
    answer.key_numbers.push_back({kind, "base parameters", kind, count_of(found.count(friction))});
  }
  return answer;
}

}  // namespace

extern constinit const Analysis base_analysis{
    .name = "base",
    .what =
        "Base parameters: the smallest set of parameters that the motors' forces depend on, each as an expression in "
        "the model's names, with those that have no effect and why others are grouped. Zeros, relations and "
        "identical legs that the model declares are used; the count depends on them, on geometry and on gravity.",
    .examples =
        "jourdain base palida\njourdain base delta --identical-legs --friction none\n"
        "jourdain base palida --keep Izz.slider --format latex",
    .has_key_numbers = true,
    .ask = QuestionOf<BaseQuestion, base>::ask};

}  // namespace jourdain
