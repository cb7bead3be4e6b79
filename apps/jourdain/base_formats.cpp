#include "base_formats.hpp"

#include "core/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>

namespace jourdain::cli {
namespace {

std::vector<std::string> names(const std::string& option, const std::string& text) {
  std::vector<std::string> result;
  if (text.empty()) return result;
  for (const ListEntry& entry : split_list(option, text)) result.push_back(entry.text);
  return result;
}

const Parameter& parameter(const BaseParameters& base, int column) {
  return base.full.parameters()[static_cast<std::size_t>(column)];
}

std::string count_text(const BaseParameters& base) {
  const int rigid = base.count(false), friction = base.count(true);
  return friction > 0 ? fmt::format("{} rigid-body + {} friction", rigid, friction) : fmt::format("{}", rigid);
}

// One name as a symbol: letters with subscripts.
std::string symbol(const std::string& name) {
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

// Calls `use` with each reason and the parameters dropped for it.
void for_each_reason(const BaseParameters& base, bool without_effect,
                     const std::function<void(const std::string&, const std::vector<std::string>&)>& use) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const DroppedParameter& d : base.dropped) {
    if (d.without_effect != without_effect) continue;
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == d.reason; });
    if (found == groups.end())
      groups.push_back({d.reason, {parameter(base, d.parameter).name}});
    else
      found->second.push_back(parameter(base, d.parameter).name);
  }
  for (const auto& [reason, list] : groups) use(reason, list);
}

}  // namespace

LinearForm linear_form(const Robot& robot, const FormOptions& options) {
  LinearFormOptions form;
  form.structure = !options.full;
  if (options.independent_legs) form.legs = LegSharing::independent;
  if (options.identical_legs) {
    form.legs = LegSharing::identical;
    if (robot.mechanism().legs.empty())
      throw Error(ErrorKind::usage,
                  fmt::format("'{}' has no legs that could be identical: its model has no section 'legs'",
                              robot.mechanism().name));
  }
  form.friction = options.friction == "all"    ? Columns::all
                  : options.friction == "none" ? Columns::none
                                               : Columns::declared;
  if (options.bodies_only) form.friction = form.rotors = form.payload = Columns::none;
  for (const std::string& text : options.elemental) form.elemental.push_back(parse_elemental_function(text));
  return LinearForm(robot, form);
}

BaseOptions base_options(const FormOptions& options) {
  return {options.seed, names("--keep", options.keep), names("--drop", options.drop)};
}

std::string latex(const std::string& expression) {
  std::string result, word;
  const auto flush = [&] {
    if (word.empty()) return;
    const bool number = std::isdigit(static_cast<unsigned char>(word[0])) != 0;
    result += number ? word : word == "sum" ? "\\sum" : word == "sqrt" ? "\\surd" : symbol(word);
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

Json base_json(const BaseParameters& base, const RuleComparison& rules) {
  Json json = answer("base", base.full.robot());
  json["parameters"] = base.full.columns();
  json["rigid"] = base.count(false);
  json["friction"] = base.count(true);
  json["bodies"] = {{"by_rank", rules.by_rank}, {"by_rule", rules.by_rule}, {"only_rank", rules.only_rank}};
  json["gap"] = finite(base.gap);
  json["residual"] = finite(base.residual);
  json["states"] = base.states;
  json["seed"] = base.seed;
  json["assumptions"] = base.assumptions;
  json["base"] = Json::array();
  for (const BaseParameter& b : base.base) {
    Json groups = Json::array();
    for (const GroupedPart& g : b.groups) {
      groups.push_back({{"parameter", parameter(base, g.parameter).name},
                        {"factor", finite(g.factor)},
                        {"text", g.text},
                        {"recognised", g.recognised}});
    }
    json["base"].push_back({{"name", parameter(base, b.parameter).name},
                            {"kind", to_string(parameter(base, b.parameter).kind)},
                            {"value", finite(b.value)},
                            {"expression", b.expression},
                            {"groups", std::move(groups)}});
  }
  json["dropped"] = Json::array();
  for (const DroppedParameter& d : base.dropped) {
    json["dropped"].push_back(
        {{"name", parameter(base, d.parameter).name}, {"without_effect", d.without_effect}, {"reason", d.reason}});
  }
  return json;
}

std::string base_markdown(const BaseParameters& base) {
  std::string text = fmt::format("{}: {} base parameters of {}; {}.\n\n| | value | base parameter |\n|---|---|---|\n",
                                 marked_name(base.full.robot().mechanism()), count_text(base), base.full.columns(),
                                 joined(base.assumptions, "; "));
  int i = 0;
  for (const BaseParameter& b : base.base) text += fmt::format("| {} | {:.6g} | {} |\n", ++i, b.value, b.expression);
  for (const bool without : {true, false}) {
    bool first = true;
    for_each_reason(base, without, [&](const std::string& reason, const std::vector<std::string>& list) {
      if (first) text += without ? "\nWithout effect:\n\n" : "\nGrouped:\n\n";
      first = false;
      text += fmt::format("- {}: {}\n", reason, joined(list));
    });
  }
  return text;
}

std::string base_latex(const BaseParameters& base) {
  std::string text = fmt::format("% {}\n", marked_name(base.full.robot().mechanism()));
  text += "\\begin{tabular}{rll}\n\\hline\n$i$ & base parameter & value \\\\\n\\hline\n";
  int i = 0;
  for (const BaseParameter& b : base.base)
    text += fmt::format("{} & ${}$ & {:.6g} \\\\\n", ++i, latex(b.expression), b.value);
  return text + "\\hline\n\\end{tabular}\n";
}

void print_base(const BaseParameters& base, const RuleComparison& rules, const Numbers& number) {
  print_text("{}: {} base parameters of {}\n\n", title(base.full.robot()), count_text(base), base.full.columns());
  Table table({">", ">value", "base parameter"});
  int i = 0;
  for (const BaseParameter& b : base.base) table.add({std::to_string(++i), number(b.value), b.expression});
  table.print();
  for (const bool without : {true, false}) {
    Table reasons({"parameters", "why"});
    for_each_reason(base, without, [&](const std::string& reason, const std::vector<std::string>& list) {
      // Long lists in lines of a few names.
      std::string line, why = reason;
      for (const std::string& name : list) {
        if (!line.empty() && line.size() + name.size() > 60) {
          reasons.add({line + ",", why});
          line.clear(), why.clear();
        }
        line += (line.empty() ? "" : ", ") + name;
      }
      reasons.add({line, why});
    });
    if (reasons.empty()) continue;
    heading(without ? "Without effect" : "Grouped with others");
    reasons.print();
  }
  if (!rules.only_rank.empty()) {
    heading("Groupings that only the rank found");
    for (const std::string& text : rules.only_rank) print_text("  {}\n", text);
  }
  print_text("\n");
  Facts facts;
  facts.add("by rule", rules.by_rule == rules.by_rank
                           ? fmt::format("{} for the bodies, as by rank", rules.by_rule)
                           : fmt::format("{} for the bodies, by rank {}: rules give an upper bound", rules.by_rule,
                                         rules.by_rank));
  for (const std::string& assumption : base.assumptions) facts.add("depends on", assumption);
  facts.add("rank", fmt::format("singular values fall by {:.1e} after the last kept one", base.gap));
  facts.add("grouping", fmt::format("off by {:.1e} at fresh states", base.residual));
  facts.add("states", fmt::format("{} random ones, seed {}", base.states, base.seed));
  facts.print();
}

}  // namespace jourdain::cli
