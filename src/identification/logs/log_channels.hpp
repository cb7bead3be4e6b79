// Which column of a log is what: time, positions, rates, accelerations, forces or currents of the motors, or the pose
// of the platform; in which unit, on which side of the gear, with which sign.
#pragma once

#include "identification/logs/raw_log.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

struct LogChannels {
  Channel time;                   // column -1: none
  bool time_unit_known = false;   // else guessed from the steps
  std::vector<Channel> channels;  // positions, ..., forces: one per motor of every kind that is there
  ForceClocks clocks;
  std::vector<LogFinding> findings;

  bool has(ChannelKind kind) const;
};

// Assigns the columns of a log: by the map, else by their names. Names that are understood, for a motor m (its joint's
// name, or its number from 1): m, q_m, pos_m; m_d, dq_m, vel_m; m_dd, ddq_m, acc_m; m_force, tau_m, f_m, torque_m;
// m_current, i_m; time, t; x y z rx ry rz qw qx qy qz. Throws Error(input) if a motor lacks its position or force, and
// for a column or unit that is not understood in the map.
LogChannels assign_channels(const Robot& robot, const RawHeader& header, const std::string& log, const LogMap& map);

}  // namespace jourdain
