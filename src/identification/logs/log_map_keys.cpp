#include "identification/logs/log_map_keys.hpp"

#include <fmt/format.h>

namespace jourdain {

void show_keys(KeyVisitor& keys, LogMapKeys& map) {
  keys.node({"time", "name of the column, or `{column:, unit:}`"}, "time_column", map.time);
  keys.node({"positions", "of the motors: a list of columns, or a map (below)"}, "motor_columns", map.positions);
  keys.node({"rates", "likewise"}, "motor_columns", map.rates);
  keys.node({"accelerations", "likewise"}, "motor_columns", map.accelerations);
  keys.node({"forces", "likewise"}, "motor_columns", map.forces);
  keys.node({"currents", "instead of forces, with the constants of the motors"}, "currents", map.currents);
  keys.node({"platform", "its pose, by coordinates `x y z rx ry rz qw qx qy qz`"}, "platform", map.platform);
  keys.node({"force_delay", "forces are stamped so much later than positions, such as `2 ms`"}, "times",
            map.force_delay);
  keys.node({"force_lag", "time constant of a filter of first order that forces have passed"}, "times", map.force_lag);
}

void show_keys(KeyVisitor& keys, LogTimeKeys& time) {
  keys.node({"column", "its name"}, "name", time.column);
  keys.node({"unit", "such as `ms`; default: guessed from the steps"}, "unit", time.unit);
}

void show_keys(KeyVisitor& keys, LogSectionKeys& section, LogSection kind) {
  static constexpr std::string_view sides[] = {"joint", "motor"};
  keys.node({"columns",
             kind == LogSection::platform ? "one per coordinate: a map of them"
                                          : "one per motor: a list in their order, or a map by their names",
             {.required = true}},
            "names", section.columns);
  keys.node({"unit", "of the values, such as `deg`, `Nm`, `mA`; default: SI"}, "unit", section.unit);
  if (kind == LogSection::platform) {
    keys.node({"angle_unit", "of angles, where `unit` is that of lengths"}, "unit", section.angle_unit);
  }
  keys.choice({"side", "of the gear on which the values are"}, sides, "joint or motor", section.side);
  keys.node({"signs", "1 or -1: one for all, a list, or by names"}, "signs", section.signs);
  if (kind == LogSection::currents) {
    keys.node({"constant",
               "force or torque of the motor per ampere, `0.12 N m/A`: one for all, a list, or by motor",
               {.required = true, .advice = "write currents: {columns: [...], constant: 0.12 N m/A}"}},
              "constants", section.constant);
  }
}

namespace {

template <LogSection kind>
void show_section(KeyVisitor& visitor, bool) {
  LogSectionKeys section;
  show_keys(visitor, section, kind);
}

template <typename Shown>
void show_part(KeyVisitor& visitor, bool) {
  Shown shown;
  show_keys(visitor, shown);
}

// One value for all, a list, or a map by names.
std::string each_form(const std::string& value) {
  return fmt::format(
      R"({{"anyOf": [{0}, {{"type": "array", "items": {0}}}, {{"type": "object", "additionalProperties": {0}}}]}})",
      value);
}

}  // namespace

const FileFormat& log_map_format() {
  static const std::string name = R"({"type": ["number", "string"]})";
  static const FileFormat format{
      "log-map",
      "Which column of a recorded log is what, for jourdain identify and validate; see docs/identification.md.",
      {{"map", show_part<LogMapKeys>, "map"},
       {"time", show_part<LogTimeKeys>, "time"},
       {"motors", show_section<LogSection::motors>, "sections"},
       {"currents", show_section<LogSection::currents>, "sections"},
       {"platform", show_section<LogSection::platform>, "sections"}},
      {{"name", name},
       {"unit", R"({"type": "string", "minLength": 1})"},
       {"time_column", R"({"anyOf": [{"$ref": "#/$defs/name"}, {"$ref": "#/$defs/time"}]})"},
       {"motor_columns",
        R"({"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/name"}}, {"$ref": "#/$defs/motors"}]})"},
       {"names", each_form(R"({"$ref": "#/$defs/name"})")},
       {"signs", each_form(R"({"enum": [1, -1]})")},
       {"times", each_form(name)},
       {"constants", each_form(R"({"type": "string"})")}}};
  return format;
}

}  // namespace jourdain
