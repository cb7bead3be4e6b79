// What numbers measure, with their units: the one table of quantities that answers carry.
#pragma once

#include <string_view>

namespace jourdain {

enum class Measure {
  number,  // without unit
  count,
  share,  // of 1; people read per cent
  time,
  frequency,
  length,
  angle,
  speed,
  turn_rate,
  acceleration,
  turn_acceleration,
  force,
  torque,
  power,
  energy,
  mass,
  moment,   // first moment: mass times distance
  inertia,  // about an axis
  area,
  volume,
  stiffness,
  turn_stiffness,
  stiffness_rate,  // force over displacement and time: gain of an integral
  turn_stiffness_rate,
  viscosity,  // force over speed
  turn_viscosity,
  momentum,
  turn_momentum,
  jerk,
  turn_jerk,
  pitch,          // length per angle
  gear_of_slide,  // angle per length
  bytes,
};

// SI units stand in JSON, in tables of numbers and in Python. People read value * scale in `shown`.
struct MeasureWords {
  std::string_view word;   // "torque"
  std::string_view unit;   // "N m"; empty: none
  std::string_view shown;  // "N m"
  double scale = 1;
};

const MeasureWords& words_of(Measure measure);

// The same quantity of a joint that slides or turns: position (0), rate (1), acceleration (2).
Measure motion_measure(bool slides, int order);
Measure force_measure(bool slides);

}  // namespace jourdain
