// The map of a log's channels as its YAML file says it.
#pragma once

#include "identification/logs/log_channels.hpp"
#include "io/document.hpp"

#include <map>

namespace jourdain {

// One section: positions, rates, accelerations, forces, currents, platform.
struct MapSection {
  SourceMark mark;
  std::string unit, angle_unit;
  bool motor_side = false;
  std::map<int, std::string> columns;  // by motor or coordinate
  std::map<int, double> signs, constants;
};

struct ParsedLogMap {
  std::string time, time_unit;
  std::map<ChannelKind, MapSection> sections;
  ForceClocks clocks;
};

// Coordinates of a pose by name, in the order of Channel::index; -1 if there is none.
int pose_coordinate(std::string_view name);

// Throws Error(input) that holds every mistake with line and column.
ParsedLogMap parse_log_map(const Robot& robot, const LogMap& map);

// SI units of one `unit` for this kind and motor. Throws std::runtime_error-like QuantityError if it does not fit.
double unit_factor(const Robot& robot, ChannelKind kind, int index, bool motor_side, const std::string& unit);

}  // namespace jourdain
