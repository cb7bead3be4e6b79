#include "motion/motion_keys.hpp"
#include "motion/motion_reading.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {

namespace {

constexpr double line_share = 0.1;  // of the robot's size, or rad: what a motion gets that does not say
constexpr double radius_share = 0.1;
constexpr double span_share = 0.2;
constexpr double height_share = 0.4;  // of the span

// The first two free coordinates of one kind, or those that `plane` names.
std::optional<std::pair<int, int>> read_plane(MotionReading& r, const Node& part) {
  const MotionSpace& space = r.space;
  if (const Node* plane = part.find("plane")) {
    std::vector<std::string> names;
    for (int i = 0; i < space.size(); ++i) {
      if (space.is_free(i)) names.push_back(space.names()[i]);
    }
    if (plane->kind != Node::Kind::sequence || plane->items.size() != 2) {
      r.error(plane->mark, "expected two coordinates, such as [x, z]");
      return std::nullopt;
    }
    int chosen[2];
    for (std::size_t k = 0; k < 2; ++k) {
      if (read_word(r.context(), plane->items[k], names, "a coordinate that moves") < 0) return std::nullopt;
      const auto found = std::find(space.names().begin(), space.names().end(), plane->items[k].text);
      chosen[k] = static_cast<int>(found - space.names().begin());
    }
    if (chosen[0] == chosen[1] || space.is_length(chosen[0]) != space.is_length(chosen[1])) {
      r.error(plane->mark, "the two coordinates of a plane must be different, and both lengths or both angles");
      return std::nullopt;
    }
    return std::pair(chosen[0], chosen[1]);
  }
  for (int i = 0; i < space.size(); ++i) {
    for (int k = i + 1; k < space.size(); ++k) {
      if (space.is_free(i) && space.is_free(k) && space.is_length(i) == space.is_length(k)) return std::pair(i, k);
    }
  }
  r.error(part.mark, fmt::format("'{}' has no two coordinates of one kind in which a circle could lie",
                                 space.robot().mechanism().name));
  return std::nullopt;
}

// The plane of a circle, tilted where three directions are free.
bool read_directions(MotionReading& r, const Node& part, std::pair<int, int> plane, Circle& circle) {
  circle.first = circle.second = VectorX::Zero(r.space.size());
  circle.first[plane.first] = circle.second[plane.second] = 1;
  const Node* tilt = part.find("tilt");
  const Node* about = part.find("about");
  if (!tilt) {
    if (about) r.error(about->mark, "'about' is the axis of 'tilt', which is missing");
    return !about;
  }
  const double angle = *read_value(r, part, "circle", "tilt");
  const std::optional<Vector3> axis = about ? read_direction(r.context(), *about) : Vector3::UnitX();
  const bool in_space = r.space.kind() == Space::platform && r.space.is_free(0) && r.space.is_free(1) &&
                        r.space.is_free(2) && plane.second < 3;
  if (!in_space) {
    r.error(tilt->mark, "only a circle of a platform that moves along x, y and z can be tilted");
    return false;
  }
  if (!axis) return false;
  const Matrix3 R = turn_about(*axis, angle);
  circle.first.head<3>() = R * circle.first.head<3>();
  circle.second.head<3>() = R * circle.second.head<3>();
  return true;
}

}  // namespace

bool check_part(MotionReading& r, const Node& part, const std::string& kind) {
  if (part.kind != Node::Kind::mapping) {
    const bool empty = part.kind == Node::Kind::scalar && part.text.empty();
    if (!empty) r.error(part.mark, fmt::format("expected a map of keys and values, as in {}: {{...}}", kind));
    return empty;
  }
  const std::size_t before = r.reading.findings.errors();
  check_keys(r.context(), part, key_words(motion_section(kind)), fmt::format("the motion '{}'", kind));
  return r.reading.findings.errors() == before;
}

std::optional<double> read_value(MotionReading& r, const Node& part, std::string_view kind, std::string_view word,
                                 std::optional<bool> lengths) {
  const Node* node = part.find(word);
  if (!node) return std::nullopt;
  const auto shown = [&](bool slides) {
    const std::vector<ShownKey> keys = keys_of(motion_section(kind), slides);
    return *std::ranges::find(keys, word, [](const ShownKey& key) { return key.key.word; });
  };
  const ShownKey key = shown(lengths.value_or(true));
  const Measure measure = key.measure->measure;
  const Measure also = lengths ? measure : shown(false).measure->measure;
  const std::size_t before = r.reading.findings.errors();
  const double value = measure == Measure::frequency
                           ? read_frequency(r.context(), *node, 1)
                           : read_number(r.context(), *node, dimension_of(measure), dimension_of(also), 1);
  if (r.reading.findings.errors() != before || words_of(key.bound).holds(value)) return value;
  r.error(node->mark, fmt::format("'{}' is {}: it {}", word, value, words_of(key.bound).must));
  return 1;
}

