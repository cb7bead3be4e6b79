#include "motion/motion_keys.hpp"

#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace jourdain {
namespace {

// Keys without a place for their values: those depend on the robot.
class Declared {
 public:
  explicit Declared(KeyVisitor& visitor) : visitor_(visitor) {}

  void value(const Key& key, const KeyMeasure& measure, Bound bound = Bound::above_zero,
             double standard = std::numeric_limits<double>::quiet_NaN()) {
    visitor_.number(key, measure, bound, standard);
  }
  void node(const Key& key, std::string_view form) {
    const Node* node = nullptr;
    visitor_.node(key, form, node);
  }
  void flag(const Key& key, bool standard) { visitor_.flag(key, standard); }

 private:
  KeyVisitor& visitor_;
};

void show_start(Declared keys) { keys.node({"from", "where it begins, if not where the last part ended"}, "place"); }

void show_end(Declared keys) {
  keys.node({"to", "where it ends"}, "place");
  keys.node({"by",
             "the same as differences: lengths are added, turns are a rotation vector in base axes",
             {.not_with = "to"}},
            "place");
}

void show_timing(KeyVisitor& visitor, bool lengths) {
  Declared keys(visitor);
  keys.node({"profile",
             "course of the acceleration: `parabolic` (constant, jumps), `sine` (sine on ramp; the default), "
             "`asymmetric-sine` (rises in a third of the time), `quintic`, `double-s` (limited jerk)"},
            "profile");
  keys.value({"rise", "share of the ramps' time in which the speed rises; default 0.5"}, Measure::number);
  keys.value({"duration", "the whole time; peak accelerations are 4, 2 pi, 3 pi and 1.5 pi, 10/sqrt(3) times L/T^2"},
             Measure::time);
  keys.value({"ramp", "with `speed`: time of the rise"}, Measure::time);
  keys.value({"speed", "the largest, held between the ramps; alone, each ramp takes an eighth of the way (of a turn)"},
             motion_measure(lengths, 1));
  keys.value({"acceleration", "the largest along the path; with `speed` or alone"}, motion_measure(lengths, 2));
  keys.value({"jerk", "with `acceleration` and `double-s`: the fastest motion within the three"},
             lengths ? Measure::jerk : Measure::turn_jerk);
}

void show_line(KeyVisitor& visitor, bool) {
  show_start(Declared(visitor));
  show_end(Declared(visitor));
}

void show_arc(KeyVisitor& visitor, bool) {
  show_start(Declared(visitor));
  Declared(visitor).node({"via", "a place between", {.required = true}}, "place");
  show_end(Declared(visitor));
}

void show_circle(KeyVisitor& visitor, bool lengths) {
  Declared keys(visitor);
  keys.value({"radius", "chosen if it is not given"}, motion_measure(lengths, 0));
  keys.node({"centre",
             "as first part default: home; else the circle begins where the robot is, at the positive end of the "
             "plane's first direction, or goes about this place"},
            "place");
  keys.node({"plane", "`[x, y]`: any two coordinates of one kind, such as `[rx, ry]` or two motors"}, "words");
  keys.value({"tilt", "turns the plane about x, or about the direction `about`"}, Measure::angle, Bound::any);
  keys.node({"about", "axis of `tilt`"}, "direction");
  keys.value({"turns", "negative ones go the other way"}, Measure::number, Bound::any, 1);
}

void show_pick(KeyVisitor& visitor, bool) {
  Declared keys(visitor);
  show_start(keys);
  show_end(keys);
  keys.value({"span", "instead of an end: the way, chosen if it is not given"}, Measure::length);
  keys.node({"along", "direction of `span`; default x"}, "direction");
  keys.value({"height", "of the half ellipse; default: a share of the way"}, Measure::length);
  keys.node({"up", "its direction; default z"}, "direction");
  keys.node({"cycles", "there and back; default 1"}, "value");
  keys.value({"pause", "a rest at each end"}, Measure::time);
  keys.flag({"back", "`false` goes one way"}, true);
}

void show_through(Declared keys) {
  show_start(keys);
  keys.node({"through", "list of places", {.required = true}}, "places");
}

void show_spline(KeyVisitor& visitor, bool) {
  Declared keys(visitor);
  show_through(keys);
  keys.node(
      {"times", "from the start (s), instead of the keys of timing: the spline of least jerk, at rest at both ends"},
      "values");
}

void show_lines(KeyVisitor& visitor, bool lengths) {
  Declared keys(visitor);
  show_through(keys);
  keys.value({"blend",
              "corners are rounded from so far before to so far behind them; default: a quarter of the shortest line"},
             motion_measure(lengths, 0));
}

void show_fourier(KeyVisitor& visitor, bool) {
  Declared keys(visitor);
  keys.value({"frequency", "f, of the slowest wave"}, Measure::frequency, Bound::above_zero, 0.5);
  keys.value({"periods", "how many of the slowest wave"}, Measure::number, Bound::above_zero, 1);
  keys.value({"ramp", "in which the motion grows and fades; `0 s` begins and ends at speed. Default: half a period"},
             Measure::time, Bound::any);
  keys.node({"centre", "default: where the motion is"}, "place");
  keys.node({"cosine", "coefficients by coordinate"}, "coefficients");
  keys.node({"sine", "likewise: `sine: {x: [5 mm, 1 mm]}`"}, "coefficients");
  keys.node({"harmonics", "number of waves where there are no coefficients: chosen ones; default 3"}, "value");
}

void show_hold(KeyVisitor& visitor, bool) {
  Declared keys(visitor);
  keys.node({"at", "place, if not where the last part ended"}, "place");
  keys.value({"duration", "of the rest"}, Measure::time, Bound::above_zero, 1);
}

void show_file(KeyVisitor& visitor, bool) {
  Declared keys(visitor);
  keys.node(
      {"csv", "file of samples. Full states are kept, with polynomials of fifth degree in between", {.required = true}},
      "text");
  keys.value({"bandwidth",
              "positions alone go through a smoothing spline: half of the amplitude passes at this frequency, "
              "1/(1 + (f/bandwidth)^6) at f, without delay"},
             Measure::frequency);
  keys.flag({"rest", "`true` begins and ends at rest"}, false);
}

struct KindOfMotion {
  std::string_view name, help;
  void (*show)(KeyVisitor& visitor, bool lengths);
  bool may_be_empty, timed;
};

// In the order of their readers.
constexpr KindOfMotion kinds[] = {
    {"line", "straight; the orientation turns about one axis", show_line, true, true},
    {"arc", "the part of a circle through three places", show_arc, false, true},
    {"circle", "in a plane, tilted or not", show_circle, true, true},
    {"pick", "half an ellipse there and back, [Codourey98] 5.2; times are those of one way", show_pick, true, true},
    {"spline", "through way-points, a natural cubic spline over their distances", show_spline, false, true},
    {"lines", "straight lines between way-points, with rounded corners", show_lines, false, true},
    {"fourier", "centre + sum of `cosine_k` cos(2 pi k f t) + `sine_k` sin(2 pi k f t)", show_fourier, true, false},
    {"hold", "rests", show_hold, true, false},
    {"file", "samples", show_file, false, false},
};

void show_whole(KeyVisitor& visitor, bool) {
  Declared keys(visitor);
  keys.node({"motion", "version of the format: 1", {.required = true}}, "version");
  keys.node({"name", "of the motion"}, "title");
  keys.node({"description", "text"}, "text");
  keys.node({"space", "`platform` or `motors`; default: platform where the robot has one"}, "space");
  keys.node({"frame", "whose place is told: `output` (default) or `tool`"}, "frame");
  keys.node({"start", "where the first part begins; default: home"}, "place");
  keys.node({"profile", "of all parts that have none of their own; default `sine`"}, "profile");
  keys.node({"repeat", "of the whole, if it ends as it begins: a number, or `forever`"}, "repeat");
  keys.node({"parts", "list of motions, one after the other; a motion of one part stands without it"}, "parts");
  for (const KindOfMotion& kind : kinds) keys.node({kind.name, kind.help}, kind.name);
}

std::string one_kind() {
  std::string properties;
  for (const KindOfMotion& kind : kinds)
    properties +=
        fmt::format(R"({}"{}": {{"$ref": "#/$defs/{}"}})", properties.empty() ? "" : ", ", kind.name, kind.name);
  return fmt::format(
      R"({{"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false, "properties": {{{}}}}})",
      properties);
}

