#include "motion/motion_reading.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

std::vector<std::string> free_names(const MotionSpace& space) {
  std::vector<std::string> names;
  for (int i = 0; i < space.size(); ++i) {
    if (space.is_free(i)) names.push_back(space.names()[i]);
  }
  return names;
}

// Index of a coordinate by name, -1 and an error if it is not there.
int coordinate_of(MotionReading& r, const std::string& name, SourceMark mark, const std::vector<std::string>& others) {
  const std::string known = name == "phi" ? "rz" : name;
  const auto& names = r.space.names();
  const auto found = std::find(names.begin(), names.end(), known);
  if (found != names.end() && r.space.is_free(static_cast<int>(found - names.begin()))) {
    return static_cast<int>(found - names.begin());
  }
  std::vector<std::string> candidates = free_names(r.space);
  const std::string& robot = r.space.robot().mechanism().name;
  const std::string have = list_of(candidates, "and");
  candidates.insert(candidates.end(), others.begin(), others.end());
  if (r.space.kind() == Space::motors) {
    r.error(mark, fmt::format("'{}' is no motor of '{}'", name, robot),
            r.reading.findings.spelling_hint(name, candidates));
  } else if (found != names.end()) {
    r.error(mark, fmt::format("'{}' is not among the moves of '{}', which are {}", name, robot, have), "leave it out");
  } else {
    r.error(mark, fmt::format("'{}' is no coordinate", name), r.reading.findings.spelling_hint(name, candidates));
  }
  return -1;
}

double read_coordinate(MotionReading& r, const Node& node, int i, double fallback) {
  return read_number(r.context(), node, r.space.is_length(i) ? dimension::length : dimension::angle, fallback);
}

bool turns_freely(const MotionSpace& space) {
  return space.kind() == Space::platform && space.is_free(3) && space.is_free(4) && space.is_free(5);
}

// The place with these values of some coordinates; angles are Cardan angles, or a rotation vector where `relative`.
VectorX with_values(const MotionSpace& space, const VectorX& current, const std::vector<std::pair<int, double>>& values,
                    bool relative) {
  VectorX place = current;
  Vector3 turn = Vector3::Zero();
  bool turned = false;
  if (turns_freely(space) && !relative) turn = cardan_from_rotation(space.pose(current).R);
  for (const auto& [i, value] : values) {
    if (turns_freely(space) && i >= 3) {
      turn[i - 3] = value;
      turned = true;
    } else {
      place[i] = relative ? place[i] + value : value;
    }
  }
  if (!turned) return place;
  Placement pose = space.pose(place);
  pose.R = relative ? Matrix3(rotation_from_vector(turn) * pose.R) : rotation_from_cardan(turn);
  return space.coordinates(pose, current);
}

VectorX read_place_map(MotionReading& r, const Node& node, const VectorX& current, bool relative) {
  static const std::vector<std::string> orientations{"rpy", "quaternion", "matrix"};
  const bool whole_turns = turns_freely(r.space) && !relative;
  std::vector<std::pair<int, double>> values;
  Node orientation;
  orientation.kind = Node::Kind::mapping;
  orientation.mark = node.mark;
  for (const Node::Member& member : node.members) {
    const bool is_orientation = std::find(orientations.begin(), orientations.end(), member.key) != orientations.end();
    if (whole_turns && is_orientation) {
      orientation.members.push_back(member);
      continue;
    }
    const int i =
        coordinate_of(r, member.key, member.key_mark, whole_turns ? orientations : std::vector<std::string>{});
    if (i < 0) continue;
    if (std::any_of(values.begin(), values.end(), [&](const auto& value) { return value.first == i; })) {
      r.error(member.key_mark, fmt::format("'{}' is given twice", r.space.names()[i]));
    }
    values.emplace_back(i, read_coordinate(r, member.value, i, relative ? 0 : current[i]));
  }
  VectorX place = with_values(r.space, current, values, relative);
  if (orientation.members.empty()) return place;
  if (std::any_of(values.begin(), values.end(), [](const auto& value) { return value.first >= 3; })) {
    r.error(orientation.members.front().key_mark, "an orientation is given in two ways", "give rx ry rz, or this");
  }
  Placement pose = r.space.pose(place);
  pose.R = read_placement(r.context(), orientation, "an orientation").R;
  return r.space.coordinates(pose, current);
}

}  // namespace

VectorX read_place(MotionReading& r, const Node& node, const VectorX& current, bool relative) {
  if (node.kind == Node::Kind::mapping) return read_place_map(r, node, current, relative);
  const std::vector<std::string> names = free_names(r.space);
  const bool positions =
      r.space.kind() == Space::platform && r.space.is_free(0) && r.space.is_free(1) && r.space.is_free(2);
  const bool short_list = positions && node.items.size() == 3;
  if (node.kind != Node::Kind::sequence || (node.items.size() != names.size() && !short_list)) {
    r.error(node.mark,
            fmt::format("expected a place: a map such as {{{}: ...}}, or a list of {} values{}", names.front(),
                        names.size(), positions && names.size() > 3 ? " (or 3: x, y, z)" : ""));
    return current;
  }
  std::vector<std::pair<int, double>> values;
  std::size_t next = 0;
  for (int i = 0; i < r.space.size() && next < node.items.size(); ++i) {
    if (r.space.is_free(i))
      values.emplace_back(i, read_coordinate(r, node.items[next++], i, relative ? 0 : current[i]));
  }
  return with_values(r.space, current, values, relative);
}

std::optional<VectorX> read_end(MotionReading& r, const Node& part) {
  const Node* to = part.find("to");
  const Node* by = part.find("by");
  if (to && by) r.error(by->mark, "the end is given twice: expected 'to' or 'by'");
  if (to) return read_place(r, *to, r.place, false);
  if (by) return read_place(r, *by, r.place, true);
  return std::nullopt;
}

VectorX read_start(MotionReading& r, const Node& part) {
  const Node* from = part.find("from");
  if (!from) return r.place;
  r.place = read_place(r, *from, r.place, false);
  r.placed = true;
  return r.place;
}

std::string friendly_value(bool length, double value) {
  return length ? fmt::format("{:.5g} mm", 1e3 * value) : fmt::format("{:.5g} deg", value * 180 / M_PI);
}

double MotionReading::choose(const char* key, bool length, double share) {
  has_choices = true;
  const double value = share * scale * (length ? space.robot().size() : 1.0);
  notes.push_back(fmt::format("{} {}{}{}", key, friendly_value(length, value),
                              length ? fmt::format(", {:.4g} % of the robot's size", 100 * share) : "",
                              scale < 1 ? fmt::format(", times {} to stay within the workspace", scale) : ""));
  return value;
}

std::optional<bool> counts_lengths(const MotionSpace& space, const VectorX& difference) {
  if (space.kind() == Space::platform) return difference.head<3>().norm() > 1e-12 * space.robot().size();
  bool lengths = false, angles = false;
  for (int i = 0; i < space.size(); ++i) {
    if (difference[i] == 0) continue;
    (space.is_length(i) ? lengths : angles) = true;
  }
  if (lengths && angles) return std::nullopt;
  return lengths;
}

}  // namespace jourdain