Timing read_timing(MotionReading& r, const Node& part, std::optional<bool> length) {
  Timing timing = r.timing;
  if (const Node* node = part.find("profile")) {
    const auto profiles = words(timing.profile);
    std::vector<std::string> names(profiles.begin(), profiles.end());
    names.emplace_back("asymmetric-sine");
    const int index = read_word(r.context(), *node, names, "a profile");
    if (index == 4) {
      timing.profile = Profile::sine;
      timing.rise = 1.0 / 3;
    } else if (index >= 0) {
      timing.profile = static_cast<Profile>(index);
      timing.rise = 0.5;
    }
  }
  timing.rise = read_value(r, part, "timing", "rise").value_or(timing.rise);
  const auto read = [&](std::string_view word) { return read_value(r, part, "timing", word, length); };
  for (const auto& [word, value] : {std::pair("duration", &timing.duration),
                                    {"ramp", &timing.ramp},
                                    {"speed", &timing.speed},
                                    {"acceleration", &timing.acceleration},
                                    {"jerk", &timing.jerk}})
    if (part.find(word)) *value = read(word);
  if (!timing.duration && !timing.speed && !timing.acceleration) {
    r.notes.emplace_back("duration 1 s");
  } else if (timing.speed && !timing.acceleration && !timing.ramp && !timing.duration) {
    r.notes.emplace_back("ramps of an eighth of the way (of a turn) each");
  }
  return timing;
}

std::optional<Motion> read_line(MotionReading& r, const Node& part) {
  if (!check_part(r, part, "line")) return std::nullopt;
  const VectorX from = read_start(r, part);
  std::optional<VectorX> to = read_end(r, part);
  if (!to) {
    // Along the first coordinate that is free.
    int first = 0;
    while (!r.space.is_free(first)) ++first;
    to = from;
    (*to)[first] += r.choose("by", r.space.is_length(first), line_share);
    r.notes.back() += fmt::format(", along {}", r.space.names()[first]);
  }
  const Timing timing = read_timing(r, part, counts_lengths(r.space, *to - from));
  if (r.reading.findings.errors() > 0) return std::nullopt;
  return line(r.space, from, *to, timing);
}

std::optional<Motion> read_arc(MotionReading& r, const Node& part) {
  if (!check_part(r, part, "arc")) return std::nullopt;
  const VectorX from = read_start(r, part);
  const std::optional<VectorX> to = read_end(r, part);
  const Node* via = require(r.context(), part, part.mark, "via", "an arc");
  if (!to) r.error(part.mark, "an arc needs the key 'to' or 'by'");
  const Timing timing = read_timing(r, part, true);
  const VectorX middle = via ? read_place(r, *via, from, false) : from;
  if (r.reading.findings.errors() > 0) return std::nullopt;
  return arc(r.space, from, middle, *to, timing);
}

std::optional<Motion> read_circle(MotionReading& r, const Node& part) {
  const bool good = check_part(r, part, "circle");
  const std::optional<std::pair<int, int>> plane = good ? read_plane(r, part) : std::nullopt;
  if (!plane) return std::nullopt;
  const bool length = r.space.is_length(plane->first);
  Circle round;
  if (!read_directions(r, part, *plane, round)) return std::nullopt;
  const Node* centre = part.find("centre");
  const Node* radius = part.find("radius");
  if (centre && r.placed) {
    // From where the robot is about the centre.
    round.centre = read_place(r, *centre, r.place, false);
    const VectorX arm = r.place - round.centre;
    const VectorX in_plane = round.first * arm.dot(round.first) + round.second * arm.dot(round.second);
    if (!((arm - in_plane).norm() <= 1e-9 * (arm.norm() + r.space.robot().size())) || !(in_plane.norm() > 0)) {
      r.error(centre->mark, "the circle about this centre does not pass through the place where the motion is");
      return std::nullopt;
    }
    if (radius) r.error(radius->mark, "the radius follows from the centre and the place where the motion is");
    round.radius = in_plane.norm();
    const VectorX first = in_plane / round.radius;
    round.second = round.second * first.dot(round.first) - round.first * first.dot(round.second);
    round.first = first;
  } else {
    round.radius = radius ? *read_value(r, part, "circle", "radius", length) : r.choose("radius", length, radius_share);
    if (centre) round.centre = read_place(r, *centre, r.place, false);
    if (!centre) round.centre = r.placed ? VectorX(r.place - round.radius * round.first) : r.place;
    if (!centre && !r.placed) r.notes.emplace_back("centre at home");
  }
  round.angle = 2 * M_PI * read_value(r, part, "circle", "turns").value_or(1);
  Timing timing = read_timing(r, part, length);
  timing.ramp_length = std::min(2 * M_PI, std::abs(round.angle)) * round.radius / 8;
  if (r.reading.findings.errors() > 0) return std::nullopt;
  return circle(r.space, round, timing);
}

