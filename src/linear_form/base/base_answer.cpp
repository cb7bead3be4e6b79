#include "linear_form/base/base_answer.hpp"

#include "linear_form/parameters/parameter_unit.hpp"

namespace jourdain {

Table base_table(const BaseParameters& base, const char* key, const char* title) {
  const auto kept = [&](const BaseParameter& b) -> const Parameter& { return base.full.parameters()[b.parameter]; };
  const auto place = [&](const BaseParameter& b) { return static_cast<int>(&b - base.base.data()); };
  return table_of<BaseParameter>(
      key, title, base.base,
      {{"number", "#", [&](const auto& b) { return measured(place(b) + 1.0, Measure::count); }},
       {"name", "parameter", [&](const auto& b) { return Cell(kept(b).name); }},
       {"kind", "kind", [&](const auto& b) { return Cell(std::string(to_string(kept(b).kind))); }},
       {"value", "value", [](const auto& b) { return Cell(Number{b.value}); }},
       {"unit", "unit", [&](const auto& b) { return Cell(parameter_unit(base.form, place(b))); }},
       {"expression", "is", [](const auto& b) { return Cell(b.expression); }}});
}

}  // namespace jourdain
