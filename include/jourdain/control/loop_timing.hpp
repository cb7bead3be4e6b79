// Times of a control loop, and how fast it may be.
#pragma once

#include "jourdain/model/mechanism.hpp"

namespace jourdain {

struct LoopTiming {
  double period = 1e-3;           // s, of sampling
  double delay = 0;               // s, from the measurement to the new force's command
  double lag = 0;                 // s, the largest time constant of the drives
  bool differenced_rates = true;  // rates come from two measured positions

  // By how much forces come late: lag, delay and half a period. Feedforward is evaluated ahead by this time.
  double lead() const { return lag + delay + 0.5 * period; }

  // Largest natural frequency of a PD loop in rad/s: w = 1 / (3 T) with T = lead(), and half a period more where rates
  // are differenced; it leaves a phase margin of about 36 degrees with a damping of 1.
  double largest_frequency() const { return 1 / (3 * (lead() + (differenced_rates ? 0.5 * period : 0))); }
};

// The largest time constant of a robot's drives.
double largest_lag(const Mechanism& mechanism);

}  // namespace jourdain