FileFormat make_format() {
  FileFormat format{
      "motion", "A motion of a robot for jourdain; see docs/motions.md.", {{"motion", show_whole, "whole"}}, {}};
  for (const KindOfMotion& kind : kinds)
    format.sections.push_back({kind.name, kind.show, kind.name, kind.may_be_empty, kind.timed ? show_timing : nullptr});
  format.sections.push_back({"timing", show_timing, "timing"});
  format.forms = {
      {"value",
       R"({"type": ["number", "string"], "description": "A number in SI units, or an expression with units and parameters of the model."})"},
      {"values", R"({"type": "array", "items": {"$ref": "#/$defs/value"}})"},
      {"version", R"({"const": 1})"},
      {"title", R"({"type": ["string", "number"], "minLength": 1})"},
      {"text", R"({"type": "string", "minLength": 1})"},
      {"words", R"({"type": "array", "items": {"type": "string"}})"},
      {"space", R"({"enum": ["platform", "motors"]})"},
      {"frame", R"({"enum": ["output", "tool"]})"},
      {"profile", R"({"enum": ["parabolic", "sine", "quintic", "double-s", "asymmetric-sine"]})"},
      {"repeat", R"({"anyOf": [{"const": "forever"}, {"$ref": "#/$defs/value"}]})"},
      {"place",
       R"({"description": "Coordinates by name (those that are not named stay), or all moves or motors in order.", "anyOf": [{"type": "object"}, {"$ref": "#/$defs/values"}]})"},
      {"places", R"({"type": "array", "items": {"$ref": "#/$defs/place"}})"},
      {"direction",
       R"({"anyOf": [{"enum": ["x", "y", "z", "-x", "-y", "-z", "+x", "+y", "+z"]}, {"$ref": "#/$defs/values"}]})"},
      {"coefficients",
       R"({"type": "object", "additionalProperties": {"anyOf": [{"$ref": "#/$defs/value"}, {"$ref": "#/$defs/values"}]}})"},
      {"parts", fmt::format(R"({{"type": "array", "minItems": 1, "maxItems": 1000, "items": {}}})", one_kind())},
  };
  return format;
}

}  // namespace

const FileFormat& motion_format() {
  static const FileFormat format = make_format();
  return format;
}

const KeySection& motion_section(std::string_view kind) {
  return *std::ranges::find(motion_format().sections, kind, &KeySection::name);
}

const std::vector<std::string>& motion_kinds() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const KindOfMotion& kind : kinds) all.emplace_back(kind.name);
    return all;
  }();
  return names;
}

}  // namespace jourdain