namespace {

// Where pick and place happen: given, or about home along a direction.
std::optional<std::pair<VectorX, VectorX>> read_pick_places(MotionReading& r, const Node& part) {
  const bool begins = part.find("from") != nullptr || r.placed;
  const VectorX here = read_start(r, part);
  const std::optional<VectorX> to = read_end(r, part);
  const Node* span = part.find("span");
  const Node* along = part.find("along");
  if (to) {
    if (span) r.error(span->mark, "'span' goes without 'to' and 'by'");
    if (along) r.error(along->mark, "'along' goes without 'to' and 'by'");
    return std::pair(here, *to);
  }
  Vector3 direction = r.space.is_free(0) ? Vector3::UnitX() : Vector3::UnitY();
  if (along) {
    const std::optional<Vector3> given = read_direction(r.context(), *along);
    if (!given) return std::nullopt;
    direction = *given;
  }
  const double width = span ? *read_value(r, part, "pick", "span") : r.choose("span", true, span_share);
  VectorX from = here, end = here;
  if (begins) {
    end.head<3>() += width * direction;
  } else {
    from.head<3>() -= width / 2 * direction;
    end.head<3>() += width / 2 * direction;
    r.notes.emplace_back("middle of the span at home");
  }
  return std::pair(from, end);
}

}  // namespace

std::optional<Motion> read_pick(MotionReading& r, const Node& part) {
  if (!check_part(r, part, "pick")) {
    return std::nullopt;
  }
  if (r.space.kind() != Space::platform) {
    r.error(part.mark, "pick and place is a motion of the platform", "leave out space: motors");
    return std::nullopt;
  }
  const auto places = read_pick_places(r, part);
  if (!places) return std::nullopt;
  const auto& [from, to] = *places;
  const double width = (to - from).head<3>().norm();
  const Node* up = part.find("up");
  const std::optional<Vector3> wanted =
      up ? read_direction(r.context(), *up) : Vector3(r.space.is_free(2) ? Vector3::UnitZ() : Vector3::UnitY());
  const std::optional<double> height = read_value(r, part, "pick", "height");
  const double rise = height.value_or(height_share * width);
  if (!height) {
    r.notes.push_back(fmt::format("height {}, {:.2g} of the way", friendly_value(true, rise), height_share));
  }
  const Node* cycles = part.find("cycles");
  const int count = cycles ? read_count(r.context(), *cycles, 1, 100000).value_or(1) : 1;
  const double rest = read_value(r, part, "pick", "pause").value_or(0);
  const Node* back = part.find("back");
  const bool returns = back ? read_bool(r.context(), *back) : true;
  if (cycles && !returns) r.error(cycles->mark, "cycles need the way back: leave out back: false");
  const Timing timing = read_timing(r, part, true);
  if (!wanted || r.reading.findings.errors() > 0) return std::nullopt;
  // Of the wanted direction what is at right angles to the way.
  const Vector3 way = (to - from).head<3>().normalized();
  const std::optional<Vector3> upward = normalised(*wanted - way * way.dot(*wanted));
  if (!upward || std::abs(way.dot(*wanted)) > 0.999) {
    r.error(up ? up->mark : part.mark, "the way goes straight up: 'up' must point elsewhere");
    return std::nullopt;
  }
  const Motion there = semi_ellipse(r.space, from, to, *upward, rise, timing);
  if (!returns) return there;
  std::vector<Motion> parts{there};
  if (rest > 0) parts.push_back(hold(r.space, to, rest));
  parts.push_back(semi_ellipse(r.space, to, from, *upward, rise, timing));
  if (rest > 0) parts.push_back(hold(r.space, from, rest));
  return repeated(sequence(parts), count);
}

std::optional<Motion> read_hold(MotionReading& r, const Node& part) {
  if (!check_part(r, part, "hold")) return std::nullopt;
  if (const Node* at = part.find("at")) r.place = read_place(r, *at, r.place, false);
  const std::optional<double> duration = read_value(r, part, "hold", "duration");
  if (!duration) r.notes.emplace_back("duration 1 s");
  const double time = duration.value_or(1);
  if (r.reading.findings.errors() > 0) return std::nullopt;
  return hold(r.space, r.place, time);
}

}  // namespace jourdain
