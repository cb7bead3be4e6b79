// The keys of the map that says which column of a log is what.
#pragma once

#include "model/keys.hpp"

namespace jourdain {

struct LogMapKeys {
  const Node *time = nullptr, *positions = nullptr, *rates = nullptr, *accelerations = nullptr, *forces = nullptr,
             *currents = nullptr, *platform = nullptr, *force_delay = nullptr, *force_lag = nullptr;
};
void show_keys(KeyVisitor& keys, LogMapKeys& map);

struct LogTimeKeys {
  const Node *column = nullptr, *unit = nullptr;
};
void show_keys(KeyVisitor& keys, LogTimeKeys& time);

// Of the motors' positions, rates, accelerations and forces; of their currents; of the platform's pose.
enum class LogSection { motors, currents, platform };
struct LogSectionKeys {
  const Node *columns = nullptr, *unit = nullptr, *angle_unit = nullptr, *signs = nullptr, *constant = nullptr;
  int side = 0;  // 1: the motor's
};
void show_keys(KeyVisitor& keys, LogSectionKeys& section, LogSection kind);

const FileFormat& log_map_format();

}  // namespace jourdain
